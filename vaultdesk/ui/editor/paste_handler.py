"""Handles pasted and dropped images, files, notes and web content in the editor."""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QObject
from PySide6.QtGui import QImage, QImageWriter, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.editor.attachments import AttachmentStore, pasted_image_name
from vaultdesk.ui.editor.editor_keys import is_address, selected_line, wrap_link
from vaultdesk.ui.editor.name_completion import NoteCompletionSource
from vaultdesk.ui.rendering.picture import copied_image
from vaultdesk.ui.translation import translate_error

_FORMATTING_TAG = re.compile(
    r"<(?:h[1-6]|ul|ol|table|a|strong|em|b|i|blockquote|pre|code|img|p|del|mark)[\s>]", re.IGNORECASE
)


def has_formatting(html: str) -> bool:
    """Return whether *html* contains formatting: code editors put colored spaces on the clipboard."""
    return _FORMATTING_TAG.search(html) is not None


NOTES_MIME_TYPE = "application/x-vaultdesk-notes"
"""Data format of notes dragged from the tree: a JSON list of paths in the vault."""

MAX_DROPPED = 50
"""Maximum number of files or notes accepted at once; more are probably a mistake."""

MAX_PASTED_SIDE = 8_000
"""Maximum length in pixels of a pasted image's longer side; a larger one is scaled down."""

MAX_HTML_ON_THREAD = 10_000
"""Maximum number of characters of HTML converted synchronously, in up to 30 ms; more is converted in a thread."""


class PasteHandler(QObject):
    """Inserts pasted and dropped data into one editor."""

    def __init__(
        self,
        field: QPlainTextEdit,
        store: AttachmentStore,
        names: NoteCompletionSource,
        notify: Callable[[str], object],
    ) -> None:
        """*notify* reports a failure as a sentence."""
        super().__init__(field)
        self._field = field
        self._store = store
        self._names = names
        self._report = notify

    def wants(self, data: QMimeData) -> bool:
        """Return whether *data* can be inserted although it may not be text."""
        return data.hasFormat(NOTES_MIME_TYPE) or bool(_files(data)) or (data.hasImage() and not data.hasText())

    def take(self, data: QMimeData) -> bool:
        """Insert *data*; return False for plain text, which the field inserts itself."""
        cursor = self._field.textCursor()
        if data.hasFormat(NOTES_MIME_TYPE):
            notes = _notes(data)
            if not notes:
                return False  # A folder: its text form is inserted.
            self._start(self._insert_notes(notes))
        elif files := _files(data):
            self._start(self._insert_files(files))
        elif data.hasImage() and not data.hasText():
            image = copied_image(data, MAX_PASTED_SIDE)
            if image is not None:
                self._start(self._insert_image(image))
        elif data.hasText() and cursor.hasSelection() and is_address(data.text()) and selected_line(cursor).strip():
            self._field.setTextCursor(wrap_link(cursor, data.text().strip()))
        elif data.hasHtml() and data.hasText() and has_formatting(data.html()):
            from vaultdesk.ui.editor.html_markdown import html_to_markdown  # The parser is rarely needed.

            html, plain = data.html(), data.text()
            if len(html) <= MAX_HTML_ON_THREAD:
                self._insert(html_to_markdown(html) or plain, cursor)
            else:
                self._start(self._insert_html(lambda: html_to_markdown(html) or plain))
        else:
            return False
        return True

    async def _insert_html(self, convert: Callable[[], str]) -> None:
        target = self._insertion_target()
        self._insert_at(target, await asyncio.to_thread(convert))

    async def _insert_notes(self, paths: Sequence[str]) -> None:
        target = self._insertion_target()
        links = [await self._names.link(path) for path in paths]
        self._insert_at(target, "\n".join(links))

    async def _insert_files(self, files: Sequence[Path]) -> None:
        target = self._insertion_target()
        links: list[str] = []
        for file in files:
            path = await self._store.copy(self._names.source, file)
            links.append(await self._names.link(path, embed=True))
        self._insert_at(target, "\n".join(links))

    async def _insert_image(self, image: QImage) -> None:
        target = self._insertion_target()
        data = await asyncio.to_thread(_png, image)
        path = await self._store.put(self._names.source, pasted_image_name(datetime.now().astimezone()), data)
        self._insert_at(target, await self._names.link(path, embed=True))

    def _insertion_target(self) -> tuple[str, QTextCursor]:
        """Return the source note and the insertion cursor, which follows later edits."""
        return self._names.source, self._field.textCursor()

    def _insert_at(self, target: tuple[str, QTextCursor], text: str) -> None:
        source, cursor = target
        # If another note is in the field by now, the file is kept but no link is inserted.
        if text and source == self._names.source and not self._field.isReadOnly():
            self._insert(text, cursor)

    def _insert(self, text: str, cursor: QTextCursor) -> None:
        cursor.beginEditBlock()
        cursor.insertText(text)
        cursor.endEditBlock()
        self._field.setTextCursor(cursor)
        self._field.ensureCursorVisible()

    def _start(self, work: Coroutine[object, object, None]) -> None:
        bridge.start(self._run_and_report(work), owner=self)

    async def _run_and_report(self, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except VaultDeskError as problem:
            self._report(translate_error(problem))


def _files(data: QMimeData) -> tuple[Path, ...]:
    urls = data.urls() if data.hasUrls() else []
    return tuple(Path(url.toLocalFile()) for url in urls[:MAX_DROPPED] if url.isLocalFile())


def _notes(data: QMimeData) -> tuple[str, ...]:
    """Return the paths in *data*; empty if it is not a list of strings."""
    try:
        paths = json.loads(bytes(data.data(NOTES_MIME_TYPE).data()))
    except (ValueError, RecursionError):
        return ()
    if not isinstance(paths, list):
        return ()
    return tuple(path for path in paths[:MAX_DROPPED] if isinstance(path, str) and not path.endswith("/"))


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return bytes(data.data())

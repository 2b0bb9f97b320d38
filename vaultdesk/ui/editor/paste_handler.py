"""Handles pasted and dropped images, files, notes and web content in the editor; HTML is converted to Markdown with
bounded size and depth."""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime
from html.parser import HTMLParser
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

# Converts headings, emphasis, lists, quotes, code, links, images by address, and tables. The known libraries include
# their own parser and options for other Markdown dialects.

MAX_HTML_LENGTH = 2_000_000
"""Maximum number of characters of HTML that are converted; more is pasted as plain text."""

MAX_DEPTH = 12
"""Maximum nesting depth of lists and quotes that is distinguished."""

_SKIPPED = {"script", "style", "head", "title", "noscript", "template", "svg", "iframe", "object", "button"}
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_PARAGRAPHS = {"p", "div", "section", "article", "header", "footer", "main", "figure", "figcaption", "dl", "dt", "dd",
               "table", "tr", "address", "aside", "nav"}  # fmt: skip
_EMPHASIS_MARKERS = {
    "strong": "**",
    "b": "**",
    "em": "*",
    "i": "*",
    "del": "~~",
    "s": "~~",
    "strike": "~~",
    "mark": "==",
}
_VOID_ELEMENTS = {
    "br",
    "hr",
    "img",
    "meta",
    "link",
    "input",
    "wbr",
    "source",
    "col",
    "area",
    "base",
    "embed",
    "track",
    "param",
}
_ESCAPED = re.compile(r"(\\(?=[!-/:-@\[-`{-~])|[`*]|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)|\[(?=\[)|~~|==)")
# An underscore inside a word has no meaning: identifiers stay as they are.

_LINE_START = re.compile(r"^(\d*)(#{1,6} |[-+>](?=\s|$)|(?<=\d)\.(?=\s))")
_ALLOWED_SCHEME = re.compile(r"(?:https?|mailto|ftp|obsidian):", re.IGNORECASE)
_NOT_BOLD = re.compile(r"font-weight:\s*(?:normal|400)", re.IGNORECASE)


_FORMATTING_TAG = re.compile(
    r"<(?:h[1-6]|ul|ol|table|a|strong|em|b|i|blockquote|pre|code|img|p|del|mark)[\s>]", re.IGNORECASE
)


def has_formatting(html: str) -> bool:
    """Return whether *html* contains formatting: code editors put coloured spaces on the clipboard."""
    return _FORMATTING_TAG.search(html[:MAX_HTML_LENGTH]) is not None


def html_to_markdown(html: str) -> str:
    """Return *html* as Markdown; empty if it is too long or has no content."""
    if len(html) > MAX_HTML_LENGTH:
        return ""
    converter = _MarkdownConverter()
    converter.feed(html)
    converter.close()
    return converter.markdown()


@dataclass
class _OpenList:
    """An open list, and the number of its items so far."""

    ordered: bool
    count: int = 0


class _MarkdownConverter(HTMLParser):
    """Converts HTML to Markdown as tags are parsed; unclosed tags end with their parent."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._line: list[str] = []
        self._skipping = 0
        self._code = False
        """Inside a code block, where spaces and line breaks are significant."""
        self._inline_code = False
        self._lists: list[_OpenList] = []
        self._quotes = 0
        self._start = ""
        """Prefix of the next line: the marker of a heading or an item."""
        self._links: list[str] = []
        self._ignored_markers: list[bool] = []
        """For each open marker, whether it has no meaning here, as Google's `<b>` around everything."""
        self._row: list[str] | None = None
        self._rows = 0

    def markdown(self) -> str:
        self._end_line()
        text = "\n".join(self._lines)
        return re.sub(r"\n{3,}", "\n\n", text).strip("\n")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SKIPPED:
            self._skipping += 1
        elif self._skipping:
            return
        elif tag in _VOID_ELEMENTS:
            self._handle_void(tag, dict(attrs))
        elif tag in ("ul", "ol"):
            self._end_line()
            if not self._lists:
                self._add_blank_line()
            self._lists.append(_OpenList(ordered=tag == "ol"))
        elif tag == "pre":
            self._paragraph()
            self._lines.append(f"{self._line_prefix()}```")
            self._code = True
        else:
            self._begin(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        if tag in _SKIPPED:
            self._skipping = max(0, self._skipping - 1)
        elif self._skipping:
            return
        elif tag == "pre" and self._code:
            self._end_line()
            self._code = False
            self._lines += [f"{self._line_prefix()}```", ""]
        elif tag in ("ul", "ol") and self._lists:
            self._end_line()
            self._lists.pop()
            if not self._lists:
                self._add_blank_line()
        else:
            self._end(tag)

    def handle_data(self, data: str) -> None:
        """Append *data* to the current line."""
        if self._skipping:
            return
        if self._code:
            for number, line in enumerate(data.split("\n")):
                if number:
                    self._end_line(keep=True)
                self._line.append(line)
            return
        text = re.sub(r"[ \t\r\n\f]+", " ", data)
        if not self._line:
            text = text.lstrip(" ")
        if text:
            self._line.append(text if self._inline_code else _ESCAPED.sub(r"\\\1", text))

    def _begin(self, tag: str, attrs: dict[str, str | None]) -> None:
        if tag in _HEADINGS:
            self._paragraph()
            self._start = _HEADINGS[tag]
        elif tag == "li" and self._lists:
            self._end_line()
            current = self._lists[-1]
            current.count += 1
            self._start = f"{current.count}. " if current.ordered else "- "
        elif tag == "blockquote":
            self._paragraph()
            self._quotes = min(MAX_DEPTH, self._quotes + 1)
        elif tag in ("td", "th"):
            self._line_to_row()
        elif tag == "tr":
            self._end_line()
            self._row = []
        elif tag == "table":
            self._paragraph()
            self._rows = 0
        elif tag in _PARAGRAPHS:
            self._paragraph()
        elif tag == "a":
            href = (attrs.get("href") or "").strip()
            self._links.append(href if _ALLOWED_SCHEME.match(href) else "")
            self._line += ["["] if self._links[-1] else []
        elif tag == "code" and not self._code:
            self._inline_code = True
            self._line.append("`")
        elif tag in _EMPHASIS_MARKERS and not self._code:
            self._ignored_markers.append(bool(_NOT_BOLD.search(attrs.get("style") or "")))
            self._line += [] if self._ignored_markers[-1] else [_EMPHASIS_MARKERS[tag]]

    def _end(self, tag: str) -> None:
        if tag in _HEADINGS or tag in ("p", "div", "section", "article", "blockquote", "table"):
            self._paragraph()
            if tag == "blockquote":
                if self._lines and not self._lines[-1].strip("> "):
                    self._lines.pop()
                self._quotes = max(0, self._quotes - 1)
                self._lines.append(self._line_prefix().rstrip())
        elif tag == "li":
            self._end_line()
        elif tag in ("td", "th"):
            self._line_to_row()
        elif tag == "tr":
            self._end_row()
        elif tag == "a" and self._links:
            href = self._links.pop()
            self._line += [f"]({href.replace(' ', '%20').replace(')', '%29')})"] if href else []
        elif tag == "code" and self._inline_code:
            self._inline_code = False
            self._line.append("`")
        elif tag in _EMPHASIS_MARKERS and self._ignored_markers and not self._code and not self._ignored_markers.pop():
            self._close_emphasis(_EMPHASIS_MARKERS[tag])

    def _handle_void(self, tag: str, attrs: dict[str, str | None]) -> None:
        match tag:
            case "br":
                if self._row is not None:
                    self._line.append(" ")
                else:
                    self._end_line(keep=self._code)
            case "hr":
                self._paragraph()
                self._lines += [f"{self._line_prefix()}---", ""]
            case "img":
                source = (attrs.get("src") or "").strip()
                alt_text = re.sub(r"[\[\]\n]", " ", attrs.get("alt") or "")
                if source.lower().startswith(("http://", "https://")) and len(source) < 2_000:
                    self._line.append(f"![{alt_text}]({source.replace(' ', '%20').replace(')', '%29')})")
            case "input" if attrs.get("type") == "checkbox":
                self._line.append("[x] " if "checked" in attrs else "[ ] ")

    def _close_emphasis(self, marker: str) -> None:
        """Close *marker* directly after the last character: after a space it would not be a closing marker."""
        ends_with_blank = bool(self._line) and self._line[-1].endswith(" ")
        if ends_with_blank:
            self._line[-1] = self._line[-1].rstrip(" ")
        if self._line and self._line[-1] == marker:
            self._line.pop()
        else:
            self._line.append(marker)
        self._line += [" "] if ends_with_blank else []

    def _line_prefix(self) -> str:
        """Return the prefix of each line here: quote markers, list indentation."""
        return "> " * self._quotes + "\t" * min(MAX_DEPTH, max(0, len(self._lists) - 1))

    def _end_line(self, *, keep: bool = False) -> None:
        """Write the current line; an empty one only if *keep*."""
        text = "".join(self._line)
        self._line = []
        if self._row is not None and not self._code:
            self._line = [text]
            return
        text = text if self._code else text.strip()
        if not (self._code or self._start or self._inline_code):
            text = _LINE_START.sub(r"\1\\\2", text)
        if text or keep:
            indent = "" if self._start or not self._lists or self._code else "  "
            self._lines.append(f"{self._line_prefix()}{indent}{self._start}{text}")
            self._start = ""

    def _paragraph(self) -> None:
        self._end_line()
        if self._row is None and not self._lists:
            self._add_blank_line()

    def _add_blank_line(self) -> None:
        if self._lines and self._lines[-1].strip("> "):
            self._lines.append(self._line_prefix().rstrip())

    def _line_to_row(self) -> None:
        text = "".join(self._line).strip()
        self._line = []
        if self._row is not None and text:
            self._row.append(text.replace("|", "\\|").replace("\n", " "))

    def _end_row(self) -> None:
        self._line_to_row()
        cells, self._row = self._row or [], None
        if cells:
            self._lines.append(f"{self._line_prefix()}| {' | '.join(cells)} |")
            if not self._rows:
                self._lines.append(f"{self._line_prefix()}|{' --- |' * len(cells)}")
            self._rows += 1


NOTES_MIME_TYPE = "application/x-vaultdesk-notes"
"""Data format of notes dragged from the tree: a JSON list of paths in the vault."""

MAX_DROPPED = 50
"""Maximum number of files or notes accepted at once; more are probably a mistake."""

MAX_PASTED_SIDE = 8_000
"""Maximum length in pixels of a pasted image's longer side; a larger one is scaled down."""

MAX_HTML_ON_THREAD = 40_000
"""Maximum number of characters of HTML converted synchronously; more is converted in a thread."""


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
            html, plain = data.html(), data.text()
            if len(html) <= MAX_HTML_ON_THREAD:
                self._insert(html_to_markdown(html) or plain, cursor)
            else:
                self._start(self._insert_html(html, plain))
        else:
            return False
        return True

    async def _insert_html(self, html: str, plain: str) -> None:
        target = self._insertion_target()
        text = await asyncio.to_thread(html_to_markdown, html)
        self._insert_at(target, text or plain)

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

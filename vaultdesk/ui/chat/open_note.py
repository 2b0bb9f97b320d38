"""The open note and the chat: it and its selection are offered as context, and answers are put into it."""

import re
from collections.abc import Callable, Coroutine

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QMenu

from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.rendering.render_plan import TextBlock, is_embedded_element
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

MAX_SELECTION_LENGTH = 100_000
"""Maximum number of characters of a selection that can be attached; a longer one should be attached as a note."""

MAX_LINES_ABOVE = 20_000
"""Maximum number of lines above a selection that are searched for its heading."""

_PLAIN_TEXT_TABLE = str.maketrans({"\u2029": "\n", "\u2028": "\n", "\ufffc": ""})

_HEADING = re.compile(r"#{1,6} +(.*?)(?: +#+)? *$")


def selected_text_in(page: NotePage | None) -> str:
    """Return the selected text in *page*; empty if it is too long, or there is no note."""
    if page is None or not page.path:
        return ""
    if not page.editing and not page.reader.has_selected_text():
        return ""
    cursor = (page.editor if page.editing else page.reader).textCursor()
    if cursor.selectionEnd() - cursor.selectionStart() > MAX_SELECTION_LENGTH:
        return ""
    # Qt separates paragraphs and lines by special characters, and has one for embedded objects.
    return cursor.selectedText().translate(_PLAIN_TEXT_TABLE)


def heading_above_selection(page: NotePage) -> str:
    """Return the heading above the selection in *page*; empty if there is none."""
    if page.editing:
        block = page.editor.document().findBlock(page.editor.textCursor().selectionStart())
        return _heading_above(block)
    shown, start = page.reader.rendered_document, page.reader.textCursor().selectionStart()
    found = ""
    for begin, element in zip(shown.starts, shown.elements, strict=False):
        if begin > start:
            break
        if isinstance(element, TextBlock) and re.fullmatch("h[1-6]", element.kind) and not is_embedded_element(element):
            found = element.text
    return found


def _heading_above(block: QTextBlock) -> str:
    for _ in range(MAX_LINES_ABOVE):
        if not block.isValid():
            break
        heading = _HEADING.match(block.text())
        if heading is not None:
            return heading[1]
        block = block.previous()
    return ""


class OpenNoteOffer(QObject):
    """Offers the open note and its selection in the composer, and adds them by a command or from the note's menu."""

    def __init__(self, window: MainWindow, chat: ChatDock, notes: NoteArea) -> None:
        super().__init__(chat)
        self._window, self._chat, self._notes = window, chat, notes
        notes.current_changed.connect(lambda _path: self.refresh())
        notes.tabs_changed.connect(self._follow_page)
        # The selection is read when the composer gets the focus, not at each move of the pointer.
        chat.composer.field.focus_changed.connect(self.refresh)
        window.commands.bind("add-open-note", self.add)
        window.commands.keys_changed.connect(self.refresh)
        self._follow_page()
        self.refresh()

    def refresh(self) -> None:
        """Update the open note and its selection."""
        page, path = self._notes.current_page, self._notes.current_path or ""
        selected = selected_text_in(page)
        heading = heading_above_selection(page) if page is not None and selected.strip() else ""
        keys = self._window.commands.keys("add-open-note")
        self._chat.composer_controller.context.set_open_note(path, selected, keys, heading)

    def add(self) -> None:
        """Add the selection, or the open note, to the context of the question."""
        self._window.show_pane("chat")
        self.refresh()
        self._chat.composer.tray.add_offered()
        self._chat.composer.field.setFocus()

    def _follow_page(self) -> None:
        page = self._notes.current_page
        if page is not None and not page.property("selection menu"):
            page.setProperty("selection menu", True)
            for text in (page.reader, page.editor):
                text.menu_opening.connect(lambda menu: self._fill_menu(menu, page))

    def _fill_menu(self, menu: QMenu, page: NotePage) -> None:
        entry = menu.addAction(self.tr("Add selection to the chat"), self.add)
        if keys := self._window.commands.keys("add-open-note"):
            entry.setText(f"{entry.text()}\t{keys}")
        entry.setEnabled(bool(selected_text_in(page).strip()))


MAX_NAME_LENGTH = 60
"""Maximum number of characters of a note's name in a message."""


class AnswerTargets(QObject):
    """Offers the actions that currently apply under every answer, and performs them."""

    def __init__(self, window: MainWindow, vault: Vault, chat: ChatDock, notes: NoteArea) -> None:
        super().__init__(chat)
        self._window, self._vault, self._chat, self._notes = window, vault, chat, notes
        self._path = ""
        """Path of the note that was shown last; the shown tab may be the chat."""
        chat.insert_requested.connect(self.insert)
        chat.append_requested.connect(self.append)
        window.commands.bind("insert-answer", lambda: self._use_last_answer(self.insert))
        window.commands.bind("append-answer", lambda: self._use_last_answer(self.append))
        notes.current_changed.connect(lambda _path: self.refresh())
        self.refresh()

    def refresh(self) -> None:
        """Update to the note that is open now."""
        self._path = self._notes.current_path or self._path
        if self._path not in self._notes.open_notes():
            self._path = ""
        has_note = bool(self._path)
        self._chat.set_note_actions(insert=has_note, append=has_note, new_note=True)

    def insert(self, text: str) -> None:
        """Insert *text* at the cursor of the open note if that note is being edited."""
        page = self._page()
        if page is None or not page.editing or page.editor.isReadOnly():
            self._report_missing_cursor(text)
            return
        start = page.editor.textCursor().selectionStart()
        page.editor.insert_at_cursor(text)
        inserted, end = page.editor.textCursor(), page.editor.textCursor().position()
        inserted.setPosition(start)
        inserted.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        inserted.setKeepPositionOnInsert(True)  # Text typed after it is not part of it.
        revision = page.editor.document().revision()
        message = self.tr("Inserted into “{0}”.").format(self._name())
        self._window.notify(message, self.tr("Undo"), lambda: self._remove_inserted(page, inserted, revision))

    def append(self, text: str) -> None:
        """Append *text* to the open note."""
        if self._path:
            self._start(self._append(self._path, text))
        else:
            self._window.notify(self.tr("Open a note first. The answer is appended to it."))

    def _report_missing_cursor(self, text: str) -> None:
        """Tell the user that *text* cannot be inserted, and offer to append it if a note is open."""
        if not self._path:
            self._window.notify(self.tr("Open a note first. The answer is inserted at its cursor."))
            return
        message = self.tr("No note is being edited, so there is no cursor.")
        action_text = self.tr("Append to “{0}”").format(self._name())
        self._window.notify(message, action_text, lambda: self.append(text))

    async def _append(self, path: str, text: str) -> None:
        await self._notes.append(path, text)
        message = self.tr("Appended to “{0}”.").format(self._name())
        self._window.notify(message, self.tr("Undo"), lambda: self._start(self._remove_appended(path, text)))

    async def _remove_appended(self, path: str, text: str) -> None:
        """Remove *text* from the end of the note again unless something was added after it."""
        ending = text.strip("\n") + "\n"
        page = next((page for page in self._notes.pages if page.path == path and page.text is not None), None)
        if page is not None:
            is_removable = (page.text or "").endswith(ending)
            is_removed = is_removable and await page.rewrite(lambda old: _without_ending(old, ending))
        else:
            note_path = NotePath.parse(path)
            note = await self._vault.read(note_path)
            is_removed = note.text.endswith(ending)
            if is_removed:
                await self._vault.write(note_path, _without_ending(note.text, ending), note.digest)
        if not is_removed:
            self._window.notify(self.tr("The note has changed since, so nothing was removed from it."))

    def _remove_inserted(self, page: NotePage, inserted: QTextCursor, revision: int) -> None:
        """Remove the text selected by *inserted*; *revision* is that of the document after the insertion."""
        if not shiboken6.isValid(page) or inserted.isNull():
            return
        if page.editor.document().revision() == revision:
            page.editor.undo()  # Text that was typed over is restored as well.
        else:
            inserted.removeSelectedText()

    def _page(self) -> NotePage | None:
        """Return the current page, or that of the note shown last if the current one shows no note."""
        current = self._notes.current_page
        if current is not None and current.path:
            return current
        return next((page for page in self._notes.pages if self._path and page.path == self._path), None)

    def _name(self) -> str:
        return safe_label_text(self._path.rpartition("/")[2].removesuffix(".md"), MAX_NAME_LENGTH)

    def _use_last_answer(self, action: Callable[[str], None]) -> None:
        """Call *action* with the last answer of the shown conversation."""
        answers = [
            exchange.text
            for exchange in self._chat.open_conversations.current.exchanges
            if exchange.is_finished and exchange.text
        ]
        if answers:
            action(answers[-1])
        else:
            self._window.notify(self.tr("There is no answer in this chat yet."))

    def _start(self, work: Coroutine[object, object, None]) -> None:
        bridge.start(self._window.report_errors(work), owner=self)


def _without_ending(text: str, ending: str) -> str:
    """Return *text* without *ending* and without the empty line before it."""
    return text.removesuffix(ending).rstrip("\n") + "\n" if text.endswith(ending) else text

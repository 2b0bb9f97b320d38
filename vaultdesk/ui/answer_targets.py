"""Answer targets: puts answers where they are to go: at the cursor of the open note or its end; and takes them back."""

from collections.abc import Callable, Coroutine

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

TARGET_COMMANDS = ("insert-answer", "append-answer")

LONGEST_NAME = 60
"""Characters of a note's name in a sentence."""


class AnswerTargets(QObject):
    """Offers what works now under every answer, and does it."""

    def __init__(self, window: MainWindow, vault: Vault, chat: ChatDock, notes: NoteArea) -> None:
        super().__init__(chat)
        self._window, self._vault, self._chat, self._notes = window, vault, chat, notes
        self._path = ""
        """The note that was shown last: the chat itself may be what is shown now."""
        chat.insert_requested.connect(self.insert)
        chat.append_requested.connect(self.append)
        window.commands.bind("insert-answer", lambda: self._with_last(self.insert))
        window.commands.bind("append-answer", lambda: self._with_last(self.append))
        notes.current_changed.connect(lambda _path: self.renew())
        self.renew()

    def close(self) -> None:
        """Let go of the vault."""
        self._window.commands.unbind(*TARGET_COMMANDS)

    def renew(self) -> None:
        """Take over which note is open."""
        self._path = self._notes.current_path or self._path
        if self._path not in self._notes.open_notes():
            self._path = ""
        there = bool(self._path)
        self._chat.set_note_actions(insert=there, append=there, new_note=True)

    def insert(self, text: str) -> None:
        """Put *text* at the cursor of the open note, where that is being written."""
        page = self._page()
        if page is None or not page.editing or page.editor.isReadOnly():
            if self._path:
                words = self.tr("No note is being written, so there is no cursor.")
                to = self.tr("Append to “{0}”").format(self._name())
                self._window.notify(words, to, lambda: self.append(text))
            else:
                self._window.notify(self.tr("Open a note first: the answer goes where its cursor is."))
            return
        cursor = page.editor.textCursor()
        start = cursor.selectionStart()
        page.editor.insert_at_cursor(text)
        put_in, end = page.editor.textCursor(), page.editor.textCursor().position()
        put_in.setPosition(start)
        put_in.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        put_in.setKeepPositionOnInsert(True)  # What is typed behind it is no part of it.
        revision = page.editor.document().revision()
        words = self.tr("Inserted into “{0}”.").format(self._name())
        self._window.notify(words, self.tr("Undo"), lambda: self._take_out(page, put_in, revision))

    def append(self, text: str) -> None:
        """Put *text* at the end of the open note."""
        if self._path:
            self._start(self._append(self._path, text))
        else:
            self._window.notify(self.tr("Open a note first: the answer goes to its end."))

    async def _append(self, path: str, text: str) -> None:
        await self._notes.append(path, text)
        words = self.tr("Appended to “{0}”.").format(self._name())
        self._window.notify(words, self.tr("Undo"), lambda: self._start(self._cut_off(path, text)))

    async def _cut_off(self, path: str, text: str) -> None:
        """Take *text* from the end of the note again, where nothing came behind it."""
        ending = text.strip("\n") + "\n"
        page = next((page for page in self._notes.pages if page.path == path and page.text is not None), None)
        if page is not None:
            done = (page.text or "").endswith(ending) and await page.rewrite(lambda old: _without(old, ending))
        else:
            where = NotePath.parse(path)
            read = await self._vault.read(where)
            done = read.text.endswith(ending)
            if done:
                await self._vault.write(where, _without(read.text, ending), read.digest)
        if not done:
            self._window.notify(self.tr("The note was changed since; nothing was taken out of it."))

    def _take_out(self, page: NotePage, put_in: QTextCursor, revision: int) -> None:
        if not shiboken6.isValid(page) or put_in.isNull():
            return
        if page.editor.document().revision() == revision:
            page.editor.undo()  # What was typed over comes back, too.
        else:
            put_in.removeSelectedText()

    def _page(self) -> NotePage | None:
        current = self._notes.current_page
        if current is not None and current.path:
            return current
        return next((page for page in self._notes.pages if self._path and page.path == self._path), None)

    def _name(self) -> str:
        return safe_label_text(self._path.rpartition("/")[2].removesuffix(".md"), LONGEST_NAME)

    def _with_last(self, do: Callable[[str], None]) -> None:
        """Do it with the last answer of the shown conversation."""
        answers = [one.text for one in self._chat.talks.current.exchanges if one.over and one.text]
        if answers:
            do(answers[-1])
        else:
            self._window.notify(self.tr("There is no answer in this chat yet."))

    def _start(self, work: Coroutine[object, object, None]) -> None:
        bridge.start(self._told(work), owner=self)

    async def _told(self, work: Coroutine[object, object, None]) -> None:
        """Do *work*; what it cannot do is said in the window."""
        try:
            await work
        except VaultDeskError as problem:
            self._window.notify(str(problem))


def _without(old: str, ending: str) -> str:
    """Return *old* without *ending* and the empty line before it."""
    return old.removesuffix(ending).rstrip("\n") + "\n" if old.endswith(ending) else old

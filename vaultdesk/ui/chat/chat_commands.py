"""Chat commands of a vault window: open, switch and continue chats, insert answers into notes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.exchange import ReaderPosition
from vaultdesk.ui.chat.open_conversations import ConversationController
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.window_state import SavedChatTab
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

T = TypeVar("T")

CLOSE_TIMEOUT = 8.0
"""Seconds that closing waits for running answers and for saving chats; enough for a slow disk."""

MAX_RESTORED_TABS = 20
"""Number of most recent tabs restored at the next start; each of them is read from disk then."""

COMMANDS = (
    "chats", "next-chat", "previous-chat", "close-chat", "copy-chat", "find-in-chat", "large-question", "stop",
)  # fmt: skip
"""Commands that need an open vault."""

log = logging.getLogger(__name__)


class ChatCommands(QObject):
    """Binds the chat commands of an open vault. Created with the views of the vault and closed before them."""

    def __init__(
        self,
        window: MainWindow,
        vault_key: str,
        chats: SavedChats,
        chat: ChatDock,
        notes: NoteArea,
        open_note: Callable[[str], object],
    ) -> None:
        """*vault_key* identifies the vault in the stored window state."""
        super().__init__(chat)
        self._chat = chat
        self._window = window
        self._key = vault_key
        self._chats = chats
        self._chat.chat_list.notice.connect(window.notify)
        self._chat.tabs.notice.connect(window.notify)
        self._chat.chat_list.note_requested.connect(open_note)
        self.notes = ChatNoteOffer(notes, chats.is_chat)
        self.notes.continue_requested.connect(lambda path: bridge.start(self.continue_chat(path), owner=self))
        self._bind()
        bridge.start(self._open_last(), owner=self)

    async def close(self) -> None:
        """Stop running answers and wait up to `CLOSE_TIMEOUT` until every chat is saved."""
        self._window.commands.unbind(*COMMANDS)
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._chat.finish()
        except TimeoutError:
            log.error("the chats were not saved within %s seconds", CLOSE_TIMEOUT)
        # The window saved its state when it was closed, but a chat may have been saved only now.
        self._remember()
        self._window.save_state()

    async def continue_chat(self, path: str) -> None:
        """Continue the chat stored in the note at *path*."""
        self._window.show_pane("chat")
        if await self._chat.library.open(path) is not None:
            self._chat.composer.field.setFocus()

    def _list(self) -> None:
        self._window.show_pane("chat")
        self._chat.chat_list.open()

    def _bind(self) -> None:
        commands, tabs = self._window.commands, self._chat.tabs
        commands.bind("chats", self._list)
        commands.bind("next-chat", lambda: tabs.step(1))
        commands.bind("previous-chat", lambda: tabs.step(-1))
        commands.bind("close-chat", self._close_tab)
        commands.bind("copy-chat", self._copy)
        commands.bind("find-in-chat", self._find)
        commands.bind("large-question", self._chat.composer.expand_button.toggle)
        # Enabled only while an answer runs: otherwise Esc keeps the meaning it has for the focused widget.
        commands.bind("stop", self._chat.composer.stop_requested.emit).setEnabled(self._chat.composer.send.stops)
        self._chat.running_changed.connect(lambda running: commands["stop"].setEnabled(running))
        commands.keys_changed.connect(self._show_keys)
        self._show_keys()

    def _show_keys(self) -> None:
        self._chat.composer.expand_button.set_keys(self._window.commands.keys("large-question"))

    def _find(self) -> None:
        self._window.show_pane("chat")
        self._chat.search.begin()

    def _close_tab(self) -> None:
        self._chat.tabs.close_current()
        self._chat.composer.field.setFocus()

    def _copy(self) -> None:
        self._chat.header.copy_requested.emit()
        self._window.notify(self.tr("The chat was copied as Markdown."))

    async def _open_last(self) -> None:
        """Show the chat that was shown last unless the user already started something else; then store the current
        state.
        """
        typed = self._chat.composer.text
        state, key = self._window.state, self._key
        tabs = state.open_chats.get(key)
        if tabs is None:  # State of older versions, which stored notes only.
            tabs = tuple(SavedChatTab(path) for path in state.chat_tabs.get(key, ()))
        shown = state.shown_chat.get(key, "") if key in state.open_chats else state.chats.get(key, "")
        await self._open_tabs(tabs[-MAX_RESTORED_TABS:])
        is_chat = bool(shown) and await self._chats.is_chat(shown)
        if is_chat and not self._chat.open_conversations.has_started and self._chat.composer.text == typed:
            await self._chat.library.open(shown)
        self._chat.note_changed.connect(lambda _note: self._remember())
        self._chat.tabs.changed.connect(self._remember)
        self._remember()

    async def _open_tabs(self, tabs: tuple[SavedChatTab, ...]) -> None:
        """Restore the chats that had tabs, at their saved reading positions. Chats that no longer exist get no tab."""
        for tab in tabs:
            try:
                if await self._chats.is_chat(tab.key):
                    controller = await self._chat.library.load(tab.key)
                    exchange = next(
                        (candidate for candidate in controller.exchanges if candidate.message_id == tab.message_id),
                        None,
                    )
                    controller.reading_position = ReaderPosition(exchange, tab.offset) if exchange is not None else None
            except VaultDeskError as problem:
                log.info("a chat that was open cannot be read: %s", problem.title)
        self._chat.tabs.renew()

    def _remember(self) -> None:
        """Store which saved chats have tabs and their reading positions; nothing is stored about private chats."""
        state, current, saved = self._window.state, self._chat.open_conversations.current, self._chat.tabs.saved
        notes = tuple(controller.note for controller in saved if controller.note)
        tabs = tuple(self._saved_tab(controller) for controller in saved)
        self._window.state = replace(
            state,
            chats=_with_value(state.chats, self._key, current.note),
            chat_tabs=_with_value(state.chat_tabs, self._key, notes),
            open_chats={**state.open_chats, self._key: tabs},
            shown_chat=_with_value(state.shown_chat, self._key, current.key if current.is_saved else ""),
        )

    def _saved_tab(self, controller: ConversationController) -> SavedChatTab:
        is_shown = controller is self._chat.open_conversations.current
        position = self._chat.transcript.reading_position if is_shown else controller.reading_position
        if position is None or not position.exchange.message_id:
            return SavedChatTab(controller.key)
        return SavedChatTab(controller.key, position.exchange.message_id, position.offset)


def _with_value(table: dict[str, T], vault: str, value: T) -> dict[str, T]:
    """Return *table* with *value* for *vault*, or without *vault* if *value* is empty."""
    others = {key: entry for key, entry in table.items() if key != vault}
    return {**others, vault: value} if value else others


TARGET_COMMANDS = ("insert-answer", "append-answer")

MAX_MENU_NAME = 60
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
        notes.current_changed.connect(lambda _path: self.renew())
        self.renew()

    def close(self) -> None:
        """Disconnect from the vault."""
        self._window.commands.unbind(*TARGET_COMMANDS)

    def renew(self) -> None:
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
            if self._path:
                message = self.tr("No note is being edited, so there is no cursor.")
                action_text = self.tr("Append to “{0}”").format(self._name())
                self._window.notify(message, action_text, lambda: self.append(text))
            else:
                self._window.notify(self.tr("Open a note first. The answer is inserted at its cursor."))
            return
        cursor = page.editor.textCursor()
        start = cursor.selectionStart()
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

    async def _append(self, path: str, text: str) -> None:
        await self._notes.append(path, text)
        message = self.tr("Appended to “{0}”.").format(self._name())
        self._window.notify(message, self.tr("Undo"), lambda: self._start(self._remove_appended(path, text)))

    async def _remove_appended(self, path: str, text: str) -> None:
        """Remove *text* from the end of the note again unless something was added after it."""
        ending = text.strip("\n") + "\n"
        page = next((page for page in self._notes.pages if page.path == path and page.text is not None), None)
        if page is not None:
            done = (page.text or "").endswith(ending) and await page.rewrite(lambda old: _without_ending(old, ending))
        else:
            note_path = NotePath.parse(path)
            note = await self._vault.read(note_path)
            done = note.text.endswith(ending)
            if done:
                await self._vault.write(note_path, _without_ending(note.text, ending), note.digest)
        if not done:
            self._window.notify(self.tr("The note has changed since, so nothing was removed from it."))

    def _remove_inserted(self, page: NotePage, inserted: QTextCursor, revision: int) -> None:
        if not shiboken6.isValid(page) or inserted.isNull():
            return
        if page.editor.document().revision() == revision:
            page.editor.undo()  # Text that was typed over is restored as well.
        else:
            inserted.removeSelectedText()

    def _page(self) -> NotePage | None:
        current = self._notes.current_page
        if current is not None and current.path:
            return current
        return next((page for page in self._notes.pages if self._path and page.path == self._path), None)

    def _name(self) -> str:
        return safe_label_text(self._path.rpartition("/")[2].removesuffix(".md"), MAX_MENU_NAME)

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
        bridge.start(self._run_and_report(work), owner=self)

    async def _run_and_report(self, work: Coroutine[object, object, None]) -> None:
        """Await *work* and show an error in the window if it fails."""
        try:
            await work
        except VaultDeskError as problem:
            self._window.notify(translate_error(problem))


def _without_ending(text: str, ending: str) -> str:
    """Return *text* without *ending* and without the empty line before it."""
    return text.removesuffix(ending).rstrip("\n") + "\n" if text.endswith(ending) else text


CHAT_TOPIC = "chat"
"""Topic of the message on the page of a note."""


class ChatNoteOffer(QObject):
    """Offers to continue the chat that is saved in the open note."""

    continue_requested = Signal(str)
    """Path of a chat note to continue."""

    def __init__(self, notes: NoteArea, is_chat: Callable[[str], Awaitable[bool]]) -> None:
        """*is_chat* returns whether the note at a path is a chat."""
        super().__init__(notes)
        self._notes = notes
        self._is_chat = is_chat
        notes.current_changed.connect(self._check_page)

    def _check_page(self, _path: object) -> None:
        page = self._notes.current_page
        if page is not None and page.path:
            bridge.start(self._show_offer(page, page.path), owner=page)

    async def _show_offer(self, page: NotePage, path: str) -> None:
        page.banner.clear(CHAT_TOPIC)
        is_chat = await self._is_chat(path)
        if is_chat and shiboken6.isValid(page) and page.path == path:
            message = self.tr("This note is a chat.")
            action = (self.tr("Continue in the chat"), lambda: self.continue_requested.emit(path))
            page.banner.show_message(CHAT_TOPIC, "info", message, [action])

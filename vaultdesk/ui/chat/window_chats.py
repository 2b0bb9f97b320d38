"""Chats of a vault in its window: commands, chats restored at the next start, and chats continued from their notes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.exchange import ReaderPosition
from vaultdesk.ui.chat.open_conversations import ConversationController
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.window_state import SavedChatTab

T = TypeVar("T")

CLOSE_TIMEOUT = 8.0
"""Seconds that closing waits for running answers and for saving chats; enough for a slow disk."""

MAX_RESTORED_TABS = 20
"""Number of most recent tabs restored at the next start; each of them is read from disk then."""

log = logging.getLogger(__name__)


class WindowChats(QObject):
    """Connects the chats of an open vault with its window. Created with the views of the vault, closed before them."""

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

    def _bind(self) -> None:
        chat, tabs, commands = self._chat, self._chat.tabs, self._window.commands
        commands_of_pane: dict[str, Callable[[], object]] = {
            "focus-chat": chat.composer.field.setFocus,
            "new-chat": chat.new_chat,
            "new-private-chat": lambda: chat.new_chat(private=True),
            "chats": chat.chat_list.open,
            "find-in-chat": chat.search.begin,
            "choose-agent": chat.agents.open,
            "choose-mode": chat.composer.mode.open,
        }
        for name, action in commands_of_pane.items():
            commands.bind(name, partial(self._show_pane, action))
        commands.bind("next-chat", lambda: tabs.step(1))
        commands.bind("previous-chat", lambda: tabs.step(-1))
        commands.bind("close-chat", self._close_tab)
        commands.bind("copy-chat", self._copy)
        commands.bind("large-question", chat.composer.expand_button.toggle)
        # Enabled only while an answer runs: otherwise Esc keeps the meaning it has for the focused widget.
        commands.bind("stop", chat.composer.stop_requested.emit).setEnabled(chat.composer.send.stops)
        chat.running_changed.connect(lambda running: commands.enable("stop", running))
        commands.keys_changed.connect(self._show_keys)
        self._show_keys()
        chat.header.set_commands(
            commands.entries(("new-private-chat", "find-in-chat", "chat-place")),
            commands.entries(("undo-change", "redo-change", "import-chats")),
        )

    def _show_pane(self, action: Callable[[], object]) -> None:
        """Show the chat wherever it is, then call *action*."""
        self._window.show_pane("chat")
        action()

    def _show_keys(self) -> None:
        self._chat.composer.expand_button.set_keys(self._window.commands.keys("large-question"))

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
        self._chat.tabs.refresh()

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

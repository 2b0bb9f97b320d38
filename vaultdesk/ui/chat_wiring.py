"""Chat wiring: the chats of an open vault joined to the window: the last one, notes that are chats, the way back."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.chat_note_offer import ChatNotes
from vaultdesk.ui.notes.note_area import NoteArea

CLOSE_WITHIN = 8.0
"""Seconds that closing waits for running answers and chats to be kept: a slow disk, not a dead one."""

MOST_TABS = 20
"""Tabs that come back at the next start, the last ones: each note is read then."""

COMMANDS = (
    "chats", "next-chat", "previous-chat", "close-chat", "copy-chat", "find-in-chat", "large-question", "stop",
)  # fmt: skip
"""What can only be done while a vault is open."""

log = logging.getLogger(__name__)


class ChatWiring(QObject):
    """Made with the views of a vault, closed before them."""

    def __init__(
        self,
        window: MainWindow,
        vault_key: str,
        chats: SavedChats,
        views: tuple[ChatDock, NoteArea],
        open_note: Callable[[str], object],
    ) -> None:
        """*vault_key* is what the window's state knows the vault by."""
        self._chat, notes = views
        super().__init__(self._chat)
        self._window = window
        self._key = vault_key
        self._chats = chats
        self._chat.listing.notice.connect(window.notify)
        self._chat.tabs.notice.connect(window.notify)
        self._chat.listing.note_requested.connect(open_note)
        self.notes = ChatNotes(notes, chats.is_chat)
        self.notes.continue_requested.connect(lambda path: bridge.start(self.go_on(path), owner=self))
        self._bind()
        bridge.start(self._open_last(window.state.chats.get(vault_key, "")), owner=self)

    async def close(self) -> None:
        """Stop what runs and wait, not for ever, until every chat is kept."""
        self._window.commands.unbind(*COMMANDS)
        try:
            async with asyncio.timeout(CLOSE_WITHIN):
                await self._chat.finish()
        except TimeoutError:
            log.error("the chats were not kept within %s seconds", CLOSE_WITHIN)
        # The window kept its state when it was closed; a chat may have got its note only now.
        self._remember()
        self._window.save_state()

    async def go_on(self, path: str) -> None:
        """Go on in the chat with the note at *path*."""
        self._window.show_pane("chat")
        if await self._chat.library.open(path) is not None:
            self._chat.composer.box.setFocus()

    def _list(self) -> None:
        self._window.show_pane("chat")
        self._chat.listing.open()

    def _bind(self) -> None:
        commands, tabs = self._window.commands, self._chat.tabs
        commands.bind("chats", self._list)
        commands.bind("next-chat", lambda: tabs.step(1))
        commands.bind("previous-chat", lambda: tabs.step(-1))
        commands.bind("close-chat", self._close_tab)
        commands.bind("copy-chat", self._copy)
        commands.bind("find-in-chat", self._find)
        commands.bind("large-question", self._chat.composer.large.toggle)
        # While something runs only: at all other times Esc means what it means where the keyboard is.
        commands.bind("stop", self._chat.composer.stop_requested.emit).setEnabled(self._chat.composer.send.stops)
        self._chat.running_changed.connect(lambda running: commands["stop"].setEnabled(running))
        commands.keys_changed.connect(self._show_keys)
        self._show_keys()

    def _show_keys(self) -> None:
        self._chat.composer.large.set_keys(self._window.commands.keys("large-question"))

    def _find(self) -> None:
        self._window.show_pane("chat")
        self._chat.finding.begin()

    def _close_tab(self) -> None:
        self._chat.tabs.close_current()
        self._chat.composer.box.setFocus()

    def _copy(self) -> None:
        self._chat.head.copy_requested.emit()
        self._window.notify(self.tr("The chat is on the clipboard, as Markdown."))

    async def _open_last(self, path: str) -> None:
        """Show the chat that was shown last, unless something else was begun meanwhile; then remember what is."""
        typed = self._chat.composer.text
        await self._open_tabs(self._window.state.chat_tabs.get(self._key, ())[-MOST_TABS:])
        found = bool(path) and await self._chats.is_chat(path)
        if found and not self._chat.talks.begun and self._chat.composer.text == typed:
            await self._chat.library.open(path)
        self._chat.note_changed.connect(lambda _note: self._remember())
        self._chat.tabs.changed.connect(self._remember)
        self._remember()

    async def _open_tabs(self, paths: tuple[str, ...]) -> None:
        """Let the chats that had tabs have them again; one whose note is gone has none."""
        for path in paths:
            if await self._chats.is_chat(path):
                try:
                    await self._chat.library.hold(path)
                except VaultDeskError as problem:
                    log.info("a chat that was open cannot be read: %s", problem)
        self._chat.tabs.renew()

    def _remember(self) -> None:
        state, note, tabs = self._window.state, self._chat.library.note, self._chat.tabs.notes
        chats = {key: path for key, path in state.chats.items() if key != self._key}
        rows = {key: paths for key, paths in state.chat_tabs.items() if key != self._key}
        self._window.state = replace(
            state,
            chats={**chats, self._key: note} if note else chats,
            chat_tabs={**rows, self._key: tabs} if tabs else rows,
        )

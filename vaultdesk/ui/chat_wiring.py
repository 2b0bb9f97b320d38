"""Chat wiring: the chats of an open vault joined to the window: the last one, notes that are chats, the way back."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject

from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.kept_chats import KeptChats
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.note.chat_notes import ChatNotes
from vaultdesk.ui.note.note_area import NoteArea

CLOSE_WITHIN = 8.0
"""Seconds that closing waits for running answers and chats to be kept: a slow disk, not a dead one."""

COMMANDS = ("chats",)
"""What can only be done while a vault is open."""

log = logging.getLogger(__name__)


class ChatWiring(QObject):
    """Made with the views of a vault, closed before them."""

    def __init__(
        self,
        window: MainWindow,
        vault_key: str,
        chats: KeptChats,
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
        self._chat.listing.note_requested.connect(open_note)
        self.notes = ChatNotes(notes, chats.is_chat)
        self.notes.continue_requested.connect(lambda path: bridge.start(self.go_on(path), owner=self))
        window.commands.bind("chats", self._list)
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
        self._remember(self._chat.library.note)
        self._window.save_state()

    async def go_on(self, path: str) -> None:
        """Go on in the chat with the note at *path*."""
        self._window.show_pane("chat")
        if await self._chat.library.open(path) is not None:
            self._chat.composer.box.setFocus()

    def _list(self) -> None:
        self._window.show_pane("chat")
        self._chat.listing.open()

    async def _open_last(self, path: str) -> None:
        """Show the chat that was shown last, unless something else was begun meanwhile; then remember what is."""
        typed = self._chat.composer.text
        found = bool(path) and await self._chats.is_chat(path)
        if found and not self._chat.begun and self._chat.composer.text == typed:
            await self._chat.library.open(path)
        self._chat.note_changed.connect(self._remember)
        self._remember(self._chat.library.note)

    def _remember(self, note: str) -> None:
        state = self._window.state
        chats = {key: path for key, path in state.chats.items() if key != self._key}
        self._window.state = replace(state, chats={**chats, self._key: note} if note else chats)

"""Offer to continue the chat that is saved in the open note."""

from collections.abc import Awaitable, Callable

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.ui.bridge import start
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage

CHAT_TOPIC = "chat"
"""What the page's message is about."""


class ChatNoteOffer(QObject):
    """Follows which note is shown."""

    continue_requested = Signal(str)
    """The path of a note that is to be gone on with as a chat."""

    def __init__(self, notes: NoteArea, is_chat: Callable[[str], Awaitable[bool]]) -> None:
        """*is_chat* tells whether the note at a path is one."""
        super().__init__(notes)
        self._notes = notes
        self._is_chat = is_chat
        notes.current_changed.connect(self._look)

    def _look(self, _path: object) -> None:
        page = self._notes.current_page
        if page is not None and page.path:
            start(self._tell(page, page.path), owner=page)

    async def _tell(self, page: NotePage, path: str) -> None:
        page.banner.clear(CHAT_TOPIC)
        chat = await self._is_chat(path)
        if chat and shiboken6.isValid(page) and page.path == path:
            words = self.tr("This note is a chat.")
            go_on = (self.tr("Continue in the chat"), lambda: self.continue_requested.emit(path))
            page.banner.tell(CHAT_TOPIC, "info", words, [go_on])

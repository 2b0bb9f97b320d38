"""Chat listing: the head row and the list of chats joined with the library that does what they ask for."""

from collections.abc import Coroutine
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_library import ChatLibrary, Deleted
from vaultdesk.ui.chat.chat_popup import ChatPopup
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.head import ChatHead
from vaultdesk.ui.chat.talk import Talk
from vaultdesk.ui.chat.talk_list import TalkList
from vaultdesk.ui.widgets.labels import safe_label_text

LONGEST_TITLE = 60
"""Characters of a title in a sentence."""


class ChatListing(QObject):
    """Opens the list and follows which chat is shown."""

    found = Signal(str)
    """The shown chat was opened for these words, found in it."""
    notice = Signal(str, str, object)
    """A word about what was done, the words of the way back, and what takes it."""
    note_requested = Signal(str)
    """The path of a chat's note that is to be shown."""

    def __init__(self, head: ChatHead, talks: TalkList, library: ChatLibrary) -> None:
        super().__init__(head)
        self._head = head
        self._talks = talks
        self._library = library
        self._popup: ChatPopup | None = None
        self._gone: Deleted | None = None
        head.list_requested.connect(self.open)
        head.renamed.connect(lambda title: self._start(self._library.rename(self._key(), title)))
        head.pin_requested.connect(lambda pinned: self._start(self._library.pin(self._key(), pinned)))
        head.delete_requested.connect(lambda: self._start(self._library.delete(self._key())))
        head.parent_requested.connect(self._open_parent)
        head.note_requested.connect(lambda: self.note_requested.emit(self._talks.current.note))
        talks.shown.connect(lambda _before, _talk: self.renew())
        library.changed.connect(self.renew)
        library.deleted.connect(self._deleted)
        self.renew()

    def open(self) -> ChatPopup:
        """Open the list under the title."""
        popup = self._popup = ChatPopup(self._head.title, self._library.search)
        popup.chosen.connect(lambda key, words: self._start(self._open(key, words)))
        popup.renamed.connect(lambda key, title: self._start(self._library.rename(key, title)))
        popup.pinned.connect(lambda key, pinned: self._start(self._library.pin(key, pinned)))
        popup.deleted.connect(lambda key: self._start(self._library.delete(key)))
        popup.undo_requested.connect(self._bring_back)
        popup.open_with(self._library.items(), self._key())
        return popup

    def renew(self) -> None:
        """Show the chats as they are now."""
        self._talks.renew_names()
        self._head.show_parent(self._library.title_of(self._talks.current.conversation.parent))
        if self._popup is not None and shiboken6.isValid(self._popup) and self._popup.isVisible():
            self._popup.renew(self._library.items(), self._key())

    def branch(self, exchange: Exchange) -> None:
        """Go on in a new chat from an answer of the shown one."""
        self._library.branch(self._talks.current, exchange)

    async def _open(self, key: str, words: str) -> None:
        if await self._library.open(key) is not None and words:
            self.found.emit(words)

    def _open_parent(self) -> None:
        self._start(self._library.open_target(self._talks.current.conversation.parent))

    def _deleted(self, gone: Deleted) -> None:
        self._gone = gone
        title = safe_label_text(gone.title, LONGEST_TITLE) or self.tr("New chat")
        self.notice.emit(self.tr("Deleted “{0}”").format(title), self.tr("Undo"), self._bring_back)
        if self._popup is not None and shiboken6.isValid(self._popup):
            self._popup.offer_undo(title)

    def _bring_back(self) -> None:
        gone, self._gone = self._gone, None
        if gone is not None:
            self._start(self._library.bring_back(gone))

    def _key(self) -> str:
        return self._library.key(self._talks.current)

    def _start(self, work: Coroutine[Any, Any, Talk | None]) -> None:  # Any: a coroutine's own
        bridge.start(work, owner=self)

"""All chats of a vault: opened, renamed, pinned, deleted and branched."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from heapq import merge
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.chat.chat_store import ChatPassage
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_head import ChatHeader
from vaultdesk.ui.chat.chat_popup import ChatItem, ChatPopup, open_chat_item
from vaultdesk.ui.chat.conversation_controller import ConversationController
from vaultdesk.ui.chat.exchange import Exchange, last_message_of
from vaultdesk.ui.chat.open_conversations import OpenConversations
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.vault.undo import UndoOutcome

UndoGroup = Callable[[str], Awaitable[UndoOutcome]]
"""Takes a group of changes of the vault back. Raises `VaultDeskError`."""


@dataclass(frozen=True, slots=True)
class DeletedChat:
    """A chat that was deleted, and what brings it back."""

    title: str
    group: str
    """Of the change of the vault; empty for a chat without a note."""
    key: str
    controller: ConversationController | None
    """Of a chat that was not kept: nothing else has it."""
    shown: bool


class ChatLibrary(QObject):
    """Joins what is kept with what is open, by the chats' keys."""

    changed = Signal()
    """Other chats, or others of their titles, pins or dates."""
    refused = Signal(str)
    """A sentence on why something could not be done."""
    deleted = Signal(object)
    """A `DeletedChat` one may want back."""

    def __init__(self, chats: SavedChats, conversations: OpenConversations, undo: UndoGroup) -> None:
        super().__init__(conversations)
        self._chats = chats
        self._conversations = conversations
        self._undo = undo
        self._renaming: dict[str, ConversationController] = {}
        """Open chats that are being renamed, by the old path, which the list may still have for a moment."""
        bridge.follow(chats.changes, lambda _: self.changed.emit(), owner=self)
        conversations.changed.connect(lambda _controller: self.changed.emit())

    @property
    def note(self) -> str:
        """The path of the note the shown chat is kept in; empty where it is in none."""
        return self._conversations.current.note

    def items(self) -> tuple[ChatItem, ...]:
        """Return all chats: pinned first, then those changed last."""
        moved = {path for path, controller in self._renaming.items() if controller.note != path}
        entries = [one for one in self._chats.entries() if one.kept or one.path not in moved]
        running = {controller.key for controller in self._conversations.controllers if controller.running}
        known = {one.key for one in entries}
        loose = [
            open_chat_item(controller)
            for controller in reversed(self._conversations.controllers)
            if controller.exchanges and controller.key not in known
        ]
        kept = [
            ChatItem(one.key, one.title, one.modified, one.pinned, one.preview, running=one.key in running)
            for one in entries
        ]
        # The entries are in order: to sort ten thousand again would be felt.
        return tuple(merge(loose, kept, key=lambda item: (not item.pinned, -item.changed.timestamp())))

    def key(self, controller: ConversationController) -> str:
        """Return the key of an open chat."""
        return controller.key

    def parent_title(self) -> str:
        """Return what the chat is called that the shown one branched off; nothing where it is no branch."""
        conversation = self._conversations.current.conversation
        if not (conversation.parent or conversation.parent_id):
            return ""  # Asked at each step of an answer: ten thousand chats are not sorted for nothing.
        key = self._parent_key(conversation)
        known = next((one.title for one in self._chats.entries() if key and key in (one.key, one.path)), "")
        return known or conversation.parent.partition("#")[0].rpartition("/")[2].removesuffix(".md")

    async def refresh(self) -> None:
        """Look for chats that other programs wrote; `changed` tells of them."""
        await self._chats.refresh()

    async def search(self, query: str) -> Sequence[ChatPassage]:
        """Return the chats in whose words *query* is found; none where that cannot be told now."""
        try:
            return await self._chats.search(query)
        except VaultDeskError:
            return ()  # Elsewhere it is said what is wrong; the titles stay offered.

    async def open(self, key: str) -> ConversationController | None:
        """Show a chat and return it; None, and told, where its note cannot be read."""
        try:
            controller = await self.hold(key)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
            return None
        if controller is not self._conversations.current:
            self._conversations.show_conversation(controller)
        return controller

    async def hold(self, key: str) -> ConversationController:
        """Open a chat that is not shown yet. Raises `VaultDeskError` where its note cannot be read."""
        controller = self._open_controller(key)
        if controller is None:
            conversation = await self._chats.open(key)
            # While the note was read, it may have been asked for once more.
            controller = self._open_controller(key) or self._conversations.add(conversation)
        return controller

    async def open_parent(self) -> ConversationController | None:
        """Show the chat that the shown one branched off."""
        return await self.open(self._parent_key(self._conversations.current.conversation))

    async def rename(self, key: str, title: str) -> None:
        """Call a chat *title*."""
        await self._change_chat(key, title=title)

    async def pin(self, key: str, pinned: bool) -> None:
        """Hold a chat at the top of the list, or not."""
        await self._change_chat(key, pinned=pinned)

    async def keep_note(self, key: str, *, keep: bool) -> None:
        """Make a chat a note of the vault too, or write its note no more."""
        controller = self._open_controller(key)
        try:
            await self._chats.keep_note(key, keep=keep)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
        if controller is not None:
            controller.changed.emit()

    async def delete(self, key: str) -> None:
        """Delete a chat, its note too; an answer on its way is stopped before."""
        controller = self._open_controller(key)
        # The list may be a moment behind what an open chat is called.
        title = (controller.title if controller is not None else "") or self._title_of(key)
        if controller is not None:
            await finish_answer(controller)
        key = controller.key if controller is not None else key
        kept = controller is None or controller.kept
        try:
            group = await self._chats.delete(key) if kept else ""
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
            return
        shown = controller is self._conversations.current
        if controller is not None and controller in self._conversations.controllers:
            self._conversations.remove(controller)
        if controller is not None and kept:
            controller.deleteLater()  # Brought back, it is read again.
        self.changed.emit()
        self.deleted.emit(DeletedChat(title, group, key, None if kept else controller, shown))

    def _title_of(self, key: str) -> str:
        return next((item.title for item in self.items() if item.key == key), "")

    async def restore(self, deleted_chat: DeletedChat) -> None:
        """Take back that a chat was deleted; one that was on show is shown again."""
        problem = await self._problem_of_undo(deleted_chat.group) if deleted_chat.group else ""
        if problem:
            self.refused.emit(problem)
            return
        if deleted_chat.controller is not None:
            self._conversations.restore(deleted_chat.controller)
        else:
            try:
                await self._chats.restore(deleted_chat.key)
            except VaultDeskError as error:
                self.refused.emit(translate_error(error))
                return
            if deleted_chat.shown:
                await self.open(deleted_chat.key)
        self.changed.emit()

    def branch(self, controller: ConversationController, exchange: Exchange) -> None:
        """Go on in a new chat from the answer of *exchange*; the old one stays as it is."""
        last = last_message_of(controller.conversation, exchange)
        if not last:
            return
        branch = self._conversations.add(self._chats.branch(controller.conversation, last))
        if branch.autosave is not None:
            branch.autosave.save_soon()
        self._conversations.show_conversation(branch)

    async def _change_chat(self, key: str, *, title: str | None = None, pinned: bool | None = None) -> None:
        """Change what a chat is called or whether it is pinned, where it is kept too."""
        controller = self._open_controller(key)
        path = controller.note if controller is not None else key
        if controller is not None and path and title is not None:
            self._renaming[path] = controller
        try:
            if controller is not None and not controller.kept:
                controller.change(title=title, pinned=pinned)
            elif title is not None:
                await self._chats.rename(key, title)
            elif pinned is not None:
                await self._chats.pin(key, pinned)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
        finally:
            self._renaming.pop(path, None)
        if controller is not None:
            controller.changed.emit()
        self.changed.emit()

    async def _problem_of_undo(self, group: str) -> str:
        try:
            outcome = await self._undo(group)
        except VaultDeskError as problem:
            return translate_error(problem)
        return translate(
            "" if outcome.done else outcome.problem or self.tr("Its note changed since, so it stays as it is.")
        )

    def _open_controller(self, key: str) -> ConversationController | None:
        return self._conversations.controller_of(key)

    def _parent_key(self, conversation: Conversation) -> str:
        """Return the key of the chat that *conversation* branched off; empty where it did not."""
        entries = self._chats.entries()
        if any(one.key == conversation.parent_id for one in entries):
            return conversation.parent_id
        name = conversation.parent.partition("#")[0]
        if not name:
            return ""
        path = name if name.endswith(".md") else f"{name}.md"
        paths = [one.path for one in entries]
        return path if path in paths else next((one for one in paths if one.endswith(f"/{path}")), path)


async def finish_answer(controller: ConversationController) -> None:
    """Stop the answer of *controller* and return when all it said is kept."""
    controller.stop()
    if controller.running:
        await bridge.wait_signal(controller.running_changed)
    if controller.autosave is not None:
        await controller.autosave.flush()


MAX_NOTICE_TITLE = 60
"""Characters of a title in a sentence."""


class ChatListController(QObject):
    """Opens the list and follows which chat is shown."""

    found = Signal(str)
    """The shown chat was opened for these words, found in it."""
    notice = Signal(str, str, object)
    """A word about what was done, the words of the way back, and what takes it."""
    note_requested = Signal(str)
    """The path of a chat's note that is to be shown."""

    def __init__(self, head: ChatHeader, conversations: OpenConversations, library: ChatLibrary) -> None:
        super().__init__(head)
        self._head = head
        self._conversations = conversations
        self._library = library
        self._popup: ChatPopup | None = None
        self._gone: DeletedChat | None = None
        head.list_requested.connect(self.open)
        head.renamed.connect(lambda title: self._start(self._library.rename(self._key(), title)))
        head.pin_requested.connect(lambda pinned: self._start(self._library.pin(self._key(), pinned)))
        head.keep_note_requested.connect(lambda keep: self._start(self._library.keep_note(self._key(), keep=keep)))
        head.delete_requested.connect(lambda: self._start(self._library.delete(self._key())))
        head.parent_requested.connect(self._open_parent)
        head.note_requested.connect(lambda: self.note_requested.emit(self._conversations.current.note))
        conversations.shown.connect(lambda _before, _controller: self.renew())
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
        popup.undo_requested.connect(self._restore_last_deleted)
        popup.open_with(self._library.items(), self._key())
        self._start(self._library.refresh())
        return popup

    def renew(self) -> None:
        """Show the chats as they are now."""
        self._conversations.renew_names()
        self._head.show_parent(self._library.parent_title())
        if self._popup is not None and shiboken6.isValid(self._popup) and self._popup.isVisible():
            self._popup.renew(self._library.items(), self._key())

    def branch(self, exchange: Exchange) -> None:
        """Go on in a new chat from an answer of the shown one."""
        self._library.branch(self._conversations.current, exchange)

    async def _open(self, key: str, words: str) -> None:
        if await self._library.open(key) is not None and words:
            self.found.emit(words)

    def _open_parent(self) -> None:
        self._start(self._library.open_parent())

    def _deleted(self, deleted_chat: DeletedChat) -> None:
        self._gone = deleted_chat
        title = safe_label_text(deleted_chat.title, MAX_NOTICE_TITLE) or self.tr("New chat")
        self.notice.emit(self.tr("Deleted “{0}”").format(title), self.tr("Undo"), self._restore_last_deleted)
        if self._popup is not None and shiboken6.isValid(self._popup):
            self._popup.offer_undo(title)

    def _restore_last_deleted(self) -> None:
        deleted_chat, self._gone = self._gone, None
        if deleted_chat is not None:
            self._start(self._library.restore(deleted_chat))

    def _key(self) -> str:
        return self._library.key(self._conversations.current)

    def _start(self, work: Coroutine[Any, Any, ConversationController | None]) -> None:  # Any: a coroutine's own
        bridge.start(work, owner=self)

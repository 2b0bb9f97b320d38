"""All chats of a vault: open, rename, pin, delete, restore and branch."""

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
"""Undoes a group of vault changes. Raises `VaultDeskError`."""


@dataclass(frozen=True, slots=True)
class DeletedChat:
    """A deleted chat with what is needed to restore it."""

    title: str
    group: str
    """Group of the vault change; empty for a chat without a note."""
    key: str
    controller: ConversationController | None
    """Set for a chat that was not saved, which exists only in memory."""
    shown: bool


class ChatLibrary(QObject):
    """Merges saved and open chats by their keys."""

    changed = Signal()
    """The list of chats, or a title, pin or date in it, changed."""
    refused = Signal(str)
    """Message explaining why an action failed."""
    deleted = Signal(object)
    """A `DeletedChat` that can be restored."""

    def __init__(self, chats: SavedChats, conversations: OpenConversations, undo: UndoGroup) -> None:
        super().__init__(conversations)
        self._chats = chats
        self._conversations = conversations
        self._undo = undo
        self._renaming: dict[str, ConversationController] = {}
        """Open chats being renamed, by their old path, which the list may contain for a moment longer."""
        bridge.follow(chats.changes, lambda _: self.changed.emit(), owner=self)
        conversations.changed.connect(lambda _controller: self.changed.emit())

    @property
    def note(self) -> str:
        """Path of the note of the shown chat; empty if it has none."""
        return self._conversations.current.note

    def items(self) -> tuple[ChatItem, ...]:
        """Return all chats: pinned first, then by last change."""
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
        # The entries are already in order; sorting ten thousand again would cause a noticeable delay.
        return tuple(merge(loose, kept, key=lambda item: (not item.pinned, -item.changed.timestamp())))

    def key(self, controller: ConversationController) -> str:
        """Return the key of an open chat."""
        return controller.key

    def parent_title(self) -> str:
        """Return the title of the chat from which the shown one was branched; empty if it is not a branch."""
        conversation = self._conversations.current.conversation
        if not (conversation.parent or conversation.parent_id):
            return ""  # Called at each step of an answer: avoids sorting ten thousand chats.
        key = self._parent_key(conversation)
        known = next((one.title for one in self._chats.entries() if key and key in (one.key, one.path)), "")
        return known or conversation.parent.partition("#")[0].rpartition("/")[2].removesuffix(".md")

    async def refresh(self) -> None:
        """Look for chats written by other programs; emits `changed` if there are any."""
        await self._chats.refresh()

    async def search(self, query: str) -> Sequence[ChatPassage]:
        """Return the chats that contain *query*; none if the search fails at the moment."""
        try:
            return await self._chats.search(query)
        except VaultDeskError:
            return ()  # The failure is reported elsewhere; titles are still searched.

    async def open(self, key: str) -> ConversationController | None:
        """Show a chat and return it. If its note cannot be read, report that and return None."""
        try:
            controller = await self.hold(key)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
            return None
        if controller is not self._conversations.current:
            self._conversations.show_conversation(controller)
        return controller

    async def hold(self, key: str) -> ConversationController:
        """Open a chat without showing it. Raises `VaultDeskError` if its note cannot be read."""
        controller = self._open_controller(key)
        if controller is None:
            conversation = await self._chats.open(key)
            # It may have been opened a second time while the note was being read.
            controller = self._open_controller(key) or self._conversations.add(conversation)
        return controller

    async def open_parent(self) -> ConversationController | None:
        """Show the chat from which the shown one was branched."""
        return await self.open(self._parent_key(self._conversations.current.conversation))

    async def rename(self, key: str, title: str) -> None:
        """Rename a chat to *title*."""
        await self._change_chat(key, title=title)

    async def pin(self, key: str, pinned: bool) -> None:
        """Pin a chat to the top of the list, or unpin it."""
        await self._change_chat(key, pinned=pinned)

    async def keep_note(self, key: str, *, keep: bool) -> None:
        """Start or stop saving a chat as a note of the vault."""
        controller = self._open_controller(key)
        try:
            await self._chats.keep_note(key, keep=keep)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
        if controller is not None:
            controller.changed.emit()

    async def delete(self, key: str) -> None:
        """Delete a chat and its note; a running answer is stopped first."""
        controller = self._open_controller(key)
        # The list may lag behind the title of an open chat.
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
            controller.deleteLater()  # It is read again if restored.
        self.changed.emit()
        self.deleted.emit(DeletedChat(title, group, key, None if kept else controller, shown))

    def _title_of(self, key: str) -> str:
        return next((item.title for item in self.items() if item.key == key), "")

    async def restore(self, deleted_chat: DeletedChat) -> None:
        """Restore a deleted chat and show it if it was shown before."""
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
        """Continue in a new chat from the answer of *exchange*; the original is unchanged."""
        last = last_message_of(controller.conversation, exchange)
        if not last:
            return
        branch = self._conversations.add(self._chats.branch(controller.conversation, last))
        if branch.autosave is not None:
            branch.autosave.save_soon()
        self._conversations.show_conversation(branch)

    async def _change_chat(self, key: str, *, title: str | None = None, pinned: bool | None = None) -> None:
        """Change the title or pin of a chat, also in its saved copy."""
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
        """Return the key of the chat from which *conversation* was branched; empty if there is none."""
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
    """Stop the answer of *controller* and return when the received text is saved."""
    controller.stop()
    if controller.running:
        await bridge.wait_signal(controller.running_changed)
    if controller.autosave is not None:
        await controller.autosave.flush()


MAX_NOTICE_TITLE = 60
"""Maximum number of characters of a title in a message."""


class ChatListController(QObject):
    """Opens the list of chats and keeps track of which chat is shown."""

    found = Signal(str)
    """The shown chat was opened from a text match; carries the matched words."""
    notice = Signal(str, str, object)
    """Message about a finished action, label of the undo button, and the undo callback."""
    note_requested = Signal(str)
    """Path of a chat's note that should be shown."""

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
        """Open the list below the title."""
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
        """Update the list to the current chats."""
        self._conversations.renew_names()
        self._head.show_parent(self._library.parent_title())
        if self._popup is not None and shiboken6.isValid(self._popup) and self._popup.isVisible():
            self._popup.renew(self._library.items(), self._key())

    def branch(self, exchange: Exchange) -> None:
        """Continue in a new chat from an answer of the shown one."""
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

    def _start(self, work: Coroutine[Any, Any, ConversationController | None]) -> None:  # Any: a coroutine's type
        bridge.start(work, owner=self)

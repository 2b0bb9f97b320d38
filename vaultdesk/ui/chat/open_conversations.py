"""The open conversations, and which of them is shown."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from vaultdesk.chat.conversation import Conversation, private_conversation
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.ui.chat.chat_head import ChatHeader
from vaultdesk.ui.chat.conversation_controller import AgentMaker, ConversationController
from vaultdesk.ui.chat.exchange import conversation_markdown
from vaultdesk.ui.chat.vault_protocols import SavedChats


class OpenConversations(QObject):
    """Creates, shows and closes conversations; at least one always exists."""

    shown = Signal(object, object)
    """The shown conversation changed: the previous and the new one."""
    changed = Signal(object)
    """Title, note or running state of this `ConversationController` changed."""
    content_changed = Signal(object)
    """The answer of this `ConversationController` grew, or one of its steps changed."""

    def __init__(self, make_agent: AgentMaker, registry: ToolRegistry, head: ChatHeader, chats: SavedChats) -> None:
        super().__init__(head)
        self._make_agent = make_agent
        self._registry = registry
        self._head = head
        self._chats = chats
        self._apart: set[ConversationController] = set()
        """Created for use elsewhere and not shown here yet."""
        self._closed: set[ConversationController] = set()
        """Without a tab but kept in memory: an answer is in progress, or messages could not be saved."""
        self._conversations = [self._make()]
        self.current = self._first = self._conversations[0]
        head.new_requested.connect(self.show_empty)
        head.private_requested.connect(self.show_private)
        head.copy_requested.connect(self.copy_current)

    @property
    def controllers(self) -> tuple[ConversationController, ...]:
        """All conversations, oldest first."""
        return tuple(self._conversations)

    @property
    def begun(self) -> bool:
        """Whether a question was asked in the shown conversation, or it is not the initial one."""
        return bool(self.current.exchanges or self.current is not self._first)

    @property
    def tabs(self) -> tuple[ConversationController, ...]:
        """Conversations with a tab: the shown one, and all with messages that were not closed."""
        hidden = self._apart | self._closed
        return tuple(
            controller
            for controller in self._conversations
            if controller is self.current
            or (controller not in hidden and (controller.exchanges or not controller.draft.is_empty))
        )

    def controller_of(self, key: str) -> ConversationController | None:
        """Return the open conversation with this key or note path."""
        open_controllers = self._conversations if key else []
        by_key = (controller for controller in open_controllers if key in (controller.conversation.id, controller.key))
        return next(by_key, None) or next(
            (controller for controller in open_controllers if controller.note == key), None
        )

    def new_conversation(self, *, private: bool = False) -> ConversationController:
        """Return a new empty conversation for use elsewhere; it is not shown and not used for New Chat."""
        controller = self._make(private_conversation() if private else None)
        self._apart.add(controller)
        self._conversations.append(controller)
        return controller

    def add(self, conversation: Conversation) -> ConversationController:
        """Open *conversation* without showing it."""
        controller = self._make(conversation)
        self._conversations.append(controller)
        return controller

    def show_conversation(self, controller: ConversationController) -> None:
        self._apart.discard(controller)
        self._closed.discard(controller)
        before, self.current = self.current, controller
        self.shown.emit(before, controller)
        self.renew_names()

    def show_empty(self) -> None:
        """Show a conversation without questions, reusing an existing one."""
        self._show_empty(private=False)

    def show_private(self) -> None:
        """Show a private conversation without questions; private conversations are not saved."""
        self._show_empty(private=True)

    def _show_empty(self, *, private: bool) -> None:
        mine = (one for one in self._conversations if one not in self._apart and one.private == private)
        empty = next((controller for controller in mine if not controller.exchanges), None)
        if empty is None:
            empty = self._make(private_conversation() if private else None)
        elif empty not in self.tabs:
            self._conversations.remove(empty)  # So that its tab is added after the others.
        if empty not in self._conversations:
            self._conversations.append(empty)
        self.show_conversation(empty)

    def move(self, old: int, new: int) -> None:
        """Move the tab at index *old* to index *new*."""
        tabs = list(self.tabs)
        tabs.insert(new, tabs.pop(old))
        rest = [controller for controller in self._conversations if controller not in tabs]
        self._conversations[:] = [*tabs, *rest]

    def close(self, controller: ConversationController) -> None:
        """Close the tab of *controller*; it stays in memory while an answer runs or it is not saved."""
        tabs, before = self.tabs, controller is self.current
        if before:
            self._leave(controller, tabs)
        if controller is self.current:
            return  # The only conversation is empty.
        draft = controller.draft
        unfinished = controller.running or controller.queue or draft.context or draft.images
        if controller.private:
            # It is stored nowhere else: only Undo can restore it.
            controller.stop()
            self._conversations.remove(controller)
        elif unfinished or (controller.exchanges and not controller.kept):
            self._closed.add(controller)
        else:
            self._conversations.remove(controller)
            controller.deleteLater()

    def _leave(self, controller: ConversationController, tabs: tuple[ConversationController, ...]) -> None:
        """Show the tab next to that of *controller*, which is about to be removed."""
        place = tabs.index(controller)
        others = [*tabs[place + 1 :], *reversed(tabs[:place])]
        if others:
            self.show_conversation(others[0])
        else:
            self.show_empty()

    def remove(self, controller: ConversationController) -> None:
        """Stop *controller* and remove it; the last one is replaced by an empty one. Its owner deletes it."""
        controller.stop()
        tabs = self.tabs
        self._conversations.remove(controller)
        self._apart.discard(controller)
        self._closed.discard(controller)
        if controller is self.current:
            self._leave(controller, tabs)

    def restore(self, controller: ConversationController) -> None:
        """Add a removed conversation again and show it."""
        self._conversations.append(controller)
        self.show_conversation(controller)

    def copy_current(self) -> None:
        """Copy the shown conversation to the clipboard as Markdown."""
        controller = self.current
        QGuiApplication.clipboard().setText(conversation_markdown(controller.title, controller.exchanges))

    def renew_names(self) -> None:
        """Update the shown title."""
        controller = self.current
        self._head.show_chat(
            controller.title,
            pinned=controller.conversation.pinned,
            empty=not controller.exchanges,
            note="none" if controller.private else "kept" if controller.note else "possible",
            private=controller.private,
        )

    def _make(self, conversation: Conversation | None = None) -> ConversationController:
        controller = ConversationController(
            self._make_agent, self._registry, self, conversation=conversation, autosave=self._chats.autosave
        )
        for signal in (
            controller.changed,
            controller.exchange_added,
            controller.running_changed,
            controller.exchanges_dropped,
        ):
            signal.connect(lambda *_what: self._changed(controller))
        controller.exchange_changed.connect(lambda _exchange: self.content_changed.emit(controller))
        return controller

    def _changed(self, controller: ConversationController) -> None:
        if controller is self.current:
            self.renew_names()
        self.changed.emit(controller)

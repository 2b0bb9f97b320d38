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
    """Makes, shows and closes conversations; there is always one."""

    shown = Signal(object, object)
    """Another conversation is shown: the one before, and the new one."""
    changed = Signal(object)
    """Something about this `ConversationController` is another: its title, its note, whether an answer runs."""
    content_changed = Signal(object)
    """The answer of this `ConversationController` grew, or a step of it came on."""

    def __init__(self, make_agent: AgentMaker, registry: ToolRegistry, head: ChatHeader, chats: SavedChats) -> None:
        super().__init__(head)
        self._make_agent = make_agent
        self._registry = registry
        self._head = head
        self._chats = chats
        self._apart: set[ConversationController] = set()
        """Made for somebody else, who has not shown them here yet."""
        self._closed: set[ConversationController] = set()
        """Without a tab, and held: an answer is on its way, or what was said could not be kept."""
        self._conversations = [self._make()]
        self.current = self._first = self._conversations[0]
        head.new_requested.connect(self.show_empty)
        head.private_requested.connect(self.show_private)
        head.copy_requested.connect(self.copy_current)

    @property
    def controllers(self) -> tuple[ConversationController, ...]:
        """All of them, oldest first."""
        return tuple(self._conversations)

    @property
    def begun(self) -> bool:
        """Whether something was asked in the shown one, or it is another one than the first."""
        return bool(self.current.exchanges or self.current is not self._first)

    @property
    def tabs(self) -> tuple[ConversationController, ...]:
        """Those that have a tab: the shown one, and all that were not closed and in which something was said."""
        hidden = self._apart | self._closed
        return tuple(
            controller
            for controller in self._conversations
            if controller is self.current
            or (controller not in hidden and (controller.exchanges or not controller.draft.is_empty))
        )

    def controller_of(self, key: str) -> ConversationController | None:
        """Return the open conversation with this key, or that is kept in the note at this path."""
        open_controllers = self._conversations if key else []
        by_key = (controller for controller in open_controllers if key in (controller.conversation.id, controller.key))
        return next(by_key, None) or next(
            (controller for controller in open_controllers if controller.note == key), None
        )

    def new_conversation(self, *, private: bool = False) -> ConversationController:
        """Open an empty conversation for whoever asks elsewhere; it is not shown, and no new chat is made of it."""
        controller = self._make(private_conversation() if private else None)
        self._apart.add(controller)
        self._conversations.append(controller)
        return controller

    def add(self, conversation: Conversation) -> ConversationController:
        """Open *conversation*; it is not shown yet."""
        controller = self._make(conversation)
        self._conversations.append(controller)
        return controller

    def show_conversation(self, controller: ConversationController) -> None:
        """Show *controller*."""
        self._apart.discard(controller)
        self._closed.discard(controller)
        before, self.current = self.current, controller
        self.shown.emit(before, controller)
        self.renew_names()

    def show_empty(self) -> None:
        """Show a conversation in which nothing was asked yet; one is enough of them."""
        self._show_empty(private=False)

    def show_private(self) -> None:
        """Show a conversation in which nothing was asked yet, and of which nothing will be kept."""
        self._show_empty(private=True)

    def _show_empty(self, *, private: bool) -> None:
        mine = (one for one in self._conversations if one not in self._apart and one.private == private)
        empty = next((controller for controller in mine if not controller.exchanges), None)
        if empty is None:
            empty = self._make(private_conversation() if private else None)
        elif empty not in self.tabs:
            self._conversations.remove(empty)  # Its tab comes behind the others.
        if empty not in self._conversations:
            self._conversations.append(empty)
        self.show_conversation(empty)

    def move(self, old: int, new: int) -> None:
        """Put the tab at place *old* to place *new*."""
        tabs = list(self.tabs)
        tabs.insert(new, tabs.pop(old))
        rest = [controller for controller in self._conversations if controller not in tabs]
        self._conversations[:] = [*tabs, *rest]

    def close(self, controller: ConversationController) -> None:
        """Close the tab of *controller*; it stays in memory while it is being answered or is not saved."""
        tabs, before = self.tabs, controller is self.current
        if before:
            self._leave(controller, tabs)
        if controller is self.current:
            return  # An empty one alone.
        draft = controller.draft
        unfinished = controller.running or controller.queue or draft.context or draft.images
        if controller.private:
            # Nothing else has it: it is gone, but for Undo.
            controller.stop()
            self._conversations.remove(controller)
        elif unfinished or (controller.exchanges and not controller.kept):
            self._closed.add(controller)
        else:
            self._conversations.remove(controller)
            controller.deleteLater()

    def _leave(self, controller: ConversationController, tabs: tuple[ConversationController, ...]) -> None:
        """Show the tab next to that of *controller*, which is about to go."""
        place = tabs.index(controller)
        others = [*tabs[place + 1 :], *reversed(tabs[:place])]
        if others:
            self.show_conversation(others[0])
        else:
            self.show_empty()

    def remove(self, controller: ConversationController) -> None:
        """Stop *controller* and hold it no more; the last one makes room for an empty one. Its owner deletes it."""
        controller.stop()
        tabs = self.tabs
        self._conversations.remove(controller)
        self._apart.discard(controller)
        self._closed.discard(controller)
        if controller is self.current:
            self._leave(controller, tabs)

    def restore(self, controller: ConversationController) -> None:
        """Hold a conversation again that was taken out, and show it."""
        self._conversations.append(controller)
        self.show_conversation(controller)

    def copy_current(self) -> None:
        """Put the shown conversation on the clipboard as Markdown."""
        controller = self.current
        QGuiApplication.clipboard().setText(conversation_markdown(controller.title, controller.exchanges))

    def renew_names(self) -> None:
        """Show the title as it is now."""
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

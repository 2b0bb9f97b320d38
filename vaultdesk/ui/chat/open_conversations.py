"""The open conversations, and which of them is shown."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from vaultdesk.chat.conversation import Conversation
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.ui.chat.chat_head import ChatHead
from vaultdesk.ui.chat.conversation_controller import AgentMaker, ConversationController
from vaultdesk.ui.chat.exchange import conversation_markdown
from vaultdesk.ui.chat.vault_protocols import SavedChats


class OpenConversations(QObject):
    """Makes, shows and closes talks; there is always one."""

    shown = Signal(object, object)
    """Another talk is shown: the one before, and the new one."""
    changed = Signal(object)
    """Something about this `ConversationController` is another: its title, its note, whether an answer runs."""
    stirred = Signal(object)
    """The answer of this `ConversationController` grew, or a step of it came on."""

    def __init__(self, make_agent: AgentMaker, registry: ToolRegistry, head: ChatHead, chats: SavedChats) -> None:
        super().__init__(head)
        self._make_agent = make_agent
        self._registry = registry
        self._head = head
        self._chats = chats
        self._apart: set[ConversationController] = set()
        """Made for somebody else, who has not shown them here yet."""
        self._closed: set[ConversationController] = set()
        """Without a tab, and held: an answer is on its way, or nothing else has what was said."""
        self._talks = [self._make()]
        self.current = self._first = self._talks[0]
        head.new_requested.connect(self.show_empty)
        head.copy_requested.connect(self.copy_current)

    @property
    def talks(self) -> tuple[ConversationController, ...]:
        """All of them, oldest first."""
        return tuple(self._talks)

    @property
    def begun(self) -> bool:
        """Whether something was asked in the shown one, or it is another one than the first."""
        return bool(self.current.exchanges or self.current.held or self.current is not self._first)

    @property
    def tabs(self) -> tuple[ConversationController, ...]:
        """Those that have a tab: the shown one, and all that were not closed and in which something was said."""
        hidden = self._apart | self._closed
        return tuple(
            talk
            for talk in self._talks
            if talk is self.current
            or (talk not in hidden and (talk.exchanges or talk.held is not None or not talk.draft.empty))
        )

    def talk_of(self, note: str) -> ConversationController | None:
        """Return the open talk that is kept in *note*."""
        return next((talk for talk in self._talks if note and talk.note == note), None)

    def new_talk(self) -> ConversationController:
        """Open an empty conversation for whoever asks elsewhere; it is not shown, and no new chat is made of it."""
        talk = self._make()
        self._apart.add(talk)
        self._talks.append(talk)
        return talk

    def add(self, conversation: Conversation) -> ConversationController:
        """Open *conversation*; it is not shown yet."""
        talk = self._make(conversation)
        self._talks.append(talk)
        return talk

    def show_talk(self, talk: ConversationController) -> None:
        """Show *talk*."""
        self._apart.discard(talk)
        self._closed.discard(talk)
        before, self.current = self.current, talk
        self.shown.emit(before, talk)
        self.renew_names()

    def show_empty(self) -> None:
        """Show a conversation in which nothing was asked yet; one is enough of them."""
        mine = (talk for talk in self._talks if talk not in self._apart)
        empty = next((talk for talk in mine if not talk.exchanges and not talk.held), None)
        if empty is None:
            empty = self._make()
        elif empty not in self.tabs:
            self._talks.remove(empty)  # Its tab comes behind the others.
        if empty not in self._talks:
            self._talks.append(empty)
        self.show_talk(empty)

    def move(self, old: int, new: int) -> None:
        """Put the tab at place *old* to place *new*."""
        tabs = list(self.tabs)
        tabs.insert(new, tabs.pop(old))
        rest = [talk for talk in self._talks if talk not in tabs]
        self._talks[:] = [*tabs, *rest]

    def close(self, talk: ConversationController) -> None:
        """Let *talk* have no tab; it is held where it is still answered or nothing else has what was said in it."""
        tabs, before = self.tabs, talk is self.current
        if before:
            self._leave(talk, tabs)
        if talk is self.current:
            return  # An empty one alone.
        note, draft = talk.note and not (talk.keeper and talk.keeper.problem), talk.draft
        if talk.running or talk.queue or talk.held or draft.context or draft.images or (talk.exchanges and not note):
            self._closed.add(talk)
        else:
            self._talks.remove(talk)
            talk.deleteLater()

    def _leave(self, talk: ConversationController, tabs: tuple[ConversationController, ...]) -> None:
        """Show the tab next to that of *talk*, which is about to go."""
        place = tabs.index(talk)
        others = [*tabs[place + 1 :], *reversed(tabs[:place])]
        if others:
            self.show_talk(others[0])
        else:
            self.show_empty()

    def take_out(self, talk: ConversationController) -> None:
        """Stop *talk* and hold it no more; the last one makes room for an empty one. Its owner deletes it."""
        talk.stop()
        tabs = self.tabs
        self._talks.remove(talk)
        self._apart.discard(talk)
        self._closed.discard(talk)
        if talk is self.current:
            self._leave(talk, tabs)

    def put_back(self, talk: ConversationController) -> None:
        """Hold a talk again that was taken out, and show it."""
        self._talks.append(talk)
        self.show_talk(talk)

    def copy_current(self) -> None:
        """Put the shown conversation on the clipboard as Markdown."""
        talk = self.current
        QGuiApplication.clipboard().setText(conversation_markdown(talk.title, talk.exchanges))

    def renew_names(self) -> None:
        """Show the title as it is now."""
        talk = self.current
        self._head.show_chat(
            talk.title, pinned=talk.conversation.pinned, empty=not talk.exchanges, kept=bool(talk.note)
        )

    def _make(self, conversation: Conversation | None = None) -> ConversationController:
        talk = ConversationController(
            self._make_agent, self._registry, self, conversation=conversation, keeper=self._chats.keeper
        )
        for signal in (talk.changed, talk.exchange_added, talk.running_changed, talk.exchanges_dropped):
            signal.connect(lambda *_what: self._changed(talk))
        talk.exchange_changed.connect(lambda _exchange: self.stirred.emit(talk))
        return talk

    def _changed(self, talk: ConversationController) -> None:
        if talk is self.current:
            self.renew_names()
        self.changed.emit(talk)

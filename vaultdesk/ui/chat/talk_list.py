"""Talk list: the conversations that are open and which of them is shown. Draws only its name, in the head row."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from vaultdesk.chat.conversation import Conversation
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.ui.chat.conversation_markdown import conversation_markdown
from vaultdesk.ui.chat.head import ChatHead
from vaultdesk.ui.chat.kept_chats import KeptChats
from vaultdesk.ui.chat.talk import AgentMaker, Talk


class TalkList(QObject):
    """Makes, shows and closes talks; there is always one."""

    shown = Signal(object, object)
    """Another talk is shown: the one before, and the new one."""
    changed = Signal(object)
    """Something about this `Talk` is another: its title, its note, whether an answer runs."""

    def __init__(self, make_agent: AgentMaker, registry: ToolRegistry, head: ChatHead, chats: KeptChats) -> None:
        super().__init__(head)
        self._make_agent = make_agent
        self._registry = registry
        self._head = head
        self._chats = chats
        self._talks = [self._make()]
        self.current = self._talks[0]
        head.new_requested.connect(self.show_empty)
        head.close_requested.connect(self.close_current)
        head.copy_requested.connect(self.copy_current)

    @property
    def talks(self) -> tuple[Talk, ...]:
        """All of them, oldest first."""
        return tuple(self._talks)

    def talk_of(self, note: str) -> Talk | None:
        """Return the open talk that is kept in *note*."""
        return next((talk for talk in self._talks if note and talk.note == note), None)

    def add(self, conversation: Conversation) -> Talk:
        """Open *conversation*; it is not shown yet."""
        talk = self._make(conversation)
        self._talks.append(talk)
        return talk

    def show_talk(self, talk: Talk) -> None:
        """Show *talk*."""
        before, self.current = self.current, talk
        self.shown.emit(before, talk)
        self.renew_names()

    def show_empty(self) -> None:
        """Show a conversation in which nothing was asked yet; one is enough of them."""
        empty = next((talk for talk in self._talks if not talk.exchanges and not talk.held), None)
        if empty is None:
            empty = self._make()
            self._talks.append(empty)
        self.show_talk(empty)

    def close_current(self) -> None:
        """End the shown conversation and go to the one before; its note stays."""
        closed = self.current
        self.take_out(closed)
        closed.deleteLater()

    def take_out(self, talk: Talk) -> None:
        """Stop *talk* and hold it no more; the last one makes room for an empty one. Its owner deletes it."""
        talk.stop()
        place = self._talks.index(talk)
        self._talks.remove(talk)
        if not self._talks:
            self._talks.append(self._make())
        if talk is self.current:
            self.show_talk(self._talks[max(0, place - 1)])

    def put_back(self, talk: Talk) -> None:
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

    def _make(self, conversation: Conversation | None = None) -> Talk:
        talk = Talk(self._make_agent, self._registry, self, conversation=conversation, keeper=self._chats.keeper)
        for signal in (talk.changed, talk.exchange_added, talk.running_changed, talk.exchanges_dropped):
            signal.connect(lambda *_what: self._changed(talk))
        return talk

    def _changed(self, talk: Talk) -> None:
        if talk is self.current:
            self.renew_names()
        self.changed.emit(talk)

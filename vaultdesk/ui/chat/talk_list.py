"""Talk list: the conversations of this session and which of them is shown. Draws only their names, in the head row."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.ui.chat.conversation_markdown import conversation_markdown
from vaultdesk.ui.chat.head import ChatHead
from vaultdesk.ui.chat.talk import AgentMaker, Talk


class TalkList(QObject):
    """Makes, shows and closes talks; there is always one."""

    shown = Signal(object, object)
    """Another talk is shown: the one before (or None), and the new one."""

    def __init__(self, make_agent: AgentMaker, registry: ToolRegistry, head: ChatHead) -> None:
        super().__init__(head)
        self._make_agent = make_agent
        self._registry = registry
        self._head = head
        self._talks = [self._make()]
        self.current = self._talks[0]
        head.new_requested.connect(self.show_empty)
        head.chosen.connect(lambda place: self.show_talk(self._talks[place]))
        head.close_requested.connect(self.close_current)
        head.copy_requested.connect(self.copy_current)

    @property
    def talks(self) -> tuple[Talk, ...]:
        """All of them, oldest first."""
        return tuple(self._talks)

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
        """End the shown conversation and go to the one before; the last one makes room for an empty one."""
        closed = self.current
        closed.stop()
        place = self._talks.index(closed)
        self._talks.remove(closed)
        if not self._talks:
            self._talks.append(self._make())
        self.show_talk(self._talks[max(0, place - 1)])
        closed.deleteLater()

    def copy_current(self) -> None:
        """Put the shown conversation on the clipboard as Markdown."""
        talk = self.current
        QGuiApplication.clipboard().setText(conversation_markdown(talk.title, talk.exchanges))

    def renew_names(self) -> None:
        """Show the titles as they are now."""
        titles = [talk.title for talk in self._talks]
        self._head.set_conversations(titles, self._talks.index(self.current), empty=not self.current.exchanges)

    def _make(self) -> Talk:
        talk = Talk(self._make_agent, self._registry, parent=self)
        talk.exchange_added.connect(lambda _exchange: self.renew_names())
        return talk

"""Waiting cards: questions to the person, each in the conversation that asked it. Asks and answers none itself."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.chat.message_view import ChatView
from vaultdesk.ui.chat.talk import Talk, answering
from vaultdesk.ui.chat.talk_list import TalkList
from vaultdesk.ui.widgets.banner import Banner


class WaitingCards(QObject):
    """Where a card can be put: shown in its conversation, and kept out of sight while another one is shown."""

    asked = Signal(object)
    """A conversation that is not shown (a `Talk`) waits for an answer from now on."""
    changed = Signal()
    """A card waits, or waits no more, or another conversation is shown."""

    def __init__(self, view: ChatView, talks: TalkList) -> None:
        """*view* shows the current one of *talks*."""
        super().__init__(view)
        self._view = view
        self._talks = talks
        self._cards: dict[QWidget, Talk] = {}
        talks.shown.connect(lambda _before, _talk: self._show())

    @property
    def elsewhere(self) -> Talk | None:
        """The conversation that waits longest of those that are not shown."""
        hidden = (talk for talk in self._cards.values() if talk is not self._talks.current)
        return next((talk for talk in hidden if talk in self._talks.talks), None)

    def add_card(self, card: QWidget) -> None:
        """Show *card* in the conversation whose answer asks, as soon as that is shown."""
        talk = answering.get() or self._talks.current
        self._cards[card] = talk
        if talk is self._talks.current:
            self._view.add_card(card)
        else:
            self._view.remove_card(card)
            self.asked.emit(talk)
        self.changed.emit()

    def remove_card(self, card: QWidget) -> None:
        """Take *card* away for good; its owner deletes it."""
        del self._cards[card]
        self._view.remove_card(card)
        self.changed.emit()

    def _show(self) -> None:
        for card, talk in self._cards.items():
            if talk is self._talks.current:
                self._view.add_card(card)
            else:
                self._view.remove_card(card)
        self.changed.emit()


class WaitingBanner(Banner):
    """Says that a conversation which is not shown waits for the person, and goes there."""

    def __init__(self, cards: WaitingCards, talks: TalkList) -> None:
        super().__init__("warning", self.tr("Another chat waits for your answer."))
        self._cards = cards
        self._talks = talks
        self.set_actions([(self.tr("Show"), self._go)])
        cards.changed.connect(self._renew)
        self._renew()

    def _renew(self) -> None:
        self.setVisible(self._cards.elsewhere is not None)

    def _go(self) -> None:
        waiting = self._cards.elsewhere
        if waiting is not None:
            self._talks.show_talk(waiting)

"""Queue list: the messages that wait for the running answer, above the composer. Holds none itself; see talk.py."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.chat.queue_card import QueueCard
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import theme

MOST_SHOWN = 3
"""Cards shown; the rest is a count, so that a long queue leaves room for the answer."""


class QueueList(QWidget):
    """A card for each queued message; the signals carry its place in the queue."""

    edit_requested = Signal(int)
    remove_requested = Signal(int)
    send_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme().step(6))
        self.cards: list[QueueCard] = []
        self._rest = PlainLabel("", role="muted", font="small")
        self._column.addWidget(self._rest)
        self.show_queue(())

    def show_queue(self, texts: Sequence[str], *, running: bool = False) -> None:
        """Show *texts* in their order; where nothing is *running* they wait for the person."""
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [self._make(place, text, running) for place, text in enumerate(texts[:MOST_SHOWN])]
        for place, card in enumerate(self.cards):
            self._column.insertWidget(place, card)
        more = len(texts) - len(self.cards)
        self._rest.setText(self.tr("and {0} more").format(more) if more else "")
        self._rest.setVisible(bool(more))
        self.setVisible(bool(texts))

    def _make(self, place: int, text: str, running: bool) -> QueueCard:
        card = QueueCard(text, running=running)
        card.edit_requested.connect(lambda: self.edit_requested.emit(place))
        card.remove_requested.connect(lambda: self.remove_requested.emit(place))
        card.send_requested.connect(lambda: self.send_requested.emit(place))
        return card

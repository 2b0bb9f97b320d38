"""Answer pane: what came back in quick ask, drawn as in the chat, and the cards that wait below it. Asks nothing."""

from PySide6.QtCore import QChildEvent, QEvent, QObject, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.transcript.answer_view import AnswerView, FootAction
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.chat.transcript.question_card import ToolOffer
from vaultdesk.ui.chat.transcript.transcript_view import ChatView
from vaultdesk.ui.quick_ask.note_row import TEXT_LEFT
from vaultdesk.ui.theme.theme import theme

ACTIONS: frozenset[FootAction] = frozenset({"copy", "retry"})
"""What can be done with an answer here; the rest is done in the chat."""

VIEW_MARGIN = 16
"""Pixels of LOOK's drawings that the chat's column keeps at its sides."""


class AnswerPane(QWidget):
    """The chat's own view, without the last question: that stands in the field."""

    built = Signal(object)
    """An `ExchangeView` was made."""
    height_changed = Signal()
    """What is in it wants another height."""
    tools_chosen = Signal(bool)
    """The offer was answered: whether tools may be used."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self.view = ChatView()
        self.view.setAccessibleName(self.tr("Answer"))
        self.view.set_actions(ACTIONS)
        inner = self.view.widget()
        assert inner is not None, "the chat's view is made with its column"
        self._inner = inner
        self._inner.setAutoFillBackground(False)
        self._inner.installEventFilter(self)
        self._exchanges: list[Exchange] = []
        self.offer: ToolOffer | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(step(TEXT_LEFT - VIEW_MARGIN), 1, 0, 0)
        column.addWidget(self.view)
        self.view.exchange_built.connect(self._built)
        theme().changed.connect(self._dress)
        self._dress()

    @property
    def wanted_height(self) -> int:
        """How high everything in it is, as wide as it is now."""
        layout = self._inner.layout()
        if layout is None:
            return 0
        width = self.view.viewport().width()
        inner = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        inner = max(inner, layout.totalMinimumSize().height())  # The area makes it no lower than this.
        margins = self.contentsMargins()
        frame = self.layout()
        edges = frame.contentsMargins() if frame is not None else margins
        return inner + edges.top() + edges.bottom()

    def show_exchanges(self, exchanges: list[Exchange]) -> None:
        """Show a conversation from its end; the list is the talk's own and may grow."""
        self._exchanges = exchanges
        self.view.show_exchanges(exchanges)

    def add_exchange(self, exchange: Exchange, exchanges: list[Exchange]) -> None:
        """Show one more of *exchanges*, the talk's own list; those before get their question back over them."""
        if exchanges is not self._exchanges:
            self.show_exchanges(exchanges)
            return
        for view in self.view.views:
            view.card.setVisible(not view.exchange.asked.empty)
        self.view.add_exchange(exchange)

    def set_offer(self, *, wanted: bool) -> None:
        """Offer to let the assistant use tools, or take the offer away."""
        if wanted and self.offer is None:
            self.offer = ToolOffer()
            self.offer.accepted.connect(self._allow)
            self.offer.declined.connect(self._decline)
            self.add_card(self.offer)
        elif not wanted and self.offer is not None:
            self.remove_card(self.offer)
            self.offer.deleteLater()
            self.offer = None

    def add_card(self, card: QWidget) -> None:
        """Put *card* below what was said."""
        self.view.add_card(card)

    def remove_card(self, card: QWidget) -> None:
        """Take *card* away; its owner deletes it."""
        self.view.remove_card(card)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell when what is in it grows or shrinks; let the window's ground be that of the answers."""
        if event.type() == QEvent.Type.LayoutRequest and watched is self._inner:
            self.height_changed.emit()
        elif isinstance(event, QChildEvent) and isinstance(answer := event.child(), AnswerView):
            answer.viewport().setAutoFillBackground(False)
        return super().eventFilter(watched, event)

    def _allow(self) -> None:
        self.tools_chosen.emit(True)

    def _decline(self) -> None:
        self.tools_chosen.emit(False)

    def _built(self, view: object) -> None:
        assert isinstance(view, ExchangeView)
        if self._exchanges and view.exchange is self._exchanges[-1]:
            view.card.hide()
        view.installEventFilter(self)
        for answer in view.answers:
            answer.viewport().setAutoFillBackground(False)
        self.built.emit(view)

    def _dress(self) -> None:
        palette = QPalette(self.view.palette())
        palette.setColor(QPalette.ColorRole.Window, theme().color("raised"))
        self.view.setPalette(palette)

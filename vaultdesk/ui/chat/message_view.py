"""Message view: the scrolling column of exchanges. Keeps the reader's place; asks nothing and knows no agent.

The end is followed only while the reader is at it. Of a long conversation the newest exchanges are built at once and
older ones in slices when the reader comes near them.
"""

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vaultdesk.ui.chat.answer_foot import FootAction
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.exchange_view import ExchangeView
from vaultdesk.ui.chat.tail import Tail
from vaultdesk.ui.theme.theme import theme

FLUSH_INTERVAL: Final = 33
"""Milliseconds between two redraws of a growing answer: 30 a second read as steady (QT 2.3.2)."""

SLICE: Final = 8
"""Exchanges built at once: about three screens, and far under a tenth of a second."""

LAYOUT_ROUNDS: Final = 4
"""A width reaches the text, its height comes back, the exchange and the column take it over: one round each."""

TEXT_WIDTH: Final = 640
"""Pixels of LOOK's drawings a line of text may be wide, margins included (LOOK, Measures)."""


class ChatView(QScrollArea):
    """Shows one talk's exchanges, and below them whatever card waits for the person."""

    exchange_built = Signal(object)
    """An `ExchangeView` was made; connect to its signals."""
    keyboard_freed = Signal()
    """A card that had the keyboard goes away; left to itself it would pass to whatever comes next."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always there, and without a thumb while everything fits: text must not wrap anew when it is needed.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Conversation"))
        self._exchanges: list[Exchange] = []
        self._views: list[ExchangeView] = []
        self._actions: frozenset[FootAction] = frozenset()
        self._other_model = ""
        self._building = False
        self._dirty: set[Exchange] = set()
        self._flushing = QTimer(self)
        self._flushing.setSingleShot(True)
        self._flushing.setInterval(FLUSH_INTERVAL)
        self._flushing.timeout.connect(self.flush)
        self._lay_out()
        self.tail = Tail(self)
        self.tail.moved.connect(self._moved)

    def _lay_out(self) -> None:
        step = theme().step
        self._column = QWidget()
        bar = self.verticalScrollBar().sizeHint().width()
        self._column.setMaximumWidth(step(TEXT_WIDTH) - bar)
        self._rows = QVBoxLayout(self._column)
        self._rows.setContentsMargins(step(16), step(4), max(0, step(16) - bar), step(16))
        self._rows.setSpacing(step(20))
        # The rows are: exchanges, then cards, then this stretch, so that a short talk stands at the top.
        self._rows.addStretch(1)
        self._content = QWidget()
        row = QHBoxLayout(self._content)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self._column, 1_000)
        row.addStretch(1)
        self.setWidget(self._content)

    @property
    def views(self) -> tuple[ExchangeView, ...]:
        """The exchanges that are built, oldest first."""
        return tuple(self._views)

    def set_actions(self, actions: frozenset[FootAction]) -> None:
        """Offer these actions under every answer."""
        self._actions = actions
        for view in self._views:
            view.set_actions(actions)

    def set_other_model(self, name: str) -> None:
        """Offer *name* under answers that fail from now on; nothing where there is no other."""
        self._other_model = name

    def show_exchanges(self, exchanges: list[Exchange]) -> None:
        """Show *exchanges* from their end; the list is the talk's own and may grow."""
        for view in self._views:
            self._take_away(view)
        self._views.clear()
        self._dirty.clear()
        self._exchanges = exchanges
        for exchange in exchanges[-SLICE:]:
            self._views.append(self._build(exchange, len(self._views)))
        self.tail.go_to_end()

    def add_exchange(self, exchange: Exchange) -> None:
        """Show one more exchange at the end, and go there: the reader just asked."""
        self._views.append(self._build(exchange, len(self._views)))
        self.tail.go_to_end()

    def drop_missing(self) -> None:
        """Take away what is no longer in the talk."""
        kept = set(self._exchanges)
        for view in [view for view in self._views if view.exchange not in kept]:
            self._views.remove(view)
            self._take_away(view)

    def exchange_changed(self, exchange: Exchange) -> None:
        """Redraw *exchange* at the next flush; at once when it is over."""
        self._dirty.add(exchange)
        if exchange.over:
            self.flush()
        elif not self._flushing.isActive():
            self._flushing.start()

    def flush(self) -> None:
        """Bring what changed up to date."""
        self._flushing.stop()
        changed, self._dirty = self._dirty, set()
        for view in self._views:
            if view.exchange in changed:
                view.renew()

    def add_card(self, card: QWidget) -> None:
        """Put *card* below the messages and show it: somebody waits for an answer."""
        self._rows.insertWidget(self._rows.count() - 1, card)
        card.show()
        self.tail.go_to_end()

    def remove_card(self, card: QWidget) -> None:
        """Take *card* out of the column. Out of sight it stays the column's until its owner deletes it.

        A widget without a parent is Python's to delete, at once with its last name: then perhaps from within the press
        of the card's own button that took it away.
        """
        focus = QApplication.focusWidget()
        if focus is not None and (focus is card or card.isAncestorOf(focus)):
            self.keyboard_freed.emit()
        self._rows.removeWidget(card)
        card.hide()
        if card.parentWidget() is not self._column:
            card.setParent(self._column)

    def page(self, direction: int) -> None:
        """Scroll a page up (-1) or down (+1)."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + direction * (bar.pageStep() - theme().step(24)))

    def jump(self, direction: int) -> None:
        """Go to the question before (-1) or after (+1) the one at the top."""
        bar = self.verticalScrollBar()
        tops = [self._top_of(view) for view in self._views]
        if direction < 0:
            above = [top for top in tops if top < bar.value() - 1]
            bar.setValue(above[-1] if above else 0)
        else:
            below = [top for top in tops if top > bar.value() + 1]
            bar.setValue(below[0] if below else bar.maximum())

    def _top_of(self, view: QWidget) -> int:
        return view.mapTo(self._content, QPoint(0, 0)).y() - theme().step(4)

    def _build(self, exchange: Exchange, place: int) -> ExchangeView:
        view = ExchangeView(exchange, self._actions, self._other_model)
        view.unfolded.connect(self.tail.hold)
        self._rows.insertWidget(place, view)
        self.exchange_built.emit(view)
        return view

    def _take_away(self, view: QWidget) -> None:
        self._rows.removeWidget(view)
        view.hide()
        view.deleteLater()

    def _moved(self, value: int) -> None:
        if value < self.viewport().height() and len(self._views) < len(self._exchanges) and not self._building:
            self._building = True
            self._build_older()
            self._building = False

    def _build_older(self) -> None:
        """Build one more slice above, leaving what is read where it is."""
        first = len(self._exchanges) - len(self._views)
        bar = self.verticalScrollBar()
        from_end = bar.maximum() - bar.value()
        for place, exchange in enumerate(self._exchanges[max(0, first - SLICE) : first]):
            self._views.insert(place, self._build(exchange, place))
        self._settle()
        self.tail.keep_from_end(from_end)

    def _settle(self) -> None:
        """Lay out now instead of with the next events, so that the range is right."""
        for view in self._views[:SLICE]:
            view.show()
        for _ in range(LAYOUT_ROUNDS):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)

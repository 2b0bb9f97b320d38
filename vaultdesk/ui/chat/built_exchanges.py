"""Built exchanges: the piece of a conversation that has widgets. It grows at both ends, an exchange a turn of the loop.

Widgets cost some hundredths of a second an exchange: a thousand messages built at once would hold the window for
seconds, and laying all of them out anew for each change would too. So there is one piece of the conversation, usually
its end; it grows where the reader comes near, and what is far from there then is let go.
"""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from vaultdesk.ui.chat.answer_foot import FootAction
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.exchange_view import ExchangeView
from vaultdesk.ui.chat.tail import Tail

SLICE: Final = 8
"""Exchanges built when the reader comes near: about three screens."""

MOST_BUILT: Final = 3 * SLICE
"""Exchanges that stay built: their layout is done anew with every change."""

LAYOUT_ROUNDS: Final = 4
"""A width reaches the text, its height comes back, the exchange and the column take it over: one round each."""


class BuiltExchanges(QObject):
    """Puts an `ExchangeView` for each exchange of the piece into the first rows of a column."""

    built = Signal(object)
    """An `ExchangeView` was made."""

    def __init__(self, area: QScrollArea, rows: QVBoxLayout, tail: Tail) -> None:
        super().__init__(area)
        self._area = area
        self._rows = rows
        self._tail = tail
        self.exchanges: list[Exchange] = []
        """All of the conversation; the talk's own list, which may grow."""
        self.views: list[ExchangeView] = []
        """Those that are built, oldest first."""
        self.actions: frozenset[FootAction] = frozenset()
        self.other_model = ""
        self._first = 0
        """The place of the first built one."""
        self._above = self._below = 0
        """How many more are wanted at each end."""
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._grow)
        tail.moved.connect(self._moved)
        tail.end_wanted.connect(lambda: self.show(self.exchanges))

    def show(self, exchanges: list[Exchange], at: Exchange | None = None) -> None:
        """Show *exchanges* from their end, or the piece that begins with *at*."""
        for view in self.views:
            self._take_away(view)
        self.views.clear()
        self.exchanges = exchanges
        self._first = len(exchanges) if at is None else exchanges.index(at)
        self._above, self._below = SLICE, 0 if at is None else SLICE
        if at is None and len(exchanges) > SLICE:
            self._again.start()  # Going over to a long chat is a turn's work without its first exchange.
        else:
            self._grow()
        if at is None:
            self._tail.go_to_end()
        else:
            self._tail.hold()
            self._area.verticalScrollBar().setValue(0)

    def add(self, exchange: Exchange) -> None:
        """Show one more exchange, the last one, and go there."""
        if self._end < len(self.exchanges) - 1:
            self.show(self.exchanges)
        else:
            self._build(exchange, len(self.views))
            self._tail.go_to_end()

    def drop_missing(self) -> None:
        """Take away what is no longer in the conversation."""
        kept = set(self.exchanges)
        for view in [view for view in self.views if view.exchange not in kept]:
            self.views.remove(view)
            self._take_away(view)
        if not self.views:
            self.show(self.exchanges)

    def view_of(self, exchange: Exchange) -> ExchangeView:
        """Return the view of *exchange*; where it is out of the built piece, another piece is shown."""
        if not any(view.exchange is exchange for view in self.views):
            self.show(self.exchanges, exchange)
        return next(view for view in self.views if view.exchange is exchange)

    def settle(self) -> None:
        """Lay out now instead of with the next events, so that the range is right."""
        for view in self.views:
            if view.isHidden():
                view.show()
        for _ in range(LAYOUT_ROUNDS):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)

    @property
    def _end(self) -> int:
        return self._first + len(self.views)

    def _grow(self) -> None:
        """Build one of the exchanges that are wanted, and go on in the next turn; the reader is not moved."""
        self._above = min(self._above, self._first)
        self._below = min(self._below, len(self.exchanges) - self._end)
        if self._below:
            self._below -= 1
            self._build(self.exchanges[self._end], len(self.views))
            if len(self.views) > MOST_BUILT:
                self._unmoved(self._drop_first)
        elif self._above:
            self._above -= 1
            self._unmoved(self._build_above)
        self._tail.set_more_below(more=self._end < len(self.exchanges))
        if self._above or self._below:
            self._again.start()
        else:
            # The reader may have gone on meanwhile.
            self._moved(self._area.verticalScrollBar().value())

    def _build_above(self) -> None:
        self._first -= 1
        self._build(self.exchanges[self._first], 0)
        if len(self.views) > MOST_BUILT and not self._tail.following:
            self._take_away(self.views.pop())

    def _drop_first(self) -> None:
        self._first += 1
        self._take_away(self.views.pop(0))

    def _unmoved(self, change: Callable[[], None]) -> None:
        """Do *change* above what the reader sees, which stays where it is; one at the end stays there anyway."""
        if self._tail.following:
            change()
            return
        self.settle()  # What is there may not be laid out yet.
        bar = self._area.verticalScrollBar()
        mark = self._read_view()
        before = mark.y() - bar.value() if mark is not None else 0
        change()
        self.settle()
        if mark is not None:
            self._tail.stand_at(mark.y() - before)

    def _read_view(self) -> ExchangeView | None:
        """Return the first view of which something is in sight."""
        top = self._area.verticalScrollBar().value()
        return next((view for view in self.views if view.y() + view.height() > top), None)

    def _moved(self, value: int) -> None:
        bar, near = self._area.verticalScrollBar(), self._area.viewport().height()
        if self._again.isActive():
            return
        if value < near and self._first:
            self._above = SLICE
        if value > bar.maximum() - near and self._end < len(self.exchanges):
            self._below = SLICE
        if self._above or self._below:
            self._again.start()

    def _build(self, exchange: Exchange, place: int) -> None:
        view = ExchangeView(exchange, self.actions, self.other_model)
        view.unfolded.connect(self._tail.hold)
        self.views.insert(place, view)
        self._rows.insertWidget(place, view)
        self.built.emit(view)

    def _take_away(self, view: QWidget) -> None:
        self._rows.removeWidget(view)
        view.hide()
        view.deleteLater()

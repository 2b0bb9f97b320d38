"""Piece: the exchanges next to each other that have widgets, between the empty rooms of those before and after them.

Knows where things stand and takes no decision: what is built and let go is built_exchanges.py's.
"""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from vaultdesk.ui.chat.answer_foot import FootAction
from vaultdesk.ui.chat.column import MessageColumn
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.exchange_view import ExchangeView
from vaultdesk.ui.chat.heights import BARE, Heights
from vaultdesk.ui.theme.theme import theme


class Piece(QObject):
    """The first rows of a column: room, views, room. All heights are pixels of the scrolled content."""

    built = Signal(object)
    """An `ExchangeView` was made."""

    def __init__(self, area: QScrollArea, column: MessageColumn, rows: QVBoxLayout) -> None:
        super().__init__(area)
        self._area, self._column, self._rows = area, column, rows
        self.exchanges: list[Exchange] = []
        """All of the conversation; the talk's own list, which may grow."""
        self.views: list[ExchangeView] = []
        """Those that are built, oldest first."""
        self.first = 0
        """The place of the first built one."""
        self.actions: frozenset[FootAction] = frozenset()
        self.other_model = ""
        self.heights = Heights(rows.spacing())
        self._rooms = (QWidget(), QWidget())
        for room in self._rooms:
            room.hide()
            rows.insertWidget(rows.count() - 1, room)

    @property
    def end(self) -> int:
        """The place behind the last built one."""
        return self.first + len(self.views)

    @property
    def top(self) -> int:
        """Where the first built one begins."""
        return self.y_of(self.views[0]) if self.views else 0

    @property
    def bottom(self) -> int:
        """Where the last built one ends."""
        return self.bottom_of(self.views[-1]) if self.views else 0

    def y_of(self, view: QWidget) -> int:
        """Return where *view* begins."""
        return view.y() + self._column.y()

    def bottom_of(self, view: QWidget) -> int:
        """Return where *view* ends."""
        return self.y_of(view) + view.height()

    def place_at(self, y: int) -> tuple[int, int]:
        """Return the place of the exchange that should stand at *y*, and how far in it that is."""
        inside = y - self._column.y() - self._rows.contentsMargins().top()
        place = self.heights.at(inside)
        return place, inside - self.heights.top(place)

    def reset(self, exchanges: list[Exchange]) -> None:
        """Go over to *exchanges*, of which none is built then."""
        self.clear()
        self.exchanges = exchanges
        self.heights.reset(exchanges)
        self.take_width()
        self.first = len(exchanges)

    def begin(self, place: int) -> ExchangeView:
        """Build the exchange at *place*, and it alone."""
        self.clear()
        self.first = place
        return self._build(place, 0)

    def grow(self, *, up: bool) -> None:
        """Build the exchange before or behind the piece."""
        if up:
            self.first -= 1
            self._build(self.first, 0)
        else:
            self._build(self.end, len(self.views))

    def drop(self, view: ExchangeView) -> None:
        """Take *view* away: an end of the piece, or one whose exchange is no more."""
        if view is self.views[0]:
            self.first += 1
        self.views.remove(view)
        self._rows.removeWidget(view)
        view.hide()
        view.deleteLater()

    def clear(self) -> None:
        """Take all views away."""
        while self.views:
            self.drop(self.views[-1])

    def forget_missing(self) -> list[ExchangeView]:
        """Take over that the exchanges are fewer; return the views of those that are no more."""
        self.heights.reset(self.exchanges)
        kept = set(self.exchanges)
        return [view for view in self.views if view.exchange not in kept]

    def renumber(self) -> None:
        """Find out anew which places the views have."""
        self.first = self.exchanges.index(self.views[0].exchange) if self.views else len(self.exchanges)

    def keep_room(self) -> None:
        """Hold the rooms as high as what would stand there."""
        for place, view in enumerate(self.views, self.first):
            self.heights.measure(place, view.height())
        above, below = self.heights.between(0, self.first), self.heights.between(self.end, len(self.exchanges))
        for room, height in zip(self._rooms, (above, below), strict=True):
            room.setFixedHeight(height)
            room.setVisible(bool(height))

    def lay_out(self) -> None:
        """Hold the rooms and lay out at once instead of with the next events."""
        self.keep_room()
        # Each tells the next one that it needs another size.
        for widget in (self._column, self._area.widget(), self._area.viewport()):
            QCoreApplication.sendPostedEvents(widget, QEvent.Type.LayoutRequest.value)

    def take_width(self) -> bool:
        """Reckon for the present width; False where that is nothing new."""
        metrics = QFontMetrics(theme().font("chat"))
        line = round(metrics.lineSpacing() * 1.2)
        return self.heights.set_width(self._text_width(), theme().step(BARE), line, metrics.averageCharWidth())

    def _text_width(self) -> int:
        margins = self._rows.contentsMargins()
        return self._column.width() - margins.left() - margins.right()

    def _build(self, place: int, row: int) -> ExchangeView:
        view = ExchangeView(self.exchanges[place], self.actions, self.other_model)
        self._fit(view)
        self.views.insert(row, view)
        self._rows.insertWidget(row + 1, view)
        self.built.emit(view)
        return view

    def _fit(self, view: ExchangeView) -> None:
        """Let *view* find its height out of sight, so that nothing jumps when it is put in its place."""
        width, height = self._text_width(), view.sizeHint().height()
        view.setParent(self._column)
        view.setGeometry(self._rows.contentsMargins().left(), -height - width, width, height)
        view.show()
        for _ in range(2):
            for inner in (*reversed(view.findChildren(QWidget)), view):
                layout = inner.layout()
                if layout is not None:
                    layout.activate()

"""Virtual list of exchanges: widgets exist near the visible part only, estimated heights stand for the rest."""

from bisect import bisect_right
from itertools import accumulate
from time import perf_counter
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from vaultdesk.ui.chat.exchange import Exchange, ReaderPosition
from vaultdesk.ui.chat.transcript.answer_view import FootAction
from vaultdesk.ui.chat.transcript.autoscroll import Autoscroll
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.theme.theme import theme


class MessageColumn(QWidget):
    """Qt lays out before it hands the event on, and paints after all events: who listens can still put it right."""

    laid_out = Signal()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.laid_out.emit()
        return done


# A conversation of thousands of messages has widgets for a few: where the others would stand is reckoned from this.

BASE_HEIGHT: Final = 110
"""Design pixels of an exchange without its words: card, sources, foot."""

PER_LINE: Final = 1.3
"""Lines of an answer for each line its words would fill: paragraphs, lists and tables have ends."""

ESTIMATE_TOLERANCE: Final = 0.15
"""Share by which guesses may be wrong before all are reckoned anew."""

MIN_MEASURED: Final = 2
"""Exchanges that must be measured before the guesses are corrected by them."""

MAX_CONTENT_HEIGHT: Final = 14_000_000
"""Pixels of all exchanges together: Qt's widgets end at 16,777,215."""


class ExchangeHeights:
    """A number for each exchange, oldest first; *gap* pixels stand between them."""

    def __init__(self, gap: int) -> None:
        self._gap = gap
        self._exchanges: list[Exchange] = []
        self._characters: dict[Exchange, int] = {}
        self._measured: dict[Exchange, tuple[float, int]] = {}
        """How high an exchange was when it was last seen, and what a character took then."""
        self._heights: list[int] = []
        self._bare, self._per_character = 1, 1.0
        self._factor = 1.0

    def reset(self, exchanges: list[Exchange]) -> None:
        """Reckon with these exchanges; what is known of them from before is known still."""
        if exchanges is not self._exchanges:
            self._characters.clear()
            self._measured.clear()
            self._factor = 1.0
        self._exchanges = exchanges
        self._reckon()

    def set_width(self, width: int, bare: int, line: int, character: float) -> bool:
        """Reckon for this *width*, with the font's heights and widths in pixels; False where that is nothing new."""
        per_character = PER_LINE * line * character / max(1, width)
        if (bare, per_character) == (self._bare, self._per_character):
            return False
        self._bare, self._per_character = bare, per_character
        self._reckon()
        return True

    def measure(self, place: int, height: int) -> None:
        """Take over how high the exchange at *place* is now."""
        heights = self._all()
        if 0 <= place < len(heights):
            heights[place] = height
            self._measured[self._exchanges[place]] = (self._per_character, height)

    def correct(self) -> bool:
        """Reckon the guesses anew where what was measured shows that they are wrong; False where they are not."""
        now = self._per_character
        measured = [one for one in self._exchanges if one in self._measured and self._measured[one][0] == now]
        if len(measured) < MIN_MEASURED:
            return False
        guessed = sum(self._bare + self._characters_of(one) * self._per_character for one in measured)
        factor = sum(self._measured[one][1] for one in measured) / max(1.0, guessed)
        if abs(factor / self._factor - 1) < ESTIMATE_TOLERANCE:
            return False
        self._factor = factor
        self._reckon()
        return True

    def between(self, first: int, end: int) -> int:
        """Return what the exchanges from *first* up to before *end* take, gaps between them included."""
        taken = self._all()[first:end]
        return min(MAX_CONTENT_HEIGHT, sum(taken) + self._gap * (len(taken) - 1)) if taken else 0

    def top(self, place: int) -> int:
        """Return where the exchange at *place* begins."""
        return self.between(0, place) + self._gap if place else 0

    def at(self, y: int) -> int:
        """Return the place of the exchange that *y* is in, or of the one nearest."""
        tops = list(accumulate((height + self._gap for height in self._all()[:-1]), initial=0))
        return max(0, bisect_right(tops, y) - 1)

    def _all(self) -> list[int]:
        if len(self._heights) > len(self._exchanges):
            del self._heights[len(self._exchanges) :]
        self._heights.extend(self._guess(one) for one in self._exchanges[len(self._heights) :])
        return self._heights

    def _reckon(self) -> None:
        self._heights = []  # Filled when it is first asked for.

    def _guess(self, exchange: Exchange) -> int:
        measured = self._measured.get(exchange)
        if measured is not None:
            then, height = measured
            now = self._per_character
            return height if then == now else max(self._bare, round(height * now / then))
        guessed = self._factor * (self._bare + self._characters_of(exchange) * self._per_character)
        return min(round(guessed), MAX_CONTENT_HEIGHT // max(1, len(self._exchanges)))

    def _characters_of(self, exchange: Exchange) -> int:
        known = self._characters.get(exchange)
        if known is None:
            known = self._characters[exchange] = _characters_of(exchange)
        return known


def _characters_of(exchange: Exchange) -> int:
    """Return how long question and answer are together, about: nothing is folded for it."""
    if exchange.kept:
        return sum(len(one.text) for one in exchange.kept if one.role in ("user", "assistant"))
    return len(exchange.question) + len(exchange.text)


class BuiltRange(QObject):
    """The first rows of a column: room, views, room. All heights are pixels of the scrolled content."""

    built = Signal(object)
    """An `ExchangeView` was made."""

    def __init__(self, area: QScrollArea, column: MessageColumn, rows: QVBoxLayout) -> None:
        super().__init__(area)
        self._area, self._column, self._rows = area, column, rows
        self.exchanges: list[Exchange] = []
        """All of the conversation; the conversation's own list, which may grow."""
        self.views: list[ExchangeView] = []
        """Those that are built, oldest first."""
        self.first = 0
        """The place of the first built one."""
        self.actions: frozenset[FootAction] = frozenset()
        self.other_model = ""
        self.heights = ExchangeHeights(rows.spacing())
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

    def exchange_at(self, y: int) -> tuple[int, int]:
        """Return the place of the exchange that should stand at *y*, and how far in it that is."""
        inside = y - self._column.y() - self._rows.contentsMargins().top()
        place = self.heights.at(inside)
        return place, inside - self.heights.top(place)

    def reset(self, exchanges: list[Exchange]) -> None:
        """Go over to *exchanges*, of which none is built then."""
        self.clear()
        self.exchanges = exchanges
        self.heights.reset(exchanges)
        self.update_width()
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

    def update_spacers(self) -> None:
        """Hold the rooms as high as what would stand there."""
        for place, view in enumerate(self.views, self.first):
            self.heights.measure(place, view.height())
        above, below = self.heights.between(0, self.first), self.heights.between(self.end, len(self.exchanges))
        for room, height in zip(self._rooms, (above, below), strict=True):
            room.setFixedHeight(height)
            room.setVisible(bool(height))

    def lay_out(self) -> None:
        """Hold the rooms and lay out at once instead of with the next events."""
        self.update_spacers()
        # Each tells the next one that it needs another size.
        for widget in (self._column, self._area.widget(), self._area.viewport()):
            QCoreApplication.sendPostedEvents(widget, QEvent.Type.LayoutRequest.value)

    def update_width(self) -> bool:
        """Reckon for the present width; False where that is nothing new."""
        metrics = QFontMetrics(theme().font("chat"))
        line = round(metrics.lineSpacing() * 1.2)
        return self.heights.set_width(self._text_width(), theme().px(BASE_HEIGHT), line, metrics.averageCharWidth())

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


# Widgets cost some hundredths of a second an exchange: thousands of messages built at once would hold the window for
# minutes, and laying all of them out anew for each change would too. So there are widgets for what is in sight and a
# little around it, an exchange a turn of the loop, and empty room above and below as high as the rest is reckoned to
# be.
# What the reader reads stays where it is, whatever turns out higher or lower around it.

BUILD_AHEAD: Final = 1.0
"""Screens above and below what is in sight in which everything is built."""

DROP_BEYOND: Final = 3.0
"""Screens away from which what is built is let go."""

MAX_BUILT: Final = 24
"""Exchanges that stay built however short they are, unless they are in sight: all are laid out with every change."""

SHORT_CONVERSATION: Final = 8
"""Exchanges of a conversation whose end is built at once."""

MAX_BUILD_SECONDS: Final = 0.03
"""Seconds a turn of the loop may go on building while there is empty room in sight."""

LAYOUT_ROUNDS: Final = 4
"""A width reaches the text, its height comes back, the exchange and the column take it over: one round each."""


class VirtualExchangeList(QObject):
    """Follows the reader through one conversation."""

    built = Signal(object)
    """An `ExchangeView` was made."""

    def __init__(self, area: QScrollArea, column: MessageColumn, rows: QVBoxLayout, autoscroll: Autoscroll) -> None:
        super().__init__(area)
        self._area, self._rows, self._autoscroll = area, rows, autoscroll
        self.built_range = BuiltRange(area, column, rows)
        self._read: tuple[ExchangeView, int] | None = None
        """A view and how much of it is above the top: it stays there."""
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._go_on)
        self.built_range.built.connect(self._view_built)
        autoscroll.moved.connect(self._moved)
        column.laid_out.connect(self._layout_changed)
        theme().changed.connect(self._again.start)

    def show(self, exchanges: list[Exchange], at: ReaderPosition | None = None) -> None:
        """Show *exchanges* from their end, or with *at* at the top."""
        self._read = None
        self.built_range.reset(exchanges)
        if at is not None and at.exchange in exchanges:
            self._autoscroll.stop_following()
            self._read = (self.built_range.begin(exchanges.index(at.exchange)), at.offset)
            self._changed()
            self._go_on()
            return
        self.built_range.update_spacers()
        self._autoscroll.go_to_end()
        if len(exchanges) <= SHORT_CONVERSATION:
            self._go_on()
        else:
            self._again.start()  # Going over to a long chat is a turn's work without its first exchange.

    def add(self) -> None:
        """Show one more exchange, the last one, and go there."""
        built_range = self.built_range
        if built_range.end == len(built_range.exchanges) - 1:
            built_range.grow(up=False)
        built_range.update_spacers()
        self._autoscroll.go_to_end()
        self._again.start()

    def drop_missing(self) -> None:
        """Take away what is no longer in the conversation."""
        for view in self.built_range.forget_missing():
            self._drop(view)
        self.built_range.renumber()
        self.built_range.update_spacers()
        self._again.start()

    def view_of(self, exchange: Exchange) -> ExchangeView:
        """Return the view of *exchange*; where it is not built, the conversation is shown from there."""
        if not any(view.exchange is exchange for view in self.built_range.views):
            self.show(self.built_range.exchanges, ReaderPosition(exchange))
        return next(view for view in self.built_range.views if view.exchange is exchange)

    def place(self) -> ReaderPosition | None:
        """Return where the reader is; None at the end."""
        if self._autoscroll.following or not self.built_range.views:
            return None
        view, offset = self._read_now()
        return ReaderPosition(view.exchange, offset)

    def visible_number(self) -> int:
        """Return the place of the first exchange of which something is in sight."""
        if not self.built_range.views:
            return 0
        return self.built_range.first + self.built_range.views.index(self._read_now()[0])

    def settle(self) -> None:
        """Lay out now instead of with the next events, so that the range is right."""
        for _ in range(LAYOUT_ROUNDS):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)

    def _go_on(self) -> None:
        """Build what is wanted next, and go on in the next turn."""
        if not self.built_range.exchanges:
            return
        began = perf_counter()
        if self.built_range.update_width():
            self.built_range.update_spacers()
        while self._grow():
            if perf_counter() - began > MAX_BUILD_SECONDS or not self._bare():
                self._again.start()
                return
        self._drop_distant()
        if self.built_range.heights.correct():
            self.built_range.update_spacers()

    def _grow(self) -> bool:
        """Build one exchange; False where everything near is built."""
        built_range, port = self.built_range, self._area.viewport().height()
        top, near = self._area.verticalScrollBar().value(), round(BUILD_AHEAD * port)
        bottom = top + port
        if not built_range.views or built_range.bottom < top - near or built_range.top > bottom + near:
            self._begin()
            return True
        above, below = built_range.first > 0, built_range.end < len(built_range.exchanges)
        if below and built_range.bottom < bottom:
            up = False
        elif (
            above
            and built_range.top > top - near
            and (built_range.top > top or not below or built_range.bottom > bottom + near)
        ):
            up = True
        elif below and built_range.bottom < bottom + near:
            up = False
        else:
            return False
        built_range.grow(up=up)
        self._changed()
        return True

    def _bare(self) -> bool:
        """Tell whether there is empty room in sight where words should be."""
        built_range, port = self.built_range, self._area.viewport().height()
        top = self._area.verticalScrollBar().value()
        return (built_range.first > 0 and built_range.top > top) or (
            built_range.end < len(built_range.exchanges) and built_range.bottom < top + port
        )

    def _begin(self) -> None:
        """Build what should stand at the top, or the end: the reader went far."""
        place, inside = self.built_range.exchange_at(self._area.verticalScrollBar().value())
        if self._autoscroll.following:
            place, inside = len(self.built_range.exchanges) - 1, 0
        self._read = (self.built_range.begin(place), inside)
        self._changed()

    def _changed(self) -> None:
        """Lay out at once, the reader unmoved."""
        self.built_range.lay_out()
        self._restore_position()

    def _drop_distant(self) -> None:
        """Take away what is far from the reader, and what is too much of what is near."""
        bar, port, built_range = self._area.verticalScrollBar(), self._area.viewport().height(), self.built_range
        top, bottom = bar.value(), bar.value() + port
        far, near, gone = round(DROP_BEYOND * port), round(BUILD_AHEAD * port), False
        while len(built_range.views) > 1:
            over, under = (
                top - built_range.bottom_of(built_range.views[0]),
                built_range.y_of(built_range.views[-1]) - bottom,
            )
            many = len(built_range.views) > MAX_BUILT
            if over > far or (many and over >= under and over > near):
                self._drop(built_range.views[0])
            elif under > far or (many and under > near):
                self._drop(built_range.views[-1])
            else:
                break
            gone = True
        if gone:
            self._changed()

    def _drop(self, view: ExchangeView) -> None:
        if self._read is not None and self._read[0] is view:
            self._read = None
        self.built_range.drop(view)

    def _view_built(self, view: ExchangeView) -> None:
        view.unfolded.connect(self._autoscroll.stop_following)
        self.built.emit(view)

    def _layout_changed(self) -> None:
        """Keep the reader where they are: something was laid out anew."""
        self._restore_position()
        if self._bare():
            self._again.start()

    def _restore_position(self) -> None:
        if self._read is not None and not self._autoscroll.following:
            view, offset = self._read
            self._autoscroll.scroll_to(self.built_range.y_of(view) + offset)

    def _moved(self, _value: int) -> None:
        """The reader went on: remember what they read now, and build around it."""
        self._read = self._read_now() if self.built_range.views else None
        gap = self._rows.spacing()
        if self._read is not None and not -gap <= self._read[1] <= self._read[0].height() + gap:
            self._read = None  # Far from all that is built.
        self._again.start()

    def _read_now(self) -> tuple[ExchangeView, int]:
        """Return the first view of which something is in sight, and how much of it is above the top."""
        top, built_range = self._area.verticalScrollBar().value(), self.built_range
        view = next((view for view in built_range.views if built_range.bottom_of(view) > top), built_range.views[-1])
        return view, top - built_range.y_of(view)

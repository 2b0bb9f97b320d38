"""Virtual list of exchanges, which builds widgets near the visible part only, and its autoscroll to the latest text."""

from bisect import bisect_right
from itertools import accumulate
from time import perf_counter
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QVBoxLayout, QWidget

from vaultdesk.ui.chat.exchange import Exchange, ReaderPosition
from vaultdesk.ui.chat.transcript.answer_view import FootAction
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS


class LatestButton(QAbstractButton):
    """Rounded button with a chevron, shown above the end of the messages."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(self.tr("Latest"))
        self.setAccessibleName(self.tr("Go to the latest message"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setProperty(CORNER_RADIUS, 16)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme().changed.connect(self.update)
        self.hide()

    def sizeHint(self) -> QSize:
        px = theme().px
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + px(44), metrics.height() + px(10))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        px = theme().px
        painter.setPen(QPen(theme().color("control"), 1))
        painter.setBrush(theme().color("hover" if self.underMouse() else "raised"))
        inner = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)
        side = px(12)
        picture = pixmap("chevron-down", "muted", side, self.devicePixelRatioF())
        draw_upright_pixmap(painter, QPoint(px(12), (self.height() - side) // 2), picture)
        painter.setPen(theme().color("text"))
        painter.setFont(theme().font("strong"))
        words = self.rect().adjusted(px(30), 0, -px(8), 0)
        draw_upright_text(painter, words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())


NEAR_END = 24
"""Pixels from the end that still count as the end; one wheel step is more."""


class Autoscroll(QObject):
    """Follows the end of one scroll area. New text never moves a reader who scrolled up (vaultdesk/ui/chat/README.md,
    "Transcript").
    """

    moved = Signal(int)
    """The scroll position changed, by the user or by this object."""

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(area)
        self._area = area
        self._following = True
        self._programmatic = False
        self.latest = LatestButton(area)
        self.latest.clicked.connect(self.go_to_end)
        bar = area.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._value_changed)
        area.viewport().installEventFilter(self)

    @property
    def at_end(self) -> bool:
        """Whether the end is visible."""
        bar = self._area.verticalScrollBar()
        return bar.value() >= bar.maximum() - NEAR_END

    @property
    def following(self) -> bool:
        """Whether the end is kept visible."""
        return self._following

    def go_to_end(self) -> None:
        """Scroll to the end and follow it."""
        self._following = True
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.maximum())
        self.show_latest()

    def stop_following(self) -> None:
        """Stop following: the reader expanded something, which must stay where it is."""
        self._following = False

    def scroll_to(self, value: int) -> None:
        """Scroll to *value* to keep the read text in place after content above it was added or removed."""
        self._programmatic = True
        self._area.verticalScrollBar().setValue(value)
        self._programmatic = False

    def show_latest(self) -> None:
        """Show the button if the end is not visible."""
        self.latest.setVisible(not self.at_end)
        if self.latest.isVisible():
            size, port = self.latest.sizeHint(), self._area.viewport()
            left = (port.width() - size.width()) // 2
            top = port.height() - size.height() - theme().px(12)
            self.latest.setGeometry(left, top, size.width(), size.height())
            self.latest.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the end visible and the button in position when the pane is resized."""
        if event.type() == QEvent.Type.Resize:
            if self._following:
                self.go_to_end()
            self.show_latest()
        return False

    def _range_changed(self, _least: int, most: int) -> None:
        if self._following:
            self._area.verticalScrollBar().setValue(most)
        self.show_latest()

    def _value_changed(self, value: int) -> None:
        if self._programmatic:
            return
        self._following = self.at_end
        self.show_latest()
        self.moved.emit(value)


class MessageColumn(QWidget):
    """Emits a signal when laid out. Qt lays out before it forwards the event, and paints after all events, so listeners
    can adjust positions before painting.
    """

    laid_out = Signal()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.laid_out.emit()
        return done


# A conversation of thousands of messages has widgets for a few exchanges; the positions of the others are estimated
# here.

BASE_HEIGHT: Final = 110
"""Design pixels of an exchange without its text: card, sources, footer."""

PER_LINE: Final = 1.3
"""Lines of an answer for each line its text would fill: paragraphs, lists and tables have short last lines."""

ESTIMATE_TOLERANCE: Final = 0.15
"""Relative error of the estimates above which all are recalculated."""

MIN_MEASURED: Final = 2
"""Number of exchanges that must be measured before the estimates are corrected."""

MAX_CONTENT_HEIGHT: Final = 14_000_000
"""Maximum height of all exchanges in pixels: Qt limits widgets to 16,777,215."""


class ExchangeHeights:
    """Height of each exchange, oldest first, with *gap* pixels between them."""

    def __init__(self, gap: int) -> None:
        self._gap = gap
        self._exchanges: list[Exchange] = []
        self._characters: dict[Exchange, int] = {}
        self._measured: dict[Exchange, tuple[float, int]] = {}
        """Last measured height of an exchange, and the text metrics at that time."""
        self._heights: list[int] = []
        self._bare, self._per_character = 1, 1.0
        self._factor = 1.0

    def reset(self, exchanges: list[Exchange]) -> None:
        """Use these exchanges; measured heights are kept."""
        if exchanges is not self._exchanges:
            self._characters.clear()
            self._measured.clear()
            self._factor = 1.0
        self._exchanges = exchanges
        self._clear_heights()

    def set_width(self, width: int, bare: int, line: int, character: float) -> bool:
        """Set the *width* and the font's heights and widths in pixels; return False if nothing changed."""
        per_character = PER_LINE * line * character / max(1, width)
        if (bare, per_character) == (self._bare, self._per_character):
            return False
        self._bare, self._per_character = bare, per_character
        self._clear_heights()
        return True

    def measure(self, place: int, height: int) -> None:
        """Store the measured height of the exchange at index *place*."""
        heights = self._all()
        if 0 <= place < len(heights):
            heights[place] = height
            self._measured[self._exchanges[place]] = (self._per_character, height)

    def correct(self) -> bool:
        """Recalculate the estimates if measurements show that they are wrong; return False if they are not."""
        now = self._per_character
        measured = [one for one in self._exchanges if one in self._measured and self._measured[one][0] == now]
        if len(measured) < MIN_MEASURED:
            return False
        guessed = sum(self._bare + self._characters_of(one) * self._per_character for one in measured)
        factor = sum(self._measured[one][1] for one in measured) / max(1.0, guessed)
        if abs(factor / self._factor - 1) < ESTIMATE_TOLERANCE:
            return False
        self._factor = factor
        self._clear_heights()
        return True

    def between(self, first: int, end: int) -> int:
        """Return the height of the exchanges from *first* up to but excluding *end*, including the gaps between
        them.
        """
        taken = self._all()[first:end]
        return min(MAX_CONTENT_HEIGHT, sum(taken) + self._gap * (len(taken) - 1)) if taken else 0

    def top(self, place: int) -> int:
        """Return the top of the exchange at index *place*."""
        return self.between(0, place) + self._gap if place else 0

    def at(self, y: int) -> int:
        """Return the index of the exchange at *y*, or of the nearest one."""
        tops = list(accumulate((height + self._gap for height in self._all()[:-1]), initial=0))
        return max(0, bisect_right(tops, y) - 1)

    def _all(self) -> list[int]:
        if len(self._heights) > len(self._exchanges):
            del self._heights[len(self._exchanges) :]
        self._heights.extend(self._guess(one) for one in self._exchanges[len(self._heights) :])
        return self._heights

    def _clear_heights(self) -> None:
        self._heights = []  # Filled on first use.

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
    """Return the approximate length of question and answer without folding the answer."""
    if exchange.kept:
        return sum(len(one.text) for one in exchange.kept if one.role in ("user", "assistant"))
    return len(exchange.question) + len(exchange.text)


class BuiltRange(QObject):
    """First rows of a column: spacer, views, spacer. All heights are pixels of the scrolled content."""

    built = Signal(object)
    """An `ExchangeView` was created."""

    def __init__(self, area: QScrollArea, column: MessageColumn, rows: QVBoxLayout) -> None:
        super().__init__(area)
        self._area, self._column, self._rows = area, column, rows
        self.exchanges: list[Exchange] = []
        """All exchanges: the conversation's own list, which may grow."""
        self.views: list[ExchangeView] = []
        """The built views, oldest first."""
        self.first = 0
        """Index of the first built exchange."""
        self.actions: frozenset[FootAction] = frozenset()
        self.other_model = ""
        self.heights = ExchangeHeights(rows.spacing())
        self._spacers = (QWidget(), QWidget())
        for room in self._spacers:
            room.hide()
            rows.insertWidget(rows.count() - 1, room)

    @property
    def end(self) -> int:
        """Index after the last built exchange."""
        return self.first + len(self.views)

    @property
    def top(self) -> int:
        """Top of the first built exchange."""
        return self.y_of(self.views[0]) if self.views else 0

    @property
    def bottom(self) -> int:
        """Bottom of the last built exchange."""
        return self.bottom_of(self.views[-1]) if self.views else 0

    def y_of(self, view: QWidget) -> int:
        """Return the top of *view*."""
        return view.y() + self._column.y()

    def bottom_of(self, view: QWidget) -> int:
        return self.y_of(view) + view.height()

    def exchange_at(self, y: int) -> tuple[int, int]:
        """Return the index of the exchange at *y*, and the offset within it."""
        inside = y - self._column.y() - self._rows.contentsMargins().top()
        place = self.heights.at(inside)
        return place, inside - self.heights.top(place)

    def reset(self, exchanges: list[Exchange]) -> None:
        """Switch to *exchanges*, with none of them built."""
        self.clear()
        self.exchanges = exchanges
        self.heights.reset(exchanges)
        self.update_width()
        self.first = len(exchanges)

    def begin(self, place: int) -> ExchangeView:
        """Build only the exchange at index *place*."""
        self.clear()
        self.first = place
        return self._build(place, 0)

    def grow(self, *, up: bool) -> None:
        """Build the exchange before or after the range."""
        if up:
            self.first -= 1
            self._build(self.first, 0)
        else:
            self._build(self.end, len(self.views))

    def drop(self, view: ExchangeView) -> None:
        """Remove *view*: an end of the range, or a view whose exchange was removed."""
        if view is self.views[0]:
            self.first += 1
        self.views.remove(view)
        self._rows.removeWidget(view)
        view.hide()
        view.deleteLater()

    def clear(self) -> None:
        """Remove all views."""
        while self.views:
            self.drop(self.views[-1])

    def forget_missing(self) -> list[ExchangeView]:
        """Update to removed exchanges; return their views."""
        self.heights.reset(self.exchanges)
        kept = set(self.exchanges)
        return [view for view in self.views if view.exchange not in kept]

    def renumber(self) -> None:
        """Recalculate the indexes of the views."""
        self.first = self.exchanges.index(self.views[0].exchange) if self.views else len(self.exchanges)

    def update_spacers(self) -> None:
        """Set the heights of the spacers to the estimates of the exchanges they replace."""
        for place, view in enumerate(self.views, self.first):
            self.heights.measure(place, view.height())
        above, below = self.heights.between(0, self.first), self.heights.between(self.end, len(self.exchanges))
        for room, height in zip(self._spacers, (above, below), strict=True):
            room.setFixedHeight(height)
            room.setVisible(bool(height))

    def lay_out(self) -> None:
        """Update the spacers and lay out immediately instead of with the next events."""
        self.update_spacers()
        # Each of them invalidates the size of the next.
        for widget in (self._column, self._area.widget(), self._area.viewport()):
            QCoreApplication.sendPostedEvents(widget, QEvent.Type.LayoutRequest.value)

    def update_width(self) -> bool:
        """Update the estimates to the current width; return False if it did not change."""
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
        """Let *view* compute its height while hidden, so that nothing jumps when it is inserted."""
        width, height = self._text_width(), view.sizeHint().height()
        view.setParent(self._column)
        view.setGeometry(self._rows.contentsMargins().left(), -height - width, width, height)
        view.show()
        for _ in range(2):
            for inner in (*reversed(view.findChildren(QWidget)), view):
                layout = inner.layout()
                if layout is not None:
                    layout.activate()


# Widgets take some hundredths of a second per exchange: building thousands of messages would block the window for
# minutes, as would laying all of them out for each change. So widgets exist for the visible area and its surroundings,
# built one exchange per event loop iteration, with spacers of estimated height above and below. The text being read
# keeps its position whatever changes height around it.

BUILD_AHEAD: Final = 1.0
"""Screens above and below the visible area in which everything is built."""

DROP_DISTANCE: Final = 3.0
"""Distance in screens beyond which views are removed."""

MAX_BUILT: Final = 24
"""Maximum number of built views outside the visible area, however short: all are laid out with every change."""

SHORT_CONVERSATION: Final = 8
"""Number of exchanges up to which the end of a conversation is built immediately."""

MAX_BUILD_SECONDS: Final = 0.03
"""Maximum seconds of building per event loop iteration while an unbuilt area is visible."""

LAYOUT_ROUNDS: Final = 4
"""The width reaches the text, its height returns, the exchange and then the column adopt it: one round each."""


class VirtualExchangeList(QObject):
    """Follows the reader through one conversation."""

    built = Signal(object)
    """An `ExchangeView` was created."""

    def __init__(self, area: QScrollArea, column: MessageColumn, rows: QVBoxLayout, autoscroll: Autoscroll) -> None:
        super().__init__(area)
        self._area, self._rows, self._autoscroll = area, rows, autoscroll
        self.built_range = BuiltRange(area, column, rows)
        self._read: tuple[ExchangeView, int] | None = None
        """A view and the number of its pixels above the top, which are kept constant."""
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
            self._again.start()  # Switching to a long chat takes a whole loop iteration.

    def add(self) -> None:
        """Show a new last exchange and scroll to it."""
        built_range = self.built_range
        if built_range.end == len(built_range.exchanges) - 1:
            built_range.grow(up=False)
        built_range.update_spacers()
        self._autoscroll.go_to_end()
        self._again.start()

    def drop_missing(self) -> None:
        """Remove exchanges that are no longer in the conversation."""
        for view in self.built_range.forget_missing():
            self._drop(view)
        self.built_range.renumber()
        self.built_range.update_spacers()
        self._again.start()

    def view_of(self, exchange: Exchange) -> ExchangeView:
        """Return the view of *exchange*; if it is not built, scroll there and build it."""
        if not any(view.exchange is exchange for view in self.built_range.views):
            self.show(self.built_range.exchanges, ReaderPosition(exchange))
        return next(view for view in self.built_range.views if view.exchange is exchange)

    def place(self) -> ReaderPosition | None:
        """Return the reading position; None at the end."""
        if self._autoscroll.following or not self.built_range.views:
            return None
        view, offset = self._read_now()
        return ReaderPosition(view.exchange, offset)

    def visible_number(self) -> int:
        """Return the index of the first visible exchange."""
        if not self.built_range.views:
            return 0
        return self.built_range.first + self.built_range.views.index(self._read_now()[0])

    def settle(self) -> None:
        """Lay out immediately so that the scroll range is correct."""
        for _ in range(LAYOUT_ROUNDS):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)

    def _go_on(self) -> None:
        """Build the next exchange, and schedule the following one."""
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
        """Build one exchange; return False if everything nearby is built."""
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
        """Return whether an unbuilt area is visible."""
        built_range, port = self.built_range, self._area.viewport().height()
        top = self._area.verticalScrollBar().value()
        return (built_range.first > 0 and built_range.top > top) or (
            built_range.end < len(built_range.exchanges) and built_range.bottom < top + port
        )

    def _begin(self) -> None:
        """Build the exchange at the visible top, or the last one, after a long scroll."""
        place, inside = self.built_range.exchange_at(self._area.verticalScrollBar().value())
        if self._autoscroll.following:
            place, inside = len(self.built_range.exchanges) - 1, 0
        self._read = (self.built_range.begin(place), inside)
        self._changed()

    def _changed(self) -> None:
        """Lay out immediately, keeping the reading position."""
        self.built_range.lay_out()
        self._restore_position()

    def _drop_distant(self) -> None:
        """Remove views far from the visible area, and nearby ones above the limit."""
        bar, port, built_range = self._area.verticalScrollBar(), self._area.viewport().height(), self.built_range
        top, bottom = bar.value(), bar.value() + port
        far, near, gone = round(DROP_DISTANCE * port), round(BUILD_AHEAD * port), False
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
        """Keep the reading position after a new layout."""
        self._restore_position()
        if self._bare():
            self._again.start()

    def _restore_position(self) -> None:
        if self._read is not None and not self._autoscroll.following:
            view, offset = self._read
            self._autoscroll.scroll_to(self.built_range.y_of(view) + offset)

    def _moved(self, _value: int) -> None:
        """Store the reading position after scrolling, and build around it."""
        self._read = self._read_now() if self.built_range.views else None
        gap = self._rows.spacing()
        if self._read is not None and not -gap <= self._read[1] <= self._read[0].height() + gap:
            self._read = None  # Far from all built views.
        self._again.start()

    def _read_now(self) -> tuple[ExchangeView, int]:
        """Return the first visible view and the number of its pixels above the top."""
        top, built_range = self._area.verticalScrollBar().value(), self.built_range
        view = next((view for view in built_range.views if built_range.bottom_of(view) > top), built_range.views[-1])
        return view, top - built_range.y_of(view)

"""Virtual list of exchanges, which builds widgets near the visible part only, and its autoscroll to the latest text."""

from bisect import bisect_right
from itertools import accumulate
from time import perf_counter
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QVBoxLayout, QWidget

from vaultdesk.ui.chat.exchange import Exchange, ReaderPosition
from vaultdesk.ui.chat.transcript.answer_view import AnswerAction
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
        text_rect = self.rect().adjusted(px(30), 0, -px(8), 0)
        draw_upright_text(painter, text_rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())


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
            size, viewport = self.latest.sizeHint(), self._area.viewport()
            left = (viewport.width() - size.width()) // 2
            top = viewport.height() - size.height() - theme().px(12)
            self.latest.setGeometry(left, top, size.width(), size.height())
            self.latest.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the end visible and the button in position when the pane is resized."""
        if event.type() == QEvent.Type.Resize:
            if self._following:
                self.go_to_end()
            self.show_latest()
        return False

    def _range_changed(self, _minimum: int, maximum: int) -> None:
        if self._following:
            self._area.verticalScrollBar().setValue(maximum)
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
        handled = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.laid_out.emit()
        return handled


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
        """Height per character (`_per_character`) at the last measurement of an exchange, and its measured height."""
        self._heights: list[int] = []
        self._base_height, self._per_character = 1, 1.0
        self._factor = 1.0

    def reset(self, exchanges: list[Exchange]) -> None:
        """Use these exchanges; measured heights are kept."""
        if exchanges is not self._exchanges:
            self._characters.clear()
            self._measured.clear()
            self._factor = 1.0
        self._exchanges = exchanges
        self._clear_heights()

    def set_width(self, width: int, base_height: int, line_height: int, character_width: float) -> bool:
        """Set the *width* and the font's heights and widths in pixels; return False if nothing changed."""
        per_character = PER_LINE * line_height * character_width / max(1, width)
        if (base_height, per_character) == (self._base_height, self._per_character):
            return False
        self._base_height, self._per_character = base_height, per_character
        self._clear_heights()
        return True

    def measure(self, index: int, height: int) -> None:
        """Store the measured height of the exchange at *index*."""
        heights = self._all_heights()
        if 0 <= index < len(heights):
            heights[index] = height
            self._measured[self._exchanges[index]] = (self._per_character, height)

    def correct(self) -> bool:
        """Recalculate the estimates if measurements show that they are wrong; return False if they are not."""
        measured = [
            exchange
            for exchange in self._exchanges
            if exchange in self._measured and self._measured[exchange][0] == self._per_character
        ]
        if len(measured) < MIN_MEASURED:
            return False
        estimated = sum(
            self._base_height + self._characters_of(exchange) * self._per_character for exchange in measured
        )
        factor = sum(self._measured[exchange][1] for exchange in measured) / max(1.0, estimated)
        if abs(factor / self._factor - 1) < ESTIMATE_TOLERANCE:
            return False
        self._factor = factor
        self._clear_heights()
        return True

    def between(self, first: int, end: int) -> int:
        """Return the height of the exchanges from *first* up to but excluding *end*, including the gaps between
        them.
        """
        heights = self._all_heights()[first:end]
        return min(MAX_CONTENT_HEIGHT, sum(heights) + self._gap * (len(heights) - 1)) if heights else 0

    def top(self, index: int) -> int:
        """Return the top of the exchange at *index*."""
        return self.between(0, index) + self._gap if index else 0

    def at(self, y: int) -> int:
        """Return the index of the exchange at *y*, or of the nearest one."""
        tops = list(accumulate((height + self._gap for height in self._all_heights()[:-1]), initial=0))
        return max(0, bisect_right(tops, y) - 1)

    def _all_heights(self) -> list[int]:
        if len(self._heights) > len(self._exchanges):
            del self._heights[len(self._exchanges) :]
        self._heights.extend(self._estimate(exchange) for exchange in self._exchanges[len(self._heights) :])
        return self._heights

    def _clear_heights(self) -> None:
        self._heights = []  # Filled on first use.

    def _estimate(self, exchange: Exchange) -> int:
        measured = self._measured.get(exchange)
        if measured is not None:
            measured_per_character, height = measured
            if measured_per_character == self._per_character:
                return height
            return max(self._base_height, round(height * self._per_character / measured_per_character))
        estimated = self._factor * (self._base_height + self._characters_of(exchange) * self._per_character)
        return min(round(estimated), MAX_CONTENT_HEIGHT // max(1, len(self._exchanges)))

    def _characters_of(self, exchange: Exchange) -> int:
        count = self._characters.get(exchange)
        if count is None:
            count = self._characters[exchange] = _characters_of(exchange)
        return count


def _characters_of(exchange: Exchange) -> int:
    """Return the approximate length of question and answer without folding the answer."""
    if exchange.saved_messages:
        return sum(len(message.text) for message in exchange.saved_messages if message.role in ("user", "assistant"))
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
        self.actions: frozenset[AnswerAction] = frozenset()
        self.other_model = ""
        self.heights = ExchangeHeights(rows.spacing())
        self._spacers = (QWidget(), QWidget())
        for spacer in self._spacers:
            spacer.hide()
            rows.insertWidget(rows.count() - 1, spacer)

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
        content_y = y - self._column.y() - self._rows.contentsMargins().top()
        index = self.heights.at(content_y)
        return index, content_y - self.heights.top(index)

    def reset(self, exchanges: list[Exchange]) -> None:
        """Switch to *exchanges*, with none of them built."""
        self.clear()
        self.exchanges = exchanges
        self.heights.reset(exchanges)
        self.update_width()
        self.first = len(exchanges)

    def begin(self, index: int) -> ExchangeView:
        """Build only the exchange at *index*."""
        self.clear()
        self.first = index
        return self._build(index, 0)

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
        remaining = set(self.exchanges)
        return [view for view in self.views if view.exchange not in remaining]

    def renumber(self) -> None:
        """Recalculate the indexes of the views."""
        self.first = self.exchanges.index(self.views[0].exchange) if self.views else len(self.exchanges)

    def update_spacers(self) -> None:
        """Set the heights of the spacers to the estimates of the exchanges they replace."""
        for index, view in enumerate(self.views, self.first):
            self.heights.measure(index, view.height())
        above, below = self.heights.between(0, self.first), self.heights.between(self.end, len(self.exchanges))
        for spacer, height in zip(self._spacers, (above, below), strict=True):
            spacer.setFixedHeight(height)
            spacer.setVisible(bool(height))

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

    def _build(self, index: int, row: int) -> ExchangeView:
        view = ExchangeView(self.exchanges[index], self.actions, self.other_model)
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
        self._anchor: tuple[ExchangeView, int] | None = None
        """A view and the number of its pixels above the top, which stays constant while other heights change."""
        self._build_timer = QTimer(self)
        self._build_timer.setSingleShot(True)
        self._build_timer.setInterval(0)
        self._build_timer.timeout.connect(self._build_nearby)
        self.built_range.built.connect(self._view_built)
        autoscroll.moved.connect(self._moved)
        column.laid_out.connect(self._layout_changed)
        theme().changed.connect(self._build_timer.start)

    def show(self, exchanges: list[Exchange], position: ReaderPosition | None = None) -> None:
        """Show *exchanges* from their end, or with *position* at the top."""
        self._anchor = None
        self.built_range.reset(exchanges)
        if position is not None and position.exchange in exchanges:
            self._autoscroll.stop_following()
            self._anchor = (self.built_range.begin(exchanges.index(position.exchange)), position.offset)
            self._lay_out()
            self._build_nearby()
            return
        self.built_range.update_spacers()
        self._autoscroll.go_to_end()
        if len(exchanges) <= SHORT_CONVERSATION:
            self._build_nearby()
        else:
            self._build_timer.start()  # Switching to a long chat takes a whole loop iteration.

    def add(self) -> None:
        """Show a new last exchange and scroll to it."""
        built_range = self.built_range
        if built_range.end == len(built_range.exchanges) - 1:
            built_range.grow(up=False)
        built_range.update_spacers()
        self._autoscroll.go_to_end()
        self._build_timer.start()

    def drop_missing(self) -> None:
        """Remove exchanges that are no longer in the conversation."""
        for view in self.built_range.forget_missing():
            self._drop(view)
        self.built_range.renumber()
        self.built_range.update_spacers()
        self._build_timer.start()

    def view_of(self, exchange: Exchange) -> ExchangeView:
        """Return the view of *exchange*; if it is not built, scroll there and build it."""
        if not any(view.exchange is exchange for view in self.built_range.views):
            self.show(self.built_range.exchanges, ReaderPosition(exchange))
        return next(view for view in self.built_range.views if view.exchange is exchange)

    def reading_position(self) -> ReaderPosition | None:
        """Return the reading position; None at the end."""
        if self._autoscroll.following or not self.built_range.views:
            return None
        view, offset = self._current_anchor()
        return ReaderPosition(view.exchange, offset)

    def visible_number(self) -> int:
        """Return the index of the first visible exchange."""
        if not self.built_range.views:
            return 0
        return self.built_range.first + self.built_range.views.index(self._current_anchor()[0])

    def settle(self) -> None:
        """Lay out immediately so that the scroll range is correct."""
        for _ in range(LAYOUT_ROUNDS):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)

    def _build_nearby(self) -> None:
        """Build the next exchange, and schedule the following one."""
        if not self.built_range.exchanges:
            return
        start_time = perf_counter()
        if self.built_range.update_width():
            self.built_range.update_spacers()
        while self._build_next():
            if perf_counter() - start_time > MAX_BUILD_SECONDS or not self._gap_is_visible():
                self._build_timer.start()
                return
        self._drop_distant()
        if self.built_range.heights.correct():
            self.built_range.update_spacers()

    def _build_next(self) -> bool:
        """Build one exchange; return False if everything nearby is built."""
        built_range, height = self.built_range, self._area.viewport().height()
        top, margin = self._area.verticalScrollBar().value(), round(BUILD_AHEAD * height)
        bottom = top + height
        if not built_range.views or built_range.bottom < top - margin or built_range.top > bottom + margin:
            self._build_at_scroll_position()
            return True
        has_above, has_below = built_range.first > 0, built_range.end < len(built_range.exchanges)
        if has_below and built_range.bottom < bottom:
            up = False
        elif (
            has_above
            and built_range.top > top - margin
            and (built_range.top > top or not has_below or built_range.bottom > bottom + margin)
        ):
            up = True
        elif has_below and built_range.bottom < bottom + margin:
            up = False
        else:
            return False
        built_range.grow(up=up)
        self._lay_out()
        return True

    def _gap_is_visible(self) -> bool:
        """Return whether an unbuilt area is visible."""
        built_range, port = self.built_range, self._area.viewport().height()
        top = self._area.verticalScrollBar().value()
        return (built_range.first > 0 and built_range.top > top) or (
            built_range.end < len(built_range.exchanges) and built_range.bottom < top + port
        )

    def _build_at_scroll_position(self) -> None:
        """Build the exchange at the visible top, or the last one, after a long scroll."""
        index, offset = self.built_range.exchange_at(self._area.verticalScrollBar().value())
        if self._autoscroll.following:
            index, offset = len(self.built_range.exchanges) - 1, 0
        self._anchor = (self.built_range.begin(index), offset)
        self._lay_out()

    def _lay_out(self) -> None:
        """Lay out immediately, keeping the reading position."""
        self.built_range.lay_out()
        self._restore_position()

    def _drop_distant(self) -> None:
        """Remove views far from the visible area, and nearby ones above the limit."""
        bar, height, built_range = self._area.verticalScrollBar(), self._area.viewport().height(), self.built_range
        top, bottom = bar.value(), bar.value() + height
        max_distance, min_distance, dropped = round(DROP_DISTANCE * height), round(BUILD_AHEAD * height), False
        while len(built_range.views) > 1:
            distance_above, distance_below = (
                top - built_range.bottom_of(built_range.views[0]),
                built_range.y_of(built_range.views[-1]) - bottom,
            )
            too_many = len(built_range.views) > MAX_BUILT
            if distance_above > max_distance or (
                too_many and distance_above >= distance_below and distance_above > min_distance
            ):
                self._drop(built_range.views[0])
            elif distance_below > max_distance or (too_many and distance_below > min_distance):
                self._drop(built_range.views[-1])
            else:
                break
            dropped = True
        if dropped:
            self._lay_out()

    def _drop(self, view: ExchangeView) -> None:
        if self._anchor is not None and self._anchor[0] is view:
            self._anchor = None
        self.built_range.drop(view)

    def _view_built(self, view: ExchangeView) -> None:
        view.unfolded.connect(self._autoscroll.stop_following)
        self.built.emit(view)

    def _layout_changed(self) -> None:
        """Keep the reading position after a new layout."""
        self._restore_position()
        if self._gap_is_visible():
            self._build_timer.start()

    def _restore_position(self) -> None:
        if self._anchor is not None and not self._autoscroll.following:
            view, offset = self._anchor
            self._autoscroll.scroll_to(self.built_range.y_of(view) + offset)

    def _moved(self, _value: int) -> None:
        """Store the reading position after scrolling, and build around it."""
        self._anchor = self._current_anchor() if self.built_range.views else None
        gap = self._rows.spacing()
        if self._anchor is not None and not -gap <= self._anchor[1] <= self._anchor[0].height() + gap:
            self._anchor = None  # Far from all built views.
        self._build_timer.start()

    def _current_anchor(self) -> tuple[ExchangeView, int]:
        """Return the first visible view and the number of its pixels above the top."""
        top, built_range = self._area.verticalScrollBar().value(), self.built_range
        view = next((view for view in built_range.views if built_range.bottom_of(view) > top), built_range.views[-1])
        return view, top - built_range.y_of(view)

"""Calendar popup that chooses a day."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from PySide6.QtCore import QDate, QLocale, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from vaultdesk.ui.dates import month_text
from vaultdesk.ui.theme.painting import box, focus_ring
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.frames import PopupFrame, popup_rect
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout

WEEK_ROWS, CELL_WIDTH, CELL_HEIGHT = 6, 36, 30
"""Rows, constant so that the size does not change between months; and the size of a day in design pixels."""


class MonthGrid(QWidget):
    """Grid of the days of a month.

    Arrow keys move by days, also into adjacent months, Page Up and Page Down by months; Enter chooses a day.
    """

    chosen = Signal(object)
    """The chosen `date`."""

    day_changed = Signal(object)
    """The `date` with the keyboard cursor."""

    def __init__(self, day: date, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.day, self._today = day, today
        self._marked: set[date] = set()
        self._hovered: date | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._update_name()
        theme().changed.connect(self.update)

    def mark(self, days: Collection[date]) -> None:
        """Show a dot below *days*."""
        self._marked = set(days)
        self.update()

    def move_to(self, day: date) -> None:
        """Move the cursor to *day* and show its month."""
        self.day = day
        self._update_name()
        self.day_changed.emit(day)
        self.update()

    def move_months(self, count: int) -> None:
        """Move by *count* months, to the same day or the last one of the month."""
        months = self.day.year * 12 + self.day.month - 1 + count
        if not 12 <= months < 9999 * 12:
            return
        first = date(months // 12, months % 12 + 1, 1)
        last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        self.move_to(first.replace(day=min(self.day.day, last.day)))

    def shown_days(self) -> list[date]:
        """Return every displayed day, including those of adjacent months."""
        first = self.day.replace(day=1)
        start = QLocale().firstDayOfWeek().value
        leading_days = (first.isoweekday() - start) % 7
        begin = max(first.toordinal() - leading_days, 1)
        return [date.fromordinal(begin + number) for number in range(7 * WEEK_ROWS)]

    def sizeHint(self) -> QSize:
        return QSize(7 * theme().px(CELL_WIDTH), (WEEK_ROWS + 1) * theme().px(CELL_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -7, Qt.Key.Key_Down: 7}
        key = Qt.Key(event.key())
        if key in steps:
            self.move_to(date.fromordinal(max(1, self.day.toordinal() + steps[key])))
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.move_months(-1 if key == Qt.Key.Key_PageUp else 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.day)
        elif key == Qt.Key.Key_Home:
            self.move_to(self._today)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hovered = self._day_at(event)
        self.update()

    def leaveEvent(self, event: object) -> None:
        """Clear the hover highlight."""
        del event
        self._hovered = None
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        day = self._day_at(event)
        if day is not None and event.button() == Qt.MouseButton.LeftButton:
            self.move_to(day)
            self.chosen.emit(day)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        values, start = theme(), QLocale().firstDayOfWeek().value
        painter.setFont(values.font("caption"))
        painter.setPen(values.color("muted"))
        for column in range(7):
            name = QLocale().standaloneDayName((start + column - 1) % 7 + 1, QLocale.FormatType.NarrowFormat)
            painter.drawText(self._cell(column, 0), int(Qt.AlignmentFlag.AlignCenter), name)
        for number, day in enumerate(self.shown_days()):
            self._paint_day(painter, self._cell(number % 7, number // 7 + 1), day)

    def _paint_day(self, painter: QPainter, cell: QRect, day: date) -> None:
        values = theme()
        inner = cell.adjusted(values.px(2), values.px(1), -values.px(2), -values.px(1))
        pointed, today = day == self.day, day == self._today
        if pointed:
            line = values.color("accent") if values.tokens.high_contrast else None
            box(painter, inner, values.px(6), values.color("accent_tint"), line)
        elif day == self._hovered:
            box(painter, inner, values.px(6), values.color("hover"))
        if pointed and self.hasFocus():
            focus_ring(values, painter, inner.toRectF(), values.px(6))
        painter.setFont(values.font("strong" if today or pointed else "interface"))
        in_month = day.month == self.day.month
        painter.setPen(values.color("accent" if today else "text" if in_month else "muted"))
        painter.drawText(inner.adjusted(0, 0, 0, -values.px(3)), int(Qt.AlignmentFlag.AlignCenter), str(day.day))
        if day in self._marked:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(values.color("accent"))
            size = values.px(4) / 2
            painter.drawEllipse(QPointF(inner.center().x() + 0.5, inner.bottom() - values.px(4)), size, size)

    def _cell(self, column: int, row: int) -> QRect:
        width, height = theme().px(CELL_WIDTH), theme().px(CELL_HEIGHT)
        return QRect(column * width, row * height, width, height)

    def _day_at(self, event: QMouseEvent) -> date | None:
        position = event.position().toPoint()
        days = enumerate(self.shown_days())
        return next((day for index, day in days if self._cell(index % 7, index // 7 + 1).contains(position)), None)

    def _update_name(self) -> None:
        name = QLocale().toString(QDate(self.day.year, self.day.month, self.day.day), QLocale.FormatType.LongFormat)
        self.setAccessibleName(name)
        announce(self, name)


EDGE = 12
"""Margin in design pixels."""


class CalendarPopup(PopupFrame):
    """Popup with the days of a month. It closes when a day is chosen, on Esc, and on a press outside."""

    day_chosen = Signal(str)
    """The day as `2026-11-22`."""

    month_shown = Signal(object)
    """The displayed days. The receiver calls `mark` with those that have a note."""

    def __init__(self, anchor: QWidget, day: date | None = None, today: date | None = None) -> None:
        """*anchor* is the widget at which the popup opens; the cursor is on *day*, or on *today*."""
        super().__init__(anchor, 7 * CELL_WIDTH + 2 * EDGE)
        now = today or datetime.now().astimezone().date()
        self.setAccessibleName(self.tr("Choose a day"))
        self.month_grid = MonthGrid(day or now, now)
        self.month_grid.chosen.connect(self._choose)
        self.month_grid.day_changed.connect(self._show_month_of)
        self.paged.connect(self.month_grid.move_months)
        self._title = PlainLabel("", "text", "strong")
        self._shown = (0, 0)
        self._build_layout(now)
        self._show_month_of(self.month_grid.day)

    def open(self) -> None:
        """Open with the keyboard focus on the days."""
        self._place()
        self.show()
        self.month_grid.setFocus()
        self.month_shown.emit(self.month_grid.shown_days())

    def mark(self, days: Collection[date]) -> None:
        """Show a dot below *days*."""
        self.month_grid.mark(days)

    def _place(self) -> None:
        """Move the popup below its anchor, or above it.

        It is never cut off, so it may extend beyond a small window.
        """
        px, anchor = theme().px, self._anchor
        self.setFixedSize(px(7 * CELL_WIDTH + 2 * EDGE), self.sizeHint().height())
        anchor_rect, window = QRect(anchor.mapToGlobal(QPoint(0, 0)), anchor.size()), anchor.window()
        right = max(window.mapToGlobal(QPoint(window.width(), 0)).x(), anchor_rect.right() + 1) - px(8)
        available = anchor.screen().availableGeometry()
        available.setRight(min(available.right(), right - 1))
        self.move(popup_rect(anchor_rect, self.size(), available, min_height=self.height()).topLeft())

    def _build_layout(self, now: date) -> None:
        header = QHBoxLayout()
        header.addWidget(self._title)
        header.addStretch(1)
        previous_button = IconButton("chevron-left", self.tr("Previous month"), size=14, side=24)
        previous_button.clicked.connect(lambda: self.paged.emit(-1))
        next_button = IconButton("chevron-right", self.tr("Next month"), size=14, side=24)
        next_button.clicked.connect(lambda: self.paged.emit(1))
        today_button = LinkButton(self.tr("Today"), small=True)
        today_button.clicked.connect(lambda: self._choose(now))
        for widget in (today_button, previous_button, next_button):
            header.addWidget(widget)
        column = column_layout(self, 6, margins=(EDGE, 10, EDGE, EDGE))
        column.addLayout(header)
        column.addWidget(self.month_grid, 0, Qt.AlignmentFlag.AlignHCenter)

    def _show_month_of(self, day: date) -> None:
        if (day.year, day.month) != self._shown:
            self._shown = (day.year, day.month)
            self._title.setText(month_text(day))
            self.month_shown.emit(self.month_grid.shown_days())

    def _choose(self, day: date) -> None:
        self.close()
        self.day_chosen.emit(day.isoformat())

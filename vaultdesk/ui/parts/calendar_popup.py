"""Calendar popup: a month to choose a day from, opened at a widget. Knows no notes: dots are given to it."""

from collections.abc import Collection
from datetime import date, datetime

from PySide6.QtCore import QDate, QLocale, QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.parts.buttons import IconButton, LinkButton
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.parts.month_grid import CELL_WIDE, MonthGrid
from vaultdesk.ui.parts.popup_frame import PopupFrame
from vaultdesk.ui.theme.theme import theme

EDGE = 12
"""Pixels of LOOK's drawings around the month."""


class CalendarPopup(PopupFrame):
    """Closes when a day is chosen, at Esc, and at a press elsewhere."""

    day_chosen = Signal(str)
    """The day as `2026-11-22`."""

    month_shown = Signal(object)
    """The days that are in sight now: give those with a dot to `mark`."""

    def __init__(self, over: QWidget, day: date | None = None, today: date | None = None) -> None:
        """It opens at *over*, pointing at *day*."""
        super().__init__(over, 7 * CELL_WIDE + 2 * EDGE)
        now = today or datetime.now().astimezone().date()
        self.setAccessibleName(self.tr("Choose a day"))
        self.grid_of_days = MonthGrid(day or now, now)
        self.grid_of_days.chosen.connect(self._choose)
        self.grid_of_days.pointed.connect(self._pointed)
        self._title = PlainLabel("", "text", "strong")
        self._shown = (0, 0)
        self._lay_out(now)
        self._pointed(self.grid_of_days.day)

    def open(self) -> None:
        """Open with the keyboard on the days."""
        self._stand()
        self.show()
        self.grid_of_days.setFocus()
        self.month_shown.emit(self.grid_of_days.shown_days())

    def mark(self, days: Collection[date]) -> None:
        """Put a dot under *days*."""
        self.grid_of_days.mark(days)

    def page(self, way: int) -> None:
        """Go on by a month."""
        self.grid_of_days.move_months(way)

    def _stand(self) -> None:
        """Stand below the widget, or above it; a month is never cut, so it may leave a small window."""
        step, over = theme().step, self._over
        self.setFixedSize(step(7 * CELL_WIDE + 2 * EDGE), self.sizeHint().height())
        corner, room = over.mapToGlobal(QPoint(0, 0)), over.screen().availableGeometry()
        top = corner.y() + over.height() + step(4)
        if top + self.height() > room.bottom():
            top = corner.y() - step(4) - self.height()
        # Under its right edge where there is no room to the right of its left one.
        left = min(corner.x(), room.right() + 1 - self.width(), self._right_of(over) - self.width())
        self.move(max(room.left(), left), max(room.top(), top))

    def _right_of(self, over: QWidget) -> int:
        """Return where the window of *over* ends, or *over* itself, whichever is further right."""
        window = over.window()
        return max(
            window.mapToGlobal(QPoint(window.width(), 0)).x(), over.mapToGlobal(QPoint(over.width(), 0)).x()
        ) - theme().step(8)

    def _lay_out(self, now: date) -> None:
        step = theme().step
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addStretch(1)
        before = IconButton("chevron-left", self.tr("Month before"), size=14, side=24)
        before.clicked.connect(lambda: self.page(-1))
        after = IconButton("chevron-right", self.tr("Month after"), size=14, side=24)
        after.clicked.connect(lambda: self.page(1))
        today = LinkButton(self.tr("Today"), small=True)
        today.clicked.connect(lambda: self._choose(now))
        for widget in (today, before, after):
            head.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(step(EDGE), step(10), step(EDGE), step(EDGE))
        column.setSpacing(step(6))
        column.addLayout(head)
        column.addWidget(self.grid_of_days, 0, Qt.AlignmentFlag.AlignHCenter)

    def _pointed(self, day: date) -> None:
        if (day.year, day.month) != self._shown:
            self._shown = (day.year, day.month)
            self._title.setText(QLocale().toString(QDate(day.year, day.month, day.day), "MMMM yyyy"))
            self.month_shown.emit(self.grid_of_days.shown_days())

    def _choose(self, day: date) -> None:
        self.close()
        self.day_chosen.emit(day.isoformat())

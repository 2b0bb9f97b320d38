"""Chips on one line: sources of an answer, and mentions in a question."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

MAX_CHIP_WIDTH = 280
"""Maximum width in design pixels of a chip before its text is elided."""

MAX_WARNING_WIDTH = 340
"""The same if the text after the first run must be readable in full."""

MIN_NAME_WIDTH = 30
"""Minimum width in design pixels of the first run when it is elided in favor of the others."""

MIN_LAST_WIDTH = 40
"""Minimum space in design pixels in which an elided last run is shown."""

TextRun = tuple[str, str, FontName]
"""A run of text in a chip: the text, its color role, its font."""


class Chip(QToolButton):
    """A line of text in a box that can be pressed, with a close button if it can be removed."""

    removed = Signal()
    """The close button was pressed."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = ""
        self._runs: list[TextRun] = []
        self._shrinks_first = False
        self._line_role = "control"
        self._struck_through = False
        self._close_button: IconButton | None = None
        self.setProperty(CORNER_RADIUS, 5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(safe_label_text(name))
        theme().changed.connect(self.update)

    def set_runs(self, runs: list[TextRun], icon_name: str = "", *, shrinks_first: bool = False) -> None:
        """Show *runs*, after an icon if one is given.

        If there is not enough space, the last run is elided; with *shrinks_first* the first one.
        """
        self._shrinks_first = shrinks_first
        self._runs = [(safe_label_text(text).replace("\n", " "), role, font) for text, role, font in runs if text]
        self._icon_name = icon_name
        self.updateGeometry()
        self.update()

    def add_close_button(self, name: str, size: int = 12) -> IconButton:
        """Add a button at the right edge that removes the chip, with the accessible name *name*; *size* in design
        pixels.
        """
        close_button = IconButton("close", name, size=size, side=16)
        close_button.setParent(self)
        close_button.clicked.connect(self.removed)
        self._close_button = close_button
        return close_button

    def sizeHint(self) -> QSize:
        px = theme().px
        width = self._runs_width() + self._leading_width() + self._trailing_width()
        limit = px(MAX_WARNING_WIDTH if self._shrinks_first else MAX_CHIP_WIDTH)
        if width > limit and not self._shrinks_first and len(self._runs) > 1:
            # In a shorter space an elided text would be empty.
            width_without_last = width - _width(self._runs[-1][0], self._runs[-1][2]) - px(5)
            if limit - width_without_last < px(MIN_LAST_WIDTH):
                limit = min(limit, width_without_last)
        return QSize(min(width, limit), px(22))

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.sizeHint().width(), theme().px(60)), theme().px(22))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the whole text in the tooltip if it is elided; keep the close button at the right edge."""
        super().resizeEvent(event)
        if self._close_button is not None:
            side = self._close_button.height()
            self._close_button.move(self.width() - side - theme().px(3), (self.height() - side) // 2)
        full_text = " ".join(text for text, _, _ in self._runs)
        is_elided = self._runs_width() + self._leading_width() + self._trailing_width() > self.width()
        if is_elided or self.toolTip() == as_tooltip(full_text):
            self.setToolTip(as_tooltip(full_text) if is_elided else "")

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        background = "pressed" if self.isDown() else "hover" if self.underMouse() and self.isEnabled() else "surface"
        box(painter, self.rect(), values.px(5), values.color(background), values.color(self._line_role))
        x = values.px(7)
        if self._icon_name:
            side = values.px(13)
            role = "warning" if self._line_role == "warning" else "muted"
            icon = pixmap(self._icon_name, role, side, self.devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(x, (self.height() - side) // 2), icon)
            x += side + values.px(4)
        end = self.width() - self._trailing_width()
        missing = max(0, self._runs_width() - (end - x)) if self._shrinks_first else 0
        for index, (text, role, font) in enumerate(self._runs):
            run_font = values.font(font)
            run_font.setStrikeOut(self._struck_through)
            painter.setFont(run_font)
            painter.setPen(values.color(role if self.isEnabled() else "disabled"))
            metrics = painter.fontMetrics()
            run_width = metrics.horizontalAdvance(text) + 1
            if index == 0 and missing:
                run_width = max(values.px(MIN_NAME_WIDTH), run_width - missing)
            available_width = max(0, min(run_width, end - x) if missing else end - x)
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, available_width)
            draw_upright_text(
                painter, QRect(x, 0, available_width, self.height()), int(Qt.AlignmentFlag.AlignVCenter), elided
            )
            x += run_width + values.px(5)

    def _runs_width(self) -> int:
        runs_width = sum(_width(text, font) for text, _, font in self._runs)
        return runs_width + theme().px(5) * max(0, len(self._runs) - 1) + 1

    def _leading_width(self) -> int:
        px = theme().px
        return px(7) + (px(13) + px(4) if self._icon_name else 0)

    def _trailing_width(self) -> int:
        return theme().px(7 if self._close_button is None else 22)


class SourceChip(Chip):
    """A passage cited in an answer: its number in the text, the note, the heading."""

    drag_started = Signal()
    """A drag was started, and the chip was released."""

    def __init__(
        self, number: int, note: str, heading: str = "", *, lost: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(f"{number} {note} {heading}".strip(), parent)
        self._struck_through = lost
        self._pressed_at: QPoint | None = None
        self._dragged = False
        if lost:
            self._line_role = "border"
            self.set_runs([(note, "muted", "small")])
            self.setAccessibleName(self.tr("{note} (no longer exists)").format(note=safe_label_text(note)))
            return
        runs: list[TextRun] = [(str(number), "accent", "number"), (note, "text", "small")]
        if heading:
            runs.append((f"› {heading}", "muted", "small"))
        self.set_runs(runs)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed_at = event.position().toPoint() if left else None
        self._dragged = False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Emit `drag_started` once per press."""
        pressed_at, position = self._pressed_at, event.position().toPoint()
        if pressed_at is not None and (position - pressed_at).manhattanLength() >= QApplication.startDragDistance():
            self._pressed_at, self._dragged = None, True
            self.setDown(False)
            self.drag_started.emit()
        elif not self._dragged:
            super().mouseMoveEvent(event)


class MentionChip(Chip):
    """An item added to a search or a form; its close button removes it."""

    def __init__(self, icon_name: str, name: str, detail: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(f"{name} {detail}".strip(), parent)
        self.add_close_button(self.tr("Remove {name}").format(name=safe_label_text(name)))
        self.set_runs([(name, "text", "small"), (detail, "muted", "small")], icon_name)


def _width(text: str, font: FontName) -> int:
    # One more than Qt's rounded width: text drawn into its exact width may be elided because of a fraction.
    return theme().metrics(font).horizontalAdvance(text) + 1

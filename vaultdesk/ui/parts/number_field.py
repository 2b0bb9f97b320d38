"""Number field: a whole number to type or to step, drawn as the other fields are. Knows no setting."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QSpinBox, QStyle, QStyleOptionSpinBox, QWidget

from vaultdesk.ui.theme.control_painter import field_line
from vaultdesk.ui.theme.primitives import box, chevron, state_of
from vaultdesk.ui.theme.theme import theme

LARGEST_NUMBER = 2_000_000_000
"""What a field takes where nobody sets a limit; Qt's fields hold 32 bits."""

HEIGHT = 30
"""Pixels of a field at LOOK's font size."""

Part = QStyle.SubControl


class NumberField(QSpinBox):
    """A number between two limits, told when it is finished and not at each key."""

    def __init__(self, name: str, least: int = 0, most: int = LARGEST_NUMBER, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setRange(least, most)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Return the size of the largest number and the two arrows."""
        texts = (self.textFromValue(self.minimum()), self.textFromValue(self.maximum()), self.specialValueText())
        width = max(map(self.fontMetrics().horizontalAdvance, texts)) + theme().step(48)
        return QSize(max(width, theme().step(88)), theme().step(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the same: a number that is cut is another number."""
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground, the border and the arrows; an arrow that leads nowhere is pale."""
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        draw_number(self, option)


def draw_number(field: QAbstractSpinBox, option: QStyleOptionSpinBox) -> None:
    """Draw a field with two arrows as the other fields are drawn."""
    look = theme()
    painter = QPainter(field)
    line, width = field_line(look, state_of(option), wrong=False)
    ground = look.color("surface" if field.isEnabled() else "background")
    box(painter, field.rect(), look.step(6), ground, line, width)
    pointed: QStyle.SubControl = option.activeSubControls
    steps = option.stepEnabled
    for part, step, direction in (
        (Part.SC_SpinBoxUp, QAbstractSpinBox.StepEnabledFlag.StepUpEnabled, "up"),
        (Part.SC_SpinBoxDown, QAbstractSpinBox.StepEnabledFlag.StepDownEnabled, "down"),
    ):
        rect = QRectF(field.style().subControlRect(QStyle.ComplexControl.CC_SpinBox, option, part, field))
        side = float(min(look.step(10), rect.height()))
        place = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
        role = "disabled" if not steps & step else "text" if pointed & part else "muted"
        chevron(painter, place, look.color(role), direction)

"""Controls of forms: switch, combo box with an explanation, number field, and the label of a field."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
    QWidget,
)

from vaultdesk.ui.theme.painting import box, chevron, mirror_painting, state_of
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS, field_line
from vaultdesk.ui.widgets.labels import PlainLabel, draw_wrapped_text, safe_label_text, wrapped_height
from vaultdesk.ui.widgets.layouts import column_layout, wrapping_policy

TRACK_WIDTH, TRACK_HEIGHT, GAP = 32, 18, 12
"""Size of the track and its distance to the text, in design pixels."""


class Switch(QAbstractButton):
    """A track with a knob: on if it is at the right and in the accent color."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(safe_label_text(text))
        self.setAccessibleName(safe_label_text(text))
        self.setCheckable(True)
        self.setProperty(CORNER_RADIUS, 6)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(wrapping_policy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed))
        theme().changed.connect(self.updateGeometry)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        values = theme()
        text_width = values.metrics("strong").horizontalAdvance(self.text())
        return QSize(values.px(TRACK_WIDTH) + values.px(GAP) + text_width + 2, values.px(26))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(TRACK_WIDTH + GAP + 60), theme().px(26))

    def hasHeightForWidth(self) -> bool:
        """Return True, because the text wraps if there is not enough space beside the track."""
        return True

    def heightForWidth(self, width: int) -> int:
        values = theme()
        text_height = wrapped_height(self.text(), "strong", width - values.px(TRACK_WIDTH) - values.px(GAP))
        return max(values.px(26), text_height + values.px(4))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the height of the wrapped text, which a scrolling page does not always request."""
        super().resizeEvent(event)
        self.setMinimumHeight(self.heightForWidth(self.width()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        width, height = values.px(TRACK_WIDTH), values.px(TRACK_HEIGHT)
        track = QRectF(0, (self.height() - height) / 2, width, height)
        is_on, hovered = self.isChecked(), self.underMouse()
        if not self.isEnabled():
            background, line, knob = "hover", "border", "disabled"
        elif is_on:
            background, line, knob = "accent_hover" if hovered else "accent", "", "on_accent"
        else:
            background, line, knob = "hover" if hovered else "surface", "outline", "outline"
        box(painter, track, height / 2, values.color(background), values.color(line) if line else None)
        inset = values.px(3)
        knob_size = height - 2 * inset
        left = width - inset - knob_size if is_on else inset
        box(painter, QRectF(left, track.y() + inset, knob_size, knob_size), knob_size / 2, values.color(knob))
        painter.setPen(values.color("text" if self.isEnabled() else "disabled"))
        text_rect = QRect(width + values.px(GAP), 0, self.width() - width - values.px(GAP), self.height())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        draw_wrapped_text(painter, text_rect, flags, self.text(), "strong")


Choice = tuple[str, str]
"""A value and its text."""


class ExplainedComboBox(QWidget):
    """A combo box with an explanatory line below."""

    chosen = Signal()
    """The user chose another value."""

    def __init__(self, name: str, choices: Sequence[Choice], value: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = WheelSafeComboBox()
        self.box.setAccessibleName(name)
        self.box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for choice, text in choices:
            self.box.addItem(text, choice)
        self.box.setCurrentIndex(max(0, self.box.findData(value)))
        self._remark = PlainLabel(role="muted", font="small", wrap=True)
        self._remark.hide()
        column = column_layout(self, 4)
        column.addWidget(self.box)
        column.addWidget(self._remark)
        self.setFocusProxy(self.box)
        self.box.activated.connect(lambda _index: self.chosen.emit())

    def value(self) -> str:
        return str(self.box.currentData())

    def remark(self) -> str:
        """Return the line below; empty if there is none."""
        return self._remark.text() if self._remark.isVisibleTo(self) else ""

    def set_remark(self, text: str) -> None:
        """Show *text* below; an empty text hides the line."""
        self._remark.setText(text)
        self._remark.setVisible(bool(text))
        self.box.setAccessibleDescription(text)


class WheelSafeComboBox(QComboBox):
    """A combo box that ignores the wheel, so that scrolling the page changes no value."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the event to the page."""
        event.ignore()


MAX_NUMBER = 2_000_000_000
"""Default maximum of a field; Qt's fields are limited to 32 bits."""

HEIGHT = 30
"""Height of a field in design pixels."""

Part = QStyle.SubControl


class NumberField(QSpinBox):
    """An integer within limits; emits its value when editing is finished, not for each key."""

    def __init__(self, name: str, minimum: int = 0, maximum: int = MAX_NUMBER, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setRange(minimum, maximum)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        texts = (self.textFromValue(self.minimum()), self.textFromValue(self.maximum()), self.specialValueText())
        width = max(map(self.fontMetrics().horizontalAdvance, texts)) + theme().px(48)
        return QSize(max(width, theme().px(88)), theme().px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the event to the page."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background, the border and the arrows; an arrow without effect is pale."""
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        draw_number(self, option)


class DecimalField(QDoubleSpinBox):
    """A decimal number within limits; emits its value when editing is finished, not for each key."""

    def __init__(self, name: str, limits: tuple[float, float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setRange(*limits)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        largest = min(self.maximum(), 9_999.99)
        texts = (f"{self.prefix()}{self.textFromValue(largest)}", self.specialValueText())
        width = max(map(self.fontMetrics().horizontalAdvance, texts)) + theme().px(48)
        return QSize(max(width, theme().px(88)), theme().px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the event to the page."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background, the border and the arrows; an arrow without effect is pale."""
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        draw_number(self, option)


def draw_number(field: QAbstractSpinBox, option: QStyleOptionSpinBox) -> None:
    """Draw a field with two arrows in the style of the other fields."""
    values = theme()
    painter = QPainter(field)
    line, width = field_line(values, state_of(option), invalid=False)
    background = values.color("surface" if field.isEnabled() else "background")
    box(painter, field.rect(), values.px(6), background, line, width)
    hovered: QStyle.SubControl = option.activeSubControls
    steps = option.stepEnabled
    for part, step, direction in (
        (Part.SC_SpinBoxUp, QAbstractSpinBox.StepEnabledFlag.StepUpEnabled, "up"),
        (Part.SC_SpinBoxDown, QAbstractSpinBox.StepEnabledFlag.StepDownEnabled, "down"),
    ):
        rect = QRectF(field.style().subControlRect(QStyle.ComplexControl.CC_SpinBox, option, part, field))
        size = float(min(values.px(10), rect.height()))
        chevron_rect = QRectF(rect.center().x() - size / 2, rect.center().y() - size / 2, size, size)
        role = "disabled" if not steps & step else "text" if hovered & part else "muted"
        chevron(painter, chevron_rect, values.color(role), direction)


def field_label(title: str) -> PlainLabel:
    """Return the label of a field with the height of a single-line field, so that both align at the top of a row."""
    label = PlainLabel(title, role="text2")
    label.setFixedHeight(theme().px(HEIGHT))
    return label

"""Paints buttons, check boxes, text fields, combo boxes, frames and progress bars for the style."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QFocusFrame,
    QLineEdit,
    QRadioButton,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QStyleOptionProgressBar,
    QWidget,
)

from vaultdesk.ui.theme.primitives import (
    ENABLED,
    FOCUS,
    HOVER,
    ON,
    PARTIAL,
    RAISED,
    SUNKEN,
    box,
    chevron,
    dash,
    focus_ring,
    state_of,
    tick,
)
from vaultdesk.ui.theme.right_to_left import draw_upright_pixmap, draw_upright_text
from vaultdesk.ui.theme.theme_values import ThemeValues

KIND = "kind"
"""Property with the kind of a push button: primary, plain (also when unset), accent, link."""

RADIUS = "radius"
"""Property with a widget's own corner radius in design pixels."""

SMALL = "small"
"""Property of a push button or field with the small height."""

RING_GAP = 4
"""Pixels from a widget's edge to the outer edge of its focus ring: two of space, two of line."""


def radius_of(values: ThemeValues, widget: QWidget | None, default: float = 6) -> float:
    """Return *widget*'s corner radius."""
    own = widget.property(RADIUS) if widget is not None else None
    return values.px(own if isinstance(own, int | float) else default)


def push_button_panel(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the body of a push button."""
    state = state_of(option)
    kind = widget.property(KIND) if widget is not None else None
    fill: QColor | None
    line: QColor | None
    if kind == "link" or (isinstance(option, QStyleOptionButton) and _flat(option)):
        fill = values.color("hover") if kind != "link" and state & HOVER and state & ENABLED else None
        line = None
    elif kind == "primary":
        if not state & ENABLED:
            fill, line = values.color("hover"), values.color("border")
        else:
            fill = values.color("accent_hover" if state & (HOVER | SUNKEN) else "accent")
            line = None
    elif not state & ENABLED:
        fill, line = values.color("raised"), values.color("border")
    else:
        fill = values.color("pressed" if state & (SUNKEN | ON) else "hover" if state & HOVER else "raised")
        line = values.color("control")
    box(painter, option.rect, radius_of(values, widget), fill, line)


def push_button_label(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a push button's icon and text, centred together."""
    assert isinstance(option, QStyleOptionButton)
    state = state_of(option)
    kind = widget.property(KIND) if widget is not None else None
    role = {"primary": "on_accent", "link": "accent", "accent": "accent"}.get(str(kind), "text")
    if kind == "link" and state & HOVER:
        role = "accent_hover"
    if not state & ENABLED:
        role = "disabled"
    style = widget.style() if widget is not None else None
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
    hint = QStyle.StyleHint.SH_UnderlineShortcut
    underline = style is not None and style.styleHint(hint, option, widget) != 0
    flags |= Qt.TextFlag.TextShowMnemonic if underline else Qt.TextFlag.TextHideMnemonic
    metrics = option.fontMetrics
    text_width = metrics.size(Qt.TextFlag.TextShowMnemonic, option.text).width()
    icon_size = QSize() if option.icon.isNull() else option.iconSize
    gap = values.px(6) if not option.icon.isNull() and option.text else 0
    left = option.rect.x() + max(0, option.rect.width() - text_width - gap - max(0, icon_size.width())) // 2
    if not option.icon.isNull():
        mode = QIcon.Mode.Normal if state & ENABLED else QIcon.Mode.Disabled
        ratio = painter.device().devicePixelRatioF()
        top = option.rect.y() + (option.rect.height() - icon_size.height()) // 2
        draw_upright_pixmap(painter, QPoint(left, top), option.icon.pixmap(icon_size, ratio, mode))
        left += icon_size.width() + gap
    painter.setPen(values.color(role))
    space = QRect(left, option.rect.y(), option.rect.right() - left + 1, option.rect.height())
    draw_upright_text(painter, space, flags, option.text)


def tool_button_panel(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the background of an icon button: empty until it is hovered or pressed."""
    state = state_of(option)
    if not state & ENABLED:
        return
    if state & SUNKEN:
        box(painter, option.rect, radius_of(values, widget), values.color("pressed"))
    elif state & (HOVER | ON) and (state & ON or state & RAISED):
        box(painter, option.rect, radius_of(values, widget), values.color("hover"))


def check_mark(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a check box: empty, checked or partly checked."""
    state = state_of(option)
    rect = _square(option.rect)
    marked = state & (ON | PARTIAL)
    if not state & ENABLED:
        box(painter, rect, values.px(4), values.color("hover" if marked else "background"), values.color("control"))
        sign = values.color("disabled")
    elif marked:
        box(painter, rect, values.px(4), values.color("accent_hover" if state & HOVER else "accent"))
        sign = values.color("on_accent")
    else:
        ground = "pressed" if state & SUNKEN else "hover" if state & HOVER else "surface"
        box(painter, rect, values.px(4), values.color(ground), values.color("outline"))
        return
    if state & PARTIAL:
        dash(painter, rect, sign)
    elif state & ON:
        tick(painter, rect, sign)


def radio_mark(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a radio button's circle."""
    state = state_of(option)
    rect = _square(option.rect)
    half = rect.width() / 2
    enabled = state & ENABLED
    if state & ON:
        ground = "accent_hover" if state & HOVER else "accent"
        box(painter, rect, half, values.color(ground if enabled else "hover"))
        inset = rect.width() * 0.34
        dot = rect.adjusted(inset, inset, -inset, -inset)
        box(painter, dot, dot.width() / 2, values.color("on_accent" if enabled else "disabled"))
    else:
        ground = "hover" if state & HOVER and enabled else "surface" if enabled else "background"
        box(painter, rect, half, values.color(ground), values.color("outline" if enabled else "control"))


def focus_frame(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the ring around the focused widget."""
    target = widget.widget() if isinstance(widget, QFocusFrame) else None
    if target is None:
        return
    rect = QRectF(option.rect)
    if isinstance(target, QCheckBox | QRadioButton):
        side = target.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, target)
        whole = side + 2 * RING_GAP
        rect = QRectF(rect.x(), rect.y() + (rect.height() - whole) / 2, whole, whole)
        corner = whole / 2 if isinstance(target, QRadioButton) else values.px(4) + RING_GAP
    else:
        corner = radius_of(values, target) + RING_GAP - 1
    focus_ring(values, painter, rect, corner)


def _flat(option: QStyleOptionButton) -> bool:
    return bool(option.features & QStyleOptionButton.ButtonFeature.Flat)


def _square(rect: QRect) -> QRectF:
    side = min(rect.width(), rect.height())
    return QRectF(rect.x() + (rect.width() - side) // 2, rect.y() + (rect.height() - side) // 2, side, side)


PROBLEM = "problem"
"""Property of a field whose value is invalid."""


def field_line(values: ThemeValues, state: int, wrong: bool) -> tuple[QColor, float]:
    """Return the colour and width of a field's border."""
    if state & FOCUS:
        return values.color("danger" if wrong else "accent"), 2.0
    if wrong:
        return values.color("danger"), 1.0
    return values.color("control" if state & ENABLED else "border"), 1.0


def line_edit(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the background and border of a single-line field; without a frame its container draws them."""
    if isinstance(option, QStyleOptionFrame) and option.lineWidth <= 0:
        return
    if isinstance(widget, QLineEdit) and isinstance(widget.parent(), QComboBox):
        return
    state = state_of(option)
    line, width = field_line(values, state, bool(widget is not None and widget.property(PROBLEM)))
    fill = values.color("surface" if state & ENABLED else "background")
    box(painter, option.rect, values.px(6), fill, line, width)


def frame(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a panel's frame; views with one are multi-line fields."""
    state = state_of(option)
    if isinstance(widget, QAbstractScrollArea):
        line, width = field_line(values, state, bool(widget.property(PROBLEM)))
        box(painter, option.rect, values.px(6), None, line, width)
    else:
        box(painter, option.rect, values.px(8), None, values.color("border"))


def combo_box(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a combo box: a plain button with a chevron, or a field when it is editable."""
    assert isinstance(option, QStyleOptionComboBox)
    state = state_of(option)
    enabled = state & ENABLED
    if option.editable:
        line, width = field_line(values, state, wrong=False)
        box(painter, option.rect, values.px(6), values.color("surface" if enabled else "background"), line, width)
    else:
        ground = "pressed" if state & (SUNKEN | ON) else "hover" if state & HOVER and enabled else "raised"
        line = values.color("control" if enabled else "border")
        box(painter, option.rect, values.px(6), values.color(ground), line)
    side = values.px(12)
    rect = option.rect
    place = QRectF(rect.right() - side - values.px(8), rect.y() + (rect.height() - side) / 2, side, side)
    chevron(painter, place, values.color("muted" if enabled else "disabled"), "down")


def combo_label(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw the text of a combo box."""
    assert isinstance(option, QStyleOptionComboBox)
    if option.editable:
        return
    state = state_of(option)
    rect = combo_text_rect(values, option.rect)
    if not option.currentIcon.isNull():
        side = option.iconSize.height()
        mode = QIcon.Mode.Normal if state & ENABLED else QIcon.Mode.Disabled
        ratio = painter.device().devicePixelRatioF()
        top = rect.y() + (rect.height() - side) // 2
        draw_upright_pixmap(painter, QPoint(rect.x(), top), option.currentIcon.pixmap(option.iconSize, ratio, mode))
        rect.setLeft(rect.left() + side + values.px(6))
    painter.setPen(values.color("text" if state & ENABLED else "disabled"))
    text = option.fontMetrics.elidedText(option.currentText, Qt.TextElideMode.ElideRight, rect.width())
    draw_upright_text(painter, rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


def combo_text_rect(values: ThemeValues, rect: QRect) -> QRect:
    """Return the rectangle of a combo box's text."""
    return rect.adjusted(values.px(10), 0, -values.px(26), 0)


def progress_bar(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw progress as a thin line; for an indeterminate one only its background."""
    assert isinstance(option, QStyleOptionProgressBar)
    height = values.px(4)
    rect = QRectF(option.rect)
    rect = QRectF(rect.x(), rect.center().y() - height / 2, rect.width(), height)
    box(painter, rect, height / 2, values.color("pressed"))
    span = option.maximum - option.minimum
    if span > 0 and option.progress > option.minimum:
        share = min(1.0, (option.progress - option.minimum) / span)
        done = QRectF(rect.x(), rect.y(), max(height, rect.width() * share), height)
        box(painter, done, height / 2, values.color("accent"))

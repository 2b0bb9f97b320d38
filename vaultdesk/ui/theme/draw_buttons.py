"""How buttons, boxes to tick and the focus ring are drawn. Which widget is which kind, its `kind` property says."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter
from PySide6.QtWidgets import (
    QCheckBox,
    QFocusFrame,
    QRadioButton,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QWidget,
)

from vaultdesk.ui.theme.look import Look
from vaultdesk.ui.theme.strokes import (
    ENABLED,
    HOVER,
    ON,
    PARTIAL,
    RAISED,
    SUNKEN,
    box,
    dash,
    focus_ring,
    state_of,
    tick,
)
from vaultdesk.ui.theme.turned import put_picture, put_words

KIND = "kind"
"""Property naming what a push button is: primary, plain (also when unset), link."""

RADIUS = "radius"
"""Property naming a widget's own corner radius in pixels of LOOK's drawings."""

SMALL = "small"
"""Property of a push button or field that has the small height."""

RING_GAP = 4
"""Pixels from a widget's edge to the outer edge of its ring: two of air, two of line."""


def radius_of(look: Look, widget: QWidget | None, default: float = 6) -> float:
    """Return *widget*'s corner radius."""
    own = widget.property(RADIUS) if widget is not None else None
    return look.step(own if isinstance(own, int | float) else default)


def push_button_panel(look: Look, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the body of a push button."""
    state = state_of(option)
    kind = widget.property(KIND) if widget is not None else None
    fill: QColor | None
    line: QColor | None
    if kind == "link" or (isinstance(option, QStyleOptionButton) and _flat(option)):
        fill = look.color("hover") if kind != "link" and state & HOVER and state & ENABLED else None
        line = None
    elif kind == "primary":
        if not state & ENABLED:
            fill, line = look.color("hover"), look.color("border")
        else:
            fill = look.color("accent_hover" if state & (HOVER | SUNKEN) else "accent")
            line = None
    elif not state & ENABLED:
        fill, line = look.color("raised"), look.color("border")
    else:
        fill = look.color("pressed" if state & (SUNKEN | ON) else "hover" if state & HOVER else "raised")
        line = look.color("control")
    box(painter, option.rect, radius_of(look, widget), fill, line)


def push_button_label(look: Look, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a push button's icon and text, centred together."""
    assert isinstance(option, QStyleOptionButton)
    state = state_of(option)
    kind = widget.property(KIND) if widget is not None else None
    role = {"primary": "on_accent", "link": "accent"}.get(str(kind), "text")
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
    gap = look.step(6) if not option.icon.isNull() and option.text else 0
    left = option.rect.x() + max(0, option.rect.width() - text_width - gap - max(0, icon_size.width())) // 2
    if not option.icon.isNull():
        mode = QIcon.Mode.Normal if state & ENABLED else QIcon.Mode.Disabled
        ratio = painter.device().devicePixelRatioF()
        top = option.rect.y() + (option.rect.height() - icon_size.height()) // 2
        put_picture(painter, QPoint(left, top), option.icon.pixmap(icon_size, ratio, mode))
        left += icon_size.width() + gap
    painter.setPen(look.color(role))
    space = QRect(left, option.rect.y(), option.rect.right() - left + 1, option.rect.height())
    put_words(painter, space, flags, option.text)


def tool_button_panel(look: Look, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the ground of an icon button: nothing until it is touched."""
    state = state_of(option)
    if not state & ENABLED:
        return
    if state & SUNKEN:
        box(painter, option.rect, radius_of(look, widget), look.color("pressed"))
    elif state & (HOVER | ON) and (state & ON or state & RAISED):
        box(painter, option.rect, radius_of(look, widget), look.color("hover"))


def check_mark(look: Look, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a box to tick: empty, ticked or partly ticked."""
    state = state_of(option)
    rect = _square(option.rect)
    marked = state & (ON | PARTIAL)
    if not state & ENABLED:
        box(painter, rect, look.step(4), look.color("hover" if marked else "background"), look.color("control"))
        sign = look.color("disabled")
    elif marked:
        box(painter, rect, look.step(4), look.color("accent_hover" if state & HOVER else "accent"))
        sign = look.color("on_accent")
    else:
        ground = "pressed" if state & SUNKEN else "hover" if state & HOVER else "surface"
        box(painter, rect, look.step(4), look.color(ground), look.color("outline"))
        return
    if state & PARTIAL:
        dash(painter, rect, sign)
    elif state & ON:
        tick(painter, rect, sign)


def radio_mark(look: Look, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a radio button's circle."""
    state = state_of(option)
    rect = _square(option.rect)
    half = rect.width() / 2
    enabled = state & ENABLED
    if state & ON:
        ground = "accent_hover" if state & HOVER else "accent"
        box(painter, rect, half, look.color(ground if enabled else "hover"))
        inset = rect.width() * 0.34
        dot = rect.adjusted(inset, inset, -inset, -inset)
        box(painter, dot, dot.width() / 2, look.color("on_accent" if enabled else "disabled"))
    else:
        ground = "hover" if state & HOVER and enabled else "surface" if enabled else "background"
        box(painter, rect, half, look.color(ground), look.color("outline" if enabled else "control"))


def focus_frame(look: Look, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the ring around the widget that has the keyboard."""
    target = widget.widget() if isinstance(widget, QFocusFrame) else None
    if target is None:
        return
    rect = QRectF(option.rect)
    if isinstance(target, QCheckBox | QRadioButton):
        side = target.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, target)
        whole = side + 2 * RING_GAP
        rect = QRectF(rect.x(), rect.y() + (rect.height() - whole) / 2, whole, whole)
        corner = whole / 2 if isinstance(target, QRadioButton) else look.step(4) + RING_GAP
    else:
        corner = radius_of(look, target) + RING_GAP - 1
    focus_ring(look, painter, rect, corner)


def _flat(option: QStyleOptionButton) -> bool:
    return bool(option.features & QStyleOptionButton.ButtonFeature.Flat)


def _square(rect: QRect) -> QRectF:
    side = min(rect.width(), rect.height())
    return QRectF(rect.x() + (rect.width() - side) // 2, rect.y() + (rect.height() - side) // 2, side, side)

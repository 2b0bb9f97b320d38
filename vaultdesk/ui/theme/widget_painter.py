"""Paints the parts of widgets for the style: controls, item rows, tabs, scroll bars, menus and tooltips."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QRegion
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QFocusFrame,
    QLineEdit,
    QMenu,
    QRadioButton,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionComplex,
    QStyleOptionFrame,
    QStyleOptionHeader,
    QStyleOptionMenuItem,
    QStyleOptionProgressBar,
    QStyleOptionSlider,
    QStyleOptionTab,
    QWidget,
)

from vaultdesk.ui.theme.painting import (
    CHILDREN,
    ENABLED,
    FOCUS,
    HOVER,
    ON,
    OPEN,
    PARTIAL,
    RAISED,
    SELECTED,
    SUNKEN,
    Part,
    box,
    chevron,
    dash,
    draw_upright_pixmap,
    draw_upright_text,
    focus_ring,
    rounded_path,
    state_of,
    tick,
)
from vaultdesk.ui.theme.theme_values import ThemeValues

BUTTON_KIND = "kind"
"""Property with the kind of a push button: primary, plain (also when unset), accent, link."""

CORNER_RADIUS = "radius"
"""Property with a widget's own corner radius in design pixels."""

SMALL_HEIGHT = "small"
"""Property of a push button or field with the small height."""

RING_GAP = 4
"""Pixels from a widget's edge to the outer edge of its focus ring: two of space, two of line."""


def radius_of(values: ThemeValues, widget: QWidget | None) -> float:
    """Return *widget*'s corner radius."""
    property_value = widget.property(CORNER_RADIUS) if widget is not None else None
    return values.px(property_value if isinstance(property_value, int | float) else 6)


def push_button_panel(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the body of a push button."""
    kind = widget.property(BUTTON_KIND) if widget is not None else None
    flat = isinstance(option, QStyleOptionButton) and bool(option.features & QStyleOptionButton.ButtonFeature.Flat)
    fill, line = _button_roles(str(kind), state_of(option), flat=flat)
    fill_color, line_color = values.color(fill) if fill else None, values.color(line) if line else None
    box(painter, option.rect, radius_of(values, widget), fill_color, line_color)


def _button_roles(kind: str, state: int, *, flat: bool) -> tuple[str, str]:
    """Return the roles of the colors of a push button's body and border; empty for none."""
    if kind == "link":
        return "", ""
    if flat:
        return "hover" if state & HOVER and state & ENABLED else "", ""
    if not state & ENABLED:
        return "hover" if kind == "primary" else "raised", "border"
    if kind == "primary":
        return "accent_hover" if state & (HOVER | SUNKEN) else "accent", ""
    return "pressed" if state & (SUNKEN | ON) else "hover" if state & HOVER else "raised", "control"


def push_button_label(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a push button's icon and text, centered together."""
    assert isinstance(option, QStyleOptionButton)
    state = state_of(option)
    kind = widget.property(BUTTON_KIND) if widget is not None else None
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
        top = option.rect.y() + (option.rect.height() - icon_size.height()) // 2
        _draw_icon(painter, QPoint(left, top), option.icon, icon_size, _icon_mode(state))
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
    rect = _centered_square(option.rect)
    is_marked = state & (ON | PARTIAL)
    if not state & ENABLED:
        fill, line, mark = "hover" if is_marked else "background", "control", "disabled"
    elif is_marked:
        fill, line, mark = "accent_hover" if state & HOVER else "accent", "", "on_accent"
    else:
        fill, line, mark = "pressed" if state & SUNKEN else "hover" if state & HOVER else "surface", "outline", ""
    box(painter, rect, values.px(4), values.color(fill), values.color(line) if line else None)
    if state & PARTIAL:
        dash(painter, rect, values.color(mark))
    elif state & ON:
        tick(painter, rect, values.color(mark))


def radio_mark(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a radio button's circle."""
    state = state_of(option)
    rect = _centered_square(option.rect)
    half = rect.width() / 2
    enabled = state & ENABLED
    if state & ON:
        background = "accent_hover" if state & HOVER else "accent"
        box(painter, rect, half, values.color(background if enabled else "hover"))
        inset = rect.width() * 0.34
        dot = rect.adjusted(inset, inset, -inset, -inset)
        box(painter, dot, dot.width() / 2, values.color("on_accent" if enabled else "disabled"))
    else:
        background = "hover" if state & HOVER and enabled else "surface" if enabled else "background"
        box(painter, rect, half, values.color(background), values.color("outline" if enabled else "control"))


def focus_frame(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the ring around the focused widget."""
    target = widget.widget() if isinstance(widget, QFocusFrame) else None
    if target is None:
        return
    rect = QRectF(option.rect)
    if isinstance(target, QCheckBox | QRadioButton):
        side = target.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, target)
        outer_size = side + 2 * RING_GAP
        rect = QRectF(rect.x(), rect.y() + (rect.height() - outer_size) / 2, outer_size, outer_size)
        radius = outer_size / 2 if isinstance(target, QRadioButton) else values.px(4) + RING_GAP
    else:
        radius = radius_of(values, target) + RING_GAP - 1
    focus_ring(values, painter, rect, radius)


def _centered_square(rect: QRect) -> QRectF:
    side = min(rect.width(), rect.height())
    return QRectF(rect.x() + (rect.width() - side) // 2, rect.y() + (rect.height() - side) // 2, side, side)


INVALID_VALUE = "problem"
"""Property of a field whose value is invalid."""


def field_line(values: ThemeValues, state: int, invalid: bool) -> tuple[QColor, float]:
    """Return the color and width of a field's border."""
    if state & FOCUS:
        return values.color("danger" if invalid else "accent"), 2.0
    if invalid:
        return values.color("danger"), 1.0
    return values.color("control" if state & ENABLED else "border"), 1.0


def line_edit(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the background and border of a single-line field; without a frame its container draws them."""
    if isinstance(option, QStyleOptionFrame) and option.lineWidth <= 0:
        return
    if isinstance(widget, QLineEdit) and isinstance(widget.parent(), QComboBox):
        return
    state = state_of(option)
    line, width = field_line(values, state, bool(widget is not None and widget.property(INVALID_VALUE)))
    fill = values.color("surface" if state & ENABLED else "background")
    box(painter, option.rect, values.px(6), fill, line, width)


def widget_frame(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a panel's frame; views with one are multi-line fields."""
    state = state_of(option)
    if isinstance(widget, QAbstractScrollArea):
        line, width = field_line(values, state, bool(widget.property(INVALID_VALUE)))
        box(painter, option.rect, values.px(6), None, line, width)
    elif widget is not None and widget.inherits("QComboBoxPrivateContainer"):
        box(painter, option.rect, 0, values.color("surface"), values.color("control"))
    else:
        box(painter, option.rect, values.px(8), None, values.color("border"))


def combo_box(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a combo box: a plain button with a chevron, or a field when it is editable."""
    assert isinstance(option, QStyleOptionComboBox)
    state = state_of(option)
    enabled = state & ENABLED
    if option.editable:
        line, width = field_line(values, state, invalid=False)
        box(painter, option.rect, values.px(6), values.color("surface" if enabled else "background"), line, width)
    else:
        background = "pressed" if state & (SUNKEN | ON) else "hover" if state & HOVER and enabled else "raised"
        line = values.color("control" if enabled else "border")
        box(painter, option.rect, values.px(6), values.color(background), line)
    chevron_rect = _chevron_rect(values, QRectF(option.rect), option.rect.right() - values.px(8))
    chevron(painter, chevron_rect, values.color("muted" if enabled else "disabled"), "down")


def combo_label(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw the text of a combo box."""
    assert isinstance(option, QStyleOptionComboBox)
    if option.editable:
        return
    state = state_of(option)
    rect = combo_text_rect(values, option.rect)
    if not option.currentIcon.isNull():
        side = option.iconSize.height()
        corner = QPoint(rect.x(), rect.y() + (rect.height() - side) // 2)
        _draw_icon(painter, corner, option.currentIcon, option.iconSize, _icon_mode(state))
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
        filled = QRectF(rect.x(), rect.y(), max(height, rect.width() * share), height)
        box(painter, filled, height / 2, values.color("accent"))


SCROLL_BAR_WIDTH = 12
"""Width of a scroll bar; its thumb is 6 wide, 10 when hovered."""

MIN_THUMB_LENGTH = 28
"""Minimum length of a thumb that is easy to grab."""


def row_panel(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw the background of a row in a list or tree."""
    state = state_of(option)
    if state & SELECTED:
        line = values.color("accent") if values.tokens.high_contrast else None
        box(painter, option.rect, values.px(5), values.color("accent_tint"), line)
    elif state & HOVER and state & ENABLED:
        box(painter, option.rect, values.px(5), values.color("hover"))


def row_focus(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw the focus ring inside the current row."""
    if state_of(option) & FOCUS:
        focus_ring(values, painter, QRectF(option.rect), values.px(5))


def tree_branch(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw the chevron before a folder; no lines."""
    state = state_of(option)
    if not state & CHILDREN:
        return
    rect = QRectF(option.rect)
    chevron(
        painter, _chevron_rect(values, rect, rect.right()), values.color("muted"), "down" if state & OPEN else "right"
    )


def arrow(direction: str) -> Part:
    """Return the painter of a button's arrow in *direction*."""

    def paint(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        side = min(values.px(12), option.rect.width(), option.rect.height())
        center = QRectF(option.rect).center()
        rect = QRectF(center.x() - side / 2, center.y() - side / 2, side, side)
        chevron(painter, rect, values.color("muted" if state_of(option) & ENABLED else "disabled"), direction)

    return paint


def tab_shape(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a tab: the current one is connected with the page below it, the others are on a line."""
    rect = option.rect
    state = state_of(option)
    if state & SELECTED:
        painter.fillRect(rect, values.color("surface"))
    else:
        background = "hover" if state & HOVER and state & ENABLED else "background"
        painter.fillRect(rect, values.color(background))
        painter.fillRect(QRect(rect.x(), rect.bottom(), rect.width(), 1), values.color("border"))
    painter.fillRect(QRect(rect.right(), rect.y(), 1, rect.height()), values.color("border"))
    if state & FOCUS and state & SELECTED:
        focus_ring(values, painter, QRectF(rect.adjusted(2, 2, -3, -2)), values.px(5))


def tab_label(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a tab's name."""
    assert isinstance(option, QStyleOptionTab)
    state = state_of(option)
    # The tabs of the inactive pane of a split view are muted.
    selected = state & SELECTED and not getattr(widget, "muted", False)
    painter.setFont(values.font("strong" if selected else "interface"))
    painter.setPen(values.color("disabled" if not state & ENABLED else "text" if selected else "muted"))
    rect = option.rect.adjusted(values.px(14), 0, -values.px(14), 0)
    if widget is not None:
        rect = widget.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, widget)
    text = painter.fontMetrics().elidedText(option.text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)


def header_section(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw one heading of a table: small text on a line."""
    assert isinstance(option, QStyleOptionHeader)
    rect = option.rect
    painter.fillRect(QRect(rect.x(), rect.bottom(), rect.width(), 1), values.color("border"))
    painter.setFont(values.font("caption"))
    painter.setPen(values.color("muted"))
    painter.drawText(rect.adjusted(values.px(8), 0, -values.px(8), 0), int(option.textAlignment), option.text)


def scroll_bar(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a scroll bar: a thumb on the background of the scrolled area."""
    assert isinstance(option, QStyleOptionSlider)
    background = _scroll_bar_background(widget)
    if background is not None:
        painter.fillRect(option.rect, background)
    if option.maximum <= option.minimum:
        return
    state = state_of(option)
    active = bool(state & HOVER) or bool(state & SUNKEN)
    thickness = values.px(10 if active else 6)
    thumb = QRectF(slider_rect(values, option))
    if option.orientation == Qt.Orientation.Vertical:
        thumb = QRectF(thumb.center().x() - thickness / 2 + 0.5, thumb.y(), thickness, thumb.height())
    else:
        thumb = QRectF(thumb.x(), thumb.center().y() - thickness / 2 + 0.5, thumb.width(), thickness)
    box(painter, thumb, thickness / 2, values.color("outline" if state & SUNKEN else "control"))


def slider_rect(values: ThemeValues, option: QStyleOptionSlider) -> QRect:
    """Return the rectangle of a scroll bar's thumb, which moves along the whole groove."""
    vertical = option.orientation == Qt.Orientation.Vertical
    rect = option.rect
    length = (rect.height() if vertical else rect.width()) - 2 * values.px(2)
    span = option.maximum - option.minimum
    if span <= 0:
        return rect
    share = option.pageStep / (span + option.pageStep) if option.pageStep > 0 else 0.0
    thumb = min(length, max(round(length * share), values.px(MIN_THUMB_LENGTH)))
    offset = values.px(2) + QStyle.sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - thumb, option.upsideDown
    )
    if vertical:
        return QRect(rect.x(), rect.y() + offset, rect.width(), thumb)
    return QRect(rect.x() + offset, rect.y(), thumb, rect.height())


def scroll_bar_part(values: ThemeValues, option: QStyleOptionComplex, part: QStyle.SubControl) -> QRect | None:
    """Return the rectangle of a part of a scroll bar: there are no arrows, and the groove covers everything."""
    if not isinstance(option, QStyleOptionSlider):
        return None
    rect = option.rect
    thumb = slider_rect(values, option)
    vertical = option.orientation == Qt.Orientation.Vertical
    match part:
        case QStyle.SubControl.SC_ScrollBarSlider:
            return thumb
        case QStyle.SubControl.SC_ScrollBarGroove:
            return QRect(rect)
        case QStyle.SubControl.SC_ScrollBarSubPage:
            if vertical:
                return QRect(rect.x(), rect.y(), rect.width(), thumb.y() - rect.y())
            return QRect(rect.x(), rect.y(), thumb.x() - rect.x(), rect.height())
        case QStyle.SubControl.SC_ScrollBarAddPage:
            if vertical:
                return QRect(rect.x(), thumb.bottom() + 1, rect.width(), rect.bottom() - thumb.bottom())
            return QRect(thumb.right() + 1, rect.y(), rect.right() - thumb.right(), rect.height())
        case _:
            return QRect()


def _scroll_bar_background(bar: QWidget | None) -> QColor | None:
    container = bar.parentWidget() if bar is not None else None
    area = container.parentWidget() if container is not None else None
    if not isinstance(area, QAbstractScrollArea):
        return None
    viewport = area.viewport()
    return viewport.palette().color(viewport.backgroundRole())


MENU_RADIUS, TOOLTIP_RADIUS = 8, 6
"""Radius of a menu and of a tooltip in design pixels."""

MASK_MARGIN = 1.5
"""Pixels by which the mask is larger: it has whole pixels, and must not cut off the border's curve."""


class CornerMask(QObject):
    """Follows the size of menus and tooltips. PySide cannot answer Qt's own request for their mask."""

    def __init__(self, values: ThemeValues, parent: QObject) -> None:
        super().__init__(parent)
        self._values = values

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            mask_corners(watched, self._values.px(MENU_RADIUS if isinstance(watched, QMenu) else TOOLTIP_RADIUS))
        return False


def mask_corners(popup: QWidget, radius: float) -> None:
    """Mask the corners of *popup* if necessary."""
    if needs_corner_mask():
        path = rounded_path(QRectF(popup.rect()), radius - MASK_MARGIN)
        popup.setMask(QRegion(path.toFillPolygon().toPolygon()))


def needs_corner_mask() -> bool:
    """Return whether translucent corners may be black here."""
    return QGuiApplication.platformName() == "xcb"


MENU_ROW_HEIGHT = 28
"""Height of a menu's row in design pixels."""

MENU_SIDE_MARGIN, MENU_ICON_SLOT, MENU_ICON_GAP = 10, 16, 8
"""Widths in a menu row from the left: margin; slot for an icon or tick, and the gap after it. All rows of a menu have
slot and gap if any row has an icon or can be checked.
"""


def popup_panel(values: ThemeValues, painter: QPainter, rect: QRect, radius: int) -> None:
    """Draw the background of a popup with round corners."""
    if needs_corner_mask():
        # Otherwise the antialiased edge of the corner would be on black.
        painter.fillRect(rect, values.color("raised"))
    box(painter, rect, values.px(radius), values.color("raised"), values.color("control"))


def menu_panel(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a menu's body."""
    popup_panel(values, painter, option.rect, MENU_RADIUS)


def tip_panel(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a tooltip's body."""
    popup_panel(values, painter, option.rect, TOOLTIP_RADIUS)


def menu_item(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw one row of a menu."""
    assert isinstance(option, QStyleOptionMenuItem)
    rect = option.rect
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        painter.fillRect(QRect(rect.x(), rect.center().y(), rect.width(), 1), values.color("border"))
        return
    state = state_of(option)
    if state & SELECTED and state & ENABLED:
        row_panel(values, option, painter, None)
    text_left = rect.x() + values.px(MENU_SIDE_MARGIN)
    if _has_menu_marks(option):
        slot = QRect(text_left, 0, values.px(MENU_ICON_SLOT), values.px(MENU_ICON_SLOT))
        slot.moveTop(rect.y() + (rect.height() - slot.height()) // 2)
        _draw_menu_mark(values, option, painter, slot)
        text_left = slot.right() + 1 + values.px(MENU_ICON_GAP)
    right = rect.right() - values.px(MENU_SIDE_MARGIN)
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.SubMenu:
        chevron(painter, _chevron_rect(values, QRectF(rect), right), values.color("muted"), "right")
    _draw_menu_text(values, option, painter, QRect(text_left, rect.y(), right - text_left, rect.height()))


def menu_row_size(values: ThemeValues, option: QStyleOptionMenuItem) -> QSize:
    """Return the preferred size of a row of a menu."""
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        return QSize(values.px(20), values.px(9))
    name, _, keys = option.text.partition("\t")
    width = option.fontMetrics.size(Qt.TextFlag.TextShowMnemonic, name).width()
    width += values.px(2 * MENU_SIDE_MARGIN + (MENU_ICON_SLOT + MENU_ICON_GAP if _has_menu_marks(option) else 0))
    if keys:
        width += values.px(28) + option.fontMetrics.horizontalAdvance(keys)
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.SubMenu:
        width += values.px(20)
    return QSize(max(width, values.px(140)), values.px(MENU_ROW_HEIGHT))


def _has_menu_marks(option: QStyleOptionMenuItem) -> bool:
    """Return whether any row of the menu has an icon or can be checked."""
    return option.maxIconWidth > 0 or option.menuHasCheckableItems


def _draw_menu_mark(values: ThemeValues, option: QStyleOptionMenuItem, painter: QPainter, slot: QRect) -> None:
    """Draw the tick of a checked row, else its icon."""
    state = state_of(option)
    is_checkable = option.checkType != QStyleOptionMenuItem.CheckType.NotCheckable
    if is_checkable and (option.checked or state & ON):
        tick(painter, QRectF(slot), values.color("accent" if state & ENABLED else "disabled"))
    elif not option.icon.isNull():
        mode = QIcon.Mode.Active if state & SELECTED and state & ENABLED else _icon_mode(state)
        _draw_icon(painter, slot.topLeft(), option.icon, slot.size(), mode)


def _draw_menu_text(values: ThemeValues, option: QStyleOptionMenuItem, painter: QPainter, rect: QRect) -> None:
    """Draw the name of a row on the left of *rect* and its shortcut on the right."""
    enabled = state_of(option) & ENABLED
    name, _, keys = option.text.partition("\t")
    # At a fractional scale a text may be a fraction of a pixel wider than measured.
    center = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
    painter.setFont(option.font)
    painter.setPen(values.color("text" if enabled else "disabled"))
    draw_upright_text(painter, rect, int(center | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextHideMnemonic), name)
    if keys:
        painter.setFont(values.font("small"))
        painter.setPen(values.color("muted" if enabled else "disabled"))
        draw_upright_text(painter, rect, int(center | Qt.AlignmentFlag.AlignRight), keys)


def _icon_mode(state: int) -> QIcon.Mode:
    return QIcon.Mode.Normal if state & ENABLED else QIcon.Mode.Disabled


def _draw_icon(painter: QPainter, corner: QPoint, icon: QIcon, size: QSize, mode: QIcon.Mode) -> None:
    """Draw *icon* with its top left corner at *corner*, sharp on the painter's device."""
    draw_upright_pixmap(painter, corner, icon.pixmap(size, painter.device().devicePixelRatioF(), mode))


def _chevron_rect(values: ThemeValues, rect: QRectF, right: float) -> QRectF:
    """Return the square of a chevron that ends at *right*, centered vertically in *rect*."""
    side = values.px(12)
    return QRectF(right - side, rect.center().y() - side / 2, side, side)

"""Paints menus and tooltips, and masks their rounded corners on X11."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QRegion
from PySide6.QtWidgets import QMenu, QStyleOption, QStyleOptionMenuItem, QWidget

from vaultdesk.ui.theme.primitives import ENABLED, ON, SELECTED, box, chevron, rounded_path, state_of, tick
from vaultdesk.ui.theme.right_to_left import draw_upright_pixmap, draw_upright_text
from vaultdesk.ui.theme.theme_values import ThemeValues

MENU, TIP = 8, 6
"""Radius of a menu and of a tooltip in design pixels."""


SPARED = 1.5
"""Pixels by which the mask is larger: it has whole pixels, and must not cut off the border's curve."""


class CornerMask(QObject):
    """Follows the size of menus and tooltips. PySide cannot answer Qt's own request for their mask."""

    def __init__(self, values: ThemeValues, parent: QObject) -> None:
        super().__init__(parent)
        self._values = values

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            mask_corners(watched, self._values.px(MENU if isinstance(watched, QMenu) else TIP))
        return False


def mask_corners(popup: QWidget, radius: float) -> None:
    """Mask the corners of *popup* if necessary."""
    if needs_corner_mask():
        path = rounded_path(QRectF(popup.rect()), radius - SPARED)
        popup.setMask(QRegion(path.toFillPolygon().toPolygon()))


def needs_corner_mask() -> bool:
    """Return whether translucent corners may be black here."""
    return QGuiApplication.platformName() == "xcb"


ROW = 28
"""Height of a menu's row in design pixels."""

SIDE, ICON_SLOT, GAP = 10, 16, 8
"""A menu row from the left: margin, a slot for icon or tick that is always reserved so that texts align, space."""


def panel(values: ThemeValues, painter: QPainter, rect: QRect, radius: int) -> None:
    """Draw the background of a popup with round corners."""
    if needs_corner_mask():
        # Otherwise the antialiased edge of the corner would be on black.
        painter.fillRect(rect, values.color("raised"))
    box(painter, rect, values.px(radius), values.color("raised"), values.color("control"))


def menu_panel(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a menu's body."""
    panel(values, painter, option.rect, MENU)


def tip_panel(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a tooltip's body."""
    panel(values, painter, option.rect, TIP)


def menu_item(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw one row of a menu."""
    assert isinstance(option, QStyleOptionMenuItem)
    rect = option.rect
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        middle = rect.center().y()
        painter.fillRect(QRect(rect.x(), middle, rect.width(), 1), values.color("border"))
        return
    state = state_of(option)
    enabled = state & ENABLED
    if state & SELECTED and enabled:
        line = values.color("accent") if values.tokens.high_contrast else None
        box(painter, rect, values.px(5), values.color("accent_tint"), line)
    left = rect.x() + values.px(SIDE)
    slot = QRect(
        left, rect.y() + (rect.height() - values.px(ICON_SLOT)) // 2, values.px(ICON_SLOT), values.px(ICON_SLOT)
    )
    _sign(values, option, painter, slot)
    text_left = slot.right() + 1 + values.px(GAP)
    right = rect.right() - values.px(SIDE)
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.SubMenu:
        side = values.px(12)
        place = QRectF(right - side, rect.y() + (rect.height() - side) / 2, side, side)
        chevron(painter, place, values.color("muted"), "right")
    name, _, keys = option.text.partition("\t")
    painter.setFont(option.font)
    painter.setPen(values.color("text" if enabled else "disabled"))
    # At a fractional scale a text may be a fraction of a pixel wider than measured.
    centre = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
    space = QRect(text_left, rect.y(), right - text_left, rect.height())
    draw_upright_text(painter, space, int(centre | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextShowMnemonic), name)
    if keys:
        painter.setFont(values.font("small"))
        painter.setPen(values.color("muted" if enabled else "disabled"))
        draw_upright_text(painter, space, int(centre | Qt.AlignmentFlag.AlignRight), keys)


def menu_row_size(values: ThemeValues, option: QStyleOptionMenuItem) -> QSize:
    """Return the preferred size of a row of a menu."""
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        return QSize(values.px(20), values.px(9))
    name, _, keys = option.text.partition("\t")
    width = option.fontMetrics.size(Qt.TextFlag.TextShowMnemonic, name).width()
    width += values.px(2 * SIDE + ICON_SLOT + GAP)
    if keys:
        width += values.px(28) + option.fontMetrics.horizontalAdvance(keys)
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.SubMenu:
        width += values.px(20)
    return QSize(max(width, values.px(140)), values.px(ROW))


def _sign(values: ThemeValues, option: QStyleOptionMenuItem, painter: QPainter, slot: QRect) -> None:
    state = state_of(option)
    if option.checkType != QStyleOptionMenuItem.CheckType.NotCheckable:
        if option.checked or state & ON:
            tick(painter, QRectF(slot), values.color("accent" if state & ENABLED else "disabled"))
        elif not option.icon.isNull():
            _icon(option, painter, slot)
    elif not option.icon.isNull():
        _icon(option, painter, slot)


def _icon(option: QStyleOptionMenuItem, painter: QPainter, slot: QRect) -> None:
    state = state_of(option)
    mode = QIcon.Mode.Disabled
    if state & ENABLED:
        mode = QIcon.Mode.Active if state & SELECTED else QIcon.Mode.Normal
    ratio = painter.device().devicePixelRatioF()
    draw_upright_pixmap(painter, QPoint(slot.x(), slot.y()), option.icon.pixmap(slot.size(), ratio, mode))

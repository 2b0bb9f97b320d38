"""How menus and tooltips are drawn, and how large a menu's row is."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter
from PySide6.QtWidgets import QStyleOption, QStyleOptionMenuItem, QWidget

from vaultdesk.ui.theme.corners import MENU, TIP, needed
from vaultdesk.ui.theme.look import Look
from vaultdesk.ui.theme.strokes import ENABLED, ON, SELECTED, box, chevron, state_of, tick
from vaultdesk.ui.theme.turned import put_picture, put_words

ROW = 28
"""Height of a menu's row in pixels of LOOK's drawings."""

SIDE, ICON_SLOT, GAP = 10, 16, 8
"""A menu row from the left: air, a slot for icon or tick that is always there so that names line up, air."""


def panel(look: Look, painter: QPainter, rect: QRect, radius: int) -> None:
    """Draw the body of a pop-up with round corners."""
    if needed():
        # The soft edge of the corner's line would else lie on black.
        painter.fillRect(rect, look.color("raised"))
    box(painter, rect, look.step(radius), look.color("raised"), look.color("control"))


def menu_panel(look: Look, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a menu's body."""
    panel(look, painter, option.rect, MENU)


def tip_panel(look: Look, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a tooltip's body."""
    panel(look, painter, option.rect, TIP)


def menu_item(look: Look, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw one row of a menu."""
    assert isinstance(option, QStyleOptionMenuItem)
    rect = option.rect
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        middle = rect.center().y()
        painter.fillRect(QRect(rect.x(), middle, rect.width(), 1), look.color("border"))
        return
    state = state_of(option)
    enabled = state & ENABLED
    if state & SELECTED and enabled:
        line = look.color("accent") if look.tokens.high_contrast else None
        box(painter, rect, look.step(5), look.color("accent_tint"), line)
    left = rect.x() + look.step(SIDE)
    slot = QRect(
        left, rect.y() + (rect.height() - look.step(ICON_SLOT)) // 2, look.step(ICON_SLOT), look.step(ICON_SLOT)
    )
    _sign(look, option, painter, slot)
    text_left = slot.right() + 1 + look.step(GAP)
    right = rect.right() - look.step(SIDE)
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.SubMenu:
        side = look.step(12)
        place = QRectF(right - side, rect.y() + (rect.height() - side) / 2, side, side)
        chevron(painter, place, look.color("muted"), "right")
    name, _, keys = option.text.partition("\t")
    painter.setFont(option.font)
    painter.setPen(look.color("text" if enabled else "disabled"))
    # At a scale between whole numbers a name may be part of a pixel wider than it was measured.
    centre = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
    space = QRect(text_left, rect.y(), right - text_left, rect.height())
    put_words(painter, space, int(centre | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextShowMnemonic), name)
    if keys:
        painter.setFont(look.font("small"))
        painter.setPen(look.color("muted" if enabled else "disabled"))
        put_words(painter, space, int(centre | Qt.AlignmentFlag.AlignRight), keys)


def menu_row_size(look: Look, option: QStyleOptionMenuItem) -> QSize:
    """Return how large a row of a menu wants to be."""
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        return QSize(look.step(20), look.step(9))
    name, _, keys = option.text.partition("\t")
    width = option.fontMetrics.size(Qt.TextFlag.TextShowMnemonic, name).width()
    width += look.step(2 * SIDE + ICON_SLOT + GAP)
    if keys:
        width += look.step(28) + option.fontMetrics.horizontalAdvance(keys)
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.SubMenu:
        width += look.step(20)
    return QSize(max(width, look.step(140)), look.step(ROW))


def _sign(look: Look, option: QStyleOptionMenuItem, painter: QPainter, slot: QRect) -> None:
    state = state_of(option)
    if option.checkType != QStyleOptionMenuItem.CheckType.NotCheckable:
        if option.checked or state & ON:
            tick(painter, QRectF(slot), look.color("accent" if state & ENABLED else "disabled"))
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
    put_picture(painter, QPoint(slot.x(), slot.y()), option.icon.pixmap(slot.size(), ratio, mode))

"""Menu of commands and choices with literal texts, and the flat buttons that open one."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QToolTip, QWidget

from vaultdesk.ui.theme.icons import icon, pixmap
from vaultdesk.ui.theme.painting import box, chevron, draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

CHOICE_EDGE, GAP, CHEVRON, ICON = 8, 6, 12, 14
"""Design pixels: margins, space between the parts, and the two icons."""


class ChoiceButton(QToolButton):
    """Flat button with an icon, the text of the choice, a remark in a small box, and a chevron.

    The text is elided if there is not enough space.
    """

    def __init__(
        self, text: str, name: str, *, font: FontName = "strong", role: str = "text", icon_name: str = ""
    ) -> None:
        super().__init__()
        self._name, self._font_name, self._role, self._icon_name = name, font, role, icon_name
        self._text = self._remark = ""
        self.opens_upwards = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_shown_text(text)
        theme().changed.connect(self.update)

    def shown_text(self) -> str:
        return self._text

    def remark(self) -> str:
        """Return the remark; empty if there is none."""
        return self._remark

    def set_shown_text(self, text: str, remark: str = "") -> None:
        """Show *text* with *remark* beside it."""
        self._text, self._remark = (safe_label_text(raw_text).replace("\n", " ") for raw_text in (text, remark))
        accessible_text = f"{self._text}, {self._remark}" if self._remark else self._text
        self.setAccessibleName(f"{self._name}: {accessible_text}")
        self.updateGeometry()
        self.update()

    def set_icon_name(self, icon_name: str) -> None:
        """Show an icon before the text."""
        self._icon_name = icon_name
        self.updateGeometry()
        self.update()

    def set_opens_upwards(self, up: bool) -> None:
        """Let the menu open upwards, and point the chevron up: for a button at the bottom of the window."""
        self.opens_upwards = up
        self.update()

    def sizeHint(self) -> QSize:
        chrome_width = theme().px(2 * CHOICE_EDGE + GAP + CHEVRON)
        width = theme().metrics(self._font_name).horizontalAdvance(self._text) + chrome_width
        icon_width = theme().px(ICON + GAP) if self._icon_name else 0
        return QSize(width + icon_width + self._remark_width(), theme().px(26))

    def minimumSizeHint(self) -> QSize:
        width = theme().px(80) + self._remark_width()
        return QSize(min(self.sizeHint().width(), width), theme().px(26))

    def event(self, event: QEvent) -> bool:
        """Show the whole text in a tooltip if it is elided and there is no other tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and not self.toolTip():
            is_elided = self.width() < self.sizeHint().width()
            QToolTip.showText(event.globalPos(), as_tooltip(self._text) if is_elided else "", self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        if self.isEnabled() and (self.isDown() or self.underMouse()):
            box(painter, self.rect(), values.px(6), values.color("pressed" if self.isDown() else "hover"))
        left, height, chevron_size = values.px(CHOICE_EDGE), self.height(), values.px(CHEVRON)
        if self._icon_name:
            icon_size = values.px(ICON)
            icon_pixmap = pixmap(self._icon_name, "muted", icon_size, self.devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(left, (height - icon_size) // 2), icon_pixmap)
            left += icon_size + values.px(GAP)
        right = self.width() - chevron_size - values.px(GAP)
        text_width = right - left - values.px(4) - self._remark_width()
        painter.setFont(values.font(self._font_name))
        painter.setPen(values.color(self._role if self.isEnabled() else "disabled"))
        elided = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, text_width)
        draw_upright_text(painter, QRect(left, 0, text_width + 1, height), int(Qt.AlignmentFlag.AlignVCenter), elided)
        if self._remark:
            self._draw_remark(painter, left + painter.fontMetrics().horizontalAdvance(elided) + values.px(GAP))
        chevron_rect = QRectF(right, (height - chevron_size) / 2, chevron_size, chevron_size)
        chevron(painter, chevron_rect, values.color("muted"), "up" if self.opens_upwards else "down")

    def _draw_remark(self, painter: QPainter, left: int) -> None:
        values = theme()
        height = values.px(18)
        rect = QRect(left, (self.height() - height) // 2, self._remark_width() - values.px(GAP), height)
        box(painter, rect, values.px(4), None, values.color("control"))
        painter.setFont(values.font("caption"))
        painter.setPen(values.color("muted"))
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignCenter), self._remark)

    def _remark_width(self) -> int:
        if not self._remark:
            return 0
        return theme().metrics("caption").horizontalAdvance(self._remark) + 1 + theme().px(2 * 5 + GAP)


MAX_ENTRY_CHARACTERS = 80
"""Maximum number of characters of an entry before it is elided in the middle."""


def literal_menu_text(text: str) -> str:
    """Return *text* escaped for a menu or button, where `&` marks an access key and a tab precedes the shortcut."""
    text = safe_label_text(text).replace("\n", " ").replace("\t", " ")
    if len(text) > MAX_ENTRY_CHARACTERS:
        half = MAX_ENTRY_CHARACTERS // 2
        text = f"{text[:half]}…{text[-half:]}"
    return text.replace("&", "&&")


class Menu(QMenu):
    """A menu filled with `add`. Open it with `popup`; `exec` would run a nested event loop."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setToolTipsVisible(True)

    def add(
        self,
        text: str,
        do: Callable[[], object],
        *,
        icon_name: str = "",
        keys: str = "",
        checked: bool | None = None,
        disabled_reason: str = "",
    ) -> QAction:
        """Add a command; *checked* makes it checkable, *disabled_reason* disables it and is shown as the reason."""
        action = QAction(literal_menu_text(text), self)
        if icon_name:
            action.setIcon(icon(icon_name))
        if keys:
            # Only shown: the shortcut belongs to the window's own action.
            action.setText(f"{action.text()}\t{keys}")
        if checked is not None:
            action.setCheckable(True)
            action.setChecked(checked)
        if disabled_reason:
            action.setEnabled(False)
            action.setToolTip(as_tooltip(disabled_reason))
        action.triggered.connect(lambda _checked=False: do())
        self.addAction(action)
        return action

    def add_heading(self, text: str) -> None:
        """Add a text that cannot be chosen."""
        action = QAction(literal_menu_text(text), self)
        action.setEnabled(False)
        self.addAction(action)

    def open_under(self, button: QWidget) -> None:
        """Open below *button*, or above it if it would not fit on the screen; at its left edge, or at its right one if
        it would not fit in the window.
        """
        size, window, gap = self.sizeHint(), button.window(), theme().px(4)
        overflows = button.mapTo(window, QPoint(size.width(), 0)).x() > window.width()
        left = button.width() - size.width() if overflows else 0
        below, above = button.height() + gap, -gap - size.height()
        screen = button.screen().availableGeometry()
        fits_below = button.mapToGlobal(QPoint(0, below + size.height())).y() <= screen.bottom() + 1
        fits_above = button.mapToGlobal(QPoint(0, above)).y() >= screen.top()
        self.popup(button.mapToGlobal(QPoint(left, above if fits_above and not fits_below else below)))


class MenuButton(ChoiceButton):
    """A flat button with text and a chevron that opens a menu filled on opening."""

    def __init__(
        self,
        text: str,
        name: str,
        fill: Callable[[Menu], object],
        *,
        font: FontName = "strong",
        role: str = "text",
    ) -> None:
        super().__init__(text, name, font=font, role=role)
        self._fill = fill
        self.clicked.connect(self.open)

    def open(self) -> Menu:
        menu = Menu(self._name, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill(menu)
        if self.opens_upwards:
            menu.popup(self.mapToGlobal(QPoint(self.width() - menu.sizeHint().width(), -menu.sizeHint().height())))
        else:
            menu.open_under(self)
        return menu

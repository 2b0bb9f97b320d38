"""Menu: a pop-up of commands and choices whose words may be hostile, and a text button that opens one."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.parts.labels import as_tooltip
from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.theme.fonts import FontName
from vaultdesk.ui.theme.icons import icon, pixmap
from vaultdesk.ui.theme.strokes import box, chevron
from vaultdesk.ui.theme.theme import theme

LONGEST_ENTRY = 80
"""Characters of an entry before it is cut in the middle."""


def literal(text: str) -> str:
    """Return *text* for a menu or button, where `&` would mark an access key and a tab would begin the keys."""
    text = shown(text).replace("\n", " ").replace("\t", " ")
    if len(text) > LONGEST_ENTRY:
        half = LONGEST_ENTRY // 2
        text = f"{text[:half]}…{text[-half:]}"
    return text.replace("&", "&&")


class Menu(QMenu):
    """A menu filled by `add`; opened with `popup`, never executed."""

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
        why_disabled: str = "",
    ) -> QAction:
        """Add a command; *checked* makes it a choice, *why_disabled* greys it and says why."""
        action = QAction(literal(text), self)
        if icon_name:
            action.setIcon(icon(icon_name))
        if keys:
            # Shown, not bound: the window's own action holds the keys.
            action.setText(f"{action.text()}\t{keys}")
        if checked is not None:
            action.setCheckable(True)
            action.setChecked(checked)
        if why_disabled:
            action.setEnabled(False)
            action.setToolTip(as_tooltip(why_disabled))
        action.triggered.connect(lambda _checked=False: do())
        self.addAction(action)
        return action

    def add_heading(self, text: str) -> None:
        """Add a line of words that cannot be chosen."""
        action = QAction(literal(text), self)
        action.setEnabled(False)
        self.addAction(action)

    def open_under(self, button: QWidget) -> None:
        """Open below *button*, at its left edge."""
        self.popup(button.mapToGlobal(QPoint(0, button.height() + theme().step(4))))


class MenuButton(QToolButton):
    """A flat button of words and a small chevron that opens a menu filled when it is opened."""

    def __init__(
        self,
        text: str,
        name: str,
        fill: Callable[[Menu], object],
        *,
        font: FontName = "strong",
        role: str = "text",
        icon_name: str = "",
    ) -> None:
        super().__init__()
        self._fill, self._font_name, self._role, self._icon_name = fill, font, role, icon_name
        self._name = name
        self._words = ""
        self._up = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_words(text)
        self.clicked.connect(self.open)
        theme().changed.connect(self.update)

    def words(self) -> str:
        """Return what the button says."""
        return self._words

    def set_words(self, text: str) -> None:
        """Say *text*."""
        self._words = shown(text).replace("\n", " ")
        self.setAccessibleName(f"{self._name}: {self._words}")
        self.updateGeometry()
        self.update()

    def set_icon_name(self, icon_name: str) -> None:
        """Show an icon before the words."""
        self._icon_name = icon_name
        self.updateGeometry()
        self.update()

    def set_opens_up(self, up: bool) -> None:
        """Open above the button: for one at the bottom of the window."""
        self._up = up
        self.update()

    def open(self) -> Menu:
        """Open the menu, filled anew."""
        menu = Menu(self._name, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill(menu)
        if self._up:
            menu.popup(self.mapToGlobal(QPoint(self.width() - menu.sizeHint().width(), -menu.sizeHint().height())))
        else:
            menu.open_under(self)
        return menu

    def sizeHint(self) -> QSize:
        """Return the size of icon, words and chevron."""
        step = theme().step
        width = theme().metrics(self._font_name).horizontalAdvance(self._words) + step(8 + 6 + 12 + 8)
        return QSize(width + (step(20) if self._icon_name else 0), step(26))

    def minimumSizeHint(self) -> QSize:
        """Return a size that shows some of the words."""
        return QSize(min(self.sizeHint().width(), theme().step(80)), theme().step(26))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the words and the chevron."""
        look = theme()
        painter = QPainter(self)
        if self.isEnabled() and (self.isDown() or self.underMouse()):
            box(painter, self.rect(), look.step(6), look.color("pressed" if self.isDown() else "hover"))
        left, height, side = look.step(8), self.height(), look.step(12)
        if self._icon_name:
            small = look.step(14)
            painter.drawPixmap(
                QPoint(left, (height - small) // 2), pixmap(self._icon_name, "muted", small, self.devicePixelRatioF())
            )
            left += small + look.step(6)
        right = self.width() - side - look.step(6)
        painter.setFont(look.font(self._font_name))
        painter.setPen(look.color(self._role if self.isEnabled() else "disabled"))
        cut = painter.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, right - left - look.step(4))
        painter.drawText(QRect(left, 0, right - left, height), int(Qt.AlignmentFlag.AlignVCenter), cut)
        place = QRectF(right, (height - side) / 2, side, side)
        chevron(painter, place, look.color("muted"), "up" if self._up else "down")

"""Menu: a pop-up of commands and choices whose words may be hostile, and a text button that opens one."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from vaultdesk.ui.parts.choice_button import ChoiceButton
from vaultdesk.ui.parts.labels import as_tooltip
from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName

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
        """Open below *button*, at its left edge, or at its right one where it would leave the window."""
        wide, window = self.sizeHint().width(), button.window()
        beyond = button.mapTo(window, QPoint(wide, 0)).x() > window.width()
        left = button.width() - wide if beyond else 0
        self.popup(button.mapToGlobal(QPoint(left, button.height() + theme().step(4))))


class MenuButton(ChoiceButton):
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
        super().__init__(text, name, font=font, role=role, icon_name=icon_name)
        self._fill = fill
        self.clicked.connect(self.open)

    def open(self) -> Menu:
        """Open the menu, filled anew."""
        menu = Menu(self._name, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill(menu)
        if self.opens_up:
            menu.popup(self.mapToGlobal(QPoint(self.width() - menu.sizeHint().width(), -menu.sizeHint().height())))
        else:
            menu.open_under(self)
        return menu

"""Toolbar of the window: vault menu, navigation, quick switcher field and command buttons."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.theme.icons import ICON_SIZE, pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.buttons import IconButton, SegmentedControl
from vaultdesk.ui.widgets.glyphs import KeyCap, control_key
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.layouts import row_layout
from vaultdesk.ui.widgets.menu import Menu, MenuButton
from vaultdesk.ui.window.actions import ACTIONS, Actions
from vaultdesk.ui.window.panes import PANES

FIELD_WIDTH, FIELD_HEIGHT = 400, 28
"""Size of the search field in design pixels."""


class QuickSwitcherButton(QToolButton):
    """Button in the form of a field; a click, Enter and Space open the quick switcher."""

    def __init__(self, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = QCoreApplication.translate("QuickSwitcherButton", "Search or jump to…")
        self.setProperty(CORNER_RADIUS, 6)
        self.setAccessibleName(self._text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(theme().px(140))
        self.setMaximumWidth(theme().px(FIELD_WIDTH))
        self._key_cap: KeyCap | None = None
        self.show_keys(keys)
        theme().changed.connect(self.update)

    def show_keys(self, keys: str) -> None:
        """Show the shortcut *keys* at the right; empty for none."""
        if self._key_cap is not None:
            self._key_cap.hide()
            self._key_cap.deleteLater()
        self._key_cap = KeyCap(keys, self) if keys else None
        if self._key_cap is not None:
            self._position_key_cap()
            self._key_cap.show()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(FIELD_WIDTH), theme().px(FIELD_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(140), theme().px(FIELD_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the shortcut at the right edge."""
        super().resizeEvent(event)
        self._position_key_cap()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        mirror_painting(painter, self.rect())
        background = "hover" if self.underMouse() and self.isEnabled() else "surface"
        box(painter, self.rect(), values.px(6), values.color(background), values.color("control"))
        side, left = values.px(14), values.px(10)
        picture = pixmap("search", "muted", side, self.devicePixelRatioF())
        draw_upright_pixmap(painter, QPoint(left, (self.height() - side) // 2), picture)
        left += side + values.px(8)
        reserved = self._key_cap.width() + values.px(14) if self._key_cap is not None else values.px(10)
        right = self.width() - reserved
        painter.setFont(values.font("interface"))
        painter.setPen(values.color("muted"))
        text = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, right - left)
        draw_upright_text(
            painter, QRect(left, 0, right - left, self.height()), int(Qt.AlignmentFlag.AlignVCenter), text
        )

    def _position_key_cap(self) -> None:
        if self._key_cap is not None:
            self._key_cap.adjustSize()
            side = (self.height() - self._key_cap.height()) // 2
            left = self.width() - self._key_cap.width() - side - 1
            self._key_cap.move(side + 1 if self.isRightToLeft() else left, side)


ICONS = {row.id: row.icon for row in ACTIONS}


class ActionButton(IconButton):
    """Triggers the command *name*, and shows its shortcut in the tooltip."""

    def __init__(self, actions: Actions, name: str) -> None:
        action = actions[name]
        super().__init__(ICONS[name], action.text().rstrip("…"), keys=actions.keys(name), role="text2", size=ICON_SIZE)
        self._actions, self._command = actions, name
        actions.keys_changed.connect(self._show_keys)
        self.setEnabled(action.isEnabled())
        action.enabledChanged.connect(self.setEnabled)
        self.clicked.connect(action.trigger)

    def _show_keys(self) -> None:
        self.set_name(self.accessibleName(), self._actions.keys(self._command))


HEIGHT = 40
"""Height in design pixels."""

VAULT_MENU = ("open-vault", "open-in-window", "new-window", "bring-forward", "close-vault")
"""Commands of the vault menu, shown if enabled."""


class Toolbar(QWidget):
    """One row: the vault at the left, the search in the middle, view buttons at the right."""

    vault_chosen = Signal(object)
    """Path of a recent vault that was chosen."""
    window_requested = Signal(object)
    """Path of a recent vault that should be opened in a separate window."""
    pane_chosen = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._recent: tuple[Path, ...] = ()
        self._has_vault = False
        px = theme().px
        self.setFixedHeight(px(HEIGHT))
        self.vault = MenuButton(self.tr("No vault"), self.tr("Vault"), self._fill_vault_menu)
        self.quick_switcher = QuickSwitcherButton(actions.keys("jump"))
        self.quick_switcher.clicked.connect(actions["jump"].trigger)
        actions.keys_changed.connect(lambda: self.quick_switcher.show_keys(actions.keys("jump")))
        self.panes = SegmentedControl([self.tr("Files"), self.tr("Note"), self.tr("Chat")], self.tr("Pane shown"))
        self.panes.changed.connect(lambda index: self.pane_chosen.emit(PANES[index]))
        self._buttons = {
            name: ActionButton(actions, name)
            for name in ("left-pane", "back", "forward", "search-vault", "theme", "settings", "right-pane")
        }
        left = [self._buttons["left-pane"], self.vault, self._buttons["back"], self._buttons["forward"]]
        right = [self._buttons[name] for name in ("search-vault", "theme", "settings", "right-pane")]
        grid = QGridLayout(self)
        grid.setContentsMargins(px(8), 0, px(8), 1)
        grid.setHorizontalSpacing(px(12))
        grid.addWidget(_side_widget(left, at_end=False), 0, 0)
        middle = QWidget()
        center = QHBoxLayout(middle)
        center.setContentsMargins(0, 0, 0, 0)
        center.addWidget(self.quick_switcher)
        center.addWidget(self.panes)
        grid.addWidget(middle, 0, 1)
        grid.addWidget(_side_widget(right, at_end=True), 0, 2)
        # The sides share the remaining width, so that the middle stays the window's middle.
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 4)
        grid.setColumnStretch(2, 3)
        self.set_narrow(False)
        self.show_vault("", ())

    def show_vault(self, name: str, recent: Sequence[Path]) -> None:
        """Show the name of the open vault (empty for none), and the recent ones."""
        self._recent = tuple(recent)
        self._has_vault = bool(name)
        self.vault.set_shown_text(name or self.tr("No vault"))
        for widget in (
            self.quick_switcher,
            self._buttons["back"],
            self._buttons["forward"],
            self._buttons["search-vault"],
        ):
            widget.setVisible(self._has_vault and self._is_offered(widget))

    def show_recent(self, recent: Sequence[Path]) -> None:
        """Update the recent vaults, opened in this window or another."""
        self._recent = tuple(recent)

    def set_narrow(self, narrow: bool) -> None:
        """Offer buttons that switch panes, for a window that shows one at a time."""
        self._narrow = narrow
        self.panes.setVisible(narrow)
        self.quick_switcher.setVisible(not narrow and self._has_vault)
        self._buttons["search-vault"].setVisible(narrow and self._has_vault)
        self._buttons["right-pane"].setVisible(not narrow)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(480), theme().px(HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(QRect(0, self.height() - 1, self.width(), 1), theme().color("border"))

    def _is_offered(self, widget: QWidget) -> bool:
        if widget is self.quick_switcher:
            return not self._narrow
        return self._narrow if widget is self._buttons["search-vault"] else True

    def _fill_vault_menu(self, menu: Menu) -> None:
        for path in self._recent:
            entry = menu.add(path.name or str(path), partial(self._choose_vault, path), icon_name="folder")
            text = self.tr("{0}\n{1} and a click open it in a new window.").format(path, control_key())
            entry.setToolTip(as_tooltip(text))
        if self._recent:
            menu.addSeparator()
        for name in VAULT_MENU:
            action = self._actions[name]
            if action.isEnabled():
                menu.add(action.text(), action.trigger, keys=self._actions.keys(name))

    def _choose_vault(self, path: Path) -> None:
        new_window = QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        (self.window_requested if new_window else self.vault_chosen).emit(path)


def _side_widget(widgets: Sequence[QWidget], *, at_end: bool) -> QWidget:
    side = QWidget()
    row = row_layout(side, 4)
    if at_end:
        row.addStretch(1)
    for widget in widgets:
        row.addWidget(widget)
    if not at_end:
        row.addStretch(1)
    side.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    return side

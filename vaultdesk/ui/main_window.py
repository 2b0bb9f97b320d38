"""Main window: the frame around the three panes. What is in the panes is given to it; desktop.py decides what."""

from collections.abc import Callable, Sequence
from pathlib import Path

import shiboken6
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QDialog, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.ui.actions import Actions
from vaultdesk.ui.drop import DropVeil, dropped_path
from vaultdesk.ui.kept_window import KeptWindow
from vaultdesk.ui.menu_bar import add_menu_bar, has_menu_bar
from vaultdesk.ui.pages import Pages
from vaultdesk.ui.panes import PANES, Pane
from vaultdesk.ui.problems import Problems
from vaultdesk.ui.state import StateFile
from vaultdesk.ui.status_bar import StatusBar
from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.toolbar import Toolbar
from vaultdesk.ui.widgets.empty_state import EmptyState
from vaultdesk.ui.widgets.overlays import Dimmer, Notice

NARROW = 900
"""Width in pixels up to which the panes are switched instead of shown together (mockup 13)."""


class MainWindow(KeptWindow):
    """Toolbar, problems, panes, status bar. Tells what is done to it; does nothing to a vault."""

    folder_dropped = Signal(object)
    """A folder or a note was dropped on the window: its Path."""
    window_wanted = Signal(object)
    """What was dropped or chosen is to have a window of its own: its Path, or None for one without a vault."""

    def __init__(self, state_file: StateFile, vault: str = "") -> None:
        """*vault* is what the state knows the vault by that will be open in it; nothing where none is known yet."""
        super().__init__(state_file, vault)
        self._notice: Notice | None = None
        self.setWindowTitle("VaultDesk")
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        # The window takes the keyboard first: else the first button would wear the ring before a key was pressed.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(self.tr("VaultDesk"))
        self.bring_chat: Callable[[], None] | None = None
        """Shows the chat while it is not in its pane."""
        self.commands = Actions(self)
        self.toolbar = Toolbar(self.commands)
        self.status = StatusBar()
        frame, body = QWidget(), QStackedWidget()
        column = QVBoxLayout(frame)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.toolbar)
        self.problems = Problems()
        column.addWidget(self.problems)
        column.addWidget(body, 1)
        self.pages = Pages(frame, body, self.panes)
        self.pages.framed.connect(self.status.setVisible)
        self.setCentralWidget(self.pages)
        self.setStatusBar(self.status)
        self._veil = DropVeil(self)
        if has_menu_bar():
            add_menu_bar(self, self.commands)
        self.show_no_workspace()
        self._bind()
        self.restore()
        self.setFocus()

    def beside(self, vault: str) -> "MainWindow":
        """Return a new window that shares this one's state; *vault* is what will be open in it."""
        made = MainWindow(self._state_file, vault)
        made.step_aside()
        return made

    def set_workspace_views(self, browser: QWidget, note_area: QWidget, chat: QWidget) -> None:
        """Show these in the three panes; what was there is deleted."""
        # What has the keyboard may be deleted with its view, or belong to the way here: the note gets it, not whatever
        # is next. Where nobody used the keyboard yet, the window keeps it.
        keyboard = self.focusWidget()
        used = self.isVisible() and keyboard not in (None, self)
        stays = keyboard is not None and any(view.isAncestorOf(keyboard) for view in (browser, note_area, chat))
        for pane, view in zip(PANES, (browser, note_area, chat), strict=True):
            self.set_view(pane, view)
        if used and not stays and self.pages.page is None:
            self.panes.setFocus()

    def set_view(self, pane: Pane, view: QWidget) -> None:
        """Show *view* in one pane; what was there is deleted."""
        before = self.panes.hosts[pane].set_view(view)
        if before is not None:
            before.deleteLater()

    def show_pane(self, pane: Pane) -> None:
        """Show *pane*, in place of the settings where those are shown."""
        self.pages.leave_page()
        if pane == "chat" and self.bring_chat is not None:
            self.bring_chat()
        else:
            self.panes.show_pane(pane)

    def show_no_workspace(self, note_area: QWidget | None = None) -> None:
        """Say in each pane that no vault is open; *note_area* may say why."""
        self.set_workspace_views(
            EmptyState("folder", self.tr("No vault is open"), self.tr("Its notes would be listed here.")),
            note_area
            or EmptyState("file", self.tr("No note is open"), self.tr("Open a vault to read and write its notes.")),
            EmptyState(
                "chat",
                self.tr("Nothing to ask about yet"),
                self.tr("Open a vault and ask your first question. It needs no key."),
            ),
        )
        self.show_vault("", ())
        self.status.show_no_vault()

    def show_opening(self, name: str, recent: Sequence[Path]) -> None:
        """Say that the vault *name* is being opened, and nothing that is soon untrue."""
        words = self.tr("Opening {0}…").format(name)
        self.set_workspace_views(QWidget(), EmptyState("folder", words, ""), QWidget())
        self.show_vault(name, recent)

    def show_vault(self, name: str, recent: Sequence[Path]) -> None:
        """Say which vault is open, and which were before."""
        self.toolbar.show_vault(name, recent)
        self.setWindowTitle(f"{name} – VaultDesk" if name else "VaultDesk")

    def notify(self, text: str, action: str = "", do: Callable[[], object] | None = None) -> Notice:
        """Say what was just done, for eight seconds, with the way back; a newer notice takes the place of the last."""
        self.close_notice()
        notice = Notice(self, text, action, do)
        self._notice = notice
        return notice

    def close_notice(self) -> None:
        """Take the notice away: there is no way back any more."""
        if self._notice is not None and shiboken6.isValid(self._notice):
            self._notice.close()
        self._notice = None

    def jump_top(self) -> int:
        """Return how far below the window's edge a pop-up stands: under the toolbar, or near the top without one."""
        bar = self.toolbar
        return bar.height() + theme().step(12) if bar.isVisible() else theme().step(48)

    def dim_for(self, dialog: QDialog) -> None:
        """Darken the window until *dialog* has finished."""
        Dimmer(self).dim_for(dialog)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Change between panes beside each other and one at a time."""
        super().resizeEvent(event)
        narrow = self.width() < max(NARROW + 1, self.panes.least_width())
        if narrow != self.panes.narrow:
            self.panes.set_narrow(narrow)
            self.toolbar.set_narrow(narrow)
            self._show_pane_choice()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one folder or note and show that it may be dropped."""
        path = dropped_path(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self._veil.cover(path)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Take the sign away."""
        self._veil.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell of what was dropped, and whether it is to have a window of its own."""
        self._veil.hide()
        path = dropped_path(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            beside = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            (self.window_wanted if beside else self.folder_dropped).emit(path)

    def _bind(self) -> None:
        commands = self.commands
        commands.bind("left-pane", lambda: self.panes.toggle("files"))
        commands.bind("right-pane", lambda: self.panes.toggle("chat"))
        commands.bind("zoom-in", lambda: theme().set_zoom(theme().zoom + 0.1))
        commands.bind("zoom-out", lambda: theme().set_zoom(theme().zoom - 0.1))
        commands.bind("zoom-reset", lambda: theme().set_zoom(1.0))
        commands.bind("full-screen", lambda: self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen))
        self.toolbar.pane_chosen.connect(self.panes.show_pane)
        self.panes.changed.connect(self._show_pane_choice)

    def _show_pane_choice(self) -> None:
        self.toolbar.panes.set_current(PANES.index(self.panes.current))

"""Main window: the frame around the three panes. What is in the panes is given to it; desktop.py decides what."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import shiboken6
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QDialog, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.ui.actions import Actions
from vaultdesk.ui.drop import DropVeil, dropped_folder
from vaultdesk.ui.pages import Pages
from vaultdesk.ui.panes import PANES, Pane, Panes
from vaultdesk.ui.parts.dimmer import Dimmer
from vaultdesk.ui.parts.empty import EmptyState
from vaultdesk.ui.parts.notice import Notice
from vaultdesk.ui.problems import Problems
from vaultdesk.ui.state import StateFile, WindowState, first_size, on_screen
from vaultdesk.ui.status_bar import StatusBar
from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.toolbar import Toolbar

NARROW = 900
"""Width in pixels below which the panes are switched instead of shown together (UX)."""

FIRST_SIZE = (1440, 900)
"""Size of a window that was never placed, as far as the screen has room."""

LEAST_SIZE = (520, 400)
"""Below it the toolbar's parts would lie over each other."""


class MainWindow(QMainWindow):
    """Toolbar, problems, panes, status bar. Tells what is done to it; does nothing to a vault."""

    folder_dropped = Signal(object)
    """A folder was dropped on the window: its Path."""
    close_requested = Signal()
    """The user wants the window closed; whoever owns what is open in it saves that first, then hides the window."""

    def __init__(self, state_file: StateFile) -> None:
        super().__init__()
        self._state_file = state_file
        self.state: WindowState = state_file.load()
        self._notice: Notice | None = None
        self.setWindowTitle("VaultDesk")
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        # The window takes the keyboard first: else the first button would wear the ring before a key was pressed.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(self.tr("VaultDesk"))
        self.commands = Actions(self)
        self.toolbar = Toolbar(self.commands)
        self.status = StatusBar()
        self.panes = Panes()
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
        self.show_no_workspace()
        self._bind()
        self._restore()
        self.setFocus()

    def set_workspace_views(self, browser: QWidget, note_area: QWidget, chat: QWidget) -> None:
        """Show these in the three panes; what was there is deleted."""
        # What has the keyboard may be deleted with its view, or belong to the way here: the note gets it, not whatever
        # is next. Where nobody used the keyboard yet, the window keeps it.
        used = self.isVisible() and self.focusWidget() not in (None, self)
        for pane, view in zip(PANES, (browser, note_area, chat), strict=True):
            self.set_view(pane, view)
        if used and self.pages.page is None:
            self.panes.setFocus()

    def set_view(self, pane: Pane, view: QWidget) -> None:
        """Show *view* in one pane; what was there is deleted."""
        before = self.panes.hosts[pane].set_view(view)
        if before is not None:
            before.deleteLater()

    def show_pane(self, pane: Pane) -> None:
        """Show *pane*, in place of the settings where those are shown."""
        self.pages.leave_page()
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
        if self._notice is not None and shiboken6.isValid(self._notice):
            self._notice.close()
        notice = Notice(self, text, action, do)
        self._notice = notice
        return notice

    def dim_for(self, dialog: QDialog) -> None:
        """Darken the window until *dialog* has finished."""
        Dimmer(self).dim_for(dialog)

    def bring_to_front(self) -> None:
        """Raise the window, as a second start of the program asks for."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def remember_note(self, vault: str, note: str) -> None:
        """Keep which note is open in *vault*, for the next start."""
        notes = {key: path for key, path in self.state.notes.items() if key != vault}
        self.state = replace(self.state, notes={**notes, vault: note} if note else notes)

    def save_state(self) -> None:
        """Keep how the window is now."""
        place = self.normalGeometry() if self.isMaximized() or self.isFullScreen() else self.geometry()
        self.state = replace(
            self.state,
            place=(place.x(), place.y(), place.width(), place.height()),
            maximized=self.isMaximized(),
            sizes=self.panes.sizes(),
            hidden=self.panes.hidden(),
            pane=self.panes.current,
            zoom=theme().zoom,
        )
        self._state_file.save(self.state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Change between panes beside each other and one at a time."""
        super().resizeEvent(event)
        narrow = self.width() < max(NARROW, self.panes.least_width())
        if narrow != self.panes.narrow:
            self.panes.set_narrow(narrow)
            self.toolbar.set_narrow(narrow)
            self._show_pane_choice()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the state and ask for the end; a note that cannot be saved may keep the window open."""
        event.ignore()
        self.save_state()
        self.close_requested.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one folder and show that it may be dropped."""
        if dropped_folder(event.mimeData()) is not None:
            event.acceptProposedAction()
            self._veil.cover()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Take the sign away."""
        self._veil.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell of the folder."""
        self._veil.hide()
        folder = dropped_folder(event.mimeData())
        if folder is not None:
            event.acceptProposedAction()
            self.folder_dropped.emit(folder)

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

    def _restore(self) -> None:
        state = self.state
        self.setMinimumSize(theme().step(LEAST_SIZE[0]), theme().step(LEAST_SIZE[1]))
        place = on_screen(state.place) if state.place is not None else None
        if place is not None:
            self.setGeometry(place)
        else:
            self.resize(first_size(QSize(theme().step(FIRST_SIZE[0]), theme().step(FIRST_SIZE[1]))))
        if state.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)
        theme().set_zoom(state.zoom)
        self.panes.restore(state.sizes, state.hidden, state.pane)

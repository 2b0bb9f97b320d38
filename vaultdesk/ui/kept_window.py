"""Kept window: a window that comes back as it was left: its place, its panes, and what others note in its state."""

import os
from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QMoveEvent, QResizeEvent, QShowEvent, QWindowStateChangeEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow

from vaultdesk.ui.instance import ACTIVATION
from vaultdesk.ui.panes import Panes
from vaultdesk.ui.state import Frame, StateFile, WindowState, first_size, on_screen
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.layouts import PaneSplitter

FIRST_SIZE = (1440, 900)
"""Size of a window that was never placed, as far as the screen has room."""

LEAST_SIZE = (520, 480)
"""Below it the toolbar's parts would lie over each other, and a page's lines under each other be cut."""

CASCADE = 32
"""Pixels of LOOK's drawings from one window to the next, where both were left at the same place."""

MOST_FRAMES = 30
"""Vaults whose windows' places are kept."""

KEEP_WITHIN = 800
"""Milliseconds after a change within which it is kept: so much is lost where the program is killed."""


class KeptWindow(QMainWindow):
    """Knows how it stands, and keeps it."""

    activated = Signal()
    """The window is the one in front now."""
    appeared = Signal()
    """The window is shown, after it was hidden or minimised."""
    saving_state = Signal()
    """How the window is now is about to be kept: whoever notes something for the next start does it now."""
    close_requested = Signal()
    """The user wants the window closed; whoever owns what is open in it saves that first, then hides the window."""

    def __init__(self, state_file: StateFile, vault: str) -> None:
        """*vault* is what the state knows the vault by that will be open in it; nothing where none is known yet."""
        super().__init__()
        self._state_file = state_file
        self.panes = Panes()
        self.vault = vault
        """What the state knows the vault by that is open."""
        self.in_tray = False
        """Whether it is hidden only until it is asked for at the tray."""
        # Not begun anew by each change: while a window is drawn about, it is kept now and then.
        self._soon = QTimer(self, singleShot=True, interval=KEEP_WITHIN)
        self._soon.timeout.connect(self._keep_now)
        self.panes.changed.connect(self.keep_soon)
        for splitter in self.panes.findChildren(PaneSplitter):
            splitter.splitterMoved.connect(self.keep_soon)

    @property
    def state(self) -> WindowState:
        """How the windows were left, with what was noted since; all windows share it."""
        return self._state_file.state

    @state.setter
    def state(self, state: WindowState) -> None:
        """Note *state*; it is kept soon, or with the next `save_state`."""
        self._state_file.state = state
        self.keep_soon()

    def keep_soon(self) -> None:
        """Keep how the window is, and what others note of it, in a moment: nobody knows when the program is killed."""
        if not self._soon.isActive():
            self._soon.start()

    def bring_to_front(self, token: str = "") -> None:
        """Raise the window; *token* is the leave to do so that a second start of the program was given."""
        if token:
            os.environ[ACTIVATION[0]] = token  # Qt looks for it there, and takes it away.
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        # A question that lies over the window is what can be answered; the window itself takes no key then.
        asking = [one for one in self.findChildren(QDialog) if one.isVisible() and one.isModal()]
        (asking[-1] if asking else self).activateWindow()
        os.environ.pop(ACTIVATION[0], None)

    def remember_note(self, vault: str, note: str) -> None:
        """Keep which note is open in *vault*, for the next start."""
        notes = {key: path for key, path in self.state.notes.items() if key != vault}
        self.state = replace(self.state, notes={**notes, vault: note} if note else notes)

    def save_state(self) -> None:
        """Keep how the window is now."""
        self.saving_state.emit()
        place = self.normalGeometry() if self.isMaximized() or self.isFullScreen() else self.geometry()
        frame = Frame(
            place=(place.x(), place.y(), place.width(), place.height()),
            maximized=self.isMaximized(),
            full_screen=self.isFullScreen(),
            sizes=self.panes.sizes(),
            hidden=self.panes.hidden(),
            pane=self.panes.current,
        )
        frames = {vault: one for vault, one in self.state.frames.items() if vault != self.vault}
        if self.vault:
            frames = {**dict(list(frames.items())[1 - MOST_FRAMES :]), self.vault: frame}
        self._state_file.save(replace(self.state, **vars(frame), zoom=theme().zoom, frames=frames))
        self._soon.stop()

    def restore(self) -> None:
        """Stand as this vault's window was left, or as the last one was."""
        state = self.state.frames.get(self.vault, self.state)
        self.setMinimumSize(theme().step(LEAST_SIZE[0]), theme().step(LEAST_SIZE[1]))
        place = on_screen(state.place) if state.place is not None else None
        if place is not None:
            self.setGeometry(place)
        else:
            self.resize(first_size(QSize(theme().step(FIRST_SIZE[0]), theme().step(FIRST_SIZE[1]))))
        if state.full_screen:
            self.setWindowState(Qt.WindowState.WindowFullScreen)
        elif state.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)
        theme().set_zoom(self.state.zoom)
        self.panes.restore(state.sizes, state.hidden, state.pane)

    def step_aside(self) -> None:
        """Stand a little apart where another window stands exactly there: nobody would see that there are two."""
        step, place = theme().step(CASCADE), self.geometry()
        others = [one for one in QApplication.topLevelWidgets() if isinstance(one, KeptWindow) and one.isVisible()]
        while any(one.geometry().topLeft() == place.topLeft() for one in others):
            moved = on_screen((place.x() + step, place.y() + step, place.width(), place.height()))
            if moved is None or moved.topLeft() == place.topLeft():
                break
            place = moved
        self.setGeometry(place)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the state and ask for the end; a note that cannot be saved may keep the window open."""
        event.ignore()
        self.save_state()
        self.close_requested.emit()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Keep where the window is."""
        super().moveEvent(event)
        self.keep_soon()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep how large the window is."""
        super().resizeEvent(event)
        self.keep_soon()

    def changeEvent(self, event: QEvent) -> None:
        """Tell when the window comes to the front, and keep whether it is large."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.keep_soon()
        minimised = Qt.WindowState.WindowMinimized
        if isinstance(event, QWindowStateChangeEvent) and event.oldState() & minimised and not self.isMinimized():
            self.appeared.emit()
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.activated.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that the window can be seen."""
        super().showEvent(event)
        self.in_tray = False
        self.appeared.emit()

    def _keep_now(self) -> None:
        if self.isVisible():
            self.save_state()
            return
        # Hidden or not shown yet: how it stands says nothing, what others noted does.
        self.saving_state.emit()
        self._state_file.save(self.state)
        self._soon.stop()

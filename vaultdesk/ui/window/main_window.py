"""Main window: toolbar, panes or a page, problem banners and status bar, restored to its last state."""

import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

import shiboken6
from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QMoveEvent,
    QResizeEvent,
    QShowEvent,
    QWindowStateChangeEvent,
)
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.platform.launch_request import is_note_file
from vaultdesk.core.values import replace
from vaultdesk.ui.single_instance import ACTIVATION
from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.banner import Action, Banner, BannerKind
from vaultdesk.ui.widgets.empty_state import EmptyState
from vaultdesk.ui.widgets.layouts import PaneSplitter, column_layout
from vaultdesk.ui.widgets.modal_sheet import Dimmer
from vaultdesk.ui.widgets.toast import Toast
from vaultdesk.ui.window.actions import Actions, add_menu_bar, has_menu_bar
from vaultdesk.ui.window.drop_target import DropOverlay, dropped_paths
from vaultdesk.ui.window.panes import PANES, Pane, Panes
from vaultdesk.ui.window.status_bar import StatusBar
from vaultdesk.ui.window.toolbar import Toolbar
from vaultdesk.ui.window.window_state import StateFile, WindowFrame, WindowState, initial_size, on_screen

INITIAL_SIZE = (1440, 900)
"""Size of a window without a saved position, limited to the screen."""

MINIMUM_SIZE = (520, 480)
"""Minimum size, below which the toolbar's parts would overlap and a page's lines be cut off."""

CASCADE_OFFSET = 32
"""Offset in design pixels between windows with the same saved position."""

MAX_SAVED_FRAMES = 30
"""Maximum number of vaults whose window positions are stored."""

SAVE_DELAY = 800
"""Milliseconds after a change until it is saved: the most that is lost if the program is killed."""

NARROW_WIDTH = 900
"""Width in pixels up to which panes are shown one at a time."""


class MainWindow(QMainWindow):
    """Toolbar, problem banners, panes or a page, and status bar; saves its geometry for the next start.

    It reports user actions by signals and changes no vault.
    """

    activated = Signal()
    """The window became the active one."""
    appeared = Signal()
    """The window is shown, after it was hidden or minimized."""
    saving_state = Signal()
    """The state is about to be saved; receivers add theirs now."""
    close_requested = Signal()
    """The user wants to close the window; the owner of its content saves that first, then hides the window."""
    paths_dropped = Signal(object)
    """A folder or files were dropped on the window: a tuple of paths."""
    window_requested = Signal(object)
    """A separate window is requested: for a dropped or chosen Path, or None for one without a vault."""

    def __init__(self, state_file: StateFile, vault: str = "") -> None:
        """*vault* identifies in the state the vault that will be open; empty if none is known yet."""
        super().__init__()
        self._state_file = state_file
        self.vault = vault
        """Identifies in the state the open vault."""
        self.has_vault = False
        """Whether a vault is open or being opened."""
        self.opening = ""
        """Name of the vault being opened; empty if none is."""
        self.in_tray = False
        """Whether it is hidden until it is opened from the tray."""
        self.show_floating_chat: Callable[[], None] | None = None
        """Shows the chat while it is not in its pane."""
        # Not restarted by each change: during a long resize the state is saved regularly.
        self._save_timer = QTimer(self, singleShot=True, interval=SAVE_DELAY)
        self._notice: Toast | None = None
        self.commands = Actions(self)
        self.toolbar = Toolbar(self.commands)
        self.problems = ProblemBanners()
        self.panes = Panes()
        self.status = StatusBar()
        self.pages = self._make_pages()
        self.setCentralWidget(self.pages)
        self.setStatusBar(self.status)
        self._drop_overlay = DropOverlay(self)
        self.setWindowTitle("VaultDesk")
        self.setWindowIcon(app_icon())
        self.setAccessibleName(self.tr("VaultDesk"))
        self.setAcceptDrops(True)
        # The window takes the focus first: otherwise the first button would show the focus ring before a key was
        # pressed.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._connect()
        if has_menu_bar():
            add_menu_bar(self, self.commands)
        self.show_no_workspace()
        self._bind()
        self.restore()
        self.setFocus()

    @property
    def state(self) -> WindowState:
        """State of the windows including changes since it was loaded; shared by all windows."""
        return self._state_file.state

    @state.setter
    def state(self, state: WindowState) -> None:
        """Set the state; it is saved soon, or by the next `save_state`."""
        self._state_file.state = state
        self.save_soon()

    def save_soon(self) -> None:
        """Save the window's state shortly: the program may be killed at any time."""
        if not self._save_timer.isActive():
            self._save_timer.start()

    def bring_to_front(self, token: str = "") -> None:
        """Raise the window; *token* is the activation token that was passed by a second start of the program."""
        if token:
            os.environ[ACTIVATION[0]] = token  # Qt reads it from there, and removes it.
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        # A modal dialog above the window is activated instead, because the window itself accepts no input then.
        modal_dialogs = [dialog for dialog in self.findChildren(QDialog) if dialog.isVisible() and dialog.isModal()]
        (modal_dialogs[-1] if modal_dialogs else self).activateWindow()
        os.environ.pop(ACTIVATION[0], None)

    def remember_note(self, vault: str, note: str) -> None:
        """Store which note is open in *vault*, for the next start."""
        notes = {key: path for key, path in self.state.notes.items() if key != vault}
        self.state = replace(self.state, notes={**notes, vault: note} if note else notes)

    def save_state(self) -> None:
        self.saving_state.emit()
        geometry = self.normalGeometry() if self.isMaximized() or self.isFullScreen() else self.geometry()
        frame = WindowFrame(
            place=(geometry.x(), geometry.y(), geometry.width(), geometry.height()),
            maximized=self.isMaximized(),
            full_screen=self.isFullScreen(),
            sizes=self.panes.sizes(),
            hidden=self.panes.hidden(),
            pane=self.panes.current,
        )
        frames = {vault: saved_frame for vault, saved_frame in self.state.frames.items() if vault != self.vault}
        if self.vault:
            frames = {**dict(list(frames.items())[1 - MAX_SAVED_FRAMES :]), self.vault: frame}
        self._state_file.save(replace(self.state, **vars(frame), zoom=theme().zoom, frames=frames))
        self._save_timer.stop()

    def restore(self) -> None:
        """Restore the position and panes of this vault's window, or of the last one."""
        state = self.state.frames.get(self.vault, self.state)
        self.setMinimumSize(theme().px(MINIMUM_SIZE[0]), theme().px(MINIMUM_SIZE[1]))
        geometry = on_screen(state.place) if state.place is not None else None
        if geometry is not None:
            self.setGeometry(geometry)
        else:
            self.resize(initial_size(QSize(theme().px(INITIAL_SIZE[0]), theme().px(INITIAL_SIZE[1]))))
        if state.full_screen:
            self.setWindowState(Qt.WindowState.WindowFullScreen)
        elif state.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)
        theme().set_zoom(self.state.zoom)
        self.panes.restore(state.sizes, state.hidden, state.pane)

    def cascade(self) -> None:
        """Move the window if another one has exactly the same position and would be covered."""
        step, geometry = theme().px(CASCADE_OFFSET), self.geometry()
        others = [
            window for window in QApplication.topLevelWidgets() if isinstance(window, MainWindow) and window.isVisible()
        ]
        while any(window.geometry().topLeft() == geometry.topLeft() for window in others):
            moved = on_screen((geometry.x() + step, geometry.y() + step, geometry.width(), geometry.height()))
            if moved is None or moved.topLeft() == geometry.topLeft():
                break
            geometry = moved
        self.setGeometry(geometry)

    def new_window(self, vault: str) -> "MainWindow":
        """Return a new window that shares this one's state; *vault* will be open in it."""
        window = MainWindow(self._state_file, vault)
        window.cascade()
        return window

    def set_workspace_views(self, browser: QWidget, note_area: QWidget, chat: QWidget) -> None:
        """Show these views in the three panes; previous ones are deleted."""
        # The focused widget may be deleted with its view: the note gets the focus, not an arbitrary next widget. If the
        # focus was not used yet, it stays with the window.
        focused = self.focusWidget()
        has_focus = self.isVisible() and focused not in (None, self)
        stays_focused = focused is not None and any(view.isAncestorOf(focused) for view in (browser, note_area, chat))
        for pane, view in zip(PANES, (browser, note_area, chat), strict=True):
            self.set_view(pane, view)
        if has_focus and not stays_focused and self.pages.page is None:
            self.panes.setFocus()

    def set_view(self, pane: Pane, view: QWidget) -> None:
        """Show *view* in one pane; the previous one is deleted."""
        previous = self.panes.hosts[pane].set_view(view)
        if previous is not None:
            previous.deleteLater()

    def show_pane(self, pane: Pane) -> None:
        """Show *pane*, leaving the settings if they are shown."""
        self.pages.leave_page()
        if pane == "chat" and self.show_floating_chat is not None:
            self.show_floating_chat()
        else:
            self.panes.show_pane(pane)

    def show_no_workspace(self, note_area: QWidget | None = None) -> None:
        """Show in each pane that no vault is open; *note_area* may show the reason."""
        self.set_workspace_views(
            EmptyState("folder", self.tr("No vault is open"), self.tr("The notes of a vault are listed here.")),
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
        """Show that the vault *name* is being opened."""
        text = self.tr("Opening {0}…").format(name)
        self.set_workspace_views(QWidget(), EmptyState("folder", text, ""), QWidget())
        self.show_vault(name, recent)
        self.status.show_opening(name)
        self.opening = name

    def show_vault(self, name: str, recent: Sequence[Path]) -> None:
        """Show the name of the open vault, and the recent ones."""
        self.has_vault, self.opening = bool(name), ""
        self.toolbar.show_vault(name, recent)
        self.setWindowTitle(f"{name} – VaultDesk" if name else "VaultDesk")

    def notify(self, text: str, action: str = "", do: Callable[[], object] | None = None) -> Toast:
        """Show a notification with an optional action for eight seconds; it replaces the previous one."""
        self.close_notice()
        notice = Toast(self, text, action, do)
        self._notice = notice
        return notice

    async def report_errors(self, work: Awaitable[object]) -> None:
        """Await *work*; a `VaultDeskError` of it is shown as a notification."""
        try:
            await work
        except VaultDeskError as error:
            self.notify(translate_error(error))

    def close_notice(self) -> None:
        """Hide the notification because its action is no longer possible."""
        if self._notice is not None and shiboken6.isValid(self._notice):
            self._notice.close()
        self._notice = None

    def popup_top(self) -> int:
        """Return the distance of a popup from the top of the window: below the toolbar, or near the top without one."""
        bar = self.toolbar
        return bar.height() + theme().px(12) if bar.isVisible() else theme().px(48)

    def dim_behind(self, dialog: QDialog) -> None:
        """Darken the window until *dialog* has finished."""
        Dimmer(self).dim_behind(dialog)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the state and request closing; a note that cannot be saved may keep the window open."""
        event.ignore()
        self.save_state()
        self.close_requested.emit()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Save the position."""
        super().moveEvent(event)
        self.save_soon()

    def changeEvent(self, event: QEvent) -> None:
        """Report when the window becomes active, and save whether it is maximized."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.save_soon()
        minimised = Qt.WindowState.WindowMinimized
        if isinstance(event, QWindowStateChangeEvent) and event.oldState() & minimised and not self.isMinimized():
            self.appeared.emit()
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.activated.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Report that the window is visible."""
        super().showEvent(event)
        self.in_tray = False
        self.appeared.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Switch between panes side by side and one at a time."""
        super().resizeEvent(event)
        self.save_soon()
        narrow = self.width() < max(NARROW_WIDTH + 1, self.panes.minimum_width())
        if narrow != self.panes.narrow:
            self.panes.set_narrow(narrow)
            self.toolbar.set_narrow(narrow)
            self._show_pane_choice()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one folder or files and show the effect of dropping them."""
        paths = dropped_paths(event.mimeData())
        # Without a vault, images and other files cannot be added to anything.
        if paths and (self.has_vault or paths[0].is_dir() or is_note_file(paths[0])):
            event.acceptProposedAction()
            self._drop_overlay.show_for(paths, has_vault=self.has_vault)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._drop_overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Report what was dropped, and whether it should get a separate window."""
        self._drop_overlay.hide()
        paths = dropped_paths(event.mimeData())
        if not paths:
            return
        event.acceptProposedAction()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and len(paths) == 1:
            self.window_requested.emit(paths[0])
        else:
            self.paths_dropped.emit(paths)

    def _make_pages(self) -> "WindowPages":
        frame, body = QWidget(), QStackedWidget()
        column = column_layout(frame)
        column.addWidget(self.toolbar)
        column.addWidget(self.problems)
        column.addWidget(body, 1)
        return WindowPages(frame, body, self.panes)

    def _connect(self) -> None:
        self._save_timer.timeout.connect(self._save_now)
        self.panes.changed.connect(self.save_soon)
        for splitter in self.panes.findChildren(PaneSplitter):
            splitter.splitterMoved.connect(self.save_soon)
        self.pages.framed.connect(self.status.setVisible)
        self.toolbar.pane_chosen.connect(self.panes.show_pane)
        self.panes.changed.connect(self._show_pane_choice)

    def _bind(self) -> None:
        commands = self.commands
        commands.bind("left-pane", lambda: self.panes.toggle("files"))
        commands.bind("right-pane", lambda: self.panes.toggle("chat"))
        commands.bind("zoom-in", lambda: theme().set_zoom(theme().zoom + 0.1))
        commands.bind("zoom-out", lambda: theme().set_zoom(theme().zoom - 0.1))
        commands.bind("zoom-reset", lambda: theme().set_zoom(1.0))
        commands.bind("full-screen", lambda: self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen))

    def _save_now(self) -> None:
        if self.isVisible():
            self.save_state()
            return
        # Hidden or not shown yet: the geometry is not meaningful, but the state of others is.
        self.saving_state.emit()
        self._state_file.save(self.state)
        self._save_timer.stop()

    def _show_pane_choice(self) -> None:
        self.toolbar.panes.set_current(PANES.index(self.panes.current))


class ProblemBanners(QWidget):
    """At most one banner for each topic; a newer one replaces the previous."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._banners: dict[str, Banner] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        self.hide()

    def show_problem(self, topic: str, kind: BannerKind, text: str, actions: Sequence[Action] = ()) -> Banner:
        """Show *text* about *topic* until it is resolved or closed."""
        self.clear(topic)
        banner = Banner(kind, text, actions, closable=True)
        banner.closed.connect(lambda: self.clear(topic))
        self._banners[topic] = banner
        self._column.addWidget(banner)
        self.show()
        return banner

    def clear(self, topic: str) -> None:
        """Remove the banner about *topic*."""
        banner = self._banners.pop(topic, None)
        if banner is not None:
            self._column.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        self.setVisible(bool(self._banners))

    def texts(self) -> dict[str, str]:
        """Return the shown texts by topic."""
        return {topic: banner.text() for topic, banner in self._banners.items()}


class WindowPages(QStackedWidget):
    """One of: *frame* with *panes* in it, *frame* with another page in it, the start page without a frame."""

    framed = Signal(bool)
    """Whether the frame, which includes the status bar, is shown."""

    def __init__(self, frame: QWidget, body: QStackedWidget, panes: QWidget) -> None:
        super().__init__()
        self._frame, self._body, self._panes = frame, body, panes
        self._start: QWidget | None = None
        self._page: QWidget | None = None
        self._previous_focus: QWidget | None = None
        body.addWidget(panes)
        self.addWidget(frame)

    @property
    def start(self) -> QWidget | None:
        """The start page, shown while no vault is open."""
        return self._start

    @property
    def page(self) -> QWidget | None:
        """The page shown instead of the panes."""
        return self._page

    def show_start(self, start: QWidget) -> None:
        """Show only *start*."""
        self.leave_page()
        self.leave_start()
        self._start = start
        self.addWidget(start)
        self._show_front()

    def leave_start(self) -> None:
        """Show the frame again and delete the start page."""
        if self._start is not None:
            self.removeWidget(self._start)
            self._start.deleteLater()
            self._start = None
        self._show_front()

    def show_page(self, page: QWidget) -> None:
        """Show *page* instead of the panes and focus it; the previous focus is restored when it is left."""
        focused = self._previous_focus if self._page is not None else QApplication.focusWidget()
        self._drop_page()
        self._previous_focus = focused
        self._page = page
        self._body.addWidget(page)
        self._body.setCurrentWidget(page)
        self._show_front()
        page.setFocus()

    def leave_page(self) -> None:
        """Show the panes, or the start page, again and delete the page."""
        had_page, focused = self._page is not None, self._previous_focus
        self._drop_page()
        self._show_front()
        if had_page:
            self._restore_focus(focused)

    def _drop_page(self) -> None:
        if self._page is not None:
            self._body.removeWidget(self._page)
            self._page.deleteLater()
            self._page = self._previous_focus = None
        self._body.setCurrentWidget(self._panes)

    def _restore_focus(self, focused: QWidget | None) -> None:
        """Focus *focused*, or the shown widget if *focused* was deleted."""
        if focused is not None and shiboken6.isValid(focused) and focused.isVisible() and focused.isEnabled():
            focused.setFocus()
        else:
            (self._start or self._panes).setFocus()

    def _show_front(self) -> None:
        start = self._start if self._page is None else None
        self.setCurrentWidget(self._frame if start is None else start)
        self.framed.emit(start is None)


class FirstPaint(QObject):
    """Detects the first paint of *window*, which is to be shown afterwards: some platforms paint inside `show`."""

    happened = Signal()
    """The window was painted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.is_done = False
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Observe the paint event without consuming it."""
        if event.type() == QEvent.Type.Paint:
            self.is_done = True
            watched.removeEventFilter(self)
            # After the paint event that follows.
            QTimer.singleShot(0, self, self.happened.emit)
        return False


PAINT_WAIT = 2_000
"""Maximum number of milliseconds to wait for the first paint; a covered window may never be painted."""


async def first_paint(window: QWidget) -> None:
    """Show *window* and wait until it was painted, at most `PAINT_WAIT`."""
    # Imported late: asyncio is not needed before the first window is painted (vaultdesk/ui/app/README.md, "Start").
    import asyncio

    from vaultdesk.ui import bridge

    watch = FirstPaint(window)
    window.show()
    window.update()
    with suppress(TimeoutError):
        async with asyncio.timeout(PAINT_WAIT / 1_000):
            await bridge.wait_signal(watch.happened)
    if shiboken6.isValid(watch):  # The window may have been destroyed.
        watch.deleteLater()

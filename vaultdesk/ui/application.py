"""Application: starts the window: one program a person, dressed and painted. What it does then is desktop.py's."""

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from vaultdesk.core.platform.launch_request import PLAIN_LAUNCH, LaunchRequest
from vaultdesk.core.platform.paths import AppFolders, app_folders
from vaultdesk.core.settings.bootstrap_settings import BootstrapSettings, read_bootstrap_settings
from vaultdesk.ui.collector import Collector
from vaultdesk.ui.desk_application import DeskApplication
from vaultdesk.ui.instance import Asked, Instance, activation_token, instance_name
from vaultdesk.ui.languages import folders, speak
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.state import StateFile, first_vault
from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme

if TYPE_CHECKING:
    from vaultdesk.ui.desktop import Desktop

log = logging.getLogger(__name__)

PAINT_WAIT = 2_000
"""Milliseconds until the start goes on though nothing was painted: a window may begin out of sight."""


def main(wish: LaunchRequest = PLAIN_LAUNCH) -> int:
    """Open the window as *wish* says and return the exit code; a program that runs already is handed the wish."""
    application = make_application()
    where = app_folders()
    instance = Instance(instance_name())
    if instance.give_way(Asked.of(wish, activation_token())):
        return 0
    # What is wanted before anybody can do it: the system tells of a click that started us before the first paint.
    waiting = [Asked(link=wish.link)] if wish.link else []
    instance.asked.connect(waiting.append)
    if isinstance(application, DeskApplication):
        application.asked.connect(waiting.append)
    collector = Collector(application)
    try:
        seen = read_bootstrap_settings(where.settings_file)
        window = make_window(application, where, seen, wish.folder)
        _appear(window, wish, seen)
        # Only now the socket, asyncio, its loop and the rest: the window is seen a third sooner (PERFORMANCE 6).
        instance.listen()
        from vaultdesk.core.crash_report import CrashWatch
        from vaultdesk.core.logs import start_logging
        from vaultdesk.ui import bridge
        from vaultdesk.ui.desktop import Desktop
        from vaultdesk.ui.session_end import SessionEnd

        start_logging(where)
        watch = CrashWatch(where, bridge.failures().failed.emit)
        application.setWindowIcon(app_icon())
        desktop = Desktop(where, seen, instance, window)
        desktop.crashed = watch.start()
        bridge.failures().failed.connect(watch.write)
        end = SessionEnd(application, desktop.quit, desktop.ending.begin_saving)
        instance.asked.disconnect(waiting.append)
        if isinstance(application, DeskApplication):
            application.asked.disconnect(waiting.append)
            application.asked.connect(desktop.take)
        try:
            return bridge.run(desktop.run(wish.folder, wish.question, waiting))
        except Exception as error:  # whatever ends the program is written down, and goes on its way
            watch.fell(error)
            raise
        finally:
            bridge.failures().failed.disconnect(watch.write)
            end.close()
            watch.stop()
    finally:
        instance.close()
        collector.release()


def _appear(window: MainWindow, wish: LaunchRequest, seen: BootstrapSettings) -> None:
    """Show *window* as far as *wish* wants one, with the vault it will open, and wait until it was painted."""
    wanted = first_vault(wish.folder, window.state, seen)
    if wanted is not None:
        window.show_opening(wanted.name, seen.recent)
    quiet = wish.hidden or wish.question is not None
    window.in_tray = quiet and seen.tray and QSystemTrayIcon.isSystemTrayAvailable()
    if wish.hidden and not window.in_tray:
        window.showMinimized()  # Without a tray nobody could find a program that has no window.
    elif not window.in_tray:
        # Quick ask comes over it, and has the keyboard.
        window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, wish.question is not None)
        paint(window)


def make_application() -> QApplication:
    """Return the QApplication, named as desktops and screen readers call it."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = DeskApplication(sys.argv[:1])
    application.setApplicationName("vaultdesk")
    application.setApplicationDisplayName("VaultDesk")
    application.setDesktopFileName("vaultdesk")
    # The window's own closing ends the program, after the vault was closed (QT 1.3 d).
    application.setQuitOnLastWindowClosed(False)
    return application


def make_window(
    application: QApplication, where: AppFolders, seen: BootstrapSettings, folder: Path | None = None
) -> MainWindow:
    """Dress *application* as *seen* says and return its window, not shown yet; *folder* is what will be opened."""
    speak(application, seen.language, folders(where.settings))
    theme().set_choice(seen.theme)
    theme().set_contrast(seen.contrast)
    theme().apply(application)
    kept = StateFile(where.data / "state.json")
    wanted = first_vault(folder, kept.state, seen)
    return MainWindow(kept, str(wanted) if wanted is not None else "")


def make_desktop(application: QApplication, where: AppFolders, instance: Instance) -> "Desktop":
    """Return the desktop with a window that is not shown, its settings not read yet."""
    from vaultdesk.ui.desktop import Desktop  # it brings asyncio and the loop, which the first paint does not wait for

    seen = read_bootstrap_settings(where.settings_file)
    application.setWindowIcon(app_icon())
    return Desktop(where, seen, instance, make_window(application, where, seen))


class _Painted(QObject):
    """Knows when what it watches was painted for the first time."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.seen = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let everything through."""
        self.seen = self.seen or event.type() == QEvent.Type.Paint
        return False


def paint(window: QWidget) -> None:
    """Show *window* and wait until it was painted, without any loop but Qt's own."""
    watch = _Painted(window)
    window.installEventFilter(watch)
    limit = QDeadlineTimer(PAINT_WAIT)
    window.show()
    window.update()
    # Each turn waits for events; this one comes at the end, where nothing is painted.
    QTimer.singleShot(PAINT_WAIT, watch, lambda: None)
    while not (watch.seen or limit.hasExpired()):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    QApplication.processEvents()  # What the painting began is finished.
    window.removeEventFilter(watch)
    watch.deleteLater()

"""Starts the program: one instance, the QApplication, the first window, garbage collection on the window's thread."""

import gc
import logging
import os
import sys
import time
from collections.abc import MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QLibraryInfo, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from vaultdesk.core.platform.launch_request import PLAIN_LAUNCH, LaunchRequest
from vaultdesk.core.platform.paths import APP_ID, AppFolders, app_folders
from vaultdesk.core.settings.bootstrap_settings import BootstrapSettings, InterfaceLanguage, read_bootstrap_settings
from vaultdesk.ui.single_instance import (
    SingleInstance,
    StartRequest,
    VaultDeskApplication,
    activation_token,
    instance_name,
)
from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import install_language, language_folders
from vaultdesk.ui.window.main_window import PAINT_WAIT, FirstPaint, MainWindow
from vaultdesk.ui.window.window_state import StateFile, first_vault

if TYPE_CHECKING:
    from vaultdesk.ui.app.window_manager import WindowManager


# Garbage collection runs in whichever thread allocates. If it finds a widget in a reference cycle there, the widget is
# destroyed outside its thread and the program may abort ("Timers cannot be stopped from another thread").
#
# A full collection takes 0.1 s and more, during which the window does not respond. Long-lived objects are therefore
# frozen and collected only while the user works in another program.

CHECK_INTERVAL = 1_000
"""Milliseconds between two checks of the allocation counts; a second's garbage is a few megabytes at most."""

STARTUP_CHECKS = 60
"""Checks during the start and the imports after it: nearly everything allocated then stays, so it is frozen."""

MAX_PAUSE = 0.02
"""Seconds a collection may take; objects that survive a longer one are frozen."""

AWAY_CHECKS = 10
"""Checks (seconds) without focus after which the user counts as away."""

FULL_INTERVAL = 300
"""Checks between two full collections."""


class GarbageCollector(QObject):
    """Runs garbage collection on the window's thread instead of Python's automatic collection, until `release`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._checks = self._away_checks = 0
        self._last_full = -FULL_INTERVAL
        """Number of the check with the last full collection."""
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._timer.timeout.connect(self.collect)
        self._timer.start(CHECK_INTERVAL)

    def collect(self) -> None:
        """Collect what Python would have collected by now."""
        self._checks += 1
        away = QApplication.applicationState() != Qt.ApplicationState.ApplicationActive
        self._away_checks = self._away_checks + 1 if away else 0
        if self._away_checks >= AWAY_CHECKS and self._checks - self._last_full >= FULL_INTERVAL:
            self.collect_all()
            return
        young, middle, old = gc.get_count()
        first, second, third = gc.get_threshold()
        if young <= first:
            return
        if self._checks <= STARTUP_CHECKS:
            gc.freeze()
            return
        generation = 2 if middle > second and old > third else 1 if middle > second else 0
        started = time.thread_time()
        gc.collect(generation)
        if time.thread_time() - started > MAX_PAUSE:
            gc.freeze()

    def collect_all(self) -> None:
        """Collect the frozen objects too. Slow: for moments in which the user is away."""
        self._last_full = self._checks
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def release(self) -> None:
        """Restore Python's automatic collection."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()


log = logging.getLogger(__name__)


def main(request: LaunchRequest = PLAIN_LAUNCH) -> int:
    """Open the window as *request* specifies and return the exit code; a running instance receives the request
    instead.
    """
    application = make_application()
    folders = app_folders()
    instance = SingleInstance(instance_name())
    if instance.forward_to_running(StartRequest.of(request, activation_token())):
        return 0
    # Early requests: on macOS a link that started the program is delivered before the first paint.
    early_requests = [StartRequest(link=request.link)] if request.link else []
    instance.request_received.connect(early_requests.append)
    if isinstance(application, VaultDeskApplication):
        application.request_received.connect(early_requests.append)
    collector = GarbageCollector(application)
    try:
        bootstrap = read_bootstrap_settings(folders.settings_file)
        window = make_window(application, folders, bootstrap, request.folder)
        _show_window(window, request, bootstrap)
        # Only now the socket, asyncio, its loop and the rest: the window is visible a third earlier
        # (vaultdesk/ui/app/README.md, "Start").
        instance.listen()
        from vaultdesk.core.crash_report import CrashWatch
        from vaultdesk.core.logs import start_logging
        from vaultdesk.ui import bridge
        from vaultdesk.ui.app.shutdown import DisplayEnd, SessionEnd
        from vaultdesk.ui.app.window_manager import WindowManager

        start_logging(folders)
        watch = CrashWatch(folders, bridge.failures().failed.emit)
        application.setWindowIcon(app_icon())
        desktop = WindowManager(folders, bootstrap, instance, window)
        desktop.crash_report = watch.start()
        display = DisplayEnd(application, watch.stop)
        bridge.failures().failed.connect(watch.write)

        def end_process() -> None:
            watch.stop()
            instance.close()
            logging.shutdown()
            os._exit(0)

        end = SessionEnd(
            application,
            desktop.quit,
            desktop.shutdown.begin_saving,
            lambda: desktop.has_ended,
            end_process if sys.platform == "darwin" else None,
        )
        instance.request_received.disconnect(early_requests.append)
        if isinstance(application, VaultDeskApplication):
            application.request_received.disconnect(early_requests.append)
            application.request_received.connect(desktop.handle_request)
        try:
            return bridge.run(desktop.run(request.folder, request.question, early_requests))
        except Exception as error:  # every fatal error is recorded and raised again
            if display.has_ended:  # On X11 Qt stops the loop in the middle of its work.
                return 1
            watch.record_fatal_error(error)
            raise
        finally:
            bridge.failures().failed.disconnect(watch.write)
            end.close()
            display.close()
            watch.stop()
    finally:
        instance.close()
        collector.release()


def _show_window(window: MainWindow, request: LaunchRequest, bootstrap: BootstrapSettings) -> None:
    """Show *window* as *request* requires, with the vault it will open, and wait until it was painted."""
    vault = first_vault(request.folder, window.state, bootstrap)
    if vault is not None:
        window.show_opening(vault.name, bootstrap.recent)
    starts_hidden = request.hidden or request.question is not None
    window.in_tray = starts_hidden and bootstrap.tray and QSystemTrayIcon.isSystemTrayAvailable()
    if request.hidden and not window.in_tray:
        window.showMinimized()  # Without a tray a program without a window could not be found.
    elif not window.in_tray:
        # Quick ask is shown above it and has the focus.
        window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, request.question is not None)
        paint(window)


def choose_input_method(environment: MutableMapping[str, str], plugins: Path) -> None:
    """Make fcitx use the plugin of ibus, whose protocol it supports, if *plugins* has none for fcitx itself."""
    if "fcitx" not in environment.get("QT_IM_MODULE", "") or environment.get("QT_IM_MODULES"):
        return
    if not any(plugins.glob("platforminputcontexts/*fcitx*")):
        environment["QT_IM_MODULES"] = "wayland;ibus"


def make_application() -> QApplication:
    """Return the QApplication with the names for desktops and screen readers."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        choose_input_method(os.environ, Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)))
        application = VaultDeskApplication(sys.argv[:1])
    application.setApplicationName("vaultdesk")
    application.setApplicationDisplayName("VaultDesk")
    application.setDesktopFileName(APP_ID)
    # Closing the window ends the program after the vault was closed (vaultdesk/ui/README.md, "Event loop").
    application.setQuitOnLastWindowClosed(False)
    return application


def make_window(
    application: QApplication, folders: AppFolders, bootstrap: BootstrapSettings, folder: Path | None = None
) -> MainWindow:
    """Apply *bootstrap* to *application* and return its window, not shown yet; *folder* is the vault to be opened."""
    InterfaceLanguage.window_language = install_language(
        application, bootstrap.language, language_folders(folders.settings)
    )
    theme().set_choice(bootstrap.theme)
    theme().set_contrast(bootstrap.contrast)
    theme().apply(application)
    state_file = StateFile(folders.data / "state.json")
    vault = first_vault(folder, state_file.state, bootstrap)
    return MainWindow(state_file, str(vault) if vault is not None else "")


def make_desktop(application: QApplication, folders: AppFolders, instance: SingleInstance) -> "WindowManager":
    """Return the window manager with a window that is not shown and settings not read yet."""
    from vaultdesk.ui.app.window_manager import (
        WindowManager,  # imports asyncio and the loop, which the first paint does not wait for
    )

    bootstrap = read_bootstrap_settings(folders.settings_file)
    application.setWindowIcon(app_icon())
    return WindowManager(folders, bootstrap, instance, make_window(application, folders, bootstrap))


def paint(window: QWidget) -> None:
    """Show *window* and wait until it was painted, with Qt's event loop only."""
    watch = FirstPaint(window)
    deadline = QDeadlineTimer(PAINT_WAIT)
    window.show()
    window.update()
    # Each iteration waits for events; this one ends the wait if nothing is painted.
    QTimer.singleShot(PAINT_WAIT, watch, lambda: None)
    while not (watch.is_done or deadline.hasExpired()):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    QApplication.processEvents()  # Completes what the first paint started.
    watch.deleteLater()

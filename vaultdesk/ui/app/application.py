"""Starts the program: one instance, the QApplication, the first window, garbage collection on the window's thread."""

import gc
import logging
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from vaultdesk.core.platform.launch_request import PLAIN_LAUNCH, LaunchRequest
from vaultdesk.core.platform.paths import AppFolders, app_folders
from vaultdesk.core.settings.bootstrap_settings import BootstrapSettings, read_bootstrap_settings
from vaultdesk.ui.single_instance import DeskApplication, SingleInstance, StartRequest, activation_token, instance_name
from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import install_language, language_folders
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.window_state import StateFile, first_vault

if TYPE_CHECKING:
    from vaultdesk.ui.app.window_manager import WindowManager


# A collection runs in whichever thread happens to allocate. If it finds a widget in a cycle of garbage there, the
# widget
# is destroyed outside its thread and the program may die ("Timers cannot be stopped from another thread").
#
# To look through all that lives takes a tenth of a second and more: the window would stand still. What has long been
# there is left out, and is looked through when the person has turned to another program.

LOOK_EVERY = 1_000
"""Milliseconds between two looks at how much was allocated; a second's garbage is a few megabytes at most."""

START = 60
"""Looks that belong to the start and to what is imported after it: nearly all stays, and is not looked through."""

FELT = 0.02
"""Seconds a collection may take; what is found alive in a longer one is left out of the next."""

AWAY = 10
"""Looks, so seconds, after which a person who turned to another program is taken to be away for a while."""

AGAIN = 300
"""Looks between two times that all is looked through."""


class GarbageCollector(QObject):
    """Takes the collector over for as long as it lives; `release` gives it back."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        self._looks = self._away = 0
        self._all_seen = -AGAIN
        """The look at which all was looked through last."""
        self._clock = QTimer(self)
        self._clock.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._clock.timeout.connect(self.look)
        self._clock.start(LOOK_EVERY)

    def look(self) -> None:
        """Collect what Python would have collected by now."""
        self._looks += 1
        away = QApplication.applicationState() != Qt.ApplicationState.ApplicationActive
        self._away = self._away + 1 if away else 0
        if self._away >= AWAY and self._looks - self._all_seen >= AGAIN:
            self.look_through_all()
            return
        young, middle, old = gc.get_count()
        first, second, third = gc.get_threshold()
        if young <= first:
            return
        if self._looks <= START:
            gc.freeze()
            return
        generation = 2 if middle > second and old > third else 1 if middle > second else 0
        began = time.thread_time()
        gc.collect(generation)
        if time.thread_time() - began > FELT:
            gc.freeze()

    def look_through_all(self) -> None:
        """Collect what was left out too. Felt: for moments in which nobody waits."""
        self._all_seen = self._looks
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def release(self) -> None:
        """Let Python collect by itself again."""
        self._clock.stop()
        gc.unfreeze()
        if self._was_on:
            gc.enable()


log = logging.getLogger(__name__)

PAINT_WAIT = 2_000
"""Milliseconds until the start goes on though nothing was painted: a window may begin out of sight."""


def main(wish: LaunchRequest = PLAIN_LAUNCH) -> int:
    """Open the window as *wish* says and return the exit code; a program that runs already is handed the wish."""
    application = make_application()
    where = app_folders()
    instance = SingleInstance(instance_name())
    if instance.give_way(StartRequest.of(wish, activation_token())):
        return 0
    # What is wanted before anybody can do it: the system tells of a click that started us before the first paint.
    waiting = [StartRequest(link=wish.link)] if wish.link else []
    instance.asked.connect(waiting.append)
    if isinstance(application, DeskApplication):
        application.asked.connect(waiting.append)
    collector = GarbageCollector(application)
    try:
        seen = read_bootstrap_settings(where.settings_file)
        window = make_window(application, where, seen, wish.folder)
        _appear(window, wish, seen)
        # Only now the socket, asyncio, its loop and the rest: the window is seen a third sooner (PERFORMANCE 6).
        instance.listen()
        from vaultdesk.core.crash_report import CrashWatch
        from vaultdesk.core.logs import start_logging
        from vaultdesk.ui import bridge
        from vaultdesk.ui.app.shutdown import SessionEnd
        from vaultdesk.ui.app.window_manager import WindowManager

        start_logging(where)
        watch = CrashWatch(where, bridge.failures().failed.emit)
        application.setWindowIcon(app_icon())
        desktop = WindowManager(where, seen, instance, window)
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
    install_language(application, seen.language, language_folders(where.settings))
    theme().set_choice(seen.theme)
    theme().set_contrast(seen.contrast)
    theme().apply(application)
    kept = StateFile(where.data / "state.json")
    wanted = first_vault(folder, kept.state, seen)
    return MainWindow(kept, str(wanted) if wanted is not None else "")


def make_desktop(application: QApplication, where: AppFolders, instance: SingleInstance) -> "WindowManager":
    """Return the desktop with a window that is not shown, its settings not read yet."""
    from vaultdesk.ui.app.window_manager import (
        WindowManager,  # it brings asyncio and the loop, which the first paint does not wait for
    )

    seen = read_bootstrap_settings(where.settings_file)
    application.setWindowIcon(app_icon())
    return WindowManager(where, seen, instance, make_window(application, where, seen))


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

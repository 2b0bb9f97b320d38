"""Application: starts the window: one program a person, dressed, with its loop. What it does then is desktop.py's."""

import logging
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from vaultdesk.glance import glance_at
from vaultdesk.logs import start_logging
from vaultdesk.paths import Places, places
from vaultdesk.ui import bridge
from vaultdesk.ui.collector import Collector
from vaultdesk.ui.desktop import Desktop
from vaultdesk.ui.instance import Instance, instance_name
from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme

log = logging.getLogger(__name__)


def main(folder: Path | None = None) -> int:
    """Open the window on *folder*, or where the last one left off; return the exit code.

    Where the program runs already, its window is raised and given the folder, and this one ends.
    """
    application = make_application()
    where = places()
    start_logging(where)
    instance = Instance(instance_name())
    if instance.hand_over(folder):
        return 0
    instance.listen()
    collector = Collector(application)
    try:
        desktop = make_desktop(application, where, instance)
        return bridge.run(desktop.run(folder))
    finally:
        instance.close()
        collector.release()


def make_application() -> QApplication:
    """Return the QApplication, named as desktops and screen readers call it."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("vaultdesk")
    application.setApplicationDisplayName("VaultDesk")
    application.setDesktopFileName("vaultdesk")
    # The window's own closing ends the program, after the vault was closed (QT 1.3 d).
    application.setQuitOnLastWindowClosed(False)
    return application


def make_desktop(application: QApplication, where: Places, instance: Instance) -> Desktop:
    """Dress *application* and return the desktop, whose window is not shown and whose settings are not read yet."""
    seen = glance_at(where.settings_file)
    theme().set_choice(seen.theme)
    theme().apply(application)
    application.setWindowIcon(app_icon())
    return Desktop(where, seen, instance)

"""Facts that Qt reports about this computer, gathered in the window or in a probe process."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from vaultdesk.core.values import replace
from vaultdesk.diagnosis.window_checks import DesktopFacts, ScreenFacts, facts_as_text
from vaultdesk.ui.editor.spell_checker import Speller, system_speller
from vaultdesk.ui.hotkey.hotkeys import Hotkeys, NoHotkeyBackend, system_backend

INPUT_METHOD_PLUGINS = "platforminputcontexts"
"""The folder of Qt's plugins for input methods."""

BUILT_IN_INPUT_METHODS = ("", "none", "simple", "xim", "compose", "wayland")
"""Names of input methods that need no plugin."""


def window_facts(hotkeys: Hotkeys | None = None, environment: Mapping[str, str] = os.environ) -> DesktopFacts:
    """Return the facts known immediately; on the window's thread. *hotkeys* are the program's, if it is running."""
    backend = system_backend()
    has_hotkeys, hotkey_text = not isinstance(backend, NoHotkeyBackend), backend.available()
    backend.deleteLater()
    input_method = environment.get("QT_IM_MODULE", "") if sys.platform.startswith("linux") else ""
    platform = QGuiApplication.platformName()
    return DesktopFacts(
        qt=qVersion(),
        platform=platform,
        screens=tuple(_screens()),
        tray=QSystemTrayIcon.isSystemTrayAvailable(),
        tray_messages=QSystemTrayIcon.supportsMessages(),
        hotkey=has_hotkeys,
        hotkey_words=hotkey_text,
        hotkey_problem=hotkeys.problem if hotkeys is not None else "",
        input_wanted="" if input_method in BUILT_IN_INPUT_METHODS or platform == "offscreen" else input_method,
        input_there=platform.startswith("wayland") or _has_input_plugin(input_method),
    )


def with_speller(facts: DesktopFacts, find: Callable[[], Speller | None] = system_speller) -> DesktopFacts:
    """Return *facts* with those about spelling. Searches for a library, which takes a while; on any thread."""
    speller = find()
    return replace(facts, speller=speller is not None, languages=speller.languages() if speller is not None else ())


def _screens() -> list[ScreenFacts]:
    screens: list[ScreenFacts] = []
    for screen in QGuiApplication.screens():
        size, scale = screen.size(), screen.devicePixelRatio()
        screens.append(ScreenFacts(round(size.width() * scale), round(size.height() * scale), scale))
    return screens


def _has_input_plugin(input_method: str) -> bool:
    """Return whether Qt has a plugin for *input_method*, which may list several, separated by `;`."""
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / INPUT_METHOD_PLUGINS
    try:
        names = [file.name.lower() for file in folder.iterdir()]
    except OSError:
        return False
    return any(name.lower() in file for name in input_method.split(";") if name for file in names)


def try_qt() -> int:
    """Print the facts found by Qt on one line, and return 0; if Qt does not start, the process is aborted."""
    application = QApplication([])
    application.processEvents()
    sys.stdout.buffer.write(facts_as_text(with_speller(window_facts())).encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()
    return 0

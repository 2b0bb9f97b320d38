"""Facts that Qt reports about this computer, gathered in the window or in a probe process."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from vaultdesk.diagnosis.window_checks import DesktopFacts, ScreenFacts, facts_as_text
from vaultdesk.ui.editor.spell_checker import Speller, system_speller
from vaultdesk.ui.hotkey.hotkeys import Hotkeys, NoHotkeyBackend, system_backend

PLUGINS = "platforminputcontexts"
"""The folder of Qt's plugins for input methods."""

BY_ITSELF = ("", "none", "simple", "xim", "compose", "wayland")
"""Names of input methods that need no plugin."""


def window_facts(keys: Hotkeys | None = None, environment: Mapping[str, str] = os.environ) -> DesktopFacts:
    """Return the facts known immediately; on the window's thread. *keys* is the program's hotkey, if one is set."""
    way = system_backend()
    possible, words = not isinstance(way, NoHotkeyBackend), way.available()
    way.deleteLater()
    wanted = environment.get("QT_IM_MODULE", "") if sys.platform.startswith("linux") else ""
    platform = QGuiApplication.platformName()
    return DesktopFacts(
        qt=qVersion(),
        platform=platform,
        screens=tuple(_screens()),
        tray=QSystemTrayIcon.isSystemTrayAvailable(),
        tray_messages=QSystemTrayIcon.supportsMessages(),
        hotkey=possible,
        hotkey_words=words,
        hotkey_problem=keys.problem if keys is not None else "",
        input_wanted="" if wanted in BY_ITSELF or platform == "offscreen" else wanted,
        input_there=platform.startswith("wayland") or _has_input(wanted),
    )


def with_speller(facts: DesktopFacts, find: Callable[[], Speller | None] = system_speller) -> DesktopFacts:
    """Return *facts* with those about spelling. Searches for a library, which takes a while; on any thread."""
    speller = find()
    return replace(facts, speller=speller is not None, languages=speller.languages() if speller is not None else ())


def _screens() -> list[ScreenFacts]:
    found: list[ScreenFacts] = []
    for screen in QGuiApplication.screens():
        size, scale = screen.size(), screen.devicePixelRatio()
        found.append(ScreenFacts(round(size.width() * scale), round(size.height() * scale), scale))
    return found


def _has_input(wanted: str) -> bool:
    """Return whether Qt has a plugin for the input method *wanted*, which may list several, separated by `;`."""
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / PLUGINS
    try:
        names = [file.name.lower() for file in folder.iterdir()]
    except OSError:
        return False
    return any(name.lower() in file for name in wanted.split(";") if name for file in names)


def try_qt() -> int:
    """Print the facts found by Qt on one line, and return 0; if Qt does not start, the process is aborted."""
    application = QApplication([])
    application.processEvents()
    sys.stdout.buffer.write(facts_as_text(with_speller(window_facts())).encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()
    return 0

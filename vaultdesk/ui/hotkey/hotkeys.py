"""The global hotkey of the application, registered through this system's backend, and its binding to the settings."""

import os
import sys
from collections.abc import Callable, Mapping

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.hotkey.key_combination import HotkeyBackend, parse_key_combination


class NoHotkeyBackend(HotkeyBackend):
    """Of a system that shows no windows, or that nobody has taught us."""

    def available(self) -> str:
        """Say that nothing is possible here."""
        return self.tr("No keys can be had for every program here.")

    def register(self, _keys: object) -> str:
        """Refuse."""
        return self.available()

    def unregister(self) -> None:
        """There is nothing to give back."""


class Hotkeys(QObject):
    """Asks the system when keys are set; gives them back at the end."""

    pressed = Signal()
    changed = Signal()
    """`problem` or `available` say something else now."""

    def __init__(self, way: HotkeyBackend | None = None, parent: QObject | None = None) -> None:
        """*way* is this system's own, unless told."""
        super().__init__(parent)
        self._way = way or system_backend()
        self._way.setParent(self)
        self._way.pressed.connect(self.pressed)
        self._way.problem_changed.connect(self._told)
        self._problem = ""
        self.keys = ""
        """What is set, in Qt's portable text, whether or not it could be had."""

    @property
    def problem(self) -> str:
        """Why the keys that are set cannot be had; empty where they can, or none are set."""
        return self._problem

    def available(self) -> str:
        """Say in one sentence what is possible here."""
        return self._way.available()

    def set_keys(self, text: str) -> str:
        """Have these keys from now on, or none; return why they cannot be had, as far as that is known at once."""
        self._way.unregister()
        self.keys = text
        wanted = parse_key_combination(text) if text else ""
        self._problem = wanted if isinstance(wanted, str) else self._way.register(wanted)
        self.changed.emit()
        return self._problem

    def close(self) -> None:
        """Give the keys back."""
        self._way.unregister()

    def _told(self, problem: str) -> None:
        self._problem = problem
        self.changed.emit()


_the_hotkeys: list[Hotkeys] = []
"""The program's, made at the first question for it."""


def hotkeys() -> Hotkeys:
    """Return the program's one: a system knows no more than one of the same keys."""
    if not _the_hotkeys or not shiboken6.isValid(_the_hotkeys[0]):
        _the_hotkeys[:] = [Hotkeys()]
    return _the_hotkeys[0]


def system_backend(
    platform: str = sys.platform, screen: str | None = None, environment: Mapping[str, str] = os.environ
) -> HotkeyBackend:
    """Return how keys are asked for here; *screen* is Qt's name for what it draws on."""
    screen = screen if screen is not None else QGuiApplication.platformName()
    if screen == "windows" and platform == "win32":
        from vaultdesk.ui.hotkey.hotkey_windows import (
            WindowsHotkeyBackend,
        )  # each is read where it is used: the others cannot be

        return WindowsHotkeyBackend()
    if screen == "cocoa" and platform == "darwin":
        from vaultdesk.ui.hotkey.hotkey_macos import MacHotkeyBackend  # likewise

        return MacHotkeyBackend()
    # A program of X11 on a Wayland desktop could have keys only while another of its kind is in front.
    wayland = bool(environment.get("WAYLAND_DISPLAY"))
    if screen == "wayland" or (screen == "xcb" and wayland):
        from vaultdesk.ui.hotkey.hotkey_portal import PortalHotkeyBackend  # likewise

        return PortalHotkeyBackend()
    if screen == "xcb":
        from vaultdesk.ui.hotkey.hotkey_x11 import X11HotkeyBackend  # likewise

        return X11HotkeyBackend()
    return NoHotkeyBackend()


PREPARE_DELAY = 500
"""Milliseconds after which the window is built in advance: the start has other things to do first."""


class HotkeyBinding(QObject):
    """Keeps the hotkey as the settings say and shows quick ask when it is pressed. Made after reading the settings."""

    def __init__(
        self,
        store: SettingsStore,
        show: Callable[[], object],
        prepare: Callable[[], object],
        owner: QObject,
        keys: Hotkeys | None = None,
    ) -> None:
        """*show* shows quick ask; *prepare* builds its window in advance."""
        super().__init__(owner)
        self.hotkeys = keys or hotkeys()
        self._show = show
        self._prepare = prepare
        self._prepared = False
        self.hotkeys.pressed.connect(show)
        follow(store.changes, self._apply, owner=self)
        self._apply(store.settings)

    def close(self) -> None:
        """Unregister the keys."""
        self.hotkeys.pressed.disconnect(self._show)
        self.hotkeys.set_keys("")

    def _apply(self, settings: Settings) -> None:
        wanted = settings.desktop.quick_ask_keys
        if wanted != self.hotkeys.keys:
            self.hotkeys.set_keys(wanted)
        if (wanted or settings.desktop.tray) and not self._prepared:
            self._prepared = True
            QTimer.singleShot(PREPARE_DELAY, self, self._prepare)

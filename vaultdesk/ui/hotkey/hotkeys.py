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
    """For a system without windows, or an unsupported one."""

    def available(self) -> str:
        return self.tr("System-wide shortcuts are not available here.")

    def register(self, _keys: object) -> str:
        return self.available()

    def unregister(self) -> None:
        """Do nothing."""


class Hotkeys(QObject):
    """Registers the keys when they are set, and unregisters them at the end."""

    pressed = Signal()
    changed = Signal()
    """`problem` or `available` changed."""

    def __init__(self, backend: HotkeyBackend | None = None, parent: QObject | None = None) -> None:
        """*backend* is this system's backend by default."""
        super().__init__(parent)
        self._backend = backend or system_backend()
        self._backend.setParent(self)
        self._backend.pressed.connect(self.pressed)
        self._backend.problem_changed.connect(self._set_problem)
        self._problem = ""
        self.keys = ""
        """The configured keys in Qt's portable text, whether or not they could be registered."""

    @property
    def problem(self) -> str:
        """Why the configured keys could not be registered; empty if they were, or none are set."""
        return self._problem

    def available(self) -> str:
        """Return a sentence about the support on this system."""
        return self._backend.available()

    def set_keys(self, text: str) -> str:
        """Register these keys, or none; return why that failed, as far as known immediately."""
        self._backend.unregister()
        self.keys = text
        combination = parse_key_combination(text) if text else ""
        self._problem = combination if isinstance(combination, str) else self._backend.register(combination)
        self.changed.emit()
        return self._problem

    def close(self) -> None:
        """Unregister the keys."""
        self._backend.unregister()

    def _set_problem(self, problem: str) -> None:
        self._problem = problem
        self.changed.emit()


_the_hotkeys: list[Hotkeys] = []
"""The program's instance, created on first use."""


def hotkeys() -> Hotkeys:
    """Return the program's single instance: a system allows the same keys only once."""
    if not _the_hotkeys or not shiboken6.isValid(_the_hotkeys[0]):
        _the_hotkeys[:] = [Hotkeys()]
    return _the_hotkeys[0]


def system_backend(
    platform: str = sys.platform, screen: str | None = None, environment: Mapping[str, str] = os.environ
) -> HotkeyBackend:
    """Return this system's backend; *screen* is the name of Qt's platform plugin."""
    screen = screen if screen is not None else QGuiApplication.platformName()
    if screen == "windows" and platform == "win32":
        from vaultdesk.ui.hotkey.hotkey_windows import (
            WindowsHotkeyBackend,
        )  # each is imported only on its own system

        return WindowsHotkeyBackend()
    if screen == "cocoa" and platform == "darwin":
        from vaultdesk.ui.hotkey.hotkey_macos import MacHotkeyBackend  # likewise

        return MacHotkeyBackend()
    # An X11 program on a Wayland desktop could receive keys only while another X11 program is active.
    wayland = bool(environment.get("WAYLAND_DISPLAY"))
    if screen == "wayland" or (screen == "xcb" and wayland):
        from vaultdesk.ui.hotkey.hotkey_portal import PortalHotkeyBackend  # likewise

        return PortalHotkeyBackend()
    if screen == "xcb":
        from vaultdesk.ui.hotkey.hotkey_x11 import X11HotkeyBackend  # likewise

        return X11HotkeyBackend()
    return NoHotkeyBackend()


PREPARE_DELAY = 500
"""Milliseconds after which the window is created in advance, to keep the start fast."""


class HotkeyBinding(QObject):
    """Keeps the hotkey as configured and shows quick ask when it is pressed. Created after reading the settings."""

    def __init__(
        self,
        store: SettingsStore,
        show: Callable[[], object],
        prepare: Callable[[], object],
        owner: QObject,
        keys: Hotkeys | None = None,
    ) -> None:
        """*show* shows quick ask; *prepare* creates its window in advance."""
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
        keys = settings.desktop.quick_ask_keys
        if keys != self.hotkeys.keys:
            self.hotkeys.set_keys(keys)
        if (keys or settings.desktop.tray) and not self._prepared:
            self._prepared = True
            QTimer.singleShot(PREPARE_DELAY, self, self._prepare)

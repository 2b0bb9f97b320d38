"""Global hotkey on Windows, by RegisterHotKey."""

import ctypes
import sys
from collections.abc import Callable
from typing import Any, cast

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication, QObject

from vaultdesk.ui.hotkey.key_combination import ALT, CONTROL, META, SHIFT, FilterHost, HotkeyBackend, KeyCombination

WINDOWS_MASKS = ((ALT, 0x1), (CONTROL, 0x2), (SHIFT, 0x4), (META, 0x8))
NO_REPEAT = 0x4000
"""Without auto-repeat."""

WM_HOTKEY = 0x0312
ALREADY_REGISTERED = 1409
"""The system's error if another program has registered the keys."""

HOTKEY_NUMBER = 0x5644
"""The id of this hotkey in this thread; any number up to 0xBFFF."""


class WindowsMessage(ctypes.Structure):
    """The fields of the system's MSG that are read."""

    _fields_ = [
        ("window", ctypes.c_void_p), ("message", ctypes.c_uint), ("word", ctypes.c_size_t), ("long", ctypes.c_ssize_t),
    ]  # fmt: skip


class _Filter(QAbstractNativeEventFilter):
    def __init__(self, pressed: Callable[[], object]) -> None:
        super().__init__()
        self._pressed = pressed

    def nativeEventFilter(self, kind: QByteArray | bytes | bytearray | memoryview, message: int) -> object:
        """Handle the hotkey message and pass all others on."""
        if (kind.data() if isinstance(kind, QByteArray) else bytes(kind)) == b"windows_generic_MSG":
            native_message = WindowsMessage.from_address(int(message))
            if native_message.message == WM_HOTKEY and native_message.word == HOTKEY_NUMBER:
                self._pressed()
                return True, 0
        return False, 0


class WindowsHotkeyBackend(HotkeyBackend):
    """Filters messages only while keys are registered."""

    def __init__(self, user32: Any = None, messages: FilterHost | None = None, parent: QObject | None = None) -> None:  # noqa: ANN401 - Any: a library of the system has no types
        """*user32* and *messages* are the system's own by default."""
        super().__init__(parent)
        self._user32 = user32
        self._messages = messages or cast("FilterHost", QCoreApplication.instance())
        self._filter = _Filter(self.pressed.emit)
        self._registered = False

    def available(self) -> str:
        return self.tr("Works everywhere in Windows.")

    def register(self, keys: KeyCombination) -> str:
        self.unregister()
        library = self._library()
        if not library.RegisterHotKey(None, HOTKEY_NUMBER, windows_mask(keys) | NO_REPEAT, keys.codes.virtual):
            if library.GetLastError() == ALREADY_REGISTERED:
                return self.tr("“{0}” is already used by another program. Choose another shortcut.").format(keys.text)
            return self.tr("Windows refused “{0}”.").format(keys.text)
        self._messages.installNativeEventFilter(self._filter)
        self._registered = True
        return ""

    def unregister(self) -> None:
        if self._registered:
            self._messages.removeNativeEventFilter(self._filter)
            self._library().UnregisterHotKey(None, HOTKEY_NUMBER)
            self._registered = False

    def _library(self) -> Any:  # noqa: ANN401 - Any: as above
        if self._user32 is None:
            self._user32 = _User32()
        return self._user32


class _User32:
    """The system's library; its error is saved by ctypes, because other calls in between would change it."""

    def __init__(self) -> None:
        if sys.platform == "win32":
            library = ctypes.WinDLL("user32", use_last_error=True)
            self.RegisterHotKey = library.RegisterHotKey
            self.RegisterHotKey.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_uint, ctypes.c_uint)
            self.UnregisterHotKey = library.UnregisterHotKey
            self.UnregisterHotKey.argtypes = (ctypes.c_void_p, ctypes.c_int)
            self.GetLastError = ctypes.get_last_error


def windows_mask(keys: KeyCombination) -> int:
    """Return the system's mask of the modifiers."""
    return sum(mask for modifier, mask in WINDOWS_MASKS if keys.modifiers & modifier)

"""Global hotkey on macOS, by Carbon's RegisterEventHotKey."""

import ctypes
from typing import Any

from PySide6.QtCore import QObject

from vaultdesk.ui.hotkey.key_combination import ALT, CONTROL, META, SHIFT, HotkeyBackend, KeyCombination

CARBON = "/System/Library/Frameworks/Carbon.framework/Carbon"
CARBON_MASKS = ((CONTROL, 0x0100), (SHIFT, 0x0200), (ALT, 0x0800), (META, 0x1000))
"""Qt's Control is Command, and its Meta is Control."""

ALREADY_REGISTERED = -9878
KEYBOARD, HOTKEY_PRESSED = int.from_bytes(b"keyb", "big"), 5
SIGNATURE, NUMBER = int.from_bytes(b"VDsk", "big"), 1


class EventType(ctypes.Structure):
    """Carbon's EventTypeSpec."""

    _fields_ = [("kind", ctypes.c_uint32), ("number", ctypes.c_uint32)]


class HotKeyId(ctypes.Structure):
    """Carbon's EventHotKeyID; passed by value."""

    _fields_ = [("signature", ctypes.c_uint32), ("id", ctypes.c_uint32)]


HANDLER = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class MacHotkeyBackend(HotkeyBackend):
    """Handles the events of this program's own target, which Qt's loop dispatches."""

    def __init__(self, carbon: Any = None, parent: QObject | None = None) -> None:  # noqa: ANN401 - Any: a library of the system has no types
        """*carbon* is the system's library by default."""
        super().__init__(parent)
        self._carbon = carbon
        self._key = ctypes.c_void_p()
        self._listening = False
        self._handler = HANDLER(self._handle)  # Referenced, because the callback must not be garbage-collected.

    def available(self) -> str:
        return self.tr("Works everywhere on this Mac, and needs no permission.")

    def register(self, keys: KeyCombination) -> str:
        self.unregister()
        carbon = self._library()
        target = carbon.GetApplicationEventTarget()
        if not self._listening:
            event_type = EventType(KEYBOARD, HOTKEY_PRESSED)
            if carbon.InstallEventHandler(target, self._handler, 1, ctypes.byref(event_type), None, None):
                return self.tr("macOS did not allow VaultDesk to register a system-wide shortcut.")
            self._listening = True
        status = carbon.RegisterEventHotKey(
            keys.codes.mac, carbon_mask(keys), HotKeyId(SIGNATURE, NUMBER), target, 0, ctypes.byref(self._key)
        )
        if status == ALREADY_REGISTERED:
            return self.tr("“{0}” is already used by another program. Choose another shortcut.").format(keys.text)
        return self.tr("macOS refused “{0}”.").format(keys.text) if status else ""

    def unregister(self) -> None:
        if self._key.value:
            self._library().UnregisterEventHotKey(self._key)
            self._key = ctypes.c_void_p()

    def _handle(self, _next: int | None, _event: int | None, _data: int | None) -> int:
        self.pressed.emit()
        return 0

    def _library(self) -> Any:  # noqa: ANN401 - Any: as above
        if self._carbon is None:
            carbon = self._carbon = ctypes.CDLL(CARBON)
            pointer, number = ctypes.c_void_p, ctypes.c_uint32
            carbon.GetApplicationEventTarget.restype = pointer
            carbon.InstallEventHandler.argtypes = (pointer, HANDLER, ctypes.c_ulong, pointer, pointer, pointer)
            carbon.RegisterEventHotKey.argtypes = (number, number, HotKeyId, pointer, number, pointer)
            carbon.UnregisterEventHotKey.argtypes = (pointer,)
        return self._carbon


def carbon_mask(keys: KeyCombination) -> int:
    """Return Carbon's mask of the modifiers."""
    return sum(mask for modifier, mask in CARBON_MASKS if keys.modifiers & modifier)

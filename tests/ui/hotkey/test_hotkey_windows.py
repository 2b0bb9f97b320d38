"""Tests of hotkey_windows.py: the calls to the system and the parsing of its message; the system is replaced."""

import ctypes
from typing import Any

import pytest
from PySide6.QtCore import QByteArray

from vaultdesk.ui.hotkey.hotkey_windows import (
    ALREADY_REGISTERED,
    HOTKEY_NUMBER,
    WM_HOTKEY,
    WindowsHotkeyBackend,
    WindowsMessage,
    windows_mask,
)
from vaultdesk.ui.hotkey.key_combination import KeyCombination, parse_key_combination


class User32:
    """Records its calls."""

    def __init__(self, error: int = 0) -> None:
        self.error = error
        self.calls: list[tuple[Any, ...]] = []

    def RegisterHotKey(self, *arguments: Any) -> int:  # noqa: N802 - the system's name
        self.calls.append(arguments)
        return int(not self.error)

    def UnregisterHotKey(self, *arguments: Any) -> int:  # noqa: N802 - the system's name
        self.calls.append(arguments)
        return 1

    def GetLastError(self) -> int:  # noqa: N802 - the system's name
        return self.error


class Queue:
    """Replaces the application: records the native event filters."""

    def __init__(self) -> None:
        self.filters: list[Any] = []

    def installNativeEventFilter(self, filter_object: object) -> None:  # noqa: N802 - Qt's name
        self.filters.append(filter_object)

    def removeNativeEventFilter(self, filter_object: object) -> None:  # noqa: N802 - Qt's name
        self.filters.remove(filter_object)


def keys(text: str) -> KeyCombination:
    combination = parse_key_combination(text)
    assert isinstance(combination, KeyCombination)
    return combination


@pytest.mark.parametrize(
    ("text", "mask", "virtual"),
    [("Ctrl+Alt+Space", 0x4003, 0x20), ("Meta+J", 0x4008, 0x4A), ("Ctrl+Shift+Alt+F1", 0x4007, 0x70)],
)
def test_the_system_is_called_with_its_own_codes(qapp: object, text: str, mask: int, virtual: int) -> None:
    user32, queue = User32(), Queue()
    backend = WindowsHotkeyBackend(user32, queue)

    assert backend.register(keys(text)) == ""
    assert user32.calls == [(None, HOTKEY_NUMBER, mask, virtual)]
    backend.unregister()
    assert user32.calls[1:] == [(None, HOTKEY_NUMBER)]
    assert queue.filters == []


def test_only_the_message_of_the_hotkey_is_a_press(qapp: object) -> None:
    queue = Queue()
    backend = WindowsHotkeyBackend(User32(), queue)
    presses: list[str] = []
    backend.pressed.connect(lambda: presses.append("pressed"))
    backend.register(keys("Ctrl+Alt+Space"))
    (event_filter,) = queue.filters

    def deliver(message: int, word: int) -> object:
        windows_message = WindowsMessage(None, message, word, 0)
        return event_filter.nativeEventFilter(QByteArray(b"windows_generic_MSG"), ctypes.addressof(windows_message))

    assert deliver(0x0100, 0x20) == (False, 0)
    assert deliver(WM_HOTKEY, HOTKEY_NUMBER + 1) == (False, 0)
    assert presses == []
    assert deliver(WM_HOTKEY, HOTKEY_NUMBER) == (True, 0)
    assert presses == ["pressed"]


def test_a_refused_shortcut_is_reported(qapp: object) -> None:
    taken = WindowsHotkeyBackend(User32(ALREADY_REGISTERED), Queue()).register(keys("Ctrl+Alt+Space"))
    refused = WindowsHotkeyBackend(User32(5), Queue()).register(keys("Ctrl+Alt+Space"))

    assert taken == "“Ctrl+Alt+Space” is already used by another program. Choose another shortcut."
    assert refused == "Windows refused “Ctrl+Alt+Space”."


def test_the_message_structure_matches_that_of_the_system() -> None:
    # As defined in winuser.h: HWND, UINT, WPARAM, LPARAM.
    pointer = ctypes.sizeof(ctypes.c_void_p)
    assert (WindowsMessage.message.offset, WindowsMessage.word.offset, WindowsMessage.long.offset) == (
        pointer,
        2 * pointer,
        3 * pointer,
    )
    assert windows_mask(keys("Ctrl+Alt+Space")) == 3

"""Tests of hotkey_windows.py: what is asked of the system and how its message is read; the system itself is
elsewhere."""

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
    """Writes down what it is asked."""

    def __init__(self, error: int = 0) -> None:
        self.error = error
        self.asked: list[tuple[Any, ...]] = []

    def RegisterHotKey(self, *given: Any) -> int:  # noqa: N802 - the system's name
        self.asked.append(given)
        return int(not self.error)

    def UnregisterHotKey(self, *given: Any) -> int:  # noqa: N802 - the system's name
        self.asked.append(given)
        return 1

    def GetLastError(self) -> int:  # noqa: N802 - the system's name
        return self.error


class Queue:
    """Stands where the application does: keeps who wants its messages."""

    def __init__(self) -> None:
        self.filters: list[Any] = []

    def installNativeEventFilter(self, filter_object: object) -> None:  # noqa: N802 - Qt's name
        self.filters.append(filter_object)

    def removeNativeEventFilter(self, filter_object: object) -> None:  # noqa: N802 - Qt's name
        self.filters.remove(filter_object)


def keys(text: str) -> KeyCombination:
    read = parse_key_combination(text)
    assert isinstance(read, KeyCombination)
    return read


@pytest.mark.parametrize(
    ("text", "mask", "virtual"),
    [("Ctrl+Alt+Space", 0x4003, 0x20), ("Meta+J", 0x4008, 0x4A), ("Ctrl+Shift+Alt+F1", 0x4007, 0x70)],
)
def test_the_system_is_asked_with_its_own_numbers(qapp: object, text: str, mask: int, virtual: int) -> None:
    user32, queue = User32(), Queue()
    way = WindowsHotkeyBackend(user32, queue)

    assert way.register(keys(text)) == ""
    assert user32.asked == [(None, HOTKEY_NUMBER, mask, virtual)]
    way.unregister()
    assert user32.asked[1:] == [(None, HOTKEY_NUMBER)]
    assert queue.filters == []


def test_its_message_is_a_press_and_no_other_is(qapp: object) -> None:
    queue = Queue()
    way = WindowsHotkeyBackend(User32(), queue)
    heard: list[str] = []
    way.pressed.connect(lambda: heard.append("pressed"))
    way.register(keys("Ctrl+Alt+Space"))
    (watching,) = queue.filters

    def problem_changed(message: int, word: int) -> object:
        one = WindowsMessage(None, message, word, 0)
        return watching.nativeEventFilter(QByteArray(b"windows_generic_MSG"), ctypes.addressof(one))

    assert problem_changed(0x0100, 0x20) == (False, 0)
    assert problem_changed(WM_HOTKEY, HOTKEY_NUMBER + 1) == (False, 0)
    assert heard == []
    assert problem_changed(WM_HOTKEY, HOTKEY_NUMBER) == (True, 0)
    assert heard == ["pressed"]


def test_a_refusal_is_told(qapp: object) -> None:
    taken = WindowsHotkeyBackend(User32(ALREADY_REGISTERED), Queue()).register(keys("Ctrl+Alt+Space"))
    refused = WindowsHotkeyBackend(User32(5), Queue()).register(keys("Ctrl+Alt+Space"))

    assert taken == "“Ctrl+Alt+Space” is already used by another program. Choose another shortcut."
    assert refused == "Windows refused “Ctrl+Alt+Space”."


def test_the_system_reads_the_same_message_as_we_do() -> None:
    # As winuser.h has it: HWND, UINT, WPARAM, LPARAM.
    pointer = ctypes.sizeof(ctypes.c_void_p)
    assert (WindowsMessage.message.offset, WindowsMessage.word.offset, WindowsMessage.long.offset) == (
        pointer,
        2 * pointer,
        3 * pointer,
    )
    assert windows_mask(keys("Ctrl+Alt+Space")) == 3

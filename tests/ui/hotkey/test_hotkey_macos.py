"""Tests of hotkey_macos.py: what is asked of Carbon, and that its call comes back; Carbon itself is elsewhere."""

import ctypes
from typing import Any

import pytest

from vaultdesk.ui.hotkey.hotkey_macos import (
    ALREADY_REGISTERED,
    HOTKEY_PRESSED,
    KEYBOARD,
    EventType,
    HotKeyId,
    MacHotkeyBackend,
)
from vaultdesk.ui.hotkey.key_combination import KeyCombination, parse_key_combination


class Carbon:
    """Writes down what it is asked, and calls back."""

    def __init__(self, result: int = 0) -> None:
        self.result = result
        self.registered: list[tuple[int, int]] = []
        self.restored_in = 0
        self.handlers: list[Any] = []

    def GetApplicationEventTarget(self) -> int:  # noqa: N802 - the system's name
        return 7

    def InstallEventHandler(self, target: int, handler: Any, count: int, kinds: Any, *_more: Any) -> int:  # noqa: N802 - the system's name
        kind = ctypes.cast(kinds, ctypes.POINTER(EventType)).contents
        assert (target, count, kind.kind, kind.number) == (7, 1, KEYBOARD, HOTKEY_PRESSED)
        self.handlers.append(handler)
        return 0

    def RegisterEventHotKey(self, code: int, mask: int, ours: HotKeyId, _target: int, _options: int, key: Any) -> int:  # noqa: N802 - the system's name
        assert ours.signature == 0x5644736B
        self.registered.append((code, mask))
        if not self.result:
            ctypes.cast(key, ctypes.POINTER(ctypes.c_void_p))[0] = 99
        return self.result

    def UnregisterEventHotKey(self, key: Any) -> int:  # noqa: N802 - the system's name
        assert key.value == 99
        self.restored_in += 1
        return 0


def keys(text: str) -> KeyCombination:
    read = parse_key_combination(text)
    assert isinstance(read, KeyCombination)
    return read


@pytest.mark.parametrize(
    ("text", "code", "mask"),
    # Ctrl is Command in Qt's names there, Meta is Control, Alt is Option.
    [("Ctrl+Alt+Space", 49, 0x0900), ("Meta+J", 38, 0x1000), ("Ctrl+Shift+Meta+F1", 122, 0x1300)],
)
def test_carbon_is_asked_with_its_own_numbers(qapp: object, text: str, code: int, mask: int) -> None:
    carbon = Carbon()
    assert MacHotkeyBackend(carbon).register(keys(text)) == ""
    assert carbon.registered == [(code, mask)]


def test_a_press_comes_back_and_the_handler_is_installed_once(qapp: object) -> None:
    carbon = Carbon()
    way = MacHotkeyBackend(carbon)
    heard: list[str] = []
    way.pressed.connect(lambda: heard.append("pressed"))
    way.register(keys("Ctrl+Alt+Space"))
    way.register(keys("Ctrl+Alt+J"))
    (handler,) = carbon.handlers
    assert handler(None, None, None) == 0
    assert (heard, carbon.restored_in) == (["pressed"], 1)


def test_a_refusal_is_told_and_nothing_is_given_back(qapp: object) -> None:
    carbon = Carbon(ALREADY_REGISTERED)
    way = MacHotkeyBackend(carbon)
    assert (
        way.register(keys("Ctrl+Alt+Space"))
        == "“Ctrl+Alt+Space” is already used by another program. Choose another shortcut."
    )
    way.unregister()
    assert carbon.restored_in == 0
    assert MacHotkeyBackend(Carbon(-50)).register(keys("Ctrl+Alt+Space")) == "macOS refused “Ctrl+Alt+Space”."

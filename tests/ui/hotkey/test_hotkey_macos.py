"""Tests of hotkey_macos.py: the calls to Carbon and its callback; Carbon itself is replaced."""

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
    """Records its calls and the event handlers."""

    def __init__(self, result: int = 0) -> None:
        self.result = result
        self.registered: list[tuple[int, int]] = []
        self.unregistered = 0
        self.handlers: list[Any] = []

    def GetApplicationEventTarget(self) -> int:  # noqa: N802 - the system's name
        return 7

    def InstallEventHandler(self, target: int, handler: Any, count: int, kinds: Any, *_more: Any) -> int:  # noqa: N802 - the system's name
        kind = ctypes.cast(kinds, ctypes.POINTER(EventType)).contents
        assert (target, count, kind.kind, kind.number) == (7, 1, KEYBOARD, HOTKEY_PRESSED)
        self.handlers.append(handler)
        return 0

    def RegisterEventHotKey(  # noqa: N802 - the system's name
        self, code: int, mask: int, hotkey_id: HotKeyId, _target: int, _options: int, key: Any
    ) -> int:
        assert hotkey_id.signature == 0x5644736B
        self.registered.append((code, mask))
        if not self.result:
            ctypes.cast(key, ctypes.POINTER(ctypes.c_void_p))[0] = 99
        return self.result

    def UnregisterEventHotKey(self, key: Any) -> int:  # noqa: N802 - the system's name
        assert key.value == 99
        self.unregistered += 1
        return 0


def keys(text: str) -> KeyCombination:
    combination = parse_key_combination(text)
    assert isinstance(combination, KeyCombination)
    return combination


@pytest.mark.parametrize(
    ("text", "code", "mask"),
    # On macOS, Ctrl in Qt's names is Command, Meta is Control, and Alt is Option.
    [("Ctrl+Alt+Space", 49, 0x0900), ("Meta+J", 38, 0x1000), ("Ctrl+Shift+Meta+F1", 122, 0x1300)],
)
def test_carbon_is_called_with_its_own_codes(qapp: object, text: str, code: int, mask: int) -> None:
    carbon = Carbon()
    assert MacHotkeyBackend(carbon).register(keys(text)) == ""
    assert carbon.registered == [(code, mask)]


def test_a_press_is_emitted_and_the_handler_is_installed_once(qapp: object) -> None:
    carbon = Carbon()
    backend = MacHotkeyBackend(carbon)
    presses: list[str] = []
    backend.pressed.connect(lambda: presses.append("pressed"))
    backend.register(keys("Ctrl+Alt+Space"))
    backend.register(keys("Ctrl+Alt+J"))
    (handler,) = carbon.handlers
    assert handler(None, None, None) == 0
    assert (presses, carbon.unregistered) == (["pressed"], 1)


def test_a_refused_shortcut_is_reported_and_not_unregistered(qapp: object) -> None:
    carbon = Carbon(ALREADY_REGISTERED)
    backend = MacHotkeyBackend(carbon)
    assert (
        backend.register(keys("Ctrl+Alt+Space"))
        == "“Ctrl+Alt+Space” is already used by another program. Choose another shortcut."
    )
    backend.unregister()
    assert carbon.unregistered == 0
    assert MacHotkeyBackend(Carbon(-50)).register(keys("Ctrl+Alt+Space")) == "macOS refused “Ctrl+Alt+Space”."

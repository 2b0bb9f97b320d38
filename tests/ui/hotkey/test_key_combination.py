"""Tests of ui/hotkey/key_combination.py."""

import pytest
from PySide6.QtCore import Qt

from vaultdesk.ui.hotkey.key_combination import KEY_CODES, HotkeyBackend, KeyCombination, parse_key_combination

# Key codes: a sample compared with the headers of each system, and uniqueness.


@pytest.mark.parametrize(
    ("key", "keysym", "virtual", "mac", "portal"),
    [
        (Qt.Key.Key_A, 0x61, 0x41, 0x00, "a"),
        (Qt.Key.Key_M, 0x6D, 0x4D, 0x2E, "m"),
        (Qt.Key.Key_Q, 0x71, 0x51, 0x0C, "q"),
        (Qt.Key.Key_5, 0x35, 0x35, 0x17, "5"),
        (Qt.Key.Key_6, 0x36, 0x36, 0x16, "6"),
        (Qt.Key.Key_Space, 0x20, 0x20, 0x31, "space"),
        (Qt.Key.Key_F1, 0xFFBE, 0x70, 0x7A, "F1"),
        (Qt.Key.Key_F12, 0xFFC9, 0x7B, 0x6F, "F12"),
        (Qt.Key.Key_F20, 0xFFD1, 0x83, 0x5A, "F20"),
        (Qt.Key.Key_PageUp, 0xFF55, 0x21, 0x74, "Page_Up"),
    ],
)
def test_a_key_has_the_code_of_each_system(key: Qt.Key, keysym: int, virtual: int, mac: int, portal: str) -> None:
    codes = KEY_CODES[key]

    assert (codes.keysym, codes.virtual, codes.mac, codes.portal) == (keysym, virtual, mac, portal)


@pytest.mark.parametrize("field", ["name", "keysym", "virtual", "mac", "portal"])
def test_no_two_keys_share_a_code(field: str) -> None:
    codes = [getattr(key_codes, field) for key_codes in KEY_CODES.values()]

    assert len(set(codes)) == len(codes) == 26 + 10 + 20 + 21


# Combinations: which keys may be a hotkey, and why others may not.


@pytest.mark.parametrize(
    ("text", "modifiers", "key"),
    [
        ("Ctrl+Alt+Space", Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier, "Space"),
        ("Meta+J", Qt.KeyboardModifier.MetaModifier, "J"),
        ("Alt+Space", Qt.KeyboardModifier.AltModifier, "Space"),
        ("F13", Qt.KeyboardModifier.NoModifier, "F13"),
        ("Ctrl+Alt+7", Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier, "7"),
    ],
)
def test_a_combination_is_parsed(text: str, modifiers: Qt.KeyboardModifier, key: str) -> None:
    combination = parse_key_combination(text)

    assert isinstance(combination, KeyCombination)
    assert (combination.modifiers, combination.codes.name, combination.name) == (modifiers, key, text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A", "needed for typing"),
        ("Shift+A", "needed for typing"),
        ("F5", "needed for typing or by other programs"),
        ("Ctrl+C", "is used by most programs"),
        ("Ctrl+Shift+C", "is used by most programs"),
        ("Alt+F", "is used by most programs"),
        ("Alt+F4", "is used by most programs"),
        ("Ctrl+Alt+Del", "is used by most programs"),
        ("Ctrl+K, Ctrl+L", "single key combination"),
        ("Ctrl+Alt+Ä", "cannot be used here"),
        ("Ctrl+nonsense", "cannot be used here"),
        ("", "not recognized"),
    ],
)
def test_keys_needed_by_other_programs_are_refused_with_a_reason(text: str, reason: str) -> None:
    refused = parse_key_combination(text)

    assert isinstance(refused, str)
    assert reason in refused
    assert refused.endswith(".")


# HotkeyBackend.


def test_a_backend_must_implement_its_three_methods(qapp: object) -> None:
    keys = parse_key_combination("Ctrl+Alt+Space")
    assert isinstance(keys, KeyCombination)
    backend = HotkeyBackend()
    for method in (backend.available, backend.unregister, lambda: backend.register(keys)):
        with pytest.raises(NotImplementedError):
            method()

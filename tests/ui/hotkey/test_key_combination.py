"""Tests of ui/hotkey/key_combination.py."""

import pytest
from PySide6.QtCore import Qt

from vaultdesk.ui.hotkey.key_combination import KEY_CODES, HotkeyBackend, KeyCombination, parse_key_combination

# Key codes: a sample of the table against what the systems' own headers say, and that nothing is twice.


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
    codes = [getattr(one, field) for one in KEY_CODES.values()]

    assert len(set(codes)) == len(codes) == 26 + 10 + 20 + 21


# Combination: which keys may be a hotkey, and why others may not.


@pytest.mark.parametrize(
    ("text", "held", "key"),
    [
        ("Ctrl+Alt+Space", Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier, "Space"),
        ("Meta+J", Qt.KeyboardModifier.MetaModifier, "J"),
        ("Alt+Space", Qt.KeyboardModifier.AltModifier, "Space"),
        ("F13", Qt.KeyboardModifier.NoModifier, "F13"),
        ("Ctrl+Alt+7", Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier, "7"),
    ],
)
def test_a_combination_is_read(text: str, held: Qt.KeyboardModifier, key: str) -> None:
    read = parse_key_combination(text)

    assert isinstance(read, KeyCombination)
    assert (read.modifiers, read.codes.name, read.name) == (held, key, text)


@pytest.mark.parametrize(
    ("text", "why"),
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
def test_what_would_be_missed_elsewhere_is_refused_with_a_sentence(text: str, why: str) -> None:
    refused = parse_key_combination(text)

    assert isinstance(refused, str)
    assert why in refused
    assert refused.endswith(".")


# Way.


def test_a_way_must_say_how_it_does_each_of_its_three_things(qapp: object) -> None:
    keys = parse_key_combination("Ctrl+Alt+Space")
    assert isinstance(keys, KeyCombination)
    way = HotkeyBackend()
    for asked in (way.available, way.unregister, lambda: way.register(keys)):
        with pytest.raises(NotImplementedError):
            asked()

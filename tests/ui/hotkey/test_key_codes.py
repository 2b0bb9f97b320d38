"""Tests of key_codes.py: a sample of the table against what the systems' own headers say, and that nothing is twice."""

import pytest
from PySide6.QtCore import Qt

from vaultdesk.ui.hotkey.key_codes import KEYS


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
    codes = KEYS[key]

    assert (codes.keysym, codes.virtual, codes.mac, codes.portal) == (keysym, virtual, mac, portal)


@pytest.mark.parametrize("field", ["name", "keysym", "virtual", "mac", "portal"])
def test_no_two_keys_share_a_code(field: str) -> None:
    codes = [getattr(one, field) for one in KEYS.values()]

    assert len(set(codes)) == len(codes) == 26 + 10 + 20 + 21

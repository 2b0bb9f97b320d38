"""Key codes: what X11, Windows, macOS and the desktop portals call the keys that can be a hotkey. A table."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import Qt


@dataclass(frozen=True, slots=True)
class KeyCodes:
    """One key."""

    name: str
    keysym: int
    """X11's."""
    virtual: int
    """Windows' virtual key."""
    mac: int
    """macOS' key code: a place on the keyboard, named by what an American one has there."""
    portal: str
    """The keysym's name, as the shortcuts of freedesktop.org are written."""


_MAC_LETTERS = dict(zip("ASDFHGZXCV", range(10), strict=True)) | dict(
    zip("BQWERYT", (11, 12, 13, 14, 15, 16, 17), strict=True)
) | dict(zip("OUIPLJKNM", (31, 32, 34, 35, 37, 38, 40, 45, 46), strict=True))  # fmt: skip
_MAC_DIGITS = dict(zip("1234567890", (18, 19, 20, 21, 23, 22, 26, 28, 25, 29), strict=True))
_MAC_FUNCTION = (122, 120, 99, 118, 96, 97, 98, 100, 101, 109, 103, 111, 105, 107, 113, 106, 64, 79, 80, 90)

_OTHERS: tuple[tuple[str, KeyCodes], ...] = (
    ("Key_Space", KeyCodes("Space", 0x20, 0x20, 49, "space")),
    ("Key_Return", KeyCodes("Return", 0xFF0D, 0x0D, 36, "Return")),
    ("Key_Tab", KeyCodes("Tab", 0xFF09, 0x09, 48, "Tab")),
    ("Key_Backspace", KeyCodes("Backspace", 0xFF08, 0x08, 51, "BackSpace")),
    ("Key_Escape", KeyCodes("Esc", 0xFF1B, 0x1B, 53, "Escape")),
    ("Key_Insert", KeyCodes("Ins", 0xFF63, 0x2D, 114, "Insert")),
    ("Key_Delete", KeyCodes("Del", 0xFFFF, 0x2E, 117, "Delete")),
    ("Key_Home", KeyCodes("Home", 0xFF50, 0x24, 115, "Home")),
    ("Key_End", KeyCodes("End", 0xFF57, 0x23, 119, "End")),
    ("Key_PageUp", KeyCodes("PgUp", 0xFF55, 0x21, 116, "Page_Up")),
    ("Key_PageDown", KeyCodes("PgDown", 0xFF56, 0x22, 121, "Page_Down")),
    ("Key_Left", KeyCodes("Left", 0xFF51, 0x25, 123, "Left")),
    ("Key_Up", KeyCodes("Up", 0xFF52, 0x26, 126, "Up")),
    ("Key_Right", KeyCodes("Right", 0xFF53, 0x27, 124, "Right")),
    ("Key_Down", KeyCodes("Down", 0xFF54, 0x28, 125, "Down")),
    ("Key_Comma", KeyCodes(",", 0x2C, 0xBC, 43, "comma")),
    ("Key_Period", KeyCodes(".", 0x2E, 0xBE, 47, "period")),
    ("Key_Minus", KeyCodes("-", 0x2D, 0xBD, 27, "minus")),
    ("Key_Semicolon", KeyCodes(";", 0x3B, 0xBA, 41, "semicolon")),
    ("Key_Slash", KeyCodes("/", 0x2F, 0xBF, 44, "slash")),
    ("Key_QuoteLeft", KeyCodes("`", 0x60, 0xC0, 50, "grave")),
)


def _table() -> Iterator[tuple[Qt.Key, KeyCodes]]:
    for letter, code in _MAC_LETTERS.items():
        yield Qt.Key[f"Key_{letter}"], KeyCodes(letter, ord(letter.lower()), ord(letter), code, letter.lower())
    for digit, code in _MAC_DIGITS.items():
        yield Qt.Key[f"Key_{digit}"], KeyCodes(digit, ord(digit), ord(digit), code, digit)
    for number, code in enumerate(_MAC_FUNCTION, start=1):
        name = f"F{number}"
        yield Qt.Key[f"Key_{name}"], KeyCodes(name, 0xFFBD + number, 0x6F + number, code, name)
    for key, codes in _OTHERS:
        yield Qt.Key[key], codes


KEYS: dict[Qt.Key, KeyCodes] = dict(_table())
"""By Qt's own names."""

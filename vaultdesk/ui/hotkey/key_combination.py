"""Key combinations of a global hotkey, their platform key codes, and the interface of a backend."""

import sys
from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence

from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.accessibility import without_modifiers

_tr = translator("KeyCombination")


class KeyCodes(Struct, frozen=True):
    """The codes of one key."""

    name: str
    keysym: int
    """X11's."""
    virtual: int
    """Windows' virtual key."""
    mac: int
    """macOS' key code: a position on the keyboard, named after the US layout."""
    portal: str
    """The keysym's name, in the notation of freedesktop.org."""


_MAC_LETTERS = dict(zip("ASDFHGZXCV", range(10), strict=True)) | dict(
    zip("BQWERYT", (11, 12, 13, 14, 15, 16, 17), strict=True)
) | dict(zip("OUIPLJKNM", (31, 32, 34, 35, 37, 38, 40, 45, 46), strict=True))  # fmt: skip
_MAC_DIGITS = dict(zip("1234567890", (18, 19, 20, 21, 23, 22, 26, 28, 25, 29), strict=True))
_MAC_FUNCTION = (122, 120, 99, 118, 96, 97, 98, 100, 101, 109, 103, 111, 105, 107, 113, 106, 64, 79, 80, 90)

_OTHER_KEYS: tuple[tuple[str, KeyCodes], ...] = (
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
    for key, codes in _OTHER_KEYS:
        yield Qt.Key[key], codes


KEY_CODES: dict[Qt.Key, KeyCodes] = dict(_table())
"""By Qt's key."""


CONTROL, ALT, SHIFT, META = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.MetaModifier,
)

UNMODIFIED_KEYS = ("F13", "F14", "F15", "F16", "F17", "F18", "F19", "F20")
"""Keys that nothing else uses, allowed without modifiers."""

RESERVED_COMBINATIONS = (
    "Alt+Tab",
    "Alt+Shift+Tab",
    "Alt+F4",
    "Ctrl+Alt+Del",
    "Meta+L",
    "Ctrl+Shift+Esc",
    "Meta+Tab",
    "Ctrl+Esc",
)
"""Combinations reserved by systems."""

RESERVED_ON_MACOS = (
    "Ctrl+Tab", "Ctrl+Shift+Tab", "Ctrl+`", "Ctrl+Space", "Ctrl+Alt+Space", "Meta+Space", "Meta+Alt+Space",
    "Meta+Ctrl+Space", "Ctrl+Alt+Esc", "Ctrl+H", "Ctrl+Alt+H", "Ctrl+M", "Ctrl+Q", "Ctrl+Shift+Q", "Ctrl+Alt+Shift+Q",
    "Meta+Ctrl+Q", "Meta+Ctrl+F", "Ctrl+Shift+3", "Ctrl+Shift+4", "Ctrl+Shift+5", "Ctrl+Alt+D", "Ctrl+?", "Meta+Up",
    "Meta+Down", "Meta+Left", "Meta+Right",
)  # fmt: skip
"""Combinations reserved by macOS in every program, in Qt's notation there: Ctrl is Cmd, Meta is Control (Apple,
HT201236). In Qt's portable text on other systems the same names mean other keys.
"""


class KeyCombination(Struct, frozen=True):
    """A key with modifiers."""

    modifiers: Qt.KeyboardModifier
    name: str
    """In the portable text of `QKeySequence`."""
    codes: KeyCodes
    """The codes of the key on each system."""

    @property
    def text(self) -> str:
        """In this system's notation."""
        return QKeySequence(self.name).toString(QKeySequence.SequenceFormat.NativeText)


def parse_key_combination(text: str, platform: str = sys.platform) -> KeyCombination | str:
    """Return the combination in *text* (portable, as `Ctrl+Alt+Space`), or a sentence why *platform* does not allow
    it.
    """
    sequence = QKeySequence(text, QKeySequence.SequenceFormat.PortableText)
    if sequence.count() == 0:
        return _tr("This shortcut is not recognized.")
    if sequence.count() > 1:
        return _tr("Press a single key combination, not a sequence.")
    pressed = sequence[0]  # type: ignore[index] # missing in the stubs of PySide6
    modifiers, name = pressed.keyboardModifiers(), sequence.toString(QKeySequence.SequenceFormat.PortableText)
    codes = KEY_CODES.get(pressed.key())
    if codes is None:
        return _tr("This key cannot be used here. Use a letter, a number, Space or F1 to F20.")
    key_text = sequence.toString(QKeySequence.SequenceFormat.NativeText)
    command_modifiers = modifiers & (CONTROL | ALT | META)
    if not command_modifiers and codes.name not in UNMODIFIED_KEYS:
        sentence = _tr(
            "“{0}” is needed for typing or by other programs. Combine it with two modifier keys, such as Ctrl and Alt."
        )
        return sentence.format(key_text)
    reserved = RESERVED_ON_MACOS if platform == "darwin" else RESERVED_COMBINATIONS
    if name in reserved or (command_modifiers and _is_common_shortcut(modifiers, codes)):
        return _tr("“{0}” is used by most programs. Add another modifier key.").format(key_text)
    return KeyCombination(modifiers, name, codes)


def _is_common_shortcut(modifiers: Qt.KeyboardModifier, codes: KeyCodes) -> bool:
    """Whether most programs use the combination: Ctrl or Alt (their menus) with a letter, also with Shift."""
    only_control_or_alt = without_modifiers(modifiers, SHIFT) in (CONTROL, ALT)
    is_character = len(codes.name) == 1
    if modifiers == CONTROL:
        return True
    return only_control_or_alt and is_character


class HotkeyBackend(QObject):
    """Registers one combination at a time; unregistering without one does nothing."""

    pressed = Signal()
    """The keys were pressed, in any program."""
    problem_changed = Signal(str)
    """The delayed result of a registration: why it failed, or an empty text."""

    def available(self) -> str:
        """Return a sentence about the support on this system."""
        raise NotImplementedError

    def register(self, keys: KeyCombination) -> str:
        """Register *keys*; return why that failed, or an empty text."""
        raise NotImplementedError

    def unregister(self) -> None:
        """Unregister the keys."""
        raise NotImplementedError


class FilterHost(Protocol):
    """Passes native messages to `HotkeyBackend`s: the application."""

    def installNativeEventFilter(self, filter_object: object) -> None: ...

    def removeNativeEventFilter(self, filter_object: object) -> None: ...

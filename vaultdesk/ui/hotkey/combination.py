"""Combination: keys one holds and one that is pressed, read from the text of the settings. Asks no system."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence

from vaultdesk.ui.hotkey.key_codes import KEYS, KeyCodes

CONTROL, ALT, SHIFT, META = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.MetaModifier,
)

FREE = ("F13", "F14", "F15", "F16", "F17", "F18", "F19", "F20")
"""Keys that nothing else uses: they need no other key held."""

TAKEN = ("Alt+Tab", "Alt+Shift+Tab", "Alt+F4", "Ctrl+Alt+Del", "Meta+L", "Ctrl+Shift+Esc", "Meta+Tab", "Ctrl+Esc")
"""What systems keep for themselves."""


@dataclass(frozen=True, slots=True)
class Combination:
    """One key with others held."""

    held: Qt.KeyboardModifier
    name: str
    """As `QKeySequence` writes it in portable text."""
    codes: KeyCodes
    """What each system calls the key."""

    @property
    def words(self) -> str:
        """As this system writes it."""
        return QKeySequence(self.name).toString(QKeySequence.SequenceFormat.NativeText)


def combination(text: str) -> Combination | str:
    """Return what *text* (portable, as `Ctrl+Alt+Space`) means, or in a sentence why it cannot be had anywhere."""
    sequence = QKeySequence(text, QKeySequence.SequenceFormat.PortableText)
    if sequence.count() == 0:
        return _tr("These keys are not known.")
    if sequence.count() > 1:
        return _tr("Press one combination, not two after each other.")
    pressed = sequence[0]  # type: ignore[index] # PySide6 has it, and does not say so
    held, name = pressed.keyboardModifiers(), sequence.toString(QKeySequence.SequenceFormat.PortableText)
    codes = KEYS.get(pressed.key())
    if codes is None:
        return _tr("This key cannot be used here. Take a letter, a number, Space or F1 to F20.")
    words = sequence.toString(QKeySequence.SequenceFormat.NativeText)
    strong = held & (CONTROL | ALT | META)
    if not strong and codes.name not in FREE:
        sentence = _tr("“{0}” is needed for typing or by other programs. Hold two keys with it, as Ctrl and Alt.")
        return sentence.format(words)
    if name in TAKEN or (strong and _usual(held, codes)):
        return _tr("“{0}” means something in most programs. Hold one key more.").format(words)
    return Combination(held, name, codes)


def _usual(held: Qt.KeyboardModifier, codes: KeyCodes) -> bool:
    """Whether programs use it themselves: Ctrl with a letter, Alt with one (their menus), and both with Shift."""
    alone = held & ~SHIFT in (CONTROL, ALT)
    typed = len(codes.name) == 1
    if held == CONTROL:
        return True
    return alone and typed


def _tr(text: str) -> str:
    return QCoreApplication.translate("Combination", text)

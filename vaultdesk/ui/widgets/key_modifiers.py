"""Removes modifiers from `Qt.KeyboardModifier` flags.

`held & ~Qt.KeyboardModifier.ShiftModifier` is wrong on Windows: with PySide6 6.11 and Python 3.13 the complement of one
modifier loses others there, because `KeyboardModifierMask` is negative.
"""

from PySide6.QtCore import Qt

_MODIFIERS = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.MetaModifier,
    Qt.KeyboardModifier.KeypadModifier,
    Qt.KeyboardModifier.GroupSwitchModifier,
)


def without_modifiers(held: Qt.KeyboardModifier, *removed: Qt.KeyboardModifier) -> Qt.KeyboardModifier:
    """Return the modifiers of *held* that are not in *removed*."""
    kept = Qt.KeyboardModifier.NoModifier
    for modifier in _MODIFIERS:
        if modifier not in removed and held & modifier:
            kept |= modifier
    return kept


def without_keypad(held: Qt.KeyboardModifier) -> Qt.KeyboardModifier:
    """Return *held* without the modifier that marks keys of the number pad."""
    return without_modifiers(held, Qt.KeyboardModifier.KeypadModifier)

import re

from PySide6.QtCore import Qt

from tests.architecture.source import ROOT
from vaultdesk.ui.widgets.key_modifiers import without_keypad, without_modifiers

NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
KEYPAD = Qt.KeyboardModifier.KeypadModifier


def test_only_the_named_modifiers_are_taken_away() -> None:
    assert without_modifiers(CONTROL | SHIFT, SHIFT) == CONTROL
    assert without_modifiers(CONTROL | ALT | SHIFT | KEYPAD, SHIFT, KEYPAD) == CONTROL | ALT
    assert without_modifiers(SHIFT, SHIFT) == NONE
    assert without_keypad(CONTROL | KEYPAD) == CONTROL


def test_nothing_takes_the_complement_of_a_modifier() -> None:
    """On Windows it loses other modifiers."""
    complement = re.compile(r"~\(?\s*(?:Qt\.KeyboardModifier|Keys?\.\w+Modifier|SHIFT|CONTROL|ALT|META)\b")
    found = [
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "vaultdesk").rglob("*.py")
        if file.name != "key_modifiers.py" and complement.search(file.read_text(encoding="utf-8"))
    ]
    assert found == []

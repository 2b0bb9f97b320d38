"""Tests of combination.py: which keys may be a hotkey, and why others may not."""

import pytest
from PySide6.QtCore import Qt

from vaultdesk.ui.hotkey.combination import Combination, combination


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
    read = combination(text)

    assert isinstance(read, Combination)
    assert (read.held, read.codes.name, read.name) == (held, key, text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A", "needed for typing"),
        ("Shift+A", "needed for typing"),
        ("F5", "needed for typing or by other programs"),
        ("Ctrl+C", "means something in most programs"),
        ("Ctrl+Shift+C", "means something in most programs"),
        ("Alt+F", "means something in most programs"),
        ("Alt+F4", "means something in most programs"),
        ("Ctrl+Alt+Del", "means something in most programs"),
        ("Ctrl+K, Ctrl+L", "one combination"),
        ("Ctrl+Alt+Ä", "cannot be used here"),
        ("Ctrl+nonsense", "cannot be used here"),
        ("", "not known"),
    ],
)
def test_what_would_be_missed_elsewhere_is_refused_with_a_sentence(text: str, why: str) -> None:
    refused = combination(text)

    assert isinstance(refused, str)
    assert why in refused
    assert refused.endswith(".")

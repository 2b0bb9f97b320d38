"""Tests of rename_field.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from vaultdesk.ui.chat.rename_field import RenameField


@pytest.fixture
def field() -> RenameField:
    made = RenameField("Name of the chat")
    made.begin("Heating")
    return made


def typed(field: RenameField, text: str, key: Qt.Key) -> tuple[list[str], int]:
    names: list[str] = []
    ends: list[bool] = []
    field.named.connect(names.append)
    field.ended.connect(lambda: ends.append(True))
    QTest.keyClicks(field, text)
    QTest.keyClick(field, key)
    return names, len(ends)


def test_enter_takes_the_name_that_was_typed_over_the_old_one(field: RenameField) -> None:
    assert typed(field, "  The   pump ", Qt.Key.Key_Return) == (["The pump"], 1)
    assert field.isHidden()


def test_esc_leaves_the_name_as_it_was(field: RenameField) -> None:
    assert typed(field, "Other", Qt.Key.Key_Escape) == ([], 1)


@pytest.mark.parametrize("text", ["Heating", "   "])
def test_the_same_name_and_none_are_no_other_name(field: RenameField, text: str) -> None:
    assert typed(field, text, Qt.Key.Key_Return) == ([], 1)

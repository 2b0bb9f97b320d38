"""Tests of note_list.py: its keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.quick_ask.test_note_model import hit
from vaultdesk.ui.quick_ask.note_list import NoteList


@pytest.fixture
def notes(qapp: object) -> NoteList:
    made = NoteList()
    made.resize(600, 300)
    made.show_hits([hit("Boiler.md"), hit("Budget.md"), hit("Survey.md")], lambda _path: False)
    made.enter()
    return made


def test_arrows_go_through_the_rows_and_enter_chooses(notes: NoteList) -> None:
    chosen: list[str] = []
    notes.chosen.connect(lambda one: chosen.append(one.path))
    QTest.keyClick(notes.rows, Qt.Key.Key_Down)
    QTest.keyClick(notes.rows, Qt.Key.Key_Return)
    assert chosen == ["Budget.md"]


def test_up_from_the_first_esc_and_letters_are_told(notes: NoteList) -> None:
    told: list[str] = []
    notes.left.connect(lambda: told.append("left"))
    notes.escaped.connect(lambda: told.append("escaped"))
    notes.typed.connect(told.append)
    QTest.keyClick(notes.rows, Qt.Key.Key_Escape)
    QTest.keyClick(notes.rows, Qt.Key.Key_Q)
    QTest.keyClick(notes.rows, Qt.Key.Key_Up)
    assert told == ["escaped", "left", "q", "left"]
    assert not notes.rows.currentIndex().isValid()


def test_it_is_as_high_as_its_rows_and_empty_again(notes: NoteList) -> None:
    high = notes.rows.height()
    notes.show_hits([hit("Boiler.md")], lambda _path: False)
    assert (notes.count, notes.rows.height()) == (1, high // 3)
    notes.show_hits([], lambda _path: False)
    assert (notes.count, notes.rows.height()) == (0, 0)

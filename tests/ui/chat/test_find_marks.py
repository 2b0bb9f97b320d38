"""Tests of find_marks.py."""

from PySide6.QtWidgets import QTextEdit
from pytestqt.qtbot import QtBot

from vaultdesk.ui.chat.find_marks import cursors_of, mark


def written(qtbot: QtBot, *texts: str) -> list[QTextEdit]:
    edits = [QTextEdit(text) for text in texts]
    for edit in edits:
        qtbot.addWidget(edit)
    return edits


def test_every_place_is_marked_and_the_chosen_one_is_returned(qtbot: QtBot) -> None:
    edits = written(qtbot, "A pump, a Pump", "no", "pumps")
    chosen = mark(edits, "pump", 2)
    assert [len(edit.extraSelections()) for edit in edits] == [2, 0, 1]
    assert chosen is not None
    assert (chosen[0], chosen[1].selectedText()) == (edits[2], "pump")
    assert mark(edits, "", -1) is None
    assert [len(edit.extraSelections()) for edit in edits] == [0, 0, 0]


def test_a_place_more_than_there_are_is_the_last_one(qtbot: QtBot) -> None:
    edits = written(qtbot, "pump pump")
    chosen = mark(edits, "pump", 7)
    assert chosen is not None
    assert chosen[1].selectionStart() == 5
    assert len(cursors_of(edits[0], "nothing like it")) == 0

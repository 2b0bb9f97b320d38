"""Change review: the list and the hunks are two views of one choice."""

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.reviews import BOILER, NEW_BOILER, deleted, house, rewritten
from vaultdesk.ui.approval.change_review import ChangeReview
from vaultdesk.ui.approval.review_choices import ReviewChoices
from vaultdesk.vault.diff.change_set import ChangeSet, NoteChoice
from vaultdesk.vault.staging import build_change_set

LONG = "".join(f"{number}\n" for number in range(400))


def review(qtbot: QtBot, changes: ChangeSet, *, compact: bool = False) -> tuple[ChangeReview, ReviewChoices]:
    choices = ReviewChoices(changes)
    made = ChangeReview(choices, 24, compact=compact)
    qtbot.addWidget(made)
    made.resize(400 if compact else 1000, 500)
    made.show()
    qtbot.waitExposed(made)
    return made, choices


@pytest.mark.parametrize("compact", [False, True])
def test_ticks_of_either_side_are_the_same(qtbot: QtBot, compact: bool) -> None:
    made, choices = review(qtbot, house(), compact=compact)
    told: list[bool] = []
    made.changed.connect(lambda: told.append(True))
    made.diff.hunk_ticked.emit("c1", "h3", False)
    assert made.checklist.count_text() == "4 of 5 changes"
    QTest.keyClick(made.checklist.view(), Qt.Key.Key_Space)
    assert choices.state("c1") == "all"
    made.diff.note_ticked.emit("c1", False)
    assert made.checklist.count_text() == "1 of 5 changes"
    assert len(told) == 3


def test_the_note_of_the_list_is_shown(qtbot: QtBot) -> None:
    made, _ = review(qtbot, build_change_set([rewritten(f"n{n}.md", BOILER, NEW_BOILER) for n in range(30)]))
    QTest.keyClick(made.checklist.view(), Qt.Key.Key_End)
    qtbot.waitUntil(lambda: made.diff.verticalScrollBar().value() > 1_000, timeout=5000)
    assert made.diff.document.sections[29].fresh


def test_own_lines_are_taken(qtbot: QtBot) -> None:
    made, choices = review(qtbot, house())
    made.diff.edit("c6", "h1")
    assert made.editing
    editor = made.diff.editor
    assert editor is not None
    editor.box.selectAll()
    QTest.keyClicks(editor.box, "mine")
    editor.done_button.click()
    assert not made.editing
    assert choices.edited("c6", "h1") == ("mine",)


def test_all_that_must_be_seen_is_opened_at_once(qtbot: QtBot) -> None:
    notes = [rewritten("a.md", "x" * 9_000 + LONG, "y" * 9_000), deleted("b.md", LONG)]
    made, choices = review(qtbot, build_change_set(notes))
    assert made.unseen() == [("c1", "h1:0"), ("c1", "h1"), ("c1", "h1:401"), ("c2", "h1")]
    made.show_unseen()
    assert made.unseen() == []
    assert made.diff.hasFocus() or not made.isActiveWindow()
    choices.tick_all(False)
    assert made.unseen() == []


def test_three_hundred_notes_open_and_are_ticked_at_once(qtbot: QtBot) -> None:
    changes = build_change_set([rewritten(f"n{n}.md", BOILER, NEW_BOILER) for n in range(300)])
    began = time.process_time()
    made, choices = review(qtbot, changes)
    opened, began = time.process_time() - began, time.process_time()
    made.diff.hunk_ticked.emit("c200", "h1", False)
    ticked = time.process_time() - began
    assert choices.answer()[199] == NoteChoice("c200", ("h2", "h3"))
    assert opened < 1.0
    assert ticked < 0.4

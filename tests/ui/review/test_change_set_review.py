"""Tests of ui/review/change_set_review.py."""

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from tests.support.reviews import BOILER, NEW_BOILER, deleted, house, rewritten
from vaultdesk.ui.review.change_choices import ReviewChoices
from vaultdesk.ui.review.change_set_review import (
    CARD_LIST_HEIGHT,
    ChangeChecklist,
    ChangeReview,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.lists.row_list import RowList
from vaultdesk.vault.change_set import ChangeSet, NoteChoice
from vaultdesk.vault.staging import build_change_set

# Change list: rows with ticks, for the eye and for a screen reader.

Role = Qt.ItemDataRole


def checklist(
    qtbot: QtBot, changes: ChangeSet, *, edge: int = 24, upright: bool = False
) -> tuple[ChangeChecklist, ReviewChoices]:
    choices = ReviewChoices(changes)
    made = ChangeChecklist(choices, edge, compact=upright)
    qtbot.addWidget(made)
    made.ticked.connect(made.refresh)
    made.resize(300, 500)
    made.show()
    return made, choices


def states(view: RowList) -> list[Qt.CheckState]:
    model = view.row_model
    return [Qt.CheckState(model.index(row).data(Role.CheckStateRole)) for row in range(model.rowCount())]


def test_rows_say_what_is_done(qtbot: QtBot) -> None:
    made, _ = checklist(qtbot, house())
    model = made.view().row_model
    assert [model.index(row).data(Role.AccessibleTextRole) for row in range(model.rowCount())] == [
        "Boiler → Heating system, Projects/House, renamed · 3 changes · +6 −1",
        "Repair 4 links, to match the new name, 2026-11-20 · 1, Heat-loss survey · 1, House · 1, Subsidy · 1",
        "Budget, Projects/House, 1 change · +1 −1",
    ]
    assert model.rows[0].key == "c1"
    assert model.index(0).data(Role.DecorationRole) is None


def test_ticks_have_three_states_and_units_go_together(qtbot: QtBot) -> None:
    made, choices = checklist(qtbot, house())
    model, asked = made.view().row_model, list[bool]()
    made.ticked.connect(lambda: asked.append(True))
    choices.tick_hunk("c1", "h1", False)
    made.refresh()
    assert states(made.view())[0] == Qt.CheckState.PartiallyChecked

    assert model.setData(model.index(0), Qt.CheckState.Checked, Role.CheckStateRole)
    assert states(made.view()) == [Qt.CheckState.Checked] * 3
    model.setData(model.index(1), Qt.CheckState.Unchecked, Role.CheckStateRole)
    assert states(made.view()) == [Qt.CheckState.Unchecked, Qt.CheckState.Unchecked, Qt.CheckState.Checked]
    assert asked == [True, True]
    assert not model.setData(model.index(0), "x", Role.EditRole)


def test_the_tooltip_has_the_whole_paths(qtbot: QtBot) -> None:
    made, _ = checklist(qtbot, house())
    model = made.view().row_model
    tip = str(model.index(0).data(Role.ToolTipRole))
    assert "Projects/House/Boiler.md → Projects/House/Heating system.md" in tip


def test_every_row_can_be_ticked(qtbot: QtBot) -> None:
    made, _ = checklist(qtbot, house())
    model = made.view().row_model
    assert all(model.flags(model.index(row)) & Qt.ItemFlag.ItemIsUserCheckable for row in range(model.rowCount()))


# Change rows: a row is as high as its lines, and is ticked at its tick or by Space.


@pytest.fixture
def rows(qtbot: QtBot) -> Iterator[RowList]:
    changes = house()
    loud = ChangeSet((replace(changes.changes[0], warnings=("Look.",)), *changes.changes[1:]))
    made, _ = checklist(qtbot, loud, edge=12)
    yield made.view()
    made.close()


def test_a_row_with_more_lines_is_higher(rows: RowList) -> None:
    heights = [rows.sizeHintForRow(row) for row in range(3)]
    assert heights[1] > heights[0] == heights[2]


def test_a_click_at_the_tick_ticks_and_one_at_the_name_does_not(rows: RowList) -> None:
    top = rows.visualRect(rows.row_model.index(2, 0)).top()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(120, top + 14))
    assert states(rows)[2] == Qt.CheckState.Checked
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(18, top + 14))
    assert states(rows)[2] == Qt.CheckState.Unchecked


def test_space_ticks_the_row_under_the_cursor(rows: RowList) -> None:
    rows.setCurrentIndex(rows.row_model.index(1, 0))
    QTest.keyClick(rows, Qt.Key.Key_Space)
    assert states(rows) == [Qt.CheckState.Unchecked, Qt.CheckState.Unchecked, Qt.CheckState.Checked]


def test_selected_and_hovered_rows_are_drawn(rows: RowList) -> None:
    rows.setCurrentIndex(rows.row_model.index(0, 0))
    rows.setFocus()
    picture = rows.grab().toImage()
    assert len({picture.pixel(x, y) for x in range(0, 280, 3) for y in range(0, 60, 3)}) > 4


# Change checklist: All, None, the tick of all, and how many there are.


def test_all_and_none_tick_everything_and_nothing(qtbot: QtBot) -> None:
    made, choices = checklist(qtbot, house())
    links = {link.text(): link for link in made.findChildren(LinkButton)}
    links["None"].click()
    assert choices.answer() == ()
    assert made.count_text() == "0 of 5 changes"
    links["All"].click()
    assert made.count_text() == "5 of 5 changes"


def test_the_tick_of_all_has_three_states(qtbot: QtBot) -> None:
    made, choices = checklist(qtbot, house())
    tick = made.findChildren(QCheckBox)[0]
    choices.tick_hunk("c1", "h1", False)
    made.refresh()
    assert tick.checkState() == Qt.CheckState.PartiallyChecked
    tick.click()
    assert (tick.checkState(), choices.total_state()) == (Qt.CheckState.Checked, "all")
    tick.click()
    assert (tick.checkState(), choices.total_state()) == (Qt.CheckState.Unchecked, "none")


def test_the_row_under_the_cursor_is_told(qtbot: QtBot) -> None:
    made, _ = checklist(qtbot, house())
    told: list[str] = []
    made.current_changed.connect(told.append)
    made.show_first()
    QTest.keyClick(made.view(), Qt.Key.Key_Down)
    QTest.keyClick(made.view(), Qt.Key.Key_Down)
    assert told == ["c1", "c2", "c6"]


def test_three_hundred_rows_keep_the_cards_list_small(qtbot: QtBot) -> None:
    notes = [rewritten(f"n{number}.md", BOILER, NEW_BOILER) for number in range(300)]
    made, _ = checklist(qtbot, build_change_set(notes), upright=True)
    assert made.view().height() <= theme().px(CARD_LIST_HEIGHT)
    assert made.count_text() == "900 of 900 changes"


def test_every_part_has_a_name(qtbot: QtBot) -> None:
    made, _ = checklist(qtbot, house())
    names = [made.view().accessibleName(), *(tick.accessibleName() for tick in made.findChildren(QCheckBox))]
    names += [link.accessibleName() for link in made.findChildren(LinkButton)]
    assert all(names)


# Change review: the list and the hunks are two views of one choice.

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
    assert made.diff.document.sections[29].is_laid_out


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
    assert choices.edited_lines("c6", "h1") == ("mine",)


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

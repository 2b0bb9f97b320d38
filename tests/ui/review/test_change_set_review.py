"""Tests of ui/review/change_set_review.py."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from tests.support.growth import check_linear
from tests.support.reviews import BOILER, NEW_BOILER, deleted, house, rewritten
from vaultdesk.core.values import replace
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

# Change list: rows with ticks, on screen and for a screen reader.

Role = Qt.ItemDataRole


def checklist(
    qtbot: QtBot, changes: ChangeSet, *, edge: int = 24, compact: bool = False
) -> tuple[ChangeChecklist, ReviewChoices]:
    choices = ReviewChoices(changes)
    change_list = ChangeChecklist(choices, edge, compact=compact)
    qtbot.addWidget(change_list)
    change_list.ticked.connect(change_list.refresh)
    change_list.resize(300, 500)
    change_list.show()
    return change_list, choices


def states(view: RowList) -> list[Qt.CheckState]:
    model = view.row_model
    return [Qt.CheckState(model.index(row).data(Role.CheckStateRole)) for row in range(model.rowCount())]


def test_rows_describe_their_changes(qtbot: QtBot) -> None:
    change_list, _ = checklist(qtbot, house())
    model = change_list.view().row_model
    assert [model.index(row).data(Role.AccessibleTextRole) for row in range(model.rowCount())] == [
        "Boiler → Heating system, Projects/House, renamed · 3 changes · +6 −1",
        "Repair 4 links, to match the new name, 2026-11-20 · 1, Heat-loss survey · 1, House · 1, Subsidy · 1",
        "Budget, Projects/House, 1 change · +1 −1",
    ]
    assert model.rows[0].key == "c1"
    assert model.index(0).data(Role.DecorationRole) is None


def test_ticks_have_three_states_and_units_are_ticked_together(qtbot: QtBot) -> None:
    change_list, choices = checklist(qtbot, house())
    model, emissions = change_list.view().row_model, list[bool]()
    change_list.ticked.connect(lambda: emissions.append(True))
    choices.tick_hunk("c1", "h1", False)
    change_list.refresh()
    assert states(change_list.view())[0] == Qt.CheckState.PartiallyChecked

    assert model.setData(model.index(0), Qt.CheckState.Checked, Role.CheckStateRole)
    assert states(change_list.view()) == [Qt.CheckState.Checked] * 3
    model.setData(model.index(1), Qt.CheckState.Unchecked, Role.CheckStateRole)
    assert states(change_list.view()) == [Qt.CheckState.Unchecked, Qt.CheckState.Unchecked, Qt.CheckState.Checked]
    assert emissions == [True, True]
    assert not model.setData(model.index(0), "x", Role.EditRole)


def test_tooltip_contains_the_full_paths(qtbot: QtBot) -> None:
    change_list, _ = checklist(qtbot, house())
    model = change_list.view().row_model
    tip = str(model.index(0).data(Role.ToolTipRole))
    assert "Projects/House/Boiler.md → Projects/House/Heating system.md" in tip


def test_every_row_is_checkable(qtbot: QtBot) -> None:
    change_list, _ = checklist(qtbot, house())
    model = change_list.view().row_model
    assert all(model.flags(model.index(row)) & Qt.ItemFlag.ItemIsUserCheckable for row in range(model.rowCount()))


# Change rows: the height follows the lines; a row is ticked by a click on its box or by Space.


@pytest.fixture
def rows(qtbot: QtBot) -> Iterator[RowList]:
    changes = house()
    changes_with_warning = ChangeSet((replace(changes.changes[0], warnings=("Look.",)), *changes.changes[1:]))
    change_list, _ = checklist(qtbot, changes_with_warning, edge=12)
    yield change_list.view()
    change_list.close()


def test_row_height_grows_with_its_lines(rows: RowList) -> None:
    heights = [rows.sizeHintForRow(row) for row in range(3)]
    assert heights[1] > heights[0] == heights[2]


def test_click_on_the_tick_toggles_it_and_click_on_the_name_does_not(rows: RowList) -> None:
    top = rows.visualRect(rows.row_model.index(2, 0)).top()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(120, top + 14))
    assert states(rows)[2] == Qt.CheckState.Checked
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(18, top + 14))
    assert states(rows)[2] == Qt.CheckState.Unchecked


def test_space_toggles_the_current_row(rows: RowList) -> None:
    rows.setCurrentIndex(rows.row_model.index(1, 0))
    QTest.keyClick(rows, Qt.Key.Key_Space)
    assert states(rows) == [Qt.CheckState.Unchecked, Qt.CheckState.Unchecked, Qt.CheckState.Checked]


def test_selected_row_is_painted(rows: RowList) -> None:
    rows.setCurrentIndex(rows.row_model.index(0, 0))
    rows.setFocus()
    image = rows.grab().toImage()
    assert len({image.pixel(x, y) for x in range(0, 280, 3) for y in range(0, 60, 3)}) > 4


# Change checklist: All, None, the tick for all, and the count.


def test_all_and_none_links_tick_and_untick_everything(qtbot: QtBot) -> None:
    change_list, choices = checklist(qtbot, house())
    links = {link.text(): link for link in change_list.findChildren(LinkButton)}
    links["None"].click()
    assert choices.answer() == ()
    assert change_list.count_text() == "0 of 5 changes"
    links["All"].click()
    assert change_list.count_text() == "5 of 5 changes"


def test_tick_for_all_has_three_states(qtbot: QtBot) -> None:
    change_list, choices = checklist(qtbot, house())
    tick = change_list.findChildren(QCheckBox)[0]
    choices.tick_hunk("c1", "h1", False)
    change_list.refresh()
    assert tick.checkState() == Qt.CheckState.PartiallyChecked
    tick.click()
    assert (tick.checkState(), choices.total_state()) == (Qt.CheckState.Checked, "all")
    tick.click()
    assert (tick.checkState(), choices.total_state()) == (Qt.CheckState.Unchecked, "none")


def test_current_row_is_reported(qtbot: QtBot) -> None:
    change_list, _ = checklist(qtbot, house())
    current_keys: list[str] = []
    change_list.current_changed.connect(current_keys.append)
    change_list.show_first()
    QTest.keyClick(change_list.view(), Qt.Key.Key_Down)
    QTest.keyClick(change_list.view(), Qt.Key.Key_Down)
    assert current_keys == ["c1", "c2", "c6"]


def test_card_list_of_three_hundred_rows_has_a_height_limit(qtbot: QtBot) -> None:
    notes = [rewritten(f"n{number}.md", BOILER, NEW_BOILER) for number in range(300)]
    change_list, _ = checklist(qtbot, build_change_set(notes), compact=True)
    assert change_list.view().height() <= theme().px(CARD_LIST_HEIGHT)
    assert change_list.count_text() == "900 of 900 changes"


def test_every_control_has_an_accessible_name(qtbot: QtBot) -> None:
    change_list, _ = checklist(qtbot, house())
    names = [
        change_list.view().accessibleName(),
        *(tick.accessibleName() for tick in change_list.findChildren(QCheckBox)),
    ]
    names += [link.accessibleName() for link in change_list.findChildren(LinkButton)]
    assert all(names)


# Change review: the list and the hunks are two views of one selection.

LONG = "".join(f"{number}\n" for number in range(400))


def review(qtbot: QtBot, changes: ChangeSet, *, compact: bool = False) -> tuple[ChangeReview, ReviewChoices]:
    choices = ReviewChoices(changes)
    change_review = ChangeReview(choices, 24, compact=compact)
    qtbot.addWidget(change_review)
    change_review.resize(400 if compact else 1000, 500)
    change_review.show()
    qtbot.waitExposed(change_review, timeout=30_000)
    return change_review, choices


@pytest.mark.parametrize("compact", [False, True])
def test_ticks_are_synchronized_between_list_and_diff(qtbot: QtBot, compact: bool) -> None:
    change_review, choices = review(qtbot, house(), compact=compact)
    emissions: list[bool] = []
    change_review.changed.connect(lambda: emissions.append(True))
    change_review.diff.hunk_ticked.emit("c1", "h3", False)
    assert change_review.checklist.count_text() == "4 of 5 changes"
    QTest.keyClick(change_review.checklist.view(), Qt.Key.Key_Space)
    assert choices.state("c1") == "all"
    change_review.diff.note_ticked.emit("c1", False)
    assert change_review.checklist.count_text() == "1 of 5 changes"
    assert len(emissions) == 3


def test_selecting_a_note_in_the_list_scrolls_the_diff(qtbot: QtBot) -> None:
    change_review, _ = review(qtbot, build_change_set([rewritten(f"n{n}.md", BOILER, NEW_BOILER) for n in range(30)]))
    QTest.keyClick(change_review.checklist.view(), Qt.Key.Key_End)
    qtbot.waitUntil(lambda: change_review.diff.verticalScrollBar().value() > 1_000, timeout=30_000)
    assert change_review.diff.document.sections[29].is_laid_out


def test_edited_lines_are_stored_in_the_choices(qtbot: QtBot) -> None:
    change_review, choices = review(qtbot, house())
    change_review.diff.edit("c6", "h1")
    assert change_review.editing
    editor = change_review.diff.editor
    assert editor is not None
    editor.box.selectAll()
    QTest.keyClicks(editor.box, "mine")
    editor.done_button.click()
    assert not change_review.editing
    assert choices.edited_lines("c6", "h1") == ("mine",)


def test_parts_that_require_review_are_opened_together(qtbot: QtBot) -> None:
    notes = [rewritten("a.md", "x" * 9_000 + LONG, "y" * 9_000), deleted("b.md", LONG)]
    change_review, choices = review(qtbot, build_change_set(notes))
    assert change_review.unseen() == [("c1", "h1:0"), ("c1", "h1"), ("c1", "h1:401"), ("c2", "h1")]
    change_review.show_unseen()
    assert change_review.unseen() == []
    assert change_review.diff.hasFocus() or not change_review.isActiveWindow()
    choices.tick_all(False)
    assert change_review.unseen() == []


def test_notes_open_and_toggle_in_linear_time(qtbot: QtBot) -> None:
    def changes(count: int) -> ChangeSet:
        return build_change_set([rewritten(f"n{n}.md", BOILER, NEW_BOILER) for n in range(count)])

    def open_and_toggle(changes: ChangeSet) -> None:
        change_review, choices = review(qtbot, changes)
        last = len(changes.changes)
        change_review.diff.hunk_ticked.emit(f"c{last}", "h1", False)
        assert choices.answer()[last - 1] == NoteChoice(f"c{last}", ("h2", "h3"))

    check_linear(open_and_toggle, changes, 320)

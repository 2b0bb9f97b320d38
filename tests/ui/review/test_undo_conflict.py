"""Tests of ui/review/undo_conflict.py."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.ui.review.undo_conflict import (
    UndoConflictDialog,
    changed_items,
    later_changes,
    merged_notes,
    unified_hunks,
)
from vaultdesk.vault.change_set import Hunk
from vaultdesk.vault.line_diff import Merge, merge, unified_diff
from vaultdesk.vault.undo import UndoItem, UndoPlan

# Unified hunks: what line_diff.py writes is read back line by line.

LONG = "".join(f"line {number}\n" for number in range(60))


def applied(old: str, hunks: tuple[Hunk, ...]) -> str:
    """Put the hunks into *old*, as whoever reads them would."""
    lines = old.split("\n")
    for hunk in reversed(hunks):
        start = hunk.old_start - 1
        assert tuple(lines[start : start + len(hunk.old_lines)]) == hunk.old_lines
        lines[start : start + len(hunk.old_lines)] = hunk.new_lines
    return "\n".join(lines)


@pytest.mark.parametrize(
    "new",
    [
        LONG.replace("line 3\n", "line three\n"),
        LONG.replace("line 3\n", "").replace("line 40\n", "line 40\nand more\n"),
        LONG.replace("line 3\n", "a\n").replace("line 5\n", "b\n"),
        "first\n" + LONG,
        LONG + "last\n",
    ],
)
def test_a_diff_read_back_makes_the_same_text(new: str) -> None:
    hunks = unified_hunks(unified_diff(LONG, new, "a.md"))
    assert applied(LONG, hunks) == new
    assert [hunk.id for hunk in hunks] == [f"h{number}" for number in range(1, len(hunks) + 1)]


def test_changes_close_to_each_other_share_the_lines_between_once() -> None:
    hunks = unified_hunks(unified_diff(LONG, LONG.replace("line 3\n", "a\n").replace("line 5\n", "b\n"), "a.md"))
    assert [(hunk.before, hunk.after) for hunk in hunks] == [
        (("line 0", "line 1", "line 2"), ("line 4",)),
        ((), ("line 6", "line 7", "line 8")),
    ]


def test_lines_keep_their_numbers() -> None:
    (hunk,) = unified_hunks(unified_diff(LONG, LONG.replace("line 30\n", "x\ny\n"), "a.md"))
    assert (hunk.old_start, hunk.new_start, hunk.old_lines, hunk.new_lines) == (31, 31, ("line 30",), ("x", "y"))


def test_a_note_that_came_or_went_is_one_hunk() -> None:
    (came,) = unified_hunks(unified_diff("", "a\nb\n", "a.md"))
    (went,) = unified_hunks(unified_diff("a\nb\n", "", "a.md"))
    assert (came.old_lines, came.new_lines, came.new_start) == ((), ("a", "b"), 1)
    assert (went.old_lines, went.new_lines, went.old_start) == (("a", "b"), (), 1)


@pytest.mark.parametrize("diff", ["", "no diff\n", "--- a\n+++ b\n", "@@ -x +y @@\n-a\n", "@@ -1 +1 @@"])
def test_what_is_no_diff_has_no_hunks(diff: str) -> None:
    assert unified_hunks(diff) == ()


def test_a_diff_that_was_cut_is_read_as_far_as_it_goes() -> None:
    hunks = unified_hunks(unified_diff(LONG, LONG.replace("line", "row"), "a.md", 200))
    assert hunks[0].old_lines[0] == "line 0"


# Refused notes: what changed since, and what a merge would do, note by note.

BASE = "one\n\ntwo\n\nthree\n"
NOW = "ONE\n\ntwo\n\nTHREE\n"
BEFORE = "one\n\nzwei\n\nthree\n"

CLEAN = UndoItem("calm.md", "modify")
MERGED = UndoItem(
    "a.md", "modify", "changed", "“a.md” has since changed.", unified_diff(BASE, NOW, "a.md"),
    merge(BASE, NOW, BEFORE), NOW, merge(BASE, NOW, BEFORE).text,
)  # fmt: skip
CONFLICT = UndoItem(
    "b.md", "modify", "changed", "“b.md” has since changed.", unified_diff("x\n", "y\n", "b.md"),
    merge("x\n", "y\n", "z\n"), "y\n", "y\n",
)  # fmt: skip
GONE = UndoItem("c.md", "modify", "changed", "“c.md” has since been deleted.")
PLAN = UndoPlan("Undo of “x”", "g", (1,), (CLEAN, MERGED, CONFLICT, GONE))


def test_only_notes_in_the_way_are_shown() -> None:
    assert [item.path for item in changed_items(PLAN)] == ["a.md", "b.md", "c.md"]


def test_what_changed_since_is_a_diff_and_where_nobody_knows_a_sentence() -> None:
    notes = later_changes(PLAN)
    assert [[(hunk.old_lines, hunk.new_lines) for hunk in note.hunks] for note in notes] == [
        [(("one",), ("ONE",)), (("three",), ("THREE",))],
        [(("x",), ("y",))],
        [],
    ]
    assert [note.remark for note in notes] == ["", "", "“c.md” has since been deleted."]


def test_a_clean_merge_is_shown_as_what_it_does_to_the_note() -> None:
    first = merged_notes(PLAN)[0]
    assert [(hunk.old_lines, hunk.new_lines) for hunk in first.hunks] == [(("two",), ("zwei",))]
    assert first.old_text == NOW


def test_conflicts_stand_against_each_other() -> None:
    _, conflict, gone = merged_notes(PLAN)
    assert [(hunk.old_lines, hunk.new_lines) for hunk in conflict.hunks] == [(("y",), ("z",))]
    assert conflict.remark == "1 conflict: − is the current text, + the earlier text"
    assert (gone.hunks, gone.remark) == ((), "“c.md” has since been deleted.")


def test_a_merge_that_changes_nothing_says_so() -> None:
    same = UndoItem("a.md", "modify", "changed", "since", "", Merge(NOW), NOW, NOW)
    assert merged_notes(UndoPlan("", "", items=(same,)))[0].remark == "is not changed"


# Refusal dialog: nothing was touched; Cancel is the default, and Merge is there only where it is clean.


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(1000, 700)
    qtbot.addWidget(made)
    made.show()
    return made


def shown(qtbot: QtBot, window: QWidget, plan: UndoPlan, opened: list[str] | None = None) -> UndoConflictDialog:
    dialog = UndoConflictDialog(plan, (opened if opened is not None else []).append, window)
    dialog.open()
    qtbot.waitExposed(dialog)
    return dialog


def of(*items: object) -> UndoPlan:
    return replace(PLAN, items=items)


def test_one_note_and_many_are_told(qtbot: QtBot, window: QWidget) -> None:
    one, many = shown(qtbot, window, of(MERGED)), shown(qtbot, window, PLAN)
    assert "This note has changed since" in words_of(one)
    assert "These notes have changed since" in words_of(many)
    assert "Undo of “x” was not done. Nothing was changed." in words_of(many)


@pytest.mark.parametrize(("plan", "offered"), [(of(MERGED), True), (of(MERGED, CONFLICT), False), (of(GONE), False)])
def test_merging_is_offered_only_where_all_of_it_is_clean(
    qtbot: QtBot, window: QWidget, plan: UndoPlan, offered: bool
) -> None:
    dialog = shown(qtbot, window, plan)
    assert dialog.done_button.isVisible() == offered
    assert dialog.cancel.isDefault()
    assert not dialog.done_button.isDefault()


def test_both_versions_are_a_click_away(qtbot: QtBot, window: QWidget) -> None:
    dialog = shown(qtbot, window, of(MERGED))
    assert len(dialog.diff.document.sections[0].note.hunks) == 2
    dialog._views.changed.emit(1)
    assert [hunk.new_lines for hunk in dialog.diff.document.sections[0].note.hunks] == [("zwei",)]


def test_merge_is_wanted_by_its_button_alone(qtbot: QtBot, window: QWidget) -> None:
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        dialog = shown(qtbot, window, of(MERGED))
        QTest.keyClick(dialog, key)
        assert not dialog.merge_requested
        assert not dialog.isVisible()
    dialog = shown(qtbot, window, of(MERGED))
    dialog.done_button.click()
    assert dialog.merge_requested


def test_the_notes_can_be_opened(qtbot: QtBot, window: QWidget) -> None:
    opened: list[str] = []
    dialog = shown(qtbot, window, PLAN, opened)
    assert [link.text() for link in dialog.links] == ["Open a.md", "Open b.md", "Open c.md"]
    dialog.links[1].click()
    assert opened == ["b.md"]
    assert not dialog.isVisible()


def test_every_part_has_a_name(qtbot: QtBot, window: QWidget) -> None:
    dialog = shown(qtbot, window, PLAN)
    nameless = [
        child
        for child in dialog.findChildren(QWidget)
        if child.isVisible()
        and child.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (child.accessibleName() or getattr(child, "text", str)())
    ]
    assert nameless == []

"""Tests of ui/review/undo_conflict.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.core.values import replace
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

# Unified hunks: diffs written by line_diff.py are parsed back.

LONG = "".join(f"line {number}\n" for number in range(60))


def apply_hunks(old: str, hunks: tuple[Hunk, ...]) -> str:
    """Apply the hunks to *old*."""
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
def test_parsed_diff_reproduces_the_new_text(new: str) -> None:
    hunks = unified_hunks(unified_diff(LONG, new, "a.md"))
    assert apply_hunks(LONG, hunks) == new
    assert [hunk.id for hunk in hunks] == [f"h{number}" for number in range(1, len(hunks) + 1)]


def test_neighboring_hunks_share_their_context_lines_once() -> None:
    hunks = unified_hunks(unified_diff(LONG, LONG.replace("line 3\n", "a\n").replace("line 5\n", "b\n"), "a.md"))
    assert [(hunk.before, hunk.after) for hunk in hunks] == [
        (("line 0", "line 1", "line 2"), ("line 4",)),
        ((), ("line 6", "line 7", "line 8")),
    ]


def test_hunk_line_numbers_are_parsed() -> None:
    (hunk,) = unified_hunks(unified_diff(LONG, LONG.replace("line 30\n", "x\ny\n"), "a.md"))
    assert (hunk.old_start, hunk.new_start, hunk.old_lines, hunk.new_lines) == (31, 31, ("line 30",), ("x", "y"))


def test_created_or_deleted_note_is_one_hunk() -> None:
    (created,) = unified_hunks(unified_diff("", "a\nb\n", "a.md"))
    (deleted,) = unified_hunks(unified_diff("a\nb\n", "", "a.md"))
    assert (created.old_lines, created.new_lines, created.new_start) == ((), ("a", "b"), 1)
    assert (deleted.old_lines, deleted.new_lines, deleted.old_start) == (("a", "b"), (), 1)


@pytest.mark.parametrize("diff", ["", "no diff\n", "--- a\n+++ b\n", "@@ -x +y @@\n-a\n", "@@ -1 +1 @@"])
def test_text_that_is_not_a_diff_has_no_hunks(diff: str) -> None:
    assert unified_hunks(diff) == ()


def test_truncated_diff_is_parsed_up_to_its_end() -> None:
    hunks = unified_hunks(unified_diff(LONG, LONG.replace("line", "row"), "a.md", 200))
    assert hunks[0].old_lines[0] == "line 0"


# Conflicting notes: later changes and the result of a merge for each note.

BASE = "one\n\ntwo\n\nthree\n"
CURRENT = "ONE\n\ntwo\n\nTHREE\n"
EARLIER = "one\n\nzwei\n\nthree\n"

UNCHANGED_ITEM = UndoItem("calm.md", "modify")
MERGEABLE_ITEM = UndoItem(
    "a.md", "modify", "changed", "“a.md” has since changed.", unified_diff(BASE, CURRENT, "a.md"),
    merge(BASE, CURRENT, EARLIER), CURRENT, merge(BASE, CURRENT, EARLIER).text,
)  # fmt: skip
CONFLICT_ITEM = UndoItem(
    "b.md", "modify", "changed", "“b.md” has since changed.", unified_diff("x\n", "y\n", "b.md"),
    merge("x\n", "y\n", "z\n"), "y\n", "y\n",
)  # fmt: skip
DELETED_ITEM = UndoItem("c.md", "modify", "changed", "“c.md” has since been deleted.")
PLAN = UndoPlan("Undo of “x”", "g", (1,), (UNCHANGED_ITEM, MERGEABLE_ITEM, CONFLICT_ITEM, DELETED_ITEM))


def test_only_conflicting_notes_are_shown() -> None:
    assert [item.path for item in changed_items(PLAN)] == ["a.md", "b.md", "c.md"]


def test_later_changes_are_a_diff_or_a_remark_when_unknown() -> None:
    notes = later_changes(PLAN)
    assert [[(hunk.old_lines, hunk.new_lines) for hunk in note.hunks] for note in notes] == [
        [(("one",), ("ONE",)), (("three",), ("THREE",))],
        [(("x",), ("y",))],
        [],
    ]
    assert [note.remark for note in notes] == ["", "", "“c.md” has since been deleted."]


def test_clean_merge_is_shown_as_its_changes_to_the_note() -> None:
    first = merged_notes(PLAN)[0]
    assert [(hunk.old_lines, hunk.new_lines) for hunk in first.hunks] == [(("two",), ("zwei",))]
    assert first.old_text == CURRENT


def test_conflicts_show_current_and_earlier_text() -> None:
    _, conflict, gone = merged_notes(PLAN)
    assert [(hunk.old_lines, hunk.new_lines) for hunk in conflict.hunks] == [(("y",), ("z",))]
    assert conflict.remark == "1 conflict: − is the current text, + the earlier text"
    assert (gone.hunks, gone.remark) == ((), "“c.md” has since been deleted.")


def test_merge_without_changes_is_stated() -> None:
    same = UndoItem("a.md", "modify", "changed", "since", "", Merge(CURRENT), CURRENT, CURRENT)
    assert merged_notes(UndoPlan("", "", items=(same,)))[0].remark == "is not changed"


# Conflict dialog: nothing was changed; Cancel is the default, and Merge is offered only without conflicts.


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    parent.resize(1000, 700)
    qtbot.addWidget(parent)
    parent.show()
    return parent


def show_dialog(qtbot: QtBot, window: QWidget, plan: UndoPlan, opened: list[str] | None = None) -> UndoConflictDialog:
    dialog = UndoConflictDialog(plan, (opened if opened is not None else []).append, window)
    dialog.open()
    qtbot.waitExposed(dialog, timeout=30_000)
    return dialog


def plan_of(*items: object) -> UndoPlan:
    return replace(PLAN, items=items)


def test_title_distinguishes_one_note_from_several(qtbot: QtBot, window: QWidget) -> None:
    single, multiple = show_dialog(qtbot, window, plan_of(MERGEABLE_ITEM)), show_dialog(qtbot, window, PLAN)
    assert "This note has changed since" in words_of(single)
    assert "These notes have changed since" in words_of(multiple)
    assert "Undo of “x” was not done. Nothing was changed." in words_of(multiple)


@pytest.mark.parametrize(
    ("plan", "offered"),
    [(plan_of(MERGEABLE_ITEM), True), (plan_of(MERGEABLE_ITEM, CONFLICT_ITEM), False), (plan_of(DELETED_ITEM), False)],
)
def test_merge_is_offered_only_when_every_note_merges_cleanly(
    qtbot: QtBot, window: QWidget, plan: UndoPlan, offered: bool
) -> None:
    dialog = show_dialog(qtbot, window, plan)
    assert dialog.done_button.isVisible() == offered
    assert dialog.cancel.isDefault()
    assert not dialog.done_button.isDefault()


def test_both_views_can_be_selected(qtbot: QtBot, window: QWidget) -> None:
    dialog = show_dialog(qtbot, window, plan_of(MERGEABLE_ITEM))
    assert len(dialog.diff.document.sections[0].note.hunks) == 2
    dialog._views.changed.emit(1)
    assert [hunk.new_lines for hunk in dialog.diff.document.sections[0].note.hunks] == [("zwei",)]


def test_merge_is_requested_only_by_its_button(qtbot: QtBot, window: QWidget) -> None:
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        dialog = show_dialog(qtbot, window, plan_of(MERGEABLE_ITEM))
        QTest.keyClick(dialog, key)
        assert not dialog.merge_requested
        assert not dialog.isVisible()
    dialog = show_dialog(qtbot, window, plan_of(MERGEABLE_ITEM))
    dialog.done_button.click()
    assert dialog.merge_requested


def test_conflicting_notes_can_be_opened(qtbot: QtBot, window: QWidget) -> None:
    opened: list[str] = []
    dialog = show_dialog(qtbot, window, PLAN, opened)
    assert [link.text() for link in dialog.links] == ["Open a.md", "Open b.md", "Open c.md"]
    dialog.links[1].click()
    assert opened == ["b.md"]
    assert not dialog.isVisible()


def test_every_control_has_an_accessible_name(qtbot: QtBot, window: QWidget) -> None:
    dialog = show_dialog(qtbot, window, PLAN)
    nameless = [
        child
        for child in dialog.findChildren(QWidget)
        if child.isVisible()
        and child.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (child.accessibleName() or getattr(child, "text", str)())
    ]
    assert nameless == []

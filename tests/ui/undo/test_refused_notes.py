"""Refused notes: what changed since, and what a merge would do, note by note."""

from vaultdesk.ui.undo.refused_notes import changed, merged, since
from vaultdesk.vault.diff.merge import Merge, merge
from vaultdesk.vault.diff.unified_diff import unified_diff
from vaultdesk.vault.transactions.undo_plan import UndoItem, UndoPlan

BASE = "one\n\ntwo\n\nthree\n"
NOW = "ONE\n\ntwo\n\nTHREE\n"
BEFORE = "one\n\nzwei\n\nthree\n"

CLEAN = UndoItem("calm.md", "modify")
MERGED = UndoItem(
    "a.md", "modify", "changed", "“a.md” was changed since.", unified_diff(BASE, NOW, "a.md"),
    merge(BASE, NOW, BEFORE), NOW, merge(BASE, NOW, BEFORE).text,
)  # fmt: skip
CONFLICT = UndoItem(
    "b.md", "modify", "changed", "“b.md” was changed since.", unified_diff("x\n", "y\n", "b.md"),
    merge("x\n", "y\n", "z\n"), "y\n", "y\n",
)  # fmt: skip
GONE = UndoItem("c.md", "modify", "changed", "“c.md” was deleted since.")
PLAN = UndoPlan("Undo of “x”", "g", (1,), (CLEAN, MERGED, CONFLICT, GONE))


def test_only_notes_in_the_way_are_shown() -> None:
    assert [item.path for item in changed(PLAN)] == ["a.md", "b.md", "c.md"]


def test_what_changed_since_is_a_diff_and_where_nobody_knows_a_sentence() -> None:
    notes = since(PLAN)
    assert [[(hunk.old_lines, hunk.new_lines) for hunk in note.hunks] for note in notes] == [
        [(("one",), ("ONE",)), (("three",), ("THREE",))],
        [(("x",), ("y",))],
        [],
    ]
    assert [note.words for note in notes] == ["", "", "“c.md” was deleted since."]


def test_a_clean_merge_is_shown_as_what_it_does_to_the_note() -> None:
    first = merged(PLAN)[0]
    assert [(hunk.old_lines, hunk.new_lines) for hunk in first.hunks] == [(("two",), ("zwei",))]
    assert first.old_text == NOW


def test_conflicts_stand_against_each_other() -> None:
    _, conflict, gone = merged(PLAN)
    assert [(hunk.old_lines, hunk.new_lines) for hunk in conflict.hunks] == [(("y",), ("z",))]
    assert conflict.words == "1 conflict: − is what it says now, + what it said before"
    assert (gone.hunks, gone.words) == ((), "“c.md” was deleted since.")


def test_a_merge_that_changes_nothing_says_so() -> None:
    same = UndoItem("a.md", "modify", "changed", "since", "", Merge(NOW), NOW, NOW)
    assert merged(UndoPlan("", "", items=(same,)))[0].words == "stays as it is"

"""Tests of vault/transactions/undo_plan.py."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from vaultdesk.vault.diff.merge import Merge, MergeConflict
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import Create, Delete, FileEdit, Move, MoveFile, Origin, PutFile, Rewrite
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.transactions.journal_entry import Intent
from vaultdesk.vault.transactions.undo_plan import NoteLocation, PathHistory, UndoItem, UndoPlan, build_undo_plan
from vaultdesk.vault.transactions.writer import Writer

# Whereabouts: a note is found through moves, deletions, undos and redos, and not taken for another in its place.


@pytest.fixture
def made(journal: Journal) -> "Made":
    return Made(journal)


class Made:
    """A journal with changes in it."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal

    def __call__(self, kind: str, path: str, new_path: str = "", undoes: int = 0, state: str = "done") -> int:
        intent = Intent(kind, path, new_path, undoes=undoes)  # type: ignore[arg-type]
        (change,) = self.journal.begin([intent], Origin("g"))
        self.journal.finish({change: state})  # type: ignore[dict-item]
        return change

    def place(self, change: int) -> NoteLocation:
        entry = self.journal.change(change)
        assert entry is not None
        return PathHistory(self.journal, change).of(entry)


def test_a_note_is_followed_through_its_moves(made: Made) -> None:
    change = made("modify", "a.md")
    made("move", "a.md", "b.md")
    made("move", "x.md", "a.md")
    made("move", "b.md", "c.md")
    made("move", "c.md", "d.md", state="failed")
    assert made.place(change) == NoteLocation("c.md")


def test_a_move_that_was_undone_and_done_again_is_followed_both_ways(made: Made) -> None:
    change = made("modify", "a.md")
    moved = made("move", "a.md", "b.md")
    between = made("modify", "b.md")
    undone = made("move", "b.md", "a.md", undoes=moved)
    assert (made.place(change), made.place(between)) == (NoteLocation("a.md"), NoteLocation("a.md"))
    made("move", "a.md", "b.md", undoes=undone)
    assert (made.place(change), made.place(between)) == (NoteLocation("b.md"), NoteLocation("b.md"))


def test_another_note_in_a_deleted_ones_place_is_not_taken_for_it(made: Made) -> None:
    change = made("create", "a.md")
    deleted = made("delete", "a.md")
    made("move", "x.md", "a.md")
    made("move", "a.md", "y.md")
    assert made.place(change) == made.place(deleted) == NoteLocation("a.md", deleted)
    made("create", "a.md", undoes=deleted)
    assert made.place(change) == NoteLocation("a.md")


def test_a_long_journal_is_read_page_by_page(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.vault.transactions.undo_plan.HISTORY_PAGE", 3)
    change = made("modify", "0.md")
    for number in range(10):
        made("move", f"{number}.md", f"{number + 1}.md")
    assert made.place(change) == NoteLocation("10.md")


# Undo plan: whether it can be done as it is, with merges, or not at all.

CLEAN = UndoItem("a.md", "modify", now="new\n", after="old\n")
MERGEABLE = UndoItem("b.md", "modify", "changed", merge=Merge("x"))
CONFLICT = UndoItem("c.md", "modify", "changed", merge=Merge("x", (MergeConflict((), ("m",), ("t",), 1),)))
STUCK = UndoItem("d.md", "delete", "changed", "There is another note at its place now.")


def test_one_note_decides_for_all() -> None:
    def both(*items: UndoItem) -> tuple[bool, bool]:
        plan = UndoPlan("Undo", "g", items=items)
        return plan.is_clean, plan.can_merge

    assert both(CLEAN, CLEAN) == (True, True)
    assert both(CLEAN, MERGEABLE) == (False, True)
    assert both(CLEAN, MERGEABLE, CONFLICT) == (False, False)
    assert both(STUCK) == (False, False)


def test_a_plan_with_a_problem_is_never_done() -> None:
    plan = UndoPlan("Undo", "g", problem="This is undone already.")
    assert (plan.is_clean, plan.can_merge) == (False, False)


def test_what_happens_to_the_text_is_a_diff_under_the_name_it_will_have() -> None:
    assert CLEAN.effect.startswith("--- a.md\n+++ a.md\n")
    assert UndoItem("a.md", "move", new_path="b.md").effect == ""
    assert UndoItem("a.md", "create", now="x\n").effect == "--- a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"


# Undo steps: each note with what would become of it, before anything is touched.

A, B = NotePath("a.md"), NotePath("b.md")


def planned(writer: Writer, files: VaultFiles, journal: Journal, edits: Sequence[FileEdit]) -> UndoPlan:
    assert [outcome.result for outcome in writer.apply(edits, Origin("g", "T"))] == ["done"] * len(edits)
    return build_undo_plan(files.operations, journal, journal.changes(group="g"), "Undo of “T”", "unit")


def note(root: Path, text: str = "one\n") -> str:
    (root / "a.md").write_text(text)
    return digest_of(text.encode())


def test_an_item_shows_what_the_undo_does(root: Path, files: VaultFiles, journal: Journal, writer: Writer) -> None:
    plan = planned(writer, files, journal, [Rewrite(A, "two\n", note(root))])
    (item,) = plan.items
    assert (item.path, item.kind, item.state, item.now, item.after) == ("a.md", "modify", "clean", "two\n", "one\n")
    assert item.effect == "--- a.md\n+++ a.md\n@@ -1 +1 @@\n-two\n+one\n"
    assert (plan.is_clean, plan.can_merge) == (True, True)


def test_the_newest_change_is_taken_back_first(root: Path, files: VaultFiles, journal: Journal, writer: Writer) -> None:
    digest = note(root)
    plan = planned(writer, files, journal, [Rewrite(A, "two\n", digest), Move(A, B, digest), Rewrite(B, "3\n", digest)])
    assert [type(step) for step in plan.steps] == [PutFile, MoveFile, PutFile]
    assert {step.unit for step in plan.steps} == {"unit"}, "all of it or nothing"
    assert [step.undoes for step in plan.steps] == [3, 2, 1]
    (item,) = plan.items
    assert (item.path, item.new_path, item.kind, item.after) == ("b.md", "a.md", "move", "one\n")


def test_folders_and_copies_in_the_trash_are_told(
    root: Path, files: VaultFiles, journal: Journal, writer: Writer
) -> None:
    digest = note(root)
    plan = planned(writer, files, journal, [Create(NotePath("x/y/c.md"), "c"), Delete(A, digest)])
    assert plan.folders == ("x", "x/y")
    assert [(copy.trash_path, copy.digest) for copy in plan.trash] == [(".trash/a.md", digest)]


def test_a_merge_is_shown_with_its_text(root: Path, files: VaultFiles, journal: Journal, writer: Writer) -> None:
    digest = note(root, "1\n2\n3\n")
    assert writer.apply([Rewrite(A, "1\n2\nours\n", digest)], Origin("g", "T"))[0].result == "done"
    (root / "a.md").write_text("mine\n2\nours\n")
    plan = build_undo_plan(files.operations, journal, journal.changes(group="g"), "", "unit")
    (item,) = plan.items
    assert (item.state, item.can_merge, item.after) == ("changed", True, "mine\n2\n3\n")
    assert "+mine" in item.diff
    assert (plan.is_clean, plan.can_merge) == (False, True)


def test_a_file_that_is_no_text_any_more_is_not_merged(
    root: Path, files: VaultFiles, journal: Journal, writer: Writer
) -> None:
    plan = planned(writer, files, journal, [Rewrite(A, "two\n", note(root))])
    (root / "a.md").write_bytes(b"\xff\x00")
    plan = build_undo_plan(files.operations, journal, journal.changes(group="g"), "", "unit")
    (item,) = plan.items
    assert (item.state, item.merge, plan.can_merge) == ("changed", None, False)

"""Undo steps: each note with what would become of it, before anything is touched."""

from collections.abc import Sequence
from pathlib import Path

from vaultdesk.vault.edits import Create, Delete, FileEdit, Move, Origin, Rewrite
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.step import Put, Shift
from vaultdesk.vault.undo_plan import UndoPlan
from vaultdesk.vault.undo_steps import undo_plan
from vaultdesk.vault.writer import Writer

A, B = NotePath("a.md"), NotePath("b.md")


def planned(writer: Writer, files: VaultFiles, journal: Journal, edits: Sequence[FileEdit]) -> UndoPlan:
    assert [outcome.result for outcome in writer.apply(edits, Origin("g", "T"))] == ["done"] * len(edits)
    return undo_plan(files.work, journal, journal.changes(group="g"), "Undo of “T”", "unit")


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
    assert [type(step) for step in plan.steps] == [Put, Shift, Put]
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
    assert [(copy.place, copy.digest) for copy in plan.trash] == [(".trash/a.md", digest)]


def test_a_merge_is_shown_with_its_text(root: Path, files: VaultFiles, journal: Journal, writer: Writer) -> None:
    digest = note(root, "1\n2\n3\n")
    assert writer.apply([Rewrite(A, "1\n2\nours\n", digest)], Origin("g", "T"))[0].result == "done"
    (root / "a.md").write_text("mine\n2\nours\n")
    plan = undo_plan(files.work, journal, journal.changes(group="g"), "", "unit")
    (item,) = plan.items
    assert (item.state, item.can_merge, item.after) == ("changed", True, "mine\n2\n3\n")
    assert "+mine" in item.diff
    assert (plan.is_clean, plan.can_merge) == (False, True)


def test_a_file_that_is_no_text_any_more_is_not_merged(
    root: Path, files: VaultFiles, journal: Journal, writer: Writer
) -> None:
    plan = planned(writer, files, journal, [Rewrite(A, "two\n", note(root))])
    (root / "a.md").write_bytes(b"\xff\x00")
    plan = undo_plan(files.work, journal, journal.changes(group="g"), "", "unit")
    (item,) = plan.items
    assert (item.state, item.merge, plan.can_merge) == ("changed", None, False)

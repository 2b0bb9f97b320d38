"""Tests of vault/undo.py."""

import os
import shutil
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from tests.support.campaigns import campaign_count
from vaultdesk.core.errors import VaultReadOnly
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.line_diff import Merge, MergeConflict
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import (
    CHANGE_TITLES,
    Create,
    Delete,
    FileEdit,
    Move,
    MoveFile,
    Origin,
    PutFile,
    Rewrite,
)
from vaultdesk.vault.transactions.journal import Intent, Journal, JournalState
from vaultdesk.vault.transactions.writer import CHAT_GROUP_PREFIX, Writer
from vaultdesk.vault.undo import (
    NoteLocation,
    PathHistory,
    UndoChoice,
    UndoItem,
    UndoOutcome,
    UndoPlan,
    build_undo_plan,
    changes_to_redo,
    changes_to_undo,
    last_group,
    last_undo,
    plan_redo,
    plan_undo,
    redo,
    redoable_undos,
    undo,
    undo_title,
    undoable_groups,
)
from vaultdesk.vault.vault import Vault

# Location: a note is found after moves, deletions, undos and redos, and never confused with another at its path.


@pytest.fixture
def history(journal: Journal) -> "ChangeHistory":
    return ChangeHistory(journal)


class ChangeHistory:
    """A journal with changes in it."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal

    def __call__(self, kind: str, path: str, new_path: str = "", undoes: int = 0, state: str = "done") -> int:
        intent = Intent(kind, path, new_path, undoes=undoes)  # type: ignore[arg-type]
        (change,) = self.journal.begin([intent], Origin("g"))
        self.journal.finish({change: state})  # type: ignore[dict-item]
        return change

    def location(self, change: int) -> NoteLocation:
        entry = self.journal.change(change)
        assert entry is not None
        return PathHistory(self.journal, change).of(entry)


def test_a_note_is_located_through_its_moves(history: ChangeHistory) -> None:
    change = history("modify", "a.md")
    history("move", "a.md", "b.md")
    history("move", "x.md", "a.md")
    history("move", "b.md", "c.md")
    history("move", "c.md", "d.md", state="failed")
    assert history.location(change) == NoteLocation("c.md")


def test_a_note_is_located_through_an_undone_and_redone_move(history: ChangeHistory) -> None:
    change = history("modify", "a.md")
    moved = history("move", "a.md", "b.md")
    between = history("modify", "b.md")
    undone = history("move", "b.md", "a.md", undoes=moved)
    assert (history.location(change), history.location(between)) == (NoteLocation("a.md"), NoteLocation("a.md"))
    history("move", "a.md", "b.md", undoes=undone)
    assert (history.location(change), history.location(between)) == (NoteLocation("b.md"), NoteLocation("b.md"))


def test_another_note_at_the_path_of_a_deleted_one_is_not_confused_with_it(history: ChangeHistory) -> None:
    change = history("create", "a.md")
    deleted = history("delete", "a.md")
    history("move", "x.md", "a.md")
    history("move", "a.md", "y.md")
    assert history.location(change) == history.location(deleted) == NoteLocation("a.md", deleted)
    history("create", "a.md", undoes=deleted)
    assert history.location(change) == NoteLocation("a.md")


def test_a_long_journal_is_read_in_pages(history: ChangeHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.vault.undo.HISTORY_PAGE", 3)
    change = history("modify", "0.md")
    for number in range(10):
        history("move", f"{number}.md", f"{number + 1}.md")
    assert history.location(change) == NoteLocation("10.md")


# Undo plan: whether an undo is possible directly, with merges, or not at all.

CLEAN = UndoItem("a.md", "modify", now="new\n", after="old\n")
MERGEABLE = UndoItem("b.md", "modify", "changed", merge=Merge("x"))
CONFLICT = UndoItem("c.md", "modify", "changed", merge=Merge("x", (MergeConflict((), ("m",), ("t",), 1),)))
STUCK = UndoItem("d.md", "delete", "changed", "There is another note at its place now.")


def test_one_item_decides_for_the_complete_plan() -> None:
    def clean_and_mergeable(*items: UndoItem) -> tuple[bool, bool]:
        plan = UndoPlan("Undo", "g", items=items)
        return plan.is_clean, plan.can_merge

    assert clean_and_mergeable(CLEAN, CLEAN) == (True, True)
    assert clean_and_mergeable(CLEAN, MERGEABLE) == (False, True)
    assert clean_and_mergeable(CLEAN, MERGEABLE, CONFLICT) == (False, False)
    assert clean_and_mergeable(STUCK) == (False, False)


def test_a_plan_with_a_problem_is_neither_clean_nor_mergeable() -> None:
    plan = UndoPlan("Undo", "g", problem="This change is already undone.")
    assert (plan.is_clean, plan.can_merge) == (False, False)


def test_effect_is_a_diff_under_the_resulting_name() -> None:
    assert CLEAN.effect.startswith("--- a.md\n+++ a.md\n")
    assert UndoItem("a.md", "move", new_path="b.md").effect == ""
    assert UndoItem("a.md", "create", now="x\n").effect == "--- a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"


# Undo steps: each note with its result, before anything is written.

A, B = NotePath("a.md"), NotePath("b.md")


def apply_and_plan(writer: Writer, files: VaultFiles, journal: Journal, edits: Sequence[FileEdit]) -> UndoPlan:
    assert [outcome.result for outcome in writer.apply(edits, Origin("g", "T"))] == ["done"] * len(edits)
    return build_undo_plan(files.operations, journal, journal.changes(group="g"), "Undo of “T”", "unit")


def note(root: Path, text: str = "one\n") -> str:
    (root / "a.md").write_text(text)
    return digest_of(text.encode())


def test_an_item_shows_the_effect_of_the_undo(root: Path, files: VaultFiles, journal: Journal, writer: Writer) -> None:
    plan = apply_and_plan(writer, files, journal, [Rewrite(A, "two\n", note(root))])
    (item,) = plan.items
    assert (item.path, item.kind, item.state, item.now, item.after) == ("a.md", "modify", "clean", "two\n", "one\n")
    assert item.effect == "--- a.md\n+++ a.md\n@@ -1 +1 @@\n-two\n+one\n"
    assert (plan.is_clean, plan.can_merge) == (True, True)


def test_the_newest_change_is_undone_first(root: Path, files: VaultFiles, journal: Journal, writer: Writer) -> None:
    digest = note(root)
    plan = apply_and_plan(
        writer, files, journal, [Rewrite(A, "two\n", digest), Move(A, B, digest), Rewrite(B, "3\n", digest)]
    )
    assert [type(step) for step in plan.steps] == [PutFile, MoveFile, PutFile]
    assert {step.unit for step in plan.steps} == {"unit"}, "all of it or nothing"
    assert [step.undoes for step in plan.steps] == [3, 2, 1]
    (item,) = plan.items
    assert (item.path, item.new_path, item.kind, item.after) == ("b.md", "a.md", "move", "one\n")


def test_created_folders_and_trash_copies_are_listed(
    root: Path, files: VaultFiles, journal: Journal, writer: Writer
) -> None:
    digest = note(root)
    plan = apply_and_plan(writer, files, journal, [Create(NotePath("x/y/c.md"), "c"), Delete(A, digest)])
    assert plan.folders == ("x", "x/y")
    assert [(copy.trash_path, copy.digest) for copy in plan.trash] == [(".trash/a.md", digest)]


def test_a_merge_is_shown_with_its_result(root: Path, files: VaultFiles, journal: Journal, writer: Writer) -> None:
    digest = note(root, "1\n2\n3\n")
    assert writer.apply([Rewrite(A, "1\n2\nours\n", digest)], Origin("g", "T"))[0].result == "done"
    (root / "a.md").write_text("mine\n2\nours\n")
    plan = build_undo_plan(files.operations, journal, journal.changes(group="g"), "", "unit")
    (item,) = plan.items
    assert (item.state, item.can_merge, item.after) == ("changed", True, "mine\n2\n3\n")
    assert "+mine" in item.diff
    assert (plan.is_clean, plan.can_merge) == (False, True)


def test_a_file_that_is_no_longer_text_is_not_merged(
    root: Path, files: VaultFiles, journal: Journal, writer: Writer
) -> None:
    plan = apply_and_plan(writer, files, journal, [Rewrite(A, "two\n", note(root))])
    (root / "a.md").write_bytes(b"\xff\x00")
    plan = build_undo_plan(files.operations, journal, journal.changes(group="g"), "", "unit")
    (item,) = plan.items
    assert (item.state, item.merge, plan.can_merge) == ("changed", None, False)


# Undo selection: a change includes its unit, a group all its applied changes; failed and undone ones are reported.


def add_change(
    journal: Journal, path: str, group: str = "g", unit: str = "", undoes: int = 0, state: JournalState = "done"
) -> int:
    (change,) = journal.begin([Intent("modify", path, unit=unit, undoes=undoes)], Origin(group, f"Title of {group}"))
    journal.finish({change: state})
    return change


def ids(choice: UndoChoice) -> list[int]:
    return [entry.id for entry in choice.entries]


def test_saving_a_chat_is_undone_only_when_named_explicitly(journal: Journal) -> None:
    first = add_change(journal, "a.md", group="run_1")
    saved = add_change(journal, "Chats/c.md", group=f"{CHAT_GROUP_PREFIX}chat_1:run_1")
    assert [group[0].id for group in undoable_groups(journal)] == [first]
    assert ids(changes_to_undo(journal, saved)) == [saved]


def test_a_change_includes_its_unit_with_the_newest_change_first(journal: Journal) -> None:
    first = add_change(journal, "a.md", unit="u")
    add_change(journal, "b.md")
    third = add_change(journal, "c.md", unit="u")
    add_change(journal, "d.md", group="other", unit="u")
    assert ids(changes_to_undo(journal, first)) == [third, first]


def test_undoing_a_group_selects_its_changes_that_are_still_applied(journal: Journal) -> None:
    first, second = add_change(journal, "a.md"), add_change(journal, "b.md")
    add_change(journal, "c.md", state="failed")
    add_change(journal, "a.md", group="u1", undoes=first)
    assert ids(changes_to_undo(journal, "g")) == [second]
    add_change(journal, "b.md", group="u2", undoes=second)
    assert changes_to_undo(journal, "g").problem == "This change is already undone."
    assert ids(changes_to_redo(journal, "g")) == [5, 4]


def test_undoing_a_failed_or_unknown_change_is_reported(journal: Journal) -> None:
    change = add_change(journal, "a.md", state="conflict")
    assert changes_to_undo(journal, change).problem == "This change was not made, so there is nothing to undo."
    assert changes_to_undo(journal, 99).problem.startswith("Change 99 ")
    assert changes_to_redo(journal, "nothing").problem.startswith("“nothing” ")


def test_undo_titles_alternate_and_do_not_accumulate() -> None:
    assert undo_title("Tag the notes") == "Undo of “Tag the notes”"
    assert undo_title("Undo of “Tag the notes”") == "Redo of “Tag the notes”"
    assert undo_title("Redo of “Tag the notes”") == "Undo of “Tag the notes”"
    assert undo_title("") == "Undo"
    added = CHANGE_TITLES.phrase("word-added", "petit four")
    undone = undo_title(added)
    assert (undone.values, undo_title(undone).values, undo_title(undo_title(undone))) == ((added,), (added,), undone)


def test_an_undo_is_not_the_next_change_to_undo_nor_a_redo_the_next_to_redo(journal: Journal) -> None:
    first = add_change(journal, "a.md", group="old")
    second = add_change(journal, "b.md", group="new")
    undone = add_change(journal, "b.md", group="undo", undoes=second)
    assert [group[0].id for group in undoable_groups(journal)] == [first]
    assert [group[0].id for group in redoable_undos(journal)] == [undone]
    add_change(journal, "b.md", group="redo", undoes=undone)
    assert [group[0].id for group in undoable_groups(journal)] == [second, first]
    assert list(redoable_undos(journal)) == []


# Undo: all changes are reverted exactly, after a restart too, or nothing is written and the reason is reported.

RUN = Origin("run", "Tag the notes", "Librarian")
OTHER = Origin("other", "Something else")


@pytest.fixture
def location(tmp_path: Path) -> Path:
    return tmp_path / "place"


@pytest.fixture
def notes(root: Path) -> Path:
    """A vault of two notes with its own trash folder."""
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_text('{"trashOption": "local"}')
    (root / "a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\nthree\r\nfour\r\n")
    (root / "a.md").chmod(0o640)
    (root / "b.md").write_text("See [[a]].\n")
    return root


@pytest.fixture
async def vault(notes: Path, location: Path) -> AsyncIterator[Vault]:
    async with Vault(notes, watch=False, data_folder=location) as opened:
        yield opened


def path(text: str) -> NotePath:
    return NotePath(text)


async def digest(vault: Vault, text: str) -> str:
    return (await vault.read(path(text))).digest


async def apply_all(vault: Vault, *edits: FileEdit, origin: Origin = RUN) -> list[int]:
    """Apply *edits*, which must all succeed, and return the ids of the changes."""
    outcomes = await vault.apply(edits, origin)
    assert [outcome.result for outcome in outcomes] == ["done"] * len(edits), outcomes
    return [outcome.change_id for outcome in outcomes]


def tree(root: Path) -> dict[str, bytes | None]:
    return {
        file.relative_to(root).as_posix(): None if file.is_dir() else file.read_bytes()
        for file in sorted(root.rglob("*"))
        if ".obsidian" not in file.parts
    }


async def undo_refused(vault: Vault, target: int | str, merged: bool = False) -> UndoOutcome:
    before = tree(vault.root)
    outcome = await undo(vault, target, merged)
    assert not outcome.done
    assert tree(vault.root) == before
    return outcome


async def test_bytes_mode_and_extended_attributes_are_restored(vault: Vault, root: Path) -> None:
    before, mode = (root / "a.md").read_bytes(), (root / "a.md").stat().st_mode
    if hasattr(os, "setxattr"):
        os.setxattr(root / "a.md", "user.colour", b"red")
    (change,) = await apply_all(vault, Rewrite(path("a.md"), "one\nTWO\n", await digest(vault, "a.md")))
    outcome = await undo(vault, change)
    assert (outcome.done, outcome.title, outcome.notes) == (True, "Undo of “Tag the notes”", ("a.md",))
    assert (root / "a.md").read_bytes() == before
    assert (root / "a.md").stat().st_mode == mode
    if hasattr(os, "getxattr"):
        assert os.getxattr(root / "a.md", "user.colour") == b"red"


async def test_a_run_is_undone_completely_after_a_restart(notes: Path, location: Path) -> None:
    before = tree(notes)
    async with Vault(notes, watch=False, data_folder=location) as vault:
        await apply_all(
            vault,
            Create(path("new/deep/c.md"), "hello\n"),
            Move(path("a.md"), path("new/Heating.md"), await digest(vault, "a.md"), "rename"),
            Rewrite(path("b.md"), "See [[Heating]].\n", await digest(vault, "b.md"), "rename"),
            Delete(path("b.md"), await digest(vault, "b.md")),
        )
    async with Vault(notes, watch=False, data_folder=location) as again:
        plan = await plan_undo(again, "run")
        assert plan.is_clean
        assert {(item.path, item.new_path, item.kind) for item in plan.items} == {
            ("new/deep/c.md", "", "create"), ("new/Heating.md", "a.md", "move"), ("b.md", "", "delete"),
        }  # fmt: skip
        assert (await undo(again, "run")).done
        assert tree(notes) == before, "folders and the trash's copy are gone as well"


async def test_several_sequential_rewrites_of_a_note_are_undone_together(vault: Vault, root: Path) -> None:
    before = (root / "a.md").read_bytes()
    for text in ("x\n", "x\ny\n", "x\ny\nz\n"):
        await apply_all(vault, Rewrite(path("a.md"), text, await digest(vault, "a.md")))
    plan = await plan_undo(vault, "run")
    assert [(item.path, item.now, item.after) for item in plan.items] == [
        ("a.md", "x\ny\nz\n", "one\ntwo\nthree\nfour\n")
    ]
    assert (await undo(vault, "run")).done
    assert (root / "a.md").read_bytes() == before


async def test_a_manually_reverted_change_does_not_block_the_next_undo(vault: Vault, root: Path) -> None:
    text = (root / "b.md").read_text()
    await apply_all(vault, Rewrite(path("b.md"), "other\n", await digest(vault, "b.md")))
    (root / "b.md").write_text(text)
    outcome = await undo(vault, "run")
    assert (outcome.done, outcome.problem) == (False, "Everything is already as it was before.")
    assert await last_group(vault) is None


async def test_undoing_one_change_undoes_its_unit(vault: Vault, root: Path) -> None:
    before = tree(root)
    created, moved, repaired = await apply_all(
        vault,
        Create(path("c.md"), "stays\n"),
        Move(path("a.md"), path("Heating.md"), await digest(vault, "a.md"), "rename"),
        Rewrite(path("b.md"), "See [[Heating]].\n", await digest(vault, "b.md"), "rename"),
    )
    outcome = await undo(vault, repaired)
    assert set(outcome.notes) == {"a.md", "b.md"}
    assert tree(root) == {**before, "c.md": b"stays\n"}
    assert (await undo(vault, moved)).problem == "This change is already undone."
    assert (await undo(vault, created)).done
    assert tree(root) == before


async def test_a_note_changed_since_refuses_the_complete_undo_with_a_diff(vault: Vault, root: Path) -> None:
    await apply_all(
        vault,
        Create(path("c.md"), "new\n"),
        Rewrite(path("a.md"), "one\nTWO\nthree\nfour\n", await digest(vault, "a.md")),
    )
    (root / "a.md").write_bytes((root / "a.md").read_bytes() + b"five\r\n")
    outcome = await undo_refused(vault, "run")
    (refused,) = outcome.refused
    assert (refused.path, refused.problem, refused.merge_is_clean) == ("a.md", "“a.md” has since changed.", True)
    assert "+five\n" in refused.diff
    assert "TWO" not in refused.diff.replace(" TWO", ""), "our own change is not in the diff"
    assert outcome.can_merge


async def test_a_merge_removes_our_change_and_keeps_later_ones(vault: Vault, root: Path) -> None:
    await apply_all(vault, Rewrite(path("a.md"), "one\nTWO\nthree\nfour\n", await digest(vault, "a.md")))
    (root / "a.md").write_bytes((root / "a.md").read_bytes() + b"five\r\n")
    outcome = await undo(vault, "run", merged=True)
    assert (outcome.done, outcome.merged) == (True, ("a.md",))
    assert (root / "a.md").read_bytes() == b"\xef\xbb\xbfone\r\ntwo\r\nthree\r\nfour\r\nfive\r\n"
    assert (await redo(vault, "run")).done
    assert (root / "a.md").read_bytes() == b"\xef\xbb\xbfone\r\nTWO\r\nthree\r\nfour\r\nfive\r\n"


async def test_a_merge_with_conflicts_is_reported_and_not_applied(vault: Vault, root: Path) -> None:
    await apply_all(vault, Rewrite(path("b.md"), "ours\n", await digest(vault, "b.md")))
    (root / "b.md").write_text("theirs\n")
    plan = await plan_undo(vault, "run")
    (item,) = plan.items
    assert (item.state, item.can_merge, plan.can_merge) == ("changed", False, False)
    assert item.merge is not None
    (conflict,) = item.merge.conflicts
    assert (conflict.base, conflict.mine, conflict.theirs) == (("ours",), ("theirs",), ("See [[a]].",))
    outcome = await undo_refused(vault, "run", merged=True)
    assert not outcome.refused[0].merge_is_clean


async def test_an_earlier_change_is_undone_by_a_merge_below_a_later_one(vault: Vault, root: Path) -> None:
    await apply_all(vault, Rewrite(path("a.md"), "ONE\ntwo\nthree\nfour\n", await digest(vault, "a.md")))
    await apply_all(vault, Rewrite(path("a.md"), "ONE\ntwo\nthree\nFOUR\n", await digest(vault, "a.md")), origin=OTHER)
    await undo_refused(vault, "run")
    assert (await undo(vault, "run", merged=True)).done
    assert (root / "a.md").read_bytes() == b"\xef\xbb\xbfone\r\ntwo\r\nthree\r\nFOUR\r\n"


async def test_a_change_is_undone_at_the_current_path_of_the_note(vault: Vault, root: Path) -> None:
    before = (root / "a.md").read_bytes()
    await apply_all(vault, Rewrite(path("a.md"), "x\n", await digest(vault, "a.md")))
    await apply_all(vault, Move(path("a.md"), path("x/moved.md"), await digest(vault, "a.md")), origin=OTHER)
    assert (await undo(vault, "run")).notes == ("x/moved.md",)
    assert (root / "x" / "moved.md").read_bytes() == before


async def test_undoing_a_move_keeps_text_written_since(vault: Vault, root: Path) -> None:
    await apply_all(vault, Move(path("a.md"), path("x/moved.md"), await digest(vault, "a.md")))
    (root / "x" / "moved.md").write_text("written since\n")
    assert (await undo(vault, "run")).done
    assert (root / "a.md").read_text() == "written since\n"
    assert not (root / "x").exists()


async def test_a_created_note_that_was_edited_since_is_not_removed(vault: Vault, root: Path) -> None:
    await apply_all(vault, Create(path("x/c.md"), "ours\n"))
    (root / "x" / "c.md").write_text("ours\nand mine\n")
    outcome = await undo_refused(vault, "run", merged=True)
    assert outcome.refused[0].problem == "“x/c.md” has changed since it was created."
    assert "+and mine" in outcome.refused[0].diff


async def test_a_created_folder_with_other_notes_is_not_removed(vault: Vault, root: Path) -> None:
    await apply_all(vault, Create(path("x/y/c.md"), "ours\n"))
    (root / "x" / "other.md").write_text("mine\n")
    assert (await undo(vault, "run")).done
    assert tree(root / "x") == {"other.md": b"mine\n"}


async def test_a_deleted_note_is_restored_from_the_journal_and_its_trash_copy_is_removed(
    vault: Vault, root: Path
) -> None:
    before, mode = tree(root), (root / "a.md").stat().st_mode
    await apply_all(vault, Delete(path("a.md"), await digest(vault, "a.md")))
    assert (root / ".trash" / "a.md").exists()
    assert (await undo(vault, "run")).done
    assert tree(root) == before
    assert (root / "a.md").stat().st_mode == mode
    assert (await redo(vault, "run")).done
    assert (root / ".trash" / "a.md").exists()
    assert not (root / "a.md").exists()


async def test_a_modified_trash_copy_is_not_removed(vault: Vault, root: Path) -> None:
    await apply_all(vault, Delete(path("b.md"), await digest(vault, "b.md")))
    (root / ".trash" / "b.md").write_text("mine now\n")
    assert (await undo(vault, "run")).done
    assert (root / "b.md").read_text() == "See [[a]].\n"
    assert (root / ".trash" / "b.md").read_text() == "mine now\n"


@pytest.mark.parametrize("kind", ["delete", "move"])
async def test_another_note_at_the_original_path_is_not_overwritten(vault: Vault, root: Path, kind: str) -> None:
    found = await digest(vault, "b.md")
    await apply_all(vault, Delete(path("b.md"), found) if kind == "delete" else Move(path("b.md"), path("c.md"), found))
    (root / "b.md").write_text("somebody else's\n")
    outcome = await undo_refused(vault, "run", merged=True)
    assert "There is now another note “b.md”" in outcome.refused[0].problem


async def test_undoing_a_change_of_a_note_deleted_since_is_reported(vault: Vault, root: Path) -> None:
    await apply_all(vault, Rewrite(path("b.md"), "x\n", await digest(vault, "b.md")))
    (root / "b.md").unlink()
    outcome = await undo_refused(vault, "run")
    assert outcome.refused[0].problem == "“b.md” has since been deleted or moved by another program."
    (root / "b.md").write_text("x\n")
    await apply_all(vault, Delete(path("b.md"), await digest(vault, "b.md")), origin=OTHER)
    assert (await undo_refused(vault, "run")).refused[0].problem == "“b.md” has since been deleted."


async def test_an_undo_can_be_redone_and_repeated(vault: Vault, root: Path) -> None:
    before = tree(root)
    await apply_all(vault, Rewrite(path("a.md"), "x\n", await digest(vault, "a.md")), Create(path("x/c.md"), "c\n"))
    after = tree(root)
    for _ in range(3):
        first = await undo(vault, "run")
        assert (tree(root), first.title) == (before, "Undo of “Tag the notes”")
        assert (await undo(vault, "run")).problem == "This change is already undone."
        second = await redo(vault, "run")
        assert (tree(root), second.title) == (after, "Redo of “Tag the notes”")
        assert (await redo(vault, "run")).problem == "This change is not undone, so there is nothing to redo."
    undone = await undo(vault, "run")
    assert (await undo(vault, undone.group)).title == "Redo of “Tag the notes”", "the undo's own group may be named too"
    assert tree(root) == after


async def test_an_undo_whose_notes_were_edited_since_is_not_redone(vault: Vault, root: Path) -> None:
    await apply_all(vault, Rewrite(path("a.md"), "x\n", await digest(vault, "a.md")), Create(path("c.md"), "c\n"))
    await undo(vault, "run")
    (root / "a.md").write_text("mine\n")
    assert not (await plan_redo(vault, "run")).is_clean
    before = tree(root)
    outcome = await redo(vault, "run")
    assert (outcome.done, [refused.path for refused in outcome.refused]) == (False, ["a.md"])
    assert tree(root) == before


async def test_last_group_and_last_undo_name_the_next_undo_and_redo(vault: Vault) -> None:
    assert (await last_group(vault), await last_undo(vault)) == (None, None)
    await apply_all(vault, Create(path("c.md"), "c\n"))
    await apply_all(vault, Create(path("d.md"), "d\n"), Create(path("e.md"), "e\n"), origin=OTHER)
    last = await last_group(vault)
    assert last is not None
    assert (last.group, last.title, last.notes) == ("other", "Something else", 2)
    await undo(vault, last.group)
    last = await last_group(vault)
    assert last is not None
    assert last.group == "run"
    undone = await last_undo(vault)
    assert undone is not None
    assert undone.title == "Undo of “Something else”"
    assert (await redo(vault, undone.group)).done
    last = await last_group(vault)
    assert last is not None
    assert last.group == "other"
    assert await last_undo(vault) is None


async def test_the_journal_records_undone_changes(vault: Vault) -> None:
    (change,) = await apply_all(vault, Create(path("c.md"), "c\n"))
    undone = await undo(vault, change)
    (entry,) = vault.journal.changes(group=undone.group)
    assert (entry.undoes, entry.title, entry.agent) == (change, "Undo of “Tag the notes”", "")
    first = vault.journal.change(change)
    assert first is not None
    assert first.undone_by == entry.id
    await redo(vault, change)
    first = vault.journal.change(change)
    assert first is not None
    assert first.undone_by == 0


async def test_a_missing_earlier_version_is_reported(vault: Vault, root: Path, location: Path) -> None:
    await apply_all(vault, Rewrite(path("a.md"), "x\n", await digest(vault, "a.md")), Create(path("c.md"), "c\n"))
    shutil.rmtree(location / "snapshots")
    outcome = await undo_refused(vault, "run")
    assert outcome.refused[0].problem.startswith("The earlier version of “a.md” is no longer stored, or is damaged: ")


async def test_a_vault_locked_by_another_process_can_be_planned_but_not_undone(
    vault: Vault, root: Path, location: Path
) -> None:
    (change,) = await apply_all(vault, Create(path("c.md"), "c\n"))
    async with Vault(root, watch=False, data_folder=location) as second:
        assert (await plan_undo(second, change)).is_clean
        with pytest.raises(VaultReadOnly):
            await undo(second, change)
    assert (root / "c.md").exists()


async def test_undoing_a_change_missing_from_the_journal_is_reported(vault: Vault) -> None:
    assert (await undo(vault, 7)).problem.startswith("Change 7 is not in the list of changes.")
    assert (await undo(vault, "run")).problem.startswith("“run” is not in the list of changes.")
    assert (await plan_undo(vault, 7)).problem
    outcomes = await vault.apply((Rewrite(path("a.md"), "x", "wrong"),), RUN)
    assert outcomes[0].result == "conflict"


MANY = campaign_count(1_000, 200)


async def test_many_notes_are_undone_in_one_transaction(vault: Vault, root: Path) -> None:
    before = tree(root)
    await apply_all(vault, *(Create(path(f"many/{number}.md"), f"note {number}\n") for number in range(MANY)))
    plan = await plan_undo(vault, "run")
    assert (await undo(vault, "run")).done
    assert len(plan.items) == MANY
    assert tree(root) == before

"""Tests of vault/transactions/transaction.py."""

from pathlib import Path

import pytest

from vaultdesk.core.errors import NoteConflict, NoteNotFound
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.obsidian.vault_config import TrashOption
from vaultdesk.vault.transactions.file_edits import (
    Create,
    Delete,
    FileEdit,
    Move,
    MoveFile,
    Origin,
    PutFile,
    RemoveFile,
    Rewrite,
)
from vaultdesk.vault.transactions.journal import Intent, Journal
from vaultdesk.vault.transactions.transaction import StagedState, count_line_changes, roll_back
from vaultdesk.vault.transactions.trash import Trash
from vaultdesk.vault.transactions.writer import Writer

# Steps of a unit are checked against the state after the earlier steps.

A, B = NotePath("a.md"), NotePath("x/b.md")
OLD, NEW = digest_of(b"old"), digest_of(b"new")


@pytest.fixture
def staged(root: Path, files: VaultFiles) -> StagedState:
    (root / "a.md").write_bytes(b"old")
    return StagedState(files.operations, Trash(root, files.operations, lambda: "local"))


def test_planning_writes_nothing(root: Path, staged: StagedState) -> None:
    staged.plan(PutFile(A, b"new", OLD))
    staged.plan(MoveFile(A, B, NEW))
    staged.plan(RemoveFile(B, NEW))
    assert [(found.name, found.read_bytes()) for found in root.iterdir()] == [("a.md", b"old")]


def test_later_steps_see_the_result_of_earlier_ones(staged: StagedState) -> None:
    staged.plan(PutFile(A, b"new", OLD))
    with pytest.raises(NoteConflict):
        staged.plan(PutFile(A, b"x", OLD))
    staged.plan(MoveFile(A, B, NEW))
    with pytest.raises(NoteNotFound):
        staged.plan(RemoveFile(A, NEW))
    with pytest.raises(NoteConflict):
        staged.plan(PutFile(B, b"x", None))
    staged.plan(PutFile(A, b"again", None))
    found = staged.file(B)
    assert found is not None
    assert found.data == b"new"


def test_an_intent_contains_everything_for_recovery(staged: StagedState) -> None:
    intent = staged.plan(PutFile(A, b"new", OLD, unit="u", undoes=3)).intent
    assert intent is not None
    assert (intent.kind, intent.old_digest, intent.new_digest, intent.data) == ("modify", OLD, NEW, b"new")
    assert (intent.unit, intent.undoes, intent.kept_bytes) == ("u", 3, 3)
    assert intent.temporary.startswith(".vaultdesk-")
    intent = staged.plan(PutFile(B, b"b", None)).intent
    assert intent is not None
    assert (intent.kind, intent.folders, intent.old_digest) == ("create", ("x",), "")
    intent = staged.plan(RemoveFile(A, NEW)).intent
    assert intent is not None
    assert (intent.kind, intent.new_path, intent.folders, intent.data) == ("delete", ".trash/a.md", (".trash",), None)


def test_a_step_without_effect_has_no_intent(staged: StagedState) -> None:
    assert staged.plan(PutFile(A, b"old", OLD)).intent is None


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        (b"a\nb\n", b"a\nc\nd\n", (2, 1)),
        (b"", b"a", (1, 0)),
        (b"a\na\n", b"a\n", (0, 1)),
        (b"a\nb\n", b"b\na\n", (0, 0)),
    ],
)
def test_changed_lines_are_counted_regardless_of_their_position(
    old: bytes, new: bytes, counts: tuple[int, int]
) -> None:
    assert count_line_changes(old, new) == counts


# Rollback: each kind of change is reverted exactly; later changes by other programs are kept.

PUT_BACK_A = NotePath("a.md")
PUT_BACK_OLD = digest_of(b"old")


def perform(files: VaultFiles, journal: Journal, edit: FileEdit, option: TrashOption) -> Intent:
    """Perform *edit* and return the intent recorded in the journal before it."""
    intents_begun: list[Intent] = []
    real_begin = journal.begin
    journal.begin = lambda intents, origin: (intents_begun.extend(intents), real_begin(intents, origin))[1]  # type: ignore[method-assign]
    Writer(files, journal, Trash(files.root, files.operations, lambda: option)).apply([edit], Origin("g"))
    return intents_begun[0]


def tree(root: Path) -> dict[str, bytes | None]:
    return {found.relative_to(root).as_posix(): found.read_bytes() if found.is_file() else None
            for found in root.rglob("*")}  # fmt: skip


@pytest.mark.parametrize("option", ["local", "none"])
@pytest.mark.parametrize(
    "edit",
    [
        Rewrite(PUT_BACK_A, "new", PUT_BACK_OLD),
        Move(PUT_BACK_A, NotePath("x/y/b.md"), PUT_BACK_OLD),
        Delete(PUT_BACK_A, PUT_BACK_OLD),
        Create(NotePath("x/c.md"), "c"),
    ],
)
def test_a_change_is_rolled_back_exactly(root: Path, files: VaultFiles, journal: Journal, edit: FileEdit,
                              option: TrashOption) -> None:  # fmt: skip
    (root / "a.md").write_bytes(b"old")
    (root / "a.md").chmod(0o640)
    before, mode = tree(root), (root / "a.md").stat().st_mode
    intent = perform(files, journal, edit, option)
    assert tree(root) != before
    roll_back(files.operations, journal, intent)
    assert (tree(root), (root / "a.md").stat().st_mode) == (before, mode)


def test_a_later_change_by_another_program_is_not_rolled_back(root: Path, files: VaultFiles, journal: Journal) -> None:
    (root / "a.md").write_bytes(b"old")
    intent = perform(files, journal, Rewrite(PUT_BACK_A, "new", PUT_BACK_OLD), "none")
    (root / "a.md").write_bytes(b"theirs")
    with pytest.raises(NoteConflict):
        roll_back(files.operations, journal, intent)
    assert tree(root) == {"a.md": b"theirs"}

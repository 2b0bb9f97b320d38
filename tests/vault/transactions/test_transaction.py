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

# A unit's steps are checked against the vault as the earlier ones will leave it.

A, B = NotePath("a.md"), NotePath("x/b.md")
OLD, NEW = digest_of(b"old"), digest_of(b"new")


@pytest.fixture
def prospect(root: Path, files: VaultFiles) -> StagedState:
    (root / "a.md").write_bytes(b"old")
    return StagedState(files.operations, Trash(root, files.operations, lambda: "local"))


def test_planning_touches_nothing(root: Path, prospect: StagedState) -> None:
    prospect.plan(PutFile(A, b"new", OLD))
    prospect.plan(MoveFile(A, B, NEW))
    prospect.plan(RemoveFile(B, NEW))
    assert [(found.name, found.read_bytes()) for found in root.iterdir()] == [("a.md", b"old")]


def test_later_steps_see_what_earlier_ones_leave(prospect: StagedState) -> None:
    prospect.plan(PutFile(A, b"new", OLD))
    with pytest.raises(NoteConflict):
        prospect.plan(PutFile(A, b"x", OLD))
    prospect.plan(MoveFile(A, B, NEW))
    with pytest.raises(NoteNotFound):
        prospect.plan(RemoveFile(A, NEW))
    with pytest.raises(NoteConflict):
        prospect.plan(PutFile(B, b"x", None))
    prospect.plan(PutFile(A, b"again", None))
    found = prospect.file(B)
    assert found is not None
    assert found.data == b"new"


def test_the_journal_is_to_know_all_that_recovery_needs(prospect: StagedState) -> None:
    intent = prospect.plan(PutFile(A, b"new", OLD, unit="u", undoes=3)).intent
    assert intent is not None
    assert (intent.kind, intent.old_digest, intent.new_digest, intent.data) == ("modify", OLD, NEW, b"new")
    assert (intent.unit, intent.undoes, intent.kept_bytes) == ("u", 3, 3)
    assert intent.temporary.startswith(".vaultdesk-")
    intent = prospect.plan(PutFile(B, b"b", None)).intent
    assert intent is not None
    assert (intent.kind, intent.folders, intent.old_digest) == ("create", ("x",), "")
    intent = prospect.plan(RemoveFile(A, NEW)).intent
    assert intent is not None
    assert (intent.kind, intent.new_path, intent.folders, intent.data) == ("delete", ".trash/a.md", (".trash",), None)


def test_what_is_so_already_needs_no_change(prospect: StagedState) -> None:
    assert prospect.plan(PutFile(A, b"old", OLD)).intent is None


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        (b"a\nb\n", b"a\nc\nd\n", (2, 1)),
        (b"", b"a", (1, 0)),
        (b"a\na\n", b"a\n", (0, 1)),
        (b"a\nb\n", b"b\na\n", (0, 0)),
    ],
)
def test_lines_are_counted_wherever_they_stand(old: bytes, new: bytes, counts: tuple[int, int]) -> None:
    assert count_line_changes(old, new) == counts


# Each kind of change can be taken off the disk again, exactly; what somebody changed since stays.

PUT_BACK_A = NotePath("a.md")
PUT_BACK_OLD = digest_of(b"old")


def done(files: VaultFiles, journal: Journal, edit: FileEdit, option: TrashOption) -> Intent:
    """Do *edit*; return what the journal was told before."""
    begun: list[Intent] = []
    real = journal.begin
    journal.begin = lambda intents, origin: (begun.extend(intents), real(intents, origin))[1]  # type: ignore[method-assign]
    Writer(files, journal, Trash(files.root, files.operations, lambda: option)).apply([edit], Origin("g"))
    return begun[0]


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
def test_a_change_is_put_back(root: Path, files: VaultFiles, journal: Journal, edit: FileEdit,
                              option: TrashOption) -> None:  # fmt: skip
    (root / "a.md").write_bytes(b"old")
    (root / "a.md").chmod(0o640)
    before, state = tree(root), (root / "a.md").stat().st_mode
    intent = done(files, journal, edit, option)
    assert tree(root) != before
    roll_back(files.operations, journal, intent)
    assert (tree(root), (root / "a.md").stat().st_mode) == (before, state)


def test_what_somebody_changed_since_stays(root: Path, files: VaultFiles, journal: Journal) -> None:
    (root / "a.md").write_bytes(b"old")
    intent = done(files, journal, Rewrite(PUT_BACK_A, "new", PUT_BACK_OLD), "none")
    (root / "a.md").write_bytes(b"theirs")
    with pytest.raises(NoteConflict):
        roll_back(files.operations, journal, intent)
    assert tree(root) == {"a.md": b"theirs"}

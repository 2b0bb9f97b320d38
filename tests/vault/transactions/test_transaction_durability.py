"""Each step is synced; where the disk does not confirm it, the result is unconfirmed and the change stays open."""

import os
from pathlib import Path

import pytest

from vaultdesk.core.errors import JournalFailed, NoteConflict, NoteNotWritten, VaultError
from vaultdesk.vault.disk.file_operations import FileOperations
from vaultdesk.vault.disk.folder import PosixFolder
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import FileStep, MoveFile, Origin, PutFile, StepOutcome
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.transactions.transaction import StagedState, TransactionRunner, failed_outcomes
from vaultdesk.vault.transactions.trash import Trash

A, B = NotePath("a.md"), NotePath("f/b.md")
OLD, NEW = digest_of(b"old"), digest_of(b"new")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="drives the POSIX folder")


@pytest.fixture
def note(root: Path) -> Path:
    (root / "a.md").write_bytes(b"old")
    return root / "a.md"


def run(files: VaultFiles, journal: Journal, *steps: FileStep) -> tuple[StepOutcome, ...]:
    trash = Trash(files.root, files.operations, lambda: "local")
    staged = StagedState(files.operations, trash)
    planned = [staged.plan(step) for step in steps]
    return TransactionRunner(files.operations, journal, trash).run(planned, Origin("g"))


def states(journal: Journal) -> list[str]:
    return [entry.state for entry in journal.changes()]


def test_a_failed_snapshot_prevents_the_change(
    files: VaultFiles, journal: Journal, note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(data: bytes) -> str:
        raise JournalFailed("The disk is full")

    monkeypatch.setattr(journal.snapshots, "save", full)
    (outcome,) = run(files, journal, PutFile(A, b"new", OLD))
    assert (outcome.result, type(outcome.error), note.read_bytes()) == ("failed", JournalFailed, b"old")
    assert states(journal) == ["failed"]


def test_nothing_is_changed_without_a_writable_journal(files: VaultFiles, journal: Journal, note: Path) -> None:
    journal.folder.write_bytes(b"in the way")
    first, second = run(files, journal, PutFile(A, b"new", OLD, unit="u"), PutFile(B, b"x", None, unit="u"))
    assert (first.result, second.result, type(first.error)) == ("failed", "skipped", JournalFailed)
    assert sorted(found.name for found in files.root.iterdir()) == ["a.md"]


def test_a_failed_sync_leaves_the_change_open(
    files: VaultFiles, journal: Journal, note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def sync(folder: PosixFolder) -> None:
        calls.append("sync")
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(PosixFolder, "sync", sync)
    (outcome,) = run(files, journal, PutFile(A, b"new", OLD))
    assert (outcome.result, outcome.digest, note.read_bytes()) == ("unconfirmed", NEW, b"new")
    assert states(journal) == ["unconfirmed"]
    assert calls == ["sync"]  # Never repeated on the same descriptor (Rebello et al., USENIX ATC 2020).


def test_an_error_after_a_completed_step_is_unconfirmed_not_failed(
    files: VaultFiles, journal: Journal, note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network file system may lose the reply to a rename that it performed."""
    real = PosixFolder.replace

    def replace(folder: PosixFolder, name: str, by: str) -> None:
        real(folder, name, by)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(PosixFolder, "replace", replace)
    (outcome,) = run(files, journal, PutFile(A, b"new", OLD))
    assert (outcome.result, note.read_bytes()) == ("unconfirmed", b"new")


def test_a_file_that_differs_right_after_the_write_is_reported(
    files: VaultFiles, journal: Journal, note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = FileOperations.replace

    def replace(work: FileOperations, *args: object) -> int:
        size = real(work, *args)  # type: ignore[arg-type]
        note.write_bytes(b"theirs")
        return size

    monkeypatch.setattr(FileOperations, "replace", replace)
    (outcome,) = run(files, journal, PutFile(A, b"new", OLD))
    assert (outcome.result, type(outcome.error), note.read_bytes()) == ("unconfirmed", NoteConflict, b"theirs")
    assert states(journal) == ["unconfirmed"]


def test_a_failed_journal_update_keeps_the_note_and_is_unconfirmed(
    files: VaultFiles, journal: Journal, note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(states: object) -> None:
        raise JournalFailed("The disk is full")

    monkeypatch.setattr(journal, "finish", full)
    (outcome,) = run(files, journal, PutFile(A, b"new", OLD))
    assert (outcome.result, note.read_bytes(), states(journal)) == ("unconfirmed", b"new", ["intended"])


def test_a_temporary_file_that_cannot_be_removed_keeps_the_change_open(
    files: VaultFiles, journal: Journal, note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: PosixFolder, *names: str) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(PosixFolder, "replace", refuse)
    monkeypatch.setattr(PosixFolder, "remove", refuse)
    (outcome,) = run(files, journal, PutFile(A, b"new", OLD))
    assert (outcome.result, type(outcome.error), states(journal)) == ("failed", NoteNotWritten, ["intended"])


def test_a_failed_move_is_reported_as_failed(files: VaultFiles, journal: Journal, note: Path,
                                          monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    def refuse(folder: PosixFolder, name: str, to: PosixFolder, new_name: str) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(PosixFolder, "move", refuse)
    (outcome,) = run(files, journal, MoveFile(A, B, OLD))
    assert (outcome.result, sorted(found.name for found in files.root.iterdir())) == ("failed", ["a.md"])


@pytest.mark.parametrize(("error", "result"), [(NoteConflict("x"), "conflict"), (NoteNotWritten("x"), "failed")])
def test_other_steps_of_a_failed_unit_are_skipped(error: VaultError, result: str) -> None:
    steps = [PutFile(A, b"", None), PutFile(B, b"", None)]
    assert [outcome.result for outcome in failed_outcomes(steps, 1, error)] == ["skipped", result]

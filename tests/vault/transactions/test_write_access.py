"""Tests of vault/transactions/write_access.py."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from vaultdesk.core.errors import JournalFailed, VaultReadOnly
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import Create, FileStep, MoveFile, Origin, PutFile, RemoveFile
from vaultdesk.vault.transactions.journal import Intent, Journal, Retention
from vaultdesk.vault.transactions.transaction import StagedState, TransactionRunner
from vaultdesk.vault.transactions.trash import Trash
from vaultdesk.vault.transactions.write_access import WriteAccess, WriteLock, recover
from vaultdesk.vault.transactions.writer import Writer

# Recovery: the journal is reconciled with the disk; no data is lost, no temporary file remains, and it is idempotent.

A, B, C = NotePath("a.md"), NotePath("b.md"), NotePath("x/y/c.md")
OLD, NEW = digest_of(b"old"), digest_of(b"new")


class Killed(BaseException):
    """Simulates the end of the process in the middle of a step."""


@pytest.fixture
def crash(root: Path, files: VaultFiles, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> "Crash":
    (root / "a.md").write_bytes(b"old")
    (root / "b.md").write_bytes(b"b")
    return Crash(files, journal, monkeypatch)


class Crash:
    """Performs steps and simulates a crash right before the journal is updated."""

    def __init__(self, files: VaultFiles, journal: Journal, patch: pytest.MonkeyPatch) -> None:
        self.files, self.journal, self.patch = files, journal, patch

    def after(self, count: int, *steps: FileStep) -> None:
        """Perform *count* of *steps*, then crash."""
        trash = Trash(self.files.root, self.files.operations, lambda: "local")
        staged = StagedState(self.files.operations, trash)
        planned = [staged.plan(step) for step in steps]
        runner = TransactionRunner(self.files.operations, self.journal, trash)
        perform, performed = runner._perform_step, iter(range(count))

        def perform_or_crash(plan: object, change: int) -> object:
            if next(performed, None) is None:
                raise Killed
            return perform(plan, change)  # type: ignore[arg-type]

        def crash(states: object) -> None:
            raise Killed

        with self.patch.context() as patched:
            patched.setattr(runner, "_perform_step", perform_or_crash)
            patched.setattr(self.journal, "finish", crash)
            with pytest.raises(Killed):
                runner.run(planned, Origin("run"))


def tree(root: Path) -> dict[str, bytes | None]:
    return {found.relative_to(root).as_posix(): found.read_bytes() if found.is_file() else None
            for found in root.rglob("*")}  # fmt: skip


def verdicts(files: VaultFiles, journal: Journal) -> list[str]:
    """Recover twice; the second time changes nothing. Return the verdicts."""
    found = recover(files, journal)
    after = tree(files.root)
    assert recover(files, journal) == ()
    assert (tree(files.root), journal.open_changes()) == (after, ())
    assert all(bool(change.sentence) == (change.verdict != "done") for change in found)
    return [change.verdict for change in found]


STEPS: Sequence[FileStep] = [PutFile(A, b"new", OLD), PutFile(C, b"c", None), MoveFile(A, C, OLD), RemoveFile(A, OLD)]


@pytest.mark.parametrize("step", STEPS)
def test_a_step_not_performed_is_recovered_as_not_done(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash, step: FileStep
) -> None:
    before = tree(root)
    crash.after(0, step)
    assert verdicts(files, journal) == ["not done"]
    assert tree(root) == before
    assert [entry.state for entry in journal.changes()] == ["failed"]


@pytest.mark.parametrize("step", STEPS)
def test_a_performed_step_is_recovered_as_done(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash, step: FileStep
) -> None:
    crash.after(1, step)
    after = tree(root)
    assert verdicts(files, journal) == ["done"]
    assert tree(root) == after
    assert [entry.state for entry in journal.changes()] == ["done"]


@pytest.mark.parametrize("step", [PutFile(A, b"new", OLD), RemoveFile(A, OLD)])
@pytest.mark.parametrize("performed", [0, 1])
def test_a_third_version_is_kept_and_the_others_are_stored_as_snapshots(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash, step: FileStep, performed: int
) -> None:
    crash.after(performed, step)
    if performed == 0:
        journal.snapshots.save(b"old")  # The snapshot follows the intent, and the simulated crash came in between.
    (root / "a.md").write_bytes(b"theirs")
    assert verdicts(files, journal) == ["conflict"]
    assert (root / "a.md").read_bytes() == b"theirs"
    (entry,) = journal.changes()
    assert (entry.state, journal.snapshot(entry.old_digest)) == ("conflict", b"old")
    if isinstance(step, PutFile):
        assert journal.snapshot(entry.new_digest) == b"new"


def test_a_note_created_by_another_program_at_the_path_of_ours_is_kept(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(0, PutFile(C, b"mine", None))
    (root / "x" / "y").mkdir(parents=True)
    (root / "x" / "y" / "c.md").write_bytes(b"theirs")
    assert verdicts(files, journal) == ["conflict"]
    assert (root / "x" / "y" / "c.md").read_bytes() == b"theirs"
    assert journal.snapshot(digest_of(b"mine")) == b"mine"


UNIT = [PutFile(A, b"new", OLD, unit="u"), MoveFile(A, C, NEW, unit="u"), PutFile(C, b"newer", NEW, unit="u"),
        RemoveFile(B, digest_of(b"b"), unit="u"), PutFile(NotePath("d.md"), b"d", None, unit="u")]  # fmt: skip


@pytest.mark.parametrize("performed", range(len(UNIT)))
def test_an_interrupted_unit_is_rolled_back_completely(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash, performed: int
) -> None:
    (root / "a.md").chmod(0o640)
    before, mode = tree(root), (root / "a.md").stat().st_mode
    crash.after(performed, *UNIT)
    assert verdicts(files, journal) == ["rolled back"] * performed + ["not done"] * (len(UNIT) - performed)
    assert (tree(root), (root / "a.md").stat().st_mode) == (before, mode)
    assert {entry.state for entry in journal.changes()} == {"failed"}


def test_a_completed_unit_is_kept(root: Path, files: VaultFiles, journal: Journal, crash: Crash) -> None:
    crash.after(len(UNIT), *UNIT)
    after = tree(root)
    assert verdicts(files, journal) == ["done"] * len(UNIT)
    assert tree(root) == after


def test_a_unit_member_changed_since_by_another_program_is_kept(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(
        2,
        PutFile(A, b"new", OLD, unit="u"),
        PutFile(B, b"2", digest_of(b"b"), unit="u"),
        PutFile(C, b"c", None, unit="u"),
    )
    (root / "b.md").write_bytes(b"theirs")
    assert verdicts(files, journal) == ["done", "conflict", "not done"]
    assert tree(root) == {"a.md": b"new", "b.md": b"theirs"}


def test_only_temporary_files_recorded_in_the_journal_are_removed(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(0, PutFile(A, b"new", OLD))
    (change,) = journal.open_changes()
    (root / change.intent.temporary).write_bytes(b"ne")
    (root / ".vaultdesk-0000000000000000.tmp").write_bytes(b"another program's")
    verdicts(files, journal)
    assert sorted(tree(root)) == [".vaultdesk-0000000000000000.tmp", "a.md", "b.md"]


@pytest.mark.skipif(os.name == "nt", reason="second names of POSIX")
@pytest.mark.parametrize("second_name", ["same", "placeholder"])
def test_a_move_interrupted_between_two_names_is_reverted(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash, second_name: str
) -> None:
    """Without an exclusive rename, both names exist for a moment."""
    crash.after(0, MoveFile(A, B.__class__("c.md"), OLD))
    if second_name == "same":
        (root / "c.md").hardlink_to(root / "a.md")
    else:
        (root / "c.md").write_bytes(b"")
    assert verdicts(files, journal) == ["not done"]
    assert tree(root) == {"a.md": b"old", "b.md": b"b"}


def test_a_note_created_by_another_program_at_the_target_of_a_move_is_kept(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(0, MoveFile(A, NotePath("c.md"), OLD))
    (root / "c.md").write_bytes(b"theirs")
    assert verdicts(files, journal) == ["conflict"]
    assert tree(root) == {"a.md": b"old", "b.md": b"b", "c.md": b"theirs"}


@pytest.mark.skipif(os.name == "nt", reason="second names of POSIX")
def test_a_deletion_interrupted_between_two_names_is_reverted(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(0, RemoveFile(A, OLD))
    (root / ".trash").mkdir()
    (root / ".trash" / "a.md").hardlink_to(root / "a.md")
    assert verdicts(files, journal) == ["not done"]
    assert tree(root) == {"a.md": b"old", "b.md": b"b"}


def test_our_empty_placeholder_is_removed_and_an_empty_note_of_another_program_is_not(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(0, PutFile(NotePath("c.md"), b"c", None))
    crash.after(0, PutFile(NotePath("d.md"), b"d", None))
    first, _ = journal.open_changes()
    for name in ("c.md", "d.md"):
        (root / name).write_bytes(b"")
    (root / first.intent.temporary).write_bytes(b"c")
    assert verdicts(files, journal) == ["not done", "conflict"]
    assert tree(root) == {"a.md": b"old", "b.md": b"b", "d.md": b""}


def test_an_unconfirmed_change_followed_by_another_is_done(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(1, PutFile(A, b"new", OLD))
    (change,) = journal.open_changes()
    journal.finish({change.id: "unconfirmed"})
    trash = Trash(root, files.operations, lambda: "none")
    plan = StagedState(files.operations, trash).plan(PutFile(A, b"newer", NEW))
    TransactionRunner(files.operations, journal, trash).run([plan], Origin("later"))
    assert verdicts(files, journal) == ["done"]
    assert (root / "a.md").read_bytes() == b"newer"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_change_of_an_unreadable_note_stays_open(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(1, PutFile(A, b"new", OLD))
    (root / "a.md").chmod(0)
    assert [change.verdict for change in recover(files, journal)] == ["unknown"]
    assert len(journal.open_changes()) == 1


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_folder_replaced_by_a_link_is_not_followed(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(1, PutFile(C, b"c", None))
    (root / "x" / "y").rename(root / "real")
    (root / "x" / "y").symlink_to(root.parent / "outside")
    assert [change.verdict for change in recover(files, journal)] == ["unknown"]
    assert [found.name for found in (root.parent / "outside").iterdir()] == ["secret.md"]


# Write lock: one process writes; the system releases the lock if it dies.

HOLDER = """
import sys
from pathlib import Path
from vaultdesk.vault.transactions.write_access import WriteLock
lock = WriteLock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
sys.stdin.read()
"""


def test_two_locks_in_one_process_exclude_each_other(tmp_path: Path) -> None:
    first, second = WriteLock(tmp_path / "l.lock"), WriteLock(tmp_path / "l.lock")
    assert (first.acquire(), first.acquire(), second.acquire()) == (True, True, False)
    assert (first.held, second.held) == (True, False)
    assert str(os.getpid()) in second.refusal_reason()
    first.release()
    assert second.acquire()
    second.release()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_killed_process_releases_the_lock(tmp_path: Path) -> None:
    lock = WriteLock(tmp_path / "l.lock")
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "l.lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"True\n"
        assert not lock.acquire()
        assert f"process {holder.pid}" in lock.refusal_reason()
        holder.send_signal(signal.SIGKILL)
        holder.wait(10)
        assert lock.acquire()
    lock.release()


def test_an_unwritable_lock_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalFailed):
        WriteLock(tmp_path / "file" / "l.lock").acquire()


def test_the_refusal_reason_is_complete_without_a_known_holder(tmp_path: Path) -> None:
    assert WriteLock(tmp_path / "l.lock").refusal_reason().startswith("Another VaultDesk has this vault open")


# Write access is created on first use and held by one process at a time.


def access_for(files: VaultFiles, data_folder: Path | None) -> WriteAccess:
    return WriteAccess(files, data_folder, Retention)


def writer(access: WriteAccess) -> Writer:
    return access.writer(lambda: "none", lambda changes: None)


def test_the_second_access_is_read_only_until_the_first_is_closed(tmp_path: Path, files: VaultFiles) -> None:
    first, second = access_for(files, tmp_path / "p"), access_for(files, tmp_path / "p")
    assert not (tmp_path / "p").exists()
    assert writer(first) is writer(first)
    with pytest.raises(VaultReadOnly, match="Another VaultDesk"):
        writer(second)
    assert second.read_only.startswith("Another VaultDesk")
    first.close()
    writer(second)
    assert second.read_only == ""
    second.close()


def test_changes_left_open_by_a_crash_are_recovered_before_the_first_write(tmp_path: Path, files: VaultFiles) -> None:
    first = access_for(files, tmp_path / "p")
    writer(first).journal.begin([Intent("create", "a.md", new_digest="1", temporary=".t")], Origin("g"))
    (files.root / ".t").write_bytes(b"")
    first.close()
    second = access_for(files, tmp_path / "p")
    writer(second)
    assert [change.verdict for change in second.recovered] == ["not done"]
    assert list(files.root.iterdir()) == []
    second.close()


def test_an_unusable_journal_releases_the_lock(tmp_path: Path, files: VaultFiles) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "journal.sqlite").write_bytes(b"no database" * 100)
    broken = access_for(files, tmp_path / "p")
    with pytest.raises(JournalFailed):
        writer(broken)
    assert not broken._lock.held
    broken.close()


def test_without_a_data_folder_all_data_is_removed_on_close(
    tmp_path: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    private = access_for(files, None)
    writer(private).apply([Create(NotePath("a.md"), "x")], Origin("g"))
    assert len(private.journal.changes()) == 1
    private.close()
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize("when", ["claimed", "running"])
def test_a_failed_cleanup_is_logged_and_fails_no_write(
    when: str, tmp_path: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")

    def fail() -> int:
        raise JournalFailed("The record of changes cannot be used: busy.")

    access = access_for(files, tmp_path / "p")
    if when == "running":
        writer(access).apply([Create(NotePath("a.md"), "x")], Origin("g"))
        monkeypatch.setattr("vaultdesk.vault.transactions.journal.CLEANUP_AFTER_CHANGES", 1)
    monkeypatch.setattr(access.journal, "delete_old", fail)
    (outcome,) = writer(access).apply([Create(NotePath("b.md"), "x")], Origin("g"))
    assert outcome.result == "done"
    assert (files.root / "b.md").read_text() == "x"
    assert "cannot be used: busy" in caplog.text
    caplog.clear()
    access.close()


def test_old_changes_are_deleted_while_running(
    tmp_path: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = access_for(files, tmp_path / "p")
    writer(access).apply([Create(NotePath("a.md"), "x")], Origin("g"))
    cleanups: list[bool] = []
    monkeypatch.setattr("vaultdesk.vault.transactions.journal.CLEANUP_AFTER_CHANGES", 1)
    monkeypatch.setattr(access.journal, "delete_old", lambda: cleanups.append(True))
    writer(access)
    assert cleanups == [True]
    access.close()

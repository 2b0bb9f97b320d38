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

# After a crash the journal is brought to what the disk says; nothing is lost, no litter stays, twice is as once.

A, B, C = NotePath("a.md"), NotePath("b.md"), NotePath("x/y/c.md")
OLD, NEW = digest_of(b"old"), digest_of(b"new")


class Killed(BaseException):
    """The program ends here, in the middle."""


@pytest.fixture
def crash(root: Path, files: VaultFiles, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> "Crash":
    (root / "a.md").write_bytes(b"old")
    (root / "b.md").write_bytes(b"b")
    return Crash(files, journal, monkeypatch)


class Crash:
    """Does steps and ends the program right before it can tell the journal."""

    def __init__(self, files: VaultFiles, journal: Journal, patch: pytest.MonkeyPatch) -> None:
        self.files, self.journal, self.patch = files, journal, patch

    def after(self, count: int, *steps: FileStep) -> None:
        """Do *count* of *steps*, then die."""
        trash = Trash(self.files.root, self.files.operations, lambda: "local")
        prospect = StagedState(self.files.operations, trash)
        planned = [prospect.plan(step) for step in steps]
        work = TransactionRunner(self.files.operations, self.journal, trash)
        real, done = work._perform_step, iter(range(count))

        def do(plan: object, change: int) -> object:
            if next(done, None) is None:
                raise Killed
            return real(plan, change)  # type: ignore[arg-type]

        def die(states: object) -> None:
            raise Killed

        with self.patch.context() as patched:
            patched.setattr(work, "_perform_step", do)
            patched.setattr(self.journal, "finish", die)
            with pytest.raises(Killed):
                work.run(planned, Origin("run"))


def tree(root: Path) -> dict[str, bytes | None]:
    return {found.relative_to(root).as_posix(): found.read_bytes() if found.is_file() else None
            for found in root.rglob("*")}  # fmt: skip


def verdicts(files: VaultFiles, journal: Journal) -> list[str]:
    """Recover, and once more: the second time there is nothing to do, and nothing changes."""
    found = recover(files, journal)
    after = tree(files.root)
    assert recover(files, journal) == ()
    assert (tree(files.root), journal.open_changes()) == (after, ())
    assert all(bool(one.sentence) == (one.verdict != "done") for one in found)
    return [one.verdict for one in found]


STEPS: Sequence[FileStep] = [PutFile(A, b"new", OLD), PutFile(C, b"c", None), MoveFile(A, C, OLD), RemoveFile(A, OLD)]


@pytest.mark.parametrize("step", STEPS)
def test_what_was_not_done_is_told_so(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash, step: FileStep
) -> None:
    before = tree(root)
    crash.after(0, step)
    assert verdicts(files, journal) == ["not done"]
    assert tree(root) == before
    assert [entry.state for entry in journal.changes()] == ["failed"]


@pytest.mark.parametrize("step", STEPS)
def test_what_was_done_is_done(root: Path, files: VaultFiles, journal: Journal, crash: Crash, step: FileStep) -> None:
    crash.after(1, step)
    after = tree(root)
    assert verdicts(files, journal) == ["done"]
    assert tree(root) == after
    assert [entry.state for entry in journal.changes()] == ["done"]


@pytest.mark.parametrize("step", [PutFile(A, b"new", OLD), RemoveFile(A, OLD)])
@pytest.mark.parametrize("done", [0, 1])
def test_a_third_version_stays_and_the_others_are_kept(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash, step: FileStep, done: int
) -> None:
    crash.after(done, step)
    if done == 0:
        journal.snapshots.save(b"old")  # The intent is followed by the snapshot; the test's crash came between.
    (root / "a.md").write_bytes(b"theirs")
    assert verdicts(files, journal) == ["conflict"]
    assert (root / "a.md").read_bytes() == b"theirs"
    (entry,) = journal.changes()
    assert (entry.state, journal.snapshot(entry.old_digest)) == ("conflict", b"old")
    if isinstance(step, PutFile):
        assert journal.snapshot(entry.new_digest) == b"new"


def test_a_note_somebody_else_made_in_the_place_of_ours_stays(
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


@pytest.mark.parametrize("done", range(len(UNIT)))
def test_a_unit_that_was_cut_is_put_back_whole(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash, done: int
) -> None:
    (root / "a.md").chmod(0o640)
    before, mode = tree(root), (root / "a.md").stat().st_mode
    crash.after(done, *UNIT)
    assert verdicts(files, journal) == ["rolled back"] * done + ["not done"] * (len(UNIT) - done)
    assert (tree(root), (root / "a.md").stat().st_mode) == (before, mode)
    assert {entry.state for entry in journal.changes()} == {"failed"}


def test_a_unit_that_was_done_whole_stays(root: Path, files: VaultFiles, journal: Journal, crash: Crash) -> None:
    crash.after(len(UNIT), *UNIT)
    after = tree(root)
    assert verdicts(files, journal) == ["done"] * len(UNIT)
    assert tree(root) == after


def test_a_part_of_a_unit_that_somebody_changed_since_stays(
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


def test_only_hidden_files_that_the_journal_names_are_removed(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(0, PutFile(A, b"new", OLD))
    (change,) = journal.open_changes()
    (root / change.intent.temporary).write_bytes(b"ne")
    (root / ".vaultdesk-0000000000000000.tmp").write_bytes(b"another program's")
    verdicts(files, journal)
    assert sorted(tree(root)) == [".vaultdesk-0000000000000000.tmp", "a.md", "b.md"]


@pytest.mark.skipif(os.name == "nt", reason="second names of POSIX")
@pytest.mark.parametrize("second", ["same", "placeholder"])
def test_a_move_cut_between_two_names_is_taken_back(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash, second: str
) -> None:
    """On disks without the exclusive rename there is a moment with both."""
    crash.after(0, MoveFile(A, B.__class__("c.md"), OLD))
    if second == "same":
        (root / "c.md").hardlink_to(root / "a.md")
    else:
        (root / "c.md").write_bytes(b"")
    assert verdicts(files, journal) == ["not done"]
    assert tree(root) == {"a.md": b"old", "b.md": b"b"}


def test_a_note_that_somebody_made_at_the_new_place_of_a_move_stays(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(0, MoveFile(A, NotePath("c.md"), OLD))
    (root / "c.md").write_bytes(b"theirs")
    assert verdicts(files, journal) == ["conflict"]
    assert tree(root) == {"a.md": b"old", "b.md": b"b", "c.md": b"theirs"}


@pytest.mark.skipif(os.name == "nt", reason="second names of POSIX")
def test_a_deletion_cut_between_two_names_is_taken_back(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(0, RemoveFile(A, OLD))
    (root / ".trash").mkdir()
    (root / ".trash" / "a.md").hardlink_to(root / "a.md")
    assert verdicts(files, journal) == ["not done"]
    assert tree(root) == {"a.md": b"old", "b.md": b"b"}


def test_an_empty_placeholder_of_ours_is_removed_and_an_empty_note_of_others_is_not(
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


def test_an_unconfirmed_change_that_was_built_on_is_done(
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
def test_a_note_that_cannot_be_read_now_stays_open(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(1, PutFile(A, b"new", OLD))
    (root / "a.md").chmod(0)
    assert [one.verdict for one in recover(files, journal)] == ["unknown"]
    assert len(journal.open_changes()) == 1


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_folder_that_became_a_link_meanwhile_is_not_followed(
    root: Path, files: VaultFiles, journal: Journal, crash: Crash
) -> None:
    crash.after(1, PutFile(C, b"c", None))
    (root / "x" / "y").rename(root / "real")
    (root / "x" / "y").symlink_to(root.parent / "outside")
    assert [one.verdict for one in recover(files, journal)] == ["unknown"]
    assert [found.name for found in (root.parent / "outside").iterdir()] == ["secret.md"]


# One program writes; the system lets go of the lease if it dies.

HOLDER = """
import sys
from pathlib import Path
from vaultdesk.vault.transactions.write_access import WriteLock as WriteLease
lease = WriteLease(Path(sys.argv[1]))
print(lease.acquire(), flush=True)
sys.stdin.read()
"""


def test_two_in_one_process_exclude_each_other(tmp_path: Path) -> None:
    first, second = WriteLock(tmp_path / "l.lock"), WriteLock(tmp_path / "l.lock")
    assert (first.acquire(), first.acquire(), second.acquire()) == (True, True, False)
    assert (first.held, second.held) == (True, False)
    assert str(os.getpid()) in second.refusal_reason()
    first.release()
    assert second.acquire()
    second.release()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_killed_holder_leaves_the_lease_free(tmp_path: Path) -> None:
    mine = WriteLock(tmp_path / "l.lock")
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "l.lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"True\n"
        assert not mine.acquire()
        assert f"process {holder.pid}" in mine.refusal_reason()
        holder.send_signal(signal.SIGKILL)
        holder.wait(10)
        assert mine.acquire()
    mine.release()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalFailed):
        WriteLock(tmp_path / "file" / "l.lock").acquire()


def test_the_sentence_holds_where_nobody_said_who(tmp_path: Path) -> None:
    assert WriteLock(tmp_path / "l.lock").refusal_reason().startswith("Another VaultDesk has this vault open")


# What writing needs is made when first needed; one program at a time has it.


def side(files: VaultFiles, place: Path | None) -> WriteAccess:
    return WriteAccess(files, place, Retention)


def writer(of: WriteAccess) -> Writer:
    return of.writer(lambda: "none", lambda changes: None)


def test_the_second_is_read_only_until_the_first_lets_go(tmp_path: Path, files: VaultFiles) -> None:
    first, second = side(files, tmp_path / "p"), side(files, tmp_path / "p")
    assert not (tmp_path / "p").exists()
    assert writer(first) is writer(first)
    with pytest.raises(VaultReadOnly, match="Another VaultDesk"):
        writer(second)
    assert second.read_only.startswith("Another VaultDesk")
    first.close()
    writer(second)
    assert second.read_only == ""
    second.close()


def test_what_a_crash_left_open_is_ended_before_the_first_write(tmp_path: Path, files: VaultFiles) -> None:
    first = side(files, tmp_path / "p")
    writer(first).journal.begin([Intent("create", "a.md", new_digest="1", temporary=".t")], Origin("g"))
    (files.root / ".t").write_bytes(b"")
    first.close()
    second = side(files, tmp_path / "p")
    writer(second)
    assert [one.verdict for one in second.recovered] == ["not done"]
    assert list(files.root.iterdir()) == []
    second.close()


def test_a_journal_that_cannot_be_used_frees_the_lease(tmp_path: Path, files: VaultFiles) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "journal.sqlite").write_bytes(b"no database" * 100)
    broken = side(files, tmp_path / "p")
    with pytest.raises(JournalFailed):
        writer(broken)
    assert not broken._lock.held
    broken.close()


def test_without_a_place_all_is_gone_at_the_end(
    tmp_path: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    private = side(files, None)
    writer(private).apply([Create(NotePath("a.md"), "x")], Origin("g"))
    assert len(private.journal.changes()) == 1
    private.close()
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_long_run_forgets_what_is_old_meanwhile(
    tmp_path: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = side(files, tmp_path / "p")
    writer(made).apply([Create(NotePath("a.md"), "x")], Origin("g"))
    asked: list[bool] = []
    monkeypatch.setattr("vaultdesk.vault.transactions.journal.CLEANUP_AFTER_CHANGES", 1)
    monkeypatch.setattr(made.journal, "delete_old", lambda: asked.append(True))
    writer(made)
    assert asked == [True]
    made.close()

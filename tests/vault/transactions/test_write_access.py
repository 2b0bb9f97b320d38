"""Tests of vault/transactions/write_access.py."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from vaultdesk.core.errors import JournalFailed, VaultReadOnly
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Create, Origin
from vaultdesk.vault.transactions.journal_entry import Intent, Retention
from vaultdesk.vault.transactions.write_access import WriteAccess, WriteLock
from vaultdesk.vault.transactions.writer import Writer

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

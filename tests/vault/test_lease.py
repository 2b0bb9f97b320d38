"""One program writes; the system lets go of the lease if it dies."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vaultdesk.core.errors import JournalFailed
from vaultdesk.vault.lease import WriteLease

HOLDER = """
import sys
from pathlib import Path
from vaultdesk.vault.lease import WriteLease
lease = WriteLease(Path(sys.argv[1]))
print(lease.take(), flush=True)
sys.stdin.read()
"""


def test_two_in_one_process_exclude_each_other(tmp_path: Path) -> None:
    first, second = WriteLease(tmp_path / "l.lock"), WriteLease(tmp_path / "l.lock")
    assert (first.take(), first.take(), second.take()) == (True, True, False)
    assert (first.held, second.held) == (True, False)
    assert str(os.getpid()) in second.why_not()
    first.release()
    assert second.take()
    second.release()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_killed_holder_leaves_the_lease_free(tmp_path: Path) -> None:
    mine = WriteLease(tmp_path / "l.lock")
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "l.lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"True\n"
        assert not mine.take()
        assert f"process {holder.pid}" in mine.why_not()
        holder.send_signal(signal.SIGKILL)
        holder.wait(10)
        assert mine.take()
    mine.release()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalFailed):
        WriteLease(tmp_path / "file" / "l.lock").take()


def test_the_sentence_holds_where_nobody_said_who(tmp_path: Path) -> None:
    assert WriteLease(tmp_path / "l.lock").why_not().startswith("Another VaultDesk has this vault open")

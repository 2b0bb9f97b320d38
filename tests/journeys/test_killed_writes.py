"""Killed writes: a writer is killed, or gets an error, at its system calls; no file is torn, lost or left over.

`python -m tests.benchmarks writes` covers every system call of every operation and 500 random kills; these tests sample
them.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.campaigns import CAMPAIGNS, campaign_count
from tests.support.doomed import ACTS
from tests.support.faults import OLD_DISK, Doomed, at_each_call, at_random_moments, doomed, fresh, order_of, why_not

pytestmark = [
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "intercepts system calls"),
    pytest.mark.timeout(120),
]

EVERY = {"write": 7, "create": 17, "move": 19, "delete": 19, "delete for good": 13, "rename with links": 29}
"""Interval of the system calls that are intercepted in a campaign run."""

THINNER = 1 if CAMPAIGNS else 4
"""Factor by which the interval is longer in an ordinary run."""


@pytest.fixture(scope="module")
def maker() -> Iterator[Doomed]:
    with doomed() as instance:
        yield instance


def test_every_operation_of_the_writer_is_covered() -> None:
    assert set(EVERY) == set(ACTS)


@pytest.mark.parametrize("act", ACTS)
def test_a_kill_or_an_error_at_a_system_call_loses_nothing(tmp_path: Path, maker: Doomed, act: str) -> None:
    score = at_each_call(maker, act, tmp_path, ["kill", "EIO"], EVERY[act] * THINNER)
    print(f"S4 {act}: {score}")
    assert score.cases > 10 / THINNER
    assert score.bad == []


@pytest.mark.parametrize("act", ["create", "move"])
def test_nothing_is_lost_on_a_file_system_without_exclusive_rename(tmp_path: Path, maker: Doomed, act: str) -> None:
    score = at_each_call(maker, act, tmp_path, ["kill", "EIO"], 23 * THINNER, OLD_DISK)
    assert score.cases > 10 / THINNER
    assert score.bad == []


def test_a_plain_write_is_torn_by_a_kill_or_an_error(tmp_path: Path, maker: Doomed) -> None:
    score = at_each_call(maker, "plain write", tmp_path, ["kill", "EIO"])
    print(f"S4 plain write: {score}")
    assert score.torn


def test_a_kill_at_a_random_moment_loses_no_confirmed_write(tmp_path: Path, maker: Doomed) -> None:
    score = at_random_moments(maker, "endless writes", tmp_path, rounds=campaign_count(20, 4), seed=1)
    print(f"{score}")
    assert score.bad == []


def test_a_plain_write_is_torn_by_random_kills(tmp_path: Path, maker: Doomed) -> None:
    score = at_random_moments(maker, "endless plain writes", tmp_path, rounds=20, seed=1)
    print(f"S5 plain: {score}")
    assert score.torn


def test_data_reaches_the_disk_in_the_order_that_survives_a_power_cut(tmp_path: Path, maker: Doomed) -> None:
    order = order_of(fresh(maker, "write", tmp_path).lines, tmp_path / "vault", tmp_path / "place")
    print(f"{order}")
    assert list(order.values()) == [True] * 4


def test_a_rename_without_sync_violates_the_order(tmp_path: Path, maker: Doomed) -> None:
    order = order_of(fresh(maker, "rename without sync", tmp_path).lines, tmp_path / "vault", tmp_path / "place")
    assert not any(order.values())


COUNTER = """
import sys
from pathlib import Path
from vaultdesk.vault.transactions.file_edits import Origin, Rewrite
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.transactions.journal import Retention
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.write_access import WriteAccess as WriteSide

root, place, rounds = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
files, path, won, conflicts = VaultFiles(root), NotePath("a.md"), 0, 0
side = WriteSide(files, place, Retention)
writer = side.writer(lambda: "none", lambda changes: None)
while won < rounds:
    read = files.read_text(path)
    (outcome,) = writer.apply([Rewrite(path, str(int(read.text) + 1), read.digest)], Origin("run", tool="t"))
    assert outcome.result in ("done", "conflict", "unconfirmed"), outcome
    won += outcome.result != "conflict"
    conflicts += outcome.result == "conflict"
side.close()
print(conflicts)
"""


def test_two_writers_of_one_note_lose_no_update(tmp_path: Path) -> None:
    """Two programs with separate journals, so that no lease excludes one of them."""
    rounds = campaign_count(100, 8)
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "a.md").write_text("0")
    started = [
        subprocess.Popen([sys.executable, "-c", COUNTER, str(tmp_path / "vault"), str(tmp_path / name), str(rounds)])
        for name in ("one", "two")
    ]
    assert [process.wait(100) for process in started] == [0, 0]
    assert (tmp_path / "vault" / "a.md").read_text() == str(2 * rounds)
    assert [found.name for found in (tmp_path / "vault").iterdir()] == ["a.md"]

"""Processes killed with SIGKILL at every system call of a write, and at hundreds of random moments of other work."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.index.test_damage import notes
from tests.support.doomed import ACTS
from tests.support.faults import Doomed, at_each_call, at_random_moments, doomed, why_not
from tests.support.index_content import fresh_content
from tests.support.killed_chat import kill_moments, killed_chat
from tests.support.killed_scan import kills
from tests.support.recorded import killed
from tests.support.vaults import write_vault

pytestmark = pytest.mark.timeout(3600)

traced = pytest.mark.skipif(bool(why_not()), reason=why_not() or "tampers with system calls")


@pytest.fixture(scope="module")
def doomed_process() -> Iterator[Doomed]:
    with doomed() as process:
        yield process


@traced
@pytest.mark.parametrize("act", ACTS)
def test_writer_killed_or_refused_at_any_system_call_loses_nothing(
    tmp_path: Path, doomed_process: Doomed, act: str
) -> None:
    score = at_each_call(doomed_process, act, tmp_path, ["kill", "EIO"])
    print(f"{act}: {score}")
    assert score.cases > 100
    assert score.bad == []


@traced
def test_writer_killed_at_500_random_moments_retains_what_it_reported(tmp_path: Path, doomed_process: Doomed) -> None:
    score = at_random_moments(doomed_process, "endless writes", tmp_path, rounds=500, seed=2)
    assert score.cases == 500
    assert score.bad == []


@pytest.mark.skipif(sys.platform == "win32", reason="forks its writers")
def test_200_killed_executors_leave_a_complete_audit_chain(tmp_path: Path) -> None:
    score = killed(tmp_path, kills=200, seed=28)
    assert score.effects >= 200
    assert (score.breaks, score.without_line) == ([], [])


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
async def test_index_killed_at_100_moments_of_its_first_scan_is_completed(tmp_path: Path) -> None:
    many = {f"{copy}/{path}": text for copy in range(7) for path, text in notes().items() if path[0] != "."}
    root = write_vault(tmp_path / "vault", many)
    fresh = await fresh_content(root, tmp_path / "fresh.sqlite")
    results = list(kills(root, tmp_path, fresh, 100, seed=2))
    assert [kill.trouble for kill in results if kill.trouble] == []
    assert len(results) == 100


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_chat_killed_at_200_moments_retains_every_message_up_to_the_last_second(tmp_path: Path) -> None:
    bad = {}
    for number, moment in enumerate(kill_moments(200, seed=3)):
        faults = killed_chat(tmp_path / str(number), moment).faults()
        if faults:
            bad[round(moment, 3)] = faults
    assert bad == {}

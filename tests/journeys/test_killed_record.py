"""Killed record: after any kill the chain of the record holds, and each effect has its line before it.

200 kills are `python -m tests.benchmarks audit`; here it is a few.
"""

import sys
from pathlib import Path

import pytest

from tests.support.campaigns import campaign_count
from tests.support.recorded import killed

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="forks its writers"),
    pytest.mark.timeout(120),
]


def test_a_runner_that_is_killed_leaves_a_whole_chain_and_no_effect_without_its_line(tmp_path: Path) -> None:
    score = killed(tmp_path, kills=campaign_count(8, 3), seed=27)
    print(f"\nS27: {score}")
    assert score.effects >= campaign_count(8, 3)
    assert (score.breaks, score.without_line) == ([], [])


def test_the_line_after_the_effect_is_missed(tmp_path: Path) -> None:
    score = killed(tmp_path, kills=12, seed=27, way="after")
    print(f"\nS27, the common way: {score}")
    assert score.without_line

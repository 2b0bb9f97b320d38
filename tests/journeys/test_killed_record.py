"""Killed audit log: after any kill its hash chain is intact, and each effect was recorded before it happened.

`python -m tests.benchmarks audit` makes 200 kills; these tests make a few.
"""

import sys
from pathlib import Path

import pytest

from tests.support.campaigns import campaign_count
from tests.support.recorded import killed

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs fork"),
    pytest.mark.timeout(120),
]


def test_a_kill_leaves_an_intact_audit_chain_and_no_unrecorded_effect(tmp_path: Path) -> None:
    score = killed(tmp_path, kills=campaign_count(8, 3), seed=27)
    print(f"\nS27: {score}")
    assert score.effects >= campaign_count(8, 3)
    assert (score.breaks, score.without_line) == ([], [])


def test_a_record_written_after_the_effect_is_detected(tmp_path: Path) -> None:
    score = killed(tmp_path, kills=12, seed=27, way="after")
    print(f"\nS27, the common way: {score}")
    assert score.without_line

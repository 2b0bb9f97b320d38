"""Sizes of generated tests in ordinary and campaign runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support import campaigns
from tests.support.campaigns import campaign_count, examples, paired, sampled
from tests.support.wine import fewer

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(params=[False, True], ids=["ordinary", "campaign"])
def is_campaign(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(campaigns, "CAMPAIGNS", request.param)
    return bool(request.param)


def test_a_sample_is_spread_evenly_and_includes_both_ends(is_campaign: bool) -> None:
    expected = list(range(101)) if is_campaign else [0, 25, 50, 75, 100]

    assert sampled(range(101), 5) == expected
    assert sampled(iter(range(101)), 5) == expected


@pytest.mark.parametrize("keep", [1, 2, 3, 7, 10, 11])
def test_a_sample_has_its_size_and_no_case_twice(monkeypatch: pytest.MonkeyPatch, keep: int) -> None:
    monkeypatch.setattr(campaigns, "CAMPAIGNS", False)
    sample = sampled(range(10), keep)

    assert len(sample) == len(set(sample)) == min(keep, 10)
    assert sample == sorted(sample)
    assert sample[0] == 0


def test_all_cases_are_taken_when_there_are_few(is_campaign: bool) -> None:
    assert sampled("abc", 3) == ["a", "b", "c"]
    assert sampled((), 3) == []


def test_a_campaign_takes_all_pairs_and_an_ordinary_run_each_case_once(is_campaign: bool) -> None:
    every = [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("c", 1), ("c", 2)]

    assert paired("abc", [1, 2]) == (every if is_campaign else [("a", 1), ("b", 2), ("c", 1)])
    assert paired(iter("abc"), iter([1, 2])) == paired("abc", [1, 2])


def test_counts_and_examples_are_small_in_the_ordinary_run(is_campaign: bool) -> None:
    assert campaign_count(100, 3) == (100 if is_campaign else 3)
    assert campaign_count(2, 3) == 2
    assert examples(300).max_examples == fewer(300 if is_campaign else 25)
    assert examples(10).max_examples == fewer(10)
    assert examples(300).deadline is None


@pytest.mark.parametrize(
    ("flag", "count", "derandomized"), [("", fewer(25), True), ("0", fewer(25), True), ("1", 400, False)]
)
def test_the_environment_selects_the_profile(flag: str, count: int, derandomized: bool) -> None:
    show = (
        "from tests.support.campaigns import load_hypothesis_profile; load_hypothesis_profile();"
        "from hypothesis import settings; print(settings().max_examples, settings().derandomize)"
    )
    environment = {**os.environ, "VAULTDESK_CAMPAIGNS": flag}
    environment.pop("CI", None)  # Hypothesis selects its own profile where it is set
    output = subprocess.run(
        [sys.executable, "-c", show], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout

    assert output.split() == [str(count), str(derandomized)]


def test_this_run_uses_the_profile_of_its_kind() -> None:
    count = campaign_count(campaigns.PROFILES["campaign"], fewer(campaigns.PROFILES["push"]))
    assert settings().max_examples == count

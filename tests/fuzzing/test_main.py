"""The fuzz targets run, and a finding is reported with the seed that repeats it."""

import random

import pytest

from tests.fuzzing.__main__ import TARGETS, main, unguided
from tests.fuzzing.choices import Choices, GuidedChoices


@pytest.mark.parametrize("target", TARGETS)
def test_each_target_runs_briefly(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([target, "--minutes", "0.01", "--seed", "7"]) == 0
    assert "without a finding" in capsys.readouterr().out


def test_finding_is_reported_with_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    values: list[int] = []

    def fuzz_once(choices: Choices) -> None:
        values.append(choices.randrange(1000))
        assert len(values) < 3

    with pytest.raises(AssertionError):
        unguided(fuzz_once, 1, seed=40)

    assert "--seed 42" in capsys.readouterr().out
    assert values[-1] == random.Random(42).randrange(1000)


class MaximumProvider:
    """Data provider that always returns the maximum."""

    def ConsumeIntInRange(self, minimum: int, maximum: int, /) -> int:  # noqa: N802 - the library's own name
        assert minimum == 0
        return maximum


def test_guided_choices_stay_in_range() -> None:
    choices = GuidedChoices(MaximumProvider())

    assert choices.randrange(5) == 4
    assert choices.choice("abc") == "c"

"""The fuzz targets run, and a finding of theirs is told with the seed that finds it again."""

import random

import pytest

from tests.fuzzing.__main__ import TARGETS, main, unguided
from tests.fuzzing.choices import Choices, GuidedChoices


@pytest.mark.parametrize("target", TARGETS)
def test_each_target_runs_for_a_moment(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([target, "--minutes", "0.01", "--seed", "7"]) == 0
    assert "without a finding" in capsys.readouterr().out


def test_a_finding_names_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[int] = []

    def one(choices: Choices) -> None:
        seen.append(choices.randrange(1000))
        assert len(seen) < 3

    with pytest.raises(AssertionError):
        unguided(one, 1, seed=40)

    assert "--seed 42" in capsys.readouterr().out
    assert seen[-1] == random.Random(42).randrange(1000)


class Data:
    """Bytes of a guide that always chooses the greatest."""

    def ConsumeIntInRange(self, least: int, most: int, /) -> int:  # noqa: N802 - the library's own name
        assert least == 0
        return most


def test_guided_choices_stay_in_range() -> None:
    choices = GuidedChoices(Data())

    assert choices.randrange(5) == 4
    assert choices.choice("abc") == "c"

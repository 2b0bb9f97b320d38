"""Tests of tests/support/growth.py, with a clock that the measured action advances."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from tests.support import growth
from tests.support.growth import NEGLIGIBLE, check_growth, check_linear, repeated

Action = Callable[[int], None]


class Clock:
    """A clock of CPU time in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def action(self, seconds_of: Callable[[int], float]) -> Action:
        """Return an action that takes `seconds_of(size)`."""

        def act(size: int) -> None:
            self.now += seconds_of(size)

        return act


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    created = Clock()
    monkeypatch.setattr(growth, "time", SimpleNamespace(thread_time=lambda: created.now))
    return created


@pytest.mark.parametrize("exponent", [0.0, 0.5, 1.0, 1.3])
def test_linear_growth_and_less_is_accepted(clock: Clock, exponent: float) -> None:
    check_linear(clock.action(lambda size: NEGLIGIBLE * size**exponent), int, 800)


@pytest.mark.parametrize("exponent", [1.6, 2.0, 3.0])
def test_faster_growth_fails_with_both_times(clock: Clock, exponent: float) -> None:
    with pytest.raises(AssertionError, match="times as long, at most 3 times is permitted"):
        check_linear(clock.action(lambda size: NEGLIGIBLE * (size / 100) ** exponent), int, 800)


def test_a_negligible_time_is_accepted(clock: Clock) -> None:
    check_linear(clock.action(lambda size: 0.9 * NEGLIGIBLE * (size / 800) ** 2), int, 800)


def test_a_measurement_disturbed_by_other_load_is_repeated(clock: Clock) -> None:
    other_load = [0.0, 90.0, 0.0, 50.0]
    action = clock.action(lambda size: NEGLIGIBLE * size + (other_load.pop(0) if other_load else 0.0))
    check_growth(action, 2, 4, 3)
    assert other_load == []


def test_a_text_is_repeated_to_a_length() -> None:
    assert repeated("ab", "<", ">")(7) == "<ababab>"

"""Tests of core/answer_limits.py."""

import pytest

from vaultdesk.core.answer_limits import MAX_ROUNDS, valid_answer_length, valid_rounds, valid_temperature
from vaultdesk.core.settings.settings_schema import ChatSettings


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, 0.0), (0.7, 0.7), ("1.5", 1.5), (2, 2.0), (2.01, None), (-0.1, None), ("nan", None), ("warm", None),
     (None, None), (True, None), ([1], None)],
)  # fmt: skip
def test_a_temperature_is_a_number_from_zero_to_two(value: object, expected: float | None) -> None:
    assert valid_temperature(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(16, 16), (15, None), ("300", 300), (300.0, 300), (300.5, None), (200_000, 200_000), (200_001, None),
     (10**400, None), ("1e3", 1000), (float("inf"), None)],
)  # fmt: skip
def test_an_answer_length_is_an_integer_within_limits(value: object, expected: int | None) -> None:
    assert valid_answer_length(value) == expected


def test_rounds_of_a_chat_have_the_same_limit_as_in_the_settings() -> None:
    assert [valid_rounds(value) for value in (0, 1, MAX_ROUNDS, MAX_ROUNDS + 1)] == [None, 1, MAX_ROUNDS, None]
    assert ChatSettings(max_rounds=MAX_ROUNDS).max_rounds == MAX_ROUNDS
    with pytest.raises(ValueError, match="less than or equal"):
        ChatSettings(max_rounds=MAX_ROUNDS + 1)

"""Values: dates, numbers, links and the order of mixed values."""

from datetime import datetime

import pytest

from vaultdesk.tools.query.property_values import (
    Moment,
    caseless_key,
    collation,
    day_of,
    is_empty,
    link_target,
    moment_of,
    number_of,
    order_key,
)

HOUR = 3_600 * 10**9


@pytest.mark.parametrize(
    ("text", "length"),
    [("2026-01-02", 24 * HOUR), ("2026-01-02T03:04", 0), ("2026-01-02 03:04:05", 0), (" 2026-01-02 ", 0)],
)
def test_iso_dates_are_moments(text: str, length: int) -> None:
    found = moment_of(text)
    assert found is not None
    assert found.end - found.start in (length, 24 * HOUR if text.strip() == "2026-01-02" else length)


@pytest.mark.parametrize("text", ["20260102", "2026-W01-1", "2026-02-30", "yesterday", "2026-01-02x", "٢٠٢٦-٠١-٠٢", ""])
def test_other_texts_are_none(text: str) -> None:
    assert moment_of(text) is None


def test_zones_count() -> None:
    assert moment_of("1970-01-01T00:00:01Z") == Moment(10**9, 10**9)
    assert moment_of("1970-01-01T01:00:01+01:00") == Moment(10**9, 10**9)


def test_a_day_is_from_midnight_to_midnight() -> None:
    day = day_of(datetime(2026, 1, 2, 15))  # noqa: DTZ001 - local
    assert (day, day.is_day) == (moment_of("2026-01-02"), True)


def test_empty_and_true_are_what_people_take_them_for() -> None:
    assert [is_empty(value) for value in (None, " ", [], {}, 0, False, "x", [None])] == [True] * 4 + [False] * 4


def test_numbers_in_quotes_are_numbers_and_truth_is_none() -> None:
    assert [number_of(value) for value in (3, "4.5", "-2", True, "4x", None)] == [3, 4.5, -2, None, None, None]


def test_a_link_is_known_by_its_target() -> None:
    assert [link_target(text) for text in ("[[A/B#c|d]]", "![[x]]", "[[a]] b", "a")] == ["A/B", "x", None, None]


def test_mixed_values_have_one_order() -> None:
    day = moment_of("2026-01-02")
    values = [None, "b", "A", 10, 9, day, "2026-01-01", [3], "Ä", "a"]
    assert sorted(values, key=order_key) == [[3], 9, 10, "2026-01-01", day, "a", "A", "Ä", "b", None]


def test_words_are_compared_without_case_and_composed() -> None:
    assert caseless_key("STRASSE") == caseless_key("straße")
    assert caseless_key("E\u0301") == caseless_key("é")
    assert collation("e") < collation("é") < collation("f")

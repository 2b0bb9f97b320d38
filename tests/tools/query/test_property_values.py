"""Tests of tools/query/property_values.py."""

from datetime import datetime

import pytest

from vaultdesk.tools.query.property_values import (
    Moment,
    collation,
    day_of,
    is_empty,
    link_target,
    moment_of,
    number_of,
    order_key,
)
from vaultdesk.vault.note_path import same_name_key

HOUR = 3_600 * 10**9


@pytest.mark.parametrize(
    ("text", "length"),
    [("2026-01-02", 24 * HOUR), ("2026-01-02T03:04", 0), ("2026-01-02 03:04:05", 0), (" 2026-01-02 ", 0)],
)
def test_iso_dates_are_parsed_as_moments(text: str, length: int) -> None:
    moment = moment_of(text)
    assert moment is not None
    assert moment.end - moment.start in (length, 24 * HOUR if text.strip() == "2026-01-02" else length)


@pytest.mark.parametrize("text", ["20260102", "2026-W01-1", "2026-02-30", "yesterday", "2026-01-02x", "٢٠٢٦-٠١-٠٢", ""])
def test_other_texts_are_not_parsed_as_moments(text: str) -> None:
    assert moment_of(text) is None


def test_time_zones_are_converted() -> None:
    assert moment_of("1970-01-01T00:00:01Z") == Moment(10**9, 10**9)
    assert moment_of("1970-01-01T01:00:01+01:00") == Moment(10**9, 10**9)


def test_a_day_lasts_from_midnight_to_midnight() -> None:
    day = day_of(datetime(2026, 1, 2, 15))  # noqa: DTZ001 - local
    assert (day, day.is_day) == (moment_of("2026-01-02"), True)


def test_null_blank_text_and_empty_collections_are_empty() -> None:
    assert [is_empty(value) for value in (None, " ", [], {}, 0, False, "x", [None])] == [True] * 4 + [False] * 4


def test_numbers_in_quotes_are_numbers_and_booleans_are_not() -> None:
    assert [number_of(value) for value in (3, "4.5", "-2", True, "4x", None)] == [3, 4.5, -2, None, None, None]


def test_the_target_of_a_link_is_extracted() -> None:
    assert [link_target(text) for text in ("[[A/B#c|d]]", "![[x]]", "[[a]] b", "a")] == ["A/B", "x", None, None]


def test_mixed_values_have_a_total_order() -> None:
    day = moment_of("2026-01-02")
    values = [None, "b", "A", 10, 9, day, "2026-01-01", [3], "Ä", "a"]
    assert sorted(values, key=order_key) == [[3], 9, 10, "2026-01-01", day, "a", "A", "Ä", "b", None]


def test_text_is_compared_without_case_and_normalized() -> None:
    assert same_name_key("STRASSE") == same_name_key("straße")
    assert same_name_key("E\u0301") == same_name_key("é")
    assert collation("e") < collation("é") < collation("f")

"""Times written by the patterns of Moment.js; what is expected here was written by Moment 2.30 itself."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from vaultdesk.vault.moment import formatted, ordinal

WHEN = datetime(2026, 11, 1, 13, 5, 9, 123456, tzinfo=timezone(timedelta(hours=-3, minutes=-30)))


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("YYYY-MM-DD", "2026-11-01"),
        ("YYYY/MMMM/YYYY-MMM-DD", "2026/November/2026-Nov-01"),
        ("gggg-[W]ww", "2026-W45"),
        ("GGGG-[W]WW", "2026-W44"),
        ("YYYY-[Q]Q", "2026-Q4"),
        ("dddd, Do MMMM YYYY", "Sunday, 1st November 2026"),
        ("ddd dd d e E", "Sun Su 0 0 7"),
        ("DDD DDDD DDDo", "305 305 305th"),
        ("HH:mm:ss H h hh A a k", "13:05:09 13 1 01 PM pm 13"),
        ("hmm Hmmss", "105 130509"),
        ("SSS S SSSSSS", "123 1 123000"),
        ("Z ZZ", "-03:30 -0330"),
        ("X x", "1793550909 1793550909123"),
        ("LT LTS L", "1:05 PM 1:05:09 PM 11/01/2026"),
        ("LLLL", "Sunday, November 1, 2026 1:05 PM"),
        ("l ll", "11/1/2026 Nov 1, 2026"),
        ("[Today] YYYY", "Today 2026"),
        ("[a] [b]", "a b"),
        ("\\YYYY", "YYYY"),
        ("YYYYYYY", "+0020262026"),
        ("Mo Qo wo Wo", "11th 4th 45th 44th"),
        ("{{date}} <% x %> ü 日", "{{0pmt0}} <% 1793550909123 %> ü 日"),
        ("[open", "[op0n"),
        ("", ""),
    ],
)
def test_times_are_written_as_moment_writes_them(pattern: str, expected: str) -> None:
    assert formatted(pattern, WHEN) == expected


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (datetime(2025, 12, 28, tzinfo=UTC), "2026-01 2025-52"),
        (datetime(2021, 1, 3, tzinfo=UTC), "2021-02 2020-53"),
        (datetime(2020, 12, 31, tzinfo=UTC), "2021-01 2020-53"),
        (datetime(2000, 1, 1, tzinfo=UTC), "2000-01 1999-52"),
        (datetime(2024, 2, 29, tzinfo=UTC), "2024-09 2024-09"),
    ],
)
def test_weeks_begin_on_sunday_but_for_iso_ones(day: datetime, expected: str) -> None:
    assert formatted("gggg-ww GGGG-WW", day) == expected


def test_numbers_are_counted_in_english() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th",
    ]  # fmt: skip


def test_every_day_of_the_calendar_can_be_written() -> None:
    for day in (datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)):
        assert formatted("gggg ww YYYY DDDD", day)

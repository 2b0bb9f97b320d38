"""Tests of vault/obsidian/moment.py."""

import time
import unicodedata
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from vaultdesk.vault.obsidian.moment import ENGLISH, LOCALES, format_moment, locale_of, parse_moment_day

# Times written by the patterns of Moment.js; what is expected here was written by Moment 2.30 itself.

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
    assert format_moment(pattern, WHEN) == expected


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
    assert format_moment("gggg-ww GGGG-WW", day) == expected


def test_numbers_are_counted_in_english() -> None:
    assert [ENGLISH.ordinal(n, "D") for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th",
    ]  # fmt: skip


def test_every_day_of_the_calendar_can_be_written() -> None:
    for day in (datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)):
        assert format_moment("gggg ww YYYY DDDD", day)


# The day that a text written by a pattern of Moment.js names.

PATTERNS = (
    "YYYY-MM-DD", "YYYY/MMMM/YYYY-MMM-DD", "dddd, Do MMMM YYYY", "YYYYMMDD", "YYYY-DDDD", "GGGG-[W]WW-E",
    "gggg-[W]ww-e", "LL", "ddd D/M/YYYY HH:mm", "YY-MM-DD", "[Log] YYYY.MM.DD", "dd YYYY-M-D",
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_is_written_is_read(pattern: str) -> None:
    for step in range(0, 30_000, 37):
        when = datetime(1969, 1, 1, 13, 5, tzinfo=UTC) + timedelta(days=step)
        assert parse_moment_day(pattern, format_moment(pattern, when)) == when.date()


@pytest.mark.parametrize(
    ("pattern", "text", "day"),
    [
        ("gggg-[W]ww", "2026-W01", date(2025, 12, 28)),
        ("GGGG-[W]WW", "2026-W01", date(2025, 12, 29)),
        ("YYYY-MM", "2026-11", date(2026, 11, 1)),
        ("YYYY-[Q]Q", "2026-Q4", date(2026, 10, 1)),
        ("YYYY", "2026", date(2026, 1, 1)),
        ("MMMM YYYY", "november 2026", date(2026, 11, 1)),
        ("YYYY-MM-DD", "2026-02-30", None),
        ("YYYY-MM-DD", "2026-11-01 x", None),
        ("YYYY-MM-DD", "x", None),
        ("YYYY/YYYY-MM-DD", "2025/2026-11-01", None),
        ("dddd YYYY-MM-DD", "Monday 2026-11-01", None),
        ("gggg-[W]ww", "2026-W54", None),
        ("YYYY-DDDD", "2026-366", None),
        ("YYYY-DD", "2026-11", None),
        ("MM-DD", "11-01", None),
        ("[note]", "note", None),
        ("YYYY-MM-DD", "2026-11-01" * 100, None),
    ],
)
def test_a_longer_time_is_its_first_day_and_what_is_none_is_none(pattern: str, text: str, day: date | None) -> None:
    assert parse_moment_day(pattern, text) == day


def test_no_pattern_reads_slowly() -> None:
    started = time.process_time()
    parse_moment_day("D" * 299, "1" * 299)
    parse_moment_day("HHmm" * 70, "1" * 299)
    assert time.process_time() - started < 1


# In other languages; what is expected was written by Moment 2.30, too.


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("de", "Donnerstag Do. Do 26. November Nov. 2026-W48 3 2026 26.11.2026 26. November 2026"),
        ("fr", "jeudi jeu. je 26 novembre nov. 2026-W48 3 2026 26/11/2026 26 novembre 2026"),
        ("es", "jueves jue. ju 26º noviembre nov. 2026-W48 3 2026 26/11/2026 26 de noviembre de 2026"),
        ("zh", "星期四 周四 四 26日 十一月 11月 2026-W48 3 2026 2026/11/26 2026年11月26日"),
        ("zh_TW", "星期四 週四 四 26日 十一月 11月 2026-W48 4 2026 2026/11/26 2026年11月26日"),
        ("it", "giovedì gio gi 26º novembre nov 2026-W48 3 2026 26/11/2026 26 novembre 2026"),
        ("pt", "quinta-feira qui 5ª 26º novembro nov 2026-W48 4 2026 26/11/2026 26 de novembro de 2026"),
        ("ru", "четверг чт чт 26-го ноября нояб. 2026-W48 3 2026 26.11.2026 26 ноября 2026 г."),
        ("ja", "木曜日 木 木 26日 11月 11月 2026-W48 4 2026 2026/11/26 2026年11月26日"),
        ("ko", "목요일 목 목 26일 11월 11월 2026-W48 4 2026 2026.11.26. 2026년 11월 26일"),
        ("nl", "donderdag do. do 26ste november nov. 2026-W48 3 2026 26-11-2026 26 november 2026"),
    ],
)
def test_v4_names_weeks_and_dates_are_those_of_the_language(code: str, expected: str) -> None:
    pattern = "dddd ddd dd Do MMMM MMM gggg-[W]ww e YYYY L LL"

    assert format_moment(pattern, datetime(2026, 11, 26, tzinfo=UTC), LOCALES[code]) == expected


def test_v4_weeks_begin_where_the_language_begins_them() -> None:
    sunday = datetime(2026, 11, 29, tzinfo=UTC)

    weeks = {code: format_moment("ww", sunday, LOCALES[code]) for code in ("en", "de", "fr", "es", "zh", "pt")}

    assert weeks == {"en": "49", "de": "48", "fr": "48", "es": "48", "zh": "48", "pt": "49"}


@pytest.mark.parametrize("code", LOCALES)
def test_v4_what_is_written_in_a_language_is_read_in_it(code: str) -> None:
    for pattern in ("YYYY-MM-DD dddd", "Do MMMM YYYY", "gggg-[W]ww-e", "ddd, LL", "YYYY-MMM-DD"):
        for step in range(0, 12_000, 331):
            when = datetime(1999, 1, 1, 13, 5, tzinfo=UTC) + timedelta(days=step)
            written = format_moment(pattern, when, LOCALES[code])
            assert parse_moment_day(pattern, unicodedata.normalize("NFD", written), LOCALES[code]) == when.date()


@pytest.mark.parametrize(
    ("code", "expected"),
    [("de_AT", "de"), ("zh-Hant", "zh_TW"), ("zh_CN.UTF-8", "zh"), ("C", "en"), ("", "en"), ("en_GB", "en")],
)
def test_v4_a_locale_of_the_system_is_a_language_of_ours(code: str, expected: str) -> None:
    assert locale_of(code).code == expected

"""The day that a text written by a pattern of Moment.js names."""

import time
from datetime import UTC, date, datetime, timedelta

import pytest

from vaultdesk.vault.moment import formatted
from vaultdesk.vault.moment_read import day_named

PATTERNS = (
    "YYYY-MM-DD", "YYYY/MMMM/YYYY-MMM-DD", "dddd, Do MMMM YYYY", "YYYYMMDD", "YYYY-DDDD", "GGGG-[W]WW-E",
    "gggg-[W]ww-e", "LL", "ddd D/M/YYYY HH:mm", "YY-MM-DD", "[Log] YYYY.MM.DD", "dd YYYY-M-D",
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_is_written_is_read(pattern: str) -> None:
    for step in range(0, 30_000, 37):
        when = datetime(1969, 1, 1, 13, 5, tzinfo=UTC) + timedelta(days=step)
        assert day_named(pattern, formatted(pattern, when)) == when.date()


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
    assert day_named(pattern, text) == day


def test_no_pattern_reads_slowly() -> None:
    started = time.process_time()
    day_named("D" * 299, "1" * 299)
    day_named("HHmm" * 70, "1" * 299)
    assert time.process_time() - started < 1

"""Tests of ui/dates.py."""

from datetime import UTC, date, datetime, timedelta

from vaultdesk.ui.dates import (
    clock,
    day_heading,
    freshness_text,
    full_time_text,
    is_known,
    month_text,
    rough_time_text,
    short_time_text,
    time_ago,
)

# Short texts for days and times.

TODAY = date(2026, 11, 20)


def local_time(*parts: int) -> datetime:
    return datetime(*parts).astimezone()  # type: ignore[arg-type] # year to minute


def test_days_are_headings() -> None:
    days = [TODAY, date(2026, 11, 19), date(2026, 11, 17), date(2025, 12, 31)]

    assert [day_heading(day, TODAY) for day in days] == [
        "Today, 20 November",
        "Yesterday, 19 November",
        "Tuesday, 17 November",
        "Wednesday, 31 December 2025",
    ]


def test_recent_times_are_shown_briefly() -> None:
    moments = [
        local_time(2026, 11, 20, 9, 58),
        local_time(2026, 11, 19, 21, 20),
        local_time(2026, 11, 17, 8, 0),
        local_time(2025, 1, 2, 8, 0),
    ]

    assert [short_time_text(moment, TODAY) for moment in moments] == ["09:58", "Yesterday", "17 Nov", "2 Jan 2025"]
    assert full_time_text(moments[0], TODAY) == "Today, 20 November, 09:58"
    assert clock(moments[1]) == "21:20"
    assert month_text(TODAY) == "November 2026"


def test_an_unknown_time_has_no_text() -> None:
    unknown = datetime.fromtimestamp(0, UTC)

    assert (is_known(unknown), is_known(local_time(2026, 11, 20, 9, 58))) == (False, True)
    assert short_time_text(unknown, TODAY) == ""
    assert rough_time_text(unknown, local_time(2026, 11, 20, 12, 0)) == ""


def test_elapsed_time_is_shown_in_the_largest_fitting_unit() -> None:
    now = local_time(2026, 11, 20, 12, 0)
    moments = [
        local_time(2026, 11, 20, 12, 1), local_time(2026, 11, 20, 11, 59), local_time(2026, 11, 20, 11, 15),
        local_time(2026, 11, 20, 11, 0), local_time(2026, 11, 20, 2, 0), local_time(2026, 11, 19, 11, 0),
        local_time(2026, 11, 17, 11, 0), local_time(2026, 10, 2, 12, 0),
    ]  # fmt: skip

    assert [time_ago(moment, now) for moment in moments] == [
        "just now", "1 minute ago", "45 minutes ago", "1 hour ago", "10 hours ago", "1 day ago", "3 days ago",
        "on 2 Oct",
    ]  # fmt: skip


def test_a_rough_time_is_shown_in_a_word_or_two() -> None:
    now = datetime(2026, 11, 20, 12, 0).astimezone()
    texts = [
        rough_time_text(now - past, now)
        for past in (
            timedelta(seconds=20), timedelta(minutes=2), timedelta(hours=3), timedelta(hours=20), timedelta(days=3),
            timedelta(days=30), timedelta(days=400),
        )
    ]  # fmt: skip
    assert texts == ["just now", "2 min ago", "09:00", "yesterday", "Tue", "21 Oct", "Oct 2025"]
    assert rough_time_text(now + timedelta(days=2), now) == "22 Nov"


# Freshness text: when a note was changed, and when it was indexed, if it was.


def test_an_indexed_note_shows_both_times() -> None:
    now = datetime.now(UTC)
    text = freshness_text(now - timedelta(days=400), now - timedelta(minutes=2, seconds=5))
    assert text.splitlines()[0].startswith("Changed: ")
    assert text.splitlines()[1] == "Indexed 2 minutes ago"


def test_an_unknown_change_time_is_not_shown() -> None:
    now, unknown = datetime.now(UTC), datetime.fromtimestamp(0, UTC)
    assert freshness_text(unknown, None) == ""
    assert freshness_text(unknown, now) == "Indexed just now"


def test_a_note_that_was_not_indexed_shows_only_its_change_time() -> None:
    assert len(freshness_text(datetime.now(UTC), None).splitlines()) == 1

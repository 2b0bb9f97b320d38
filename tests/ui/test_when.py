"""When: days and times in a word or two."""

from datetime import UTC, date, datetime, timedelta

from vaultdesk.ui.when import ago, clock, day_words, is_known, month_words, short_when, soft_when, whole_when

TODAY = date(2026, 11, 20)


def at(*parts: int) -> datetime:
    return datetime(*parts).astimezone()  # type: ignore[arg-type] # year to minute


def test_days_are_headings() -> None:
    days = [TODAY, date(2026, 11, 19), date(2026, 11, 17), date(2025, 12, 31)]

    assert [day_words(day, TODAY) for day in days] == [
        "Today, 20 November",
        "Yesterday, 19 November",
        "Tuesday, 17 November",
        "Wednesday, 31 December 2025",
    ]


def test_moments_are_short_where_they_are_near() -> None:
    moments = [at(2026, 11, 20, 9, 58), at(2026, 11, 19, 21, 20), at(2026, 11, 17, 8, 0), at(2025, 1, 2, 8, 0)]

    assert [short_when(moment, TODAY) for moment in moments] == ["09:58", "Yesterday", "17 Nov", "2 Jan 2025"]
    assert whole_when(moments[0], TODAY) == "Today, 20 November, 09:58"
    assert clock(moments[1]) == "21:20"
    assert month_words(TODAY) == "November 2026"


def test_of_a_moment_nobody_knows_nothing_is_said() -> None:
    unknown = datetime.fromtimestamp(0, UTC)

    assert (is_known(unknown), is_known(at(2026, 11, 20, 9, 58))) == (False, True)
    assert short_when(unknown, TODAY) == ""
    assert soft_when(unknown, at(2026, 11, 20, 12, 0)) == ""


def test_how_long_ago_is_said_in_the_largest_unit_that_fits() -> None:
    now = at(2026, 11, 20, 12, 0)
    moments = [
        at(2026, 11, 20, 12, 1), at(2026, 11, 20, 11, 59), at(2026, 11, 20, 11, 15), at(2026, 11, 20, 11, 0),
        at(2026, 11, 20, 2, 0), at(2026, 11, 19, 11, 0), at(2026, 11, 17, 11, 0), at(2026, 10, 2, 12, 0),
    ]  # fmt: skip

    assert [ago(moment, now) for moment in moments] == [
        "just now", "1 minute ago", "45 minutes ago", "1 hour ago", "10 hours ago", "1 day ago", "3 days ago",
        "on 2 Oct",
    ]  # fmt: skip


def test_about_when_is_told_in_a_word() -> None:
    now = datetime(2026, 11, 20, 12, 0).astimezone()
    told = [
        soft_when(now - past, now)
        for past in (
            timedelta(seconds=20), timedelta(minutes=2), timedelta(hours=3), timedelta(hours=20), timedelta(days=3),
            timedelta(days=30), timedelta(days=400),
        )
    ]  # fmt: skip
    assert told == ["just now", "2 min ago", "09:00", "yesterday", "Tue", "21 Oct", "Oct 2025"]
    assert soft_when(now + timedelta(days=2), now) == "22 Nov"

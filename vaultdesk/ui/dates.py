"""Dates, times and ages as text."""

from datetime import UTC, date, datetime, timedelta

from PySide6.QtCore import QDate, QLocale, QTime

from vaultdesk.core.local_time import in_local_zone
from vaultdesk.ui.translation import translator

_tr = translator("Dates")


def is_known(moment: datetime) -> bool:
    """Whether *moment* is known: the earliest possible datetime means an unknown time."""
    return moment.timestamp() > 0


def clock(moment: datetime) -> str:
    """Return the time of day: `09:52`."""
    local = in_local_zone(moment)
    return QLocale().toString(QTime(local.hour, local.minute), "HH:mm")


def day_heading(day: date, today: date) -> str:
    """Return a day as a heading: `Today, 20 November`, `Tuesday, 17 November`."""
    day_text = plain_day(day, today)
    if day == today:
        return _tr("Today, {day}").format(day=day_text)
    if day == today - timedelta(days=1):
        return _tr("Yesterday, {day}").format(day=day_text)
    return _tr("{weekday}, {day}").format(weekday=QLocale().dayName(day.isoweekday()), day=day_text)


def plain_day(day: date, today: date) -> str:
    """Return a day without a weekday, for the middle of a sentence: `20 November`, of another year `3 May 2024`."""
    # The patterns of QLocale.toString are translated, because the order of day and month depends on the language.
    return _formatted(day, _tr("d MMMM") if day.year == today.year else _tr("d MMMM yyyy"))


def short_day(day: date) -> str:
    """Return a day with its year, short: `3 May 2024`."""
    return _formatted(day, _tr("d MMM yyyy"))


def short_time_text(moment: datetime, today: date) -> str:
    """Return a moment as short text: `09:58` today, `Yesterday`, `17 Nov`; empty if it is unknown."""
    if not is_known(moment):
        return ""
    day = in_local_zone(moment).date()
    if day == today:
        return clock(moment)
    if day == today - timedelta(days=1):
        return _tr("Yesterday")
    return _formatted(day, _tr("d MMM")) if day.year == today.year else short_day(day)


def full_time_text(moment: datetime, today: date) -> str:
    """Return a moment with its day: `Today, 20 November, 09:58`."""
    return f"{day_heading(in_local_zone(moment).date(), today)}, {clock(moment)}"


def time_ago(moment: datetime, now: datetime) -> str:
    """Return how long ago a moment was: `just now`, `2 minutes ago`; days as in `short_time_text`."""
    minutes = int((now - moment).total_seconds() // 60)
    if minutes < 1:
        return _tr("just now")
    if minutes < 60:
        return _tr("1 minute ago") if minutes == 1 else _tr("{n} minutes ago").format(n=minutes)
    if minutes < 24 * 60:
        hours = minutes // 60
        return _tr("1 hour ago") if hours == 1 else _tr("{n} hours ago").format(n=hours)
    days = minutes // (24 * 60)
    if days < 7:
        return _tr("1 day ago") if days == 1 else _tr("{n} days ago").format(n=days)
    return _tr("on {day}").format(day=short_time_text(moment, now.astimezone().date()))


def rough_time_text(moment: datetime, now: datetime) -> str:
    """Return the approximate time of a moment, for lists in which it only distinguishes items: `2 min ago`, `Tue`.

    Empty if it is unknown.
    """
    if not is_known(moment):
        return ""
    minutes = int((now - moment).total_seconds() // 60)
    day, today = in_local_zone(moment).date(), now.astimezone().date()
    if 0 <= minutes < 1:
        return _tr("just now")
    if 0 <= minutes < 60:
        return _tr("{n} min ago").format(n=minutes)
    if day == today:
        return clock(moment)
    if day == today - timedelta(days=1):
        return _tr("yesterday")
    if today - timedelta(days=7) < day < today:
        return QLocale().dayName(day.isoweekday(), QLocale.FormatType.ShortFormat)
    if day.year == today.year:
        return _formatted(day, _tr("d MMM"))
    return _formatted(day, _tr("MMM yyyy"))


def month_text(day: date) -> str:
    """Return a month with its year: `November 2026`."""
    return _formatted(day, _tr("MMMM yyyy"))


def day_patterns() -> tuple[str, str]:
    """Return the language's patterns of days with their year, for parsing typed text."""
    return _tr("d MMM yyyy"), _tr("d MMMM yyyy")


def _formatted(day: date, pattern: str) -> str:
    return QLocale().toString(QDate(day.year, day.month, day.day), pattern)


def freshness_text(modified: datetime, indexed: datetime | None) -> str:
    """Return one line, or two if the note was indexed: `Changed: Today, 09:58` and `Indexed just now`.

    Unknown times are left out.
    """
    now = datetime.now(UTC)
    lines: list[str] = []
    if is_known(modified):
        lines.append(_tr("Changed: {when}").format(when=full_time_text(modified, now.astimezone().date())))
    if indexed is not None:
        lines.append(_tr("Indexed {when}").format(when=time_ago(indexed, now)))
    return "\n".join(lines)

"""Dates: what `-7d`, `today` and `2 weeks` mean at the moment of asking. Local time, as the vault's owner lives."""

import calendar
import re
from datetime import datetime, timedelta

from vaultdesk.tools.query_language.values import Moment, day_of, instant, moment_of

_UNITS = {
    "y": "months12", "yr": "months12", "yrs": "months12", "year": "months12", "years": "months12",
    "mo": "months", "mos": "months", "month": "months", "months": "months",
    "w": "weeks", "wk": "weeks", "wks": "weeks", "week": "weeks", "weeks": "weeks",
    "d": "days", "day": "days", "days": "days",
    "h": "hours", "hr": "hours", "hrs": "hours", "hour": "hours", "hours": "hours",
    "m": "minutes", "min": "minutes", "mins": "minutes", "minute": "minutes", "minutes": "minutes",
    "s": "seconds", "sec": "seconds", "secs": "seconds", "second": "seconds", "seconds": "seconds",
}  # fmt: skip

_RELATIVE = re.compile(r"([+-])([0-9]{1,5}) {0,3}(min|[hdwmy])")
_SPAN = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,3})?)[ ]{0,3}([A-Za-z]{1,8})")

WORDS = ("now", "today", "yesterday", "tomorrow")
"""Days people name."""


class Span:
    """A length of time: months, which have no fixed length, and the rest."""

    __slots__ = ("months", "rest")

    def __init__(self, months: int = 0, rest: timedelta = timedelta()) -> None:
        self.months = months
        self.rest = rest

    def added_to(self, when: datetime, sign: int) -> datetime:
        """Return *when* moved by this. Raises `OverflowError` and `ValueError` beyond the calendar."""
        if self.months:
            month = when.year * 12 + when.month - 1 + sign * self.months
            year, month = divmod(month, 12)
            # The 31st of January and a month is the end of February.
            last = calendar.monthrange(year, month + 1)[1]
            when = when.replace(year=year, month=month + 1, day=min(when.day, last))
        return when + sign * self.rest


def span_of(text: str, *, capital_month: bool = False) -> Span | None:
    """Return the length that *text* (`2 weeks`, `1d 4h`) is; None where it is none.

    With *capital_month*, as in Bases, `M` is a month and `m` a minute; else case does not count.
    """
    rest = text.strip()
    total = Span()
    if not rest:
        return None
    while rest:
        found = _SPAN.match(rest)
        if found is None:
            return None
        word = found[2]
        unit = "months" if capital_month and word == "M" else _UNITS.get(word if capital_month else word.lower())
        count = float(found[1])
        if unit is None or (unit.startswith("months") and count != int(count)):
            return None
        if unit.startswith("months"):
            total.months += int(count) * (12 if unit == "months12" else 1)
        else:
            try:
                total.rest += timedelta(**{unit: count})
            except OverflowError:
                return None
        rest = rest[found.end() :].lstrip(" ,")
    return total


def moved_by(moment: Moment, span: Span, sign: int) -> Moment | None:
    """Return the time *span* after or before *moment*, by the local calendar; None beyond it."""
    try:
        local = datetime.fromtimestamp(moment.start / 1e9)  # noqa: DTZ006 - local: a month later at the same hour
        return instant(span.added_to(local, sign))
    except (OverflowError, ValueError, OSError):
        return None


def moment_named(text: str, now: datetime) -> Moment | None:
    """Return what a filter's date says: ISO, `today`, or `-7d` (that many days before now); None for other text.

    `-7d`, `-2w`, `-1m` and `-1y` are whole days; `-3h` and `-30min` are times.
    """
    text = text.strip().lower()
    if text in WORDS:
        moved = now + timedelta(days={"yesterday": -1, "tomorrow": 1}.get(text, 0))
        return instant(now) if text == "now" else day_of(moved)
    relative = _RELATIVE.fullmatch(text)
    if relative is None:
        return moment_of(text.upper())
    unit = {"m": "months", "min": "minutes"}.get(relative[3], relative[3])
    span = span_of(f"{relative[2]} {unit}")
    assert span is not None
    try:
        moved = span.added_to(now, 1 if relative[1] == "+" else -1)
        return instant(moved) if relative[3] in ("h", "min") else day_of(moved)
    except (OverflowError, ValueError):
        return None

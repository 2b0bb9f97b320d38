"""Property values as compared by queries: numbers, dates, text and lists."""

import re
import unicodedata
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from vaultdesk.core.local_time import timestamp_of
from vaultdesk.vault.frontmatter.frontmatter import JsonValue


class Moment(NamedTuple):
    """A time, or a whole day: start and end in nanoseconds since 1970."""

    start: int
    end: int

    @property
    def is_day(self) -> bool:
        """Whether it was written without a time."""
        return self.end > self.start


Value: TypeAlias = "JsonValue | Moment"
"""A property's value, with parsed dates."""

COLLATION_CACHE_ENTRIES = 16_384
"""Number of texts whose date or sort key is cached: every daily note of forty years."""

_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_NUMBER = re.compile(r"[-+]?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_LINK = re.compile(r"!?\[\[([^\[\]|#\n]{1,1000})(?:#[^\[\]|\n]{0,1000})?(?:\|[^\[\]\n]{0,1000})?\]\]")


@lru_cache(COLLATION_CACHE_ENTRIES)
def moment_of(text: str) -> Moment | None:
    """Return the day or time in *text* in ISO 8601 format, local if it names no zone; None for other text."""
    text = text.strip()
    if not _DATE.fullmatch(text):
        return None
    try:
        found = datetime.fromisoformat(text)
        return day_of(found) if len(text) == len("2026-01-01") else moment_at(found)
    except (ValueError, OverflowError, OSError):
        return None


def moment_at(when: datetime) -> Moment:
    """Return *when* as a moment of length 0."""
    at = round(timestamp_of(when) * 1_000_000) * 1_000
    return Moment(at, at)


def day_of(when: datetime) -> Moment:
    """Return the whole day of *when*, of its actual length on a day with a clock change."""
    midnight = when.replace(hour=0, minute=0, second=0, microsecond=0)
    return Moment(moment_at(midnight).start, moment_at(midnight + timedelta(days=1)).start)


def link_target(text: str) -> str | None:
    """Return the target of the link `[[name#part|shown]]`; None if *text* is not a link."""
    found = _LINK.fullmatch(text.strip())
    return found[1].strip() if found else None


def is_empty(value: Value) -> bool:
    """Whether *value* is empty: no value, no text, no items."""
    return value is None or (isinstance(value, str) and not value.strip()) or value in ([], {})


def number_of(value: Value) -> float | int | None:
    """Return *value* as a number if it clearly is one, in quotes or not."""
    if type(value) is int or type(value) is float:
        return value
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return float(value)
    return None


def as_moment(value: Value) -> Moment | None:
    """Return *value* as a moment if it is one."""
    if isinstance(value, Moment):
        return value
    return moment_of(value) if isinstance(value, str) else None


def order_key(value: Value) -> tuple[int, float, str, str]:
    """Return the sort key of rows: numbers, dates, then text; lists by their first item, missing values last."""
    match value:
        case Moment():
            return (1, value.start, "", "")
        case None:
            return (4, 0, "", "")
        case bool():
            return (0, int(value), "", "")
        case int() | float():
            return (0, value, "", "")
        case str():
            return _text_order(value)
        case list():
            return order_key(value[0]) if value else (4, 0, "", "")
        case _:
            return (3, 0, "", "")


@lru_cache(COLLATION_CACHE_ENTRIES)
def _text_order(text: str) -> tuple[int, float, str, str]:
    moment, number = moment_of(text), number_of(text)
    if number is not None:
        return (0, number, "", "")
    return (1, moment.start, "", "") if moment else (2, 0, *collation(text))


@lru_cache(COLLATION_CACHE_ENTRIES)
def collation(text: str) -> tuple[str, str]:
    """Return *text* in dictionary order: accents and case count only if nothing else differs."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    # Lower case before upper case, as in every browser.
    return bare, unicodedata.normalize("NFC", text.swapcase())

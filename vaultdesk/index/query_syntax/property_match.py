"""Comparison of property values with a search term: numbers, dates and words each in their own order.

A list matches if one of its items does. Text is compared without case unless a case-sensitive match is requested.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from vaultdesk.index.query_syntax.expression import (
    AllOf,
    AnyOf,
    ComparisonSign,
    MatchCase,
    Negation,
    NoValue,
    Pattern,
    QueryNode,
    SearchWord,
    ValueComparison,
)
from vaultdesk.index.query_syntax.search_pattern import compile_pattern
from vaultdesk.index.search_query import fold_query
from vaultdesk.vault.frontmatter.frontmatter import JsonValue

CACHED_DATES = 8_192
"""Number of parsed dates cached: a daily note a day for twenty years."""

Scalar: TypeAlias = "str | bool | int | float | None"

_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})")
_DATE = re.compile(
    r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,6})?)?"
    r"(Z|[+-][0-9]{2}:?[0-9]{2})?)?)?)?"
)


class DatePeriod(NamedTuple):
    """Start and end of a moment, day, month or year, in seconds since 1970."""

    start: float
    end: float


def scalars(value: JsonValue) -> Iterator[Scalar]:
    """Yield every scalar in *value*, including those of nested lists; none for an empty list."""
    if isinstance(value, list):
        for item in value:
            yield from scalars(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from scalars(item)
    else:
        yield value


def matches_value(node: QueryNode, value: JsonValue, *, case_sensitive: bool = False) -> bool:
    """Whether a property with this *value* matches *node*."""
    return _fits(node, value, tuple(scalars(value)), case_sensitive=case_sensitive)


def matches_name(node: QueryNode, name: str, *, case_sensitive: bool = False) -> bool:
    """Whether a property with this *name* matches: names must be equal, patterns may match a part."""
    match node:
        case SearchWord():
            return node.text == name if case_sensitive else fold_query(node.text) == fold_query(name)
        case Pattern():
            return _is_found(node, name, case_sensitive=case_sensitive)
        case AllOf():
            return all(matches_name(child, name, case_sensitive=case_sensitive) for child in node.nodes)
        case AnyOf():
            return any(matches_name(child, name, case_sensitive=case_sensitive) for child in node.nodes)
        case Negation():
            return not matches_name(node.node, name, case_sensitive=case_sensitive)
        case MatchCase():
            return matches_name(node.node, name, case_sensitive=node.case_sensitive)
        case _:
            return False


def _fits(node: QueryNode, value: JsonValue, items: Sequence[Scalar], *, case_sensitive: bool) -> bool:
    match node:
        case SearchWord():
            return any(_is_word(node, item, case_sensitive=case_sensitive) for item in items)
        case Pattern():
            return any(
                _is_found(node, value_as_query(item), case_sensitive=case_sensitive)
                for item in items
                if item is not None
            )
        case ValueComparison():
            return any(_satisfies(node, item) for item in items)
        case NoValue():
            return value is None
        case AllOf():
            return all(_fits(child, value, items, case_sensitive=case_sensitive) for child in node.nodes)
        case AnyOf():
            return any(_fits(child, value, items, case_sensitive=case_sensitive) for child in node.nodes)
        case Negation():
            return not _fits(node.node, value, items, case_sensitive=case_sensitive)
        case MatchCase():
            return _fits(node.node, value, items, case_sensitive=node.case_sensitive)
        case _:
            return False


def _is_word(word: SearchWord, item: Scalar, *, case_sensitive: bool) -> bool:
    if item is None:
        return False
    if isinstance(item, bool):
        return fold_query(word.text.strip()) == value_as_query(item)
    if isinstance(item, int | float):
        return _number(word.text) == item
    text, written = (word.text, item) if case_sensitive else (fold_query(word.text), fold_query(item))
    return text == written if word.phrase else text in written


def _is_found(pattern: Pattern, text: str, *, case_sensitive: bool) -> bool:
    compiled = compile_pattern(pattern.source, case_sensitive=case_sensitive)
    return compiled is not None and compiled.search(text.encode("utf-8", "replace")) is not None


def _satisfies(comparison: ValueComparison, item: Scalar) -> bool:
    """Whether *item* is before or after the compared value; values of different types do not compare."""
    if item is None or isinstance(item, bool):
        return False
    number = _number(comparison.text)
    value_text = item if isinstance(item, int | float) else _number(item)
    if value_text is not None:
        return number is not None and _in_order(comparison.sign, (value_text > number) - (value_text < number))
    assert isinstance(item, str)
    period, own_period = _period(comparison.text.strip()), _period(item.strip())
    if period is not None or own_period is not None:
        return period is not None and own_period is not None and _in_order(comparison.sign, _later(own_period, period))
    own_words, words = fold_query(item), fold_query(comparison.text)
    return number is None and _in_order(comparison.sign, (own_words > words) - (own_words < words))


def _later(value_text: DatePeriod, comparison: DatePeriod) -> int:
    """Return 1 if *value_text* begins after *comparison* has ended, -1 if it begins before it, else 0."""
    if value_text.start < comparison.start:
        return -1
    return int(value_text.start >= comparison.end and value_text.start > comparison.start)


def _in_order(sign: ComparisonSign, difference: int) -> bool:
    match sign:
        case "<":
            return difference < 0
        case "<=":
            return difference <= 0
        case ">":
            return difference > 0
        case ">=":
            return difference >= 0


def _number(text: str) -> float | int | None:
    bare = text.strip()
    return float(bare) if _NUMBER.fullmatch(bare) else None


@lru_cache(CACHED_DATES)
def _period(text: str) -> DatePeriod | None:
    """Return the period described by *text* in ISO 8601: `2026`, `2026-03`, a day, or a moment on it."""
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, _, _, _ = found.groups()
    try:
        if hour is not None:
            at = datetime.fromisoformat(text.replace(" ", "T")).timestamp()
            return DatePeriod(at, at)
        start = datetime(int(year), int(month or 1), int(day or 1))  # noqa: DTZ001 - local, like dates in notes
        if day is not None:
            end = start + timedelta(days=1)
        elif month is not None:
            end = (start + timedelta(days=31)).replace(day=1)
        else:
            end = start.replace(year=start.year + 1)
        return DatePeriod(start.timestamp(), end.timestamp())
    except (ValueError, OverflowError, OSError):
        return None


def value_as_query(item: Scalar) -> str:
    """Return a value in query syntax; empty for an empty value."""
    if item is None:
        return ""
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, float) and item.is_integer():
        return str(int(item))
    return str(item)

"""Comparing: whether two values stand to each other as a query says, in our manner and in Bases' and Dataview's."""

import operator
from collections.abc import Callable
from typing import Any

from vaultdesk.tools.query_language.criteria import Compare
from vaultdesk.tools.query_language.values import (
    Manner,
    Moment,
    Value,
    collation,
    link_name,
    number_of,
    when,
    words_key,
)

Test = Callable[[Value], bool]
"""Whether a note's value passes."""

ORDERS: dict[str, Callable[[Any, Any], bool]] = {  # Any: both sides were made the same kind before
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def test_of(compare: Compare, right: Value, manner: Manner) -> Test:
    """Return the test of a note's value against *right*."""
    match manner:
        case "plain":
            return _plain(compare, right)
        case "base":
            return lambda left: _base(left, compare, right)
        case "dataview":
            return lambda left: _dataview(left, compare, right)


def _plain(compare: Compare, right: Value) -> Test:
    same = _same(right)
    match compare:
        case "equals":
            return lambda left: _any(same, left)
        case "not":
            return lambda left: not _any(same, left)
        case "<" | "<=" | ">" | ">=":
            ordered = _ordered(compare, right)
            return lambda left: _any(ordered, left)
        case _:
            key = words_key(right) if isinstance(right, str) else ""
            return lambda left: _holds_text(left, compare, key, same)


def _any(test: Test, value: Value) -> bool:
    return any(map(test, value)) if isinstance(value, list) else test(value)


def _same(right: Value) -> Test:
    """Return whether a single value is *right*: numbers as numbers, dates as dates, text without case."""
    if right is None or isinstance(right, bool | list | dict):
        return lambda left: type(left) is type(right) and left == right
    number, moment = number_of(right), when(right)
    key = words_key(right) if isinstance(right, str) else ""

    def same(left: Value) -> bool:
        if number is not None:
            return number_of(left) == number
        if moment is not None:
            found = when(left)
            return found is not None and (
                moment.start <= found.start < moment.end if moment.is_day else found.start == moment.start
            )
        if not isinstance(left, str):
            return False
        if words_key(left) == key:
            return True
        linked = link_name(left) if left.endswith("]]") else None
        return linked is not None and (words_key(linked) == key or words_key(linked.rpartition("/")[2]) == key)

    return same


def _ordered(compare: str, right: Value) -> Test:
    """Return whether a single value stands before or behind *right*; values of another kind do neither."""
    holds = ORDERS[compare]
    number, moment = number_of(right), when(right)
    if number is not None:
        return lambda left: (found := number_of(left)) is not None and holds(found, number)
    if moment is not None:
        # Before a day is before its first moment, after it is from its end on; its hours belong to the day.
        edge = moment.end - 1 if moment.is_day and compare in ("<=", ">") else moment.start
        return lambda left: (found := when(left)) is not None and holds(found.start, edge)
    if isinstance(right, str):
        key = words_key(right)
        return lambda left: isinstance(left, str) and holds(words_key(left), key)
    return lambda left: False


def _holds_text(left: Value, compare: Compare, key: str, same: Test) -> bool:
    if isinstance(left, list):
        if compare in ("contains",):
            return any(map(same, left))
        return any(_holds_text(item, compare, key, same) for item in left)
    if not isinstance(left, str):
        return compare == "contains" and same(left)
    found = words_key(left)
    match compare:
        case "starts":
            return found.startswith(key)
        case "ends":
            return found.endswith(key)
        case _:
            return key in found


def _base(left: Value, compare: Compare, right: Value) -> bool:
    """Bases: text counts with its case, nothing is converted but dates, orders hold for numbers, dates and text."""
    match compare:
        case "equals" | "not":
            return _base_same(left, right) is (compare == "equals")
        case "<" | "<=" | ">" | ">=":
            first, second = _in_order(left, right)
            return first is not None and ORDERS[compare](first, second)
        case _:
            return _strict_text(left, compare, right, lambda item: _base_same(item, right))


def _base_same(left: Value, right: Value) -> bool:
    if isinstance(left, Moment) or isinstance(right, Moment):
        first, second = when(left), when(right)
        return first is not None and second is not None and first.start == second.start
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return left == right


def _in_order(left: Value, right: Value) -> tuple[object, object]:
    """Return both as one kind that has an order; None where they are not."""
    if isinstance(left, bool) or isinstance(right, bool):
        return None, None
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left, right
    first, second = when(left), when(right)
    if first is not None and second is not None:
        return first.start, second.start
    return (left, right) if isinstance(left, str) and isinstance(right, str) else (None, None)


def _strict_text(left: Value, compare: Compare, right: Value, same: Test) -> bool:
    if compare == "contains" and isinstance(left, list):
        return any(map(same, left))
    if not isinstance(left, str) or not isinstance(right, str):
        return False
    match compare:
        case "starts":
            return left.startswith(right)
        case "ends":
            return left.endswith(right)
        case _:
            return right in left


def _dataview(left: Value, compare: Compare, right: Value) -> bool:
    """Dataview: every value stands in one order, nothing before all else, kinds by the names of their kinds."""
    match compare:
        case "equals" | "not":
            return (dataview_order(left) == dataview_order(right)) is (compare == "equals")
        case "<" | "<=" | ">" | ">=":
            return ORDERS[compare](dataview_order(left), dataview_order(right))
        case "contains":
            if isinstance(left, list):
                return any(_dataview(item, "equals", right) for item in left)
            return _strict_text(left, compare, right, lambda _: False)
        case "contains_within" | "contains_loosely":
            if isinstance(left, list):
                return any(_dataview(item, compare, right) for item in left)
            if isinstance(left, str) and isinstance(right, str):
                return right.lower() in left.lower() if compare == "contains_loosely" else right in left
            return _dataview(left, "equals", right)
        case _:
            return _strict_text(left, compare, right, lambda _: False)


def _typed(value: Value) -> Value:
    """Return text that is a date as one: Dataview reads properties so."""
    return when(value) or value if isinstance(value, str) else value


def dataview_order(value: Value) -> tuple[str, Any]:  # Any: compared only with keys of the same kind
    """Return what Dataview sorts *value* by: nothing first, then by the name of its kind."""
    match _typed(value):
        case Moment(start, _):
            return "date", start
        case None:
            return "", 0
        case bool() as truth:
            return "boolean", truth
        case int() | float() as number:
            return "number", number
        case str() as text:
            # A link is a kind of its own, and goes by the note it names.
            linked = link_name(text)
            return ("link", linked) if linked is not None else ("string", collation(text))
        case list() as items:
            return "array", tuple(dataview_order(item) for item in items)
        case _:
            return "object", str(value)

"""Operators, fields and functions of Obsidian Bases (vaultdesk/tools/formulas/README.md, "Decisions")."""

import html
import math
import operator
import random
import re
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from types import UnionType
from typing import Any

from vaultdesk.tools.formulas.formula_compiler import Operator, Scope
from vaultdesk.tools.formulas.formula_files import BASE_FILE_FIELDS
from vaultdesk.tools.formulas.formula_values import (
    MAX_ITEMS,
    MILLISECONDS,
    YEAR_DAYS,
    Display,
    Duration,
    Elapsed,
    File,
    FormulaError,
    LinkValue,
    Regexp,
    Tag,
    Value,
    as_date,
    as_duration,
    check_text_length,
    day_of_moment,
    is_empty,
    is_number,
    is_truthy,
    kind_of,
    limited_list,
    limited_text,
    local_time,
    number,
    number_text,
    parse_link,
    read_date,
    shifted_date,
    sort_key,
    text_of,
    value_key,
    whole_if_exact,
)
from vaultdesk.tools.query.property_values import Moment, day_of
from vaultdesk.vault.obsidian.moment import format_moment

# Equality. A date and a text compare as dates; a day equals any time on it; links equal the files they lead to.
# Nothing else is converted: `"5" == 5` is false.


def equal(scope: Scope, left: Value, right: Value) -> bool:
    """Whether two values are equal."""
    if isinstance(left, str) and isinstance(right, str):
        return left == right
    if left is None or right is None or isinstance(left, bool) or isinstance(right, bool):
        return left is right
    for kind, are_equal in _EQUALITY:
        if isinstance(left, kind) or isinstance(right, kind):
            return are_equal(scope, left, right)
    if is_number(left) and is_number(right):
        return bool(left == right)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(equal(scope, a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(equal(scope, left[name], right[name]) for name in left)
    return type(left) is type(right) and bool(left == right)


def _equal_dates(scope: Scope, left: Value, right: Value) -> bool:
    first, second = as_date(left), as_date(right)
    if first is None or second is None:
        return False
    if first.is_day or second.is_day:
        return day_of_moment(first).start == day_of_moment(second).start
    return first.start == second.start


def _equal_files(scope: Scope, left: Value, right: Value) -> bool:
    if isinstance(left, str):
        return _is_written_as(right, left)
    if isinstance(right, str):
        return _is_written_as(left, right)
    first, second = _file_of(scope, left), _file_of(scope, right)
    if isinstance(first, File) and isinstance(second, File):
        return first.path == second.path
    are_links = isinstance(left, LinkValue) and isinstance(right, LinkValue)
    return are_links and first is second and bool(left.target == right.target)


def _is_written_as(value: LinkValue | File, text: str) -> bool:
    if isinstance(value, File):
        return text == value.path
    return bool(text) and text in (value.target, value.written, value.shown)


def _file_of(scope: Scope, value: Value) -> Value:
    """Return the file that *value* leads to if it is a link, else *value*."""
    return scope.files.resolve(value) if isinstance(value, LinkValue) else value


def _equal_tags(scope: Scope, left: Value, right: Value) -> bool:
    first, second = _tag_key(left), _tag_key(right)
    return first is not None and first == second


def _tag_key(value: Value) -> str | None:
    """Return the name of a tag, or of a text with or without `#`, ignoring case."""
    if isinstance(value, Tag):
        return value.name.casefold()
    return value.removeprefix("#").casefold() if isinstance(value, str) else None


def _equal_durations(scope: Scope, left: Value, right: Value) -> bool:
    first, second = as_duration(left), as_duration(right)
    return first is not None and second is not None and first.total == second.total


_EQUALITY: Sequence[tuple[type | UnionType, Callable[[Scope, Value, Value], bool]]] = (
    (Moment, _equal_dates),
    (LinkValue | File, _equal_files),
    (Tag, _equal_tags),
    (Duration, _equal_durations),
)
"""The comparison used if either value has the type; the first that applies decides."""


# Order. Values of different types have none: each comparison of them is false.


def _ordered(compare: Callable[[Any, Any], bool]) -> Operator:  # Any: both keys have the same type
    def ordered(scope: Scope, left: Value, right: Value) -> bool:
        first, second = _order_keys(left, right)
        return first is not None and second is not None and compare(first, second)

    return ordered


def _order_keys(left: Value, right: Value) -> tuple[float | str | None, float | str | None]:
    """Return a key of each value; None for a value without an order relative to the other."""
    if is_number(left) and is_number(right):
        return left, right
    if isinstance(left, Moment) or isinstance(right, Moment):
        first, second = as_date(left), as_date(right)
        return first and first.start, second and second.start
    if isinstance(left, str) and isinstance(right, str):
        return left, right
    if isinstance(left, Duration | Elapsed) or isinstance(right, Duration | Elapsed):
        return _length_of(left), _length_of(right)
    return None, None


def _length_of(value: Value) -> float | None:
    """Return a duration, or a number, in milliseconds."""
    if is_number(value):
        return float(value)
    span = as_duration(value)
    return None if span is None else span.total


# Arithmetic. A calculation returns `NotImplemented` for types it is not defined for.


def _arithmetic(sign: str, calculate: Callable[[Value, Value], Value]) -> Operator:
    """Return the operator *sign*: where *calculate* is not defined, null for null, and an error for other types."""

    def calculated(scope: Scope, left: Value, right: Value) -> Value:
        result = calculate(left, right)
        if result is not NotImplemented:
            return result
        if left is None or right is None:
            return None
        raise FormulaError(f"Cannot calculate {_kind_name(left)} {sign} {_kind_name(right)}")

    return calculated


def _kind_name(value: Value) -> str:
    kind = kind_of(value)
    return {"html": "HTML", "regexp": "RegExp"}.get(kind, kind.capitalize())


def _sum(left: Value, right: Value) -> Value:
    if is_number(left) and is_number(right):
        return number(left + right)
    if isinstance(left, Moment | Duration) and (span := as_duration(right)) is not None:
        return _shifted(left, span, 1)
    if isinstance(left, list) or isinstance(right, list):
        if left is None or right is None:
            return left if right is None else right
        both_are_lists = isinstance(left, list) and isinstance(right, list)
        return limited_list(left + right) if both_are_lists else NotImplemented
    if isinstance(left, str | LinkValue | Tag | Display) or isinstance(right, str | LinkValue | Tag | Display):
        return limited_text(text_of(left) + text_of(right))
    return NotImplemented


def _difference(left: Value, right: Value) -> Value:
    if is_number(left) and is_number(right):
        return number(left - right)
    if isinstance(left, Moment | Duration) and (span := as_duration(right)) is not None:
        return _shifted(left, span, -1)
    if isinstance(left, Moment) and (other := as_date(right)) is not None:
        return Elapsed((left.start - other.start) / 1e6)
    if isinstance(right, Duration) and is_number(left) and left == 0:  # The sign of a duration: `-duration("1d")`.
        return right.times(-1)
    return NotImplemented


def _shifted(value: Moment | Duration, span: Duration, sign: int) -> Moment | Duration:
    if isinstance(value, Moment):
        return shifted_date(value, span, sign)
    return Duration(value.months + sign * span.months, value.milliseconds + sign * span.milliseconds)


def _product(left: Value, right: Value) -> Value:
    if is_number(left) and is_number(right):
        return number(left * right)
    if isinstance(left, Duration) and is_number(right) and math.isfinite(right):
        return left.times(right)
    return NotImplemented


def _quotient(left: Value, right: Value) -> Value:
    if is_number(left) and is_number(right):
        if right == 0:
            return math.nan if left == 0 or left != left else math.copysign(math.inf, left)
        return whole_if_exact(left / right)
    if isinstance(left, Duration) and is_number(right) and right:
        return left.times(1 / right)
    if isinstance(left, Duration) and isinstance(right, Duration) and right.total:
        return whole_if_exact(left.total / right.total)
    return NotImplemented


def _remainder(left: Value, right: Value) -> Value:
    if not (is_number(left) and is_number(right)):
        return NotImplemented
    if right == 0 or not math.isfinite(left):
        return math.nan
    return whole_if_exact(math.fmod(left, right))


BASE_OPERATORS: Mapping[str, Operator] = {
    "==": equal,
    "!=": lambda scope, left, right: not equal(scope, left, right),
    "<": _ordered(operator.lt),
    "<=": _ordered(operator.le),
    ">": _ordered(operator.gt),
    ">=": _ordered(operator.ge),
    "+": _arithmetic("+", _sum),
    "-": _arithmetic("-", _difference),
    "*": _arithmetic("*", _product),
    "/": _arithmetic("/", _quotient),
    "%": _arithmetic("%", _remainder),
}
"""The operators that evaluate both sides."""


# Fields.

_DATE_FIELDS = ("year", "month", "day", "hour", "minute", "second", "millisecond")
_DURATION_FIELDS: Mapping[str, float] = {
    "years": YEAR_DAYS * MILLISECONDS["days"],
    "months": YEAR_DAYS / 12 * MILLISECONDS["days"],
    "weeks": 7 * MILLISECONDS["days"],
    **MILLISECONDS,
}
"""Milliseconds of each unit, the longer ones on average."""

_FIELDS_FROM_TEXT = frozenset({"tags", "links", "embeds", "properties", "aliases"})
"""Fields of a file that are read from the text of the note."""


def member_of(scope: Scope, value: Value, name: str) -> Value:
    """Return `value.name`; None for a field of a missing value."""
    match value:
        case None:
            return None
        case File():
            return _file_member(scope, value, name)
        case dict():
            if name in value:
                return value[name]
            key = name.casefold()
            return next((item for own_name, item in value.items() if own_name.casefold() == key), None)
        case list() if name == "length":
            return len(value)
        case str() | LinkValue() | Tag() | Display() if name == "length":
            return len(_plain_text(value))
        case Moment() if name in _DATE_FIELDS:
            when = local_time(value)
            return when.microsecond // 1000 if name == "millisecond" else getattr(when, name)
        case Elapsed() if name in _DURATION_FIELDS:
            return whole_if_exact(float(value) / _DURATION_FIELDS[name])
        case Duration() if name in _DURATION_FIELDS:
            length = value.milliseconds + value.months * _DURATION_FIELDS["months"]
            return whole_if_exact(length / _DURATION_FIELDS[name])
        case _:
            raise FormulaError(f'Cannot find "{name}" on type {_kind_name(value)}')


def _file_member(scope: Scope, file: File, name: str) -> Value:
    field = BASE_FILE_FIELDS.get(name)
    has_properties = file.is_this and name != "file"
    if field is None or has_properties or name in _FIELDS_FROM_TEXT:
        scope.reads(file)
    if has_properties and (found := scope.files.property(file, name)) is not None:
        return found
    return scope.files.property(file, name) if field is None else field(scope.files, file)


def item_of(scope: Scope, value: Value, key: Value) -> Value:
    """Return `value[key]`; None if there is none."""
    if isinstance(value, list | str) and is_number(key):
        index = int(key) if math.isfinite(key) and key == int(key) else -1
        return value[index] if 0 <= index < len(value) else None
    if isinstance(value, dict | File) and isinstance(key, str | Tag | LinkValue):
        return member_of(scope, value, _plain_text(key))
    return None


# Parameters. A converter is given an argument and the name of the function, and raises `FormulaError` for types that
# the function does not take.

Converter = Callable[[Value, str], Value]


def _plain_text(value: Value) -> str:
    """Return *value* as seen by text functions: the target of a link, the name of a tag."""
    match value:
        case LinkValue(target):
            return target
        case Tag(name):
            return name
        case _:
            return text_of(value)


def _argument_error(function: str, needed: str, value: Value) -> FormulaError:
    return FormulaError(f"{function}() needs {needed}, not {_kind_name(value)}")


def _any(value: Value, function: str) -> Value:
    return value


def _text(value: Value, function: str) -> str:
    if isinstance(value, str | LinkValue | Tag | Display | File | bool | int | float | Moment):
        return _plain_text(value)
    raise _argument_error(function, "a text", value)


def _pattern(value: Value, function: str) -> str | Regexp:
    return value if isinstance(value, Regexp) else _text(value, function)


def to_integer(value: Value, function: str) -> int:
    """Return the argument *value* of *function* as an integer. Raises `FormulaError`."""
    if not is_number(value):
        raise _argument_error(function, "a number", value)
    if not math.isfinite(value):
        raise FormulaError(f"{function}() needs a finite number, not {number_text(value)}")
    return int(value)


def _date(value: Value, function: str) -> Moment:
    if isinstance(value, Moment):
        return value
    text = value.shown.rpartition("/")[2] if isinstance(value, LinkValue) else value
    found = read_date(text) if isinstance(text, str) else None
    if found is None:
        raise FormulaError(f"date() cannot read {_kind_name(value)}", text if isinstance(text, str) else "")
    return found


def _duration(value: Value, function: str) -> Duration:
    found = as_duration(value)
    if found is None:
        raise FormulaError(f"duration() cannot read {_kind_name(value)}", text_of(value))
    return found


def _or_null(convert: Converter) -> Converter:
    return lambda value, function: None if value is None else convert(value, function)


def _instance_of(kinds: type | UnionType, needed: str) -> Converter:
    def checked(value: Value, function: str) -> Value:
        if isinstance(value, kinds):
            return value
        raise _argument_error(function, needed, value)

    return checked


_file = _instance_of(File, "a file")
_link_target = _instance_of(File | LinkValue | str | None, "a file, a link or a text")
_regexp = _instance_of(Regexp, "a regular expression")


class Function:
    """A function of Bases with its parameters."""

    def __init__(
        self, call: Callable[..., Value], *parameters: Converter, optional: int = 0, is_null_for_null: bool = False
    ) -> None:
        """*call* is given the scope, the receiver of a method, and the converted arguments.

        The last *optional* arguments may be absent. With *is_null_for_null*, the function of null is null.
        """
        self._call = call
        self._parameters = parameters
        self._is_null_for_null = is_null_for_null
        self.min_arguments = len(parameters) - optional
        self.max_arguments = len(parameters)

    def __call__(self, name: str, scope: Scope, values: Sequence[Value], *receiver: Value) -> Value:
        """Return the result for the arguments *values*. Raises `FormulaError`, which mentions the *name*."""
        if self._is_null_for_null and values[0] is None:
            return None
        arguments = [convert(value, name) for convert, value in zip(self._parameters, values, strict=False)]
        return self._call(scope, *receiver, *arguments)


def _plain(call: Callable[..., Value], *parameters: Converter, optional: int = 0) -> Function:
    """Return a function that does not depend on the scope."""
    return Function(lambda scope, *values: call(*values), *parameters, optional=optional)


def _of_text(call: Callable[..., Value], *parameters: Converter, optional: int = 0) -> Function:
    """Return a function of the plain text of its receiver."""
    return Function(lambda scope, value, *others: call(_plain_text(value), *others), *parameters, optional=optional)


def _conversion(call: Callable[..., Value], *parameters: Converter, optional: int = 0) -> Function:
    """Return a function that converts its first argument, and null to null."""
    return Function(call, *parameters, optional=optional, is_null_for_null=True)


MAX_ARGUMENTS = 100
"""Maximum number of arguments of a variadic function."""


def _variadic(call: Callable[..., Value]) -> Function:
    return Function(call, *[_any] * MAX_ARGUMENTS, optional=MAX_ARGUMENTS - 1)


# Functions of texts and lists.

MAX_COMPARED_LINKS = 3
"""Maximum number of links of a list that are compared individually; for more, all keys are computed once."""


def _contains_by(combine: Callable[[Iterable[bool]], bool]) -> Callable[..., bool]:
    return lambda scope, value, *items: combine(_contains(scope, value, item) for item in _spread(items))


def _spread(values: Sequence[Value]) -> Sequence[Value]:
    """Return the arguments of `containsAny(a, b)` or `max(a, b)`, or the items of the only argument if it is a list."""
    return values[0] if len(values) == 1 and isinstance(values[0], list) else values


def _contains(scope: Scope, value: Value, item: Value) -> bool:
    return _list_contains(scope, value, item) if isinstance(value, list) else _text_contains(value, item)


def _list_contains(scope: Scope, values: list[Value], item: Value) -> bool:
    if len(values) > MAX_COMPARED_LINKS and isinstance(item, LinkValue | File):
        keys = scope.files.keys_of(values)
        if keys is not None:
            return value_key(item, scope.files.resolve) in keys
    scope.files.budget.spend(1 + len(values) // 64)
    return any(_item_matches(scope, own_item, item) for own_item in values)


def _item_matches(scope: Scope, own_item: Value, item: Value) -> bool:
    """Whether an item of a list matches *item*; a tag also matches its parent tags."""
    if isinstance(own_item, Tag) and (key := _tag_key(item)) is not None:
        name = own_item.name.casefold()
        return name == key or name.startswith(f"{key}/")
    return equal(scope, own_item, item)


def _text_contains(value: Value, item: Value) -> bool:
    if item is None or isinstance(item, list | dict):
        return False
    text, needle = _plain_text(value), _text(item, "contains")
    if isinstance(value, Tag):
        return needle.removeprefix("#").casefold() in text.casefold()
    return needle in text or (isinstance(value, LinkValue) and needle in value.shown)


def replaced(text: str, pattern: str | Regexp, replacement: str) -> str:
    """Return *text* with matches of *pattern* replaced: the first, or all if it is a text or has the flag `g`."""
    if isinstance(pattern, Regexp):
        count = 0 if "g" in pattern.flags else 1
        result = pattern.compiled.sub(lambda found: _expanded(found, replacement), text.encode(), count)
        return limited_text(result.decode("utf-8", "replace"))
    check_text_length(len(text) + text.count(pattern) * len(replacement))
    return text.replace(pattern, replacement)


_GROUP = re.compile(r"\$(\$|&|[1-9][0-9]?)")


def _expanded(found: Any, replacement: str) -> bytes:  # noqa: ANN401 - Any: RE2 has no types
    def group(reference: re.Match[str]) -> str:
        sign = reference[1]
        if sign == "$":
            return "$"
        number_of_group = 0 if sign == "&" else int(sign)
        if number_of_group > len(found.groups()):
            return reference[0]
        return (found.group(number_of_group) or b"").decode("utf-8", "replace")

    return _GROUP.sub(group, replacement).encode()


def _matches(pattern: Regexp, text: str | None) -> bool:
    return text is not None and pattern.compiled.search(text.encode()) is not None


def split_text(text: str, separator: str | Regexp, limit: int | None = None) -> list[Value]:
    """Return the first *limit* parts of *text*; an empty separator splits into characters.

    As in JavaScript's `split`, *limit* is converted to an unsigned integer of 32 bits: -1 returns all parts.
    """
    if isinstance(separator, Regexp):
        parts = [(part or b"").decode("utf-8", "replace") for part in separator.compiled.split(text.encode())]
    else:
        parts = text.split(separator) if separator else list(text)
    return limited_list(parts[: MAX_ITEMS if limit is None else limit % 2**32])


def _slice(items: str | list[Value], start: int, end: int | None = None) -> Value:
    return items[start:end]


def _repeat(text: str, count: int) -> str:
    if count < 0:
        raise FormulaError("repeat() needs a number that is not negative")
    check_text_length(len(text) * count)
    return text * count


def _title(text: str) -> str:
    return re.sub(r"\S+", lambda word: word[0][:1].upper() + word[0][1:].lower(), text)


def unique_values(scope: Scope, values: list[Value]) -> list[Value]:
    """Return *values* without those equal to an earlier one."""
    found: dict[object, Value] = {}
    for value in values:
        found.setdefault(value_key(value, scope.files.resolve), value)
    return list(found.values())


def _flattened(values: Iterable[Value]) -> list[Value]:
    return limited_list([item for value in values for item in (value if isinstance(value, list) else [value])])


def joined(texts: Sequence[str], separator: str) -> str:
    """Return *texts* with *separator* between them. Raises `FormulaError` if the result is too long."""
    check_text_length(sum(map(len, texts)) + len(separator) * len(texts))
    return separator.join(texts)


def list_of(value: Value) -> list[Value]:
    """Return *value* if it is a list, else a list of it; of null an empty one."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


# Functions of numbers.


def rounded(value: float, digits: int | None = None) -> int | float:
    """Return *value* with *digits* after the point."""
    digits = digits or 0
    if not -15 <= digits <= 15:
        raise FormulaError("round() takes up to 15 digits")
    if not math.isfinite(value):
        return value
    shifted = Decimal(repr(float(value))).scaleb(digits)
    # JavaScript rounds a half up, also below zero.
    result = float((shifted + Decimal("0.5")).to_integral_value(rounding=ROUND_FLOOR).scaleb(-digits))
    return whole_if_exact(result)


def _to_fixed(value: float, digits: int | None = None) -> str:
    digits = digits or 0
    if not 0 <= digits <= 100:
        raise FormulaError("toFixed() takes 0 to 100 digits")
    if not math.isfinite(value) or abs(value) >= 1e21:
        return number_text(value)
    return f"{Decimal(float(value)).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP):f}"


def whole_number(convert: Callable[[float], int], value: float) -> int | float:
    """Return *value* converted by `math.floor` or the like; infinity and NaN stay as they are."""
    return number(convert(value)) if math.isfinite(value) else value


def _to_whole(convert: Callable[[float], int]) -> Function:
    return _plain(lambda value: whole_number(convert, value))


def standard_deviation(numbers: Sequence[float]) -> float:
    """Return the standard deviation of a population; NaN if a number is not finite."""
    return statistics.pstdev(numbers) if all(map(math.isfinite, numbers)) else math.nan


def _statistic(name: str, calculate: Callable[[list[float]], float]) -> Function:
    """Return a function of the numbers in a list; null counts as 0, as in Obsidian."""

    def statistic(scope: Scope, values: list[Value]) -> Value:
        numbers: list[float] = []
        for value in values:
            if value is not None and not is_number(value):
                raise FormulaError(f"{name}() needs numbers, not {_kind_name(value)}")
            numbers.append(float(value or 0))
        scope.files.budget.spend(1 + len(numbers) // 64)
        return whole_if_exact(calculate(numbers)) if numbers else None

    return Function(statistic)


def _extreme(choose: Callable[..., Value], name: str) -> Function:
    def extreme(scope: Scope, *arguments: Value) -> Value:
        values = [value for value in _spread(arguments) if value is not None]
        if not values:
            return None
        if all(map(is_number, values)):
            return choose(values)
        if all(isinstance(value, Moment) for value in values):
            return choose(values, key=lambda moment: moment.start)
        raise FormulaError(f"{name}() needs numbers or dates")

    return _variadic(extreme)


def _to_number(scope: Scope, value: Value) -> int | float:
    match value:
        case bool():
            return int(value)
        case Elapsed():
            return whole_if_exact(float(value))
        case int() | float():
            return value
        case Moment():
            return value.start // 1_000_000
        case Duration():
            return whole_if_exact(value.total)
    text = _plain_text(value).strip() if isinstance(value, str | Tag | LinkValue) else ""
    if re.fullmatch(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?", text[:400]):
        return number(whole_if_exact(float(text)))
    raise FormulaError(f"number() cannot read {_kind_name(value)}", text)


# Functions of dates.


def _format(date: Moment, pattern: str) -> str:
    return limited_text(format_moment(pattern[:1000], local_time(date)))


_RELATIVE_STEPS: tuple[tuple[float, float, str], ...] = (
    # Exclusive maximum in seconds, seconds of the unit, and text: the thresholds of Moment.js.
    (45, 1, "a few seconds"), (90, 60, "a minute"), (2_670, 60, "{} minutes"), (5_400, 3_600, "an hour"),
    (77_400, 3_600, "{} hours"), (129_600, 86_400, "a day"), (2_203_200, 86_400, "{} days"),
    (3_931_200, 2_629_746, "a month"), (28_920_000, 2_629_746, "{} months"), (47_340_000, 31_556_952, "a year"),
    (math.inf, 31_556_952, "{} years"),
)  # fmt: skip


def _relative(scope: Scope, date: Moment) -> str:
    seconds = (scope.files.moment.start - date.start) / 1e9
    _, unit, template = next(step for step in _RELATIVE_STEPS if abs(seconds) < step[0])
    text = template.format(max(2, round(abs(seconds) / unit)))
    return f"{text} ago" if seconds >= 0 else f"in {text}"


# Functions of links and files.


def _links_to(scope: Scope, value: LinkValue | File, target: File | LinkValue | str | None) -> bool:
    file = _file_of(scope, value)
    if file is None or target is None:
        return False
    scope.reads(file)
    return scope.files.links_to(file, target)


def _has_tag(scope: Scope, file: File, *tags: Value) -> bool:
    scope.reads(file)
    return any(
        scope.files.has_tag(file, _plain_text(tag)) for tag in _flattened(tags) if isinstance(tag, str | Tag) and tag
    )


def _has_property(scope: Scope, file: File, name: str) -> bool:
    scope.reads(file)
    return scope.files.has_property(file, name)


def _in_folder(file: File, folder: str | None = None) -> bool:
    folder = (folder or "").strip("/")
    return not folder or file.path.startswith(f"{folder}/")


def _to_file(scope: Scope, value: Value) -> File | None:
    if isinstance(value, File):
        return value
    return scope.files.resolve(value if isinstance(value, LinkValue) else parse_link(_text(value, "file"), ""))


def _to_link(scope: Scope, value: Value, display: Value = None) -> LinkValue:
    if isinstance(value, File):
        return value.link(text_of(display))
    link = value if isinstance(value, LinkValue) else parse_link(_text(value, "link"), "")
    return link if display is None else LinkValue(link.target, text_of(display), link.source)


def _image(scope: Scope, value: Value) -> Display:
    file = _file_of(scope, value)
    return Display("image", file.path if isinstance(file, File) else _text(value, "image"))


BASE_FUNCTIONS: Mapping[str, Function] = {
    "date": _conversion(lambda scope, date: date, _date),
    "duration": _conversion(lambda scope, span: span, _duration),
    "file": _conversion(_to_file, _any),
    "link": _conversion(_to_link, _any, _any, optional=1),
    "list": _plain(list_of, _any),
    "max": _extreme(max, "max"),
    "min": _extreme(min, "min"),
    "number": _conversion(_to_number, _any),
    "now": Function(lambda scope: scope.files.moment),
    "today": Function(lambda scope: day_of(scope.files.now.replace(tzinfo=None))),
    "random": Function(lambda scope: random.random()),  # noqa: S311 - a random order, not a secret
    "html": _conversion(lambda scope, text: Display("html", text), _text),
    "image": _conversion(_image, _any),
    "icon": _conversion(lambda scope, text: Display("icon", text), _text),
    "escapeHTML": _conversion(lambda scope, text: limited_text(html.escape(text)), _text),
    # Forms from before Obsidian 1.9.2 that are still found in vaults; `contains(x, y)` is `x.contains(y)`.
    "not": _plain(lambda value: not is_truthy(value), _any),
    "empty": _plain(is_empty, _any),
    "taggedWith": Function(_has_tag, _file, *[_any] * (MAX_ARGUMENTS - 1), optional=MAX_ARGUMENTS - 2),
    "dateModify": Function(BASE_OPERATORS["+"], _date, _any),
    "dateBefore": Function(BASE_OPERATORS["<"], _date, _date),
    "dateAfter": Function(BASE_OPERATORS[">"], _date, _date),
}
"""The global functions; `if` evaluates only the selected branch and is compiled separately."""

_OF_ANY = {
    "isTruthy": _plain(is_truthy),
    "isType": _plain(lambda value, kind: kind_of(value) == kind.lower(), _text),
    "toString": _plain(text_of),
    "isEmpty": _plain(is_empty),
}

_CONTAINS = {
    "contains": Function(_contains, _any),
    "containsAll": _variadic(_contains_by(all)),
    "containsAny": _variadic(_contains_by(any)),
}

_OF_TEXTS = {
    **_OF_ANY,
    **_CONTAINS,
    "startsWith": _of_text(str.startswith, _text),
    "endsWith": _of_text(str.endswith, _text),
    "lower": _of_text(str.lower),
    "upper": _of_text(lambda text: limited_text(text.upper())),
    "title": _of_text(_title),
    "trim": _of_text(str.strip),
    "reverse": _of_text(lambda text: text[::-1]),
    "repeat": _of_text(_repeat, to_integer),
    "replace": _of_text(replaced, _pattern, _text),
    "slice": _of_text(_slice, to_integer, _or_null(to_integer), optional=1),
    "split": _of_text(split_text, _pattern, _or_null(to_integer), optional=1),
    "matches": _plain(lambda value, pattern: _matches(pattern, _text(value, "matches")), _regexp),
}

BASE_METHODS: Mapping[str, Mapping[str, Function]] = {
    **dict.fromkeys(("boolean", "duration"), _OF_ANY),
    **dict.fromkeys(("string", "tag", "html", "icon", "image"), _OF_TEXTS),
    "date": {
        **_OF_TEXTS,
        "date": _plain(day_of_moment),
        "time": _plain(lambda date: f"{local_time(date):%H:%M:%S}"),
        "format": _plain(_format, _text),
        "relative": Function(_relative),
    },
    "number": {
        **_OF_ANY,
        "abs": _plain(abs),
        "ceil": _to_whole(math.ceil),
        "floor": _to_whole(math.floor),
        "round": _plain(rounded, _or_null(to_integer), optional=1),
        "toFixed": _plain(_to_fixed, _or_null(to_integer), optional=1),
    },
    "list": {
        **_OF_ANY,
        **_CONTAINS,
        "flat": _plain(_flattened),
        "join": _plain(lambda values, separator=",": joined([*map(text_of, values)], separator), _text, optional=1),
        "reverse": _plain(lambda values: values[::-1]),
        "slice": _plain(_slice, to_integer, _or_null(to_integer), optional=1),
        "sort": _plain(lambda values: sorted(values, key=sort_key)),
        "unique": Function(unique_values),
        "mean": _statistic("mean", lambda numbers: sum(numbers) / len(numbers)),
        "median": _statistic("median", statistics.median),
        "stddev": _statistic("stddev", standard_deviation),
    },
    "link": {**_OF_TEXTS, "asFile": Function(_file_of), "linksTo": Function(_links_to, _link_target)},
    "file": {
        **_OF_ANY,
        "asLink": _plain(lambda file, display=None: file.link(text_of(display)), _any, optional=1),
        "asFile": _plain(lambda file: file),
        "hasLink": Function(_links_to, _link_target),
        "linksTo": Function(_links_to, _link_target),
        "hasTag": _variadic(_has_tag),
        "hasProperty": Function(_has_property, _text),
        "inFolder": _plain(_in_folder, _or_null(_text), optional=1),
    },
    "object": {**_OF_ANY, "keys": _plain(list), "values": _plain(lambda value: list(value.values()))},
    "regexp": {**_OF_ANY, "matches": _plain(_matches, _or_null(_text))},
}
"""The functions of each type. A link, a tag, a date and a displayed value also have those of texts."""

METHOD_NAMES = frozenset(name for methods in BASE_METHODS.values() for name in methods)

LIST_FUNCTIONS: Mapping[str, tuple[int, int]] = {"filter": (1, 1), "map": (1, 1), "reduce": (1, 2)}
"""Functions of lists whose first argument is an expression of `value`, `index` and `acc`, with the minimum and maximum
number of arguments.
"""

NULL_RESULTS: Mapping[str, Value] = {
    "isTruthy": False, "isEmpty": True, "toString": "", "contains": False, "containsAll": False, "containsAny": False,
    "startsWith": False, "endsWith": False, "matches": False, "hasLink": False, "linksTo": False, "hasTag": False,
    "hasProperty": False, "inFolder": False,
}  # fmt: skip
"""Results of functions of a missing value that are not a missing value."""


def method_of(value: Value, name: str) -> Function:
    """Return the function *name* of *value*. Raises `FormulaError` if its type has none."""
    found = BASE_METHODS[kind_of(value)].get(name)
    if found is None:
        raise FormulaError(f'Cannot find function "{name}" on type {_kind_name(value)}')
    return found

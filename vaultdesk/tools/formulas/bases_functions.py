"""Operators and functions of Obsidian Bases (vaultdesk/tools/formulas/README.md, "Decisions")."""

import html
import math
import operator
import random
import re
import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from vaultdesk.tools.formulas.formula_compiler import Operator, Scope
from vaultdesk.tools.formulas.formula_files import BASE_FILE_FIELDS, file_field
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
    as_duration,
    check_text_length,
    date_text,
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
    shifted_date,
    sort_key,
    text_of,
    value_key,
)
from vaultdesk.tools.query.property_values import Moment, day_of, moment_at, moment_of
from vaultdesk.vault.obsidian.moment import format_moment

# Comparison. A date and a text compare as dates; a day equals any time on it; links equal the files they lead to.
# Nothing else is converted: `"5" == 5` is false, and values of different types have no order.


def equal(scope: Scope, left: Value, right: Value) -> bool:
    """Whether two values are equal."""
    if isinstance(left, str) and isinstance(right, str):
        return left == right
    if left is None or right is None:
        return left is right
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, Moment) or isinstance(right, Moment):
        return _same_date(left, right)
    if isinstance(left, LinkValue | File) or isinstance(right, LinkValue | File):
        return _same_file(scope, left, right)
    if isinstance(left, Tag) or isinstance(right, Tag):
        first, second = _tag_name(left), _tag_name(right)
        return first is not None and second is not None and first.casefold() == second.casefold()
    if isinstance(left, Duration) or isinstance(right, Duration):
        first_span, second_span = as_duration(left), as_duration(right)
        return first_span is not None and second_span is not None and first_span.total == second_span.total
    if is_number(left) and is_number(right):
        return bool(left == right)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(equal(scope, a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(equal(scope, left[name], right[name]) for name in left)
    return type(left) is type(right) and left == right


def _same_date(left: Value, right: Value) -> bool:
    first, second = _as_date(left), _as_date(right)
    if first is None or second is None:
        return False
    if first.is_day or second.is_day:
        return day_of_moment(first).start == day_of_moment(second).start
    return first.start == second.start


def _same_file(scope: Scope, left: Value, right: Value) -> bool:
    if isinstance(left, str) or isinstance(right, str):
        text, linked = (left, right) if isinstance(left, str) else (right, left)
        if isinstance(linked, File):
            return text == linked.path
        return bool(text) and text in (linked.target, linked.written, linked.shown)
    first = scope.files.resolve(left) if isinstance(left, LinkValue) else left
    second = scope.files.resolve(right) if isinstance(right, LinkValue) else right
    if isinstance(first, File) and isinstance(second, File):
        return first.path == second.path
    return (
        isinstance(left, LinkValue) and isinstance(right, LinkValue) and first is second and left.target == right.target
    )


def _tag_name(value: Value) -> str | None:
    if isinstance(value, Tag):
        return value.name
    return value.removeprefix("#") if isinstance(value, str) else None


def _as_date(value: Value) -> Moment | None:
    if isinstance(value, Moment):
        return value
    return read_date(value) if isinstance(value, str) else None


def _ordered(compare: Callable[[Any, Any], bool]) -> Operator:  # Any: both sides have the same type
    def ordered(scope: Scope, left: Value, right: Value) -> bool:
        if is_number(left) and is_number(right):
            return compare(left, right)
        if isinstance(left, Moment) or isinstance(right, Moment):
            first, second = _as_date(left), _as_date(right)
            return first is not None and second is not None and compare(first.start, second.start)
        if isinstance(left, str) and isinstance(right, str):
            return compare(left, right)
        if isinstance(left, Duration | Elapsed) or isinstance(right, Duration | Elapsed):
            first_span, second_span = _length_of(left), _length_of(right)
            return first_span is not None and second_span is not None and compare(first_span, second_span)
        return False

    return ordered


def _length_of(value: Value) -> float | None:
    if is_number(value):
        return float(value)
    span = as_duration(value)
    return None if span is None else span.total


# Arithmetic. An undefined operation such as `"text" * 2` is an error; with a missing value the result is missing, and
# texts are joined without it.


def _without_result(sign: str, left: Value, right: Value) -> None:
    """Return None if a value is missing. Raises `FormulaError` for types that *sign* does not support."""
    if left is not None and right is not None:
        raise FormulaError(f"Cannot calculate {_kind_name(left)} {sign} {_kind_name(right)}")


def _kind_name(value: Value) -> str:
    kind = kind_of(value)
    return {"html": "HTML", "regexp": "RegExp"}.get(kind, kind.capitalize())


def _plus(scope: Scope, left: Value, right: Value) -> Value:
    if is_number(left) and is_number(right):
        return number(left + right)
    if isinstance(left, Moment) and (span := as_duration(right)) is not None:
        return shifted_date(left, span, 1)
    if isinstance(left, Duration) and (span := as_duration(right)) is not None:
        return Duration(left.months + span.months, left.milliseconds + span.milliseconds)
    if isinstance(left, list) or isinstance(right, list):
        if left is None or right is None:
            return left if right is None else right
        if isinstance(left, list) and isinstance(right, list):
            return limited_list(left + right)
        return _without_result("+", left, right)
    if isinstance(left, str | LinkValue | Tag | Display) or isinstance(right, str | LinkValue | Tag | Display):
        return limited_text(text_of(left) + text_of(right))
    return _without_result("+", left, right)


def _minus(scope: Scope, left: Value, right: Value) -> Value:
    if is_number(left) and is_number(right):
        return number(left - right)
    if isinstance(left, Moment) and (span := as_duration(right)) is not None:
        return shifted_date(left, span, -1)
    if isinstance(right, Duration) and left == 0 and is_number(left):
        return right.times(-1)
    if isinstance(left, Duration) and (span := as_duration(right)) is not None:
        return Duration(left.months - span.months, left.milliseconds - span.milliseconds)
    if isinstance(left, Moment) and (other := _as_date(right)) is not None:
        return Elapsed((left.start - other.start) / 1e6)
    return _without_result("-", left, right)


def _times(scope: Scope, left: Value, right: Value) -> Value:
    if is_number(left) and is_number(right):
        try:
            return number(left * right)
        except OverflowError:
            return math.inf
    if isinstance(left, Duration) and is_number(right) and math.isfinite(right):
        return left.times(right)
    return _without_result("*", left, right)


def _divided(scope: Scope, left: Value, right: Value) -> Value:
    if is_number(left) and is_number(right):
        if right == 0:
            return math.nan if left == 0 or left != left else math.copysign(math.inf, left)
        return _without_fraction(left / right)
    if isinstance(left, Duration) and is_number(right) and right:
        return left.times(1 / right)
    if isinstance(left, Duration) and isinstance(right, Duration) and right.total:
        return left.total / right.total
    return _without_result("/", left, right)


def _remainder(scope: Scope, left: Value, right: Value) -> Value:
    if not (is_number(left) and is_number(right)):
        return _without_result("%", left, right)
    if right == 0 or not math.isfinite(left):
        return math.nan
    result = math.fmod(left, right)
    return int(result) if isinstance(left, int) and isinstance(right, int) else result


def _without_fraction(value: float) -> int | float:
    """Return *value* as an integer if it is whole and exact."""
    return int(value) if math.isfinite(value) and value == int(value) and abs(value) < 2**53 else value


BASE_OPERATORS: Mapping[str, Operator] = {
    "==": equal,
    "!=": lambda scope, left, right: not equal(scope, left, right),
    "<": _ordered(operator.lt),
    "<=": _ordered(operator.le),
    ">": _ordered(operator.gt),
    ">=": _ordered(operator.ge),
    "+": _plus,
    "-": _minus,
    "*": _times,
    "/": _divided,
    "%": _remainder,
}
"""The operators that evaluate both sides."""


# Fields.

_DATE_FIELDS = ("year", "month", "day", "hour", "minute", "second", "millisecond")
_ELAPSED_FIELDS: Mapping[str, float] = {
    "years": YEAR_DAYS * MILLISECONDS["days"],
    "months": YEAR_DAYS / 12 * MILLISECONDS["days"],
    "weeks": 7 * MILLISECONDS["days"],
    **MILLISECONDS,
}


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
        case list() | str() if name == "length":
            return len(value)
        case LinkValue() | Tag() | Display() if name == "length":
            return len(_as_text(value))
        case Moment() if name in _DATE_FIELDS:
            when = local_time(value)
            return when.microsecond // 1000 if name == "millisecond" else getattr(when, name)
        case Duration() | Elapsed() if name in _ELAPSED_FIELDS:
            total = float(value) if isinstance(value, Elapsed) else _calendar_length(value)
            found = total / _ELAPSED_FIELDS[name]
            return int(found) if found == int(found) else found
        case _:
            raise FormulaError(f'Cannot find "{name}" on type {_kind_name(value)}')


def _calendar_length(duration: Duration) -> float:
    return duration.milliseconds + duration.months * _ELAPSED_FIELDS["months"]


def _file_member(scope: Scope, file: File, name: str) -> Value:
    if file.is_this and name != "file":
        scope.reads(file)
        found = scope.files.property(file, name)
        if found is not None:
            return found
    if name in BASE_FILE_FIELDS:
        if name in ("tags", "links", "embeds", "properties", "aliases"):
            scope.reads(file)
        return file_field(scope.files, file, name)
    scope.reads(file)
    return scope.files.property(file, name)


def item_of(scope: Scope, value: Value, key: Value) -> Value:
    """Return `value[key]`; None if there is none."""
    if isinstance(value, list | str) and is_number(key):
        index = int(key) if math.isfinite(key) and key == int(key) else -1
        return value[index] if 0 <= index < len(value) else None
    if isinstance(value, dict | File) and isinstance(key, str | Tag | LinkValue):
        return member_of(scope, value, _as_text(key))
    return None


# Functions. If the value is missing, a test returns false, and any other function a missing value.

Function = Callable[[Scope, list[Value]], Value]
Method = Callable[[Scope, Value, list[Value]], Value]


def _as_text(value: Value) -> str:
    """Return *value* as seen by text functions: the target of a link, the name of a tag."""
    match value:
        case str():
            return value
        case LinkValue(target):
            return target
        case Tag(name):
            return name
        case File():
            return value.path
        case _:
            return text_of(value)


def _text(value: Value, function: str) -> str:
    if isinstance(value, str | LinkValue | Tag | Display | File):
        return _as_text(value)
    if is_number(value) or isinstance(value, bool):
        return text_of(value)
    if isinstance(value, Moment):
        return date_text(value)
    raise FormulaError(f"{function}() needs a text, not {_kind_name(value)}")


def _optional(args: list[Value], index: int) -> Value:
    """Return the argument at *index*; None if it is absent."""
    return args[index] if index < len(args) else None


def _integer(value: Value, function: str) -> int:
    if not is_number(value) or not math.isfinite(value):
        raise FormulaError(f"{function}() needs a number, not {_kind_name(value)}")
    return int(value)


MAX_COMPARED_LINKS = 3
"""Maximum number of links of a list that are compared individually; for more, all keys are computed once."""


def _contains(scope: Scope, value: Value, args: list[Value]) -> bool:
    return _contains_item(scope, value, args[0])


def _contains_by(combine: Callable[[Iterable[bool]], bool]) -> Method:
    return lambda scope, value, args: combine(_contains_item(scope, value, item) for item in _spread(args))


def _spread(args: list[Value]) -> list[Value]:
    """Return the values of `containsAny(a, b)`; a single list is replaced by its items."""
    return args[0] if len(args) == 1 and isinstance(args[0], list) else args


def _contains_item(scope: Scope, value: Value, item: Value) -> bool:
    if isinstance(value, list):
        if len(value) > MAX_COMPARED_LINKS and isinstance(item, LinkValue | File):
            keys = scope.files.keys_of(value)
            if keys is not None:
                return value_key(item, scope.files.resolve) in keys
        scope.files.budget.spend(1 + len(value) // 64)
        return any(_item_matches(scope, own_item, item) for own_item in value)
    if item is None or isinstance(item, list | dict):
        return False
    text, needle = _as_text(value), _text(item, "contains")
    if isinstance(value, Tag):
        return needle.removeprefix("#").casefold() in text.casefold()
    return needle in text or (isinstance(value, LinkValue) and needle in value.shown)


def _item_matches(scope: Scope, own_item: Value, item: Value) -> bool:
    """Whether an item of a list matches *item*; a tag also matches its parent tags."""
    if isinstance(own_item, Tag):
        tag_name = _tag_name(item)
        if tag_name is not None:
            name, key = own_item.name.casefold(), tag_name.casefold()
            return name == key or name.startswith(f"{key}/")
    return equal(scope, own_item, item)


def _replace(scope: Scope, value: Value, args: list[Value]) -> str:
    text, pattern, replacement = _as_text(value), args[0], _text(args[1], "replace")
    if isinstance(pattern, Regexp):
        count = 0 if "g" in pattern.flags else 1
        replaced = pattern.compiled.sub(lambda found: _expanded(found, replacement), text.encode(), count)
        return limited_text(replaced.decode("utf-8", "replace"))
    needle = _text(pattern, "replace")
    check_text_length(len(text) + text.count(needle) * len(replacement))
    return text.replace(needle, replacement)


_GROUP = re.compile(r"\$(\$|&|[1-9][0-9]?)")


def _expanded(found: Any, replacement: str) -> bytes:  # noqa: ANN401 - Any: RE2 has no types
    def group(reference: re.Match[str]) -> str:
        sign = reference[1]
        if sign == "$":
            return "$"
        if sign != "&" and int(sign) > len(found.groups()):
            return reference[0]
        return (found.group(0 if sign == "&" else int(sign)) or b"").decode("utf-8", "replace")

    return _GROUP.sub(group, replacement).encode()


def _matches(scope: Scope, value: Value, args: list[Value]) -> bool:
    if not isinstance(value, Regexp):
        raise FormulaError(f"matches() needs a regular expression, not {_kind_name(value)}")
    if args[0] is None:
        return False
    return value.compiled.search(_text(args[0], "matches").encode()) is not None


def _split(scope: Scope, value: Value, args: list[Value]) -> list[Value]:
    text, separator = _as_text(value), args[0]
    limit = MAX_ITEMS if _optional(args, 1) is None else max(0, _integer(args[1], "split"))
    if isinstance(separator, Regexp):
        parts = [(part or b"").decode("utf-8", "replace") for part in separator.compiled.split(text.encode())]
    elif (sign := _text(separator, "split")) == "":
        parts = list(text)
    else:
        parts = text.split(sign)
    return limited_list(parts[:limit])


def _slice(scope: Scope, value: Value, args: list[Value]) -> Value:
    items = value if isinstance(value, list) else _as_text(value)
    end = None if _optional(args, 1) is None else _integer(args[1], "slice")
    return items[_integer(args[0], "slice") : end]


def _repeat(scope: Scope, value: Value, args: list[Value]) -> str:
    text, count = _as_text(value), _integer(args[0], "repeat")
    if count < 0:
        raise FormulaError("repeat() needs a number that is not negative")
    check_text_length(len(text) * count)
    return text * count


def _title(scope: Scope, value: Value, args: list[Value]) -> str:
    return re.sub(r"\S+", lambda word: word[0][:1].upper() + word[0][1:].lower(), _as_text(value))


def _rounded(scope: Scope, value: Value, args: list[Value]) -> Value:
    digits = 0 if _optional(args, 0) is None else _integer(args[0], "round")
    if not -15 <= digits <= 15:
        raise FormulaError("round() takes up to 15 digits")
    if not math.isfinite(value):
        return value
    shifted = Decimal(repr(float(value))).scaleb(digits)
    # JavaScript rounds a half up, also below zero.
    rounded = (shifted + Decimal("0.5")).to_integral_value(rounding="ROUND_FLOOR")
    result = float(rounded.scaleb(-digits))
    return int(result) if digits <= 0 or result == int(result) else result


def _to_fixed(scope: Scope, value: Value, args: list[Value]) -> str:
    digits = 0 if _optional(args, 0) is None else _integer(args[0], "toFixed")
    if not 0 <= digits <= 100:
        raise FormulaError("toFixed() takes 0 to 100 digits")
    if not math.isfinite(value) or abs(value) >= 1e21:
        return number_text(value)
    return f"{Decimal(float(value)).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP):f}"


def _to_whole(convert: Callable[[float], int]) -> Method:
    return lambda scope, value, args: convert(value) if math.isfinite(value) else value


def _numbers(values: list[Value], function: str) -> list[float]:
    """Return *values* as numbers; a missing one counts as 0, as in Obsidian."""
    found: list[float] = []
    for value in values:
        if value is None:
            found.append(0)
        elif is_number(value):
            found.append(float(value))
        else:
            raise FormulaError(f"{function}() needs numbers, not {_kind_name(value)}")
    return found


def _statistic(name: str, calculate: Callable[[list[float]], float]) -> Method:
    def method(scope: Scope, value: Value, args: list[Value]) -> Value:
        found = _numbers(value, name)
        scope.files.budget.spend(1 + len(found) // 64)
        return _without_fraction(calculate(found)) if found else None

    return method


def unique_values(scope: Scope, values: list[Value]) -> list[Value]:
    """Return *values* without those equal to an earlier one."""
    found: dict[object, Value] = {}
    for value in values:
        found.setdefault(value_key(value, scope.files.resolve), value)
    return list(found.values())


def _flattened(scope: Scope, value: Value, args: list[Value]) -> list[Value]:
    return limited_list([item for inner in value for item in (inner if isinstance(inner, list) else [inner])])


def _join(scope: Scope, value: Value, args: list[Value]) -> str:
    separator = _text(args[0], "join") if args else ","
    texts = [text_of(item) for item in value]
    check_text_length(sum(map(len, texts)) + len(separator) * len(texts))
    return separator.join(texts)


def _has_link(scope: Scope, value: Value, args: list[Value]) -> bool:
    file = scope.files.resolve(value) if isinstance(value, LinkValue) else value
    if file is None or args[0] is None:
        return False
    scope.reads(file)
    if not isinstance(args[0], File | LinkValue | str):
        raise FormulaError(f"hasLink() needs a file, a link or a text, not {_kind_name(args[0])}")
    return scope.files.links_to(file, args[0])


def _has_tag(scope: Scope, value: Value, args: list[Value]) -> bool:
    scope.reads(value)
    tags = [item for argument in args for item in (argument if isinstance(argument, list) else [argument])]
    return any(scope.files.has_tag(value, _as_text(tag)) for tag in tags if isinstance(tag, str | Tag) and tag)


def _has_property(scope: Scope, value: Value, args: list[Value]) -> bool:
    scope.reads(value)
    return scope.files.has_property(value, _text(args[0], "hasProperty"))


def _in_folder(scope: Scope, value: Value, args: list[Value]) -> bool:
    folder = "" if _optional(args, 0) is None else _text(args[0], "inFolder").strip("/")
    return not folder or value.path.startswith(f"{folder}/")


def _as_link(scope: Scope, value: Value, args: list[Value]) -> LinkValue:
    path = value.path[:-3] if value.path.endswith(".md") else value.path
    display = "" if _optional(args, 0) is None else text_of(args[0])
    return LinkValue(path, display, value.path)


def _format(scope: Scope, value: Value, args: list[Value]) -> str:
    return limited_text(format_moment(_text(args[0], "format")[:1000], local_time(value)))


_RELATIVE_STEPS: tuple[tuple[float, float, str], ...] = (
    # Exclusive maximum in seconds, seconds of the unit, and text: the thresholds of Moment.js.
    (45, 1, "a few seconds"), (90, 60, "a minute"), (2_670, 60, "{} minutes"), (5_400, 3_600, "an hour"),
    (77_400, 3_600, "{} hours"), (129_600, 86_400, "a day"), (2_203_200, 86_400, "{} days"),
    (3_931_200, 2_629_746, "a month"), (28_920_000, 2_629_746, "{} months"), (47_340_000, 31_556_952, "a year"),
    (math.inf, 31_556_952, "{} years"),
)  # fmt: skip


def _relative(scope: Scope, value: Value, args: list[Value]) -> str:
    seconds = (scope.files.moment.start - value.start) / 1e9
    _, unit, template = next(step for step in _RELATIVE_STEPS if abs(seconds) < step[0])
    text = template.format(max(2, round(abs(seconds) / unit)))
    return f"{text} ago" if seconds >= 0 else f"in {text}"


_DATE_PATTERNS: Mapping[str, re.Pattern[str]] = {
    "%Y%m%d": re.compile(r"[0-9]{8}"),
    "%Y%m%d%H%M": re.compile(r"[0-9]{12}"),
    "%Y-%m": re.compile(r"[0-9]{4}-[0-9]{2}"),
    "%m/%d/%Y": re.compile(r"[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}"),
}


def read_date(text: str) -> Moment | None:
    """Return the date in *text*, as parsed by `date()`: ISO 8601, without separators, or month first."""
    text = text.strip()
    found = moment_of(text)
    if found is not None:
        return found
    form = next((form for form, pattern in _DATE_PATTERNS.items() if pattern.fullmatch(text)), None)
    if form is None:
        return None
    try:
        when = datetime.strptime(text, form)  # noqa: DTZ007 - local, like dates in notes
        return moment_at(when) if "%H" in form else day_of(when)
    except (ValueError, OverflowError, OSError):
        return None


def to_date(scope: Scope, value: Value) -> Moment:
    """Return *value* as a date. Raises `FormulaError`."""
    if isinstance(value, Moment):
        return value
    text = value.shown.rpartition("/")[2] if isinstance(value, LinkValue) else value
    found = read_date(text) if isinstance(text, str) else None
    if found is None:
        raise FormulaError(f"date() cannot read {_kind_name(value)}", text if isinstance(text, str) else "")
    return found


def _to_duration(scope: Scope, args: list[Value]) -> Value:
    found = as_duration(args[0])
    if found is None and args[0] is not None:
        raise FormulaError(f"duration() cannot read {_kind_name(args[0])}", text_of(args[0]))
    return found


def _to_file(scope: Scope, args: list[Value]) -> Value:
    value = args[0]
    if isinstance(value, File) or value is None:
        return value
    link = value if isinstance(value, LinkValue) else parse_link(_text(value, "file"), "")
    return scope.files.resolve(link)


def _to_link(scope: Scope, args: list[Value]) -> Value:
    value, display = args[0], _optional(args, 1)
    if value is None:
        return None
    if isinstance(value, File):
        return _as_link(scope, value, [display])
    link = value if isinstance(value, LinkValue) else parse_link(_text(value, "link"), "")
    return LinkValue(link.target, text_of(display), link.source) if display is not None else link


def _to_list(scope: Scope, args: list[Value]) -> list[Value]:
    value = args[0]
    return value if isinstance(value, list) else [] if value is None else [value]


def _to_number(scope: Scope, args: list[Value]) -> Value:
    value = args[0]
    if value is None or isinstance(value, bool):
        return None if value is None else int(value)
    if isinstance(value, Elapsed):
        return _without_fraction(float(value))
    if is_number(value):
        return value
    if isinstance(value, Moment):
        return value.start // 1_000_000
    if isinstance(value, Duration):
        return _without_fraction(value.total)
    text = _as_text(value).strip() if isinstance(value, str | Tag | LinkValue) else ""
    if re.fullmatch(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?", text[:400]):
        return number(_without_fraction(float(text)))
    raise FormulaError(f"number() cannot read {_kind_name(value)}", text)


def _extreme(choose: Callable[..., Value], name: str) -> Function:
    def function(scope: Scope, args: list[Value]) -> Value:
        values = [value for value in _spread(args) if value is not None]
        if not values:
            return None
        if all(map(is_number, values)):
            return choose(values)
        if all(isinstance(value, Moment) for value in values):
            return choose(values, key=lambda moment: moment.start)
        raise FormulaError(f"{name}() needs numbers or dates")

    return function


def _display(kind: str) -> Function:
    def function(scope: Scope, args: list[Value]) -> Value:
        value = args[0]
        if value is None:
            return None
        if kind == "image" and isinstance(value, LinkValue | File):
            file = scope.files.resolve(value) if isinstance(value, LinkValue) else value
            return Display("image", file.path if file is not None else _as_text(value))
        return Display(kind, _text(value, kind))  # type: ignore[arg-type] # one of the three kinds

    return function


def _escaped(scope: Scope, args: list[Value]) -> Value:
    return None if args[0] is None else limited_text(html.escape(_text(args[0], "escapeHTML")))


def _modified_date(scope: Scope, args: list[Value]) -> Value:
    """Return `dateModify(date, "1 day")`, from before 1.9.2."""
    return _plus(scope, to_date(scope, args[0]), args[1])


def _date_order(compare: Operator) -> Function:
    return lambda scope, args: compare(scope, to_date(scope, args[0]), to_date(scope, args[1]))


@dataclass(frozen=True, slots=True)
class Signature:
    """A function with its minimum and maximum number of arguments."""

    function: Any  # Any: a `Function`, or a `Method`, which takes its receiver before the arguments
    min_arguments: int = 0
    max_arguments: int = 0


MAX_ARGUMENTS = 100
"""Maximum number of arguments of a variadic function."""

BASE_FUNCTIONS: Mapping[str, Signature] = {
    "date": Signature(lambda scope, args: None if args[0] is None else to_date(scope, args[0]), 1, 1),
    "duration": Signature(_to_duration, 1, 1),
    "file": Signature(_to_file, 1, 1),
    "link": Signature(_to_link, 1, 2),
    "list": Signature(_to_list, 1, 1),
    "max": Signature(_extreme(max, "max"), 1, MAX_ARGUMENTS),
    "min": Signature(_extreme(min, "min"), 1, MAX_ARGUMENTS),
    "number": Signature(_to_number, 1, 1),
    "now": Signature(lambda scope, args: scope.files.moment),
    "today": Signature(lambda scope, args: day_of(scope.files.now.replace(tzinfo=None))),
    "random": Signature(lambda scope, args: random.random()),  # noqa: S311 - a random order, not a secret
    "html": Signature(_display("html"), 1, 1),
    "image": Signature(_display("image"), 1, 1),
    "icon": Signature(_display("icon"), 1, 1),
    "escapeHTML": Signature(_escaped, 1, 1),
    # Forms from before Obsidian 1.9.2 that are still found in vaults; `contains(x, y)` is `x.contains(y)`.
    "not": Signature(lambda scope, args: not is_truthy(args[0]), 1, 1),
    "empty": Signature(lambda scope, args: is_empty(args[0]), 1, 1),
    "taggedWith": Signature(lambda scope, args: _has_tag(scope, args[0], args[1:]), 2, MAX_ARGUMENTS),
    "dateModify": Signature(_modified_date, 2, 2),
    "dateBefore": Signature(_date_order(BASE_OPERATORS["<"]), 2, 2),
    "dateAfter": Signature(_date_order(BASE_OPERATORS[">"]), 2, 2),
}
"""The global functions; `if` evaluates only the selected branch and is compiled separately."""

_CONTAINS = {
    "contains": Signature(_contains, 1, 1),
    "containsAll": Signature(_contains_by(all), 1, MAX_ARGUMENTS),
    "containsAny": Signature(_contains_by(any), 1, MAX_ARGUMENTS),
}

BASE_METHODS: Mapping[str, Mapping[str, Signature]] = {
    "any": {
        "isTruthy": Signature(lambda scope, value, args: is_truthy(value)),
        "isType": Signature(lambda scope, value, args: kind_of(value) == _text(args[0], "isType").lower(), 1, 1),
        "toString": Signature(lambda scope, value, args: text_of(value)),
        "isEmpty": Signature(lambda scope, value, args: is_empty(value)),
    },
    "date": {
        "date": Signature(lambda scope, value, args: day_of_moment(value)),
        "time": Signature(lambda scope, value, args: f"{local_time(value):%H:%M:%S}"),
        "format": Signature(_format, 1, 1),
        "relative": Signature(_relative),
    },
    "string": {
        **_CONTAINS,
        "startsWith": Signature(
            lambda scope, value, args: _as_text(value).startswith(_text(args[0], "startsWith")), 1, 1
        ),
        "endsWith": Signature(lambda scope, value, args: _as_text(value).endswith(_text(args[0], "endsWith")), 1, 1),
        "lower": Signature(lambda scope, value, args: _as_text(value).lower()),
        "upper": Signature(lambda scope, value, args: limited_text(_as_text(value).upper())),
        "title": Signature(_title),
        "trim": Signature(lambda scope, value, args: _as_text(value).strip()),
        "reverse": Signature(lambda scope, value, args: _as_text(value)[::-1]),
        "repeat": Signature(_repeat, 1, 1),
        "replace": Signature(_replace, 2, 2),
        "slice": Signature(_slice, 1, 2),
        "split": Signature(_split, 1, 2),
        "matches": Signature(lambda scope, value, args: _matches(scope, args[0], [value]), 1, 1),
    },
    "number": {
        "abs": Signature(lambda scope, value, args: abs(value)),
        "ceil": Signature(_to_whole(math.ceil)),
        "floor": Signature(_to_whole(math.floor)),
        "round": Signature(_rounded, 0, 1),
        "toFixed": Signature(_to_fixed, 0, 1),
    },
    "list": {
        **_CONTAINS,
        "flat": Signature(_flattened),
        "join": Signature(_join, 0, 1),
        "reverse": Signature(lambda scope, value, args: value[::-1]),
        "slice": Signature(_slice, 1, 2),
        "sort": Signature(lambda scope, value, args: sorted(value, key=sort_key)),
        "unique": Signature(lambda scope, value, args: unique_values(scope, value)),
        "mean": Signature(_statistic("mean", lambda found: math.fsum(found) / len(found))),
        "median": Signature(_statistic("median", statistics.median)),
        "stddev": Signature(_statistic("stddev", statistics.pstdev)),
    },
    "link": {
        "asFile": Signature(lambda scope, value, args: scope.files.resolve(value)),
        "linksTo": Signature(_has_link, 1, 1),
    },
    "file": {
        "asLink": Signature(_as_link, 0, 1),
        "asFile": Signature(lambda scope, value, args: value),
        "hasLink": Signature(_has_link, 1, 1),
        "linksTo": Signature(_has_link, 1, 1),
        "hasTag": Signature(_has_tag, 1, MAX_ARGUMENTS),
        "hasProperty": Signature(_has_property, 1, 1),
        "inFolder": Signature(_in_folder, 0, 1),
    },
    "object": {
        "keys": Signature(lambda scope, value, args: list(value)),
        "values": Signature(lambda scope, value, args: list(value.values())),
    },
    "regexp": {"matches": Signature(lambda scope, value, args: _matches(scope, value, args), 1, 1)},
}
"""The functions of each type; those of texts are also those of links, tags and displayed values."""

LIST_FUNCTIONS: Mapping[str, tuple[int, int]] = {"filter": (1, 1), "map": (1, 1), "reduce": (1, 2)}
"""Functions of lists whose first argument is an expression of `value`, `index` and `acc`, with the minimum and maximum
number of arguments.
"""

TEXT_LIKE = ("link", "tag", "html", "icon", "image", "date")
"""Types that have the functions of texts."""

NULL_RESULTS: Mapping[str, Value] = {
    "isTruthy": False, "isEmpty": True, "toString": "", "contains": False, "containsAll": False, "containsAny": False,
    "startsWith": False, "endsWith": False, "matches": False, "hasLink": False, "linksTo": False, "hasTag": False,
    "hasProperty": False, "inFolder": False,
}  # fmt: skip
"""Results of functions of a missing value that are not a missing value."""


def method_of(value: Value, name: str) -> Method:
    """Return the function *name* of *value*. Raises `FormulaError` if its type has none."""
    kind = kind_of(value)
    own = (kind, "string", "any") if kind in TEXT_LIKE else (kind, "any")
    found = next((BASE_METHODS[of][name] for of in own if name in BASE_METHODS.get(of, {})), None)
    if found is None:
        raise FormulaError(f'Cannot find function "{name}" on type {_kind_name(value)}')
    function: Method = found.function
    return function

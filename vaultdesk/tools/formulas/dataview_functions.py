"""Operators, fields and functions of Dataview."""

import math
import operator
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from msgspec import Struct

from vaultdesk.tools.formulas.bases_functions import (
    BASE_OPERATORS,
    MAX_ARGUMENTS,
    joined,
    list_of,
    member_of,
    replaced,
    rounded,
    split_text,
    to_integer,
    unique_values,
    whole_number,
)
from vaultdesk.tools.formulas.formula_compiler import Operator, Scope
from vaultdesk.tools.formulas.formula_files import FormulaFiles, moment_of_ns
from vaultdesk.tools.formulas.formula_values import (
    MAX_TEXT,
    Duration,
    Elapsed,
    File,
    FormulaError,
    LinkValue,
    Regexp,
    Row,
    Value,
    as_duration,
    compile_regexp,
    day_of_moment,
    is_number,
    is_truthy,
    limited_list,
    limited_text,
    link_markup,
    local_time,
    number,
    parse_duration,
    parse_link,
    text_of,
)
from vaultdesk.tools.query.note_dates import date_in_name
from vaultdesk.tools.query.property_values import Moment, collation, day_of, moment_at, moment_of
from vaultdesk.vault.obsidian.moment import format_moment, parse_moment_day

# Comparison: all values have one total order, missing values first, then types by name.


def order_of(scope: Scope, value: Value) -> tuple[str, Any]:  # Any: compared only with keys of the same type
    """Return the sort key of *value*."""
    match value:
        case None:
            return "", 0
        case bool():
            return "boolean", value
        case Elapsed():
            return "duration", float(value)
        case Duration():
            return "duration", value.total
        case int() | float():
            return "number", value if value == value else -math.inf
        case Moment():
            return "date", value.start
        case LinkValue() | File() | Row():
            return "link", _link_path(scope, value)
        case list():
            return "array", tuple(order_of(scope, item) for item in value)
        case dict():
            return "object", tuple((name, order_of(scope, value[name])) for name in sorted(value))
        case str():
            return "string", collation(value)
        case _:
            return "string", collation(text_of(value))


def _link_path(scope: Scope, value: Value) -> str:
    if isinstance(value, Row):
        return value.file.path if value.file is not None and not value.fields else text_of(value.id)
    found = value if isinstance(value, File) else scope.files.resolve(value)
    return found.path if found is not None else value.target


def same(scope: Scope, left: Value, right: Value) -> bool:
    """Whether two values are equal."""
    return order_of(scope, left) == order_of(scope, right)


def _compared(compare: Callable[[Any, Any], bool]) -> Operator:  # Any: keys of one order
    return lambda scope, left, right: compare(order_of(scope, left), order_of(scope, right))


def _joined(sign: str) -> Operator:
    calculate = BASE_OPERATORS[sign]

    def calculated(scope: Scope, left: Value, right: Value) -> Value:
        if sign == "+" and (isinstance(left, str | LinkValue) or isinstance(right, str | LinkValue)):
            return limited_text(shown_text(left) + shown_text(right))
        if sign == "*" and isinstance(left, str) and isinstance(right, int) and 0 <= right * len(left) <= MAX_TEXT:
            return left * right
        return calculate(scope, left, right)

    return calculated


def shown_text(value: Value) -> str:
    """Return *value* in Dataview's text form: links as links."""
    if isinstance(value, list):
        return limited_text(", ".join(map(shown_text, value)))
    return link_markup(value) if isinstance(value, LinkValue) else "-" if value is None else text_of(value)


DATAVIEW_OPERATORS: Mapping[str, Operator] = {
    "==": same,
    "!=": lambda scope, left, right: not same(scope, left, right),
    "<": _compared(operator.lt),
    "<=": _compared(operator.le),
    ">": _compared(operator.gt),
    ">=": _compared(operator.ge),
    **{sign: _joined(sign) for sign in ("+", "-", "*", "/", "%")},
}
"""The operators that evaluate both sides."""


# Fields.


def field_of(scope: Scope, value: Value, name: str) -> Value:
    """Return `value.name`; for a list the fields of its items, for a link those of its note."""
    match value:
        case Row():
            return _row_field(scope, value, name)
        case File():
            return _file_field(scope, value, name.lower())
        case LinkValue():
            file = scope.files.resolve(value)
            return None if file is None else _row_field(scope, Row(file=file), name)
        case list():
            scope.files.budget.spend(1 + len(value) // 8)
            return [field_of(scope, item, name) for item in value]
        case Moment() if name in ("weekyear", "weekday"):
            return local_time(value).isocalendar().week if name == "weekyear" else local_time(value).isoweekday()
        case dict() | Moment() | Duration() | Elapsed():
            return member_of(scope, value, name)
        case _:
            return None


def _row_field(scope: Scope, row: Row, name: str) -> Value:
    if name in row.fields:
        return row.fields[name]
    key = name.lower()
    if row.fields and key in row.fields:
        return row.fields[key]
    if row.file is None:
        return None
    if key == "file":
        return row.file
    scope.reads(row.file)
    return scope.files.property(row.file, name, as_dataview=True)


def _file_field(scope: Scope, file: File, name: str) -> Value:
    """Return the value of `file.name` in Dataview."""
    if name in _FACT_FIELDS:
        return _FACT_FIELDS[name](scope.files, file)
    scope.reads(file)
    if name in _TEXT_FIELDS:
        return _TEXT_FIELDS[name](scope.files, file)
    raise FormulaError(f"file.{name}: there is no such field")


def _with_parents(tag: str) -> list[str]:
    parts = tag.split("/")
    return ["/".join(parts[:end]) for end in range(len(parts), 0, -1)]


def _day_of(files: FormulaFiles, file: File) -> Moment | None:
    named = date_in_name(file.path, files.network.daily)
    if named is not None:
        return day_of_moment(named)
    found = files.property(file, "date", as_dataview=True)
    return found if isinstance(found, Moment) else None


def item_at(scope: Scope, value: Value, key: Value) -> Value:
    """Return `value[key]`."""
    if isinstance(key, str):
        return field_of(scope, value, key)
    if isinstance(value, list | str) and is_number(key) and math.isfinite(key):
        index = int(key)
        return value[index] if 0 <= index < len(value) else None
    return None


_FACT_FIELDS: Mapping[str, Callable[[FormulaFiles, File], Value]] = {
    "name": lambda files, file: file.facts.name,
    "path": lambda files, file: file.path,
    "folder": lambda files, file: file.facts.folder,
    "ext": lambda files, file: file.path.rpartition(".")[2],
    "size": lambda files, file: file.facts.size,
    "link": lambda files, file: file.link(file.facts.name),
    "ctime": lambda files, file: moment_of_ns(file.facts.created_ns),
    "cday": lambda files, file: day_of_moment(moment_of_ns(file.facts.created_ns)),
    "mtime": lambda files, file: moment_of_ns(file.facts.modified_ns),
    "mday": lambda files, file: day_of_moment(moment_of_ns(file.facts.modified_ns)),
    "day": _day_of,
    "inlinks": lambda files, file: [linking.link(linking.facts.name) for linking in files.backlinks(file)],
    "starred": lambda files, file: False,
}
"""Fields of a file that do not depend on its text."""

_TEXT_FIELDS: Mapping[str, Callable[[FormulaFiles, File], Value]] = {
    "tags": lambda files, file: list(
        dict.fromkeys(f"#{above}" for tag in file.facts.tags for above in _with_parents(tag))
    ),
    "etags": lambda files, file: [f"#{tag}" for tag in file.facts.tags],
    "aliases": lambda files, file: [*file.facts.aliases],
    "outlinks": FormulaFiles.links,
    "frontmatter": FormulaFiles.properties,
    "tasks": lambda files, file: [row for row in files.list_items(file) if row.fields["task"]],
    "lists": FormulaFiles.list_items,
}
"""Fields of a file that are read from its text."""


# Dates.

_EDGES = {
    written: (which, unit)
    for which in ("start", "end")
    for unit in ("week", "month", "year")
    for written in (f"{which[0]}o{unit[0]}", f"{which}-of-{unit}")
}


def dataview_date(text: str, now: datetime) -> Moment | None:
    """Return the argument of `date(...)`: ISO 8601, a month, or a word such as `today` or `som`; None for other
    text.
    """
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    text = text.strip()
    word = text.lower()
    if word == "now":
        return moment_at(now)
    days = {"today": 0, "yesterday": -1, "tomorrow": 1}
    if word in days:
        return day_of(midnight + timedelta(days=days[word]))
    edge = _EDGES.get(word)
    if edge is None:
        return moment_of(f"{text}-01" if len(text) == len("2026-01") else text)
    which, unit = edge
    start = {
        "week": midnight - timedelta(days=midnight.weekday()),
        "month": midnight.replace(day=1),
        "year": midnight.replace(month=1, day=1),
    }[unit]
    if which == "start":
        return moment_at(start)
    next_period = start + timedelta(days={"week": 7, "month": 32, "year": 367}[unit])
    end = {"week": next_period, "month": next_period.replace(day=1), "year": next_period.replace(month=1, day=1)}[unit]
    return moment_at(end - timedelta(milliseconds=1))


_MOMENT_TOKENS = {
    "yyyy": "YYYY", "yy": "YY", "y": "YYYY", "LLLL": "MMMM", "LLL": "MMM", "LL": "MM", "L": "M", "MMMM": "MMMM",
    "MMM": "MMM", "MM": "MM", "M": "M", "ooo": "DDDD", "o": "DDD", "dd": "DD", "d": "D", "EEEE": "dddd", "EEE": "ddd",
    "E": "E", "cccc": "dddd", "ccc": "ddd", "c": "E", "HH": "HH", "H": "H", "hh": "hh", "h": "h", "mm": "mm", "m": "m",
    "ss": "ss", "s": "s", "SSS": "SSS", "S": "SSS", "a": "A", "ZZZ": "ZZ", "ZZ": "Z", "Z": "Z", "kkkk": "GGGG",
    "WW": "WW", "W": "W", "q": "Q", "X": "X", "x": "x",
}  # fmt: skip
"""Tokens of Luxon, Dataview's date format, in Moment.js."""

_LUXON = re.compile(f"'[^']*'|{'|'.join(sorted(_MOMENT_TOKENS, key=len, reverse=True))}|.", re.DOTALL)


def moment_pattern(luxon: str) -> str:
    """Convert a pattern of Luxon to Moment.js."""
    parts: list[str] = []
    for token in _LUXON.findall(luxon[:500]):
        if token in _MOMENT_TOKENS:
            parts.append(_MOMENT_TOKENS[token])
        elif token.startswith("'") and len(token) > 1:
            parts.append(f"[{token[1:-1]}]")
        else:
            parts.append(f"[{token}]" if token.isalpha() else token)
    return "".join(parts)


def _to_date(scope: Scope, args: list[Value]) -> Value:
    value = args[0]
    if isinstance(value, list):
        return [_to_date(scope, [item, *args[1:]]) for item in value]
    if isinstance(value, Moment):
        return value
    if isinstance(value, LinkValue):
        file = scope.files.resolve(value)
        found = dataview_date(value.shown.rpartition("/")[2], scope.files.now)
        return found if found is not None or file is None else _day_of(scope.files, file)
    if not isinstance(value, str):
        return None
    if len(args) > 1:
        day = parse_moment_day(moment_pattern(_text(args[1])), value)
        return None if day is None else day_of(datetime(day.year, day.month, day.day))  # noqa: DTZ001 - local
    return dataview_date(value, scope.files.now)


def _to_duration(scope: Scope, args: list[Value]) -> Value:
    value = args[0]
    if isinstance(value, list):
        return [_to_duration(scope, [item]) for item in value]
    return parse_duration(value, capital_month=False) if isinstance(value, str) else as_duration(value)


def _format_date(scope: Scope, args: list[Value]) -> Value:
    value = args[0]
    if isinstance(value, list):
        return [_format_date(scope, [item, args[1]]) for item in value]
    return format_moment(moment_pattern(_text(args[1])), local_time(value)) if isinstance(value, Moment) else None


def _duration_format(scope: Scope, args: list[Value]) -> Value:
    span = as_duration(args[0])
    if span is None:
        return None
    remaining, parts = span.total, []
    tokens = re.findall(r"'[^']*'|yyyy|y+|M+|w+|d+|h+|m+|s+|S+|.", _text(args[1])[:200])
    for token in tokens:
        unit = {"d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1_000, "S": 1, "w": 604_800_000}.get(token[0])
        if token.startswith("'") and len(token) > 1:
            parts.append(token[1:-1])
        elif unit is not None:
            count, remaining = divmod(remaining, unit)
            parts.append(str(int(count)).zfill(len(token)))
        else:
            parts.append(token)
    return "".join(parts)


# Functions. A function of a single value also accepts a list, and then returns a list.


def _text(value: Value) -> str:
    return value if isinstance(value, str) else shown_text(value)


def _number_of(value: Value) -> float:
    if not is_number(value):
        raise FormulaError(f"a number is needed, not {_type(value)}", text_of(value))
    return value  # type: ignore[no-any-return] # a number


def _over_list(function: Callable[..., Value]) -> Callable[[Scope, list[Value]], Value]:
    """Return a function that also accepts a list as its first argument; a missing value stays missing."""

    def call(scope: Scope, args: list[Value]) -> Value:
        first, *others = args
        if isinstance(first, list):
            scope.files.budget.spend(1 + len(first))
            return [call(scope, [item, *others]) for item in first]
        return None if first is None else function(first, *others)

    return call


def _call_function(scope: Scope, function: Value, *args: Value) -> Value:
    if not callable(function):
        raise FormulaError("a function such as (x) => x is needed")
    scope.files.budget.spend()
    return function(*args)


def _contains(ignore_case: bool, within: bool) -> Callable[[Scope, list[Value]], bool]:
    def contains(scope: Scope, args: list[Value]) -> bool:
        container, item = args
        match container:
            case list():
                scope.files.budget.spend(1 + len(container) // 16)
                if within:
                    return any(contains(scope, [member, item]) for member in container)
                return any(same(scope, member, item) for member in container)
            case str() if isinstance(item, str):
                return item.lower() in container.lower() if ignore_case else item in container
            case dict():
                return text_of(item) in container
            case _:
                return same(scope, container, item)

    return contains


def _contains_word(text: Value, word: Value) -> bool:
    return re.search(rf"(?<!\w){re.escape(_text(word))}(?!\w)", _text(text), re.IGNORECASE) is not None


def _extreme(choose: Callable[..., Value]) -> Callable[[Scope, list[Value]], Value]:
    def extreme(scope: Scope, args: list[Value]) -> Value:
        values = [value for argument in args for value in list_of(argument) if value is not None]
        return choose(values, key=lambda value: order_of(scope, value)) if values else None

    return extreme


def _extreme_by(choose: Callable[..., Value]) -> Callable[[Scope, list[Value]], Value]:
    def extreme(scope: Scope, args: list[Value]) -> Value:
        values = [value for value in list_of(args[0]) if value is not None]
        return (
            choose(values, key=lambda value: order_of(scope, _call_function(scope, args[1], value))) if values else None
        )

    return extreme


def _reduce(scope: Scope, args: list[Value]) -> Value:
    values = list_of(args[0])
    if not values:
        return None
    if isinstance(args[1], str) and args[1] not in DATAVIEW_OPERATORS:
        raise FormulaError("reduce() does not know", args[1])
    total = values[0]
    for value in values[1:]:
        if isinstance(args[1], str):
            total = DATAVIEW_OPERATORS[args[1]](scope, total, value)
        else:
            total = _call_function(scope, args[1], total, value)
    return total


def _sum(scope: Scope, args: list[Value]) -> Value:
    values = [value for value in list_of(args[0]) if value is not None]
    return _reduce(scope, [values, "+"]) if values else 0


def _product(scope: Scope, args: list[Value]) -> Value:
    values = [value for value in list_of(args[0]) if value is not None]
    return _reduce(scope, [values, "*"]) if values else 0


def _average(scope: Scope, args: list[Value]) -> Value:
    values = [value for value in list_of(args[0]) if value is not None]
    return DATAVIEW_OPERATORS["/"](scope, _reduce(scope, [values, "+"]), len(values)) if values else None


def _join(scope: Scope, args: list[Value]) -> Value:
    return joined([*map(_text, list_of(args[0]))], _text(args[1]) if len(args) > 1 else ", ")


def _sort(scope: Scope, args: list[Value]) -> list[Value]:
    key = args[1] if len(args) > 1 else None
    return sorted(
        list_of(args[0]), key=lambda value: order_of(scope, value if key is None else _call_function(scope, key, value))
    )


def _flat(scope: Scope, args: list[Value]) -> list[Value]:
    values = list_of(args[0])
    for _ in range(min(20, to_integer(args[1], "flat")) if len(args) > 1 else 1):
        values = limited_list([item for value in values for item in list_of(value)])
    return values


def _quantified(scope: Scope, args: list[Value]) -> list[bool]:
    if len(args) == 2 and callable(args[1]):
        return [is_truthy(_call_function(scope, args[1], value)) for value in list_of(args[0])]
    values = args[0] if len(args) == 1 and isinstance(args[0], list) else args
    return [is_truthy(value) for value in values]


def _default(scope: Scope, args: list[Value]) -> Value:
    first, fallback = args
    if isinstance(first, list):
        return [fallback if item is None else item for item in first]
    return fallback if first is None else first


def _pattern(text: Value, flags: str = "") -> Regexp:
    return compile_regexp(_text(text), flags)


def _regex(anchored: bool) -> Callable[[Scope, list[Value]], Value]:
    def matches(scope: Scope, args: list[Value]) -> Value:
        pattern, value = args
        if isinstance(value, list):
            return [matches(scope, [pattern, item]) for item in value]
        if value is None:
            return False
        source = f"^(?:{_text(pattern)})$" if anchored else pattern
        return _pattern(source).compiled.search(_text(value).encode()) is not None

    return matches


def _regex_replace(scope: Scope, args: list[Value]) -> Value:
    value, pattern, replacement = args
    return replaced(_text(value), _pattern(pattern, "g"), _text(replacement))


def _replace(scope: Scope, args: list[Value]) -> Value:
    value, old, new = args
    if isinstance(value, list):
        return [_replace(scope, [item, old, new]) for item in value]
    if value is None:
        return None
    return replaced(_text(value), _text(old), _text(new))


def _split(scope: Scope, args: list[Value]) -> Value:
    limit = args[2] if len(args) > 2 else None
    return split_text(_text(args[0]), _pattern(args[1]), None if limit is None else to_integer(limit, "split"))


def _number(text: Value) -> Value:
    if is_number(text):
        return text
    found = re.search(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?", _text(text))
    return None if found is None else number(float(found[0]) if "." in found[0] else int(found[0]))


def _rounded(value: Value, digits: Value = None) -> Value:
    return rounded(_number_of(value), None if digits is None else to_integer(digits, "round"))


def _padded(side: Literal["left", "right"]) -> Callable[..., Value]:
    """Return JavaScript's `padStart` or `padEnd`: the whole padding text is repeated and cut to the length."""

    def pad(text: Value, length: Value, padding: Value = " ") -> Value:
        if length is None or padding is None:
            return None
        value, unit = _text(text), _text(padding)
        count = max(0, min(to_integer(length, f"pad{side}"), MAX_TEXT) - len(value))
        added = (unit * (count // len(unit) + 1))[:count] if unit else ""
        return added + value if side == "left" else value + added

    return pad


def _substring(text: Value, start: Value, end: Value = None) -> Value:
    """Return JavaScript's `substring`, which exchanges the bounds if the first is greater."""
    value = _text(text)
    first = max(0, to_integer(start, "substring"))
    last = len(value) if end is None else max(0, to_integer(end, "substring"))
    return value[min(first, last) : max(first, last)]


def _truncated(text: Value, length: Value, suffix: Value = "...") -> Value:
    max_length, end = max(0, to_integer(length, "truncate")), _text(suffix)
    return _text(text) if len(_text(text)) <= max_length else _text(text)[: max(0, max_length - len(end))] + end


def _link(scope: Scope, args: list[Value]) -> Value:
    value, display = args[0], args[1] if len(args) > 1 else None
    if value is None or isinstance(value, list):
        return None if value is None else [_link(scope, [item, *args[1:]]) for item in value]
    if isinstance(value, LinkValue | File):
        link = value if isinstance(value, LinkValue) else value.link(value.facts.name)
    else:
        link = parse_link(_text(value), "")
    return LinkValue(link.target, _text(display), link.source) if display is not None else link


def _object(scope: Scope, args: list[Value]) -> dict[str, Value]:
    return {_text(name): value for name, value in zip(args[::2], args[1::2], strict=False)}


_TYPES: Mapping[type, str] = {
    type(None): "null", str: "string", bool: "boolean", list: "array", dict: "object", Moment: "date",
    LinkValue: "link", Duration: "duration", Elapsed: "duration", int: "number", float: "number", Row: "object",
    File: "object",
}  # fmt: skip


def _type(value: Value) -> str:
    return _TYPES.get(type(value), "function" if callable(value) else "object")


def _meta(scope: Scope, args: list[Value]) -> Value:
    link = args[0]
    if not isinstance(link, LinkValue):
        return None
    file = scope.files.resolve(link)
    target, _, subpath = link.target.partition("#")
    kind = "block" if subpath.startswith("^") else "header" if subpath else "file"
    return {"display": link.display or None, "embed": link.written.startswith("!"), "subpath": subpath or None,
            "path": file.path if file is not None else target, "type": kind}  # fmt: skip


def _length(scope: Scope, args: list[Value]) -> Value:
    return len(args[0]) if isinstance(args[0], str | list | dict) else 0 if args[0] is None else None


def _slice(scope: Scope, args: list[Value]) -> Value:
    bounds = [None if bound is None else to_integer(bound, "slice") for bound in args[1:]]
    return list_of(args[0])[slice(*bounds)] if len(bounds) > 1 else list_of(args[0])[bounds[0] if bounds else 0 :]


class Signature(Struct, frozen=True):
    """A function with its minimum and maximum number of arguments."""

    function: Callable[[Scope, list[Value]], Value]
    min_arguments: int
    max_arguments: int


DATAVIEW_FUNCTIONS: Mapping[str, Signature] = {
    "object": Signature(_object, 0, MAX_ARGUMENTS),
    "list": Signature(lambda scope, args: args, 0, MAX_ARGUMENTS),
    "array": Signature(lambda scope, args: args, 0, MAX_ARGUMENTS),
    "date": Signature(_to_date, 1, 2),
    "dur": Signature(_to_duration, 1, 1),
    "number": Signature(_over_list(_number), 1, 1),
    "string": Signature(lambda scope, args: shown_text(args[0]), 1, 1),
    "link": Signature(_link, 1, 2),
    "embed": Signature(lambda scope, args: args[0], 1, 2),
    "elink": Signature(
        _over_list(lambda url, shown=None: LinkValue(_text(url), "" if shown is None else _text(shown))), 1, 2
    ),
    "typeof": Signature(lambda scope, args: _type(args[0]), 1, 1),
    "round": Signature(_over_list(_rounded), 1, 2),
    "trunc": Signature(_over_list(lambda value: whole_number(math.trunc, _number_of(value))), 1, 1),
    "floor": Signature(_over_list(lambda value: whole_number(math.floor, _number_of(value))), 1, 1),
    "ceil": Signature(_over_list(lambda value: whole_number(math.ceil, _number_of(value))), 1, 1),
    "min": Signature(_extreme(min), 0, MAX_ARGUMENTS),
    "max": Signature(_extreme(max), 0, MAX_ARGUMENTS),
    "minby": Signature(_extreme_by(min), 2, 2),
    "maxby": Signature(_extreme_by(max), 2, 2),
    "sum": Signature(_sum, 1, 1),
    "product": Signature(_product, 1, 1),
    "average": Signature(_average, 1, 1),
    "reduce": Signature(_reduce, 2, 2),
    "contains": Signature(_contains(ignore_case=False, within=True), 2, 2),
    "icontains": Signature(_contains(ignore_case=True, within=True), 2, 2),
    "econtains": Signature(_contains(ignore_case=False, within=False), 2, 2),
    "containsword": Signature(_over_list(_contains_word), 2, 2),
    "extract": Signature(
        lambda scope, args: {_text(name): field_of(scope, args[0], _text(name)) for name in args[1:]}, 1, MAX_ARGUMENTS
    ),
    "sort": Signature(_sort, 1, 2),
    "reverse": Signature(lambda scope, args: args[0][::-1] if isinstance(args[0], list | str) else args[0], 1, 1),
    "length": Signature(_length, 1, 1),
    "nonnull": Signature(lambda scope, args: [value for value in list_of(args[0]) if value is not None], 1, 1),
    "firstvalue": Signature(
        lambda scope, args: next((value for value in list_of(args[0]) if value is not None), None), 1, 1
    ),
    "all": Signature(lambda scope, args: all(_quantified(scope, args)), 1, MAX_ARGUMENTS),
    "any": Signature(lambda scope, args: any(_quantified(scope, args)), 1, MAX_ARGUMENTS),
    "none": Signature(lambda scope, args: not any(_quantified(scope, args)), 1, MAX_ARGUMENTS),
    "join": Signature(_join, 1, 2),
    "filter": Signature(
        lambda scope, args: [one for one in list_of(args[0]) if is_truthy(_call_function(scope, args[1], one))], 2, 2
    ),
    "map": Signature(
        lambda scope, args: limited_list([_call_function(scope, args[1], one) for one in list_of(args[0])]), 2, 2
    ),
    "unique": Signature(lambda scope, args: unique_values(scope, list_of(args[0])), 1, 1),
    "flat": Signature(_flat, 1, 2),
    "slice": Signature(_slice, 1, 3),
    "regextest": Signature(_regex(anchored=False), 2, 2),
    "regexmatch": Signature(_regex(anchored=True), 2, 2),
    "regexreplace": Signature(_regex_replace, 3, 3),
    "replace": Signature(_replace, 3, 3),
    "lower": Signature(_over_list(lambda text: _text(text).lower()), 1, 1),
    "upper": Signature(_over_list(lambda text: limited_text(_text(text).upper())), 1, 1),
    "split": Signature(_split, 2, 3),
    "startswith": Signature(_over_list(lambda text, start: _text(text).startswith(_text(start))), 2, 2),
    "endswith": Signature(_over_list(lambda text, end: _text(text).endswith(_text(end))), 2, 2),
    "padleft": Signature(_over_list(_padded("left")), 2, 3),
    "padright": Signature(_over_list(_padded("right")), 2, 3),
    "substring": Signature(_over_list(_substring), 2, 3),
    "truncate": Signature(_over_list(_truncated), 2, 3),
    "default": Signature(_default, 2, 2),
    "ldefault": Signature(lambda scope, args: args[1] if args[0] is None else args[0], 2, 2),
    "display": Signature(lambda scope, args: text_of(args[0]), 1, 1),
    "striptime": Signature(_over_list(lambda when: day_of_moment(when) if isinstance(when, Moment) else None), 1, 1),
    "dateformat": Signature(_format_date, 2, 2),
    "durationformat": Signature(_duration_format, 2, 2),
    "localtime": Signature(_over_list(lambda when: when if isinstance(when, Moment) else None), 1, 1),
    "meta": Signature(_meta, 1, 1),
}
"""The functions; `choice` evaluates only the selected branch and is compiled separately."""

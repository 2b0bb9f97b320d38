"""Values of formulas: dates, durations, links, tags and display-only values; conversion to text and JSON, and ordering.

Numbers, texts, booleans, lists and objects are Python's own; a date is a `Moment`.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import re2
from msgspec import Struct, field

from vaultdesk.core.local_time import local_at
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.index.query_syntax.search_pattern import UnsupportedPattern, compile_pattern, to_re2
from vaultdesk.tools.query.property_values import Moment, collation, day_of, moment_at, moment_of, order_key
from vaultdesk.tools.query.time_ranges import TimeSpan, iso_time, moment_after, parse_time_span
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.note_path import NOTE_SUFFIX

MILLISECONDS = {"days": 86_400_000, "hours": 3_600_000, "minutes": 60_000, "seconds": 1_000, "milliseconds": 1}
"""Milliseconds of each unit of fixed length."""

MAX_MONTHS = 12 * 10_000
"""Maximum length of a duration in months: that of the calendar."""

YEAR_DAYS = 365.2425
"""Average length of a calendar year in days: the divisor for `years` of a difference; a month is a twelfth."""

MAX_TEXT = 200_000
"""Maximum number of characters of a text that a formula returns."""

MAX_ITEMS = 20_000
"""Maximum number of items of a list that a formula returns."""

MAX_NESTING = 20
"""Maximum nesting of lists and objects."""

MAX_SAFE_INTEGER = 2**53
"""Larger whole numbers are approximate, as in JavaScript."""

CACHED_TEXTS = 16_384
"""Number of property texts whose meaning as a date or link is cached."""


class FormulaError(Exception):
    """Why a formula has no value in one row; the cell shows the message and the value that caused it."""

    def __init__(self, message: str, value: str = "") -> None:
        super().__init__(f"{message} “{value[:60]}”" if value else message)
        self.message = message
        """The message without the value, which is text of a note."""


class Duration(Struct, frozen=True):
    """A duration: months, which have no fixed length, and milliseconds."""

    months: int = 0
    milliseconds: float = 0

    def __post_init__(self) -> None:
        """Raise `FormulaError` if it is longer than the calendar."""
        if not (abs(self.months) < MAX_MONTHS and abs(self.milliseconds) < MAX_MONTHS * 31 * MILLISECONDS["days"]):
            raise FormulaError("the duration is longer than the calendar")

    @property
    def total(self) -> float:
        """Length in milliseconds, with years of 365 days and further months of 30, as Moment.js compares durations."""
        years, months = divmod(self.months, 12) if self.months >= 0 else (0, self.months)
        return self.milliseconds + (years * 365 + months * 30) * MILLISECONDS["days"]

    def times(self, factor: float) -> "Duration":
        """Return the duration multiplied by *factor*; a fraction of a month becomes days."""
        months = self.months * factor
        if not abs(months) < MAX_MONTHS:
            raise FormulaError("the duration is longer than the calendar")
        whole_months = int(months)
        return Duration(whole_months, self.milliseconds * factor + (months - whole_months) * 30 * MILLISECONDS["days"])


class Elapsed(float):
    """The milliseconds between two dates: a number that is displayed as a duration and has its fields."""

    __slots__ = ()


class LinkValue(Struct, frozen=True):
    """A link in the note *source*; a web address is its own target."""

    target: str
    display: str = ""
    source: str = ""
    written: str = ""
    """As written in the note; empty for a link made by a formula."""

    @property
    def is_external(self) -> bool:
        """Whether the target is outside the vault."""
        return _ADDRESS.match(self.target) is not None

    @property
    def shown(self) -> str:
        """Its text: the display text, else the target."""
        return self.display or self.target


class Tag(Struct, frozen=True):
    """A tag, without `#`."""

    name: str


class Display(Struct, frozen=True):
    """A display-only value: HTML, an icon or an image."""

    kind: Literal["html", "icon", "image"]
    text: str


class Regexp(Struct, frozen=True):
    """A regular expression, run by RE2 in linear time, without lookaround and backreferences."""

    pattern: str
    flags: str
    compiled: "re2._Regexp"


class File(Struct, frozen=True):
    """A file of the vault with its facts from the index."""

    facts: NoteFacts
    is_this: bool = False
    """Whether it is Bases' `this`: its members are the properties of the note."""

    @property
    def path(self) -> str:
        """Its path in the vault."""
        return self.facts.path

    def link(self, display: str = "") -> LinkValue:
        """Return a link to the file."""
        return LinkValue(self.path.removesuffix(NOTE_SUFFIX), display, self.path)


class Row(Struct, frozen=True):
    """A row of a Dataview query, with the fields from `GROUP BY`, `FLATTEN` or a task."""

    id: "Value" = None
    """Identifies the row: its file, its task, or the key of its group."""
    file: File | None = None
    """The note whose fields it also has."""
    fields: "Mapping[str, Value]" = field(default_factory=dict)
    paths: tuple[str, ...] = ()
    """Paths of the notes that its values come from."""


Value: TypeAlias = Any  # Any: functions check the types they accept, and a union would have to be narrowed everywhere
"""None, bool, int, float, str, list, dict, Moment, Duration, Elapsed, LinkValue, Tag, Display, Regexp, File or Row."""

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}:\S")
WIKILINK = re.compile(r"!?\[\[([^\[\]|\n]{1,1000})(?:\|([^\[\]\n]{0,1000}))?\]\]")
_MARKDOWN_LINK = re.compile(r"\[([^\[\]\n]{0,500})\]\(<?([^()<>\n]{1,1000})>?\)")


@lru_cache(CACHED_TEXTS)
def _text_meaning(text: str) -> Moment | tuple[str, str] | None:
    """Return the date or the link (target and display text) in *text*; None for plain text."""
    first = text[:1]
    if first.isdecimal():
        return moment_of(text)
    if first in ("[", "!") and (found := WIKILINK.fullmatch(text.strip())):
        return found[1].strip(), (found[2] or "").strip()
    if first == "[" and (found := _MARKDOWN_LINK.fullmatch(text.strip())):
        return found[2].strip(), found[1].strip()
    return None


def text_value(text: str, source: str, *, may_be_date: bool = True) -> Value:
    """Return the text of a property in the note *source* as a value: a date, a link, or the text."""
    found = _text_meaning(text)
    if found is None:
        return text
    if isinstance(found, Moment):
        return found if may_be_date else text
    return LinkValue(found[0], found[1], source, text)


def property_value(value: JsonValue, source: str, *, may_be_date: bool = True) -> Value:
    """Return the value of a property of the note *source*."""
    match value:
        case str():
            return text_value(value, source, may_be_date=may_be_date)
        case list():
            return [property_value(item, source, may_be_date=may_be_date) for item in value]
        case dict():
            return {name: property_value(item, source, may_be_date=may_be_date) for name, item in value.items()}
        case _:
            return value


def parse_link(text: str, source: str) -> LinkValue:
    """Return the link in *text*, with or without brackets."""
    found = _text_meaning(text.strip())
    if isinstance(found, tuple) and not isinstance(found, Moment):
        return LinkValue(found[0], found[1], source)
    return LinkValue(text.strip(), "", source)


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


def as_date(value: Value) -> Moment | None:
    """Return *value* if it is a date, or a text with one; else None."""
    if isinstance(value, Moment):
        return value
    return read_date(value) if isinstance(value, str) else None


@lru_cache(1024)
def parse_duration(text: str, *, capital_month: bool = True) -> Duration | None:
    """Return the duration in *text*; None if there is none."""
    negative = text.strip().startswith("-") and text.count("-") == 1
    span = parse_time_span(text.strip().removeprefix("-") if negative else text, capital_month=capital_month)
    if span is None:
        return None
    sign = -1 if negative else 1
    try:
        return Duration(sign * span.months, sign * span.rest / timedelta(milliseconds=1))
    except FormulaError:
        return None


def as_duration(value: Value) -> Duration | None:
    """Return *value* if it is a duration, or a text with one; else None."""
    if isinstance(value, Duration):
        return value
    if isinstance(value, Elapsed):
        return Duration(0, float(value))
    return parse_duration(value) if isinstance(value, str) else None


def shifted_date(moment: Moment, duration: Duration, sign: int) -> Moment:
    """Return the date *duration* after or before *moment*; a day shifted by whole days stays a day."""
    found = moment_after(moment, TimeSpan(duration.months, timedelta(milliseconds=duration.milliseconds)), sign)
    if found is None:
        raise FormulaError("the date is beyond the calendar")
    if moment.is_day and duration.milliseconds % MILLISECONDS["days"] == 0:
        return day_of_moment(found)
    return found


def local_time(moment: Moment) -> datetime:
    try:
        return local_at(moment.start / 1e9)
    except (OverflowError, OSError, ValueError):
        raise FormulaError("the date is beyond the calendar") from None


def day_of_moment(moment: Moment) -> Moment:
    midnight = local_time(moment).replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        return Moment(moment_at(midnight).start, moment_at(midnight + timedelta(days=1)).start)
    except (OverflowError, OSError, ValueError):
        raise FormulaError("the date is beyond the calendar") from None


def number(value: float) -> int | float:
    """Return *value* as a JavaScript number: an integer if it is whole, approximate beyond 2**53."""
    return value if isinstance(value, int) and -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER else float(value)


def whole_if_exact(value: float) -> int | float:
    """Return *value* as an integer if it is whole and exact."""
    return int(value) if math.isfinite(value) and value == int(value) and abs(value) < MAX_SAFE_INTEGER else value


def is_number(value: Value) -> bool:
    """Whether *value* is a number; booleans are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def number_text(value: float) -> str:
    """Return a number in JavaScript's format."""
    if value != value:
        return "NaN"
    if value in (math.inf, -math.inf):
        return "Infinity" if value > 0 else "-Infinity"
    if value == int(value) and abs(value) < 1e21:
        return str(int(value))
    return repr(float(value)).replace("e-0", "e-")


def duration_text(duration: Duration) -> str:
    """Return a duration in its units: `1 year 2 days`."""
    years, months = divmod(abs(duration.months), 12)
    rest = abs(duration.milliseconds)
    parts = [(years, "year"), (months, "month")]
    for unit in ("days", "hours", "minutes"):
        count, rest = divmod(rest, MILLISECONDS[unit])
        parts.append((int(count), unit[:-1]))
    seconds = rest / MILLISECONDS["seconds"]
    words = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in parts if count]
    if seconds or not words:
        words.append(f"{number_text(round(seconds, 3))} second{'' if seconds == 1 else 's'}")
    negative = duration.milliseconds < 0 or duration.months < 0
    return f"{'-' if negative else ''}{' '.join(words)}"


def date_text(moment: Moment) -> str:
    """Return a date as written in a property: `2026-03-10`, or with its local time."""
    try:
        when = local_time(moment)
    except FormulaError:
        return "Invalid Date"
    if moment.is_day:
        return f"{when:%Y-%m-%d}" if when.year >= 1000 else f"{when.year:04}-{when:%m-%d}"
    return when.isoformat(timespec="seconds")


def text_of(value: Value) -> str:
    match value:
        case str():
            return value
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number_text(value)
        case Moment():
            return date_text(value)
        case Duration():
            return duration_text(value)
        case LinkValue():
            return value.shown
        case Tag(name):
            return f"#{name}"
        case File():
            return value.path
        case list():
            return ", ".join(map(text_of, value[:MAX_ITEMS]))[:MAX_TEXT]
        case dict():
            return ", ".join(f"{name}: {text_of(item)}" for name, item in value.items())[:MAX_TEXT]
        case Display(_, text):
            return text
        case Regexp(pattern, flags):
            return f"/{pattern}/{flags}"
        case Row():
            return text_of(value.id)
        case _:
            return "<function>"


def json_of(value: Value) -> JsonValue:
    """Return *value* as JSON for a table."""
    match value:
        case None | bool() | str():
            return value
        case Elapsed():
            return duration_text(Duration(0, float(value)))
        case int() | float():
            return number_text(value) if math.isinf(value) or math.isnan(value) else value
        case Moment():
            return date_text(value) if value.is_day else iso_time(value.start)
        case LinkValue():
            return link_markup(value)
        case list():
            return [json_of(item) for item in value]
        case dict():
            return {str(name): json_of(item) for name, item in value.items()}
        case Display(kind, text):
            return {kind: text}
        case Row() | File():
            return json_of(value.id) if isinstance(value, Row) else value.path
        case _:
            return text_of(value)


def link_markup(link: LinkValue) -> str:
    """Return *link* as written in a note."""
    if link.written:
        return link.written
    if link.is_external:
        return f"[{link.display}]({link.target})" if link.display else link.target
    return f"[[{link.target}|{link.display}]]" if link.display else f"[[{link.target}]]"


def limited_text(text: str) -> str:
    """Return *text*. Raises `FormulaError` if it is too long."""
    check_text_length(len(text))
    return text


def check_text_length(length: int) -> None:
    """Raise `FormulaError` if a text of *length* characters is too long."""
    if length > MAX_TEXT:
        raise FormulaError(f"a text of more than {MAX_TEXT:,} characters")


def limited_list(items: list[Value]) -> list[Value]:
    """Return *items*. Raises `FormulaError` if there are too many, or lists are nested too deeply."""
    if len(items) > MAX_ITEMS:
        raise FormulaError(f"a list of more than {MAX_ITEMS:,} items")
    level, inner = 0, [item for item in items if isinstance(item, list | dict)]
    while inner:
        level += 1
        if level > MAX_NESTING:
            raise FormulaError(f"more than {MAX_NESTING} lists inside each other")
        parts = [part.values() if isinstance(part, dict) else part for part in inner[:MAX_ITEMS]]
        inner = [item for part in parts for item in part if isinstance(item, list | dict)]
    return items


def is_truthy(value: Value) -> bool:
    """Whether *value* counts as true: not null, false, zero, and no empty text, list or object."""
    if value is None or value is False:
        return False
    if isinstance(value, int | float):
        return value != 0 and value == value
    return not (isinstance(value, str | list | dict) and not value)


def is_empty(value: Value) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)


_KINDS: Sequence[tuple[type, str]] = (
    (bool, "boolean"), (int, "number"), (float, "number"), (str, "string"), (Moment, "date"), (list, "list"),
    (dict, "object"), (Duration, "duration"), (LinkValue, "link"), (Tag, "tag"), (Regexp, "regexp"),
)  # fmt: skip


def kind_of(value: Value) -> str:
    """Return the type name of *value*, as used by `isType`."""
    if value is None:
        return "null"
    if isinstance(value, Display):
        return value.kind
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "file")


def value_key(value: Value, resolve: Callable[[LinkValue], File | None]) -> object:
    """Return a key that is equal for equal values, to group and count them."""
    match value:
        case bool():
            return ("boolean", value)
        case int() | float():
            return ("number", float(value))
        case str() | None:
            return value
        case Moment():
            return ("date", value.start)
        case LinkValue():
            found = None if value.is_external else resolve(value)
            return ("file", found.path) if found is not None else ("link", value.target)
        case File():
            return ("file", value.path)
        case Row():
            return ("row", value_key(value.id, resolve))
        case Tag(name):
            return ("tag", name.casefold())
        case Duration():
            return ("duration", value.total)
        case list():
            return ("list", *(value_key(item, resolve) for item in value))
        case dict():
            return ("object", *((name, value_key(item, resolve)) for name, item in value.items()))
        case _:
            return text_of(value)


SortKey: TypeAlias = tuple[int, float, str, str]


def sort_key(value: Value) -> SortKey:
    """Return the key by which rows of a base are sorted: numbers and booleans, dates, texts, then values without an
    order.
    """
    match value:
        case bool():
            return (0, int(value), "", "")
        case int() | float():
            return (0, float(value) if value == value else math.inf, "", "")
        case Moment():
            return (1, value.start, "", "")
        case Duration():
            return (0, value.total, "", "")
        case str():
            return order_key(value)
        case LinkValue():
            return (2, 0, *collation((value.display or value.target.rpartition("/")[2]).partition("#")[0]))
        case Tag(name):
            return (2, 0, *collation(name))
        case File():
            return (2, 0, *collation(value.facts.name))
        case list():
            return sort_key(value[0]) if value else (4, 0, "", "")
        case None:
            return (4, 0, "", "")
        case _:
            return (3, 0, *collation(text_of(value)))


def compile_regexp(pattern: str, flags: str) -> Regexp:
    """Return a JavaScript regular expression compiled for RE2. Raises `FormulaError` if RE2 does not support it."""
    if set(flags) - set("dgimsuvy"):
        raise FormulaError("the regular expression has unknown flags", flags)
    # `compile_pattern` matches `^` and `$` at lines; here they match at the text's ends unless the flag is set.
    options = "".join(flag for flag in "ims" if flag in flags)
    prefix = f"(?{options})" if options else ""
    prefix += "" if "m" in flags else "(?-m)"
    try:
        compiled = compile_pattern(f"{prefix}{to_re2(pattern)}", case_sensitive=True)
    except UnsupportedPattern:
        compiled = None
    if compiled is None:
        raise FormulaError("the regular expression cannot be read, looks around, or refers back", pattern)
    return Regexp(pattern, flags, compiled)

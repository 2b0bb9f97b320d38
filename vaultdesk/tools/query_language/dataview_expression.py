"""Dataview expression: what stands in `WHERE`, `SORT` and columns, as criteria and operands; the unknown is refused.

Comparisons, `and or !`, parentheses, `contains()` and its kin, `length()`, dates and durations that are written out.
"""

from datetime import datetime, timedelta
from typing import TypeAlias

from vaultdesk.tools.query_language.criteria import (
    AsDate,
    Compare,
    Compared,
    Criterion,
    Either,
    Every,
    File,
    FileFact,
    Length,
    LinkedFrom,
    LinksTo,
    LinkTo,
    Not,
    Operand,
    Property,
    Truthy,
    Written,
)
from vaultdesk.tools.query_language.dates import Span, moved_by, span_of
from vaultdesk.tools.query_language.refusal import cannot_evaluate
from vaultdesk.tools.query_language.scanner import Scanner, Word
from vaultdesk.tools.query_language.values import Moment, day_of, instant, moment_of

FACTS: dict[str, FileFact] = {
    "name": "name", "path": "path", "folder": "folder", "ext": "ext", "size": "size", "ctime": "created",
    "cday": "created_day", "mtime": "modified", "mday": "modified_day", "tags": "hash_tags", "etags": "written_tags",
    "aliases": "aliases", "link": "path", "inlinks": "backlinks", "outlinks": "links",
}  # fmt: skip
"""What each name after `file.` is."""

CONTAINS: dict[str, Compare] = {
    "contains": "contains_within", "icontains": "contains_loosely", "econtains": "contains", "startswith": "starts",
    "endswith": "ends",
}  # fmt: skip
"""Functions of two values that hold or not. Dataview's own `contains` also looks inside the items of a list."""

_COMPARES: dict[str, Compare] = {"=": "equals", "!=": "not", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_MIRRORED: dict[Compare, Compare] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_KEYWORDS = ("from", "where", "limit", "group", "flatten", "sort", "and", "or", "as", "this", "rows")
_LISTS = ("links", "backlinks")
_EDGES = {
    written: (which, unit)
    for which in ("start", "end")
    for unit in ("week", "month", "year")
    for written in (f"{which[0]}o{unit[0]}", f"{which}-of-{unit}")
}

Piece: TypeAlias = Criterion | Operand | Span
"""What a part of an expression came to."""

_OPERANDS = (Written, LinkTo, Property, File, Length, AsDate)


class DataviewExpression:
    """Reads expressions off *words*; dates are as of *now*."""

    def __init__(self, words: Scanner, now: datetime) -> None:
        self._words = words
        self._now = now

    def criterion(self) -> Criterion:
        """Return the expression at the present word as something that holds or not."""
        start = self._words.word.start
        return self._criterion(self._either(), start)

    def operand(self) -> Operand:
        """Return the expression at the present word as a value."""
        start = self._words.word.start
        return self._operand(self._sum(), start)

    def _either(self) -> Piece:
        self._words.deeper()
        start = self._words.word.start
        found = self._compared()
        while self._words.has("&", "|") or self._words.says("and", "or"):
            joins = self._words.take().text.lower()
            parts = (self._criterion(found, start), self._criterion(self._compared(), start))
            found = Every(parts) if joins in ("and", "&") else Either(parts)
        self._words.shallower()
        return found

    def _compared(self) -> Piece:
        start = self._words.word.start
        left = self._sum()
        if not self._words.has(*_COMPARES):
            return left
        compare = _COMPARES[self._words.take().text]
        first, second = self._operand(left, start), self._operand(self._sum(), start)
        if self._words.has(*_COMPARES):
            raise self._words.unexpected()
        if isinstance(first, LinkTo | Written) and not isinstance(second, LinkTo | Written):
            first, second, compare = second, first, _MIRRORED.get(compare, compare)
        return self._comparison(first, compare, second, start)

    def _comparison(self, first: Operand, compare: Compare, second: Operand, start: int) -> Criterion:
        unclear = isinstance(second, LinkTo) and compare not in ("equals", "not", *CONTAINS.values())
        lists = any(isinstance(side, File) and side.fact in _LISTS for side in (first, second))
        if unclear or lists:
            raise cannot_evaluate(self._words.since(start))
        return Compared(first, compare, second, "dataview")

    def _sum(self) -> Piece:
        start = self._words.word.start
        left = self._atom()
        while self._words.has("+", "-", "*", "/", "%"):
            sign = self._words.take().text
            right = self._atom()
            moved = None
            if (
                isinstance(left, Written)
                and isinstance(left.value, Moment)
                and isinstance(right, Span)
                and sign in "+-"
            ):
                moved = moved_by(left.value, right, 1 if sign == "+" else -1)
            if moved is None:
                raise cannot_evaluate(self._words.since(start))
            left = Written(moved)
        return left

    def _atom(self) -> Piece:
        word = self._words.take()
        match word.kind:
            case "sign" if word.text == "!":
                self._words.deeper()
                inner = Not(self._criterion(self._atom(), word.start))
                self._words.shallower()
                return inner
            case "sign" if word.text == "-" and self._words.word.kind == "number":
                return Written(-_number(self._words.take().text))
            case "sign" if word.text == "(":
                piece = self._either()
                self._words.expect(")")
            case "number":
                piece = Written(_number(word.text))
            case "text":
                piece = Written(word.text)
            case "link" if word.text:
                piece = LinkTo(word.text)
            case "name":
                piece = self._named(word)
            case _:
                raise cannot_evaluate(self._words.rest_of(word.start) or "an expression that ends too early")
        if self._words.has("[", "(", "."):
            raise cannot_evaluate(self._words.rest_of(word.start))
        return piece

    def _named(self, word: Word) -> Piece:
        name = word.text.lower()
        if name in ("true", "false", "null"):
            return Written({"true": True, "false": False, "null": None}[name])
        if self._words.has("("):
            return self._function(name, word.start)
        if name == "file" and self._words.skip("."):
            fact = FACTS.get(self._words.take().text.lower())
            if fact is None:
                raise cannot_evaluate(self._words.since(word.start))
            return File(fact)
        if name in _KEYWORDS:
            raise cannot_evaluate(self._words.rest_of(word.start))
        return Property(word.text, inline=True)

    def _function(self, name: str, start: int) -> Piece:
        self._words.expect("(")
        if name == "dur":
            span = span_of(self._words.raw_until_closing().strip("\"'"))
            if span is None:
                raise cannot_evaluate(self._words.since(start))
            return span
        if name == "date":
            return self._date(start)
        given = [self._operand(self._either(), start)]
        while self._words.skip(","):
            given.append(self._operand(self._either(), start))
        self._words.expect(")")
        if name == "length" and len(given) == 1:
            if given[0] == File("links"):
                # Dataview counts each link as often as it is written; we keep each once.
                raise cannot_evaluate(self._words.since(start))
            return Length(given[0])
        if name in CONTAINS and len(given) == 2:
            return self._contains(given[0], CONTAINS[name], given[1], start)
        raise cannot_evaluate(self._words.since(start))

    def _contains(self, holder: Operand, compare: Compare, held: Operand, start: int) -> Criterion:
        if isinstance(held, LinkTo) and compare not in ("starts", "ends"):
            if holder == File("links"):
                return LinksTo(held.target)
            if holder == File("backlinks"):
                return LinkedFrom(held.target)
        return self._comparison(holder, compare, held, start)

    def _date(self, start: int) -> Operand:
        raw = self._words.raw_until_closing()
        moment = dataview_date(raw.strip('"'), self._now)
        if moment is not None:
            return Written(Moment(moment.start, moment.start))
        if raw.lower().startswith("file.") and raw[5:].lower() in FACTS:
            return AsDate(File(FACTS[raw[5:].lower()]))
        if raw and raw[0].isalpha() and all(c.isalnum() or c in "_-" for c in raw):
            return AsDate(Property(raw, inline=True))
        raise cannot_evaluate(self._words.since(start))

    def _operand(self, piece: Piece, start: int) -> Operand:
        if isinstance(piece, _OPERANDS):
            return piece
        raise cannot_evaluate(self._words.since(start))

    def _criterion(self, piece: Piece, start: int) -> Criterion:
        if isinstance(piece, Span):
            raise cannot_evaluate(self._words.since(start))
        return Truthy(piece) if isinstance(piece, _OPERANDS) else piece


def dataview_date(text: str, now: datetime) -> Moment | None:
    """Return what stands in `date(...)`: ISO 8601, a month, or a word such as `today` or `som`; None for other text."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    if text == "now":
        return instant(now)
    days = {"today": 0, "yesterday": -1, "tomorrow": 1}
    if text in days:
        return day_of(midnight + timedelta(days=days[text]))
    edge = _EDGES.get(text)
    if edge is None:
        return moment_of(f"{text}-01" if len(text) == len("2026-01") else text)
    which, unit = edge
    begins = {
        "week": midnight - timedelta(days=midnight.weekday()),
        "month": midnight.replace(day=1),
        "year": midnight.replace(month=1, day=1),
    }[unit]
    if which == "start":
        return instant(begins)
    after = begins + timedelta(days={"week": 7, "month": 32, "year": 367}[unit])
    ends = {"week": after, "month": after.replace(day=1), "year": after.replace(month=1, day=1)}[unit]
    return instant(ends - timedelta(milliseconds=1))


def _number(text: str) -> float | int:
    return float(text) if "." in text else int(text[:300])

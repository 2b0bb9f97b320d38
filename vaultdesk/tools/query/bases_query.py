"""Obsidian Bases: the filters, columns and order of a `.base` file parsed to a query."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from vaultdesk.tools.query.criteria import (
    AllCriteria,
    AnyCriterion,
    Comparison,
    ComparisonOperator,
    Criterion,
    FileFact,
    FileOperand,
    HasTag,
    InFolder,
    IsEmptyValue,
    IsTruthyValue,
    LengthOperand,
    LinksTo,
    NotCriterion,
    NoteQuery,
    Operand,
    OrderBy,
    PropertyExists,
    PropertyOperand,
    QueryColumn,
    WrittenLink,
    WrittenValue,
)
from vaultdesk.tools.query.property_values import Moment, day_of, moment_at, moment_of
from vaultdesk.tools.query.query_lexer import QueryLexer, unsupported_query_error
from vaultdesk.tools.query.time_ranges import moment_after, parse_time_span
from vaultdesk.vault.frontmatter.frontmatter import MAX_FRONTMATTER, JsonValue, read_frontmatter

BASE_FILE_FACTS: dict[str, FileFact] = {
    "name": "file_name", "basename": "name", "path": "path", "folder": "folder", "ext": "ext", "size": "size",
    "ctime": "created", "mtime": "modified", "tags": "tags", "links": "links", "backlinks": "backlinks",
    "aliases": "aliases",
}  # fmt: skip
"""What each name after `file.` is."""

LIST_FACTS = ("tags", "links", "backlinks")
"""Facts that are lists of files or tags: their items are no plain texts in Bases."""

BaseTerm: TypeAlias = Criterion | Operand
"""What a part of a statement came to."""

OPERAND_TYPES = (WrittenValue, WrittenLink, PropertyOperand, FileOperand, LengthOperand)


_METHODS: dict[str, ComparisonOperator] = {"startsWith": "starts", "endsWith": "ends"}

MIRRORED_OPERATORS: dict[ComparisonOperator, ComparisonOperator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The same comparison read from the right; those not here read the same."""


def base_operand(name: str) -> Operand | None:
    """Return what the column or sort key *name* shows; None where it cannot be worked out."""
    room, dot, rest = name.partition(".")
    if room == "file" and dot:
        fact = BASE_FILE_FACTS.get(rest)
        return FileOperand(fact) if fact is not None else None
    if room in ("formula", "this") and dot:
        return None
    return PropertyOperand(rest if room == "note" and dot else name)


def base_method(of: Operand, name: str, arguments: list[BaseTerm], source: str) -> BaseTerm:
    """Return what `of.name(given)` asks."""
    if name == "isEmpty" and not arguments:
        return IsEmptyValue(of)
    if name == "isTruthy" and not arguments:
        return IsTruthyValue(of)
    plain = not (isinstance(of, FileOperand) and of.fact in LIST_FACTS) and not isinstance(
        of, WrittenValue | WrittenLink
    )
    if not plain or not all(isinstance(piece, WrittenValue | WrittenLink) for piece in arguments):
        raise unsupported_query_error(source)
    compare = _METHODS.get(name, "contains")
    parts = tuple(
        Comparison(of, compare, piece, "base") for piece in arguments if isinstance(piece, WrittenValue | WrittenLink)
    )
    if name in ("contains", "startsWith", "endsWith") and len(parts) == 1:
        return parts[0]
    if name == "containsAny" and parts:
        return AnyCriterion(parts)
    if name == "containsAll" and parts:
        return AllCriteria(parts)
    raise unsupported_query_error(source)


def as_criterion(piece: BaseTerm) -> Criterion:
    """Return *piece*, which is no operand, as the criterion it is."""
    assert not isinstance(piece, OPERAND_TYPES)
    return piece  # type: ignore[return-value] # what is no operand is a criterion


def written_text(piece: BaseTerm, source: str) -> str:
    """Return the text that *piece* writes; refuse anything else."""
    if isinstance(piece, WrittenValue) and isinstance(piece.value, str) and piece.value.strip():
        return piece.value
    raise unsupported_query_error(source)


def written_number(text: str) -> float | int:
    """Return the number that *text* is."""
    return float(text) if "." in text else int(text[:300])


# Comparisons, `&& || !`, parentheses, `file.hasTag()`, `file.inFolder()`, `file.hasLink()`, `file.hasProperty()`,
# `isEmpty()`, `contains()` and its kin, and dates with `today()`, `now()`, `date()` and durations.

_COMPARES: dict[str, ComparisonOperator] = {
    "==": "equals", "!=": "not", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
}  # fmt: skip


def parse_base_statement(text: str, now: datetime) -> Criterion:
    """Return the criterion that the statement *text* is. Raises `ToolFailure` naming what cannot be evaluated."""
    parser = _StatementParser(text, now)
    criterion = parser.criterion(parser.either())
    parser.end()
    return criterion


class _StatementParser:
    def __init__(self, text: str, now: datetime) -> None:
        self._text = text.strip()
        self._now = now
        self._lexer = QueryLexer(text)

    def end(self) -> None:
        if self._lexer.token.kind != "end":
            raise self._lexer.unexpected_token_error()

    def either(self) -> BaseTerm:
        self._lexer.enter_level()
        found = self._joined("||", self._both, AnyCriterion)
        self._lexer.leave_level()
        return found

    def criterion(self, piece: BaseTerm) -> Criterion:
        return IsTruthyValue(piece) if isinstance(piece, OPERAND_TYPES) else as_criterion(piece)

    def _both(self) -> BaseTerm:
        return self._joined("&&", self._compared, AllCriteria)

    def _joined(
        self, sign: str, part: Callable[[], BaseTerm], made: type[AllCriteria] | type[AnyCriterion]
    ) -> BaseTerm:
        first = part()
        if not self._lexer.has(sign):
            return first
        parts = [self.criterion(first)]
        while self._lexer.skip(sign):
            parts.append(self.criterion(part()))
        return made(tuple(parts))

    def _compared(self) -> BaseTerm:
        start = self._lexer.token.start
        left = self._sum()
        if not self._lexer.has(*_COMPARES):
            return left
        compare = _COMPARES[self._lexer.next_token().text]
        right = self._sum()
        if self._lexer.has(*_COMPARES):
            raise self._lexer.unexpected_token_error()
        said = self._lexer.text_since(start)
        first, second = self._operand(left, said), self._operand(right, said)
        if isinstance(first, WrittenLink | WrittenValue) and not isinstance(second, WrittenLink | WrittenValue):
            first, second, compare = second, first, MIRRORED_OPERATORS.get(compare, compare)
        for side in (first, second):
            if isinstance(side, FileOperand) and side.fact in LIST_FACTS:
                raise unsupported_query_error(said)
        if WrittenLink in (type(first), type(second)) and compare not in ("equals", "not"):
            raise unsupported_query_error(said)
        return Comparison(first, compare, second, "base")

    def _sum(self) -> BaseTerm:
        start = self._lexer.token.start
        left = self._negated()
        while self._lexer.has("+", "-", "*", "/", "%"):
            sign = self._lexer.next_token().text
            right = self._negated()
            left = self._moved(left, sign, right, self._lexer.text_since(start))
        return left

    def _moved(self, left: BaseTerm, sign: str, right: BaseTerm, source: str) -> BaseTerm:
        """Return a date that is written, moved by a duration that is written: the one arithmetic that is known."""
        moment = left.value if isinstance(left, WrittenValue) else None
        text = right.value if isinstance(right, WrittenValue) else None
        if isinstance(moment, Moment) and isinstance(text, str) and sign in "+-":
            span = parse_time_span(text, capital_month=True)
            moved = None if span is None else moment_after(moment, span, 1 if sign == "+" else -1)
            if moved is not None:
                return WrittenValue(moved)
        raise unsupported_query_error(source)

    def _negated(self) -> BaseTerm:
        if self._lexer.skip("!"):
            self._lexer.enter_level()
            inner = NotCriterion(self.criterion(self._negated()))
            self._lexer.leave_level()
            return inner
        if self._lexer.skip("-"):
            if self._lexer.token.kind != "number":
                raise self._lexer.unexpected_token_error()
            return WrittenValue(-written_number(self._lexer.next_token().text))
        return self._postfixed()

    def _postfixed(self) -> BaseTerm:
        start = self._lexer.token.start
        piece = self._primary()
        while self._lexer.skip("."):
            name = self._lexer.next_token()
            if name.kind != "name" or isinstance(piece, WrittenLink):
                raise unsupported_query_error(self._lexer.text_since(start) or self._text)
            piece = self._member(self._operand(piece, self._lexer.text_since(start)), name.text, start)
        if self._lexer.has("[", "("):
            raise unsupported_query_error(self._lexer.text_from(start))
        return piece

    def _primary(self) -> BaseTerm:
        word = self._lexer.next_token()
        match word.kind:
            case "number":
                return WrittenValue(written_number(word.text))
            case "text":
                return WrittenValue(word.text)
            case "sign" if word.text == "(":
                inner = self.either()
                self._lexer.expect(")")
                return inner
            case "name":
                return self._named(word.text, word.start)
            case _:
                raise unsupported_query_error(self._lexer.text_from(word.start) or self._text)

    def _named(self, name: str, start: int) -> BaseTerm:
        if name in ("true", "false", "null"):
            return WrittenValue({"true": True, "false": False, "null": None}[name])
        if self._lexer.skip("("):
            return self._function(name, self._arguments(), start)
        if name == "file":
            self._lexer.expect(".")
            return self._of_file(self._lexer.next_token().text, start)
        if name in ("formula", "this"):
            self._lexer.skip(".")
            self._lexer.next_token()
            raise unsupported_query_error(self._lexer.text_since(start))
        if name == "note" and self._lexer.skip("."):
            if self._lexer.token.kind != "name":
                raise self._lexer.unexpected_token_error()
            return PropertyOperand(self._lexer.next_token().text)
        if name == "note" and self._lexer.skip("["):
            word = self._lexer.next_token()
            if word.kind != "text":
                raise unsupported_query_error(self._lexer.text_from(start))
            self._lexer.expect("]")
            return PropertyOperand(word.text)
        return PropertyOperand(name)

    def _function(self, name: str, arguments: list[BaseTerm], start: int) -> BaseTerm:
        said = self._lexer.text_since(start)
        if not arguments and name == "today":
            return WrittenValue(_midnight(self._now))
        if not arguments and name == "now":
            return WrittenValue(moment_at(self._now))
        if (
            len(arguments) == 1
            and isinstance(arguments[0], WrittenValue)
            and isinstance(text := arguments[0].value, str)
        ):
            moment = moment_of(text) if name == "date" else None
            if moment is not None:
                return WrittenValue(Moment(moment.start, moment.start))
            if name == "link":
                return WrittenLink(text.removeprefix("[[").removesuffix("]]").partition("|")[0].partition("#")[0])
        raise unsupported_query_error(said)

    def _of_file(self, name: str, start: int) -> BaseTerm:
        if not self._lexer.skip("("):
            if name not in BASE_FILE_FACTS:
                raise unsupported_query_error(self._lexer.text_since(start))
            return FileOperand(BASE_FILE_FACTS[name])
        given = self._arguments()
        said = self._lexer.text_since(start)
        if name == "hasLink" and len(given) == 1 and isinstance(given[0], WrittenLink):
            return LinksTo(given[0].target)
        texts = [written_text(piece, said) for piece in given]
        if name == "hasTag" and texts:
            tags = tuple(HasTag(text) for text in texts)
            return tags[0] if len(tags) == 1 else AnyCriterion(tags)
        if len(texts) != 1:
            raise unsupported_query_error(said)
        match name:
            case "inFolder":
                return InFolder(texts[0].strip("/"))
            case "hasLink":
                return LinksTo(texts[0].removeprefix("[[").removesuffix("]]").partition("|")[0].partition("#")[0])
            case "hasProperty":
                return PropertyExists(PropertyOperand(texts[0]))
            case _:
                raise unsupported_query_error(said)

    def _member(self, of: Operand, name: str, start: int) -> BaseTerm:
        """Return what `of.name` or `of.name(...)` is."""
        if not self._lexer.skip("("):
            if name != "length":
                raise unsupported_query_error(self._lexer.text_since(start))
            return LengthOperand(of)
        given = self._arguments()
        return base_method(of, name, given, self._lexer.text_since(start))

    def _arguments(self) -> list[BaseTerm]:
        """Return what stands between the parentheses, the first of them taken."""
        given: list[BaseTerm] = []
        while not self._lexer.skip(")"):
            if given:
                self._lexer.expect(",")
            given.append(self.either())
        return given

    def _operand(self, piece: BaseTerm, source: str) -> Operand:
        if isinstance(piece, OPERAND_TYPES):
            return piece
        raise unsupported_query_error(source or self._text)


def _midnight(now: datetime) -> Moment:
    day = day_of(now)
    return Moment(day.start, day.start)


# What it cannot work out in a filter, an order or a group it refuses; a column of that kind is left out and named.

MAX_FILTER_DEPTH = 20
"""Levels of `and`, `or` and `not` inside each other."""

MAX_STATEMENTS = 300
"""Statements of one base: each is looked at for every note."""

_RULE = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)


def parse_base(text: str, view: str, now: datetime) -> NoteQuery:
    """Return what the base *text* asks in its view of the name *view*; in its first one, where none is named.

    Raises `ToolFailure` naming what cannot be evaluated.
    """
    base = _read(text)
    shown = _view(base, view)
    statements = [0]
    parts = [
        _filter(holder["filters"], now, 0, statements)
        for holder in (base, shown)
        if holder.get("filters") not in (None, "", [], {})
    ]
    columns, left_out = _columns(shown.get("order"))
    group = shown.get("groupBy")
    keys = [*([group] if group else []), *_list(shown.get("sort"), "sort")]
    order = tuple(_order(key) for key in keys)
    return NoteQuery(
        where=parts[0] if len(parts) == 1 else AllCriteria(tuple(parts)),
        columns=columns,
        order=order,
        limit=_limit(shown.get("limit")),
        group=order[0].operand if group else None,
        not_computed=left_out,
    )


def _read(text: str) -> dict[str, JsonValue]:
    if len(text) > MAX_FRONTMATTER:
        raise unsupported_query_error(f"a base of {len(text):,} characters")
    if _RULE.search(text):
        raise unsupported_query_error("a base of several YAML documents")
    found = read_frontmatter(f"---\n{text}\n---\n")
    if found.problem:
        raise unsupported_query_error(f"the base: {found.problem}")
    return found.properties


def _view(base: dict[str, JsonValue], name: str) -> dict[str, JsonValue]:
    views = [view for view in _list(base.get("views"), "views") if isinstance(view, dict)]
    if not name:
        return views[0] if views else {}
    for view in views:
        if str(view.get("name", "")).casefold() == name.casefold():
            return view
    names = ", ".join(f"“{view.get('name', '')}”" for view in views)
    raise unsupported_query_error(f"view “{name}”: the base has {names or 'no views'}")


def _filter(node: JsonValue, now: datetime, depth: int, statements: list[int]) -> Criterion:
    statements[0] += 1
    if depth > MAX_FILTER_DEPTH or statements[0] > MAX_STATEMENTS:
        raise unsupported_query_error("a base with so many filters")
    if isinstance(node, str):
        return parse_base_statement(node, now)
    if not isinstance(node, dict) or len(node) != 1:
        raise unsupported_query_error(f"filters: {node}" if node else "an empty filter")
    ((word, inner),) = node.items()
    if word not in ("and", "or", "not"):
        raise unsupported_query_error(f"filters: {word}")
    # One statement may stand without its list.
    parts = tuple(_filter(one, now, depth + 1, statements) for one in (inner if isinstance(inner, list) else [inner]))
    match word:
        case "and":
            return AllCriteria(parts)
        case "or" if not parts:
            raise unsupported_query_error("or: an empty group")
        case "or":
            return AnyCriterion(parts)
        case _:
            return NotCriterion(AnyCriterion(parts))


def _columns(order: JsonValue) -> tuple[tuple[QueryColumn, ...], tuple[str, ...]]:
    columns: list[QueryColumn] = []
    left_out: list[str] = []
    for name in _list(order, "order"):
        operand = base_operand(name) if isinstance(name, str) else None
        if operand is None:
            left_out.append(str(name))
        else:
            columns.append(QueryColumn(str(name), operand))
    return tuple(columns), tuple(left_out)


def _order(key: JsonValue) -> OrderBy:
    if isinstance(key, str):
        key = {"property": key}
    name = (key.get("property") or key.get("column")) if isinstance(key, dict) else None
    operand: Operand | None = base_operand(name) if isinstance(name, str) else None
    direction = str(key.get("direction") or "ASC").upper() if isinstance(key, dict) else ""
    if operand is None or direction not in ("ASC", "DESC"):
        raise unsupported_query_error(f"sort: {name or key}")
    return OrderBy(operand, direction == "DESC")


def _limit(limit: JsonValue) -> int | None:
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise unsupported_query_error(f"limit: {limit}")
    # Obsidian shows all where the limit is 0.
    return limit or None


def _list(value: JsonValue, name: str) -> list[JsonValue]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise unsupported_query_error(f"{name}: {value}")
    return value

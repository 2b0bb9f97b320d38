"""Dataview: simple `TABLE` and `LIST` queries parsed to criteria."""

from datetime import datetime, timedelta
from typing import TypeAlias

from vaultdesk.tools.query.criteria import (
    AllCriteria,
    AnyCriterion,
    Comparison,
    ComparisonOperator,
    Criterion,
    DateOperand,
    FileFact,
    FileOperand,
    HasTag,
    IsTruthyValue,
    LengthOperand,
    LinkedFrom,
    LinksTo,
    NotCriterion,
    NoteQuery,
    Operand,
    OrderBy,
    PropertyOperand,
    QueryColumn,
    UnderPath,
    WrittenLink,
    WrittenValue,
)
from vaultdesk.tools.query.property_values import Moment, day_of, moment_at, moment_of
from vaultdesk.tools.query.query_lexer import QueryLexer, Token, unsupported_query_error
from vaultdesk.tools.query.time_ranges import TimeSpan, moment_after, parse_time_span


def dataview_source(lexer: QueryLexer) -> Criterion:
    """Return the source at the present word; `and` and `or` bind alike, from left to right, as in Dataview."""
    lexer.enter_level()
    found = _atom(lexer)
    while lexer.has("&", "|") or lexer.has_name("and", "or"):
        joins = lexer.next_token().text.lower()
        right = _atom(lexer)
        found = AllCriteria((found, right)) if joins in ("and", "&") else AnyCriterion((found, right))
    lexer.leave_level()
    return found


def _atom(lexer: QueryLexer) -> Criterion:
    word = lexer.next_token()
    match word.kind:
        case "tag" if len(word.text) > 1:
            return HasTag(word.text)
        case "text":
            return UnderPath(word.text.strip("/"))
        case "link" if word.text:
            return LinksTo(word.text)
        case "sign" if word.text in "-!":
            lexer.enter_level()
            inner = NotCriterion(_atom(lexer))
            lexer.leave_level()
            return inner
        case "sign" if word.text == "(":
            inner_source = dataview_source(lexer)
            lexer.expect(")")
            return inner_source
        case "name" if word.text == "outgoing" and lexer.skip("("):
            target = lexer.next_token()
            if target.kind != "link" or not target.text:
                raise unsupported_query_error(lexer.text_from(word.start))
            lexer.expect(")")
            return LinkedFrom(target.text)
        case _:
            raise unsupported_query_error(lexer.text_from(word.start) or "a FROM with nothing after it")


# Comparisons, `and or !`, parentheses, `contains()` and its kin, `length()`, dates and durations that are written out.

DATAVIEW_FILE_FACTS: dict[str, FileFact] = {
    "name": "name", "path": "path", "folder": "folder", "ext": "ext", "size": "size", "ctime": "created",
    "cday": "created_day", "mtime": "modified", "mday": "modified_day", "tags": "hash_tags", "etags": "written_tags",
    "aliases": "aliases", "link": "path", "inlinks": "backlinks", "outlinks": "links",
}  # fmt: skip
"""What each name after `file.` is."""

CONTAINS: dict[str, ComparisonOperator] = {
    "contains": "contains_within", "icontains": "contains_loosely", "econtains": "contains", "startswith": "starts",
    "endswith": "ends",
}  # fmt: skip
"""Functions of two values that hold or not. Dataview's own `contains` also looks inside the items of a list."""

_COMPARES: dict[str, ComparisonOperator] = {"=": "equals", "!=": "not", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_MIRRORED: dict[ComparisonOperator, ComparisonOperator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_KEYWORDS = ("from", "where", "limit", "group", "flatten", "sort", "and", "or", "as", "this", "rows")
_LISTS = ("links", "backlinks")
_EDGES = {
    written: (which, unit)
    for which in ("start", "end")
    for unit in ("week", "month", "year")
    for written in (f"{which[0]}o{unit[0]}", f"{which}-of-{unit}")
}

DataviewTerm: TypeAlias = Criterion | Operand | TimeSpan
"""What a part of an expression came to."""

_OPERANDS = (WrittenValue, WrittenLink, PropertyOperand, FileOperand, LengthOperand, DateOperand)


class DataviewExpression:
    """Reads expressions off *lexer*; dates are as of *now*."""

    def __init__(self, lexer: QueryLexer, now: datetime) -> None:
        self._lexer = lexer
        self._now = now

    def criterion(self) -> Criterion:
        """Return the expression at the present word as something that holds or not."""
        start = self._lexer.token.start
        return self._criterion(self._either(), start)

    def operand(self) -> Operand:
        """Return the expression at the present word as a value."""
        start = self._lexer.token.start
        return self._operand(self._sum(), start)

    def _either(self) -> DataviewTerm:
        self._lexer.enter_level()
        start = self._lexer.token.start
        found = self._compared()
        while self._lexer.has("&", "|") or self._lexer.has_name("and", "or"):
            joins = self._lexer.next_token().text.lower()
            parts = (self._criterion(found, start), self._criterion(self._compared(), start))
            found = AllCriteria(parts) if joins in ("and", "&") else AnyCriterion(parts)
        self._lexer.leave_level()
        return found

    def _compared(self) -> DataviewTerm:
        start = self._lexer.token.start
        left = self._sum()
        if not self._lexer.has(*_COMPARES):
            return left
        compare = _COMPARES[self._lexer.next_token().text]
        first, second = self._operand(left, start), self._operand(self._sum(), start)
        if self._lexer.has(*_COMPARES):
            raise self._lexer.unexpected_token_error()
        if isinstance(first, WrittenLink | WrittenValue) and not isinstance(second, WrittenLink | WrittenValue):
            first, second, compare = second, first, _MIRRORED.get(compare, compare)
        return self._comparison(first, compare, second, start)

    def _comparison(self, first: Operand, compare: ComparisonOperator, second: Operand, start: int) -> Criterion:
        unclear = isinstance(second, WrittenLink) and compare not in ("equals", "not", *CONTAINS.values())
        lists = any(isinstance(side, FileOperand) and side.fact in _LISTS for side in (first, second))
        if unclear or lists:
            raise unsupported_query_error(self._lexer.text_since(start))
        return Comparison(first, compare, second, "dataview")

    def _sum(self) -> DataviewTerm:
        start = self._lexer.token.start
        left = self._atom()
        while self._lexer.has("+", "-", "*", "/", "%"):
            sign = self._lexer.next_token().text
            right = self._atom()
            moved = None
            if (
                isinstance(left, WrittenValue)
                and isinstance(left.value, Moment)
                and isinstance(right, TimeSpan)
                and sign in "+-"
            ):
                moved = moment_after(left.value, right, 1 if sign == "+" else -1)
            if moved is None:
                raise unsupported_query_error(self._lexer.text_since(start))
            left = WrittenValue(moved)
        return left

    def _atom(self) -> DataviewTerm:
        word = self._lexer.next_token()
        match word.kind:
            case "sign" if word.text == "!":
                self._lexer.enter_level()
                inner = NotCriterion(self._criterion(self._atom(), word.start))
                self._lexer.leave_level()
                return inner
            case "sign" if word.text == "-" and self._lexer.token.kind == "number":
                return WrittenValue(-_number(self._lexer.next_token().text))
            case "sign" if word.text == "(":
                piece = self._either()
                self._lexer.expect(")")
            case "number":
                piece = WrittenValue(_number(word.text))
            case "text":
                piece = WrittenValue(word.text)
            case "link" if word.text:
                piece = WrittenLink(word.text)
            case "name":
                piece = self._named(word)
            case _:
                raise unsupported_query_error(self._lexer.text_from(word.start) or "an expression that ends too early")
        if self._lexer.has("[", "(", "."):
            raise unsupported_query_error(self._lexer.text_from(word.start))
        return piece

    def _named(self, word: Token) -> DataviewTerm:
        name = word.text.lower()
        if name in ("true", "false", "null"):
            return WrittenValue({"true": True, "false": False, "null": None}[name])
        if self._lexer.has("("):
            return self._function(name, word.start)
        if name == "file" and self._lexer.skip("."):
            fact = DATAVIEW_FILE_FACTS.get(self._lexer.next_token().text.lower())
            if fact is None:
                raise unsupported_query_error(self._lexer.text_since(word.start))
            return FileOperand(fact)
        if name in _KEYWORDS:
            raise unsupported_query_error(self._lexer.text_from(word.start))
        return PropertyOperand(word.text, inline=True)

    def _function(self, name: str, start: int) -> DataviewTerm:
        self._lexer.expect("(")
        if name == "dur":
            span = parse_time_span(self._lexer.raw_until_closing().strip("\"'"))
            if span is None:
                raise unsupported_query_error(self._lexer.text_since(start))
            return span
        if name == "date":
            return self._date(start)
        given = [self._operand(self._either(), start)]
        while self._lexer.skip(","):
            given.append(self._operand(self._either(), start))
        self._lexer.expect(")")
        if name == "length" and len(given) == 1:
            if given[0] == FileOperand("links"):
                # Dataview counts each link as often as it is written; we keep each once.
                raise unsupported_query_error(self._lexer.text_since(start))
            return LengthOperand(given[0])
        if name in CONTAINS and len(given) == 2:
            return self._contains(given[0], CONTAINS[name], given[1], start)
        raise unsupported_query_error(self._lexer.text_since(start))

    def _contains(self, container: Operand, compare: ComparisonOperator, item: Operand, start: int) -> Criterion:
        if isinstance(item, WrittenLink) and compare not in ("starts", "ends"):
            if container == FileOperand("links"):
                return LinksTo(item.target)
            if container == FileOperand("backlinks"):
                return LinkedFrom(item.target)
        return self._comparison(container, compare, item, start)

    def _date(self, start: int) -> Operand:
        raw = self._lexer.raw_until_closing()
        moment = dataview_date(raw.strip('"'), self._now)
        if moment is not None:
            return WrittenValue(Moment(moment.start, moment.start))
        if raw.lower().startswith("file.") and raw[5:].lower() in DATAVIEW_FILE_FACTS:
            return DateOperand(FileOperand(DATAVIEW_FILE_FACTS[raw[5:].lower()]))
        if raw and raw[0].isalpha() and all(c.isalnum() or c in "_-" for c in raw):
            return DateOperand(PropertyOperand(raw, inline=True))
        raise unsupported_query_error(self._lexer.text_since(start))

    def _operand(self, piece: DataviewTerm, start: int) -> Operand:
        if isinstance(piece, _OPERANDS):
            return piece
        raise unsupported_query_error(self._lexer.text_since(start))

    def _criterion(self, piece: DataviewTerm, start: int) -> Criterion:
        if isinstance(piece, TimeSpan):
            raise unsupported_query_error(self._lexer.text_since(start))
        return IsTruthyValue(piece) if isinstance(piece, _OPERANDS) else piece


def dataview_date(text: str, now: datetime) -> Moment | None:
    """Return what stands in `date(...)`: ISO 8601, a month, or a word such as `today` or `som`; None for other text."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    if text == "now":
        return moment_at(now)
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
        return moment_at(begins)
    after = begins + timedelta(days={"week": 7, "month": 32, "year": 367}[unit])
    ends = {"week": after, "month": after.replace(day=1), "year": after.replace(month=1, day=1)}[unit]
    return moment_at(ends - timedelta(milliseconds=1))


def _number(text: str) -> float | int:
    return float(text) if "." in text else int(text[:300])


# `TABLE a, b AS "B" FROM #tag AND "Folder" WHERE c SORT d DESC LIMIT 5`: the clauses in Dataview's own order.

DATAVIEW_CLAUSES = ("from", "where", "sort", "limit", "group", "flatten")
"""The names a clause begins with; no field of these names can be asked for."""


def parse_dataview(text: str, now: datetime) -> NoteQuery:
    """Return what the query *text* asks. Raises `ToolFailure` naming what cannot be evaluated."""
    lexer = QueryLexer(_without_fence(text), joined_names=True)
    expression = DataviewExpression(lexer, now)
    columns = _header(lexer, expression)
    parts: list[Criterion] = []
    if lexer.has_name("from"):
        lexer.next_token()
        parts.append(dataview_source(lexer))
    order: tuple[OrderBy, ...] = ()
    limit: int | None = None
    while lexer.token.kind != "end":
        start = lexer.token.start
        if limit is not None or not lexer.has_name("where", "sort", "limit") or (order and lexer.has_name("sort")):
            # What comes after a limit, or a second order, works on the rows that are left: another question.
            raise lexer.unexpected_token_error()
        match lexer.next_token().text.lower():
            case "where":
                parts.append(expression.criterion())
            case "sort":
                order = _order(lexer, expression)
            case _:
                word = lexer.next_token()
                if word.kind != "number" or "." in word.text:
                    raise unsupported_query_error(lexer.text_from(start))
                limit = int(word.text[:9])
    return NoteQuery(parts[0] if len(parts) == 1 else AllCriteria(tuple(parts)), columns, order, limit)


def _without_fence(text: str) -> str:
    """Return the query inside its block of code, where it comes with one."""
    text = text.strip()
    if text.startswith("```") and text.endswith("```") and len(text) > 6:
        text = text.strip("`").strip().removeprefix("dataview")
    return text


def _header(lexer: QueryLexer, expression: DataviewExpression) -> tuple[QueryColumn, ...]:
    if not lexer.has_name("table", "list"):
        raise lexer.unexpected_token_error()
    is_list = lexer.next_token().text.lower() == "list"
    if lexer.has_name("without"):
        lexer.next_token()
        if not lexer.has_name("id"):
            raise lexer.unexpected_token_error()
        lexer.next_token()
    columns: list[QueryColumn] = []
    while lexer.token.kind != "end" and not lexer.has_name(*DATAVIEW_CLAUSES):
        start = lexer.token.start
        shows = expression.operand()
        label = lexer.text_since(start)
        if lexer.has_name("as"):
            lexer.next_token()
            named = lexer.next_token()
            if named.kind not in ("name", "text"):
                raise unsupported_query_error(lexer.text_from(start))
            label = named.text
        columns.append(QueryColumn(label, shows))
        if is_list or not lexer.skip(","):
            break
    return tuple(columns)


def _order(lexer: QueryLexer, expression: DataviewExpression) -> tuple[OrderBy, ...]:
    order: list[OrderBy] = []
    while not order or lexer.skip(","):
        by = expression.operand()
        descending = lexer.has_name("desc", "descending")
        if descending or lexer.has_name("asc", "ascending"):
            lexer.next_token()
        order.append(OrderBy(by, descending, "dataview"))
    return tuple(order)

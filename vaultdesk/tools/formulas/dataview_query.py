"""Dataview: a query parsed and evaluated (vaultdesk/tools/formulas/README.md, "Dataview")."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from vaultdesk.core.values import replace
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.tools.formulas.dataview_functions import (
    DATAVIEW_FUNCTIONS,
    DATAVIEW_OPERATORS,
    dataview_date,
    field_of,
    item_at,
    order_of,
)
from vaultdesk.tools.formulas.formula_compiler import Evaluate, FormulaCompiler, Scope, evaluated
from vaultdesk.tools.formulas.formula_files import FormulaFiles
from vaultdesk.tools.formulas.formula_parser import (
    Call,
    FormulaParser,
    Lambda,
    Member,
    Name,
    Node,
    Subscript,
    WrittenDate,
)
from vaultdesk.tools.formulas.formula_values import (
    File,
    FormulaError,
    LinkValue,
    Row,
    Value,
    is_truthy,
    parse_duration,
    value_key,
)
from vaultdesk.tools.formulas.result_table import ResultTable, TableRow
from vaultdesk.tools.query.criteria import unsupported_query_error
from vaultdesk.tools.query.property_values import Moment
from vaultdesk.vault.note_path import NOTE_SUFFIX

MAX_INTERMEDIATE_ROWS = 200_000
"""Maximum number of rows of a query before its limit, since `FLATTEN` makes several of one."""

QueryKind = Literal["table", "list", "task", "calendar"]

_CLAUSES = ("from", "where", "sort", "limit", "group", "flatten")
"""Keywords that begin a clause; fields with these names cannot be used."""


# Sources.


class TagSource(Struct, frozen=True):
    """`#tag`: the notes with it, or with a nested tag."""

    tag: str


class FolderSource(Struct, frozen=True):
    """`"path"`: the notes in that folder, or the note at that path."""

    path: str


class LinkSource(Struct, frozen=True):
    """`[[note]]` or `outgoing([[note]])`: the notes that link to it, or that it links to; `[[]]` is the query's own
    note.
    """

    target: str
    outgoing: bool = False


class NotSource(Struct, frozen=True):
    """`-source`."""

    source: "Source"


class JoinedSource(Struct, frozen=True):
    """`left and right`, or `or`; of equal precedence, evaluated from left to right."""

    both: bool
    left: "Source"
    right: "Source"


Source = TagSource | FolderSource | LinkSource | NotSource | JoinedSource


def parse_source(parser: FormulaParser, depth: int = 0) -> Source:
    """Parse the source at the current token. Raises `ToolFailure`."""
    found = _source_atom(parser, depth)
    while parser.has("&", "|") or parser.has_name("and", "or"):
        both = parser.take().text.lower() in ("and", "&")
        found = JoinedSource(both, found, _source_atom(parser, depth))
    return found


def _source_atom(parser: FormulaParser, depth: int) -> Source:
    if depth > 20:
        raise unsupported_query_error("a FROM with so many parentheses")
    token = parser.token
    if parser.at_end():
        raise unsupported_query_error("a FROM with nothing after it")
    parser.take()
    match token.kind:
        case "tag":
            return TagSource(token.text)
        case "text":
            return FolderSource(token.text.strip("/"))
        case "link":
            return LinkSource(_link_target(token.text))
        case "sign" if token.text in "-!":
            return NotSource(_source_atom(parser, depth + 1))
        case "sign" if token.text == "(":
            inner = parse_source(parser, depth + 1)
            parser.expect(")")
            return inner
        case "name" if token.text.lower() in ("outgoing", "incoming") and parser.skip("("):
            target = parser.take()
            if target.kind == "link":
                parser.expect(")")
                return LinkSource(_link_target(target.text), token.text.lower() == "outgoing")
    raise unsupported_query_error(parser.text[token.start :])


def _link_target(text: str) -> str:
    return text.partition("|")[0].partition("#")[0].strip()


def folders_in_source(source: Source | None) -> Iterator[str]:
    """Yield the folders that *source* includes, without negated ones."""
    match source:
        case FolderSource(path):
            yield path
        case JoinedSource(_, left, right):
            yield from folders_in_source(left)
            yield from folders_in_source(right)
        case _:
            return


def source_test(source: Source, files: FormulaFiles, this: File | None) -> Callable[[File], bool]:
    """Return a test whether a note is in *source*. Raises `ToolFailure` for a missing note."""
    match source:
        case TagSource(tag):
            return lambda file: files.has_tag(file, tag)
        case FolderSource(path):
            prefix = f"{path}/" if path else ""
            if any(file.path.startswith(prefix) for file in files.rows()):
                return lambda file: file.path.startswith(prefix)
            return lambda file: file.path in (path, f"{path}{NOTE_SUFFIX}")
        case LinkSource(target, outgoing):
            found = files.resolve(LinkValue(target)) if target else this
            if found is None:
                raise unsupported_query_error(f"[[{target}]]: there is no such note")
            paths = (
                frozenset(linked_file.path for linked_file in files.linked_from(found))
                if outgoing
                else files.incoming(found.path)
            )
            return lambda file: file.path in paths and file.path != found.path
        case NotSource(inner):
            test = source_test(inner, files, this)
            return lambda file: not test(file)
        case JoinedSource(both, left, right):
            first, second = source_test(left, files, this), source_test(right, files, this)
            if both:
                return lambda file: first(file) and second(file)
            return lambda file: first(file) or second(file)


# The query.


class NamedNode(Struct, frozen=True):
    """An expression with its display name."""

    name: str
    node: Node


class Where(Struct, frozen=True):
    """Keeps the rows for which an expression is true."""

    node: Node


class Sort(Struct, frozen=True):
    """Sorts the rows by several expressions."""

    keys: tuple[tuple[Node, bool], ...]
    """Each with whether it is descending."""


class Limit(Struct, frozen=True):
    """Keeps the first rows."""

    node: Node


class GroupBy(Struct, frozen=True):
    """Merges all rows with the same value into one."""

    key: NamedNode


class Flatten(Struct, frozen=True):
    """Makes one row of each item of a value."""

    value: NamedNode


Step = Where | Sort | Limit | GroupBy | Flatten


class DataviewQuery(Struct, frozen=True):
    """A complete query; its steps are applied in order."""

    kind: QueryKind
    columns: tuple[NamedNode, ...]
    source: Source | None
    steps: tuple[Step, ...]
    with_id: bool = True


def parse_dataview(text: str) -> DataviewQuery:
    """Parse the query *text*. Raises `ToolFailure` with what cannot be read."""
    parser = FormulaParser(_without_fence(text), "dataview")
    kind = parser.skip_name("table", "list", "task", "calendar")
    if not kind:
        raise parser.unexpected_token_error()
    with_id = True
    if parser.skip_name("without"):
        if not parser.skip_name("id"):
            raise parser.unexpected_token_error()
        with_id = False
    columns = _columns(parser, kind)
    source = parse_source(parser) if parser.skip_name("from") else None
    steps: list[Step] = []
    while not parser.at_end():
        steps.append(_step(parser))
    return DataviewQuery(kind, columns, source, tuple(steps), with_id)  # type: ignore[arg-type] # one of the kinds


def _without_fence(text: str) -> str:
    """Return the query without its code fence, if it has one."""
    text = text.strip()
    if text.startswith("```") and text.endswith("```") and len(text) > 6:
        text = text.strip("`").strip().removeprefix("dataview")
    return text


def _columns(parser: FormulaParser, kind: str) -> tuple[NamedNode, ...]:
    columns: list[NamedNode] = []
    while not parser.at_end() and not parser.has_name(*_CLAUSES):
        columns.append(_named(parser))
        if kind != "table" or not parser.skip(","):
            break
    if kind == "calendar" and not columns:
        raise parser.unexpected_token_error()
    if kind == "task" and columns:
        raise unsupported_query_error(f"TASK {columns[0].name}")
    return tuple(columns)


def _named(parser: FormulaParser) -> NamedNode:
    start = parser.token.start
    node = parser.expression()
    name = parser.text_since(start)
    if parser.skip_name("as"):
        token = parser.take()
        if token.kind not in ("name", "text"):
            raise unsupported_query_error(parser.text[start:])
        name = token.text
    return NamedNode(name, node)


def _step(parser: FormulaParser) -> Step:
    match parser.skip_name("where", "sort", "limit", "group", "flatten"):
        case "where":
            return Where(parser.expression())
        case "sort":
            keys: list[tuple[Node, bool]] = []
            while not keys or parser.skip(","):
                node = parser.expression()
                keys.append((node, parser.skip_name("asc", "ascending", "desc", "descending").startswith("desc")))
            return Sort(tuple(keys))
        case "limit":
            return Limit(parser.expression())
        case "group" if parser.skip_name("by"):
            return GroupBy(_named(parser))
        case "flatten":
            return Flatten(_named(parser))
        case _:
            raise parser.unexpected_token_error()


class DataviewCompiler(FormulaCompiler):
    """Compiles the expressions of a query."""

    operators = DATAVIEW_OPERATORS

    def __init__(self, files: FormulaFiles) -> None:
        self._files = files
        self._locals: tuple[str, ...] = ()
        """Parameters of the enclosing lambdas."""

    def name(self, name: str) -> Evaluate:
        """Return a parameter, `this`, or a field of the row."""
        if name in self._locals:
            return lambda scope: scope.local.get(name)
        if name.lower() == "this":
            return lambda scope: None if scope.this is None else Row(file=scope.this)
        return lambda scope: field_of(scope, scope.row, name)

    def member(self, node: Member) -> Evaluate:
        """Return a field."""
        target, name = self.compile(node.target), node.name
        return lambda scope: field_of(scope, target(scope), name)

    def index(self, node: Subscript) -> Evaluate:
        """Return an item."""
        target, key = self.compile(node.target), self.compile(node.key)
        return lambda scope: item_at(scope, target(scope), key(scope))

    def call(self, node: Call) -> Evaluate:
        """Return the result of a function. Raises `ToolFailure` for an unknown one."""
        if node.target is not None:
            raise unsupported_query_error(f".{node.name}(): Dataview has no such functions")
        name = node.name.lower()
        args = [self.compile(argument) for argument in node.arguments]
        if name == "choice" and len(args) == 3:
            test, then, otherwise = args
            return lambda scope: then(scope) if is_truthy(test(scope)) else otherwise(scope)
        signature = DATAVIEW_FUNCTIONS.get(name)
        if signature is None:
            raise unsupported_query_error(f"{node.name}(): there is no such function")
        if not signature.min_arguments <= len(args) <= signature.max_arguments:
            raise unsupported_query_error(f"{node.name}() does not take {len(args)} arguments")
        function = signature.function

        def call(scope: Scope) -> Value:
            scope.files.budget.spend()
            return function(scope, [argument(scope) for argument in args])

        return call

    def date(self, node: WrittenDate) -> Evaluate:
        """Return a date or a duration that is written without quotes."""
        if node.function == "date":
            moment = dataview_date(node.text, self._files.now)
            if moment is None:
                raise unsupported_query_error(f"date({node.text})")
            return lambda scope: moment
        span = parse_duration(node.text, capital_month=False)
        if span is None:
            raise unsupported_query_error(f"dur({node.text})")
        return lambda scope: span

    def function(self, node: Lambda) -> Evaluate:
        """Return a function of the parameters of a lambda."""
        outer = self._locals
        self._locals = (*outer, *node.parameters)
        try:
            body = self.compile(node.body)
        finally:
            self._locals = outer
        parameters = node.parameters
        return lambda scope: lambda *args: body(scope.within(dict(zip(parameters, args, strict=False))))


_NO_FILE = File(NoteFacts(path="", name="", title="", size=0, modified_ns=0, created_ns=0))
"""The file of a row that groups several."""


def evaluate_dataview(query: DataviewQuery, files: FormulaFiles, this: File | None) -> ResultTable:
    """Return the result of *query*; *this* is the note that contains it."""
    return _Evaluation(query, files, this).table()


class _Evaluation:
    def __init__(self, query: DataviewQuery, files: FormulaFiles, this: File | None) -> None:
        self._query = query
        self._files = files
        self._this = this
        self._compiler = DataviewCompiler(files)
        self._failures: dict[str, int] = {}
        """Number of rows each clause failed on, by clause and reason."""

    def table(self) -> ResultTable:
        """Evaluate the query."""
        query, compiler = self._query, self._compiler
        columns = [(column.name, compiler.compile(column.node)) for column in self._shown_columns()]
        steps = [(step, self._compiled(step)) for step in query.steps]
        rows = self._rows()
        for step, compiled in steps:
            rows = self._after(step, compiled, rows)
        if query.kind == "calendar":
            ((_, date),) = columns[-1:]
            rows = [row for row in rows if isinstance(evaluated(date, self._scope(row)), Moment)]
        return ResultTable(
            columns=tuple(dict(columns)),
            rows=tuple(self._shown(row, list(dict(columns).values())) for row in rows),
            problems=tuple(f"{clause} (rows: {count})" for clause, count in self._failures.items()),
        )

    def _shown_columns(self) -> list[NamedNode]:
        query = self._query
        groups = [step for step in query.steps if isinstance(step, GroupBy)]
        if query.kind == "task" and not groups:
            return [NamedNode(name, Name(name)) for name in ("task", "status", "line")]
        columns = list(query.columns)
        if groups and query.with_id:
            key = NamedNode(groups[-1].key.name, Name("key"))
            columns.insert(0, key)
        if groups and query.kind == "task":
            columns.append(NamedNode("rows", Member(Name("rows"), "text")))
        return columns

    def _rows(self) -> list[Row]:
        files, source = self._files, self._query.source
        found = files.rows()
        if source is not None:
            test = source_test(source, files, self._this)
            found = [file for file in found if test(file)]
        if self._query.kind == "task":
            return files.tasks(found)
        return [Row(id=file, file=file, paths=(file.path,)) for file in found]

    def _compiled(self, step: Step) -> list[Evaluate]:
        match step:
            case Where(node) | Limit(node):
                return [self._compiler.compile(node)]
            case Sort(keys):
                return [self._compiler.compile(node) for node, _ in keys]
            case GroupBy(expression) | Flatten(expression):
                return [self._compiler.compile(expression.node)]

    def _scope(self, row: Row) -> Scope:
        return Scope(self._files, row.file or _NO_FILE, self._this, row)

    def _value(self, clause: str, evaluate: Evaluate, row: Row) -> Value:
        """Return a value of *row*; None if evaluation fails, which is counted."""
        value = evaluated(evaluate, self._scope(row))
        if isinstance(value, FormulaError):
            key = f"{clause}: {value.message}"
            self._failures[key] = self._failures.get(key, 0) + 1
            return None
        return value

    def _after(self, step: Step, compiled: Sequence[Evaluate], rows: list[Row]) -> list[Row]:
        match step:
            case Where():
                return [row for row in rows if is_truthy(self._value("WHERE", compiled[0], row))]
            case Sort(keys):
                for (_, descending), evaluate in reversed([*zip(keys, compiled, strict=True)]):
                    ordered = [(order_of(self._scope(row), self._value("SORT", evaluate, row)), row) for row in rows]
                    ordered.sort(key=lambda pair: pair[0], reverse=descending)
                    rows = [row for _, row in ordered]
                return rows
            case Limit():
                count = compiled[0](self._scope(Row()))
                if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                    raise unsupported_query_error(f"LIMIT {count}")
                return rows[:count]
            case GroupBy(expression):
                return self._grouped(expression.name, compiled[0], rows)
            case Flatten(expression):
                flattened: list[Row] = []
                for row in rows:
                    value = self._value("FLATTEN", compiled[0], row)
                    items = value if isinstance(value, list) else [value]
                    flattened += [replace(row, fields={**row.fields, expression.name: item}) for item in items]
                    if len(flattened) > MAX_INTERMEDIATE_ROWS:
                        raise unsupported_query_error(f"a query with more than {MAX_INTERMEDIATE_ROWS:,} rows")
                return flattened

    def _grouped(self, name: str, evaluate: Evaluate, rows: list[Row]) -> list[Row]:
        groups: dict[object, tuple[Value, list[Row]]] = {}
        for row in rows:
            value = self._value("GROUP BY", evaluate, row)
            groups.setdefault(value_key(value, self._files.resolve), (value, []))[1].append(row)
        grouped = [
            Row(
                id=key,
                fields={"key": key, name: key, "rows": members},
                paths=tuple(dict.fromkeys(path for row in members for path in row.paths)),
            )
            for key, members in groups.values()
        ]
        return sorted(grouped, key=lambda row: order_of(self._scope(row), row.id))

    def _shown(self, row: Row, columns: Sequence[Evaluate]) -> TableRow:
        if self._query.kind == "task" and "task" in row.fields and "rows" not in row.fields:
            row = replace(row, fields={**row.fields, "task": row.fields["text"]})
        scope = self._scope(row)
        cells = tuple(evaluated(evaluate, scope) for evaluate in columns)
        paths = dict.fromkeys((*row.paths, *sorted(scope.paths_read)))
        return TableRow(tuple(paths), cells)

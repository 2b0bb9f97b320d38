"""Obsidian Bases: reads a `.base` file and evaluates one of its views (vaultdesk/tools/formulas/README.md, "Bases")."""

import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field

from vaultdesk.tools.formulas.bases_functions import (
    BASE_FUNCTIONS,
    BASE_METHODS,
    BASE_OPERATORS,
    LIST_FUNCTIONS,
    METHOD_NAMES,
    NULL_RESULTS,
    item_of,
    member_of,
    method_of,
    standard_deviation,
    unique_values,
)
from vaultdesk.tools.formulas.formula_compiler import Evaluate, FormulaCompiler, Scope, evaluated
from vaultdesk.tools.formulas.formula_files import BASE_FILE_FIELDS, FormulaFiles
from vaultdesk.tools.formulas.formula_parser import (
    Call,
    Constant,
    Member,
    Name,
    Node,
    Subscript,
    all_nodes,
    parse_formula,
    tree_depth,
)
from vaultdesk.tools.formulas.formula_values import (
    Elapsed,
    File,
    FormulaError,
    Value,
    is_empty,
    is_number,
    is_truthy,
    limited_list,
    sort_key,
    value_key,
)
from vaultdesk.tools.formulas.result_table import ResultGroup, ResultTable, Summary, TableRow
from vaultdesk.tools.query.criteria import unsupported_query_error
from vaultdesk.tools.query.property_values import Moment
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.vault.frontmatter.frontmatter import MAX_FRONTMATTER, JsonValue, read_frontmatter

MAX_FILTER_DEPTH = 20
"""Maximum nesting of `and`, `or` and `not`."""

MAX_STATEMENTS = 300
"""Maximum number of statements of one base: each is evaluated for every file."""

MAX_FORMULAS = 200
"""Maximum number of formulas of one base."""

MAX_FORMULA_DEPTH = 200
"""Maximum summed depth of the syntax trees of formulas that refer to each other."""

Direction = Literal["ASC", "DESC"]


# The file.


class SortBy(Struct, frozen=True):
    """A property that rows are sorted or grouped by."""

    property: str
    descending: bool = False


class BaseView(Struct, frozen=True):
    """One view of a base."""

    name: str = ""
    type: str = "table"
    filters: JsonValue = None
    columns: tuple[str, ...] = ()
    sort: tuple[SortBy, ...] = ()
    group: SortBy | None = None
    limit: int | None = None
    summaries: Mapping[str, str] = field(default_factory=dict)
    """Names of summaries by property."""


class Base(Struct, frozen=True):
    """A `.base` file, or a block `base` of a note."""

    filters: JsonValue = None
    formulas: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    """Display names by property."""
    summaries: Mapping[str, str] = field(default_factory=dict)
    """Formulas over `values` by name."""
    views: tuple[BaseView, ...] = ()

    def view(self, name: str) -> BaseView:
        """Return the view *name*, the first without a name. Raises `ToolFailure` if there is none."""
        if not name:
            return self.views[0] if self.views else BaseView()
        for view in self.views:
            if view.name.casefold() == name.casefold():
                return view
        names = ", ".join(f"“{view.name}”" for view in self.views)
        raise unsupported_query_error(f"view “{name}”: the base has {names or 'no views'}")


_DOCUMENT = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_VIEW_PROPERTIES = ("image", "coordinates", "markerIcon", "markerColor")
"""Settings of cards and maps that name a property whose value is displayed."""


def read_base(text: str) -> Base:
    """Return the base in *text*. Raises `ToolFailure` with what cannot be read."""
    if len(text) > MAX_FRONTMATTER:
        raise unsupported_query_error(f"a base of {len(text):,} characters")
    if _DOCUMENT.search(text):
        raise unsupported_query_error("a base of several YAML documents")
    found = read_frontmatter(f"---\n{text}\n---\n")
    if found.problem:
        raise unsupported_query_error(f"the base: {found.problem}")
    base = found.properties
    formulas = _texts(base.get("formulas"), "formulas")
    if len(formulas) > MAX_FORMULAS:
        raise unsupported_query_error(f"a base of {len(formulas)} formulas")
    return Base(
        filters=base.get("filters"),
        formulas=formulas,
        titles=_titles(base),
        summaries=_texts(base.get("summaries"), "summaries"),
        views=tuple(_view(view) for view in _list(base.get("views"), "views") if isinstance(view, dict)),
    )


def _titles(base: Mapping[str, JsonValue]) -> dict[str, str]:
    titles: dict[str, str] = {}
    properties = base.get("properties")
    for name, settings in properties.items() if isinstance(properties, dict) else ():
        title = settings.get("displayName") if isinstance(settings, dict) else None
        if isinstance(title, str) and title:
            titles[plain_property(name)] = title
    display = base.get("display")  # Before Obsidian 1.9.2.
    for name, title in display.items() if isinstance(display, dict) else ():
        if isinstance(title, str) and title:
            titles.setdefault(plain_property(name), title)
    return titles


def plain_property(name: str) -> str:
    """Return the property *name* without the prefix for properties of the note."""
    prefix, dot, rest = name.partition(".")
    return rest if dot and prefix in ("note", "property") else name


def _view(view: Mapping[str, JsonValue]) -> BaseView:
    group = view.get("groupBy") or view.get("group_by")
    columns = [str(name) for name in _list(view.get("order"), "order") if isinstance(name, str)]
    columns += [name for key in _VIEW_PROPERTIES if isinstance(name := view.get(key), str) and name]
    return BaseView(
        name=str(view.get("name") or ""),
        type=str(view.get("type") or "table"),
        filters=view.get("filters"),
        columns=tuple(dict.fromkeys(columns)),
        sort=tuple(_sort(key) for key in _list(view.get("sort"), "sort")),
        group=_sort(group) if group else None,
        limit=_limit(view.get("limit")),
        summaries=_texts(view.get("summaries"), "summaries"),
    )


def _sort(key: JsonValue) -> SortBy:
    if isinstance(key, str):
        key = {"property": key}
    name = (key.get("property") or key.get("column")) if isinstance(key, dict) else None
    direction = str(key.get("direction") or "ASC").upper() if isinstance(key, dict) else ""
    if not isinstance(name, str) or direction not in ("ASC", "DESC"):
        raise unsupported_query_error(f"sort: {name or key}")
    return SortBy(name, direction == "DESC")


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


def _texts(value: JsonValue, name: str) -> dict[str, str]:
    """Return an object of formulas or names; numbers and booleans are formulas, too."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise unsupported_query_error(f"{name}: {value}")
    found: dict[str, str] = {}
    for key, text in value.items():
        if isinstance(text, list | dict):
            raise unsupported_query_error(f"{name}: {key}")
        found[key] = "null" if text is None or text == "" else str(text).lower() if text in (True, False) else str(text)
    return found


def statements(filters: JsonValue, depth: int = 0) -> Iterator[str]:
    """Yield the statements of *filters*. Raises `ToolFailure` if they are not valid."""
    if filters in (None, "", {}):
        return
    if depth > MAX_FILTER_DEPTH:
        raise unsupported_query_error("a base with so many filters")
    if isinstance(filters, str):
        yield filters
        return
    _, parts = _conjunction(filters)
    for part in parts:
        yield from statements(part, depth + 1)


def _conjunction(filters: JsonValue) -> tuple[str, list[JsonValue]]:
    if not isinstance(filters, dict) or len(filters) != 1:
        raise unsupported_query_error(f"filters: {filters}")
    ((word, inner),) = filters.items()
    if word not in ("and", "or", "not"):
        raise unsupported_query_error(f"filters: {word}")
    # A single statement may be written without a list; an empty group evaluates as `all` and `any` of nothing.
    return word, inner if isinstance(inner, list) else [] if inner is None else [inner]


# Expressions.


class BasesCompiler(FormulaCompiler):
    """Compiles expressions of one base; its formulas are compiled when they are first referred to."""

    operators = BASE_OPERATORS

    def __init__(self, formulas: Mapping[str, str]) -> None:
        self._sources = formulas
        self._formulas: dict[str, Evaluate] = {}
        self._compiling: list[str] = []
        """The formulas being compiled, each referred to by the previous one."""
        self._depth = 0
        """Summed depth of their syntax trees."""
        self._locals: tuple[str, ...] = ()
        """Names defined by the enclosing list function or summary."""
        self.problems: dict[str, None] = {}

    def statement(self, text: str) -> Evaluate:
        """Compile the expression *text*. Raises `ToolFailure` with what cannot be evaluated."""
        return self.compile(parse_formula(text))

    def summary(self, text: str) -> Evaluate:
        """Compile the formula of a summary, with `values`."""
        self._locals = ("values",)
        try:
            return self.statement(text)
        finally:
            self._locals = ()

    def property(self, name: str) -> Evaluate | None:
        """Return the value of a column: a property, a field of the file, or a formula; None if there is none."""
        prefix, dot, rest = name.partition(".")
        if not dot or prefix in ("note", "property"):
            return self._property(rest if dot else name)
        if prefix == "file":
            return self._file_field(rest) if rest in BASE_FILE_FIELDS else None
        if prefix == "formula":
            return self._formula(rest) if rest in self._sources else None
        try:
            return self.statement(name)  # A member of a property, such as `address.city`.
        except ToolFailure:
            return self._property(name)

    def name(self, name: str) -> Evaluate:
        """Return `file`, `this`, `note`, a name defined by the enclosing list function, or a property."""
        if name in self._locals:
            return lambda scope: scope.local.get(name)
        match name:
            case "file":
                return lambda scope: scope.file
            case "this":
                return lambda scope: scope.this
            case "note":
                return lambda scope: scope.files.properties(scope.file)
            case "formula":
                raise unsupported_query_error("formula without a name")
            case _:
                return self._property(name)

    def member(self, node: Member) -> Evaluate:
        """Return a property of the note, a formula, or a member of a value."""
        match node.target:
            case Name("note"):
                return self._property(node.name)
            case Name("formula"):
                return self._formula(node.name)
            case Name("file") if node.name in BASE_FILE_FIELDS and "file" not in self._locals:
                return self._file_field(node.name)
        target, name = self.compile(node.target), node.name
        return lambda scope: member_of(scope, target(scope), name)

    def index(self, node: Subscript) -> Evaluate:
        """Return `note["a b"]`, `formula["a b"]`, or an item of a value."""
        match node:
            case Subscript(Name("note"), Constant(str() as name)):
                return self._property(name)
            case Subscript(Name("formula"), Constant(str() as name)):
                return self._formula(name)
        target, key = self.compile(node.target), self.compile(node.key)
        return lambda scope: item_of(scope, target(scope), key(scope))

    def call(self, node: Call) -> Evaluate:
        """Return the result of a global function, or of a function of a value."""
        if node.target is not None:
            return self._method(node.target, node.name, node.arguments)
        if node.name == "if":
            return self._condition(node.arguments)
        name, function = node.name, BASE_FUNCTIONS.get(node.name)
        if function is None:
            if node.arguments and (name in LIST_FUNCTIONS or name in METHOD_NAMES):
                # As before Obsidian 1.9.2.
                return self._method(node.arguments[0], name, node.arguments[1:])
            raise unsupported_query_error(f"{name}(): there is no such function")
        _check_count(name, function.min_arguments, function.max_arguments, len(node.arguments))
        args = [self.compile(argument) for argument in node.arguments]

        def call(scope: Scope) -> Value:
            scope.files.budget.spend()
            return function(name, scope, [argument(scope) for argument in args])

        return call

    def _condition(self, arguments: Sequence[Node]) -> Evaluate:
        _check_count("if", 2, 3, len(arguments))
        test, then, *rest = (self.compile(argument) for argument in arguments)
        if not rest:
            return lambda scope: then(scope) if is_truthy(test(scope)) else None
        (otherwise,) = rest
        return lambda scope: then(scope) if is_truthy(test(scope)) else otherwise(scope)

    def _method(self, target_node: Node, name: str, arguments: Sequence[Node]) -> Evaluate:
        target = self.compile(target_node)
        if name in LIST_FUNCTIONS:
            return self._list_function(target, name, arguments)
        if name not in METHOD_NAMES:
            raise unsupported_query_error(f"{name}(): there is no such function")
        methods = [by_kind[name] for by_kind in BASE_METHODS.values() if name in by_kind]
        _check_count(
            name,
            min(method.min_arguments for method in methods),
            max(method.max_arguments for method in methods),
            len(arguments),
        )
        args = [self.compile(argument) for argument in arguments]

        def call(scope: Scope) -> Value:
            scope.files.budget.spend()
            value = target(scope)
            if value is None:
                return NULL_RESULTS.get(name) if name != "isType" else args[0](scope) == "null"
            return method_of(value, name)(name, scope, [argument(scope) for argument in args], value)

        return call

    def _list_function(self, target: Evaluate, name: str, arguments: Sequence[Node]) -> Evaluate:
        _check_count(name, *LIST_FUNCTIONS[name], len(arguments))
        outer = self._locals
        self._locals = (*outer, "value", "index", "acc") if name == "reduce" else (*outer, "value", "index")
        try:
            each = self.compile(arguments[0])
        finally:
            self._locals = outer
        start = self.compile(arguments[1]) if len(arguments) > 1 else None

        def call(scope: Scope) -> Value:
            values = target(scope)
            if values is None:
                return None
            if not isinstance(values, list):
                raise FormulaError(f"{name}() needs a list")
            scope.files.budget.spend(1 + len(values))
            if name == "reduce":
                acc = None if start is None else start(scope)
                for index, value in enumerate(values):
                    acc = each(scope.within({"value": value, "index": index, "acc": acc}))
                return acc
            found = (each(scope.within({"value": value, "index": index})) for index, value in enumerate(values))
            if name == "map":
                return limited_list(list(found))
            return [value for value, holds in zip(values, found, strict=True) if is_truthy(holds)]

        return call

    def _property(self, name: str) -> Evaluate:
        return lambda scope: scope.files.property(scope.file, name)

    def _file_field(self, name: str) -> Evaluate:
        field_of = BASE_FILE_FIELDS[name]
        return lambda scope: field_of(scope.files, scope.file)

    def _formula(self, name: str) -> Evaluate:
        """Return the value of a formula, computed once per row."""
        if name in self._compiling:
            raise _Unresolvable(f"circular reference: {' → '.join([*self._compiling, name])}")
        if name not in self._formulas:
            self._formulas[name] = self._compiled_formula(name)
        inner = self._formulas[name]

        def value(scope: Scope) -> Value:
            cached = scope.memo.get(name)
            if cached is None:
                outer = scope.paths_read
                scope.paths_read = set()
                found = evaluated(inner, scope)
                cached = scope.memo[name] = (found, frozenset(scope.paths_read))
                scope.paths_read = outer
            scope.paths_read |= cached[1]
            if isinstance(cached[0], FormulaError):
                raise cached[0]
            return cached[0]

        return value

    def _compiled_formula(self, name: str) -> Evaluate:
        """Return a formula, or a function that raises the reason why it cannot be evaluated."""
        outer_locals, outer_depth = self._locals, self._depth
        self._locals = ()
        self._compiling.append(name)
        try:
            if name not in self._sources:
                raise unsupported_query_error(f"formula.{name}: the base has no such formula")
            node = parse_formula(self._sources[name])
            self._depth += tree_depth(node)
            if self._depth > MAX_FORMULA_DEPTH:
                raise _Unresolvable(f"more than {MAX_FORMULA_DEPTH} levels of formulas")
            return self.compile(node)
        except _Unresolvable as reason:
            if len(self._compiling) > 1:
                raise  # The formula at the start cannot be evaluated; the others may be.
            message = str(reason)
        except ToolFailure as failure:
            message = failure.message.removeprefix("cannot evaluate: ")
        finally:
            self._compiling.pop()
            self._locals, self._depth = outer_locals, outer_depth
        self.problems[f"formula.{name}: {message}"] = None
        return _failing(message)


class _Unresolvable(Exception):
    """Formulas refer to each other in a cycle, or too deeply."""


def _failing(message: str) -> Evaluate:
    def fail(scope: Scope) -> Value:
        raise FormulaError(message)

    return fail


def _check_count(name: str, minimum: int, maximum: int, count: int) -> None:
    if not minimum <= count <= maximum:
        expected = (
            f"{minimum}"
            if minimum == maximum
            else f"{minimum} to {maximum}"
            if maximum < 100
            else f"at least {minimum}"
        )
        raise unsupported_query_error(f"{name}() takes {expected} arguments, not {count}")


# The view.

Test = Callable[[Scope], bool]


class _Filters:
    """The compiled filters of a base; a statement that fails on a file is false for it."""

    def __init__(self, compiler: BasesCompiler) -> None:
        self._compiler = compiler
        self._count = 0
        self.failures: Counter[str] = Counter()
        """Number of files each statement failed on, with the first reason."""
        self._reasons: dict[str, str] = {}

    def test(self, filters: JsonValue, depth: int = 0) -> Test:
        self._count += 1
        if depth > MAX_FILTER_DEPTH or self._count > MAX_STATEMENTS:
            raise unsupported_query_error("a base with so many filters")
        if filters in (None, "", {}) and depth == 0:
            return lambda scope: True
        if isinstance(filters, str):
            return self._statement(filters)
        word, nodes = _conjunction(filters)
        parts = [self.test(part, depth + 1) for part in nodes]
        if word == "and":
            return lambda scope: all(part(scope) for part in parts)
        if word == "or":
            return lambda scope: any(part(scope) for part in parts)
        return lambda scope: not any(part(scope) for part in parts)

    def _statement(self, text: str) -> Test:
        evaluate = self._compiler.statement(text)

        def holds(scope: Scope) -> bool:
            value = evaluated(evaluate, scope)
            if isinstance(value, FormulaError):
                self.failures[text] += 1
                self._reasons.setdefault(text, value.message)
                return False
            return is_truthy(value)

        return holds

    def problems(self) -> list[str]:
        """Return the failed statements with their numbers of files."""
        return [
            f"filter {text[:100]}: {self._reasons[text]} (files left out: {count})"
            for text, count in self.failures.items()
        ]


def names_in_filters(base: Base, view: BaseView) -> Iterator[str]:
    """Yield the string literals in the filters of *view*, which may include folder names."""
    for text in (*statements(base.filters), *statements(view.filters)):
        for node in all_nodes(parse_formula(text)):
            if isinstance(node, Constant) and isinstance(node.value, str):
                yield node.value


def evaluate_view(base: Base, view: BaseView, files: FormulaFiles, this: File | None) -> ResultTable:
    """Return the rows of *view*; *this* is the base itself or the note that embeds it.

    Raises `ToolFailure` for filters, sorts and groups that cannot be evaluated; other errors are reported in their
    cells.
    """
    compiler = BasesCompiler(base.formulas)
    this = None if this is None else File(this.facts, is_this=True)
    filters = _Filters(compiler)
    tests = [filters.test(filter_tree) for filter_tree in (base.filters, view.filters)]
    order = [(key, _needed(compiler, key)) for key in view.sort]
    group = (view.group, _needed(compiler, view.group)) if view.group is not None else None
    columns = {name: found for name in view.columns or ("file.name",) if (found := compiler.property(name)) is not None}
    scopes = [Scope(files, file, this) for file in files.rows()]
    scopes = [scope for scope in scopes if all(test(scope) for test in tests)]
    for key, evaluate in reversed(order):
        scopes = _sorted(scopes, evaluate, key.descending)
    if group is not None:
        scopes = _sorted(scopes, group[1], group[0].descending)
    limited = scopes if view.limit is None else scopes[: view.limit]
    rows = [_row(scope, [*columns.values()]) for scope in limited]
    groups = _groups(limited, group[1]) if group is not None else None
    summarize = _summaries(base, view, compiler, columns)
    return ResultTable(
        columns=tuple(columns),
        rows=tuple(rows),
        groups=None if groups is None else tuple(
            ResultGroup(value, tuple(scope.file.path for scope in group_scopes), summarize(group_scopes))
            for value, group_scopes in groups
        ),
        summaries=summarize(limited),
        not_computed=tuple(name for name in view.columns if name not in columns),
        problems=(*filters.problems(), *compiler.problems),
        found=len(scopes),
    )  # fmt: skip


def _needed(compiler: BasesCompiler, key: SortBy) -> Evaluate:
    found = compiler.property(key.property)
    if found is None:
        raise unsupported_query_error(f"sort: {key.property}")
    return found


def _row(scope: Scope, columns: Sequence[Evaluate]) -> TableRow:
    scope.paths_read = set()
    cells = tuple(evaluated(evaluate, scope) for evaluate in columns)
    return TableRow((scope.file.path, *sorted(scope.paths_read)), cells)


def _sorted(scopes: list[Scope], evaluate: Evaluate, descending: bool) -> list[Scope]:
    """Return *scopes* sorted by a value; those without one, or with an error, come last in either direction."""
    values = [(evaluated(evaluate, scope), scope) for scope in scopes]
    # A missing checkbox is sorted with those that are off.
    is_checkbox = any(isinstance(value, bool) for value, _ in values)
    if is_checkbox:
        values = [(False if value is None else value, scope) for value, scope in values]
    filled = [(sort_key(value), scope) for value, scope in values if not _is_missing(value)]
    filled.sort(key=lambda pair: pair[0], reverse=descending)
    return [*(scope for _, scope in filled), *(scope for value, scope in values if _is_missing(value))]


def _is_missing(value: Value) -> bool:
    return isinstance(value, FormulaError) or is_empty(value)


def _groups(scopes: Sequence[Scope], evaluate: Evaluate) -> list[tuple[Value, list[Scope]]]:
    """Return each value with its rows; a list is one value, and a missing value is None."""
    groups: dict[object, tuple[Value, list[Scope]]] = {}
    for scope in scopes:
        value = evaluated(evaluate, scope)
        value = None if _is_missing(value) else value
        key = value_key(value, scope.files.resolve)
        groups.setdefault(key, (value, []))[1].append(scope)
    return list(groups.values())


# Summaries.


def _range(values: list[Value]) -> Value:
    starts = [value.start for value in values if isinstance(value, Moment)]
    if starts:
        return Elapsed((max(starts) - min(starts)) / 1e6)
    numbers = _only_numbers(values)
    return max(numbers) - min(numbers) if numbers else None


def _only_numbers(values: list[Value]) -> list[float]:
    return [value for value in values if is_number(value)]


def _of_numbers(calculate: Callable[[list[float]], float]) -> Callable[[list[Value]], Value]:
    def summary(values: list[Value]) -> Value:
        numbers = _only_numbers(values)
        return calculate(numbers) if numbers else None

    return summary


def _of_dates(choose: Callable[..., Moment]) -> Callable[[list[Value]], Value]:
    def summary(values: list[Value]) -> Value:
        dates = [value for value in values if isinstance(value, Moment)]
        return choose(dates, key=lambda moment: moment.start) if dates else None

    return summary


SUMMARIES: Mapping[str, Callable[[list[Value]], Value]] = {
    "average": _of_numbers(lambda numbers: sum(numbers) / len(numbers)),
    "min": _of_numbers(min),
    "max": _of_numbers(max),
    "sum": lambda values: sum(_only_numbers(values)),
    "range": _range,
    "median": _of_numbers(statistics.median),
    "stddev": _of_numbers(standard_deviation),
    "earliest": _of_dates(min),
    "latest": _of_dates(max),
    "checked": lambda values: sum(value is True for value in values),
    "unchecked": lambda values: sum(value is False for value in values),
    "empty": lambda values: sum(map(is_empty, values)),
    "filled": lambda values: sum(not is_empty(value) for value in values),
}
"""The built-in summaries by name in lower case; `unique` compares links by their files and is computed separately."""


def _summaries(
    base: Base, view: BaseView, compiler: BasesCompiler, columns: Mapping[str, Evaluate]
) -> Callable[[Sequence[Scope]], tuple[Summary, ...]]:
    """Return a function that summarizes the columns of some rows."""
    requested: list[tuple[str, str, Evaluate, Evaluate | None]] = []
    for column, name in view.summaries.items():
        values = columns.get(column) or compiler.property(column)
        custom = base.summaries.get(name)
        if values is None or (custom is None and name.lower() not in (*SUMMARIES, "unique")):
            compiler.problems[f"summary {name} of {column}: there is no such summary or property"] = None
            continue
        try:
            requested.append((column, name, values, None if custom is None else compiler.summary(custom)))
        except ToolFailure as failure:
            compiler.problems[f"summary {name}: {failure.message.removeprefix('cannot evaluate: ')}"] = None

    def summarize(scopes: Sequence[Scope]) -> tuple[Summary, ...]:
        if not scopes:
            return ()
        found: list[Summary] = []
        for column, name, values_of, custom in requested:
            results = [evaluated(values_of, scope) for scope in scopes]
            values = [None if isinstance(value, FormulaError) else value for value in results]
            first = scopes[0]
            if custom is not None:
                value = evaluated(custom, Scope(first.files, first.file, first.this).within({"values": values}))
            elif name.lower() == "unique":
                value = len(
                    [unique_value for unique_value in unique_values(first, values) if not is_empty(unique_value)]
                )
            else:
                value = SUMMARIES[name.lower()](values)
            found.append(Summary(column, name, value))
        return tuple(found)

    return summarize

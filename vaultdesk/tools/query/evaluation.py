"""Evaluates a query on the facts of indexed notes, with the comparison rules of filters, Bases or Dataview."""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, assert_never

from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts
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
    InFolder,
    IsEmptyValue,
    IsTruthyValue,
    LengthOperand,
    LinkedFrom,
    LinksTo,
    NotCriterion,
    NoteQuery,
    Operand,
    OrderBy,
    PropertyExists,
    PropertyOperand,
    UnderPath,
    WrittenLink,
    WrittenValue,
)
from vaultdesk.tools.query.note_dates import note_date
from vaultdesk.tools.query.property_values import (
    ComparisonRules,
    Moment,
    Value,
    as_moment,
    caseless_key,
    collation,
    day_of,
    is_empty,
    is_truthy,
    link_target,
    number_of,
    order_key,
)
from vaultdesk.tools.query.query_lexer import unsupported_query_error
from vaultdesk.tools.query.time_ranges import iso_time
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

ValueTest = Callable[[Value], bool]
"""Whether a note's value passes."""

ORDER_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {  # Any: both sides were made the same kind before
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def comparison_test(compare: ComparisonOperator, right: Value, rules: ComparisonRules) -> ValueTest:
    """Return the test of a note's value against *right*."""
    match rules:
        case "plain":
            return _plain(compare, right)
        case "base":
            return lambda left: _base(left, compare, right)
        case "dataview":
            return lambda left: _dataview(left, compare, right)


def _plain(compare: ComparisonOperator, right: Value) -> ValueTest:
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
            key = caseless_key(right) if isinstance(right, str) else ""
            return lambda left: _holds_text(left, compare, key, same)


def _any(test: ValueTest, value: Value) -> bool:
    return any(map(test, value)) if isinstance(value, list) else test(value)


def _same(right: Value) -> ValueTest:
    """Return whether a single value is *right*: numbers as numbers, dates as dates, text without case."""
    if right is None or isinstance(right, bool | list | dict):
        return lambda left: type(left) is type(right) and left == right
    number, moment = number_of(right), as_moment(right)
    key = caseless_key(right) if isinstance(right, str) else ""

    def same(left: Value) -> bool:
        if number is not None:
            return number_of(left) == number
        if moment is not None:
            found = as_moment(left)
            return found is not None and (
                moment.start <= found.start < moment.end if moment.is_day else found.start == moment.start
            )
        if not isinstance(left, str):
            return False
        if caseless_key(left) == key:
            return True
        linked = link_target(left) if left.endswith("]]") else None
        return linked is not None and (caseless_key(linked) == key or caseless_key(linked.rpartition("/")[2]) == key)

    return same


def _ordered(compare: str, right: Value) -> ValueTest:
    """Return whether a single value stands before or behind *right*; values of another kind do neither."""
    holds = ORDER_OPERATORS[compare]
    number, moment = number_of(right), as_moment(right)
    if number is not None:
        return lambda left: (found := number_of(left)) is not None and holds(found, number)
    if moment is not None:
        # Before a day is before its first moment, after it is from its end on; its hours belong to the day.
        edge = moment.end - 1 if moment.is_day and compare in ("<=", ">") else moment.start
        return lambda left: (found := as_moment(left)) is not None and holds(found.start, edge)
    if isinstance(right, str):
        key = caseless_key(right)
        return lambda left: isinstance(left, str) and holds(caseless_key(left), key)
    return lambda left: False


def _holds_text(left: Value, compare: ComparisonOperator, key: str, same: ValueTest) -> bool:
    if isinstance(left, list):
        if compare in ("contains",):
            return any(map(same, left))
        return any(_holds_text(item, compare, key, same) for item in left)
    if not isinstance(left, str):
        return compare == "contains" and same(left)
    found = caseless_key(left)
    match compare:
        case "starts":
            return found.startswith(key)
        case "ends":
            return found.endswith(key)
        case _:
            return key in found


def _base(left: Value, compare: ComparisonOperator, right: Value) -> bool:
    """Bases: text counts with its case, nothing is converted but dates, orders hold for numbers, dates and text."""
    match compare:
        case "equals" | "not":
            return _base_same(left, right) is (compare == "equals")
        case "<" | "<=" | ">" | ">=":
            first, second = _in_order(left, right)
            return first is not None and ORDER_OPERATORS[compare](first, second)
        case _:
            return _strict_text(left, compare, right, lambda item: _base_same(item, right))


def _base_same(left: Value, right: Value) -> bool:
    if isinstance(left, Moment) or isinstance(right, Moment):
        first, second = as_moment(left), as_moment(right)
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
    first, second = as_moment(left), as_moment(right)
    if first is not None and second is not None:
        return first.start, second.start
    return (left, right) if isinstance(left, str) and isinstance(right, str) else (None, None)


def _strict_text(left: Value, compare: ComparisonOperator, right: Value, same: ValueTest) -> bool:
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


def _dataview(left: Value, compare: ComparisonOperator, right: Value) -> bool:
    """Dataview: every value stands in one order, nothing before all else, kinds by the names of their kinds."""
    match compare:
        case "equals" | "not":
            return (dataview_order(left) == dataview_order(right)) is (compare == "equals")
        case "<" | "<=" | ">" | ">=":
            return ORDER_OPERATORS[compare](dataview_order(left), dataview_order(right))
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
    return as_moment(value) or value if isinstance(value, str) else value


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
            linked = link_target(text)
            return ("link", linked) if linked is not None else ("string", collation(text))
        case list() as items:
            return "array", tuple(dataview_order(item) for item in items)
        case _:
            return "object", str(value)


ValueGetter = Callable[[NoteFacts], Value]
"""A note's value."""


def operand_getter(operand: Operand, network: Network) -> ValueGetter:
    """Return what gives the value of *operand* for a note."""
    match operand:
        case WrittenValue(value):
            return lambda note: value
        case WrittenLink(target):
            written = f"[[{target}]]"
            return lambda note: written
        case PropertyOperand(name, inline):
            return _property(network.table.spellings(name, twins=inline), inline)
        case FileOperand(fact):
            return _file(fact, network)
        case LengthOperand(of):
            get = operand_getter(of, network)
            return lambda note: _length(get(note))
        case DateOperand(of):
            get = operand_getter(of, network)
            return lambda note: as_moment(get(note))
        case _:
            assert_never(operand)


def _property(spellings: tuple[str, ...], inline: bool) -> ValueGetter:
    if len(spellings) == 1 and not inline:
        (only,) = spellings
        return lambda note: note.properties.get(only)

    def own(note: NoteFacts) -> Value:
        return next((note.properties[name] for name in spellings if name in note.properties), None)

    def all_fields(note: NoteFacts) -> Value:
        """Return the properties and fields of the name: one as it is, several as a list."""
        found: list[JsonValue] = [
            fields[name] for fields in (note.properties, note.inline) for name in spellings if name in fields
        ]
        if len(found) < 2:
            return found[0] if found else None
        return [item for value in found for item in (value if isinstance(value, list) else [value])]

    return all_fields if inline else own


def _length(value: Value) -> Value:
    return len(value) if isinstance(value, str | list | dict) else None


def _file(fact: FileFact, network: Network) -> ValueGetter:
    match fact:
        case "link_count":
            return lambda note: len(network.out(note.path))
        case "backlink_count":
            network.look_at_all()
            return lambda note: len(network.into(note.path))
        case "links":
            return lambda note: [found or target for target, found in network.links(note.path)]
        case "backlinks":
            return lambda note: [*sorted(network.into(note.path))]
        case "ext":
            return lambda note: note.path.rpartition(".")[2]
        case "file_name":
            return lambda note: note.path.rpartition("/")[2]
        case "hash_tags":
            return lambda note: _with_parents(note.tags)
        case "written_tags":
            return lambda note: [f"#{tag}" for tag in note.tags]
        case "tags":
            return lambda note: [*note.tags]
        case "aliases":
            return lambda note: [*note.aliases]
        case "date":
            daily = network.daily
            return lambda note: note_date(note, daily)
        case "created":
            return lambda note: Moment(note.created_ns, note.created_ns)
        case "modified":
            return lambda note: Moment(note.modified_ns, note.modified_ns)
        case "created_day":
            return lambda note: _day(note.created_ns)
        case "modified_day":
            return lambda note: _day(note.modified_ns)
        case "name":
            return lambda note: note.name
        case "path":
            return lambda note: note.path
        case "folder":
            return lambda note: note.folder
        case "title":
            return lambda note: note.title
        case "size":
            return lambda note: note.size
        case "words":
            return lambda note: note.words
        case _:
            assert_never(fact)


def _day(ns: int) -> Moment:
    try:
        return day_of(datetime.fromtimestamp(ns / 1e9, tz=UTC).astimezone().replace(tzinfo=None))
    except (OverflowError, OSError, ValueError):  # A time that no calendar has.
        return Moment(ns, ns)


def _with_parents(tags: tuple[str, ...]) -> list[JsonValue]:
    found: dict[str, None] = {}
    for tag in tags:
        parts = tag.split("/")
        found.update(dict.fromkeys(f"#{'/'.join(parts[:end])}" for end in range(len(parts), 0, -1)))
    return [*found]


NoteTest = Callable[[NoteFacts], bool]
"""Whether a criterion holds for a note."""


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The notes a question asks for, in its order: all of them, before any limit."""

    notes: tuple[NoteFacts, ...]
    getters: tuple[ValueGetter, ...]
    """What each column shows of a note."""
    group: ValueGetter | None = None


def evaluate_query(query: NoteQuery, network: Network) -> QueryResult:
    """Answer *query* for the notes *network* sees; runs in the searcher's thread."""
    holds = criterion_test(query.where, network)
    # Facts first, visibility last: it costs more than most criteria.
    found = [
        note for path, note in network.listed.items() if not note.excluded and holds(note) and network.is_visible(path)
    ]
    group = operand_getter(query.group, network) if query.group is not None else None
    found.sort(key=lambda note: note.path_key)
    for order in reversed(query.order):
        _sort(found, order, network)
    columns = tuple(operand_getter(column.operand, network) for column in query.columns)
    return QueryResult(tuple(found), columns, group)


def criterion_test(criterion: Criterion, network: Network) -> NoteTest:
    """Return the test that *criterion* is."""
    match criterion:
        case AllCriteria(parts):
            return _every([criterion_test(part, network) for part in parts])
        case AnyCriterion(parts):
            return _either([criterion_test(part, network) for part in parts])
        case NotCriterion(part):
            inner = criterion_test(part, network)
            return lambda note: not inner(note)
        case HasTag(tag):
            return _tagged(same_name_key(tag.removeprefix("#").strip("/")))
        case InFolder(folder, recursive):
            return _inside(folder, recursive)
        case UnderPath(path):
            return _under(path, network)
        case LinksTo(target):
            sources = frozenset(network.into(_meant(target, network)))
            return lambda note: note.path in sources
        case LinkedFrom(source):
            targets = frozenset(network.out(_meant(source, network)))
            return lambda note: note.path in targets
        case Comparison():
            return _compared(criterion, network)
        case PropertyExists(of):
            return _has(of, network)
        case IsEmptyValue(of):
            get = operand_getter(of, network)
            return lambda note: is_empty(get(note))
        case IsTruthyValue(of):
            get = operand_getter(of, network)
            return lambda note: is_truthy(get(note))
        case _:
            assert_never(criterion)


def column_value(value: Value) -> JsonValue:
    """Return a column's value as JSON has it: times as ISO 8601 with their zone."""
    if isinstance(value, Moment):
        told = iso_time(value.start)
        return told.partition("T")[0] if value.is_day else told
    return value


def _every(parts: Sequence[NoteTest]) -> NoteTest:
    if len(parts) == 1:
        return parts[0]

    def every(note: NoteFacts) -> bool:
        for part in parts:  # noqa: SIM110 - a generator for each of 15,000 notes would take as long again
            if not part(note):
                return False
        return True

    return every


def _either(parts: Sequence[NoteTest]) -> NoteTest:
    def either(note: NoteFacts) -> bool:
        for part in parts:  # noqa: SIM110 - as for every
            if part(note):
                return True
        return False

    return either


def _tagged(key: str) -> NoteTest:
    nested = f"{key}/"

    def tagged(note: NoteFacts) -> bool:
        for own in note.tag_keys:  # noqa: SIM110 - as for every
            if own == key or own.startswith(nested):
                return True
        return False

    return tagged


def _inside(folder: str, recursive: bool) -> NoteTest:
    if not recursive:
        return lambda note: note.path.rpartition("/")[0] == folder
    before = f"{folder}/" if folder else ""
    return lambda note: note.path.startswith(before)


def _under(path: str, network: Network) -> NoteTest:
    before = f"{path}/" if path else ""
    if any(other.startswith(before) and network.is_visible(other) for other in network.listed):
        return lambda note: note.path.startswith(before)
    return lambda note: note.path in (path, f"{path}{NOTE_SUFFIX}")


def _meant(linkpath: str, network: Network) -> str:
    found = network.resolve(linkpath)
    if found is None:
        raise unsupported_query_error(f"[[{linkpath}]]: there is no such note")
    return found


def _has(of: PropertyOperand, network: Network) -> NoteTest:
    spellings = network.table.spellings(of.name, twins=of.inline)
    if of.inline:
        return lambda note: any(name in note.properties or name in note.inline for name in spellings)
    return lambda note: any(name in note.properties for name in spellings)


def _compared(compared: Comparison, network: Network) -> NoteTest:
    left, right = compared.left, compared.right
    if isinstance(right, WrittenLink):
        return _linked(compared, right, network)
    get = operand_getter(left, network)
    if isinstance(right, WrittenValue):
        test = comparison_test(compared.operator, right.value, compared.rules)
        return lambda note: test(get(note))
    other = operand_getter(right, network)
    return lambda note: comparison_test(compared.operator, other(note), compared.rules)(get(note))


def _linked(compared: Comparison, link: WrittenLink, network: Network) -> NoteTest:
    """Compare the links in a value by the notes they lead to."""
    get = operand_getter(compared.left, network)
    wanted = network.resolve(link.target)

    def same(note: NoteFacts, value: Value) -> bool:
        target = link_target(value) if isinstance(value, str) else None
        if target is None:
            return False
        return (network.resolve(target, note.path) == wanted) if wanted is not None else target == link.target

    def holds(note: NoteFacts) -> bool:
        value = get(note)
        if compared.operator in ("equals", "not"):
            return same(note, value) is (compared.operator == "equals")
        return any(same(note, item) for item in (value if isinstance(value, list) else [value]))

    return holds


def _sort(notes: list[NoteFacts], order: OrderBy, network: Network) -> None:
    get = operand_getter(order.operand, network)
    if order.rules == "dataview":
        notes.sort(key=lambda note: dataview_order(get(note)), reverse=order.descending)
        return
    values = [(get(note), note) for note in notes]
    filled = [(order_key(value), note) for value, note in values if not is_empty(value)]
    filled.sort(key=itemgetter(0), reverse=order.descending)
    notes[:] = [*(note for _, note in filled), *(note for value, note in values if is_empty(value))]

"""Criteria, columns and sort order of a query, and their evaluation on the facts of indexed notes."""

import operator
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Literal, TypeAlias, assert_never

from msgspec import Struct

from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.tools.query.note_dates import note_date
from vaultdesk.tools.query.property_values import (
    Moment,
    Value,
    as_moment,
    is_empty,
    link_target,
    number_of,
    order_key,
)
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.vault.note_path import same_name_key

# Filters of tools are converted to these classes, which only this module evaluates.

MAX_PART_CHARACTERS = 160
"""Maximum number of characters of a query part repeated in a refusal."""


def unsupported_query_error(part: str) -> ToolFailure:
    """Return the failure for a query with a *part* that cannot be evaluated."""
    return ToolFailure("VALIDATION_FAILED", f"cannot evaluate: {sanitize_line(part, MAX_PART_CHARACTERS)}")


ComparisonOperator = Literal["equals", "not", "<", "<=", ">", ">=", "contains", "starts"]
"""`contains` matches a list's item or a part of a text."""

FileFact = Literal[
    "name", "path", "folder", "title", "size", "words", "date", "created", "modified", "tags", "aliases", "links",
    "backlinks", "link_count", "backlink_count",
]  # fmt: skip
"""Facts of a note other than its properties; `date` is the note's own (note_dates.py), `created` and `modified` are
times of its file.
"""


class PropertyOperand(Struct, frozen=True):
    """A property of the note, by name ignoring case."""

    name: str


class FileOperand(Struct, frozen=True):
    """A fact of the note's file."""

    fact: FileFact


Operand: TypeAlias = PropertyOperand | FileOperand
"""A term with a value for each note."""


class AllCriteria(Struct, frozen=True):
    """All criteria hold; an empty one always does."""

    parts: "tuple[Criterion, ...]" = ()


class AnyCriterion(Struct, frozen=True):
    """At least one criterion holds."""

    parts: "tuple[Criterion, ...]"


class NotCriterion(Struct, frozen=True):
    """The criterion does not hold."""

    part: "Criterion"


class HasTag(Struct, frozen=True):
    """The note has the tag, or a nested one."""

    tag: str


class InFolder(Struct, frozen=True):
    """The note is in the folder; by whole names in exactly this spelling. `""` is the vault's root."""

    folder: str
    recursive: bool = True


class LinksTo(Struct, frozen=True):
    """The note links to the target of this linkpath."""

    target: str


class LinkedFrom(Struct, frozen=True):
    """The target of this linkpath links to the note."""

    source: str


class Comparison(Struct, frozen=True):
    """A value of the note compared with a value of the filter."""

    left: Operand
    operator: ComparisonOperator
    right: Value


class PropertyExists(Struct, frozen=True):
    """The property exists, even if it is empty."""

    property: PropertyOperand


class IsEmptyValue(Struct, frozen=True):
    """The value is empty or missing."""

    operand: Operand


Criterion: TypeAlias = (
    AllCriteria
    | AnyCriterion
    | NotCriterion
    | HasTag
    | InFolder
    | LinksTo
    | LinkedFrom
    | Comparison
    | PropertyExists
    | IsEmptyValue
)
"""A condition on a note."""


def folders_named(criterion: Criterion) -> Iterator[str]:
    """Yield the folders that *criterion* includes, without negated ones."""
    match criterion:
        case AllCriteria(parts) | AnyCriterion(parts):
            for part in parts:
                yield from folders_named(part)
        case InFolder(folder):
            yield folder
        case _:
            return


class QueryColumn(Struct, frozen=True):
    """One column of the result."""

    label: str
    operand: Operand


class OrderBy(Struct, frozen=True):
    """One sort key."""

    operand: Operand
    descending: bool = False


class NoteQuery(Struct, frozen=True):
    """A complete query."""

    where: Criterion = AllCriteria()
    columns: tuple[QueryColumn, ...] = ()
    order: tuple[OrderBy, ...] = ()
    group: Operand | None = None


# Text is compared without case, a day includes its hours, and a number in quotes is a number.

ValueTest = Callable[[Value], bool]
"""Whether a note's value matches."""

ORDER_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {  # Any: both sides were converted to the same type before
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def comparison_test(compare: ComparisonOperator, right: Value) -> ValueTest:
    """Return the test of a note's value against *right*."""
    same = _same(right)
    match compare:
        case "equals":
            return lambda left: _any(same, left)
        case "not":
            return lambda left: not _any(same, left)
        case "<" | "<=" | ">" | ">=":
            ordered = _ordered(compare, right)
            return lambda left: _any(ordered, left)
        case "contains" | "starts":
            key = same_name_key(right) if isinstance(right, str) else ""
            return lambda left: _holds_text(left, compare, key, same)


def _any(test: ValueTest, value: Value) -> bool:
    return any(map(test, value)) if isinstance(value, list) else test(value)


def _same(right: Value) -> ValueTest:
    """Return a test whether a single value equals *right*: numbers as numbers, dates as dates, text without case."""
    if right is None or isinstance(right, bool | list | dict):
        return lambda left: type(left) is type(right) and left == right
    number, moment = number_of(right), as_moment(right)
    key = same_name_key(right) if isinstance(right, str) else ""

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
        if same_name_key(left) == key:
            return True
        linked = link_target(left) if left.endswith("]]") else None
        return linked is not None and (same_name_key(linked) == key or same_name_key(linked.rpartition("/")[2]) == key)

    return same


def _ordered(compare: str, right: Value) -> ValueTest:
    """Return a test whether a single value is before or after *right*; values of another type are neither."""
    holds = ORDER_OPERATORS[compare]
    number, moment = number_of(right), as_moment(right)
    if number is not None:
        return lambda left: (found := number_of(left)) is not None and holds(found, number)
    if moment is not None:
        # Before a day means before its first moment, after it means from its end on; its hours belong to the day.
        edge = moment.end - 1 if moment.is_day and compare in ("<=", ">") else moment.start
        return lambda left: (found := as_moment(left)) is not None and holds(found.start, edge)
    if isinstance(right, str):
        key = same_name_key(right)
        return lambda left: isinstance(left, str) and holds(same_name_key(left), key)
    return lambda left: False


def _holds_text(left: Value, compare: ComparisonOperator, key: str, same: ValueTest) -> bool:
    if isinstance(left, list):
        if compare == "contains":
            return any(map(same, left))
        return any(_holds_text(item, compare, key, same) for item in left)
    if not isinstance(left, str):
        return compare == "contains" and same(left)
    found = same_name_key(left)
    return found.startswith(key) if compare == "starts" else key in found


ValueGetter = Callable[[NoteFacts], Value]
"""Returns a note's value."""


def operand_getter(operand: Operand, network: Network) -> ValueGetter:
    """Return a function that gets the value of *operand* for a note."""
    match operand:
        case PropertyOperand(name):
            return _property(_spellings(name, network))
        case FileOperand(fact):
            return _file(fact, network)
        case _:
            assert_never(operand)


def _spellings(name: str, network: Network) -> tuple[str, ...]:
    """Return the spellings of the property *name*; fields of tasks are in lower case."""
    spellings = network.table.spellings(name)
    return spellings if (key := name.casefold()) in spellings else (*spellings, key)


def _property(spellings: tuple[str, ...]) -> ValueGetter:
    """Return a getter of a property's value, or of that of an inline field if the note has no such property."""
    if len(spellings) == 1:
        (only,) = spellings
        return lambda note: note.properties[only] if only in note.properties else note.inline.get(only)
    return lambda note: next(
        (values[name] for values in (note.properties, note.inline) for name in spellings if name in values), None
    )


def _file(fact: FileFact, network: Network) -> ValueGetter:
    match fact:
        case "link_count":
            return lambda note: len(network.outgoing(note.path))
        case "backlink_count":
            network.load_all_nodes()
            return lambda note: len(network.incoming(note.path))
        case "links":
            return lambda note: [found or target for target, found in network.links(note.path)]
        case "backlinks":
            return lambda note: [*sorted(network.incoming(note.path))]
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


NoteTest = Callable[[NoteFacts], bool]
"""Whether a criterion holds for a note."""


class QueryResult(Struct, frozen=True):
    """The matching notes in order: all of them, before any limit."""

    notes: tuple[NoteFacts, ...]
    getters: tuple[ValueGetter, ...]
    """The value of each column for a note."""
    group: ValueGetter | None = None


def evaluate_query(query: NoteQuery, network: Network, tasks: Sequence[NoteFacts] | None = None) -> QueryResult:
    """Evaluate *query* for the notes visible in *network*; runs in the searcher's thread.

    With *tasks*, the rows are these tasks: the facts of their notes with the fields of the task as properties.
    """
    holds = criterion_test(query.where, network)
    # Facts first, visibility last: it costs more than most criteria.
    found = [
        note
        for note in (network.listed.values() if tasks is None else tasks)
        if not note.excluded and holds(note) and network.is_visible(note.path)
    ]
    group = operand_getter(query.group, network) if query.group is not None else None
    found.sort(key=lambda note: note.path_key)
    for order in reversed(query.order):
        _sort(found, order, network)
    columns = tuple(operand_getter(column.operand, network) for column in query.columns)
    return QueryResult(tuple(found), columns, group)


def criterion_test(criterion: Criterion, network: Network) -> NoteTest:
    match criterion:
        case AllCriteria(parts):
            return _all_of([criterion_test(part, network) for part in parts])
        case AnyCriterion(parts):
            return _any_of([criterion_test(part, network) for part in parts])
        case NotCriterion(part):
            inner = criterion_test(part, network)
            return lambda note: not inner(note)
        case HasTag(tag):
            return _tagged(same_name_key(tag.removeprefix("#").strip("/")))
        case InFolder(folder, recursive):
            return _inside(folder, recursive)
        case LinksTo(target):
            sources = frozenset(network.incoming(_resolved(target, network)))
            return lambda note: note.path in sources
        case LinkedFrom(source):
            targets = frozenset(network.outgoing(_resolved(source, network)))
            return lambda note: note.path in targets
        case Comparison():
            return _compared(criterion, network)
        case PropertyExists(operand):
            return _has(operand, network)
        case IsEmptyValue(operand):
            get = operand_getter(operand, network)
            return lambda note: is_empty(get(note))
        case _:
            assert_never(criterion)


def _all_of(parts: Sequence[NoteTest]) -> NoteTest:
    if len(parts) == 1:
        return parts[0]

    def holds(note: NoteFacts) -> bool:
        for part in parts:  # noqa: SIM110 - a generator for each of 15,000 notes would double the time
            if not part(note):
                return False
        return True

    return holds


def _any_of(parts: Sequence[NoteTest]) -> NoteTest:
    def holds(note: NoteFacts) -> bool:
        for part in parts:  # noqa: SIM110 - a generator takes twice the time
            if part(note):
                return True
        return False

    return holds


def _tagged(key: str) -> NoteTest:
    nested = f"{key}/"

    def tagged(note: NoteFacts) -> bool:
        for note_tag in note.tag_keys:  # noqa: SIM110 - a generator takes twice the time
            if note_tag == key or note_tag.startswith(nested):
                return True
        return False

    return tagged


def _inside(folder: str, recursive: bool) -> NoteTest:
    if not recursive:
        return lambda note: note.path.rpartition("/")[0] == folder
    prefix = f"{folder}/" if folder else ""
    return lambda note: note.path.startswith(prefix)


def _resolved(linkpath: str, network: Network) -> str:
    found = network.resolve(linkpath)
    if found is None:
        raise unsupported_query_error(f"[[{linkpath}]]: there is no such note")
    return found


def _has(operand: PropertyOperand, network: Network) -> NoteTest:
    spellings = _spellings(operand.name, network)
    return lambda note: any(name in note.properties or name in note.inline for name in spellings)


def _compared(compared: Comparison, network: Network) -> NoteTest:
    get, test = operand_getter(compared.left, network), comparison_test(compared.operator, compared.right)
    return lambda note: test(get(note))


def _sort(notes: list[NoteFacts], order: OrderBy, network: Network) -> None:
    get = operand_getter(order.operand, network)
    values = [(get(note), note) for note in notes]
    filled = [(order_key(value), note) for value, note in values if not is_empty(value)]
    filled.sort(key=itemgetter(0), reverse=order.descending)
    notes[:] = [*(note for _, note in filled), *(note for value, note in values if is_empty(value))]

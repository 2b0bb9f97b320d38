"""Evaluation: answers a question from the table of notes, exactly. The one place where criteria meet notes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import assert_never

from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.tools.query_language.comparing import dataview_order, test_of
from vaultdesk.tools.query_language.criteria import (
    Compared,
    Criterion,
    Either,
    Empty,
    Every,
    Has,
    Inside,
    LinkedFrom,
    LinksTo,
    LinkTo,
    Not,
    Order,
    Property,
    Question,
    Tagged,
    Truthy,
    Under,
    Written,
)
from vaultdesk.tools.query_language.operands import Getter, getter_of
from vaultdesk.tools.query_language.refusal import cannot_evaluate
from vaultdesk.tools.query_language.times import iso
from vaultdesk.tools.query_language.values import Moment, Value, is_empty, is_truthy, link_name, order_key
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

Holds = Callable[[NoteFacts], bool]
"""Whether a criterion holds for a note."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The notes a question asks for, in its order: all of them, before any limit."""

    notes: tuple[NoteFacts, ...]
    getters: tuple[Getter, ...]
    """What each column shows of a note."""
    group: Getter | None = None


def answer(question: Question, network: Network) -> Answer:
    """Answer *question* for the notes *network* sees; runs in the searcher's thread."""
    holds = holds_of(question.where, network)
    # The facts first, the view last: asking it costs more than most criteria.
    found = [
        note for path, note in network.table.facts.items() if not note.excluded and holds(note) and network.sees(path)
    ]
    group = getter_of(question.group, network) if question.group is not None else None
    found.sort(key=lambda note: note.path_key)
    for order in reversed(question.order):
        _sort(found, order, network)
    columns = tuple(getter_of(column.shows, network) for column in question.columns)
    return Answer(tuple(found), columns, group)


def holds_of(criterion: Criterion, network: Network) -> Holds:
    """Return the test that *criterion* is."""
    match criterion:
        case Every(parts):
            return _every([holds_of(part, network) for part in parts])
        case Either(parts):
            return _either([holds_of(part, network) for part in parts])
        case Not(part):
            inner = holds_of(part, network)
            return lambda note: not inner(note)
        case Tagged(tag):
            return _tagged(same_name_key(tag.removeprefix("#").strip("/")))
        case Inside(folder, recursive):
            return _inside(folder, recursive)
        case Under(path):
            return _under(path, network)
        case LinksTo(target):
            sources = frozenset(network.into(_meant(target, network)))
            return lambda note: note.path in sources
        case LinkedFrom(source):
            targets = frozenset(network.out(_meant(source, network)))
            return lambda note: note.path in targets
        case Compared():
            return _compared(criterion, network)
        case Has(of):
            return _has(of, network)
        case Empty(of):
            get = getter_of(of, network)
            return lambda note: is_empty(get(note))
        case Truthy(of):
            get = getter_of(of, network)
            return lambda note: is_truthy(get(note))
        case _:
            assert_never(criterion)


def shown(value: Value) -> JsonValue:
    """Return a column's value as JSON has it: times as ISO 8601 with their zone."""
    if isinstance(value, Moment):
        told = iso(value.start)
        return told.partition("T")[0] if value.is_day else told
    return value


def _every(parts: Sequence[Holds]) -> Holds:
    if len(parts) == 1:
        return parts[0]

    def every(note: NoteFacts) -> bool:
        for part in parts:  # noqa: SIM110 - a generator for each of 15,000 notes would take as long again
            if not part(note):
                return False
        return True

    return every


def _either(parts: Sequence[Holds]) -> Holds:
    def either(note: NoteFacts) -> bool:
        for part in parts:  # noqa: SIM110 - as for every
            if part(note):
                return True
        return False

    return either


def _tagged(key: str) -> Holds:
    nested = f"{key}/"

    def tagged(note: NoteFacts) -> bool:
        for own in note.tag_keys:  # noqa: SIM110 - as for every
            if own == key or own.startswith(nested):
                return True
        return False

    return tagged


def _inside(folder: str, recursive: bool) -> Holds:
    if not recursive:
        return lambda note: note.path.rpartition("/")[0] == folder
    before = f"{folder}/" if folder else ""
    return lambda note: note.path.startswith(before)


def _under(path: str, network: Network) -> Holds:
    before = f"{path}/" if path else ""
    if any(other.startswith(before) and network.sees(other) for other in network.table.facts):
        return lambda note: note.path.startswith(before)
    return lambda note: note.path in (path, f"{path}{NOTE_SUFFIX}")


def _meant(linkpath: str, network: Network) -> str:
    found = network.resolve(linkpath)
    if found is None:
        raise cannot_evaluate(f"[[{linkpath}]]: there is no such note")
    return found


def _has(of: Property, network: Network) -> Holds:
    spellings = network.table.spellings(of.name, twins=of.inline)
    if of.inline:
        return lambda note: any(name in note.properties or name in note.inline for name in spellings)
    return lambda note: any(name in note.properties for name in spellings)


def _compared(compared: Compared, network: Network) -> Holds:
    left, right = compared.left, compared.right
    if isinstance(right, LinkTo):
        return _linked(compared, right, network)
    get = getter_of(left, network)
    if isinstance(right, Written):
        test = test_of(compared.compare, right.value, compared.manner)
        return lambda note: test(get(note))
    other = getter_of(right, network)
    return lambda note: test_of(compared.compare, other(note), compared.manner)(get(note))


def _linked(compared: Compared, link: LinkTo, network: Network) -> Holds:
    """Compare the links in a value by the notes they lead to."""
    get = getter_of(compared.left, network)
    wanted = network.resolve(link.target)

    def same(note: NoteFacts, value: Value) -> bool:
        target = link_name(value) if isinstance(value, str) else None
        if target is None:
            return False
        return (network.resolve(target, note.path) == wanted) if wanted is not None else target == link.target

    def holds(note: NoteFacts) -> bool:
        value = get(note)
        if compared.compare in ("equals", "not"):
            return same(note, value) is (compared.compare == "equals")
        return any(same(note, item) for item in (value if isinstance(value, list) else [value]))

    return holds


def _sort(notes: list[NoteFacts], order: Order, network: Network) -> None:
    get = getter_of(order.by, network)
    if order.manner == "dataview":
        notes.sort(key=lambda note: dataview_order(get(note)), reverse=order.descending)
        return
    values = [(get(note), note) for note in notes]
    filled = [(order_key(value), note) for value, note in values if not is_empty(value)]
    filled.sort(key=itemgetter(0), reverse=order.descending)
    notes[:] = [*(note for _, note in filled), *(note for value, note in values if is_empty(value))]

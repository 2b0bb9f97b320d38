"""Operands: the value of a property, of something known of the file, or of what a query writes, for each note."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import assert_never

from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.tools.query_language.criteria import AsDate, File, FileFact, Length, LinkTo, Operand, Property, Written
from vaultdesk.tools.query_language.values import Moment, Value, day_of, when
from vaultdesk.vault.frontmatter.frontmatter import JsonValue

Getter = Callable[[NoteFacts], Value]
"""A note's value."""


def getter_of(operand: Operand, network: Network) -> Getter:
    """Return what gives the value of *operand* for a note."""
    match operand:
        case Written(value):
            return lambda note: value
        case LinkTo(target):
            written = f"[[{target}]]"
            return lambda note: written
        case Property(name, inline):
            return _property(network.table.spellings(name, twins=inline), inline)
        case File(fact):
            return _file(fact, network)
        case Length(of):
            get = getter_of(of, network)
            return lambda note: _length(get(note))
        case AsDate(of):
            get = getter_of(of, network)
            return lambda note: when(get(note))
        case _:
            assert_never(operand)


def _property(spellings: tuple[str, ...], inline: bool) -> Getter:
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


def _file(fact: FileFact, network: Network) -> Getter:
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

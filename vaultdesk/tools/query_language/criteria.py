"""Criteria: a question to the notes as frozen values: which notes, which columns, in what order. Evaluates nothing.

Our own filters, Bases and simple Dataview queries all become these; evaluation.py is the one place that answers them.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from vaultdesk.tools.query_language.values import Manner, Value

Compare = Literal[
    "equals", "not", "<", "<=", ">", ">=", "contains", "contains_within", "contains_loosely", "starts", "ends"
]
"""`contains` is a list's item or a text's part; `_within` also a part of a list's item, `_loosely` without case."""

FileFact = Literal[
    "name", "file_name", "path", "folder", "ext", "title", "size", "words", "created", "modified", "created_day",
    "modified_day", "tags", "hash_tags", "written_tags", "aliases", "links", "backlinks", "link_count",
    "backlink_count",
]  # fmt: skip
"""What is known of a note beside its properties. `hash_tags` have `#` and name parent tags too, as in Dataview."""


@dataclass(frozen=True, slots=True)
class Written:
    """A value as the question writes it."""

    value: Value


@dataclass(frozen=True, slots=True)
class LinkTo:
    """A link the question writes: equal to every link that leads to the same note."""

    target: str


@dataclass(frozen=True, slots=True)
class Property:
    """A note's own property, whatever the case of its name."""

    name: str
    inline: bool = False
    """As in Dataview: fields of the text count too, and `due-date` is also the property `Due date`."""


@dataclass(frozen=True, slots=True)
class File:
    """Something known of the note's file."""

    fact: FileFact


@dataclass(frozen=True, slots=True)
class Length:
    """How many items or characters a value has."""

    of: "Operand"


@dataclass(frozen=True, slots=True)
class AsDate:
    """A value where it is a date, else nothing."""

    of: "Operand"


Operand: TypeAlias = Written | LinkTo | Property | File | Length | AsDate
"""Something with a value for each note."""


@dataclass(frozen=True, slots=True)
class Every:
    """All of them hold; an empty one always does."""

    parts: "tuple[Criterion, ...]" = ()


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of them holds."""

    parts: "tuple[Criterion, ...]"


@dataclass(frozen=True, slots=True)
class Not:
    """It does not hold."""

    part: "Criterion"


@dataclass(frozen=True, slots=True)
class Tagged:
    """The note carries the tag, or one nested in it."""

    tag: str


@dataclass(frozen=True, slots=True)
class Inside:
    """The note lies in the folder; by whole names in exactly this spelling. `""` is the vault's root."""

    folder: str
    recursive: bool = True


@dataclass(frozen=True, slots=True)
class Under:
    """The note lies in the folder at this path, or is the note there where there is no such folder."""

    path: str


@dataclass(frozen=True, slots=True)
class LinksTo:
    """The note links to the one this linkpath means."""

    target: str


@dataclass(frozen=True, slots=True)
class LinkedFrom:
    """The note that this linkpath means links to it."""

    source: str


@dataclass(frozen=True, slots=True)
class Compared:
    """Two values stand so to each other, by the rules of *manner*."""

    left: Operand
    compare: Compare
    right: Operand
    manner: Manner


@dataclass(frozen=True, slots=True)
class Has:
    """The property is there, even with nothing in it."""

    property: Property


@dataclass(frozen=True, slots=True)
class Empty:
    """There is nothing in it, or it is not there."""

    of: Operand


@dataclass(frozen=True, slots=True)
class Truthy:
    """It counts as true by itself."""

    of: Operand


Criterion: TypeAlias = (
    Every | Either | Not | Tagged | Inside | Under | LinksTo | LinkedFrom | Compared | Has | Empty | Truthy
)
"""Something that holds for a note or not."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the answer."""

    label: str
    shows: Operand


@dataclass(frozen=True, slots=True)
class Order:
    """One thing to sort by."""

    by: Operand
    descending: bool = False
    manner: Manner = "plain"
    """In Dataview a note without the value comes first when ascending; else always last."""


@dataclass(frozen=True, slots=True)
class Question:
    """A whole query."""

    where: Criterion = Every()
    columns: tuple[Column, ...] = ()
    order: tuple[Order, ...] = ()
    limit: int | None = None
    group: Operand | None = None
    not_computed: tuple[str, ...] = ()
    """Columns the query names whose values cannot be worked out: they are left out, and told."""

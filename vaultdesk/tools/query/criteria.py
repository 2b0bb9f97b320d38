"""Criteria, columns and sort order of a query, as frozen values.

Our own filters, Bases and simple Dataview queries all become these; evaluation.py is the one place that answers them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vaultdesk.tools.query.property_values import ComparisonRules, Value

ComparisonOperator = Literal[
    "equals", "not", "<", "<=", ">", ">=", "contains", "contains_within", "contains_loosely", "starts", "ends"
]
"""`contains` is a list's item or a text's part; `_within` also a part of a list's item, `_loosely` without case."""

FileFact = Literal[
    "name", "file_name", "path", "folder", "ext", "title", "size", "words", "date", "created", "modified",
    "created_day", "modified_day", "tags", "hash_tags", "written_tags", "aliases", "links", "backlinks",
    "link_count", "backlink_count",
]  # fmt: skip
"""What is known of a note beside its properties. `hash_tags` have `#` and name parent tags too, as in Dataview; `date`
is the note's own (note_dates.py), the others are times of its file."""


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A value as the question writes it."""

    value: Value


@dataclass(frozen=True, slots=True)
class WrittenLink:
    """A link the question writes: equal to every link that leads to the same note."""

    target: str


@dataclass(frozen=True, slots=True)
class PropertyOperand:
    """A note's own property, whatever the case of its name."""

    name: str
    inline: bool = False
    """As in Dataview: fields of the text count too, and `due-date` is also the property `Due date`."""


@dataclass(frozen=True, slots=True)
class FileOperand:
    """Something known of the note's file."""

    fact: FileFact


@dataclass(frozen=True, slots=True)
class LengthOperand:
    """How many items or characters a value has."""

    operand: "Operand"


@dataclass(frozen=True, slots=True)
class DateOperand:
    """A value where it is a date, else nothing."""

    operand: "Operand"


Operand: TypeAlias = WrittenValue | WrittenLink | PropertyOperand | FileOperand | LengthOperand | DateOperand
"""Something with a value for each note."""


@dataclass(frozen=True, slots=True)
class AllCriteria:
    """All of them hold; an empty one always does."""

    parts: "tuple[Criterion, ...]" = ()


@dataclass(frozen=True, slots=True)
class AnyCriterion:
    """At least one of them holds."""

    parts: "tuple[Criterion, ...]"


@dataclass(frozen=True, slots=True)
class NotCriterion:
    """It does not hold."""

    part: "Criterion"


@dataclass(frozen=True, slots=True)
class HasTag:
    """The note carries the tag, or one nested in it."""

    tag: str


@dataclass(frozen=True, slots=True)
class InFolder:
    """The note lies in the folder; by whole names in exactly this spelling. `""` is the vault's root."""

    folder: str
    recursive: bool = True


@dataclass(frozen=True, slots=True)
class UnderPath:
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
class Comparison:
    """Two values stand so to each other, by the rules of *rules*."""

    left: Operand
    operator: ComparisonOperator
    right: Operand
    rules: ComparisonRules


@dataclass(frozen=True, slots=True)
class PropertyExists:
    """The property is there, even with nothing in it."""

    property: PropertyOperand


@dataclass(frozen=True, slots=True)
class IsEmptyValue:
    """There is nothing in it, or it is not there."""

    operand: Operand


@dataclass(frozen=True, slots=True)
class IsTruthyValue:
    """It counts as true by itself."""

    operand: Operand


Criterion: TypeAlias = (
    AllCriteria
    | AnyCriterion
    | NotCriterion
    | HasTag
    | InFolder
    | UnderPath
    | LinksTo
    | LinkedFrom
    | Comparison
    | PropertyExists
    | IsEmptyValue
    | IsTruthyValue
)
"""Something that holds for a note or not."""


def folders_named(criterion: Criterion) -> Iterator[str]:
    """Yield the folders in which *criterion* looks for notes; those it leaves out are not among them."""
    match criterion:
        case AllCriteria(parts) | AnyCriterion(parts):
            for part in parts:
                yield from folders_named(part)
        case InFolder(folder) | UnderPath(folder):
            yield folder
        case _:
            return


@dataclass(frozen=True, slots=True)
class QueryColumn:
    """One column of the answer."""

    label: str
    operand: Operand


@dataclass(frozen=True, slots=True)
class OrderBy:
    """One thing to sort by."""

    operand: Operand
    descending: bool = False
    rules: ComparisonRules = "plain"
    """In Dataview a note without the value comes first when ascending; else always last."""


@dataclass(frozen=True, slots=True)
class NoteQuery:
    """A whole query."""

    where: Criterion = AllCriteria()
    columns: tuple[QueryColumn, ...] = ()
    order: tuple[OrderBy, ...] = ()
    limit: int | None = None
    group: Operand | None = None
    not_computed: tuple[str, ...] = ()
    """Columns the query names whose values cannot be worked out: they are left out, and told."""

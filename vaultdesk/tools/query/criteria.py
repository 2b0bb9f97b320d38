"""Criteria, columns and sort order of a query, as frozen values.

Filters of tools become these; evaluation.py is the one place that answers them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vaultdesk.tools.query.property_values import Value
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ToolFailure

MAX_PART_CHARACTERS = 160
"""Characters of the part of a query that a refusal repeats."""


def unsupported_query_error(part: str) -> ToolFailure:
    """Return the refusal of a query that names the *part* which cannot be evaluated."""
    return ToolFailure("VALIDATION_FAILED", f"cannot evaluate: {sanitize_line(part, MAX_PART_CHARACTERS)}")


ComparisonOperator = Literal["equals", "not", "<", "<=", ">", ">=", "contains", "starts"]
"""`contains` is a list's item or a text's part."""

FileFact = Literal[
    "name", "path", "folder", "title", "size", "words", "date", "created", "modified", "tags", "aliases", "links",
    "backlinks", "link_count", "backlink_count",
]  # fmt: skip
"""What is known of a note beside its properties; `date` is the note's own (note_dates.py), `created` and `modified` are
times of its file."""


@dataclass(frozen=True, slots=True)
class PropertyOperand:
    """A note's own property, whatever the case of its name."""

    name: str


@dataclass(frozen=True, slots=True)
class FileOperand:
    """Something known of the note's file."""

    fact: FileFact


Operand: TypeAlias = PropertyOperand | FileOperand
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
class LinksTo:
    """The note links to the one this linkpath means."""

    target: str


@dataclass(frozen=True, slots=True)
class LinkedFrom:
    """The note that this linkpath means links to it."""

    source: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A value of the note compares so with a value of the filter."""

    left: Operand
    operator: ComparisonOperator
    right: Value


@dataclass(frozen=True, slots=True)
class PropertyExists:
    """The property is there, even with nothing in it."""

    property: PropertyOperand


@dataclass(frozen=True, slots=True)
class IsEmptyValue:
    """There is nothing in it, or it is not there."""

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
"""Something that holds for a note or not."""


def folders_named(criterion: Criterion) -> Iterator[str]:
    """Yield the folders in which *criterion* looks for notes; those it leaves out are not among them."""
    match criterion:
        case AllCriteria(parts) | AnyCriterion(parts):
            for part in parts:
                yield from folders_named(part)
        case InFolder(folder):
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


@dataclass(frozen=True, slots=True)
class NoteQuery:
    """A whole query."""

    where: Criterion = AllCriteria()
    columns: tuple[QueryColumn, ...] = ()
    order: tuple[OrderBy, ...] = ()
    group: Operand | None = None

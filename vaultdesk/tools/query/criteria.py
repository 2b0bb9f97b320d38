"""Criteria, columns and sort order of a query, as frozen values.

Filters of tools are converted to these; only evaluation.py evaluates them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vaultdesk.tools.query.property_values import Value
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ToolFailure

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


@dataclass(frozen=True, slots=True)
class PropertyOperand:
    """A property of the note, by name ignoring case."""

    name: str


@dataclass(frozen=True, slots=True)
class FileOperand:
    """A fact of the note's file."""

    fact: FileFact


Operand: TypeAlias = PropertyOperand | FileOperand
"""A term with a value for each note."""


@dataclass(frozen=True, slots=True)
class AllCriteria:
    """All criteria hold; an empty one always does."""

    parts: "tuple[Criterion, ...]" = ()


@dataclass(frozen=True, slots=True)
class AnyCriterion:
    """At least one criterion holds."""

    parts: "tuple[Criterion, ...]"


@dataclass(frozen=True, slots=True)
class NotCriterion:
    """The criterion does not hold."""

    part: "Criterion"


@dataclass(frozen=True, slots=True)
class HasTag:
    """The note has the tag, or a nested one."""

    tag: str


@dataclass(frozen=True, slots=True)
class InFolder:
    """The note is in the folder; by whole names in exactly this spelling. `""` is the vault's root."""

    folder: str
    recursive: bool = True


@dataclass(frozen=True, slots=True)
class LinksTo:
    """The note links to the target of this linkpath."""

    target: str


@dataclass(frozen=True, slots=True)
class LinkedFrom:
    """The target of this linkpath links to the note."""

    source: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A value of the note compared with a value of the filter."""

    left: Operand
    operator: ComparisonOperator
    right: Value


@dataclass(frozen=True, slots=True)
class PropertyExists:
    """The property exists, even if it is empty."""

    property: PropertyOperand


@dataclass(frozen=True, slots=True)
class IsEmptyValue:
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


@dataclass(frozen=True, slots=True)
class QueryColumn:
    """One column of the result."""

    label: str
    operand: Operand


@dataclass(frozen=True, slots=True)
class OrderBy:
    """One sort key."""

    operand: Operand
    descending: bool = False


@dataclass(frozen=True, slots=True)
class NoteQuery:
    """A complete query."""

    where: Criterion = AllCriteria()
    columns: tuple[QueryColumn, ...] = ()
    order: tuple[OrderBy, ...] = ()
    group: Operand | None = None

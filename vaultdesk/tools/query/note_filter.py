"""Note filter: the nested conditions written by a model, converted to criteria and to a readable sentence."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, JsonValue, WithJsonSchema, model_validator

from vaultdesk.core.local_time import local_now
from vaultdesk.index.index_results import COMPLETED_NAMES
from vaultdesk.index.search.question_terms import flatten_text
from vaultdesk.tools.query.criteria import (
    AllCriteria,
    AnyCriterion,
    Comparison,
    ComparisonOperator,
    Criterion,
    FileFact,
    FileOperand,
    HasTag,
    InFolder,
    IsEmptyValue,
    LinkedFrom,
    LinksTo,
    NotCriterion,
    Operand,
    PropertyExists,
    PropertyOperand,
)
from vaultdesk.tools.query.property_values import Moment, Value
from vaultdesk.tools.query.time_ranges import parse_moment, phrase_moment
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Parameters

MAX_FILTER_DEPTH = 6
"""Maximum nesting of `all`, `any` and `none`: deeper ones are unreadable, and hostile input must be bounded."""

MAX_CONDITIONS = 200
"""Maximum number of conditions of one filter: each is evaluated for every note."""

Operator = Literal[
    "exists", "missing", "empty", "equals", "not", "contains", "starts_with", "<", "<=", ">", ">=", "before", "after",
    "on", "between",
]  # fmt: skip

FileKey = Literal["name", "title", "path", "date", "created", "modified", "size", "words", "tags", "links", "backlinks"]

FILE_FACTS: dict[FileKey, FileFact] = {
    "name": "name", "title": "title", "path": "path", "date": "date", "created": "created", "modified": "modified",
    "size": "size", "words": "words", "tags": "tags", "links": "link_count", "backlinks": "backlink_count",
}  # fmt: skip
"""The fact for each key of `file`."""

_SUBJECTS = ("property", "file", "tag", "folder", "links_to", "linked_from")
_TEXT = WithJsonSchema({"type": "string"})
_COMPARES: dict[str, ComparisonOperator] = {
    "equals": "equals", "on": "equals", "not": "not", "contains": "contains", "starts_with": "starts", "<": "<",
    "before": "<", "<=": "<=", ">": ">", "after": ">", ">=": ">=",
}  # fmt: skip


_PAST_PROPERTIES = frozenset((*COMPLETED_NAMES, "done", "finished", "cancelled", "created", "modified", "updated"))
"""Properties and fields of tasks for events that have happened, in lower case without accents."""


class Condition(Parameters):
    """One condition: one of the subjects, with `op` and `value` if it is a property or a fact of the file."""

    property: Annotated[str | None, _TEXT] = Field(
        default=None, min_length=1, max_length=300, description="Name of a property; with `op` and `value`."
    )
    file: Annotated[FileKey | None, WithJsonSchema({"type": "string", "enum": [*FILE_FACTS]})] = Field(
        default=None,
        description="A fact about the note itself; with `op` and `value`. `date` is the one in its name, else in its "
        "properties, else of its file. `links` and `backlinks` are numbers.",
    )
    op: Operator = Field(
        default="equals",
        description=(
            "Text is compared without regard to case. Numbers are compared as numbers, dates (YYYY-MM-DD, `today`, "
            "`-7d`, `-2w`, `-1m`) as dates. A list matches if one of its items does. `on`, `before` and `after` take "
            "words too: `next week`, `December 2026`. `between` takes [from, to], both included. `missing`: the note "
            "has no such property. `not` also matches notes without it."
        ),
    )
    value: Annotated[
        JsonValue, WithJsonSchema({"description": "What to compare with: text, number, true, false, or a list of two."})
    ] = None
    tag: Annotated[str | None, _TEXT] = Field(
        default=None, min_length=1, max_length=300, description="Has this tag or one nested in it."
    )
    folder: Annotated[str | None, _TEXT] = Field(
        default=None, max_length=1000, description="Is in this folder; empty for the vault's root."
    )
    recursive: bool = Field(default=True, description="With `folder`: subfolders count too.")
    links_to: Annotated[str | None, _TEXT] = Field(
        default=None, min_length=1, max_length=1000, description="Path of a note that they link to."
    )
    linked_from: Annotated[str | None, _TEXT] = Field(
        default=None, min_length=1, max_length=1000, description="Path of a note that links to the notes searched for."
    )

    @model_validator(mode="after")
    def _is_one_condition(self) -> Self:
        subjects = [name for name in _SUBJECTS if getattr(self, name) is not None]
        if len(subjects) > 1:
            raise ValueError(f"have one of {', '.join(subjects)}; join several in `all`")
        compares = subjects in (["property"], ["file"])
        if (
            not compares
            and ({"op", "value"} & self.model_fields_set)
            and (self.value is not None or self.op != "equals")
        ):
            raise ValueError("have `property` or `file` with `op` and `value`")
        if not self.recursive and subjects != ["folder"]:
            raise ValueError("have `folder` with `recursive`")
        if compares:
            self._check_value()
        return self

    def _check_value(self) -> None:
        if self.op in ("exists", "missing", "empty"):
            if self.value is not None:
                raise ValueError(f"have no `value` with {self.op}")
            if self.file is not None and self.op != "empty":
                raise ValueError(f"have `property` with {self.op}")
        elif self.op == "between":
            if not isinstance(self.value, list) or len(self.value) != 2:
                raise ValueError("have a list of two as `value` with between")
        elif self.value is None or isinstance(self.value, list | dict):
            raise ValueError(f"have a text, a number, true or false as `value` with {self.op}")
        values = self.value if isinstance(self.value, list) else [self.value]
        now = local_now()
        if self._compares_dates() and not all(isinstance(self._value(value, now), Moment) for value in values):
            raise ValueError("have a date as `value`: YYYY-MM-DD, a time, `today`, `-7d`, or words such as `last week`")

    def _compares_dates(self) -> bool:
        return self.op in ("before", "after", "on") or (
            self.file in ("date", "created", "modified") and self.op != "empty"
        )

    def _value(self, value: JsonValue, now: datetime) -> Value:
        """Return the compared value: a date as a moment, anything else unchanged.

        Words are parsed as a date only if nothing but dates is compared: a property may have the text `march`.
        """
        if not isinstance(value, str):
            return value
        if not self._compares_dates():
            return parse_moment(value, now) or value
        # File times and times of completion are in the past; another property may name a future day.
        prefers_past = self.file is not None or flatten_text(self.property or "") in _PAST_PROPERTIES
        return phrase_moment(value, now, prefers_past=prefers_past) or value

    def _own_criteria(self, now: datetime) -> list[Criterion]:
        """Return the condition itself; empty if it only joins other filters."""
        if self.tag is not None:
            return [HasTag(self.tag)]
        if self.folder is not None:
            return [InFolder(self.folder, self.recursive)]
        if self.links_to is not None:
            return [LinksTo(self.links_to)]
        if self.linked_from is not None:
            return [LinkedFrom(self.linked_from)]
        if self.property is not None:
            return [self._compared(PropertyOperand(self.property), now)]
        if self.file is not None:
            return [self._compared(FileOperand(FILE_FACTS[self.file]), now)]
        return []

    def _compared(self, operand: Operand, now: datetime) -> Criterion:
        match self.op:
            case "exists" | "missing":
                assert isinstance(operand, PropertyOperand)
                return PropertyExists(operand) if self.op == "exists" else NotCriterion(PropertyExists(operand))
            case "empty":
                return IsEmptyValue(operand)
            case "between":
                assert isinstance(self.value, list)
                first, last = (self._value(value, now) for value in self.value)
                return AllCriteria(
                    (
                        Comparison(operand, ">=", first),
                        Comparison(operand, "<=", last),
                    )
                )
            case _:
                return Comparison(operand, _COMPARES[self.op], self._value(self.value, now))


def _filter_list_schema(description: str) -> WithJsonSchema:
    """Return the short schema of a list of filters: the complete one would make every filter ten times as long."""
    return WithJsonSchema({"type": "array", "items": {"type": "object"}, "description": description})


ALL_DESCRIPTION = "Filters with the same fields; all must hold."
ANY_DESCRIPTION = "Filters with the same fields; at least one must hold."
NONE_DESCRIPTION = "Filters with the same fields; none may hold."


class InnerFilter(Condition):
    """A filter inside another."""

    all: Annotated[tuple["InnerFilter", ...], _filter_list_schema(ALL_DESCRIPTION)] = ()
    any: Annotated[tuple["InnerFilter", ...], _filter_list_schema(ANY_DESCRIPTION)] = ()
    none: Annotated[tuple["InnerFilter", ...], _filter_list_schema(NONE_DESCRIPTION)] = Field(
        default=(), validation_alias=AliasChoices("none", "not")
    )

    def criterion(self, now: datetime) -> Criterion:
        """Return the criterion, with dates relative to *now*."""
        return _joined_criterion(self, now)


class NoteFilter(Condition):
    """A selection of notes: a condition, or several joined by `all`, `any`, `none`. Everything in one object must
    hold.
    """

    all: tuple[InnerFilter, ...] = Field(default=(), description=ALL_DESCRIPTION)
    any: Annotated[tuple[InnerFilter, ...], _filter_list_schema(ANY_DESCRIPTION)] = ()
    none: Annotated[tuple[InnerFilter, ...], _filter_list_schema(NONE_DESCRIPTION)] = Field(
        default=(), validation_alias=AliasChoices("none", "not")
    )

    @model_validator(mode="after")
    def _is_bounded(self) -> Self:
        depth, conditions = _depth_and_size(self)
        if depth > MAX_FILTER_DEPTH:
            raise ValueError(f"be nested {MAX_FILTER_DEPTH} deep at most")
        if conditions > MAX_CONDITIONS:
            raise ValueError(f"have {MAX_CONDITIONS} conditions at most")
        return self

    @property
    def is_everything(self) -> bool:
        """Whether it is empty, so that every note matches."""
        return self.criterion(local_now()) == AllCriteria()

    def criterion(self, now: datetime) -> Criterion:
        """Return the criterion, with dates relative to *now*."""
        return _joined_criterion(self, now)


NOTE_FILTER_BRIEF: dict[str, JsonValue] = {
    "type": "object",
    "description": (
        "One condition: {property, op, value}, {file, op, value}, {tag}, {folder}, {links_to} or {linked_from}; or "
        "{all|any|none: [conditions]}. op: equals, not, contains, starts_with, <, <=, >, >=, before, after, on, "
        "between, exists, missing, empty. file: name, title, path, date, created, modified, size, words, tags, links, "
        "backlinks."
    ),
}
"""Short schema of a filter for tool definitions. The complete one is longer than those of ten other tools together."""


def _joined_criterion(note_filter: "NoteFilter | InnerFilter", now: datetime) -> Criterion:
    parts = [*note_filter._own_criteria(now), *(inner.criterion(now) for inner in note_filter.all)]
    if note_filter.any:
        parts.append(AnyCriterion(tuple(inner.criterion(now) for inner in note_filter.any)))
    parts += [NotCriterion(inner.criterion(now)) for inner in note_filter.none]
    return parts[0] if len(parts) == 1 else AllCriteria(tuple(parts))


def _depth_and_size(note_filter: "NoteFilter | InnerFilter") -> tuple[int, int]:
    inner = [_depth_and_size(part) for part in (*note_filter.all, *note_filter.any, *note_filter.none)]
    return 1 + max((depth for depth, _ in inner), default=0), 1 + sum(count for _, count in inner)


MAX_NAME_CHARACTERS = 40
"""Maximum number of characters of one name or value."""


def filter_text(note_filter: NoteFilter | InnerFilter) -> str:
    """Return *note_filter* in words; `every note` if it is empty."""
    parts = [
        _condition_text(note_filter),
        *(f"({words})" if _is_joined(words) else words for words in map(filter_text, note_filter.all)),
    ]
    if note_filter.any:
        parts.append(" or ".join(filter_text(inner) for inner in note_filter.any))
    parts += [f"not ({filter_text(inner)})" for inner in note_filter.none]
    return ", ".join(part for part in parts if part) or "every note"


def _is_joined(text: str) -> bool:
    return ", " in text or " or " in text


def _condition_text(condition: NoteFilter | InnerFilter) -> str:
    if condition.tag is not None:
        return f"#{sanitize_line(condition.tag.removeprefix('#'), MAX_NAME_CHARACTERS)}"
    if condition.folder is not None:
        folder = sanitize_line(condition.folder, MAX_NAME_CHARACTERS) or "the vault"
        return f"in {folder}" if condition.recursive else f"in {folder} itself"
    if condition.links_to is not None:
        return f"links to “{sanitize_line(condition.links_to, MAX_NAME_CHARACTERS)}”"
    if condition.linked_from is not None:
        return f"linked from “{sanitize_line(condition.linked_from, MAX_NAME_CHARACTERS)}”"
    subject = condition.property if condition.property is not None else condition.file
    if subject is None:
        return ""
    operator = "=" if condition.op == "equals" else condition.op.replace("_", " ")
    values = (
        condition.value if isinstance(condition.value, list) else [] if condition.value is None else [condition.value]
    )
    return " ".join(
        [
            sanitize_line(subject, MAX_NAME_CHARACTERS),
            operator,
            " and ".join(sanitize_line(str(v), MAX_NAME_CHARACTERS) for v in values),
        ]
    ).strip()

"""Query arguments: what `query_notes` is asked with, and the question a filter, columns and sorting make of it."""

from datetime import datetime
from typing import Self

from pydantic import Field, model_validator

from vaultdesk.tools.query_language.criteria import Column, Every, File, FileFact, Operand, Order, Property, Question
from vaultdesk.tools.query_language.note_filter import NoteFilter
from vaultdesk.tools.tool import Parameters

MOST_ROWS = 1_000
"""Rows of one answer; the next ones come with an offset."""

FILE_COLUMNS: dict[str, FileFact] = {
    "file.name": "name", "file.title": "title", "file.path": "path", "file.folder": "folder",
    "file.created": "created", "file.modified": "modified", "file.size": "size", "file.words": "words",
    "file.tags": "tags", "file.aliases": "aliases", "file.links": "links", "file.backlinks": "backlinks",
    "file.link_count": "link_count", "file.backlink_count": "backlink_count",
}  # fmt: skip
"""What a column or sort key beginning with `file.` may be."""

NAMES = f"a property's name, or {', '.join(FILE_COLUMNS)}"


class SortKey(Parameters):
    """One thing to sort by."""

    by: str = Field(min_length=1, max_length=300, description=f"{NAMES[0].upper()}{NAMES[1:]}.")
    descending: bool = False


class QueryNotesParameters(Parameters):
    """What to ask."""

    filter: NoteFilter | None = Field(default=None, description="Which notes; without any, every note.")
    columns: tuple[str, ...] = Field(
        default=(), max_length=30, description="What to show of each note: properties, or file.modified and the like."
    )
    sort: tuple[SortKey, ...] = Field(
        default=(), max_length=10, description="Sorted by the first, then the next; without any, by path."
    )
    group: str = Field(default="", max_length=300, description=f"Group the rows by this and count them: {NAMES}.")
    base: str | None = Field(
        default=None, min_length=1, max_length=1000, description="Path of a .base file to evaluate, instead of filter."
    )
    view: str = Field(default="", max_length=300, description="The base's view by name; without any, its first.")
    dataview: str | None = Field(
        default=None, min_length=1, max_length=20_000, description="A Dataview TABLE or LIST query, instead of filter."
    )
    limit: int = Field(default=50, ge=1, le=MOST_ROWS, description=f"The most rows to return, 1 to {MOST_ROWS}.")
    offset: int = Field(default=0, ge=0, description="Rows to leave out at the start, to page on.")

    @model_validator(mode="after")
    def _is_one_question(self) -> Self:
        given = [name for name in ("filter", "base", "dataview") if getattr(self, name) is not None]
        if len(given) > 1:
            raise ValueError(f"have one of {' and '.join(given)}")
        if given and given[0] != "filter" and (self.columns or self.sort or self.group):
            raise ValueError(f"have no columns, sort or group beside {given[0]}: it names its own")
        if self.view and self.base is None:
            raise ValueError("have `base` beside `view`")
        for name in (*self.columns, *(key.by for key in self.sort), self.group):
            if name.startswith("file.") and name not in FILE_COLUMNS:
                raise ValueError(f"have one of {', '.join(FILE_COLUMNS)} instead of {name[:60]}")
        return self


def asked_question(arguments: QueryNotesParameters, now: datetime) -> Question:
    """Return the question of a filter with its columns and order."""
    group = _operand(arguments.group) if arguments.group else None
    names = dict.fromkeys((*([arguments.group] if group is not None else []), *arguments.columns))
    order = tuple(Order(_operand(key.by), key.descending) for key in arguments.sort)
    return Question(
        where=arguments.filter.criterion(now) if arguments.filter is not None else Every(),
        columns=tuple(Column(name, _operand(name)) for name in names),
        order=(*([Order(group)] if group is not None else []), *order),
        group=group,
    )


def _operand(name: str) -> Operand:
    fact = FILE_COLUMNS.get(name)
    return File(fact) if fact is not None else Property(name)

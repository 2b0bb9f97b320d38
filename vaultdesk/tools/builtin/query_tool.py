"""Query tool: `query_notes`, a table of notes for a filter, a base or a Dataview query."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import ClassVar, Self

from pydantic import Field, JsonValue, model_validator

from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import OutsideVault, VaultError
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.name_resolver import note_not_found, resolve_names
from vaultdesk.tools.query.bases_query import parse_base
from vaultdesk.tools.query.criteria import (
    AllCriteria,
    Criterion,
    FileFact,
    FileOperand,
    NoteQuery,
    Operand,
    OrderBy,
    PropertyOperand,
    QueryColumn,
    folders_named,
)
from vaultdesk.tools.query.dataview_query import parse_dataview
from vaultdesk.tools.query.evaluation import ValueGetter, column_value, evaluate_query
from vaultdesk.tools.query.note_filter import NOTE_FILTER_BRIEF, NoteFilter, filter_text
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolFailure, ToolOutput, Visibility
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings
from vaultdesk.vault.vault import Vault

__all__ = ["NoteFilter", "QueryNotes", "matching_notes"]


MAX_ROWS = 1_000
"""Rows of one answer; the next ones come with an offset."""

FILE_COLUMNS: dict[str, FileFact] = {
    "file.name": "name", "file.title": "title", "file.path": "path", "file.folder": "folder",
    "file.date": "date", "file.created": "created", "file.modified": "modified", "file.size": "size",
    "file.words": "words",
    "file.tags": "tags", "file.aliases": "aliases", "file.links": "links", "file.backlinks": "backlinks",
    "file.link_count": "link_count", "file.backlink_count": "backlink_count",
}  # fmt: skip
"""What a column or sort key beginning with `file.` may be."""

COLUMN_NAMES = f"a property's name, or {', '.join(FILE_COLUMNS)}"


class SortKey(Parameters):
    """One thing to sort by."""

    by: str = Field(min_length=1, max_length=300, description=f"{COLUMN_NAMES[0].upper()}{COLUMN_NAMES[1:]}.")
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
    group: str = Field(
        default="", max_length=300, description=f"Group the rows by this and count them: {COLUMN_NAMES}."
    )
    base: str | None = Field(
        default=None, min_length=1, max_length=1000, description="Path of a .base file to evaluate, instead of filter."
    )
    view: str = Field(default="", max_length=300, description="The base's view by name; without any, its first.")
    dataview: str | None = Field(
        default=None, min_length=1, max_length=20_000, description="A Dataview TABLE or LIST query, instead of filter."
    )
    limit: int = Field(default=50, ge=1, le=MAX_ROWS, description=f"The most rows to return, 1 to {MAX_ROWS}.")
    offset: int = Field(default=0, ge=0, description="Rows to leave out at the start, to page on.")

    @model_validator(mode="after")
    def _is_one_question(self) -> Self:
        sources = [name for name in ("filter", "base", "dataview") if getattr(self, name) is not None]
        if len(sources) > 1:
            raise ValueError(f"have one of {' and '.join(sources)}")
        if sources and sources[0] != "filter" and (self.columns or self.sort or self.group):
            raise ValueError(f"have no columns, sort or group beside {sources[0]}: it names its own")
        if self.view and self.base is None:
            raise ValueError("have `base` beside `view`")
        for name in (*self.columns, *(key.by for key in self.sort), self.group):
            if name.startswith("file.") and name not in FILE_COLUMNS:
                raise ValueError(f"have one of {', '.join(FILE_COLUMNS)} instead of {name[:60]}")
        return self


def filter_query(arguments: QueryNotesParameters, now: datetime) -> NoteQuery:
    """Return the question of a filter with its columns and order."""
    group = _operand(arguments.group) if arguments.group else None
    names = dict.fromkeys((*([arguments.group] if group is not None else []), *arguments.columns))
    order = tuple(OrderBy(_operand(key.by), key.descending) for key in arguments.sort)
    return NoteQuery(
        where=arguments.filter.criterion(now) if arguments.filter is not None else AllCriteria(),
        columns=tuple(QueryColumn(name, _operand(name)) for name in names),
        order=(*([OrderBy(group)] if group is not None else []), *order),
        group=group,
    )


def _operand(name: str) -> Operand:
    fact = FILE_COLUMNS.get(name)
    return FileOperand(fact) if fact is not None else PropertyOperand(name)


MAX_GROUPS = 200
"""Groups that are counted one by one; of a property with more values, counting tells nothing."""


def query_table(
    query: NoteQuery, network: Network, visibility: Visibility, arguments: QueryNotesParameters
) -> ToolOutput:
    """Return the page of rows that was asked for. A row's values stand under `text`, by column."""
    found = evaluate_query(query, network)
    notes = found.notes if query.limit is None else found.notes[: query.limit]
    page = notes[arguments.offset : arguments.offset + arguments.limit]
    labels = [column.label for column in query.columns]
    rows: list[JsonValue] = []
    sources: list[Source] = []
    for note in page:
        values = {label: _value(note, get, visibility) for label, get in zip(labels, found.getters, strict=True)}
        rows.append({"path": note.path, **({"text": values} if labels else {})})
        characters = sum(_length(value) for value in values.values())
        sources.append(Source(path=note.path, characters=characters))
    data: dict[str, JsonValue] = {
        "columns": [*labels], "rows": rows, "total_found": len(notes), "returned": len(rows),
    }  # fmt: skip
    if found.group is not None:
        groups, more = _groups(notes, found.group, visibility)
        data["groups"] = groups
        sources += more
    if query.not_computed:
        data["not_computed"] = [*query.not_computed]
    return ToolOutput(data, tuple(sources), tuple(note.path for note in page))


def _groups(
    notes: Sequence[NoteFacts], group: ValueGetter, visibility: Visibility
) -> tuple[list[JsonValue], list[Source]]:
    """Return each value of the group with its count, and one note that each was taken from."""
    counts: dict[str, int] = {}
    values: dict[str, tuple[JsonValue, str]] = {}
    for note in notes:
        value = group(note)
        key = value if isinstance(value, str) else str(column_value(value))
        if key not in counts:
            values[key] = (_value(note, group, visibility), note.path)
        counts[key] = counts.get(key, 0) + 1
    groups: list[JsonValue] = []
    sources: list[Source] = []
    for key, count in islice(counts.items(), MAX_GROUPS):
        value, path = values[key]
        groups.append({"path": path, "text": value, "count": count})
        sources.append(Source(path=path, characters=_length(value)))
    return groups, sources


def _value(note: NoteFacts, get: ValueGetter, visibility: Visibility) -> JsonValue:
    return _as_shown(column_value(get(note)), note.path, visibility)


def _as_shown(value: JsonValue, path: str, visibility: Visibility) -> JsonValue:
    """Return *value* with each text in it as the model may read it."""
    match value:
        case str():
            return visibility.redact(path, value)
        case list():
            return [_as_shown(item, path, visibility) for item in value]
        case dict():
            return {name: _as_shown(item, path, visibility) for name, item in value.items()}
        case _:
            return value


def _length(value: JsonValue) -> int:
    match value:
        case None:
            return 0
        case list():
            return sum(map(_length, value))
        case dict():
            return sum(_length(item) for item in value.values())
        case _:
            return len(str(value))


MAX_SHOWN_TEXT = 120
"""Characters of a filter that a headline shows; the whole of it stands among the arguments."""


async def matching_notes(
    searcher: Searcher,
    note_filter: NoteFilter,
    visibility: Visibility,
    now: datetime | None = None,
    daily: DailyNoteSettings | None = None,
) -> Sequence[str]:
    """Return the paths of the notes *note_filter* fits that *visibility* sees, by path; excluded notes never.

    Raises `ToolFailure`: `FOLDER_NOT_FOUND`, `NOTE_NOT_FOUND`, `AMBIGUOUS_NOTE` for what the filter names.
    """
    criterion = note_filter.criterion(now or datetime.now().astimezone())

    def read_table(table: NoteTable) -> list[str]:
        where = resolve_names(criterion, Network(table, visibility.sees, with_chats=True))
        network = queried_network(table, where, visibility, daily)
        return [note.path for note in evaluate_query(NoteQuery(where), network).notes]

    return await searcher.read_note_table(read_table)


def queried_network(
    table: NoteTable, criterion: Criterion, visibility: Visibility, daily: DailyNoteSettings | None
) -> Network:
    """Return the notes that *criterion* is about: chats are among them where it names a folder of chats."""
    with_chats = any(map(table.is_chat_folder, folders_named(criterion)))
    return Network(table, visibility.sees, with_chats=with_chats, daily=daily)


class QueryNotes(Tool[QueryNotesParameters]):
    """Answers a filter, a base or a Dataview query with a table
    (vaultdesk/tools/README.md, "Bases"; vaultdesk/tools/README.md, "Dataview")."""

    name: ClassVar[str] = "query_notes"
    display_name: ClassVar[Phrase] = Phrase("Query notes")
    purpose: ClassVar[Phrase] = Phrase(
        "picks notes by properties, tags, folders, dates and links, and gives a table to the model."
    )
    description: ClassVar[str] = (
        "Find notes by properties, tags, folder, dates, size or links, exactly and completely, and show chosen "
        "properties as a table. Use this to list, count or compare notes; use search_notes to look for words. Give one "
        "of: filter (conditions joined by all, any, none), base (path of a .base file, with view), or dataview (a "
        "simple TABLE or LIST query). What cannot be worked out exactly is refused, not guessed."
    )
    brief: ClassVar[str] = (
        "List, count or compare notes exactly by properties, tags, folders, dates or links, as a table."
    )
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {
        "filter": NOTE_FILTER_BRIEF,
        "columns": {"type": "array", "items": {"type": "string"}, "description": "Properties, or file.modified etc."},
        "sort": {"type": "array", "items": {"type": "object"}, "description": "[{by, descending}]"},
        "group": {"type": "string", "description": "Count the rows by this column."},
    }
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    result_is_whole: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = QueryNotesParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"filter": {"property": "status", "op": "missing"}, "limit": 100},
        {
            "filter": {
                "all": [
                    {"folder": "Projects"},
                    {"property": "due", "op": "between", "value": ["today", "+7d"]},
                    {"none": [{"tag": "someday"}]},
                ]
            },
            "columns": ["status", "due", "file.modified"],
            "sort": [{"by": "due"}, {"by": "file.name"}],
        },
        {"filter": {"links_to": "Boiler"}, "columns": ["file.modified"]},
        {"base": "Views/Reading.base", "view": "To read"},
        {"dataview": "TABLE rating FROM #book WHERE rating >= 4 SORT rating DESC LIMIT 10"},
    )

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def run(self, arguments: QueryNotesParameters, visibility: Visibility) -> ToolOutput:
        """Ask the table of facts; only notes *visibility* sees are rows, or counted."""
        now, daily = datetime.now().astimezone(), self._vault.settings.daily
        question = await self._query(arguments, visibility, now)

        def read_table(table: NoteTable) -> ToolOutput:
            # A filter's names are ours to check; bases and Dataview say themselves what a missing folder means.
            where = question.where
            if arguments.filter is not None:
                where = resolve_names(where, Network(table, visibility.sees, with_chats=True))
            network = queried_network(table, where, visibility, daily)
            return query_table(replace(question, where=where), network, visibility, arguments)

        return await self._searcher.read_note_table(read_table)

    def summary(self, arguments: QueryNotesParameters) -> str:
        """Return what is asked, short."""
        return sanitize_line(_query_text(arguments), MAX_SHOWN_TEXT)

    def action(self, arguments: QueryNotesParameters) -> Phrase:
        """Return `Query your notes: #idea, in Projects`."""
        return Phrase("Query your notes: {0}", sanitize_line(_query_text(arguments), MAX_SHOWN_TEXT))

    async def _query(self, arguments: QueryNotesParameters, visibility: Visibility, now: datetime) -> NoteQuery:
        if arguments.base is not None:
            text = await self._base(arguments.base, visibility)
            return parse_base(text, arguments.view, now)
        if arguments.dataview is not None:
            return parse_dataview(arguments.dataview, now)
        return filter_query(arguments, now)

    async def _base(self, text: str, visibility: Visibility) -> str:
        path = NotePath.parse(text if text.lower().endswith(".base") else f"{text}.base")
        try:
            found = await self._vault.find(path)
        except OutsideVault:
            found = None
        if found is None or not visibility.sees(found.text):
            raise note_not_found(text)
        try:
            return (await self._vault.read(found)).text
        except VaultError as trouble:
            raise ToolFailure("READ_FAILED", str(trouble)) from trouble


def _query_text(arguments: QueryNotesParameters) -> str:
    if arguments.base is not None:
        return f"{arguments.base}{f', {arguments.view}' if arguments.view else ''}"
    if arguments.dataview is not None:
        return arguments.dataview
    return filter_text(arguments.filter) if arguments.filter is not None else "every note"

"""Query tools: `query_notes`, a table for a filter or a query, and `query_base`, a view of an Obsidian base.

The modules that parse and evaluate bases and Dataview queries are imported when one is used, since every question
imports this module.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, Self

from msgspec import Struct
from pydantic import Field, JsonValue, model_validator

from vaultdesk.core.errors import OutsideVault, VaultError
from vaultdesk.core.local_time import local_now
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.index.indexing.entry_builder import read_file_times
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts, NoteTable, created_of
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.name_resolver import MAX_SHOWN_NAME, resolve_names, resolve_note
from vaultdesk.tools.formulas.formula_values import File, json_of
from vaultdesk.tools.formulas.result_table import MAX_ROWS, ResultGroup, ResultTable, TableRow, table_output
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
    evaluate_query,
    folders_named,
    unsupported_query_error,
)
from vaultdesk.tools.query.note_filter import NOTE_FILTER_BRIEF, NoteFilter, filter_text
from vaultdesk.tools.query.property_values import Value
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolFailure, ToolOutput, Visibility
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.frontmatter.frontmatter import read_property_types
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.markdown.sections import code_end
from vaultdesk.vault.note_path import NotePath, same_name_key
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings, ExcludedFiles
from vaultdesk.vault.vault import Vault

if TYPE_CHECKING:
    from vaultdesk.tools.formulas.base_view import Base, BaseView

__all__ = ["NoteFilter", "QueryNotes", "matching_notes"]


BASE_SUFFIX = ".base"

MAX_SHOWN_BASE = 120
"""Maximum number of characters of a base and its view shown in a headline."""

_BLOCK = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*base[ \t]*\Z")
_QUOTE_MARKS = re.compile(r"\A(?:[ \t]*+> ?)++")


class QueryBaseParameters(Parameters):
    """Parameters of `query_base`."""

    path: str = Field(
        min_length=1,
        max_length=1000,
        description="Path of a .base file, or of a note with a `base` code block or an embedded base.",
    )
    view: str = Field(default="", max_length=300, description="Name of the view; default: the first.")
    block: int = Field(default=1, ge=1, le=100, description="Which of a note's bases, counted from 1.")
    note_for_this: str = Field(
        default="",
        max_length=1000,
        description="Path of the note that `this` refers to; default: the note in `path`, or the base itself.",
    )
    limit: int = Field(default=50, ge=1, le=MAX_ROWS, description=f"The most rows to return, 1 to {MAX_ROWS}.")
    offset: int = Field(default=0, ge=0, description="Rows to skip, for paging.")


class FoundBase(Struct, frozen=True):
    """A base with its file, and the view named by an embed."""

    path: NotePath
    text: str
    view: str = ""


class NoteBase(NamedTuple):
    """A base in a note: a code block, or an embedded file."""

    text: str
    """The YAML of a `base` block; empty for an embed."""
    target: str = ""
    """The link target of an embed."""
    view: str = ""
    """The view named by an embed."""


def bases_in_note(text: str) -> list[NoteBase]:
    """Return the bases of a note in order."""
    found: list[NoteBase] = []
    embeds: dict[int, list[NoteBase]] = {}
    for link in scan(text).links if BASE_SUFFIX in text.lower() else ():
        if link.embed and link.target.lower().endswith(BASE_SUFFIX):
            line = text.count("\n", 0, link.start)
            embeds.setdefault(line, []).append(NoteBase("", link.target, link.subpath))
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        end = code_end(lines, number)
        if end:
            if _BLOCK.match(lines[number]):
                block_lines = lines[number + 1 : end]
                if _QUOTE_MARKS.match(lines[number]):
                    block_lines = [_QUOTE_MARKS.sub("", line) for line in block_lines]
                is_closed = block_lines and block_lines[-1].strip().startswith(("```", "~~~"))
                found.append(NoteBase("\n".join(block_lines[:-1] if is_closed else block_lines)))
            number = end
            continue
        found += embeds.get(number, ())
        number += 1
    return found


def list_other_files(files: VaultFiles, excluded: ExcludedFiles, visibility: Visibility) -> list[NoteFacts]:
    """Return the facts of the visible files that are not notes. Walks over the vault: call it in a thread."""
    found: list[NoteFacts] = []
    for path in chain.from_iterable(files.names(("",))):  # Every name ends with the empty string.
        if path.is_note or not visibility.sees(path.text) or excluded.matches(path):
            continue
        try:
            state = files.state(path)
        except VaultError:  # Deleted in the meantime.
            continue
        times = read_file_times(files, path)
        file_name = path.text.rpartition("/")[2]
        found.append(
            NoteFacts(
                path=path.text, path_key=same_name_key(path.text), name=file_name.rpartition(".")[0] or file_name,
                title=file_name, size=state.size, modified_ns=state.mtime_ns,
                created_ns=created_of(times.birth_ns, times.oldest_ns or state.mtime_ns, {}),
            )
        )  # fmt: skip
    return found


def _base_not_found(text: str) -> ToolFailure:
    return ToolFailure("NOTE_NOT_FOUND", f"There is no base “{sanitize_line(text, MAX_SHOWN_NAME)}”.")


async def find_base(text: str, vault: Vault, searcher: Searcher, visibility: Visibility) -> NotePath | None:
    """Return the `.base` file for *text*: a path, or a name that only one base has; None if there is none."""
    base_name = text if text.lower().endswith(BASE_SUFFIX) else f"{text}{BASE_SUFFIX}"
    try:
        found = await vault.find(NotePath.parse(base_name))
    except OutsideVault:
        return None
    if found is not None:
        return found if visibility.sees(found.text) else None
    candidates = [path for path in await searcher.candidates(base_name) if path.lower().endswith(BASE_SUFFIX)]
    candidates = [path for path in candidates if visibility.sees(path)]
    return NotePath(candidates[0]) if len(candidates) == 1 else None


async def read_vault_text(path: NotePath, vault: Vault) -> str:
    """Return the text of the file at *path*. Raises `ToolFailure` if it cannot be read."""
    try:
        return (await vault.read(path)).text
    except VaultError as error:
        raise ToolFailure("READ_FAILED", str(error)) from error


def base_network(table: NoteTable, base: "Base", view: "BaseView", visibility: Visibility) -> Network:
    """Return the notes a base applies to: including chats if its filters name a folder of chats."""
    from vaultdesk.tools.formulas.base_view import names_in_filters

    with_chats = any(map(table.is_chat_folder, names_in_filters(base, view)))
    return Network(table, visibility.sees, with_chats=with_chats)


class QueryBase(Tool[QueryBaseParameters]):
    """Evaluates a view of an Obsidian base (vaultdesk/tools/formulas/README.md, "Bases")."""

    name: ClassVar[str] = "query_base"
    display_name: ClassVar[Phrase] = Phrase("Query a base")
    purpose: ClassVar[Phrase] = Phrase("evaluates a view of a base and gives its rows to the model.")
    description: ClassVar[str] = (
        "Evaluate a view of an Obsidian base (.base file, `base` code block or embedded base) and return the rows "
        "it shows: columns with formulas, groups and summaries, sorted and limited as the view defines. Never "
        "rebuild the filters of a base yourself. `this` in a base is the note that embeds it: give note_for_this."
    )
    brief: ClassVar[str] = "Evaluate a view of an Obsidian base (.base) and return its rows."
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {
        "path": {"type": "string", "description": "A .base file, or a note with bases."},
        "view": {"type": "string"},
        "block": {"type": "integer", "description": "Which of a note's bases."},
        "note_for_this": {"type": "string", "description": "The note that embeds it."},
        "limit": {"type": "integer"},
        "offset": {"type": "integer"},
    }
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    path_parameters: ClassVar[tuple[str, ...]] = ("path", "note_for_this")
    result_is_whole: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = QueryBaseParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"path": "Views/Reading.base"},
        {"path": "Templates/Books.base", "view": "Author", "note_for_this": "People/Ursula K. Le Guin.md"},
        {"path": "Projects/Overview.md", "block": 2, "limit": 200},
    )

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def run(self, arguments: QueryBaseParameters, visibility: Visibility) -> ToolOutput:
        """Evaluate the view. Only files visible to *visibility* are rows or counted."""
        from vaultdesk.tools.formulas.base_view import evaluate_view, plain_property, read_base
        from vaultdesk.tools.formulas.formula_files import FormulaFiles

        vault = self._vault
        found = await self._base(arguments, visibility)
        base = read_base(found.text)
        view = base.view(arguments.view or found.view)
        this = found.path
        if arguments.note_for_this:
            this = await resolve_note(arguments.note_for_this, vault, visibility, self._searcher)
        other_files = await vault.run_in_thread(list_other_files, vault.files, vault.settings.excluded, visibility)
        kinds = await vault.run_in_thread(read_property_types, vault.root / vault.settings.folder)
        now = local_now()

        def evaluate(table: NoteTable) -> ResultTable:
            network = base_network(table, base, view, visibility)
            files = FormulaFiles(network, now, others=other_files, kinds=kinds)
            return evaluate_view(base, view, files, files.file(this.text))

        table = await self._searcher.read_note_table(evaluate)
        output = table_output(table, arguments.offset, arguments.limit, visibility)
        assert isinstance(output.data, dict)
        titles: dict[str, JsonValue] = {
            name: title for name in table.columns if (title := base.titles.get(plain_property(name))) is not None
        }
        about: dict[str, JsonValue] = {"base": found.path.text, "view": view.name, "type": view.type, "this": this.text}
        extra: dict[str, JsonValue] = {"titles": titles} if titles else {}
        if len(base.views) > 1:
            extra["views"] = [other_view.name for other_view in base.views]
        return replace(output, data={**about, **extra, **output.data})

    def summary(self, arguments: QueryBaseParameters) -> str:
        """Return the base and its view, shortened."""
        return sanitize_line(_base_text(arguments), MAX_SHOWN_BASE)

    def action(self, arguments: QueryBaseParameters) -> Phrase:
        """Return `Evaluate the base “Views/Reading.base, To read”`."""
        return Phrase("Evaluate the base “{0}”", sanitize_line(_base_text(arguments), MAX_SHOWN_BASE))

    async def _base(self, arguments: QueryBaseParameters, visibility: Visibility) -> FoundBase:
        """Return the base named by *arguments*. Raises `ToolFailure`."""
        path = await find_base(arguments.path, self._vault, self._searcher, visibility)
        if path is not None:
            return FoundBase(path, await read_vault_text(path, self._vault))
        if arguments.path.lower().endswith(BASE_SUFFIX):
            raise _base_not_found(arguments.path)
        note = await resolve_note(arguments.path, self._vault, visibility, self._searcher)
        bases = bases_in_note(await read_vault_text(note, self._vault))
        if len(bases) < arguments.block:
            raise unsupported_query_error(f"{note.text} has {len(bases)} bases")
        base = bases[arguments.block - 1]
        if not base.target:
            return FoundBase(note, base.text)
        embedded = await self._searcher.resolve(base.target, note.text)
        if embedded is None or not visibility.sees(embedded):
            raise _base_not_found(base.target)
        return FoundBase(note, await read_vault_text(NotePath(embedded), self._vault), base.view)


def _base_text(arguments: QueryBaseParameters) -> str:
    return f"{arguments.path}{f', {arguments.view}' if arguments.view else ''}"


FILE_COLUMNS: dict[str, FileFact] = {
    "file.name": "name", "file.title": "title", "file.path": "path", "file.folder": "folder",
    "file.date": "date", "file.created": "created", "file.modified": "modified", "file.size": "size",
    "file.words": "words",
    "file.tags": "tags", "file.aliases": "aliases", "file.links": "links", "file.backlinks": "backlinks",
    "file.link_count": "link_count", "file.backlink_count": "backlink_count",
}  # fmt: skip
"""Columns and sort keys that begin with `file.`."""

COLUMN_NAMES = f"a property's name, or {', '.join(FILE_COLUMNS)}"

TASK_COLUMNS = ("task", "status", "line")
"""The first columns of tasks, as in a Dataview TASK query."""


class SortKey(Parameters):
    """One sort key."""

    by: str = Field(min_length=1, max_length=300, description=f"{COLUMN_NAMES[0].upper()}{COLUMN_NAMES[1:]}.")
    descending: bool = False


class QueryNotesParameters(Parameters):
    """Parameters of `query_notes`."""

    filter: NoteFilter | None = Field(default=None, description="Which notes; default: every note.")
    columns: tuple[str, ...] = Field(
        default=(), max_length=30, description="What to show of each note: properties, or file.modified and the like."
    )
    sort: tuple[SortKey, ...] = Field(
        default=(), max_length=10, description="Sort order, the most significant first; default: by path."
    )
    group: str = Field(
        default="", max_length=300, description=f"Group the rows by this and count them: {COLUMN_NAMES}."
    )
    tasks: Literal["open", "done", "all"] | None = Field(
        default=None,
        description="Return tasks (`- [ ]`) instead of notes: open (neither done nor cancelled), done, or all. The "
        "properties in filter, columns and sort are then the task's own: task (its text), status, line, due, "
        "scheduled, start, created, completion, cancelled or [key:: value].",
    )
    base: str | None = Field(
        default=None, min_length=1, max_length=1000, description="Path of a .base file to evaluate, instead of filter."
    )
    view: str = Field(default="", max_length=300, description="Name of the base's view; default: its first.")
    dataview: str | None = Field(
        default=None,
        min_length=1,
        max_length=20_000,
        description="A Dataview TABLE, LIST, TASK or CALENDAR query, instead of filter.",
    )
    note_for_this: str = Field(
        default="", max_length=1000, description="Path of the note that `this` refers to in a base or Dataview query."
    )
    limit: int = Field(default=50, ge=1, le=MAX_ROWS, description=f"The most rows to return, 1 to {MAX_ROWS}.")
    offset: int = Field(default=0, ge=0, description="Rows to skip, for paging.")

    @model_validator(mode="after")
    def _check_one_source(self) -> Self:
        sources = [name for name in ("filter", "base", "dataview") if getattr(self, name) is not None]
        if len(sources) > 1:
            raise ValueError(f"have one of {' and '.join(sources)}")
        if sources and sources[0] != "filter" and (self.columns or self.sort or self.group or self.tasks):
            raise ValueError(f"have no columns, sort, group or tasks with {sources[0]}: it defines its own")
        if self.view and self.base is None:
            raise ValueError("have `base` with `view`")
        if self.note_for_this and (not sources or sources[0] == "filter"):
            raise ValueError("have `base` or `dataview` with `note_for_this`")
        for name in (*self.columns, *(key.by for key in self.sort), self.group):
            if name.startswith("file.") and name not in FILE_COLUMNS:
                raise ValueError(f"have one of {', '.join(FILE_COLUMNS)} instead of {name[:60]}")
        return self


def filter_query(arguments: QueryNotesParameters, now: datetime) -> NoteQuery:
    """Return the query of a filter with its columns and order."""
    group = _operand(arguments.group) if arguments.group else None
    of_task = TASK_COLUMNS if arguments.tasks is not None else ()
    names = dict.fromkeys((*([arguments.group] if group is not None else []), *of_task, *arguments.columns))
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


def filter_table(
    query: NoteQuery,
    network: Network,
    offset: int = 0,
    limit: int = MAX_ROWS,
    tasks: Sequence[NoteFacts] | None = None,
) -> ResultTable:
    """Return a page of the rows of a filter, notes or *tasks*, and all its groups."""
    found = evaluate_query(query, network, tasks)
    notes = found.notes
    rows = tuple(
        TableRow((note.path,), tuple(get(note) for get in found.getters)) for note in notes[offset : offset + limit]
    )
    groups: dict[str, tuple[Value, list[str]]] | None = None
    if found.group is not None:
        groups = {}
        for note in notes:
            value = found.group(note)
            groups.setdefault(str(json_of(value)), (value, []))[1].append(note.path)
    return ResultTable(
        columns=tuple(column.label for column in query.columns),
        rows=rows,
        groups=None if groups is None else tuple(ResultGroup(value, tuple(paths)) for value, paths in groups.values()),
        skipped=offset,
        total=len(notes),
    )


def _tasks_of(network: Network, state: Literal["open", "done", "all"]) -> list[NoteFacts]:
    """Return the tasks in *network*: the facts of their notes, with the fields of the task as properties."""
    from vaultdesk.tools.formulas.formula_files import CLOSED_STATUSES, DONE_STATUSES, FormulaFiles

    found: list[NoteFacts] = []
    files = FormulaFiles(network, local_now())
    for row in files.tasks(files.rows()):
        status = row.fields["status"]
        if (state == "open" and status in CLOSED_STATUSES) or (state == "done" and status not in DONE_STATUSES):
            continue
        assert row.file is not None
        fields = {**row.fields, "task": row.fields["text"]}
        properties = {name: json_of(value) for name, value in fields.items()}
        found.append(replace(row.file.facts, properties=properties, inline={}))
    return found


MAX_SHOWN_FILTER = 120
"""Maximum number of characters of a filter shown in a headline; the arguments show all of it."""


async def matching_notes(
    searcher: Searcher,
    note_filter: NoteFilter,
    visibility: Visibility,
    now: datetime | None = None,
    daily: DailyNoteSettings | None = None,
) -> Sequence[str]:
    """Return the paths of the visible notes that match *note_filter*, by path; never excluded notes.

    Raises `ToolFailure`: `FOLDER_NOT_FOUND`, `NOTE_NOT_FOUND`, `AMBIGUOUS_NOTE` for names in the filter.
    """
    criterion = note_filter.criterion(now or local_now())

    def read_table(table: NoteTable) -> list[str]:
        where = resolve_names(criterion, Network(table, visibility.sees, with_chats=True))
        network = queried_network(table, where, visibility, daily)
        return [note.path for note in evaluate_query(NoteQuery(where), network).notes]

    return await searcher.read_note_table(read_table)


def queried_network(
    table: NoteTable, criterion: Criterion, visibility: Visibility, daily: DailyNoteSettings | None
) -> Network:
    """Return the notes *criterion* applies to: including chats if it names a folder of chats."""
    with_chats = any(map(table.is_chat_folder, folders_named(criterion)))
    return Network(table, visibility.sees, with_chats=with_chats, daily=daily)


class QueryNotes(Tool[QueryNotesParameters]):
    """Answers a filter, a base or a Dataview query with a table
    (vaultdesk/tools/README.md, "Queries")."""

    name: ClassVar[str] = "query_notes"
    display_name: ClassVar[Phrase] = Phrase("Query notes")
    purpose: ClassVar[Phrase] = Phrase(
        "finds notes by properties, tags, folders, dates and links, and gives a table to the model."
    )
    description: ClassVar[str] = (
        "Find notes by properties, tags, folder, dates, size or links, exactly and completely, and show chosen "
        "properties as a table. Use this to list, count or compare notes, or their tasks, for example those that are "
        "due; use search_notes to look for words. Give one of: filter (conditions joined by all, any, none), base "
        "(path of a .base file, with view), or dataview (a whole query). A query that cannot be evaluated exactly "
        "fails."
    )
    brief: ClassVar[str] = (
        "List, count or compare notes, or their tasks, exactly by properties, tags, folders, dates or links, as a "
        "table."
    )
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {
        "filter": NOTE_FILTER_BRIEF,
        "columns": {"type": "array", "items": {"type": "string"}, "description": "Properties, or file.modified etc."},
        "sort": {"type": "array", "items": {"type": "object"}, "description": "[{by, descending}]"},
        "group": {"type": "string", "description": "Count the rows by this column."},
        "tasks": {
            "type": "string",
            "enum": ["open", "done", "all"],
            "description": "Return tasks; properties are theirs: task, due, scheduled, start, completion.",
        },
        "note_for_this": None,
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
        {"tasks": "open", "filter": {"property": "due", "op": "on", "value": "this week"}, "columns": ["due"]},
        {"base": "Views/Reading.base", "view": "To read"},
        {"dataview": "TABLE rating FROM #book WHERE rating >= 4 SORT rating DESC LIMIT 10"},
    )

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def run(self, arguments: QueryNotesParameters, visibility: Visibility) -> ToolOutput:
        """Query the table of facts. Only visible notes are rows or counted."""
        if arguments.base is not None:
            table = await self._base_table(arguments.base, arguments, visibility)
        elif arguments.dataview is not None:
            table = await self._dataview_table(arguments.dataview, arguments, visibility)
        else:
            table = await self._filter_table(arguments, visibility)
        return table_output(table, arguments.offset, arguments.limit, visibility)

    def summary(self, arguments: QueryNotesParameters) -> str:
        """Return the query, shortened."""
        return sanitize_line(_query_text(arguments), MAX_SHOWN_FILTER)

    def action(self, arguments: QueryNotesParameters) -> Phrase:
        """Return `Query your notes: #idea, in Projects`."""
        return Phrase("Query your notes: {0}", sanitize_line(_query_text(arguments), MAX_SHOWN_FILTER))

    async def _filter_table(self, arguments: QueryNotesParameters, visibility: Visibility) -> ResultTable:
        query, daily = filter_query(arguments, local_now()), self._vault.settings.daily

        def evaluate(table: NoteTable) -> ResultTable:
            # Folders and notes named in a filter must exist.
            where = resolve_names(query.where, Network(table, visibility.sees, with_chats=True))
            network = queried_network(table, where, visibility, daily)
            tasks = _tasks_of(network, arguments.tasks) if arguments.tasks is not None else None
            return filter_table(replace(query, where=where), network, arguments.offset, arguments.limit, tasks)

        return await self._searcher.read_note_table(evaluate)

    async def _base_table(self, base_name: str, arguments: QueryNotesParameters, visibility: Visibility) -> ResultTable:
        from vaultdesk.tools.formulas.base_view import evaluate_view, read_base
        from vaultdesk.tools.formulas.formula_files import FormulaFiles

        path = await find_base(base_name, self._vault, self._searcher, visibility)
        if path is None:
            raise _base_not_found(base_name)
        base = read_base(await read_vault_text(path, self._vault))
        view = base.view(arguments.view)
        this, now = await self._this(arguments, visibility) or path.text, local_now()
        base_facts = NoteFacts(path.text, path.name, path.name, size=0, modified_ns=0, created_ns=0)

        def evaluate(table: NoteTable) -> ResultTable:
            files = FormulaFiles(base_network(table, base, view, visibility), now)
            return evaluate_view(base, view, files, files.file(this) or File(base_facts))

        return await self._searcher.read_note_table(evaluate)

    async def _dataview_table(
        self, query_text: str, arguments: QueryNotesParameters, visibility: Visibility
    ) -> ResultTable:
        from vaultdesk.tools.formulas.dataview_query import evaluate_dataview, folders_in_source, parse_dataview
        from vaultdesk.tools.formulas.formula_files import FormulaFiles

        query = parse_dataview(query_text)
        this, now = await self._this(arguments, visibility), local_now()

        def evaluate(table: NoteTable) -> ResultTable:
            with_chats = any(map(table.is_chat_folder, folders_in_source(query.source)))
            network = Network(table, visibility.sees, with_chats=with_chats, daily=self._vault.settings.daily)
            files = FormulaFiles(network, now)
            return evaluate_dataview(query, files, files.file(this) if this else None)

        return await self._searcher.read_note_table(evaluate)

    async def _this(self, arguments: QueryNotesParameters, visibility: Visibility) -> str:
        """Return the path of the note that `this` refers to; empty if none is named. Raises `ToolFailure`."""
        if not arguments.note_for_this:
            return ""
        return (await resolve_note(arguments.note_for_this, self._vault, visibility, self._searcher)).text


def _query_text(arguments: QueryNotesParameters) -> str:
    if arguments.base is not None:
        return f"{arguments.base}{f', {arguments.view}' if arguments.view else ''}"
    if arguments.dataview is not None:
        return arguments.dataview
    text = filter_text(arguments.filter) if arguments.filter is not None else "every note"
    return text if arguments.tasks is None else f"{arguments.tasks} tasks, {text}"

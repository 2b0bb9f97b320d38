"""Search tools: `vault_search`, `local_search`, `search_notes` and `index_vault`."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import AliasChoices, Field, JsonValue, field_validator, model_validator

from vaultdesk.chat.messages import Source
from vaultdesk.core.phrases import Phrase, comma_list
from vaultdesk.core.values import replace
from vaultdesk.index.chunks import innermost_heading, load_texts
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import lookups
from vaultdesk.index.search.passage_search import FoundPassage, PassageQuery, PassageSearch
from vaultdesk.index.search.ranked_search import TextExcerpt
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.name_resolver import resolve_names
from vaultdesk.tools.query.criteria import (
    AllCriteria,
    Comparison,
    Criterion,
    FileOperand,
    HasTag,
    InFolder,
    IsEmptyValue,
    NoteQuery,
    PropertyOperand,
    evaluate_query,
)
from vaultdesk.tools.query.note_dates import DateBounds, is_dated_within, note_date, paths_dated_within
from vaultdesk.tools.query.time_ranges import DATE_HELP, END_HELP, START_HELP, iso_time, parse_range_edge, split_range
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolFailure, ToolOutput, Visibility
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings


async def own_chat_paths(searcher: Searcher, visibility: Visibility) -> frozenset[str]:
    """Return the paths of the notes in which the chat of *visibility* is saved; empty if there are none."""
    if not visibility.conversation_id:
        return frozenset()
    return await searcher.read_database(lookups.paths_with_value, "id", visibility.conversation_id)


MAX_REMEMBERED_NOTES = 500
"""Maximum number of remembered notes: ten full searches; older ones are of no use."""


def found_reason(query: str | None, max_characters: int) -> Phrase:
    """Return why a note is named: found by *query*, of which at most *max_characters* characters are shown."""
    if query is None:
        return Phrase("named by the model")
    return Phrase("found for “{0}”", sanitize_line(query, max_characters))


def excluded_warning(path: str) -> Phrase:
    """Return the warning shown before the note at *path*, which the user excluded in Obsidian, is read."""
    return Phrase("“{0}” is among the files you excluded in Obsidian.", sanitize_line(path, 120))


class SearchProvenance:
    """Notes found by searches of this session; shared by the search and read tools of one vault."""

    def __init__(self) -> None:
        self._queries: OrderedDict[str, str] = OrderedDict()

    def record(self, query: str, paths: Iterable[str]) -> None:
        """Record that *query* found the notes at *paths*."""
        for path in paths:
            self._queries[path] = query
            self._queries.move_to_end(path)
        while len(self._queries) > MAX_REMEMBERED_NOTES:
            self._queries.popitem(last=False)

    def query_for(self, path: str) -> str | None:
        """Return the latest query that found *path*."""
        return self._queries.get(path)


MAX_SHOWN_QUERY = 80
"""Maximum number of characters of a query shown in a headline; the arguments show all of it."""

MAX_SUMMARY = 160
"""Maximum number of characters of a search in one line."""


class VaultSearchParameters(Parameters):
    """Parameters of `vault_search`."""

    query: str = Field(
        min_length=1,
        max_length=1000,
        description="The text to look for in the names and the content of the notes: a word or a short phrase.",
    )
    limit: int = Field(default=10, ge=1, le=50, description="The most notes to return, 1 to 50.")


class VaultSearch(Tool[VaultSearchParameters]):
    """Finds notes by name, then by content."""

    name: ClassVar[str] = "vault_search"
    display_name: ClassVar[Phrase] = Phrase("Search notes")
    purpose: ClassVar[Phrase] = Phrase(
        "searches the names and the text of your notes and gives short excerpts to the model."
    )
    description: ClassVar[str] = (
        "Search the vault for notes by name or content. The exact text is searched, ignoring case, so use one "
        "distinctive word or a short phrase, not a question. Returns paths, names, the number of matches and a "
        "short preview. Use this to find relevant notes before reading them."
    )
    brief: ClassVar[str] = "Find notes by a word or short phrase in their name or text."
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = VaultSearchParameters

    def __init__(self, searcher: Searcher, provenance: SearchProvenance | None = None) -> None:
        self._searcher = searcher
        self._provenance = provenance if provenance is not None else SearchProvenance()

    async def run(self, arguments: VaultSearchParameters, visibility: Visibility) -> ToolOutput:
        """Query the index."""
        # Notes that are not visible do not count towards the limit.
        hits = await self._searcher.substring(arguments.query, arguments.limit, visibility.sees)
        self._provenance.record(arguments.query, (hit.path for hit in hits))
        return ToolOutput(
            data=[
                {"path": hit.path, "basename": hit.basename, "matches": hit.matches, "preview": hit.preview}
                for hit in hits
            ],
            sources=tuple(Source(path=hit.path, characters=len(hit.preview)) for hit in hits),
            files_affected=tuple(hit.path for hit in hits),
        )

    def summary(self, arguments: VaultSearchParameters) -> Phrase:
        """Return the query in quotes."""
        return Phrase("“{0}”", sanitize_line(arguments.query, MAX_SHOWN_QUERY))

    def action(self, arguments: VaultSearchParameters) -> Phrase:
        """Return `Search your notes for "boiler"`."""
        return Phrase("Search your notes for “{0}”", sanitize_line(arguments.query, MAX_SHOWN_QUERY))


MAX_PASSAGES = 10
"""Maximum number of passages in an answer: about 2,000 words. Models use longer results less reliably."""

MAX_SHOWN_QUESTION = 80
"""Maximum number of characters of a question shown in a headline; the arguments show all of it."""

MAX_PROPERTY_CHARACTERS = 300
"""Maximum number of characters of a property returned with a passage; longer ones are free text."""

SCORE_DIGITS = 3


class _DateEdges(Parameters):
    """The first and the last day of a range, as written by a model."""

    start: str | int | None = Field(default=None, description=START_HELP)
    end: str | int | None = Field(default=None, description=END_HELP)

    @model_validator(mode="before")
    @classmethod
    def _in_words(cls, value: object) -> object:
        return split_range(value)

    @field_validator("start", "end")
    @classmethod
    def _is_a_date(cls, value: str | int | None) -> str | int | None:
        if value is not None and parse_range_edge(value) is None:
            raise ValueError(f"be a date; {DATE_HELP}")
        return value


class TimeRange(_DateEdges):
    """A range of dates for notes."""

    start: str | int | None = Field(
        default=None,
        validation_alias=AliasChoices("start", "start_time", "startTime"),
        description=START_HELP,
    )
    end: str | int | None = Field(
        default=None,
        validation_alias=AliasChoices("end", "end_time", "endTime"),
        description=END_HELP,
    )

    @property
    def bounds(self) -> DateBounds:
        """The first and the last nanosecond of the range."""
        return range_bounds(self.start, self.end)


class LocalSearchParameters(Parameters):
    """Parameters of `local_search`."""

    query: str = Field(
        min_length=1,
        max_length=1000,
        description="The question, or what the passage should be about, in plain words.",
    )
    salient_terms: tuple[Annotated[str, Field(min_length=1, max_length=200)], ...] = Field(
        default=(),
        max_length=20,
        description=(
            "The most important words and names of the question, as they may occur in the notes, and synonyms. "
            "They count more than the rest of the query."
        ),
    )
    time_range: TimeRange | None = Field(
        default=None,
        description="Only notes from this time: by the date in the note's name, else in its properties, else of its "
        "file. Omit it unless the question names a time.",
    )

    def passage_query(self) -> PassageQuery:
        """Return the question as a query to the index."""
        return PassageQuery(self.query, self.salient_terms, MAX_PASSAGES)


class LocalSearch(Tool[LocalSearchParameters]):
    """Finds passages by words, embeddings and links."""

    name: ClassVar[str] = "local_search"
    aliases: ClassVar[tuple[str, ...]] = ("localSearch",)
    display_name: ClassVar[Phrase] = Phrase("Search passages")
    purpose: ClassVar[Phrase] = Phrase(
        "finds the passages of your notes that answer a question and gives them to the model."
    )
    description: ClassVar[str] = (
        "Find the passages of the notes that answer a question, best first, each with its note, headings and text. "
        "Ask a complete question, and give its most important words as `salient_terms`. Passages are "
        "found by words, meaning and links, so use this first for questions; for every note with a certain text, tag "
        "or property use search_notes or query_notes, and read_note for the rest of a note. Earlier chats are not "
        "included: use recall for them."
    )
    brief: ClassVar[str] = "Find the passages of the notes that answer a question."
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {
        "salient_terms": {
            "type": "array", "items": {"type": "string"}, "description": "Key words of the question, and synonyms.",
        },
        "time_range": {
            "type": "object",
            "properties": {"start": {"type": "string"}, "end": {"type": "string"}},
            "description": "Only if the question names a time: 2026-11-01, -7d, last week.",
        },
    }  # fmt: skip
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = LocalSearchParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"query": "why did we choose the heat pump", "salient_terms": ["heat pump", "heating", "decision"]},
        {"query": "what did I learn about piano", "salient_terms": ["piano"], "time_range": {"start": "-30d"}},
        {"query": "what did I write", "time_range": {"start": "last week", "end": "last week"}},
    )

    def __init__(
        self,
        searcher: Searcher,
        passages: PassageSearch,
        provenance: SearchProvenance | None = None,
        daily: Callable[[], DailyNoteSettings] = DailyNoteSettings,
    ) -> None:
        """*daily* returns the settings of the vault's daily notes."""
        self._searcher = searcher
        self._passages = passages
        self._provenance = provenance if provenance is not None else SearchProvenance()
        self._daily = daily

    async def run(self, arguments: LocalSearchParameters, visibility: Visibility) -> ToolOutput:
        """Query the index. Only visible notes are searched, and only their visible text is returned."""
        query = replace(arguments.passage_query(), may_leave_computer=visibility.query_may_leave_computer)
        bounds = arguments.time_range.bounds if arguments.time_range is not None else DateBounds(None, None)
        if not bounds.is_open:
            within = await self._searcher.read_note_table(
                lambda table: paths_dated_within(table.facts.values(), bounds, self._daily())
            )
            hits = await self._passages.find(query, lambda path: path in within and visibility.sees(path))
        else:
            hits = await self._passages.find(query, visibility.sees)
        paths = tuple(dict.fromkeys(hit.path for hit in hits))
        note_texts = await self._searcher.read_database(load_texts, paths)
        shown = await asyncio.to_thread(visible_passages, hits, note_texts, visibility)
        self._provenance.record(arguments.query, paths)
        data: list[JsonValue] = [
            {
                "path": hit.path,
                "heading": hit.heading,
                "text": text,
                **({"frontmatter": dict(properties)} if properties else {}),
                "score": round(hit.score, SCORE_DIGITS),
                "modified": hit.modified.isoformat(timespec="seconds"),
            }
            for hit, text, properties in shown
        ]
        sources = tuple(
            Source(
                path=hit.path, heading=innermost_heading(hit.heading), characters=len(text), first_line=hit.first_line,
                last_line=hit.last_line,
            )
            for hit, text, _ in shown
        )  # fmt: skip
        return ToolOutput(data, sources, tuple(dict.fromkeys(passage.hit.path for passage in shown)))

    def with_query(self, arguments: Mapping[str, JsonValue], query: str) -> dict[str, JsonValue]:
        """Return raw *arguments* for another query, without the model's terms, which belong to its own query."""
        other_arguments = {
            name: value for name, value in arguments.items() if name not in ("salient_terms", "salientTerms")
        }
        return super().with_query(other_arguments, query)

    def summary(self, arguments: LocalSearchParameters) -> Phrase:
        """Return the question in quotes."""
        return Phrase("“{0}”", sanitize_line(arguments.query, MAX_SHOWN_QUESTION))

    def action(self, arguments: LocalSearchParameters) -> Phrase:
        """Return `Search your notes for “boiler”`."""
        return Phrase("Search your notes for “{0}”", sanitize_line(arguments.query, MAX_SHOWN_QUESTION))


def range_bounds(start: str | int | None, end: str | int | None) -> DateBounds:
    """Return the bounds of a range from its two ends, each as written by a model."""
    first, last = (None if edge is None else parse_range_edge(edge) for edge in (start, end))
    return DateBounds(None if first is None else first.start, None if last is None else max(last.start, last.end - 1))


class VisiblePassage(NamedTuple):
    """A passage as returned to the model."""

    hit: FoundPassage
    text: str
    properties: Mapping[str, JsonValue]
    """Properties of its note; with the first passage of a note only."""


def visible_passages(
    hits: list[FoundPassage], note_texts: Mapping[str, str], visibility: Visibility
) -> list[VisiblePassage]:
    """Return the visible text of each passage; a passage whose note was deleted is left out."""
    notes = {path: visibility.redact(path, note_text) for path, note_text in note_texts.items()}
    properties = {path: _short_properties(text) for path, text in notes.items()}
    return [
        VisiblePassage(hit, _visible_part(hit, notes[hit.path]), properties.pop(hit.path, {}))
        for hit in hits
        if hit.path in notes
    ]


def _short_properties(text: str) -> dict[str, JsonValue]:
    """Return the properties returned with a passage: those with a value, without long texts."""
    return {
        name: value
        for name, value in read_frontmatter(text).properties.items()
        if value not in (None, "", [], {}) and len(str(value)) <= MAX_PROPERTY_CHARACTERS
    }


def _visible_part(hit: FoundPassage, visible_text: str) -> str:
    """Return the passage cut from *visible_text* of its note: the passage alone may begin or end inside a comment."""
    if hit.text in visible_text:
        return hit.text
    # Hidden text is removed without changing the number of lines.
    lines = "\n".join(visible_text.split("\n")[hit.first_line - 1 : hit.last_line])
    return lines[: len(hit.text)].strip()


class DateRange(_DateEdges):
    """A range of dates."""

    field: Literal["date", "modified", "created"] = Field(
        default="date",
        description="`date`: the date in the note's name, else in its properties, else of its file; or a time of the "
        "file alone.",
    )

    @property
    def bounds(self) -> DateBounds:
        """Return the dates a note must be between; open if file times are requested."""
        return range_bounds(self.start, self.end) if self.field == "date" else DateBounds(None, None)

    def criteria(self) -> list[Criterion]:
        """Return the criteria for the file times of a note."""
        if self.field == "date":
            return []
        time = FileOperand("modified" if self.field == "modified" else "created")
        first, last = (None if edge is None else parse_range_edge(edge) for edge in (self.start, self.end))
        return [
            *([Comparison(time, ">=", first)] if first is not None else []),
            *([Comparison(time, "<=", last)] if last is not None else []),
        ]


class SearchNotesParameters(Parameters):
    """Parameters of `search_notes`."""

    query: str = Field(
        default="",
        max_length=1000,
        description="Words that must all be in the name or text, and Obsidian's search operators: "
        '"a phrase", -word, OR, '
        "( ), tag: path: file: line:(...) section:(...) task-todo:, [property:value], /regex/. Chats are found with "
        "in:chats only.",
    )
    folder: str = Field(default="", max_length=1000, description="Only in this folder and the folders in it.")
    tags: tuple[str, ...] = Field(
        default=(), max_length=50, description="Only notes with all of these tags; nested ones count."
    )
    frontmatter: dict[str, JsonValue] = Field(
        default_factory=dict,
        max_length=50,
        description="Only notes whose properties have these values; null: the property is missing or empty.",
    )
    date_range: DateRange | None = Field(default=None, description="Only notes from this time.")
    sort: Literal["modified", "relevance"] = Field(
        default="modified",
        description="modified: newest first, or by date if date_range is given, relevance: best match first.",
    )
    limit: int = Field(default=10, ge=1, le=100, description="The most notes to return, 1 to 100.")
    offset: int = Field(default=0, ge=0, description="Notes to skip, for paging.")

    def criterion(self) -> Criterion:
        """Return the criterion for a note in addition to its words."""
        parts: list[Criterion] = [InFolder(self.folder)] if self.folder.strip("/") else []
        parts += [HasTag(tag) for tag in self.tags]
        for name, value in self.frontmatter.items():
            operand = PropertyOperand(name)
            values = value if isinstance(value, list) else [value]
            parts += [IsEmptyValue(operand) if item is None else Comparison(operand, "equals", item) for item in values]
        return AllCriteria((*parts, *(self.date_range.criteria() if self.date_range is not None else ())))


class SearchNotes(Tool[SearchNotesParameters]):
    """Searches by words and by metadata of notes."""

    name: ClassVar[str] = "search_notes"
    display_name: ClassVar[Phrase] = Phrase("Find notes")
    purpose: ClassVar[Phrase] = Phrase(
        "finds notes by words, folder, tags, properties and dates and gives short excerpts to the model."
    )
    description: ClassVar[str] = (
        "Search notes by words in name and text, limited by folder, tags, properties (frontmatter) or dates. "
        "Returns an excerpt of each and the total number; page with offset. Use query_notes for other conditions "
        "than equal values, and read_note to read what was found."
    )
    brief: ClassVar[str] = "List the notes that contain all the words; filter by folder, tags or dates."
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {
        "query": {"type": "string", "description": 'Words, "a phrase", -word, OR, tag:, path:, [property:value].'},
        "frontmatter": None,
        "date_range": {
            "type": "object",
            "properties": {"start": {"type": "string"}, "end": {"type": "string"}},
            "description": "2026-11-01, -7d, last week.",
        },
    }
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = SearchNotesParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"query": "project alpha", "folder": "projects"},
        {"tags": ["important", "urgent"], "limit": 5},
        {"query": '"heat pump" -gas', "sort": "relevance", "date_range": {"start": "2026-01-01", "end": "2026-03-31"}},
        {"date_range": {"start": "last week", "end": "last week"}},
        {"frontmatter": {"status": "draft"}},
    )

    def __init__(
        self,
        searcher: Searcher,
        provenance: SearchProvenance | None = None,
        daily: Callable[[], DailyNoteSettings] = DailyNoteSettings,
    ) -> None:
        """*daily* returns the settings of the vault's daily notes."""
        self._searcher = searcher
        self._provenance = provenance if provenance is not None else SearchProvenance()
        self._daily = daily

    async def run(self, arguments: SearchNotesParameters, visibility: Visibility) -> ToolOutput:
        """Query the index. Only visible notes are results or counted."""
        query = arguments.query.strip()
        notes = await self._notes(arguments, query, visibility)
        page = notes[arguments.offset : arguments.offset + arguments.limit]
        excerpts = await self._searcher.excerpts([note.path for note in page], query)
        results: list[JsonValue] = []
        sources: list[Source] = []
        for note in page:
            if note.path in excerpts:  # Else it has just been deleted.
                result, source = _result(note, excerpts[note.path], visibility)
                results.append(result)
                sources.append(source)
        paths = tuple(source.path for source in sources)
        if query:
            self._provenance.record(query, paths)
        data: dict[str, JsonValue] = {"results": results, "total_found": len(notes), "returned": len(results)}
        problem = parse_query(query).problem
        if problem:
            data["problem"] = str(problem)
        return ToolOutput(data, tuple(sources), paths)

    async def _notes(self, arguments: SearchNotesParameters, query: str, visibility: Visibility) -> list[NoteFacts]:
        """Return every matching note, in the requested order."""
        scope = parse_query(query).scope
        if await self._searcher.read_note_table(lambda table: table.is_chat_folder(arguments.folder)):
            scope = "all"  # A query that names a folder of chats includes chats.
        occurrences = {hit.path: hit for hit in await self._searcher.occurrences(query, scope)} if query else {}
        for path in await own_chat_paths(self._searcher, visibility) if query and scope != "notes" else ():
            occurrences.pop(path, None)

        def read_table(table: NoteTable) -> list[NoteFacts]:
            with_chats = scope != "notes"
            # Folders are resolved among all visible notes, not among those that contain the words.
            where = resolve_names(arguments.criterion(), Network(table, visibility.sees, with_chats=True))
            network = Network(
                table,
                lambda path: (not query or path in occurrences) and visibility.sees(path),
                with_chats=with_chats,
            )
            return list(evaluate_query(NoteQuery(where), network).notes)

        notes = await self._searcher.read_note_table(read_table)
        notes.sort(key=lambda note: (-note.modified_ns, note.path_key))
        bounds = arguments.date_range.bounds if arguments.date_range is not None else DateBounds(None, None)
        if not bounds.is_open:
            daily = self._daily()
            notes = [note for note in notes if is_dated_within(note, bounds, daily)]
            notes.sort(key=lambda note: -note_date(note, daily).start)
        if arguments.sort == "relevance" and query:
            notes.sort(key=lambda note: (not occurrences[note.path].in_name, -occurrences[note.path].count))
        return notes

    def summary(self, arguments: SearchNotesParameters) -> Phrase | str:
        """Return the query, or the other criteria."""
        query = sanitize_line(arguments.query, MAX_SHOWN_QUERY)
        parts: list[str] = [Phrase("“{0}”", query)] if arguments.query.strip() else []
        parts += [f"#{sanitize_line(tag.removeprefix('#'), 40)}" for tag in arguments.tags]
        parts += [
            f"{sanitize_line(name, 40)} = {sanitize_line(str(value), 40)}"
            for name, value in arguments.frontmatter.items()
        ]
        parts += [Phrase("in {0}", sanitize_line(arguments.folder, 60))] if arguments.folder else []
        if not parts:
            return Phrase("every note")
        summary = comma_list(parts)
        return summary if len(summary) <= MAX_SUMMARY else sanitize_line(summary, MAX_SUMMARY)

    def action(self, arguments: SearchNotesParameters) -> Phrase:
        """Return `Search your notes for “boiler”`."""
        return Phrase("Search your notes for {0}", self.summary(arguments))


def _result(note: NoteFacts, text_excerpt: TextExcerpt, visibility: Visibility) -> tuple[JsonValue, Source]:
    excerpt = visibility.redact(note.path, text_excerpt.text)
    tags = [f"#{tag}" for tag in note.tags]
    source = Source(
        path=note.path,
        heading=text_excerpt.heading,
        # A note without text can have tags among its properties.
        characters=min(text_excerpt.characters, len(excerpt)) or sum(map(len, tags)),
        first_line=text_excerpt.first_line,
        last_line=text_excerpt.last_line,
    )
    result: JsonValue = {
        "path": note.path,
        "filename": note.path.rpartition("/")[2],
        "excerpt": excerpt,
        "tags": [*tags],
        "modified": iso_time(note.modified_ns),
    }
    return result, source


INDEXING_TIMEOUT = 600.0
"""Seconds: reading 100,000 notes again takes some minutes on a slow disk. The rest continues in the background."""


class IndexVaultParameters(Parameters):
    """Parameters of `index_vault`."""

    rebuild: bool = Field(
        default=False,
        description="True to delete the index and read every note again; only if searches return wrong results.",
    )


class IndexVault(Tool[IndexVaultParameters]):
    """Compares the index with the vault now."""

    name: ClassVar[str] = "index_vault"
    aliases: ClassVar[tuple[str, ...]] = ("indexVault",)
    display_name: ClassVar[Phrase] = Phrase("Refresh the search index")
    purpose: ClassVar[Phrase] = Phrase("compares the search index with your notes; the notes are not changed.")
    description: ClassVar[str] = (
        "Update the search index from the notes on disk. The index follows changes by itself, so use this only if "
        "the user asks for it or a search misses an existing note."
    )
    brief: ClassVar[str] = "Update the search index, only if a search misses an existing note."
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = IndexVaultParameters
    timeout: ClassVar[float] = INDEXING_TIMEOUT
    background: ClassVar[bool] = True
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ({"rebuild": False},)

    def __init__(self, indexer: Indexer, searcher: Searcher) -> None:
        self._indexer = indexer
        self._searcher = searcher

    async def run(self, arguments: IndexVaultParameters, visibility: Visibility) -> ToolOutput:
        """Compare, or read all notes again. Only the number of visible notes is returned."""
        await self._indexer.settled()
        state = await (self._indexer.rebuild() if arguments.rebuild else self._indexer.rescan())
        if state.phase == "failed":
            raise ToolFailure("SEARCH_FAILED", state.error or "The index could not be built.")
        rows = await self._searcher.tree()
        notes = sum(not row.is_chat and visibility.sees(row.path) for row in rows)
        return ToolOutput({"rebuilt": arguments.rebuild, "notes": notes})

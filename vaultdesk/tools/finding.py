"""Finding: the tool `search_notes`: notes by words, folder, tags, properties and dates together; all are counted."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field, JsonValue, field_validator, model_validator

from vaultdesk.chat.messages import Source
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search.hits import TextExcerpt
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.found import Found
from vaultdesk.tools.own_chat import own_chat
from vaultdesk.tools.query_language.criteria import (
    Compared,
    Criterion,
    Empty,
    Every,
    File,
    Inside,
    Property,
    Question,
    Tagged,
    Written,
)
from vaultdesk.tools.query_language.evaluation import answer
from vaultdesk.tools.query_language.grounding import grounded
from vaultdesk.tools.query_language.times import FIRST_DAY, LAST_DAY, SOME_DATE, iso, range_edge, range_written
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, View
from vaultdesk.tools.visible import short

QUERY_SHOWN = 80
"""Characters of a query a headline shows; the whole of it stands among the arguments."""


class DateRange(Parameters):
    """From when to when."""

    start: str | int | None = Field(default=None, description=FIRST_DAY)
    end: str | int | None = Field(default=None, description=LAST_DAY)
    field: Literal["modified", "created"] = "modified"

    @model_validator(mode="before")
    @classmethod
    def _in_words(cls, value: object) -> object:
        return range_written(value)

    @field_validator("start", "end")
    @classmethod
    def _is_a_date(cls, value: str | int | None) -> str | int | None:
        if value is not None and range_edge(value) is None:
            raise ValueError(f"be a date; {SOME_DATE}")
        return value

    def criteria(self) -> list[Criterion]:
        """Return what a note's time has to be."""
        time = File("modified" if self.field == "modified" else "created")
        first, last = (None if edge is None else range_edge(edge) for edge in (self.start, self.end))
        return [
            *([Compared(time, ">=", Written(first), "plain")] if first is not None else []),
            *([Compared(time, "<=", Written(last), "plain")] if last is not None else []),
        ]


class SearchNotesParameters(Parameters):
    """What to look for."""

    query: str = Field(
        default="",
        max_length=1000,
        description="Words that must all be in the name or text, and Obsidian's search operators: "
        '"a phrase", -word, OR, '
        "( ), tag: path: file: line:(...) section:(...) task-todo:, [property:value], /regex/.",
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
    date_range: DateRange | None = Field(default=None, description="Only notes modified or created in this range.")
    sort: Literal["modified", "relevance"] = Field(
        default="modified", description="The newest first, or the best fit for the query first."
    )
    limit: int = Field(default=10, ge=1, le=100, description="The most notes to return, 1 to 100.")
    offset: int = Field(default=0, ge=0, description="Notes to leave out at the start, to page on.")

    def criterion(self) -> Criterion:
        """Return what a note has to be, beside holding the words."""
        parts: list[Criterion] = [Inside(self.folder)] if self.folder.strip("/") else []
        parts += [Tagged(tag) for tag in self.tags]
        for name, value in self.frontmatter.items():
            operand = Property(name)
            wanted = value if isinstance(value, list) else [value]
            parts += [
                Empty(operand) if item is None else Compared(operand, "equals", Written(item), "plain")
                for item in wanted
            ]
        return Every((*parts, *(self.date_range.criteria() if self.date_range is not None else ())))


class SearchNotes(Tool[SearchNotesParameters]):
    """Searches by words and by what is known of notes (CONTRACTS; seed mnemosyne-agent-tools-guide)."""

    name: ClassVar[str] = "search_notes"
    display_name: ClassVar[str] = "Find notes"
    purpose: ClassVar[str] = (
        "looks for notes by words, folder, tags, properties and dates and gives short pieces to the model."
    )
    description: ClassVar[str] = (
        "Search notes by words in name and text, limited by folder, tags, properties (frontmatter) or dates. Returns "
        "an excerpt of each and how many there are in all; page on with offset. Use query_notes for other "
        "conditions than equal values, and read_note to read what was found."
    )
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

    def __init__(self, searcher: Searcher, found: Found | None = None) -> None:
        self._searcher = searcher
        self._found = found if found is not None else Found()

    async def run(self, arguments: SearchNotesParameters, view: View) -> ToolOutput:
        """Ask the index; only notes *view* sees are results, or counted."""
        query = arguments.query.strip()
        notes = await self._notes(arguments, query, view)
        page = notes[arguments.offset : arguments.offset + arguments.limit]
        pieces = await self._searcher.excerpts([note.path for note in page], query)
        results: list[JsonValue] = []
        sources: list[Source] = []
        for note in page:
            if note.path in pieces:  # Else it is gone this very moment.
                result, source = _result(note, pieces[note.path], view)
                results.append(result)
                sources.append(source)
        paths = tuple(source.path for source in sources)
        if query:
            self._found.note(query, paths)
        data: dict[str, JsonValue] = {"results": results, "total_found": len(notes), "returned": len(results)}
        problem = parse_query(query).problem
        if problem:
            data["problem"] = problem
        return ToolOutput(data, tuple(sources), paths)

    async def _notes(self, arguments: SearchNotesParameters, query: str, view: View) -> list[NoteFacts]:
        """Return every note that fits, in the order that is asked for."""
        held = {one.path: one for one in await self._searcher.holding(query)} if query else {}
        for path in await own_chat(self._searcher, view) if query else ():
            held.pop(path, None)

        def ask(table: NoteTable) -> list[NoteFacts]:
            # Folders are named among all notes that may be seen, not among those that hold the words.
            where = grounded(arguments.criterion(), Network(table, view.sees))
            network = Network(table, lambda path: (not query or path in held) and view.sees(path))
            return list(answer(Question(where), network).notes)

        notes = await self._searcher.over_facts(ask)
        notes.sort(key=lambda note: (-note.modified_ns, note.path_key))
        if arguments.sort == "relevance" and query:
            notes.sort(key=lambda note: (not held[note.path].in_name, -held[note.path].count))
        return notes

    def summary(self, arguments: SearchNotesParameters) -> str:
        """Return the query, or what else is asked."""
        parts = [f"“{short(arguments.query, QUERY_SHOWN)}”" if arguments.query.strip() else ""]
        parts += [f"#{short(tag.removeprefix('#'), 40)}" for tag in arguments.tags]
        parts += [f"{short(name, 40)} = {short(str(value), 40)}" for name, value in arguments.frontmatter.items()]
        parts.append(f"in {short(arguments.folder, 60)}" if arguments.folder else "")
        return short(", ".join(filter(None, parts)) or "every note", 160)

    def action(self, arguments: SearchNotesParameters) -> str:
        """Return `Search your notes for “boiler”`."""
        return f"Search your notes for {self.summary(arguments)}"


def _result(note: NoteFacts, piece: TextExcerpt, view: View) -> tuple[JsonValue, Source]:
    excerpt = view.shown(note.path, piece.text)
    source = Source(
        path=note.path,
        heading=piece.heading,
        characters=min(piece.characters, len(excerpt)),
        first_line=piece.first_line,
        last_line=piece.last_line,
    )
    result: JsonValue = {
        "path": note.path,
        "filename": note.path.rpartition("/")[2],
        "excerpt": excerpt,
        "tags": [f"#{tag}" for tag in note.tags],
        "modified": iso(note.modified_ns),
    }
    return result, source

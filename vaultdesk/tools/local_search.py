"""Local search: the tool `local_search`: the passages of notes that answer a question, ranked. Changes nothing."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import AliasChoices, Field, JsonValue, field_validator, model_validator

from vaultdesk.chat.messages import Source
from vaultdesk.chat.note_format.chat_properties import VERSION_KEY
from vaultdesk.index.chunks import innermost_heading, load_texts
from vaultdesk.index.search import lookups
from vaultdesk.index.search.passage_search import FoundPassage, PassageQuery, PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.found import Found
from vaultdesk.tools.query_language.times import FIRST_DAY, LAST_DAY, SOME_DATE, range_edge, range_written
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, View
from vaultdesk.tools.visible import short

MOST_PASSAGES = 10
"""Passages in an answer: some 2,000 words, as much as a model reads with care."""

QUERY_SHOWN = 80
"""Characters of a question a headline shows; the whole of it stands among the arguments."""

SCORE_DIGITS = 3


class TimeRange(Parameters):
    """From when to when notes were changed."""

    start: str | int | None = Field(
        default=None,
        validation_alias=AliasChoices("start", "start_time", "startTime"),
        description=FIRST_DAY,
    )
    end: str | int | None = Field(
        default=None,
        validation_alias=AliasChoices("end", "end_time", "endTime"),
        description=LAST_DAY,
    )

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

    @property
    def edges(self) -> tuple[int | None, int | None]:
        """The first and the last nanosecond since 1970 that are in it."""
        first, last = (None if edge is None else range_edge(edge) for edge in (self.start, self.end))
        return (None if first is None else first.start), (None if last is None else last.end)


class LocalSearchParameters(Parameters):
    """What to find out."""

    query: str = Field(
        min_length=1,
        max_length=1000,
        description="The question, or what the passage should be about, in plain words.",
    )
    salient_terms: tuple[Annotated[str, Field(min_length=1, max_length=200)], ...] = Field(
        default=(),
        max_length=20,
        description=(
            "The words and names of the question that matter most, as they may stand in the notes; add other words for "
            "the same. They weigh more than the rest of the query."
        ),
    )
    time_range: TimeRange | None = Field(
        default=None, description="Only notes changed in this range. Leave it out unless the question names a time."
    )

    def asked(self) -> PassageQuery:
        """Return the question as the index takes it."""
        first, last = self.time_range.edges if self.time_range is not None else (None, None)
        return PassageQuery(self.query, self.salient_terms, first, last, MOST_PASSAGES)


class LocalSearch(Tool[LocalSearchParameters]):
    """Finds passages by words, meaning and links (CONTRACTS; seed copilot-chain-runner)."""

    name: ClassVar[str] = "local_search"
    aliases: ClassVar[tuple[str, ...]] = ("localSearch",)
    display_name: ClassVar[str] = "Search passages"
    purpose: ClassVar[str] = "looks for the passages of your notes that answer a question and gives them to the model."
    description: ClassVar[str] = (
        "Find the passages of the notes that answer a question, best first, each with its note, headings and text. "
        "Ask in whole words for what you want to know, and give the salient terms. It finds passages by their words, "
        "by what they mean and by links, so it is the first choice for questions; for every note with a certain text, "
        "tag or property use search_notes or query_notes, and read_note for the rest of a note. Earlier chats are left "
        "out: recall finds what was said in them."
    )
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = LocalSearchParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"query": "why did we choose the heat pump", "salient_terms": ["heat pump", "heating", "decision"]},
        {"query": "what did I learn about piano", "salient_terms": ["piano"], "time_range": {"start": "-30d"}},
        {"query": "what did I write", "time_range": {"start": "last week", "end": "last week"}},
    )

    def __init__(self, searcher: Searcher, passages: PassageSearch, found: Found | None = None) -> None:
        self._searcher = searcher
        self._passages = passages
        self._found = found if found is not None else Found()

    async def run(self, arguments: LocalSearchParameters, view: View) -> ToolOutput:
        """Ask the index; only notes *view* sees are looked at, and of their text what it shows."""
        # What an assistant once said is no source for what it says now.
        chats = await self._searcher.over_index(lambda _, db: lookups.paths_with_property(db, VERSION_KEY))
        hits = await self._passages.find(arguments.asked(), lambda path: path not in chats and view.sees(path))
        paths = tuple(dict.fromkeys(hit.path for hit in hits))
        wholes = await self._searcher.over_index(lambda _, db: load_texts(db, paths))
        shown = await asyncio.to_thread(shown_passages, hits, wholes, view)
        self._found.note(arguments.query, paths)
        data: list[JsonValue] = [
            {
                "path": hit.path,
                "heading": hit.heading,
                "text": text,
                "score": round(hit.score, SCORE_DIGITS),
                "modified": hit.modified.isoformat(timespec="seconds"),
            }
            for hit, text in shown
        ]
        sources = tuple(
            Source(
                path=hit.path, heading=innermost_heading(hit.heading), characters=len(text), first_line=hit.first_line,
                last_line=hit.last_line,
            )
            for hit, text in shown
        )  # fmt: skip
        return ToolOutput(data, sources, tuple(dict.fromkeys(hit.path for hit, _ in shown)))

    def summary(self, arguments: LocalSearchParameters) -> str:
        """Return the question in quotes."""
        return f"“{short(arguments.query, QUERY_SHOWN)}”"

    def action(self, arguments: LocalSearchParameters) -> str:
        """Return `Search your notes for “boiler”`."""
        return f"Search your notes for “{short(arguments.query, QUERY_SHOWN)}”"


def shown_passages(hits: list[FoundPassage], wholes: Mapping[str, str], view: View) -> list[tuple[FoundPassage, str]]:
    """Return each passage with its text as *view* shows it; one whose note is gone this moment is left out."""
    notes = {path: view.shown(path, whole) for path, whole in wholes.items()}
    return [(hit, _piece(hit, notes[hit.path])) for hit in hits if hit.path in notes]


def _piece(hit: FoundPassage, shown: str) -> str:
    """Return the passage from its note as it is *shown*: a piece by itself may begin or end inside a comment."""
    if hit.text in shown:
        return hit.text
    # What is kept back leaves as many lines as before.
    lines = "\n".join(shown.split("\n")[hit.first_line - 1 : hit.last_line])
    return lines[: len(hit.text)].strip()

"""Recall: the tool `recall`: lines of the memory note and passages of earlier chats, by words and meaning."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.chat.note_format.chat_properties import VERSION_KEY, quoted_sources
from vaultdesk.core.errors import OutsideVault, VaultError
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.index.chunks import innermost_heading, load_texts
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.search.passage_search import FoundPassage, PassageQuery, PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.local_search import shown_passages
from vaultdesk.tools.memory_note import Memory, holding, memories_in
from vaultdesk.tools.naming import note_path
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, View
from vaultdesk.tools.visible import short
from vaultdesk.vault.frontmatter.frontmatter import properties_named
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key
from vaultdesk.vault.vault import Vault

MOST_PASSAGES = 8
"""Passages of chats in an answer."""

MOST_LINES = 15
"""Lines of the memory note in an answer."""


class RecallParameters(Parameters):
    """What to recall, and of which chats."""

    query: str = Field(min_length=1, max_length=1000, description="What it was about, in plain words.")
    note: str | None = Field(
        default=None, max_length=1000, description="Only chats that read this note; its path or name."
    )
    project: str | None = Field(
        default=None, max_length=1000, description="Only chats of this project; its note's path or name."
    )
    this_chat: bool = Field(
        default=False, description="True to look into this chat too: where its beginning is only summed up for you."
    )


@dataclass(frozen=True, slots=True)
class _Recalled:
    """What was found, before it is data."""

    path: str
    lines: Sequence[Memory]
    passages: Sequence[tuple[FoundPassage, str]]


class Recall(Tool[RecallParameters]):
    """Finds what was said before (CONTRACTS)."""

    name: ClassVar[str] = "recall"
    display_name: ClassVar[str] = "Look into earlier chats"
    purpose: ClassVar[str] = "looks through your earlier chats and your memory note and gives passages to the model."
    description: ClassVar[str] = (
        "Find what was said in earlier chats and what was remembered, by words and by meaning. Use it when the person "
        "speaks of an earlier talk (“as I said last time”), and with this_chat where you need the words of a part of "
        "this one that is only summed up. It does not search other notes: use local_search for those."
    )
    category: ClassVar[str] = "memory"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = RecallParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"query": "which heat pump did we settle on"},
        {"query": "open questions", "project": "Assistant/Projects/House.md"},
    )

    def __init__(
        self, vault: Vault, searcher: Searcher, passages: PassageSearch, settings: Callable[[], Settings] = Settings
    ) -> None:
        self._vault = vault
        self._searcher = searcher
        self._passages = passages
        self._settings = settings

    async def run(self, arguments: RecallParameters, view: View) -> ToolOutput:
        """Ask the index about chats that *view* sees, and look into the memory note as it is now."""
        folder = self._settings().chat.folder.strip("/")
        chats = await self._searcher.over_facts(lambda table: _chats(table, folder, arguments, view))
        query = PassageQuery(arguments.query, limit=MOST_PASSAGES)
        hits = await self._passages.find(query, lambda path: path in chats and view.sees(path)) if chats else []
        paths = tuple(dict.fromkeys(hit.path for hit in hits))
        wholes = await self._searcher.over_index(lambda _, db: load_texts(db, paths))
        shown = await asyncio.to_thread(shown_passages, hits, wholes, view)
        narrowed = arguments.note is not None or arguments.project is not None
        path, lines = ("", ()) if narrowed else await self._memories(arguments.query, view)
        return _output(_Recalled(path, lines, shown), chats)

    async def _memories(self, query: str, view: View) -> tuple[str, tuple[Memory, ...]]:
        """Return the memory note's path and its lines on *query*: by their words, then by what they mean."""
        try:
            path = await self._vault.find(note_path(self._settings().memory.note))
            if path is None or not view.sees(path.text):
                return "", ()
            text = view.shown(path.text, (await self._vault.read(path)).text)
        except (OutsideVault, VaultError):
            return "", ()  # Without its note there is no memory; chats are recalled all the same.
        known = memories_in(text)
        found = holding(known, query)
        if not found:
            # A passage holds many lines: only where no word fits is all of the nearest better than nothing.
            hits = await self._passages.find(PassageQuery(query, limit=2), lambda other: other == path.text)
            near = [hit for hit in hits if hit.reasons.meaning_rank is not None]
            found = tuple(m for m in known if any(hit.first_line <= m.number <= hit.last_line for hit in near))
        return path.text, found[:MOST_LINES]

    def summary(self, arguments: RecallParameters) -> str:
        """Return the question in quotes."""
        return f"“{short(arguments.query, 80)}”"

    def action(self, arguments: RecallParameters) -> str:
        """Return `Look into your earlier chats for “…”`."""
        return f"Look into your earlier chats for “{short(arguments.query, 80)}”"


def _chats(table: NoteTable, folder: str, arguments: RecallParameters, view: View) -> frozenset[str]:
    """Return the chats that are meant; the one that asks only where it is."""
    found = []
    for path, facts in table.facts.items():
        if not (VERSION_KEY in facts.properties or (folder and path.startswith(f"{folder}/"))) or not view.sees(path):
            continue
        if not arguments.this_chat and view.chat and view.chat in properties_named(dict(facts.properties), "id"):
            continue
        if arguments.note is not None and not any(_is(arguments.note, one) for one in quoted_sources(facts.properties)):
            continue
        if arguments.project is not None and not _of_project(arguments.project, facts):
            continue
        found.append(path)
    return frozenset(found)


def _of_project(project: str, facts: NoteFacts) -> bool:
    value = next(properties_named(dict(facts.properties), "project"), None)
    return isinstance(value, str) and _is(project, value.strip().removeprefix("[[").removesuffix("]]"))


def _is(asked: str, written: str) -> bool:
    """Whether *asked*, a path or a name, is the note that a chat's head names."""
    mine, other = (
        same_name_key(text.partition("#")[0].strip("/")).removesuffix(NOTE_SUFFIX) for text in (asked, written)
    )
    return bool(mine) and (mine == other or other.endswith(f"/{mine}"))


def _output(found: _Recalled, chats: frozenset[str]) -> ToolOutput:
    data: dict[str, JsonValue] = {
        "memory": [{"path": found.path, "date": line.day, "text": line.text} for line in found.lines],
        "chats": [
            {
                "path": hit.path,
                "title": hit.title,
                "heading": hit.heading,
                "text": text,
                "modified": hit.modified.isoformat(timespec="seconds"),
            }
            for hit, text in found.passages
        ],
        "chats_looked_at": len(chats),
    }
    sources = [
        Source(path=found.path, characters=len(line.text), first_line=line.number, last_line=line.number)
        for line in found.lines
    ]
    sources += [
        Source(
            path=hit.path, heading=innermost_heading(hit.heading), characters=len(text), first_line=hit.first_line,
            last_line=hit.last_line,
        )
        for hit, text in found.passages
    ]  # fmt: skip
    return ToolOutput(data, tuple(sources), tuple(dict.fromkeys(source.path for source in sources)))

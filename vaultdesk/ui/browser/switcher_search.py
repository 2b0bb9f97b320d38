"""Search of the quick switcher: parses the input, and ranks the notes, headings and tags that match it."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal, TypeVar

from msgspec import Struct

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.index.index_results import NameHit, TagCount
from vaultdesk.index.link_graph import find_missing_notes
from vaultdesk.index.search import lookups
from vaultdesk.index.search.name_search import NameSpans, find_name_spans, find_scattered, find_word_spans
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.ui.browser.switcher_rows import (
    SwitcherRow,
    create_choice,
    heading_choice,
    missing_note_choice,
    note_choice,
    search_choice,
    switcher_count_text,
    tag_choice,
)
from vaultdesk.ui.notes.link_navigation import linked_note_path
from vaultdesk.ui.notes.outline import NoteHeading, heading_depths, headings_of
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

T = TypeVar("T")

MAX_QUERY_LENGTH = 200
"""Maximum number of characters considered: no name is longer."""

NOTE_SUFFIXES = (".md",)
"""Suffixes that may be omitted in the name of a new note."""


class SwitcherQuery(Struct, frozen=True):
    """The parsed input of the switcher."""

    kind: Literal["names", "headings", "tags"]
    term: str
    note: str = ""
    """Note whose headings are searched; empty for the open note."""


def parse_switcher_query(typed: str) -> SwitcherQuery:
    """Parse *typed*: `#tag`, `@heading`, `note@heading`, `note#heading` as in a link, or a name."""
    text = " ".join(typed[:MAX_QUERY_LENGTH].split())
    if text.startswith("#"):
        return SwitcherQuery("tags", text[1:].strip())
    note, separator, term = text.partition("#")
    if separator:  # Names do not contain it. In a link each # leads to a nested heading; the last one is searched for.
        return SwitcherQuery("headings", term.rpartition("#")[2].strip(), note.strip())
    note, separator, term = text.partition("@")
    return SwitcherQuery("headings", term.strip(), note.strip()) if separator else SwitcherQuery("names", text)


def name_of_new(typed: str) -> str:
    """Return the name of a new note; empty if *typed* is not a valid name."""
    name = " ".join(typed[:MAX_QUERY_LENGTH].split()).strip("/ ")
    for suffix in NOTE_SUFFIXES:
        name = name[: -len(suffix)].rstrip() if name.lower().endswith(suffix) else name
    return "" if parse_switcher_query(name).kind == "tags" else name


def matching_names(
    query: str, items: Iterable[tuple[str, T]], limit: int, *, allow_gaps: bool = True
) -> list[tuple[T, NameSpans]]:
    """Return those of *items* (a name and its value) that match *query*, best first, with marks.

    Prefix matches precede word prefix matches, matches anywhere, and, with *allow_gaps*, matches of scattered letters,
    which take ten times as long to find.
    """
    folded_query = fold_to_base(query)
    if not folded_query:
        return [(value, ()) for _, (_, value) in zip(range(limit), items, strict=False)]
    parts = tuple(folded_query.split())
    ranked: list[tuple[tuple[int, int], T, str]] = []
    for name, value in items:
        rank = _rank(fold_to_base(name), folded_query, parts, allow_gaps=allow_gaps)
        if rank >= 0:
            ranked.append(((rank, len(name)), value, name))
    ranked.sort(key=lambda match: match[0])
    return [(value, _marks(name, folded_query, parts)) for _, value, name in ranked[:limit]]


def _rank(key: str, folded_query: str, parts: tuple[str, ...], *, allow_gaps: bool) -> int:
    """Return the rank of the folded name *key*, 0 for the best; -1 if it does not match."""
    position = key.find(folded_query)
    if position == 0:
        return 0
    if position > 0:
        return 1 if not key[position - 1].isalnum() else 2
    if len(parts) > 1 and all(part in key for part in parts):
        return 3
    return 4 if allow_gaps and len(folded_query) > 1 and find_scattered(key, folded_query.replace(" ", "")) else -1


def _marks(name: str, folded_query: str, parts: tuple[str, ...]) -> NameSpans:
    return (
        find_name_spans(name, folded_query)
        or find_word_spans(name, parts)
        or find_scattered(name, folded_query.replace(" ", ""))
    )


MAX_NOTES = 50
"""Maximum number of notes offered."""

MAX_RECENT = 20
"""Maximum number of notes offered without input: those opened last, then those changed last."""

MAX_MISSING_NOTES = 3
"""Maximum number of missing notes offered, below existing ones."""

MAX_OTHER_FILES = 10
"""Maximum number of canvases and bases offered, below the notes."""

MAX_HEADINGS = 300

MAX_FUZZY_NAMES = 2_000
"""Maximum number of names that are searched for scattered letters: more would delay typing."""


class SwitcherSources(Struct, frozen=True):
    """Functions that return the state of the window."""

    open_note: Callable[[], tuple[str, str] | None]
    """Returns path and current text of the open note."""
    recent: Callable[[], Sequence[str]]
    """Returns the notes opened before, the last one first."""
    lock: Callable[[str], str]
    """Returns why a note is private; empty if it is not."""
    total: Callable[[], int]
    """Returns the number of notes."""


class SwitcherSearch:
    """Finds the rows for the input. Data of the vault is cached until `forget` is called."""

    def __init__(self, searcher: Searcher, vault: Vault, sources: SwitcherSources) -> None:
        self._searcher = searcher
        self._vault = vault
        self._sources = sources
        self._tags: list[TagCount] | None = None
        self._missing_notes: list[tuple[str, int]] | None = None
        self._other_hits: list[NameHit] | None = None
        self._headings: tuple[str, str, tuple[NoteHeading, ...]] = ("", "", ())

    def forget(self) -> None:
        """Discard cached data because notes changed."""
        self._tags = self._missing_notes = self._other_hits = None

    @property
    def missing_loaded(self) -> bool:
        """Whether the missing link targets are loaded."""
        return self._missing_notes is not None

    async def load_missing(self) -> None:
        """Load the missing link targets."""
        if self._missing_notes is None:
            self._missing_notes = await self._searcher.read_note_table(find_missing_notes)

    async def find_rows(self, typed: str) -> tuple[list[SwitcherRow], str]:
        """Return the matching rows, and a text about their number. Raises `IndexFailed`."""
        query = parse_switcher_query(typed)
        match query.kind:
            case "tags":
                return await self._of_tags(query.term)
            case "headings":
                rows = await self._of_headings(query.note, query.term)
                if rows or not name_of_new(typed):
                    return rows, ""
                return await self._of_names(typed)
            case _:
                return await (self._of_names(query.term) if query.term else self._of_recent())

    async def _of_recent(self) -> tuple[list[SwitcherRow], str]:
        open_note = self._sources.open_note()
        paths = [path for path in self._sources.recent() if open_note is None or path != open_note[0]][:MAX_RECENT]
        notes = await asyncio.gather(*map(self._searcher.note, paths))
        hits_by_path = {
            note.path: NameHit(note.path, note.name, "", (), note.modified) for note in notes if note is not None
        }
        hits_by_path |= {file.path: file for file in await self._other_files() if file.path in paths}
        hits = [hits_by_path[path] for path in paths if path in hits_by_path]
        if len(hits) < MAX_RECENT:
            listed = {hit.path for hit in hits} | ({open_note[0]} if open_note is not None else set())
            newest = await self._searcher.names("", MAX_RECENT)
            hits += [hit for hit in newest if hit.path not in listed][: MAX_RECENT - len(hits)]
        rows = self._notes(hits)
        return rows, switcher_count_text(len(rows), MAX_NOTES, self._sources.total())

    async def _of_names(self, text: str) -> tuple[list[SwitcherRow], str]:
        hits = await self._searcher.names(text, MAX_NOTES)
        rows = self._notes(hits)
        count_text = switcher_count_text(len(rows), MAX_NOTES, self._sources.total())
        files = ((file.name, file) for file in await self._other_files())
        matches = matching_names(text, files, MAX_OTHER_FILES)
        rows += self._notes([replace(file, marks=marks) for file, marks in matches])
        if self._missing_notes:
            allow_gaps = len(self._missing_notes) < MAX_FUZZY_NAMES
            missing = ((target, (target, links)) for target, links in self._missing_notes)
            for (target, links), marks in matching_names(text, missing, MAX_MISSING_NOTES, allow_gaps=allow_gaps):
                rows.append(missing_note_choice(target, links, marks, self._path_of(target)))
        name = name_of_new(text)
        path = self._path_of(name) if name else ""
        if path and all(hit.path.casefold() != path.casefold() for hit in hits) and self._can_create(path):
            rows.append(create_choice(name, path, has_rule=bool(rows)))
        if text:
            rows.append(search_choice(text))
        return rows, count_text

    async def _other_files(self) -> list[NameHit]:
        if self._other_hits is None:
            self._other_hits = await self._searcher.read_database(lookups.list_other_files)
        return self._other_hits

    async def _of_tags(self, text: str) -> tuple[list[SwitcherRow], str]:
        if self._tags is None:
            self._tags = await self._searcher.tags()
        by_frequency = sorted(self._tags, key=lambda tag: -tag.notes)
        found = matching_names(
            text, ((tag.tag, tag) for tag in by_frequency), MAX_NOTES, allow_gaps=len(by_frequency) < MAX_FUZZY_NAMES
        )
        count_text = switcher_count_text(len(found), MAX_NOTES, len(self._tags))
        return [tag_choice(tag.tag, tag.notes, marks) for tag, marks in found], count_text

    async def _of_headings(self, note: str, query: str) -> list[SwitcherRow]:
        path, note_text = await self._text_of(note)
        if not path:
            return []
        if self._headings[:2] != (path, note_text):
            self._headings = (path, note_text, await asyncio.to_thread(headings_of, note_text))
        headings = self._headings[2]
        depths = heading_depths(headings) if not query else [0] * len(headings)
        found = matching_names(
            query, ((heading.text, (index, heading)) for index, heading in enumerate(headings)), MAX_HEADINGS
        )
        return [heading_choice(path, heading, index, marks, depths[index]) for (index, heading), marks in found]

    async def _text_of(self, note: str) -> tuple[str, str]:
        """Return path and text of the open note, or of the one whose name matches *note* best."""
        open_note = self._sources.open_note()
        if not note:
            return open_note or ("", "")
        hits = await self._searcher.names(note, 1)
        if not hits:
            return "", ""
        if open_note is not None and hits[0].path == open_note[0]:
            return open_note
        try:
            return hits[0].path, (await self._vault.read(NotePath.parse(hits[0].path))).text
        except VaultDeskError:
            return "", ""  # Deleted since; an index event follows.

    def _notes(self, hits: Sequence[NameHit]) -> list[SwitcherRow]:
        now = datetime.now(UTC)
        return [note_choice(hit, self._sources.lock, now) for hit in hits]

    def _path_of(self, name: str) -> str:
        open_note = self._sources.open_note()
        return linked_note_path(name, open_note[0] if open_note is not None else "", self._vault.settings)

    def _can_create(self, path: str) -> bool:
        try:
            self._vault.files.for_writing(NotePath.parse(path))
        except VaultDeskError:
            return False
        return True

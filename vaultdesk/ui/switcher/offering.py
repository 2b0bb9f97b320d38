"""Offering: finds what fits what is typed into the switcher. Asks the index and the open note; opens nothing."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import NameHit, TagCount
from vaultdesk.index.link_graph import find_missing_notes
from vaultdesk.index.search import lookups
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.notes.link_navigation import linked_note_path
from vaultdesk.ui.notes.outline import NoteHeading, depths_of, headings_of
from vaultdesk.ui.switcher.asked import asked, fitting, name_of_new
from vaultdesk.ui.switcher.choices import (
    Offered,
    count_words,
    create_choice,
    heading_choice,
    note_choice,
    search_choice,
    tag_choice,
    unwritten_choice,
)
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

MOST = 50
"""Notes offered: the list scrolls, and who needs more types one more letter."""

MOST_RECENT = 20
"""Notes offered while nothing is typed: those opened last, then those changed last."""

MOST_UNWRITTEN = 3
"""Notes that are only linked to, offered below those that are there."""

MOST_OTHERS = 10
"""Canvases and bases offered, below the notes."""

MOST_HEADINGS = 300

FEW = 2_000
"""Names up to which scattered letters are looked for in each: more would be felt while typing."""


@dataclass(frozen=True)
class Sources:
    """What of the window the switcher has to know."""

    open_note: Callable[[], tuple[str, str] | None]
    """The note that is open: its path, and its text as the person sees it."""
    recent: Callable[[], Sequence[str]]
    """The notes opened before, the last one first."""
    lock: Callable[[str], str]
    """Why a note is private; empty where it is not."""
    total: Callable[[], int]
    """How many notes there are."""


class Offering:
    """Answers what is typed. What it learned of the vault is kept until `forget`."""

    def __init__(self, searcher: Searcher, vault: Vault, sources: Sources) -> None:
        self._searcher = searcher
        self._vault = vault
        self._sources = sources
        self._tags: list[TagCount] | None = None
        self._unwritten: list[tuple[str, int]] | None = None
        self._others: list[NameHit] | None = None
        self._headings: tuple[str, str, tuple[NoteHeading, ...]] = ("", "", ())

    def forget(self) -> None:
        """Notes have changed."""
        self._tags = self._unwritten = self._others = None

    @property
    def is_ready(self) -> bool:
        """Whether it is known what notes link to and is not there."""
        return self._unwritten is not None

    async def learn(self) -> None:
        """Find out what notes link to and is not there, before it is looked for among them."""
        if self._unwritten is None:
            self._unwritten = await self._searcher.over_facts(find_missing_notes)

    async def offer(self, typed: str) -> tuple[list[Offered], str]:
        """Return what fits, and how much that is in words. Raises `IndexFailed`."""
        wanted = asked(typed)
        match wanted.kind:
            case "tags":
                return await self._of_tags(wanted.words)
            case "headings":
                found = await self._of_headings(wanted.note, wanted.words)
                if found or not name_of_new(typed):
                    return found, ""
                return await self._of_names(typed)
            case _:
                return await (self._of_names(wanted.words) if wanted.words else self._of_recent())

    async def _of_recent(self) -> tuple[list[Offered], str]:
        here = self._sources.open_note()
        paths = [path for path in self._sources.recent() if here is None or path != here[0]][:MOST_RECENT]
        known = await asyncio.gather(*map(self._searcher.note, paths))
        found = {note.path: NameHit(note.path, note.name, "", (), note.modified) for note in known if note is not None}
        found |= {other.path: other for other in await self._other_files() if other.path in paths}
        hits = [found[path] for path in paths if path in found]
        if len(hits) < MOST_RECENT:
            already = {hit.path for hit in hits} | ({here[0]} if here is not None else set())
            newest = await self._searcher.names("", MOST_RECENT)
            hits += [hit for hit in newest if hit.path not in already][: MOST_RECENT - len(hits)]
        offered = self._notes(hits)
        return offered, count_words(len(offered), MOST, self._sources.total())

    async def _of_names(self, words: str) -> tuple[list[Offered], str]:
        hits = await self._searcher.names(words, MOST)
        offered = self._notes(hits)
        told = count_words(len(offered), MOST, self._sources.total())
        others = await self._other_files()
        named_so = fitting(words, ((one.name, one) for one in others), MOST_OTHERS)
        offered += self._notes([replace(one, marks=marks) for one, marks in named_so])
        if self._unwritten:
            few = len(self._unwritten) < FEW
            named = ((one[0], one) for one in self._unwritten)
            found = fitting(words, named, MOST_UNWRITTEN, apart=few)
            offered += [unwritten_choice(*one, marks, self._path_of(one[0])) for one, marks in found]
        name = name_of_new(words)
        path = self._path_of(name) if name else ""
        if path and all(hit.path.casefold() != path.casefold() for hit in hits) and _may_be(path):
            offered.append(create_choice(name, path, ruled=bool(offered)))
        if words:
            offered.append(search_choice(words))
        return offered, told

    async def _other_files(self) -> list[NameHit]:
        if self._others is None:
            self._others = await self._searcher.over_index(lambda _, db: lookups.list_other_files(db))
        return self._others

    async def _of_tags(self, words: str) -> tuple[list[Offered], str]:
        if self._tags is None:
            self._tags = await self._searcher.tags()
        commonest = sorted(self._tags, key=lambda one: -one.notes)
        found = fitting(words, ((one.tag, one) for one in commonest), MOST, apart=len(commonest) < FEW)
        told = count_words(len(found), MOST, len(self._tags))
        return [tag_choice(one.tag, one.notes, marks) for one, marks in found], told

    async def _of_headings(self, note: str, words: str) -> list[Offered]:
        path, text = await self._text_of(note)
        if not path:
            return []
        if self._headings[:2] != (path, text):
            self._headings = (path, text, await asyncio.to_thread(headings_of, text))
        headings = self._headings[2]
        depths = depths_of(headings) if not words else [0] * len(headings)
        found = fitting(words, ((one.text, (nth, one)) for nth, one in enumerate(headings)), MOST_HEADINGS)
        return [heading_choice(path, one, nth, marks, depths[nth]) for (nth, one), marks in found]

    async def _text_of(self, note: str) -> tuple[str, str]:
        """Return path and text of the note that is open, or of the one whose name fits *note* best."""
        here = self._sources.open_note()
        if not note:
            return here or ("", "")
        hits = await self._searcher.names(note, 1)
        if not hits:
            return "", ""
        if here is not None and hits[0].path == here[0]:
            return here
        try:
            return hits[0].path, (await self._vault.read(NotePath.parse(hits[0].path))).text
        except VaultDeskError:
            return "", ""  # gone since: what follows of the index says so

    def _notes(self, hits: Sequence[NameHit]) -> list[Offered]:
        now = datetime.now(UTC)
        return [note_choice(hit, self._sources.lock, now) for hit in hits]

    def _path_of(self, name: str) -> str:
        here = self._sources.open_note()
        return linked_note_path(name, here[0] if here is not None else "", self._vault.settings)


def _may_be(path: str) -> bool:
    try:
        NotePath.parse(path).for_writing()
    except VaultDeskError:
        return False
    return True

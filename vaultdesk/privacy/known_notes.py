"""In-memory cache of the note facts that privacy rules use, kept up to date by the index.

It lags behind the disk as the index does, by about a tenth of a second. An unknown note counts as possibly private.
"""

import asyncio
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from vaultdesk.chat.conversation_note import quoted_sources
from vaultdesk.core.errors import VaultError
from vaultdesk.core.feed import Feed, FeedReader
from vaultdesk.index.index_results import NoteHead
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.privacy.rule_matcher import NO_MARKS, NoteMarks, marks_of
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key


class NoteFactsLookup(Protocol):
    """Facts currently known of notes, without blocking."""

    def marks(self, path: str) -> NoteMarks | None:
        """Return the facts about the note at *path* that rules use; None if not known."""
        ...

    def is_unread(self, path: str) -> bool:
        """Return whether the note at *path* is not read yet; its facts will be known later."""
        ...

    def paths(self) -> Collection[str]:
        """Return the paths of all known notes."""
        ...

    def spelling(self, name: str) -> str | None:
        """Return the path of the note *name*, with or without `.md`, ignoring case; None if there is none."""
        ...

    def candidates(self, name: str) -> tuple[str, ...]:
        """Return the paths a link to *name* may refer to: the note with that path, else all with that file name."""
        ...


class HeadSource(Protocol):
    """Source of tags and properties: the searcher."""

    async def heads(self) -> list[NoteHead]: ...

    async def heads_of(self, paths: Sequence[str]) -> list[NoteHead]: ...


class CurrentNoteReader(Protocol):
    """Reads the current state of one note: the vault."""

    async def read_note(self, path: NotePath) -> Note:
        """Return the parsed note. Raises `VaultError`."""
        ...


class KnownNotes:
    """Follows the index: run `follow` while the vault is open. Before that every note is unknown."""

    def __init__(self, source: HeadSource, reader: CurrentNoteReader) -> None:
        self.changed: Feed[tuple[str, ...]] = Feed()
        """Paths whose facts are new or removed; empty if all may have changed."""
        self._source = source
        self._reader = reader
        self._marks: dict[str, NoteMarks | NoteHead | None] = {}
        """By path. A head is converted to marks on first use; most are never used."""
        self._unread: set[str] = set()
        """Notes of which only the name is known so far."""
        self._spellings: dict[str, str] = {}
        self._loading = asyncio.Lock()
        self._commits: FeedReader[NotesIndexed] | None = None
        """Commits of the index while it is followed."""
        self._is_current = False
        """Whether every commit received so far is processed."""
        self._last_names: dict[str, list[str]] | None = None
        """Paths by the key of their file name, built on first use; None if they must be rebuilt."""

    def marks(self, path: str) -> NoteMarks | None:
        if not path.casefold().endswith(NOTE_SUFFIX):
            return NO_MARKS
        found = self._marks.get(path)
        if isinstance(found, NoteHead):
            found = self._marks[path] = _marks(found)
        return found

    def is_unread(self, path: str) -> bool:
        return path in self._unread or (path not in self._marks and path.casefold().endswith(NOTE_SUFFIX))

    def paths(self) -> Collection[str]:
        return self._marks.keys()

    def spelling(self, name: str) -> str | None:
        key = same_name_key(name.strip())
        return self._spellings.get(key) or self._spellings.get(key + NOTE_SUFFIX)

    def candidates(self, name: str) -> tuple[str, ...]:
        found = self.spelling(name)
        if found is not None or not name.strip():
            return (found,) if found is not None else ()
        if self._last_names is None:
            self._last_names = {}
            for path in self._marks:
                self._last_names.setdefault(_last_name(path), []).append(path)
        return tuple(self._last_names.get(_last_name(name), ()))

    async def follow(self, indexed: Feed[NotesIndexed]) -> None:
        """Load every note, then apply each change published by *indexed*. Never returns. Raises `IndexFailed`."""
        with indexed.subscribe() as commits:
            self._commits, self._is_current = commits, False
            try:
                await self.catch_up()
                async for commit in commits:
                    self._is_current = False
                    await self._apply(commit)
                    self._is_current = True
            finally:
                self._commits = None

    async def catch_up(self) -> None:
        """Load all notes, unless every published commit is processed. Raises `IndexFailed`."""
        async with self._loading:
            if self._commits is None or not self._is_current or not self._commits.is_empty:
                await self._load()
                self._is_current = True

    async def _load(self) -> None:
        heads = await self._source.heads()
        marks = await self._marks_of(heads)
        self._marks, self._spellings, self._last_names = {}, {}, None
        self._unread &= marks.keys()
        self._add(heads, marks)
        self.changed.publish(())

    async def _apply(self, commit: NotesIndexed) -> None:
        if commit.removed:
            self._last_names = None
        for path in commit.removed:
            self._marks.pop(path, None)
            self._unread.discard(path)
            if self._spellings.get(same_name_key(path)) == path:
                del self._spellings[same_name_key(path)]
        heads = await self._source.heads_of(commit.paths)
        self._add(heads, await self._marks_of(heads))
        if commit.paths or commit.removed:
            self.changed.publish((*commit.paths, *commit.removed))

    def _add(self, heads: Iterable[NoteHead], marks: Mapping[str, NoteMarks | NoteHead | None]) -> None:
        if not marks.keys() <= self._marks.keys():
            self._last_names = None
        self._marks.update(marks)
        self._spellings.update((head.path_key, head.path) for head in heads)

    async def _marks_of(self, heads: Sequence[NoteHead]) -> dict[str, NoteMarks | NoteHead | None]:
        # The index does not read excluded notes and cannot parse a broken head, but privacy rules apply to them.
        self._unread.difference_update(head.path for head in heads)
        self._unread.update(head.path for head in heads if head.is_unread)
        uncertain = [head.path for head in heads if head.is_uncertain]
        marks_from_disk = dict(zip(uncertain, await asyncio.gather(*map(self._read_marks, uncertain)), strict=True))
        # A note that is not read yet, or cannot be, has no marks.
        return {head.path: head if head.is_read else None for head in heads} | marks_from_disk

    async def _read_marks(self, path: str) -> NoteMarks | None:
        try:
            return marks_of(await self._reader.read_note(NotePath.parse(path)))
        except VaultError:
            return None


def _last_name(path: str) -> str:
    return same_name_key(path.strip().rpartition("/")[2]).removesuffix(NOTE_SUFFIX)


def _marks(head: NoteHead) -> NoteMarks:
    """Return the marks of an indexed note."""
    properties = json.loads(head.properties) if head.properties else {}
    return NoteMarks(head.tag_keys, properties, quotes=quoted_sources(properties))

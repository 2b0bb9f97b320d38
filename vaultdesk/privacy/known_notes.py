"""In-memory cache of the note facts that privacy rules look at, kept up to date by the index.

It lags behind the disk by as long as the index does, about a tenth of a second. A note it does not know yet counts as
one that may be private.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from vaultdesk.chat.note_format.chat_properties import quoted_sources
from vaultdesk.core.errors import VaultError
from vaultdesk.core.feed import Feed
from vaultdesk.index.index_events import NotesIndexed
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.privacy.rule_matcher import NO_MARKS, NoteMarks, marks_of
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key


class NoteFactsLookup(Protocol):
    """What is known of notes this moment, without waiting."""

    def marks(self, path: str) -> NoteMarks | None:
        """Return what rules look at of the note at *path*; None where it is not known."""
        ...

    def is_unread(self, path: str) -> bool:
        """Whether the note at *path* is still to be read; what rules look at of it will be known then."""
        ...

    def paths(self) -> Collection[str]:
        """Return the paths of all known notes."""
        ...

    def spelling(self, name: str) -> str | None:
        """Return the path of the note that *name* means, `.md` left out or not, in any case; None where none does."""
        ...

    def candidates(self, name: str) -> tuple[str, ...]:
        """Return the paths of the notes that a link to *name* may mean: that very one, else all of that last name."""
        ...


class FactsSource(Protocol):
    """Where facts come from: the searcher."""

    async def all_facts(self) -> dict[str, NoteFacts]:
        """What is known of every note, by path."""
        ...

    async def facts_of(self, paths: Sequence[str]) -> dict[str, NoteFacts]:
        """What is known of these notes."""
        ...


class CurrentNoteReader(Protocol):
    """Who reads one note as it is now: the vault."""

    async def read_note(self, path: NotePath) -> Note:
        """Return the note read and understood. Raises `VaultError`."""
        ...


class KnownNotes:
    """Follows the index: run `follow` as long as the vault is open. Until then every note is unknown."""

    def __init__(self, source: FactsSource, reader: CurrentNoteReader) -> None:
        self.changed: Feed[tuple[str, ...]] = Feed()
        """Paths whose marks are new or gone; empty where all may be."""
        self._source = source
        self._reader = reader
        self._marks: dict[str, NoteMarks | None] = {}
        self._unread: set[str] = set()
        """Notes that are known by name only, for now."""
        self._spellings: dict[str, str] = {}
        self._last_names: dict[str, list[str]] | None = None
        """Paths by the key of their last name, once somebody asked; None where they are to be put together anew."""

    def marks(self, path: str) -> NoteMarks | None:
        """Return what rules look at of the note at *path*; None where it is not known."""
        if not path.casefold().endswith(NOTE_SUFFIX):
            return NO_MARKS
        return self._marks.get(path)

    def is_unread(self, path: str) -> bool:
        """Whether the note at *path* is still to be read; what rules look at of it will be known then."""
        return path in self._unread or (path not in self._marks and path.casefold().endswith(NOTE_SUFFIX))

    def paths(self) -> Collection[str]:
        """Return the paths of all known notes."""
        return self._marks.keys()

    def spelling(self, name: str) -> str | None:
        """Return the path of the note that *name* means, `.md` left out or not, in any case; None where none does."""
        key = same_name_key(name.strip())
        return self._spellings.get(key) or self._spellings.get(key + NOTE_SUFFIX)

    def candidates(self, name: str) -> tuple[str, ...]:
        """Return the paths of the notes that a link to *name* may mean: that very one, else all of that last name."""
        found = self.spelling(name)
        if found is not None or not name.strip():
            return (found,) if found is not None else ()
        if self._last_names is None:
            self._last_names = {}
            for path in self._marks:
                self._last_names.setdefault(_last_name(path), []).append(path)
        return tuple(self._last_names.get(_last_name(name), ()))

    async def follow(self, indexed: Feed[NotesIndexed]) -> None:
        """Learn of every note, then of each change *indexed* tells of. Never returns. Raises `IndexFailed`."""
        with indexed.subscribe() as commits:
            await self.reload()
            async for commit in commits:
                await self._apply(commit)

    async def reload(self) -> None:
        """Learn of all notes anew. Raises `IndexFailed`."""
        facts = await self._source.all_facts()
        marks = await self._marks_of(facts)
        self._marks, self._spellings = {}, {}
        self._unread &= marks.keys()
        self._add(marks)
        self.changed.publish(())

    async def _apply(self, commit: NotesIndexed) -> None:
        if commit.removed:
            self._last_names = None
        for path in commit.removed:
            self._marks.pop(path, None)
            self._unread.discard(path)
            if self._spellings.get(same_name_key(path)) == path:
                del self._spellings[same_name_key(path)]
        self._add(await self._marks_of(await self._source.facts_of(commit.paths)))
        if commit.paths or commit.removed:
            self.changed.publish((*commit.paths, *commit.removed))

    def _add(self, marks: Mapping[str, NoteMarks | None]) -> None:
        if not marks.keys() <= self._marks.keys():
            self._last_names = None
        self._marks.update(marks)
        self._spellings.update((same_name_key(path), path) for path in marks)

    async def _marks_of(self, facts: Mapping[str, NoteFacts]) -> dict[str, NoteMarks | None]:
        # The index leaves the owner's excluded notes unread, and cannot tell what a broken head means to say; rules are
        # meant for them all the same.
        self._unread -= facts.keys()
        self._unread |= {path for path, one in facts.items() if not (one.digest or one.problem or one.excluded)}
        excluded = [path for path, one in facts.items() if one.excluded or one.doubtful]
        looked_at = dict(zip(excluded, await asyncio.gather(*map(self._read_marks, excluded)), strict=True))
        read = {path: _marks(one) for path, one in facts.items() if path not in looked_at}
        return {**read, **looked_at}

    async def _read_marks(self, path: str) -> NoteMarks | None:
        try:
            return marks_of(await self._reader.read_note(NotePath.parse(path)))
        except VaultError:
            return None


def _last_name(path: str) -> str:
    return same_name_key(path.strip().rpartition("/")[2]).removesuffix(NOTE_SUFFIX)


def _marks(facts: NoteFacts) -> NoteMarks | None:
    """Return the marks of a note; None where it is not read yet, or cannot be."""
    if not facts.digest or facts.problem:
        return None
    return NoteMarks(facts.tag_keys, facts.properties, quotes=quoted_sources(facts.properties))

"""Mention tables: what may be mentioned: notes by name, those changed last, tags, folders. Kept till they change.

Each key that is typed asks; so nothing here is worked out twice for one state of the index.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import chain, islice

from vaultdesk.index import rows
from vaultdesk.index.folding import bare
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.name_keys import NameKeys
from vaultdesk.index.name_marks import marks_of, scattered
from vaultdesk.index.names import LONGEST, Sees, find_names
from vaultdesk.index.query import plain
from vaultdesk.index.results import NameHit
from vaultdesk.index.rows import local_time
from vaultdesk.index.text_run import BETWEEN, TextRun
from vaultdesk.vault.markdown.link_resolution import link_text

RECENT = 200
"""Notes changed last that are kept ready; a list that nothing was typed for shows fewer."""


LOOKED_AT = 1_000
"""Tags and folders that hold what was typed and are looked at, the same one up to three times."""

MOST_SCATTERED = 1_000
"""Tags and folders, the largest, that are looked at letter by letter: more would be felt while typing."""


@dataclass(frozen=True, slots=True)
class Named:
    """A tag or a folder that fits what was typed."""

    name: str
    notes: int
    """How many notes have the tag, or lie in the folder or below it."""
    marks: tuple[tuple[int, int], ...] = ()
    """Where the typed letters stand in it."""


@dataclass(frozen=True, slots=True)
class NotePlace:
    """A note that fits what was typed, and how a link says it."""

    hit: NameHit
    link: str
    """What a link to it says between its brackets, as short as can be."""


class MentionTables:
    """Belongs to the thread of one searcher: ask it by `Searcher.over_index` alone."""

    def __init__(self) -> None:
        self._version: tuple[int, int] = (0, -1)
        self._tags: _Table | None = None
        self._recent: list[NameHit] | None = None
        self._keys: NameKeys | None = None
        self._folders = _Table(())

    def notes(
        self, haystack: Haystack, db: sqlite3.Connection, typed: str, limit: int, sees: Sees | None = None
    ) -> list[NotePlace]:
        """The notes that fit *typed* best; where nothing is typed, those changed last."""
        if typed.strip():
            hits = find_names(haystack, db, typed, limit, sees)
        else:
            recent = self._newest(haystack, db)
            hits = [hit for hit in recent if sees is None or sees(hit.path)][:limit]
        names = haystack.names(db)
        return [NotePlace(hit, link_text(hit.path, "", names)[2:-2]) for hit in hits]

    def tags(self, db: sqlite3.Connection, typed: str, limit: int) -> list[Named]:
        """The tags that fit *typed*: those that begin with it first, then by how many notes carry them."""
        self._renew(db)
        if self._tags is None:
            named = (Named(count.tag, count.notes) for count in rows.tags(db))
            self._tags = _Table(sorted(named, key=lambda one: -one.notes))
        return self._tags.fitting(typed, limit)

    def folders(self, haystack: Haystack, db: sqlite3.Connection, typed: str, limit: int) -> list[Named]:
        """The folders that fit *typed*: those that begin with it first, then the large before the small."""
        keys = haystack.keys(db)
        if keys is not self._keys:
            self._keys, self._folders = keys, _Table(_folders_of(haystack, keys))
        return self._folders.fitting(typed.strip().strip("/"), limit)

    def _newest(self, haystack: Haystack, db: sqlite3.Connection) -> list[NameHit]:
        self._renew(db)
        if self._recent is None:
            straws = (one for one in haystack.straws(db) if not one.excluded and one.kind == "note")
            newest = nlargest(RECENT, ((one.mtime_ns, one.note) for one in straws))
            found = (haystack.get(note) for _, note in newest)
            self._recent = [NameHit(one.path, one.name, "", (), local_time(one.mtime_ns)) for one in found]
        return self._recent

    def _renew(self, db: sqlite3.Connection) -> None:
        version = (id(db), db.execute("PRAGMA data_version").fetchone()[0])
        if version != self._version:
            self._version, self._tags, self._recent = version, None, None


def _folders_of(haystack: Haystack, keys: NameKeys) -> list[Named]:
    counts: dict[str, int] = {}
    for note in keys.notes[: keys.names]:
        folder = haystack.get(note).path.rpartition("/")[0]
        while folder:
            counts[folder] = counts.get(folder, 0) + 1
            folder = folder.rpartition("/")[0]
    largest = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return [Named(name, notes) for name, notes in largest]


class _Table:
    """Names behind one another to be scanned, in the order they are offered in."""

    def __init__(self, named: Sequence[Named]) -> None:
        self._named = named
        self._run = TextRun([bare(one.name).encode("utf-8", "replace").replace(BETWEEN, b" ") for one in named])

    def fitting(self, typed: str, limit: int) -> list[Named]:
        """Return the first *limit* that fit: begun so, then a part begun so, then holding it, then letter by letter."""
        if not typed.strip():
            return list(self._named[:limit])
        wanted = bare(plain(typed)[:LONGEST].strip())
        letters = wanted.encode("utf-8", "replace")
        if not wanted or BETWEEN in letters:
            return []
        run = self._run
        slots = chain(run.edged(BETWEEN + letters), run.slots(b"/" + letters), run.slots(letters))
        found = list(islice(dict.fromkeys(islice(slots, LOOKED_AT)), limit))
        fits = [replace(self._named[slot], marks=marks_of(self._named[slot].name, wanted)) for slot in found]
        if len(fits) < limit and len(wanted) > 1:
            for slot, named in enumerate(self._named[:MOST_SCATTERED]):
                marks = () if slot in found else scattered(named.name, wanted.replace(" ", ""))
                if marks:
                    fits.append(replace(named, marks=marks))
        return fits[:limit]

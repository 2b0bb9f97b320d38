"""Text cache: names and folded text of all notes in memory, refreshed by what changed in the index.

The text is stored casefolded, as UTF-8, in a block that is scanned as a whole (packed_text.py). Texts beyond the memory
limit are read from the index for each search. Notes that were read and wait for their commit are found too.
"""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from vaultdesk.index.search_query import storable_text
from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.index.store.pending_texts import PendingTexts, PendingTextsReader
from vaultdesk.index.text_cache.note_catalog import (
    CATALOG_STEP,
    CatalogEntry,
    NameKeys,
    NoteCatalog,
    in_steps,
    sql_number_list,
)
from vaultdesk.index.text_cache.packed_text import TEXT_SEPARATOR, PackedTexts
from vaultdesk.index.text_cache.word_statistics import WordLookup
from vaultdesk.index.text_folding import accent_pattern, fold_bytes, fold_needle, fold_to_base
from vaultdesk.vault.markdown.link_resolution import NoteNames

__all__ = ["CatalogEntry", "TextCache"]

MAX_CACHED_BYTES = 300_000_000
"""Maximum text in memory: five times a vault of 14,000 notes. The rest is read for each search."""

FILL_STEP_BYTES = 8_000_000
"""Bytes loaded between two checks whether the step is done."""


class TextCache:
    """Belongs to one thread. Each query first reads what was committed since the last one."""

    def __init__(self, max_bytes: int = MAX_CACHED_BYTES, pending: PendingTexts | None = None) -> None:
        self._limit = max_bytes
        self._pending = PendingTextsReader(pending if pending is not None else PendingTexts())
        """The committed text of a note is ignored while a pending one exists."""
        self._word_lookup = WordLookup()
        self._numbers: dict[str, int] = {}
        """The notes' numbers by path, while texts are pending."""
        self._catalog = NoteCatalog()
        self._texts = PackedTexts()
        self._missing: dict[int, None] = {}
        """Notes whose text is not loaded yet, in order."""
        self._beyond: set[int] = set()
        """Notes whose text exceeded the memory limit."""

    def get(self, note: int) -> CatalogEntry:
        """Return the entry of that note, as of the last query."""
        return self._catalog.by_note[note]

    def visible_entries(self, connection: sqlite3.Connection, notes: Collection[int]) -> list[CatalogEntry]:
        """Return those of *notes* that may be results."""
        self._refresh(connection)
        known = map(self._catalog.by_note.get, notes)
        return [entry for entry in known if entry is not None and not entry.excluded]

    def notes_out_of_scope(self, scope: NoteScope) -> frozenset[int]:
        """Return the notes outside *scope*, as of the last query."""
        match scope:
            case "notes":
                return self._catalog.chats()
            case "chats":
                return frozenset(self._catalog.by_note.keys() - self._catalog.chats())
            case "all":
                return frozenset()

    def entries(self, connection: sqlite3.Connection) -> list[CatalogEntry]:
        """Return every note, including excluded ones."""
        self._refresh(connection)
        return list(self._catalog.by_note.values())

    def names(self, connection: sqlite3.Connection) -> NoteNames:
        """Return every note's path, including excluded ones, for resolving links."""
        self._refresh(connection)
        return self._catalog.names()

    def name_keys(self, connection: sqlite3.Connection) -> NameKeys:
        """Return the names and aliases of the notes that may be results, for search while typing."""
        self._refresh(connection)
        return self._catalog.name_keys()

    def chat_name_keys(self, connection: sqlite3.Connection) -> NameKeys:
        """Return the names and aliases of chats, for search while typing."""
        self._refresh(connection)
        return self._catalog.chat_name_keys()

    def fill(self, connection: sqlite3.Connection, most: int | None = None) -> bool:
        """Load all texts, or about *most* more bytes of them; return whether that was all."""
        self._refresh(connection)
        if not self._limit:
            self._beyond.update(self._missing)
            self._missing.clear()
        taken = 0
        while self._missing and (most is None or taken < most):
            taken += self._fill_some(connection)
        return not self._missing

    def notes_containing(
        self, connection: sqlite3.Connection, needles: Sequence[str], *, fold_accents: bool = False
    ) -> list[int]:
        """Return the notes that contain every one of *needles* in name, alias or text, ignoring case, in no order.

        With *fold_accents* accents are ignored too. That scans each non-ASCII text separately, which takes ten times as
        long if much of the vault is: it is intended for a second attempt.
        """
        self.fill(connection)
        wanted = {storable_text(needle) for needle in needles} - {""}
        if not wanted:
            return [entry.note for entry in self._catalog.by_note.values() if not entry.excluded]
        found = self._narrowed(connection, list(wanted))
        rarity = {needle: self._texts.sampled(fold_needle(needle)) for needle in wanted} if found is None else {}
        # The first one is searched in all texts, each further one in the remaining ones.
        for needle in sorted(wanted, key=lambda one: (rarity.get(one, 0), -len(one), one)):
            found = self._containing(connection, needle, found, fold_accents=fold_accents)
            if not found:
                return []
        return list(found or ())

    def _narrowed(self, connection: sqlite3.Connection, needles: Sequence[str]) -> set[int] | None:
        """Return a small superset of the notes that contain all of *needles*, if there is one; pending texts are in no
        full-text index.
        """
        known = not self._pending.by_path
        return self._word_lookup.may_hold(connection, needles, len(self._catalog.by_note)) if known else None

    def _containing(
        self, connection: sqlite3.Connection, needle: str, among: set[int] | None, *, fold_accents: bool
    ) -> set[int]:
        wanted = fold_needle(needle)
        if TEXT_SEPARATOR in wanted:
            return set()
        found = self._catalog.notes_called(wanted)
        found |= self._texts.holders(wanted, None if among is None else among - found)
        pattern = accent_pattern(needle) if fold_accents else None
        if pattern is not None:
            plainly = fold_to_base(needle)
            found |= self._catalog.notes_called_without_accents(plainly) | self._texts.holders(
                fold_needle(plainly), among
            )
            found |= self._texts.matching(pattern, among)
        beyond = self._beyond - found if among is None else self._beyond.intersection(among) - found
        for note, text in self._read(connection, beyond):
            if wanted in text or (pattern is not None and pattern.search(text) is not None):
                found.add(note)
        return found if among is None else found & among

    def notes_named(self, connection: sqlite3.Connection, needle: bytes) -> set[int]:
        """Return the notes whose folded name contains *needle*."""
        self._refresh(connection)
        return self._catalog.notes_named(needle)

    def counts(
        self, connection: sqlite3.Connection, needles: Sequence[bytes], among: Collection[int] | None = None
    ) -> list[dict[int, int]]:
        """Return, for each of the folded *needles*, the number of occurrences in the text of each note that contains
        it.

        With *among* all of those are counted; others may be missing.
        """
        self.fill(connection)
        if among is None:
            among = self._narrowed(connection, [needle.decode("utf-8", "surrogatepass") for needle in needles])
        found = [self._texts.counts(needle, among) for needle in needles]
        beyond = self._beyond if among is None else self._beyond.intersection(among)
        for note, text in self._read(connection, beyond):
            for needle, counts in zip(needles, found, strict=True):
                if needle in text:
                    counts[note] = text.count(needle)
        return found

    def first_position(self, note: int, needle: bytes) -> int | None:
        """Return the byte offset of *needle* in the note's folded text, -1 if absent; None if the text is not in
        memory.
        """
        return self._texts.first(note, needle) if note in self._texts else None

    def text(self, note: int) -> bytes | None:
        """Return the note's folded text; None if it is not in memory."""
        return self._texts.text(note) if note in self._texts else None

    def pending_text(self, note: int) -> str | None:
        """Return the note's pending text, if there is one."""
        pending = self._pending.by_path.get(self._catalog.by_note[note].path) if self._pending.by_path else None
        return None if pending is None else pending.decode()

    def _refresh(self, connection: sqlite3.Connection) -> None:
        # First pending texts, then committed ones: in the other order a text might be in neither.
        touched = self._pending.refresh()
        changes = self._catalog.refresh(connection)
        if changes.is_new_file:
            self._texts, self._missing, self._beyond = PackedTexts(), {}, set()
            self._word_lookup = WordLookup()  # Another file may have counted other words at the same revision.
        if changes.removed or len(self._numbers) != len(self._catalog.by_note):
            self._numbers = {}
        for entry in changes.removed:
            self._forget(entry.note)
        pending = self._pending.by_path
        for entry in changes.changed:
            if entry.path not in pending or entry.excluded or entry.note not in self._texts:
                self._renew(entry)
        if touched and not self._numbers:
            self._numbers = {entry.path: entry.note for entry in self._catalog.by_note.values()}
        for path in touched:
            if (note := self._numbers.get(path)) is not None:
                self._renew(self._catalog.by_note[note])
        if not pending:
            self._numbers = {}

    def _renew(self, entry: CatalogEntry) -> None:
        self._forget(entry.note)
        if not entry.excluded:
            self._missing[entry.note] = None

    def _forget(self, note: int) -> None:
        self._texts.drop(note)
        self._missing.pop(note, None)
        self._beyond.discard(note)

    def _fill_some(self, connection: sqlite3.Connection) -> int:
        some = list(islice(self._missing, CATALOG_STEP))
        taken = 0
        for note, text in self._read(connection, some):
            if self._texts.size + len(text) <= self._limit:
                self._texts.put(note, text)
            else:
                self._beyond.add(note)
            del self._missing[note]
            taken += len(text)
            if taken >= FILL_STEP_BYTES:
                return taken
        for note in some:  # No text of these was read yet.
            self._missing.pop(note, None)
        return taken

    def _read(self, connection: sqlite3.Connection, notes: Collection[int]) -> Iterator[tuple[int, bytes]]:
        for some in in_steps(list(notes)):
            committed: list[int] = []
            for note in some:
                pending = self._pending.by_path.get(self._catalog.by_note[note].path)
                if pending is None:
                    committed.append(note)
                else:
                    yield note, fold_bytes(pending)
            # As bytes: most text is folded without creating a string.
            bodies = f"SELECT id, CAST(properties || body AS BLOB) FROM text WHERE id IN ({sql_number_list(committed)})"  # noqa: S608 - numbers
            for note, text in connection.execute(bodies):
                yield note, fold_bytes(text)

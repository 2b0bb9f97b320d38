"""Names and folded texts of all notes, in memory or read from the index file for one query, and substring search in
them."""

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from heapq import nlargest
from itertools import islice

from msgspec import Struct

from vaultdesk.index.index_results import SubstringHit
from vaultdesk.index.search_query import fold_query, storable_text
from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.index.store.index_file import PendingTexts, PendingTextsReader
from vaultdesk.index.text_cache.note_catalog import (
    CATALOG_STEP,
    CatalogEntry,
    NameKeys,
    NoteCatalog,
    in_steps,
    load_entries,
    sql_number_list,
)
from vaultdesk.index.text_cache.packed_text import TEXT_SEPARATOR, PackedTexts
from vaultdesk.index.text_cache.word_statistics import WordLookup
from vaultdesk.index.text_folding import accent_pattern, fold_bytes, fold_needle, fold_to_base
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import same_name_key

__all__ = ["CatalogEntry", "TextCache"]


# The text is stored casefolded, as UTF-8, in a block that is scanned as a whole (packed_text.py). Texts beyond the
# memory limit are read from the index for each search. Notes that were read and wait for their commit are found too.

MAX_CACHED_BYTES = 300_000_000
"""Maximum text in memory: five times a vault of 14,000 notes. The rest is read for each search."""

FILL_STEP_BYTES = 8_000_000
"""Bytes loaded between two checks whether the step is done."""


class TextCache:
    """Belongs to one thread. Each query first reads the notes committed since the last one."""

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
        self._over_limit: set[int] = set()
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

    def fill(self, connection: sqlite3.Connection, max_bytes: int | None = None) -> bool:
        """Load all texts, or about *max_bytes* more bytes of them; return whether that was all."""
        self._refresh(connection)
        if not self._limit:
            self._over_limit.update(self._missing)
            self._missing.clear()
        loaded = 0
        while self._missing and (max_bytes is None or loaded < max_bytes):
            loaded += self._fill_some(connection)
        return not self._missing

    def notes_containing(
        self, connection: sqlite3.Connection, needles: Sequence[str], *, fold_accents: bool = False
    ) -> list[int]:
        """Return the notes that contain every one of *needles* in name, alias or text, ignoring case, in no order.

        With *fold_accents* accents are ignored too. That scans each non-ASCII text separately, which takes ten times as
        long if much of the vault is: it is intended for a second attempt.
        """
        self.fill(connection)
        texts = {storable_text(needle) for needle in needles} - {""}
        if not texts:
            return [entry.note for entry in self._catalog.by_note.values() if not entry.excluded]
        found = self._narrow(connection, list(texts))
        rarity = {needle: self._texts.count_in_sample(fold_needle(needle)) for needle in texts} if found is None else {}
        # The first one is searched in all texts, each further one in the remaining ones.
        for needle in sorted(texts, key=lambda text: (rarity.get(text, 0), -len(text), text)):
            found = self._containing(connection, needle, found, fold_accents=fold_accents)
            if not found:
                return []
        return list(found or ())

    def _narrow(self, connection: sqlite3.Connection, needles: Sequence[str]) -> set[int] | None:
        """Return a small superset of the notes that contain all of *needles*, if there is one; pending texts are in no
        full-text index.
        """
        known = not self._pending.by_path
        return self._word_lookup.possible_notes(connection, needles, len(self._catalog.by_note)) if known else None

    def _containing(
        self, connection: sqlite3.Connection, needle: str, among: set[int] | None, *, fold_accents: bool
    ) -> set[int]:
        folded = fold_needle(needle)
        if TEXT_SEPARATOR in folded:
            return set()
        found = self._catalog.notes_with_name_or_alias(folded)
        found |= self._texts.notes_containing(folded, None if among is None else among - found)
        pattern = accent_pattern(needle) if fold_accents else None
        if pattern is not None:
            base = fold_to_base(needle)
            found |= self._catalog.notes_with_unaccented_name(base) | self._texts.notes_containing(
                fold_needle(base), among
            )
            found |= self._texts.matching(pattern, among)
        uncached = self._over_limit - found if among is None else self._over_limit.intersection(among) - found
        for note, text in self._read(connection, uncached):
            if folded in text or (pattern is not None and pattern.search(text) is not None):
                found.add(note)
        return found if among is None else found & among

    def notes_with_name(self, connection: sqlite3.Connection, needle: bytes) -> set[int]:
        """Return the notes whose folded name contains *needle*."""
        self._refresh(connection)
        return self._catalog.notes_with_name(needle)

    def counts(
        self, connection: sqlite3.Connection, needles: Sequence[bytes], among: Collection[int] | None = None
    ) -> list[dict[int, int]]:
        """Return, for each of the folded *needles*, the number of occurrences in the text of each note that contains
        it.

        With *among* all of those are counted; others may be missing.
        """
        self.fill(connection)
        if among is None:
            among = self._narrow(connection, [needle.decode("utf-8", "surrogatepass") for needle in needles])
        found = [self._texts.counts(needle, among) for needle in needles]
        uncached = self._over_limit if among is None else self._over_limit.intersection(among)
        for note, text in self._read(connection, uncached):
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
            self._texts, self._missing, self._over_limit = PackedTexts(), {}, set()
            self._word_lookup = WordLookup()  # Another file may have counted other words at the same revision.
        if changes.removed or len(self._numbers) != len(self._catalog.by_note):
            self._numbers = {}
        for entry in changes.removed:
            self._drop(entry.note)
        pending = self._pending.by_path
        for entry in changes.changed:
            if entry.path not in pending or entry.excluded or entry.note not in self._texts:
                self._mark_missing(entry)
        if touched and not self._numbers:
            self._numbers = {entry.path: entry.note for entry in self._catalog.by_note.values()}
        for path in touched:
            if (note := self._numbers.get(path)) is not None:
                self._mark_missing(self._catalog.by_note[note])
        if not pending:
            self._numbers = {}

    def _mark_missing(self, entry: CatalogEntry) -> None:
        self._drop(entry.note)
        if not entry.excluded:
            self._missing[entry.note] = None

    def _drop(self, note: int) -> None:
        self._texts.drop(note)
        self._missing.pop(note, None)
        self._over_limit.discard(note)

    def _fill_some(self, connection: sqlite3.Connection) -> int:
        batch = list(islice(self._missing, CATALOG_STEP))
        loaded = 0
        for note, text in self._read(connection, batch):
            if self._texts.size + len(text) <= self._limit:
                self._texts.put(note, text)
            else:
                self._over_limit.add(note)
            del self._missing[note]
            loaded += len(text)
            if loaded >= FILL_STEP_BYTES:
                return loaded
        for note in batch:  # No text of these was read yet.
            self._missing.pop(note, None)
        return loaded

    def _read(self, connection: sqlite3.Connection, notes: Collection[int]) -> Iterator[tuple[int, bytes]]:
        for batch in in_steps(list(notes)):
            committed: list[int] = []
            for note in batch:
                pending = self._pending.by_path.get(self._catalog.by_note[note].path)
                if pending is None:
                    committed.append(note)
                else:
                    yield note, fold_bytes(pending)
            # As bytes: most text is folded without creating a string.
            bodies = f"SELECT id, CAST(properties || body AS BLOB) FROM text WHERE id IN ({sql_number_list(committed)})"  # noqa: S608 - numbers
            for note, text in connection.execute(bodies):
                yield note, fold_bytes(text)


# Has the same results as the text cache. Filling that takes more memory and time than reading the texts once, and with
# the vault's word list few of them are read.


class StoredTexts:
    """Has the interface of `TextCache` but reads the file for each query. Belongs to one thread."""

    def __init__(self) -> None:
        self._word_lookup = WordLookup()

    def fill(self, connection: sqlite3.Connection, max_bytes: int | None = None) -> bool:
        """Return True: nothing has to be loaded."""
        return True

    def notes_with_name(self, connection: sqlite3.Connection, needle: bytes) -> set[int]:
        """Return the notes, without excluded ones, whose folded name contains *needle*."""
        sql = "SELECT id FROM note WHERE excluded = 0 AND instr(name_key, ?)"
        return {note for (note,) in connection.execute(sql, (needle.decode("utf-8", "replace"),))}

    def visible_entries(self, connection: sqlite3.Connection, notes: Collection[int]) -> list[CatalogEntry]:
        """Return those of *notes* that may be results."""
        return [entry for entry in load_entries(connection, list(notes)) if not entry.excluded]

    def notes_containing(self, connection: sqlite3.Connection, needles: Sequence[str]) -> list[int]:
        """Return the notes that contain every one of *needles* in name, alias or text, ignoring case, in no order."""
        stored = list({storable_text(needle) for needle in needles} - {""})
        folded = [fold_needle(needle) for needle in stored]
        if any(TEXT_SEPARATOR in needle for needle in folded):
            return []
        count = connection.execute("SELECT count(*) FROM note").fetchone()[0]
        among = self._word_lookup.possible_notes(connection, stored, count) if stored else None
        texts = _folded_texts(connection, among)
        return [note for note, text in texts if all(needle in text for needle in folded)]


def _folded_texts(connection: sqlite3.Connection, among: Collection[int] | None) -> Iterator[tuple[int, bytes]]:
    """Yield name, aliases and text of every note that is not excluded, or of those in *among*, folded."""
    numbers = "" if among is None else sql_number_list(list(among))
    sql = f"SELECT note, alias FROM alias{f' WHERE note IN ({numbers})' if among is not None else ''}"  # noqa: S608 - numbers
    aliases: dict[int, list[bytes]] = {}
    for note, alias in connection.execute(sql):
        aliases.setdefault(note, []).append(same_name_key(alias).encode())
    sql = (
        "SELECT note.id, CAST(name_key AS BLOB), CAST(properties || body AS BLOB)"  # noqa: S608 - numbers
        " FROM note LEFT JOIN text ON text.id = note.id WHERE excluded = 0"
        f"{f' AND note.id IN ({numbers})' if among is not None else ''}"
    )
    for note, name, text in connection.execute(sql):
        # Separated, so that no match extends from one into the next: no search term contains the separator.
        yield note, TEXT_SEPARATOR.join((name, *aliases.get(note, ()), fold_bytes(text or b"")))


PREVIEW_SIDE = 100
"""Characters of a preview on each side of a match (vaultdesk/index/README.md, "Substring search")."""

PREVIEW_START = 200
"""Characters of a preview from the note's start, if only its name matched."""

FOLD_STEP = 1_024
"""Characters folded together while searching a position, then halved repeatedly: folding one by one is slow."""

MAX_SUBSTRING_HITS = 50
"""Maximum number of notes one search returns (vaultdesk/index/README.md, "Substring search")."""

PathFilter = Callable[[str], bool]


class SubstringMatch(Struct, frozen=True):
    """A note that contains every needle, in its name or in its text."""

    entry: CatalogEntry
    in_name: bool
    """Whether the name contains all needles."""
    count: int


def search_substring(
    text_cache: TextCache,
    connection: sqlite3.Connection,
    query: str,
    limit: int,
    is_visible: PathFilter | None = None,
    scope: NoteScope = "notes",
) -> list[SubstringHit]:
    """Return visible notes of *scope* that contain *query*: first those with it in the name, then by occurrences."""
    query_text = storable_text(query).strip()
    if not query_text:
        return []
    found = find_containing(
        text_cache, connection, (fold_query(query_text),), max(1, min(limit, MAX_SUBSTRING_HITS)), is_visible, scope
    )
    return [_hit(text_cache, connection, match, query_text) for match in found]


def find_containing(
    text_cache: TextCache,
    connection: sqlite3.Connection,
    needles: tuple[str, ...],
    limit: int,
    is_visible: PathFilter | None = None,
    scope: NoteScope = "notes",
) -> list[SubstringMatch]:
    """Return the best notes of *scope* that contain all of the casefolded *needles*: by name first, then by
    occurrences.
    """
    folded = tuple(map(fold_needle, needles))
    if not all(folded) or not folded or any(TEXT_SEPARATOR in needle for needle in folded):
        return []
    notes_by_name = [text_cache.notes_with_name(connection, needle) for needle in folded]
    others = text_cache.notes_out_of_scope(scope)
    in_name = set[int].intersection(*notes_by_name) - others

    def best(numbers: dict[int, int], limit: int) -> Iterator[SubstringMatch]:
        notes = _most_first(text_cache, numbers, limit)
        visible = (note for note in notes if is_visible is None or is_visible(text_cache.get(note).path))
        return (SubstringMatch(text_cache.get(note), note in in_name, numbers[note]) for note in islice(visible, limit))

    # If enough names match, the texts need not be searched.
    has_enough_names = len(in_name) >= limit
    counts = text_cache.counts(connection, folded, in_name if has_enough_names else None)
    by_name = _numbers(in_name, counts)
    for note in [note for note, number in by_name.items() if not number]:
        by_name[note] = sum(map(text_cache.get(note).key.count, needles))
    found = list(best(by_name, limit))
    if len(found) == limit:
        return found
    if has_enough_names:  # But not enough of them are visible.
        counts = text_cache.counts(connection, folded)
    notes_by_needle = [name.union(count) for name, count in zip(notes_by_name, counts, strict=True)]
    return [
        *found,
        *best(_numbers(set[int].intersection(*notes_by_needle) - in_name - others, counts), limit - len(found)),
    ]


def _numbers(notes: Collection[int], counts: list[dict[int, int]]) -> dict[int, int]:
    """Return the total number of occurrences of the needles for each of *notes*."""
    if len(counts) == 1:
        first_counts = counts[0]
        return {note: first_counts.get(note, 0) for note in notes}
    return {note: sum(count.get(note, 0) for count in counts) for note in notes}


def _most_first(text_cache: TextCache, numbers: dict[int, int], limit: int) -> Iterator[int]:
    """Yield the notes by their number, the largest first, then by path; only about *limit* are sorted."""
    while numbers:
        threshold = nlargest(limit, numbers.values())[-1]
        best = [note for note, number in numbers.items() if number >= threshold]
        yield from sorted(best, key=lambda note: (-numbers[note], text_cache.get(note).path_key))
        numbers = {note: number for note, number in numbers.items() if number < threshold}


def stored_text(connection: sqlite3.Connection, note: int) -> str:
    """Return the stored text of the note; empty if it was not read yet."""
    row = connection.execute("SELECT properties || body FROM text WHERE id = ?", (note,)).fetchone()
    return str(row[0]) if row else ""


def find_spans(text: str, needle: str, limit: int = 1) -> list[tuple[int, int]]:
    """Return the offsets in *text* of the first occurrences of the casefolded *needle*."""
    (found,) = find_all_spans(text, (needle,), limit)
    return found


def find_all_spans(text: str, needles: Sequence[str], limit: int) -> list[list[tuple[int, int]]]:
    """As `find_spans`, for each of *needles*: the text is folded once."""
    low = fold_query(text)
    found: list[list[tuple[int, int]]] = []
    for needle in needles:
        spans: list[tuple[int, int]] = []
        start = low.find(needle) if needle else -1
        while start >= 0 and len(spans) < limit:
            spans.append((start, start + len(needle)))
            start = low.find(needle, start + len(needle))
        # Casefolding never shortens: equal lengths mean that each character stayed one character.
        found.append(spans if len(low) == len(text) else _original_spans(text, spans))
    return found


def _original_spans(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Convert offsets of the casefolded text to offsets of *text*: ß and ligatures are longer when folded."""
    found: list[tuple[int, int]] = []
    start = before = 0
    for opening, closing in spans:
        start, before = _original_index(text, opening, start, before)
        last, _ = _original_index(text, closing - 1, start, before)
        found.append((start, last + 1))
    return found


def _original_index(text: str, offset: int, start: int, before: int) -> tuple[int, int]:
    """Return the index in *text* of the character at *offset* of the casefolded text, and the folded offset of its
    start.

    *start* is the index of an earlier character, and *before* its folded offset.
    """
    step = FOLD_STEP
    while step:
        length = len(fold_query(text[start : start + step]))
        if before + length <= offset:
            start, before = start + step, before + length
        else:
            step //= 2
    return start, before


def _hit(text_cache: TextCache, connection: sqlite3.Connection, match: SubstringMatch, query_text: str) -> SubstringHit:
    needle = fold_query(query_text)
    note = match.entry.note
    first = text_cache.first_position(note, fold_needle(needle))
    # The text up to the first match suffices for a long note. Folding never shortens, and a character has at least one
    # byte, so the match in the original text is not behind that byte.
    max_characters = PREVIEW_START if first == -1 else None if first is None else first + len(needle) + PREVIEW_SIDE
    text, is_cut = _text(text_cache, connection, note, max_characters)
    spans = find_spans(text, needle) if first != -1 else []
    if spans:
        start, end = max(0, spans[0][0] - PREVIEW_SIDE), min(len(text), spans[0][1] + PREVIEW_SIDE)
        preview = ("..." if start else "") + text[start:end] + ("..." if end < len(text) or is_cut else "")
    else:
        preview = text[:PREVIEW_START]
    return SubstringHit(match.entry.path, match.entry.name, match.count, preview)


def _text(
    text_cache: TextCache, connection: sqlite3.Connection, note: int, max_characters: int | None
) -> tuple[str, bool]:
    """Return at least the first *max_characters* characters of the note's text, and whether there are more."""
    pending = text_cache.pending_text(note)
    if pending is not None:
        return pending, False
    if max_characters is None:
        return stored_text(connection, note), False
    sql = "SELECT substr(properties || body, 1, ?) FROM text WHERE id = ?"
    row = connection.execute(sql, (max_characters + 1, note)).fetchone()
    text = str(row[0]) if row else ""
    return text[:max_characters], len(text) > max_characters

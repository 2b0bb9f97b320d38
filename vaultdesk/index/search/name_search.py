"""Search of note names while typing, with typo tolerance, and completion of mentions."""

import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from heapq import nlargest
from itertools import chain, groupby, islice, pairwise
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct

from vaultdesk.core.values import replace
from vaultdesk.index.index_results import NameHit
from vaultdesk.index.search import lookups
from vaultdesk.index.search.lookups import local_time
from vaultdesk.index.search_query import fold_query, storable_text
from vaultdesk.index.text_cache.note_catalog import NameKeys
from vaultdesk.index.text_cache.packed_text import TEXT_SEPARATOR, TextBuffer
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.index.text_folding import byte_pattern, fold_to_base, literal_pattern, spelling_key
from vaultdesk.vault.markdown.link_resolution import link_text

NameSpans = tuple[tuple[int, int], ...]


def max_scatter_width(needle: str) -> int:
    """Return how many characters of a name scattered letters may span: further apart they match by chance."""
    return min(4 * len(needle), 8 + 2 * len(needle))


def find_name_spans(name: str, folded: str) -> NameSpans:
    """Return the positions of *folded*, without case and accents, in *name*; those of its words if they are apart."""
    key, origin = _fold_with_origins(name)
    position = key.find(folded)
    if position >= 0:
        return (_original_span(name, origin, position, len(folded)),)
    words = folded.split()
    starts = sorted((key.find(word), len(word)) for word in words)
    by_word = [_original_span(name, origin, start, length) for start, length in starts if start >= 0]
    is_disjoint = len(by_word) == len(words) and all(first[1] <= second[0] for first, second in pairwise(by_word))
    return tuple(by_word) if is_disjoint else ()


def find_word_spans(name: str, words: tuple[str, ...]) -> NameSpans:
    """Return the first position in *name* of each of *words*, in order, without overlaps."""
    key, origin = _fold_with_origins(name)
    spans = sorted(_original_span(name, origin, key.find(word), len(word)) for word in words if word in key)
    result: list[tuple[int, int]] = []
    for span in spans:
        if not result or span[0] >= result[-1][1]:
            result.append(span)
    return tuple(result)


def find_spelling_spans(name: str, key: str) -> NameSpans:
    """Return the positions in *name* of the letters of *key*, a spelling key, side by side."""
    letters = [spelling_key(character) for character in name]
    origin = [index for index, key_part in enumerate(letters) for _ in key_part]
    start = "".join(letters).find(key)
    return (_original_span(name, origin, start, len(key)),) if start >= 0 else ()


def find_scattered(name: str, needle: str) -> NameSpans:
    """Return positions of the letters in order, from the start of the word that keeps them closest; empty if too far
    apart.
    """
    # One character each, so that positions match the name: ß, which folds to two letters, is not matched.
    low = (
        name.lower()
        if name.isascii()
        else "".join(letter if len(letter) == 1 else "\0" for letter in map(fold_to_base, name))
    )
    best: list[int] = []
    start = low.find(needle[0])
    while start >= 0:
        if _begins_word(name, start):
            positions = _letter_positions(low, needle, start)
            if positions and (not best or positions[-1] - positions[0] < best[-1] - best[0]):
                best = positions
        start = low.find(needle[0], start + 1)
    if not best or best[-1] + 1 - best[0] > max_scatter_width(needle):
        return ()
    marks: list[tuple[int, int]] = []
    for position in best:
        if marks and marks[-1][1] == position:
            marks[-1] = (marks[-1][0], position + 1)
        else:
            marks.append((position, position + 1))
    return tuple(marks)


def _fold_with_origins(name: str) -> tuple[str, list[int]]:
    """Return *name* without case and accents, and the source index of each character."""
    if name.isascii():
        return name.lower(), list(range(len(name)))
    letters: list[str] = []
    origin: list[int] = []
    for index, character in enumerate(name):
        base = fold_to_base(character)
        letters.append(base)
        origin += [index] * len(base)
    return "".join(letters), origin


def _original_span(name: str, origin: list[int], start: int, length: int) -> tuple[int, int]:
    end = origin[start + length - 1] + 1
    while end < len(name) and unicodedata.combining(name[end]):  # A combining accent.
        end += 1
    return origin[start], end


def _begins_word(name: str, index: int) -> bool:
    before = name[index - 1 : index]
    return not before.isalnum() or (name[index].isupper() and before.islower())


def _letter_positions(text: str, needle: str, start: int) -> list[int]:
    """Return the first position from *start* of each letter in order; empty if one is missing."""
    positions: list[int] = []
    for letter in needle:
        start = text.find(letter, start)
        if start < 0:
            return []
        positions.append(start)
        start += 1
    return positions


MIN_TYPO_LENGTH = 4
"""Minimum length of a word for typo tolerance: with three letters one typo gives any other word."""

TWO_TYPOS_LENGTH = 8
"""Length in letters from which two typos are tolerated instead of one."""

MAX_SIMILAR_WORDS = 20
"""Maximum number of similar words for a typed one."""


def similar_words(word: str, words: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the words that equal or begin with something similar to *word*, each with its number of typos.

    *words* are grouped by their first letter, which is assumed right or swapped with the second, as typos are rare
    there.
    """
    if len(word) < MIN_TYPO_LENGTH:
        return {}
    try:
        # Imported here, so that no native library is loaded before a name was mistyped.
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract
    except ImportError:
        return {}
    max_typos = 2 if len(word) >= TWO_TYPOS_LENGTH else 1
    swapped = (other for other in words.get(word[1], ()) if other[1:2] == word[0] != word[1])
    likely = [other for other in (*words.get(word[0], ()), *swapped) if len(other) >= len(word) - max_typos]
    found: dict[str, int] = {}
    for end in (None, len(word) - 1, len(word), len(word) + 1):  # The last word is often unfinished.
        choices = likely if end is None else [other[:end] for other in likely]
        for _, typos, index in extract(
            word, choices, scorer=OSA.distance, score_cutoff=max_typos, limit=MAX_SIMILAR_WORDS
        ):
            found[likely[index]] = min(int(typos), found.get(likely[index], max_typos))
    return found


MAX_TYPED_LENGTH = 200
"""Maximum number of typed characters used: no name is longer."""

MAX_SCATTERED_NOTES = 400
"""Maximum number of names scanned letter by letter, the shortest first: more would be noticeable while typing in a very
large vault.
"""

MAX_NARROW_LETTERS = 5
"""Number of scattered letters up to which their distance is limited while scanning; more rarely match by chance."""

NameFilter = Callable[[str], bool]


def find_names(
    text_cache: TextCache, connection: sqlite3.Connection, query: str, limit: int, is_visible: NameFilter | None = None
) -> list[NameHit]:
    """Return the visible notes whose name, alias or path matches *query* best; without a query the newest.

    Chats are included only if *query* is a part of their path and contains `/`.
    """
    typed = " ".join(storable_text(query)[:MAX_TYPED_LENGTH].split())
    folded = fold_to_base(typed)
    keys = text_cache.name_keys(connection)
    if not folded:
        return _newest(text_cache, connection, limit, is_visible)
    answer = _NameHits(text_cache, keys, typed, limit, is_visible)
    words = folded.split()
    for slots in (
        keys.equal_to(folded),
        keys.starting_with(folded),
        keys.with_word_starting(folded),
        keys.containing([folded]),
        keys.containing(words),
    ):
        answer.add(slots, lambda name: find_name_spans(name, folded))
    is_named = bool(answer.hits)
    answer.add(keys.with_path_containing(words), lambda name: find_word_spans(name, tuple(words)))
    if key := spelling_key(typed):
        answer.add(keys.with_spelling(key), lambda name: find_spelling_spans(name, key))
    answer.add_ranked(scattered_matches(keys, folded.replace(" ", "")))
    if not is_named:  # Only then are typos considered.
        answer.add_ranked(_with_typos(keys, words))
    if "/" not in folded or len(answer.hits) >= limit:
        return answer.hits
    chat_keys = text_cache.chat_name_keys(connection)
    chats = _NameHits(text_cache, chat_keys, typed, limit - len(answer.hits), is_visible)
    chats.add(chat_keys.with_path_containing([folded]), lambda name: find_word_spans(name, tuple(words)))
    return [*answer.hits, *chats.hits]


class RankedName(NamedTuple):
    """A name that matches approximately."""

    rank: int
    """Smaller is better."""
    slot: int
    """Index in `NameKeys`."""
    marks: NameSpans


class _NameHits:
    """Hits in the order added, each note once."""

    def __init__(
        self, text_cache: TextCache, keys: NameKeys, typed: str, limit: int, is_visible: NameFilter | None
    ) -> None:
        self.hits: list[NameHit] = []
        self._text_cache = text_cache
        self._keys = keys
        self._typed = "" if typed.isascii() else fold_query(typed)
        self._limit = limit
        self._is_visible = is_visible
        self._added: set[int] = set()

    def add(self, slots: Iterator[int], marks: Callable[[str], NameSpans]) -> None:
        """Add equally good matches up to the limit: names before aliases, short before long.

        For equal length, exact accents come first, then the most recently changed.
        """
        if len(self.hits) >= self._limit:
            return
        display_names, name_count = self._keys.display_names, self._keys.name_count
        for _, same in groupby(slots, lambda slot: (slot >= name_count, len(display_names[slot]))):
            for slot in sorted(same, key=self._order):
                self._append(slot, marks)
                if len(self.hits) >= self._limit:
                    return

    def add_ranked(self, found: Iterable[RankedName]) -> None:
        """Add these, the smallest rank first, for equal rank short names before long ones."""
        if len(self.hits) >= self._limit:
            return
        names = self._keys.display_names
        for match in sorted(found, key=lambda match: (match.rank, len(names[match.slot]), self._order(match.slot))):
            self._append(match.slot, partial(_fixed_marks, match.marks))

    def _order(self, slot: int) -> tuple[bool, int, str]:
        entry = self._text_cache.get(self._keys.notes[slot])
        other_accents = self._typed != "" and self._typed not in fold_query(self._keys.display_names[slot])
        return (other_accents, -entry.mtime_ns, entry.path)

    def _append(self, slot: int, marks: Callable[[str], NameSpans]) -> None:
        entry = self._text_cache.get(self._keys.notes[slot])
        if len(self.hits) < self._limit and entry.note not in self._added:
            self._added.add(entry.note)
            if self._is_visible is None or self._is_visible(entry.path):
                name = self._keys.display_names[slot]
                alias = name if slot >= self._keys.name_count else ""
                self.hits.append(NameHit(entry.path, entry.name, alias, marks(name), local_time(entry.mtime_ns)))


def _fixed_marks(marks: NameSpans, _name: str) -> NameSpans:
    return marks


def _newest(
    text_cache: TextCache, connection: sqlite3.Connection, limit: int, is_visible: NameFilter | None
) -> list[NameHit]:
    notes = (entry for entry in text_cache.entries(connection) if not entry.excluded and entry.kind == "note")
    newest = sorted(notes, key=attrgetter("mtime_ns"), reverse=True)
    visible = (entry for entry in newest if is_visible is None or is_visible(entry.path))
    return [NameHit(entry.path, entry.name, "", (), local_time(entry.mtime_ns)) for entry in islice(visible, limit)]


def scattered_matches(keys: NameKeys, needle: str) -> Iterator[RankedName]:
    """Yield names that contain the letters in order but apart, ranked by their span: `mtg` for Meeting."""
    if len(needle) < 2:
        return
    buffer, slots = keys.with_word(needle[0])
    for index in islice(_containing_characters(buffer, needle), MAX_SCATTERED_NOTES):
        slot = slots[index]
        marks = find_scattered(keys.display_names[slot], needle)
        if marks:
            yield RankedName(marks[-1][1] - marks[0][0], slot, marks)


def _containing_characters(buffer: TextBuffer, needle: str) -> Iterator[int]:
    """Yield the indices of names that may contain the letters in order from a word's start; a superset."""
    first, *others = (_either_case(letter) for letter in needle)
    wide = f"{{0,{max_scatter_width(needle) - len(needle)}}}" if len(needle) <= MAX_NARROW_LETTERS else "*"
    # The first class also matches the last byte of a non-ASCII letter; such matches are rejected later.
    start = rb"(?:[^0-9A-Za-z]%b|[a-z](?:%b))" % (first, literal_pattern(needle[0].upper().encode()))
    # Counted in letters, as a name's span is: beyond ASCII each has several bytes.
    gap = rb"(?:[^\x00\x80-\xbf][\x80-\xbf]*)%b?" % wide.encode()
    pattern = byte_pattern(start + b"".join(gap + letter for letter in others))
    position = 0
    while (match := pattern.search(buffer.joined, position)) is not None:
        slot = buffer.slot_at(match.start())
        yield slot
        position = buffer.end(slot)


def _either_case(letter: str) -> bytes:
    variants = dict.fromkeys(variant.encode() for variant in (letter, letter.upper()))
    return b"(?:" + b"|".join(map(literal_pattern, variants)) + b")"


def _with_typos(keys: NameKeys, words: list[str]) -> Iterator[RankedName]:
    """Yield names that contain every word, or a word similar to it, ranked by the number of typos."""
    matching: dict[int, tuple[int, tuple[str, ...]]] | None = None
    # The longest word leaves the fewest names to check for the others.
    for word in sorted(words, key=len, reverse=True):
        is_right = next(keys.containing([word]), None) is not None
        typos_by_word = {word: 0} if is_right else similar_words(word, keys.words)
        next_matching: dict[int, tuple[int, tuple[str, ...]]] = {}
        for other, typos in sorted(typos_by_word.items(), key=lambda item: item[1]):
            if matching is None:
                next_matching.update(
                    (slot, (typos, (other,))) for slot in keys.containing([other]) if slot not in next_matching
                )
            else:
                for slot, (typo_count, matched) in matching.items():
                    if slot not in next_matching and keys.contains(slot, other):
                        next_matching[slot] = (typo_count + typos, (*matched, other))
        matching = next_matching
    for slot, (typo_count, matched) in (matching or {}).items():
        yield RankedName(typo_count, slot, find_word_spans(keys.display_names[slot], matched))


# Queried at each keystroke, so results are cached for one state of the index.

RECENT_NOTES = 200
"""Number of most recently changed notes cached; a list for an empty query shows fewer."""


MAX_EXAMINED_NAMES = 1_000
"""Maximum number of matching tags and folders examined, each up to three times."""

MAX_SCATTERED_NAMES = 1_000
"""Maximum number of tags and folders, the largest, scanned letter by letter: more would be noticeable while typing."""


class MentionedName(Struct, frozen=True):
    """A tag or a folder that matches the typed text."""

    name: str
    notes: int
    """Number of notes with the tag, or in the folder or below it."""
    marks: tuple[tuple[int, int], ...] = ()
    """Positions of the typed letters in it."""


class MentionedNote(Struct, frozen=True):
    """A note that matches the typed text, with its link text."""

    hit: NameHit
    link: str
    """The shortest unambiguous text of a link to it."""


class MentionTables:
    """Names for completing mentions. Belongs to the thread of one searcher: use it through `Searcher.read_index`
    only.
    """

    def __init__(self) -> None:
        self._version: tuple[int, int] = (0, -1)
        self._tags: _NameTable | None = None
        self._recent: list[NameHit] | None = None
        self._keys: NameKeys | None = None
        self._folders = _NameTable(())

    def notes(
        self,
        text_cache: TextCache,
        db: sqlite3.Connection,
        typed: str,
        limit: int,
        is_visible: NameFilter | None = None,
    ) -> list[MentionedNote]:
        """Return the notes that match *typed* best; for an empty text, the most recently changed."""
        if typed.strip():
            hits = find_names(text_cache, db, typed, limit, is_visible)
        else:
            recent = self._newest(text_cache, db)
            hits = [hit for hit in recent if is_visible is None or is_visible(hit.path)][:limit]
        names = text_cache.names(db)
        return [MentionedNote(hit, link_text(hit.path, "", names)[2:-2]) for hit in hits]

    def tags(self, db: sqlite3.Connection, typed: str, limit: int) -> list[MentionedName]:
        """Return the tags that match *typed*: those that begin with it first, then by number of notes."""
        self._refresh(db)
        if self._tags is None:
            named = (MentionedName(count.tag, count.notes) for count in lookups.list_tags(db))
            self._tags = _NameTable(sorted(named, key=lambda name: -name.notes))
        return self._tags.matching(typed, limit)

    def folders(self, text_cache: TextCache, db: sqlite3.Connection, typed: str, limit: int) -> list[MentionedName]:
        """Return the folders that match *typed*: those that begin with it first, then by size."""
        keys = text_cache.name_keys(db)
        if keys is not self._keys:
            self._keys, self._folders = keys, _NameTable(_folders_of(text_cache, keys))
        return self._folders.matching(typed.strip().strip("/"), limit)

    def _newest(self, text_cache: TextCache, db: sqlite3.Connection) -> list[NameHit]:
        self._refresh(db)
        if self._recent is None:
            entries = (entry for entry in text_cache.entries(db) if not entry.excluded and entry.kind == "note")
            newest = nlargest(RECENT_NOTES, ((entry.mtime_ns, entry.note) for entry in entries))
            found = (text_cache.get(note) for _, note in newest)
            self._recent = [NameHit(entry.path, entry.name, "", (), local_time(entry.mtime_ns)) for entry in found]
        return self._recent

    def _refresh(self, db: sqlite3.Connection) -> None:
        version = (id(db), db.execute("PRAGMA data_version").fetchone()[0])
        if version != self._version:
            self._version, self._tags, self._recent = version, None, None


def _folders_of(text_cache: TextCache, keys: NameKeys) -> list[MentionedName]:
    counts: dict[str, int] = {}
    for note in keys.notes[: keys.name_count]:
        folder = text_cache.get(note).path.rpartition("/")[0]
        while folder:
            counts[folder] = counts.get(folder, 0) + 1
            folder = folder.rpartition("/")[0]
    largest = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [MentionedName(name, notes) for name, notes in largest]


class _NameTable:
    """Concatenated names for scanning, in the order of the list."""

    def __init__(self, names: Sequence[MentionedName]) -> None:
        self._names = names
        self._buffer = TextBuffer(
            [fold_to_base(name.name).encode("utf-8", "replace").replace(TEXT_SEPARATOR, b" ") for name in names]
        )

    def matching(self, typed: str, limit: int) -> list[MentionedName]:
        """Return the first *limit* matches: names beginning with *typed*, then with a part beginning so, then
        containing it, then with scattered letters.
        """
        if not typed.strip():
            return list(self._names[:limit])
        folded = fold_to_base(storable_text(typed)[:MAX_TYPED_LENGTH].strip())
        encoded = folded.encode("utf-8", "replace")
        if not folded or TEXT_SEPARATOR in encoded:
            return []
        buffer = self._buffer
        slots = chain(buffer.at_edge(TEXT_SEPARATOR + encoded), buffer.slots(b"/" + encoded), buffer.slots(encoded))
        found = list(islice(dict.fromkeys(islice(slots, MAX_EXAMINED_NAMES)), limit))
        matches = [replace(self._names[slot], marks=find_name_spans(self._names[slot].name, folded)) for slot in found]
        if len(matches) < limit and len(folded) > 1:
            for slot, name in enumerate(self._names[:MAX_SCATTERED_NAMES]):
                marks = () if slot in found else find_scattered(name.name, folded.replace(" ", ""))
                if marks:
                    matches.append(replace(name, marks=marks))
        return matches[:limit]

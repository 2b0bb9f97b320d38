"""Search of note names while typing, with typo tolerance, and completion of mentions."""

import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from heapq import nlargest
from itertools import chain, groupby, islice, pairwise
from operator import attrgetter

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
    key, origin = _bared(name)
    whole = key.find(folded)
    if whole >= 0:
        return (_place(name, origin, whole, len(folded)),)
    words = folded.split()
    starts = sorted((key.find(word), len(word)) for word in words)
    by_word = [_place(name, origin, start, length) for start, length in starts if start >= 0]
    apart = len(by_word) == len(words) and all(one[1] <= two[0] for one, two in pairwise(by_word))
    return tuple(by_word) if apart else ()


def find_word_spans(name: str, words: tuple[str, ...]) -> NameSpans:
    """Return the first position in *name* of each of *words*, in order, without overlaps."""
    key, origin = _bared(name)
    places = sorted(_place(name, origin, key.find(word), len(word)) for word in words if word in key)
    kept: list[tuple[int, int]] = []
    for place in places:
        if not kept or place[0] >= kept[-1][1]:
            kept.append(place)
    return tuple(kept)


def find_spelling_spans(name: str, key: str) -> NameSpans:
    """Return the positions in *name* of the letters of *key*, a spelling key, side by side."""
    letters = [spelling_key(character) for character in name]
    origin = [at for at, kept in enumerate(letters) for _ in kept]
    start = "".join(letters).find(key)
    return (_place(name, origin, start, len(key)),) if start >= 0 else ()


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
            positions = _in_order(low, needle, start)
            if positions and (not best or positions[-1] - positions[0] < best[-1] - best[0]):
                best = positions
        start = low.find(needle[0], start + 1)
    if not best or best[-1] + 1 - best[0] > max_scatter_width(needle):
        return ()
    marks: list[tuple[int, int]] = []
    for place in best:
        if marks and marks[-1][1] == place:
            marks[-1] = (marks[-1][0], place + 1)
        else:
            marks.append((place, place + 1))
    return tuple(marks)


def _bared(name: str) -> tuple[str, list[int]]:
    """Return *name* without case and accents, and the source index of each character."""
    if name.isascii():
        return name.lower(), list(range(len(name)))
    letters: list[str] = []
    origin: list[int] = []
    for at, character in enumerate(name):
        kept = fold_to_base(character)
        letters.append(kept)
        origin += [at] * len(kept)
    return "".join(letters), origin


def _place(name: str, origin: list[int], start: int, length: int) -> tuple[int, int]:
    end = origin[start + length - 1] + 1
    while end < len(name) and unicodedata.combining(name[end]):  # A combining accent.
        end += 1
    return origin[start], end


def _begins_word(name: str, place: int) -> bool:
    before = name[place - 1 : place]
    return not before.isalnum() or (name[place].isupper() and before.islower())


def _in_order(low: str, needle: str, start: int) -> list[int]:
    """Return the first position from *start* of each letter in order; empty if one is missing."""
    positions: list[int] = []
    for letter in needle:
        start = low.find(letter, start)
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
    most = 2 if len(word) >= TWO_TYPOS_LENGTH else 1
    swapped = (other for other in words.get(word[1], ()) if other[1:2] == word[0] != word[1])
    likely = [other for other in (*words.get(word[0], ()), *swapped) if len(other) >= len(word) - most]
    found: dict[str, int] = {}
    for end in (None, len(word) - 1, len(word), len(word) + 1):  # The last word is often unfinished.
        choices = likely if end is None else [other[:end] for other in likely]
        for _, typos, place in extract(word, choices, scorer=OSA.distance, score_cutoff=most, limit=MAX_SIMILAR_WORDS):
            found[likely[place]] = min(int(typos), found.get(likely[place], most))
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
    answer = _Answer(text_cache, keys, typed, limit, is_visible)
    words = folded.split()
    for slots in (
        keys.equal_to(folded),
        keys.starting_with(folded),
        keys.with_word_starting(folded),
        keys.containing([folded]),
        keys.containing(words),
    ):
        answer.take(slots, lambda name: find_name_spans(name, folded))
    is_named = bool(answer.hits)
    answer.take(keys.with_path_containing(words), lambda name: find_word_spans(name, tuple(words)))
    if key := spelling_key(typed):
        answer.take(keys.with_spelling(key), lambda name: find_spelling_spans(name, key))
    answer.take_ranked(scattered_matches(keys, folded.replace(" ", "")))
    if not is_named:  # Only then are typos considered.
        answer.take_ranked(_with_typos(keys, words))
    if "/" not in folded or len(answer.hits) >= limit:
        return answer.hits
    chat_keys = text_cache.chat_name_keys(connection)
    chats = _Answer(text_cache, chat_keys, typed, limit - len(answer.hits), is_visible)
    chats.take(chat_keys.with_path_containing([folded]), lambda name: find_word_spans(name, tuple(words)))
    return [*answer.hits, *chats.hits]


class _Answer:
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
        self._known: set[int] = set()

    def take(self, slots: Iterator[int], marks: Callable[[str], NameSpans]) -> None:
        """Add equally good matches up to the limit: names before aliases, short before long.

        For equal length, exact accents come first, then the most recently changed.
        """
        if len(self.hits) >= self._limit:
            return
        shown, names = self._keys.shown, self._keys.names
        for _, same in groupby(slots, lambda slot: (slot >= names, len(shown[slot]))):
            for slot in sorted(same, key=self._order):
                self._add(slot, marks)
                if len(self.hits) >= self._limit:
                    return

    def take_ranked(self, found: Iterable[tuple[int, int, NameSpans]]) -> None:
        """Add these, the smallest rank first: rank, index among the names, marks."""
        if len(self.hits) >= self._limit:
            return
        shown = self._keys.shown
        ranked = sorted(found, key=lambda one: (one[0], len(shown[one[1]]), self._order(one[1])))
        for _, slot, marks in ranked:
            self._add(slot, partial(_known, marks))

    def _order(self, slot: int) -> tuple[bool, int, str]:
        entry = self._text_cache.get(self._keys.notes[slot])
        other_accents = self._typed != "" and self._typed not in fold_query(self._keys.shown[slot])
        return (other_accents, -entry.mtime_ns, entry.path)

    def _add(self, slot: int, marks: Callable[[str], NameSpans]) -> None:
        entry = self._text_cache.get(self._keys.notes[slot])
        if len(self.hits) < self._limit and entry.note not in self._known:
            self._known.add(entry.note)
            if self._is_visible is None or self._is_visible(entry.path):
                shown = self._keys.shown[slot]
                alias = shown if slot >= self._keys.names else ""
                self.hits.append(NameHit(entry.path, entry.name, alias, marks(shown), local_time(entry.mtime_ns)))


def _known(marks: NameSpans, _name: str) -> NameSpans:
    return marks


def _newest(
    text_cache: TextCache, connection: sqlite3.Connection, limit: int, is_visible: NameFilter | None
) -> list[NameHit]:
    notes = (entry for entry in text_cache.entries(connection) if not entry.excluded and entry.kind == "note")
    newest = sorted(notes, key=attrgetter("mtime_ns"), reverse=True)
    visible = (entry for entry in newest if is_visible is None or is_visible(entry.path))
    return [NameHit(entry.path, entry.name, "", (), local_time(entry.mtime_ns)) for entry in islice(visible, limit)]


def scattered_matches(keys: NameKeys, needle: str) -> Iterator[tuple[int, int, NameSpans]]:
    """Yield names that contain the letters in order but apart, with their span: `mtg` for Meeting."""
    if len(needle) < 2:
        return
    run, places = keys.with_word(needle[0])
    for place in islice(_containing_characters(run, needle), MAX_SCATTERED_NOTES):
        slot = places[place]
        marks = find_scattered(keys.shown[slot], needle)
        if marks:
            yield marks[-1][1] - marks[0][0], slot, marks


def _containing_characters(run: TextBuffer, needle: str) -> Iterator[int]:
    """Yield the indices of names that may contain the letters in order from a word's start; a superset."""
    first, *others = (_either_case(letter) for letter in needle)
    wide = f"{{0,{max_scatter_width(needle) - len(needle)}}}" if len(needle) <= MAX_NARROW_LETTERS else "*"
    # A letter of another script may end a word as well, in bytes: that is checked afterwards.
    start = rb"(?:[^0-9A-Za-z]%b|[a-z](?:%b))" % (first, literal_pattern(needle[0].upper().encode()))
    # Counted in letters, as a name's span is: beyond ASCII each has several bytes.
    gap = rb"(?:[^\x00\x80-\xbf][\x80-\xbf]*)%b?" % wide.encode()
    pattern = byte_pattern(start + b"".join(gap + letter for letter in others))
    place = 0
    while (match := pattern.search(run.joined, place)) is not None:
        slot = run.slot_at(match.start())
        yield slot
        place = run.end(slot)


def _either_case(letter: str) -> bytes:
    variants = dict.fromkeys(way.encode() for way in (letter, letter.upper()))
    return b"(?:" + b"|".join(map(literal_pattern, variants)) + b")"


def _with_typos(keys: NameKeys, words: list[str]) -> Iterator[tuple[int, int, NameSpans]]:
    """Yield names that contain every word, or a word similar to it, with the number of typos."""
    matching: dict[int, tuple[int, tuple[str, ...]]] | None = None
    # The longest word leaves the fewest names to check for the others.
    for word in sorted(words, key=len, reverse=True):
        is_right = next(keys.containing([word]), None) is not None
        near = {word: 0} if is_right else similar_words(word, keys.words)
        now: dict[int, tuple[int, tuple[str, ...]]] = {}
        for other, typos in sorted(near.items(), key=lambda one: one[1]):
            if matching is None:
                now.update((slot, (typos, (other,))) for slot in keys.containing([other]) if slot not in now)
            else:
                for slot, (apart, meant) in matching.items():
                    if slot not in now and keys.has(slot, other):
                        now[slot] = (apart + typos, (*meant, other))
        matching = now
    for slot, (apart, meant) in (matching or {}).items():
        yield apart, slot, find_word_spans(keys.shown[slot], meant)


# Queried at each keystroke, so results are cached for one state of the index.

RECENT_NOTES = 200
"""Number of most recently changed notes cached; a list for an empty query shows fewer."""


MAX_LOOKED_AT = 1_000
"""Maximum number of matching tags and folders examined, each up to three times."""

MAX_SCATTERED_NAMES = 1_000
"""Maximum number of tags and folders, the largest, scanned letter by letter: more would be noticeable while typing."""


@dataclass(frozen=True, slots=True)
class MentionedName:
    """A tag or a folder that matches the typed text."""

    name: str
    notes: int
    """Number of notes with the tag, or in the folder or below it."""
    marks: tuple[tuple[int, int], ...] = ()
    """Positions of the typed letters in it."""


@dataclass(frozen=True, slots=True)
class MentionedNote:
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
        self._tags: _Table | None = None
        self._recent: list[NameHit] | None = None
        self._keys: NameKeys | None = None
        self._folders = _Table(())

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
        self._renew(db)
        if self._tags is None:
            named = (MentionedName(count.tag, count.notes) for count in lookups.list_tags(db))
            self._tags = _Table(sorted(named, key=lambda one: -one.notes))
        return self._tags.matching(typed, limit)

    def folders(self, text_cache: TextCache, db: sqlite3.Connection, typed: str, limit: int) -> list[MentionedName]:
        """Return the folders that match *typed*: those that begin with it first, then by size."""
        keys = text_cache.name_keys(db)
        if keys is not self._keys:
            self._keys, self._folders = keys, _Table(_folders_of(text_cache, keys))
        return self._folders.matching(typed.strip().strip("/"), limit)

    def _newest(self, text_cache: TextCache, db: sqlite3.Connection) -> list[NameHit]:
        self._renew(db)
        if self._recent is None:
            entries = (one for one in text_cache.entries(db) if not one.excluded and one.kind == "note")
            newest = nlargest(RECENT_NOTES, ((one.mtime_ns, one.note) for one in entries))
            found = (text_cache.get(note) for _, note in newest)
            self._recent = [NameHit(one.path, one.name, "", (), local_time(one.mtime_ns)) for one in found]
        return self._recent

    def _renew(self, db: sqlite3.Connection) -> None:
        version = (id(db), db.execute("PRAGMA data_version").fetchone()[0])
        if version != self._version:
            self._version, self._tags, self._recent = version, None, None


def _folders_of(text_cache: TextCache, keys: NameKeys) -> list[MentionedName]:
    counts: dict[str, int] = {}
    for note in keys.notes[: keys.names]:
        folder = text_cache.get(note).path.rpartition("/")[0]
        while folder:
            counts[folder] = counts.get(folder, 0) + 1
            folder = folder.rpartition("/")[0]
    largest = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return [MentionedName(name, notes) for name, notes in largest]


class _Table:
    """Concatenated names for scanning, in the order of the list."""

    def __init__(self, named: Sequence[MentionedName]) -> None:
        self._named = named
        self._run = TextBuffer(
            [fold_to_base(one.name).encode("utf-8", "replace").replace(TEXT_SEPARATOR, b" ") for one in named]
        )

    def matching(self, typed: str, limit: int) -> list[MentionedName]:
        """Return the first *limit* matches: names beginning with *typed*, then with a part beginning so, then
        containing it, then with scattered letters.
        """
        if not typed.strip():
            return list(self._named[:limit])
        folded = fold_to_base(storable_text(typed)[:MAX_TYPED_LENGTH].strip())
        encoded = folded.encode("utf-8", "replace")
        if not folded or TEXT_SEPARATOR in encoded:
            return []
        run = self._run
        slots = chain(run.edged(TEXT_SEPARATOR + encoded), run.slots(b"/" + encoded), run.slots(encoded))
        found = list(islice(dict.fromkeys(islice(slots, MAX_LOOKED_AT)), limit))
        fits = [replace(self._named[slot], marks=find_name_spans(self._named[slot].name, folded)) for slot in found]
        if len(fits) < limit and len(folded) > 1:
            for slot, named in enumerate(self._named[:MAX_SCATTERED_NAMES]):
                marks = () if slot in found else find_scattered(named.name, folded.replace(" ", ""))
                if marks:
                    fits.append(replace(named, marks=marks))
        return fits[:limit]

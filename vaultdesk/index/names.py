"""Names: finds notes by what they are called while it is typed, a few letters being enough. Reads no text of notes."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby, islice
from operator import attrgetter

from vaultdesk.index.accents import byte_pattern, literal
from vaultdesk.index.folding import bare
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.name_keys import NameKeys
from vaultdesk.index.name_marks import Marks, marks_of, marks_of_words, scattered, widest
from vaultdesk.index.query import folded, plain
from vaultdesk.index.results import NameHit
from vaultdesk.index.rows import local_time
from vaultdesk.index.slips import near_words
from vaultdesk.index.text_run import TextRun

LONGEST = 200
"""Characters of what was typed that count: no name is longer."""

MOST_SCATTERED = 400
"""Names looked at letter by letter, the shortest first: more would be felt while typing, in a very large vault."""

FEW_LETTERS = 5
"""Up to so many scattered letters their distance is kept small while scanning; more seldom fit by chance."""

Sees = Callable[[str], bool]


def find_names(
    haystack: Haystack, connection: sqlite3.Connection, query: str, limit: int, sees: Sees | None = None
) -> list[NameHit]:
    """The notes whose name, alias or path fits best, of those that *sees* lets through. Without a query the newest."""
    typed = " ".join(plain(query)[:LONGEST].split())
    wanted = bare(typed)
    keys = haystack.keys(connection)
    if not wanted:
        return _newest(haystack, connection, limit, sees)
    answer = _Answer(haystack, keys, typed, limit, sees)
    words = wanted.split()
    for slots in (
        keys.is_one(wanted), keys.begin(wanted), keys.begin_word(wanted), keys.have([wanted]), keys.have(words),
    ):  # fmt: skip
        answer.take(slots, lambda name: marks_of(name, wanted))
    is_named = bool(answer.hits)
    answer.take(keys.lie_in(words), lambda name: marks_of_words(name, tuple(words)))
    answer.take_ranked(_scattered(keys, wanted.replace(" ", "")))
    if not is_named:  # Only then a slip of the finger is supposed.
        answer.take_ranked(_misspelt(keys, words))
    return answer.hits


class _Answer:
    """Hits in the order they came, no note twice."""

    def __init__(self, haystack: Haystack, keys: NameKeys, typed: str, limit: int, sees: Sees | None) -> None:
        self.hits: list[NameHit] = []
        self._haystack = haystack
        self._keys = keys
        self._typed = "" if typed.isascii() else folded(typed)
        self._limit = limit
        self._sees = sees
        self._known: set[int] = set()

    def take(self, slots: Iterator[int], marks: Callable[[str], Marks]) -> None:
        """Take what fits equally well, until there is enough: the names before the aliases, the short before the long.

        Of the same length those written with the same accents come first, then those changed last.
        """
        if len(self.hits) >= self._limit:
            return
        shown, names = self._keys.shown, self._keys.names
        for _, same in groupby(slots, lambda slot: (slot >= names, len(shown[slot]))):
            for slot in sorted(same, key=self._order):
                self._add(slot, marks)
                if len(self.hits) >= self._limit:
                    return

    def take_ranked(self, found: Iterable[tuple[int, int, Marks]]) -> None:
        """Take these, the smallest rank first: rank, place among the names, marks."""
        if len(self.hits) >= self._limit:
            return
        shown = self._keys.shown
        ranked = sorted(found, key=lambda one: (one[0], len(shown[one[1]]), self._order(one[1])))
        for _, slot, marks in ranked:
            self._add(slot, partial(_known, marks))

    def _order(self, slot: int) -> tuple[bool, int, str]:
        straw = self._haystack.get(self._keys.notes[slot])
        other_accents = self._typed != "" and self._typed not in folded(self._keys.shown[slot])
        return (other_accents, -straw.mtime_ns, straw.path)

    def _add(self, slot: int, marks: Callable[[str], Marks]) -> None:
        straw = self._haystack.get(self._keys.notes[slot])
        if len(self.hits) < self._limit and straw.note not in self._known:
            self._known.add(straw.note)
            if self._sees is None or self._sees(straw.path):
                shown = self._keys.shown[slot]
                alias = shown if slot >= self._keys.names else ""
                self.hits.append(NameHit(straw.path, straw.name, alias, marks(shown), local_time(straw.mtime_ns)))


def _known(marks: Marks, _name: str) -> Marks:
    return marks


def _newest(haystack: Haystack, connection: sqlite3.Connection, limit: int, sees: Sees | None) -> list[NameHit]:
    notes = (straw for straw in haystack.straws(connection) if not straw.excluded and straw.kind == "note")
    newest = sorted(notes, key=attrgetter("mtime_ns"), reverse=True)
    seen = (straw for straw in newest if sees is None or sees(straw.path))
    return [NameHit(straw.path, straw.name, "", (), local_time(straw.mtime_ns)) for straw in islice(seen, limit)]


def _scattered(keys: NameKeys, letters: str) -> Iterator[tuple[int, int, Marks]]:
    """Names in which the letters stand in order but apart, and how far they span: `mtg` for Meeting."""
    if len(letters) < 2:
        return
    run, places = keys.with_word(letters[0])
    for place in islice(_having_letters(run, letters), MOST_SCATTERED):
        slot = places[place]
        marks = scattered(keys.shown[slot], letters)
        if marks:
            yield marks[-1][1] - marks[0][0], slot, marks


def _having_letters(run: TextRun, letters: str) -> Iterator[int]:
    """The places of the names that may have the letters in order from a word's start: too many rather than too few."""
    first, *others = (_either_case(letter) for letter in letters)
    wide = f"{{0,{widest(letters) - len(letters)}}}" if len(letters) <= FEW_LETTERS else "*"
    # A letter of another script may end a word as well, in bytes: that is looked at afterwards.
    start = rb"(?:[^0-9A-Za-z]%b|[a-z](?:%b))" % (first, literal(letters[0].upper().encode()))
    # Counted in letters, as a name's span is: beyond ASCII each has several bytes.
    gap = rb"(?:[^\x00\x80-\xbf][\x80-\xbf]*)%b?" % wide.encode()
    pattern = byte_pattern(start + b"".join(gap + letter for letter in others))
    place = 0
    while (match := pattern.search(run.joined, place)) is not None:
        slot = run.slot_at(match.start())
        yield slot
        place = run.end(slot)


def _either_case(letter: str) -> bytes:
    ways = dict.fromkeys(way.encode() for way in (letter, letter.upper()))
    return b"(?:" + b"|".join(map(literal, ways)) + b")"


def _misspelt(keys: NameKeys, words: list[str]) -> Iterator[tuple[int, int, Marks]]:
    """Names that have every word, or one that is a slip of the finger away, and how many slips that are."""
    fitting: dict[int, tuple[int, tuple[str, ...]]] | None = None
    # The longest word leaves the fewest names to be looked at for the others.
    for word in sorted(words, key=len, reverse=True):
        is_right = next(keys.have([word]), None) is not None
        near = {word: 0} if is_right else near_words(word, keys.words)
        now: dict[int, tuple[int, tuple[str, ...]]] = {}
        for other, slips in sorted(near.items(), key=lambda one: one[1]):
            if fitting is None:
                now.update((slot, (slips, (other,))) for slot in keys.have([other]) if slot not in now)
            else:
                for slot, (apart, meant) in fitting.items():
                    if slot not in now and keys.has(slot, other):
                        now[slot] = (apart + slips, (*meant, other))
        fitting = now
    for slot, (apart, meant) in (fitting or {}).items():
        yield apart, slot, marks_of_words(keys.shown[slot], meant)

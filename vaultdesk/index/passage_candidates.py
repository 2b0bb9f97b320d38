"""Passage candidates: the notes whose passages are worth a look for a question. Ranks notes, not passages."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log

from vaultdesk.index.haystack import Haystack
from vaultdesk.index.word_forms import Wanted

Sees = Callable[[str], bool]
"""Whether the note at a path may be found by whoever asks."""

MOST_NOTES = 40
"""Notes whose passages are looked at: cutting and counting them takes some 20 ms. 30 and 100 found as much."""

MOST_HELD = 12_000
"""Notes that hold one of the words FTS5 is asked for, counted word by word: it ranks each, at 1 to 2 µs."""

TOO_COMMON = 0.5
"""Share of the notes above which a word tells nothing, whatever its language, while there are others."""

ENOUGH_NOTES = 30
"""Notes from which on that can be said: half of five notes may well be about the same thing."""

FEW = 5
"""Notes below which words are looked for letter by letter too: inside compounds, and where forms differ more."""

SHORTEST_NEEDLE = 4
"""Letters of a word that is looked for inside others: shorter ones stand in too many by chance."""

MOST_NEEDLES = 8
"""Words looked for letter by letter: each is a walk through all texts, some 5 ms for 14,000 notes."""


@dataclass(frozen=True, slots=True)
class Window:
    """When a note must have been changed to be a result."""

    first_ns: int | None = None
    last_ns: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether every time is in it."""
        return self.first_ns is None and self.last_ns is None

    @property
    def condition(self) -> str:
        """The window as SQL on `note`."""
        first = "" if self.first_ns is None else f" AND mtime_ns >= {int(self.first_ns)}"
        return first + ("" if self.last_ns is None else f" AND mtime_ns <= {int(self.last_ns)}")


@dataclass(frozen=True, slots=True)
class Candidates:
    """Where to look, and for what."""

    notes: tuple[int, ...]
    wanted: tuple[Wanted, ...]
    """What is asked; with what letters found counted in."""
    needles: frozenset[int]
    """Which of `wanted`, by place, are to be looked for inside words too."""
    known: int
    """How many notes the index knows."""

    def is_telling(self, one: Wanted) -> bool:
        """Whether *one* tells notes apart: not a word that stands in most of them."""
        return one.asked.salient or one.asked.is_letters or not _is_common(one.notes, self.known)


def paths_within(connection: sqlite3.Connection, window: Window) -> set[str]:
    """Return the paths of the notes that were changed within *window*."""
    sql = f"SELECT path FROM note WHERE kind = 'note' AND excluded = 0{window.condition}"  # noqa: S608 - numbers
    return {path for (path,) in connection.execute(sql)}


def telling(wanted: Sequence[Wanted], notes: int) -> list[Wanted]:
    """Return what of *wanted* FTS5 can find and tells notes apart, salient terms and then rare words first.

    No more than it can rank in the time, but the first in any case; a term that is salient to whoever asks is never
    too common.
    """
    known = [one for one in wanted if one.notes]
    rare = [one for one in known if one.asked.salient or not (_is_common(one.notes, notes) or one.asked.is_function)]
    kept: list[Wanted] = []
    held = 0
    for one in sorted(rare or known, key=lambda one: (not one.asked.salient, one.notes)):
        held += one.notes
        if kept and held > MOST_HELD:
            break
        kept.append(one)
    return kept


def candidates(connection: sqlite3.Connection, wanted: Sequence[Wanted], window: Window, sees: Sees) -> Candidates:
    """Return the best notes for *wanted* by its words; who must not see a note gets none of it, whatever the limit."""
    known = int(connection.execute("SELECT count(*) FROM note").fetchone()[0])
    asked = telling(wanted, known)
    found: dict[int, None] = {}
    for some in ([one for one in asked if one.asked.salient], asked):
        if some and len(found) < MOST_NOTES:
            # Half of the places are for the salient terms alone: FTS5 knows no weights of words.
            most = MOST_NOTES // 2 if some is not asked and len(some) < len(asked) else MOST_NOTES
            _take(found, _by_words(connection, some, window), sees, most)
    needles = _needles(wanted, few=len(found) < FEW)
    return Candidates(tuple(found), tuple(wanted), frozenset(needles), known)


def with_letters(
    haystack: Haystack, connection: sqlite3.Connection, sought: Candidates, window: Window, sees: Sees
) -> Candidates:
    """Return *sought* with the best of the notes that hold its needles letter by letter, and how many do."""
    wanted, found = list(sought.wanted), dict.fromkeys(sought.notes)
    scores: dict[int, float] = {}
    for place in sorted(sought.needles):
        one = wanted[place]
        holding = haystack.holding(connection, [one.asked.text])
        wanted[place] = Wanted(one.asked, one.forms, max(one.notes, len(holding)))
        worth = one.asked.weight * rarity(len(holding), sought.known)
        for note in holding:
            scores[note] = scores.get(note, 0.0) + worth
    best = sorted(scores, key=lambda note: (-scores[note], note))
    _take(found, _seen_in(connection, best, window), sees, MOST_NOTES)
    return Candidates(tuple(found), tuple(wanted), sought.needles, sought.known)


def rarity(holding: int, notes: int) -> float:
    """Return how much it tells that a note holds a word that *holding* of all *notes* hold (BM25's own measure)."""
    return log(1 + (max(0, notes - holding) + 0.5) / (holding + 0.5))


def _is_common(holding: int, notes: int) -> bool:
    return notes >= ENOUGH_NOTES and holding > TOO_COMMON * notes


def _needles(wanted: Sequence[Wanted], *, few: bool) -> list[int]:
    """Return what is to be looked for letter by letter, by its place."""
    letters = [place for place, one in enumerate(wanted) if one.asked.is_letters]
    words = [
        place
        for place, one in enumerate(wanted)
        if len(one.asked.words) == 1
        and not one.asked.is_letters
        and len(one.asked.words[0]) >= SHORTEST_NEEDLE
        and (few or (one.asked.salient and one.notes < FEW))
    ]
    return [*letters, *sorted(words, key=lambda place: wanted[place].notes)][:MOST_NEEDLES]


def _by_words(connection: sqlite3.Connection, asked: Sequence[Wanted], window: Window) -> Iterator[tuple[int, str]]:
    match = " OR ".join(_quoted(one) for one in asked)
    sql = (
        "SELECT note.id, path FROM fts CROSS JOIN note ON note.id = fts.rowid"  # noqa: S608 - numbers
        f" WHERE fts MATCH ? AND kind = 'note' AND excluded = 0{window.condition} ORDER BY rank"
    )
    return iter(connection.execute(sql, (match,)))


def _quoted(one: Wanted) -> str:
    """Return the words as FTS5 takes them: nothing in them is syntax, for there are only letters and digits."""
    phrases = [" ".join(one.asked.words)] if len(one.asked.words) > 1 else list(one.forms)
    return " OR ".join(f'"{phrase}"' for phrase in phrases)


def _seen_in(connection: sqlite3.Connection, notes: Sequence[int], window: Window) -> Iterator[tuple[int, str]]:
    sql = f"SELECT path FROM note WHERE id = ? AND kind = 'note' AND excluded = 0{window.condition}"  # noqa: S608 - numbers
    for note in notes:
        row = connection.execute(sql, (note,)).fetchone()
        if row is not None:
            yield note, row[0]


def _take(found: dict[int, None], rows: Iterator[tuple[int, str]], sees: Sees, most: int) -> None:
    for note, path in rows:
        if len(found) >= most:
            break
        if note not in found and sees(path):
            found[note] = None

"""Candidates: the first of two stages of ranking: which notes to weigh at all, and their scores by words.

FTS5 tells in 0.03 microseconds whether a note has the words and takes 0.7 to score it (100,000 notes with a common
word: 3 and 75 ms). So everything is scored while that is quick; beyond, only notes that may be among the best are:
those listed beforehand for each of the words, those changed since, and those called like it.
"""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from heapq import nlargest

from vaultdesk.index import frequent_words
from vaultdesk.index.ranking import WORDS
from vaultdesk.index.word_search import WordSearch

SCORED_AT_MOST = 4_000
"""Notes scored for the final answer before lists are used: some 5 ms."""

SCORED_TOGETHER = 4_000
"""The same for several words, divided by how many they are: their lists have fewer notes in common."""

SCORED_QUICKLY = 4_000
"""The same for an answer while somebody types: some 3 ms."""

ENOUGH = 2
"""Of the notes wanted for the second stage half must be among the listed: as many as the answer has."""


@dataclass(frozen=True, slots=True)
class Scored:
    """Notes with their scores by words, in no order."""

    scores: dict[int, float]
    total: int | None
    """How many notes fit, where they were counted."""
    exact: bool = True
    """Whether the best are among them, as far as can be told without scoring all."""

    @property
    def is_all(self) -> bool:
        """Whether no other note fits."""
        return self.total is not None and len(self.scores) >= self.total


def candidates(
    connection: sqlite3.Connection, asked: WordSearch, most: int, called: Collection[int] = (), *, quick: bool = False
) -> Scored:
    """Return at least *most* of the best notes by words, or all there are; and those of *called* that fit."""
    if asked.bounded and (completed := _completed(connection, asked, most, called)) is not None:
        return completed
    bearable = SCORED_QUICKLY if quick else min(SCORED_AT_MOST, SCORED_TOGETHER // len(asked.sought))
    total = counted(connection, asked, bearable)
    exact = not asked.bounded
    if (total is None or total > bearable) and not asked.where:
        listed = _listed(connection, asked)
        if listed is not None:
            found = among(connection, asked, listed.union(called))
        elif quick:
            found, exact = _by_headings(connection, asked, called), False
        else:
            found = {}
        if len(found) >= most // ENOUGH:
            best = nlargest(most, found.items(), key=lambda one: one[1])
            return Scored(dict(best) | {note: found[note] for note in called if note in found}, total, exact)
    found = _scored_with(connection, asked, most, called) if asked.is_heavy else scored(connection, asked, most)
    is_all = len(found) < most
    missing = () if is_all else set(called).difference(found)
    more = among(connection, asked, missing) if missing and not asked.is_heavy else {}
    return Scored(found | more, len(found) if is_all else total, not asked.bounded)


def counted(connection: sqlite3.Connection, asked: WordSearch, bearable: int) -> int | None:
    """Return how many notes fit; None where they are many and finding that out is not cheap."""
    if asked.is_heavy:
        return None
    # One word is walked through in 3 ms among 100,000 notes, several together in three times as long.
    most = -1 if len(asked.sought) == 1 else bearable + 1
    sql = f"SELECT count(*) FROM (SELECT 1 FROM fts WHERE fts MATCH :match{asked.where} LIMIT :most)"  # noqa: S608 - our own words
    total = int(connection.execute(sql, {"match": asked.match, "most": most} | asked.values).fetchone()[0])
    return None if total == most else total


def scored(connection: sqlite3.Connection, asked: WordSearch, most: int) -> dict[int, float]:
    """Return the best notes by words of all that fit."""
    # FTS5's own order by rank sorts every row with all it holds; this keeps the best only, and takes 0.6 of the time.
    sql = f"SELECT fts.rowid, {WORDS} AS words FROM fts WHERE fts MATCH :match{asked.where} ORDER BY words DESC LIMIT :most"  # noqa: S608, E501 - our own words
    return dict(connection.execute(sql, {"match": asked.match, "most": most} | asked.values))


def _scored_with(
    connection: sqlite3.Connection, asked: WordSearch, most: int, called: Collection[int]
) -> dict[int, float]:
    """As `scored`, and those of *called* that fit. What fits is found once: that takes longer than to score it."""
    fitting = f"SELECT fts.rowid AS note, {WORDS} AS words FROM fts WHERE fts MATCH :match{asked.where}"  # noqa: S608 - our own words
    listed = ",".join(map(str, called))
    sql = (
        f"WITH fitting AS MATERIALIZED ({fitting}) SELECT * FROM fitting WHERE note IN ({listed})"  # noqa: S608 - our own words
        " UNION ALL SELECT * FROM (SELECT * FROM fitting ORDER BY words DESC LIMIT :most)"
    )
    return dict(connection.execute(sql, {"match": asked.match, "most": most} | asked.values))


def among(connection: sqlite3.Connection, asked: WordSearch, notes: Collection[int]) -> dict[int, float]:
    """Return those of *notes* that fit, with their scores: the full text is walked through once, these are scored."""
    if not notes:
        return {}
    first, last = min(notes), max(notes)
    wanted = bytearray(last - first + 1)
    for note in notes:
        wanted[note - first] = 1
    # A byte for each number is looked up sooner than a list of them is, and is no reason for SQLite to ask the full
    # text once for each.
    sql = (
        f"SELECT fts.rowid, {WORDS} FROM fts WHERE fts MATCH :match AND fts.rowid BETWEEN :first AND :last"  # noqa: S608 - our own words
        f" AND substr(:wanted, fts.rowid - :first + 1, 1) = x'01'{asked.where}"
    )
    known = {"match": asked.match, "wanted": wanted, "first": first, "last": last}
    return dict(connection.execute(sql, known | asked.values))


def _by_headings(connection: sqlite3.Connection, asked: WordSearch, called: Collection[int]) -> dict[int, float]:
    """Return notes with the words in names and headings, where they weigh the most."""
    narrow = " AND ".join(f"{{names headings}}: {one.match}" for one in asked.sought)
    sql = f"SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rowid DESC LIMIT {SCORED_QUICKLY}"  # noqa: S608 - a number of ours
    return among(connection, asked, {*called, *(note for (note,) in connection.execute(sql, (narrow,)))})


def _completed(connection: sqlite3.Connection, asked: WordSearch, most: int, called: Collection[int]) -> Scored | None:
    """Return what the lists alone have for one unfinished word; None where there is more to it, or no list."""
    if len(asked.sought) > 1 or asked.without or asked.where:
        return None
    found: dict[int, float] = {}
    for one in (frequent_words.best_notes(connection, word) for word in asked.sought[0].words):
        if one is not None:
            for note, score in zip(one.notes, one.scores, strict=True):
                if note not in one.changed:
                    found[note] = max(score, found.get(note, 0.0))
    if len(found) < most:
        return None
    best = dict(nlargest(most, found.items(), key=lambda one: one[1]))
    # A name that begins so is worth as much as the best text.
    return Scored(best | dict.fromkeys(called, max(best.values())), None, exact=False)


def _listed(connection: sqlite3.Connection, asked: WordSearch) -> set[int] | None:
    """Return the notes that may be among the best, by the lists of the words; None where one has no list."""
    found: set[int] = set()
    for sought in asked.sought:
        lists = [frequent_words.best_notes(connection, word) for word in sought.words]
        known = [one for one in lists if one is not None]
        if not known or (len(known) < len(lists) and not asked.bounded):
            return None
        for one in known:
            found.update(one.notes, one.changed)
    return found

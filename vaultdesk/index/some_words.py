"""Some words: how well notes fit a query of which they have only some words: the more different ones the better."""

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import combinations, islice

from vaultdesk.index.candidates import among, counted
from vaultdesk.index.query import Query, Term
from vaultdesk.index.ranking import WORDS
from vaultdesk.index.word_search import Sought, WordSearch, word_search

EACH_WORD = 1_000.0
"""What one more of the words counts: more than any score by words."""

CANDIDATES = 400
"""Notes with the most words of which the words are weighed; of more with as many, those that came last."""

TELLING = 6
"""Words by which notes are looked for, the rarest: there are 20 ways to have three of them."""

FEW_WORDS = 3
"""Words of which each way to have some is asked for by itself, scored at once: there are seven."""

SCORED_OF_FOUND = 20_000
"""Notes found by their text of which the words are weighed; of more, the order is that of time and links."""


def terms(words: Iterable[str]) -> list[Term]:
    """Return words and phrases as terms."""
    return [term for term in map(Term, words) if term.match]


def scores(
    connection: sqlite3.Connection, query: Query, conditions: WordSearch, most: int = CANDIDATES
) -> dict[int, float]:
    """Return the notes with most of the words, *most* of them at most, and their scores."""
    sought = word_search(connection, query).sought
    if len(sought) <= FEW_WORDS:
        found = _few_weighed(connection, sought, conditions)
    else:
        notes = _with_most(connection, _telling(connection, sought, conditions), conditions)
        found = _weighed(connection, sought, notes)
    return dict(nlargest(most, found.items(), key=lambda one: (one[1], one[0])))


def of_these(connection: sqlite3.Connection, query: Query, notes: Collection[int]) -> dict[int, float]:
    """Return the scores of those of *notes* that have any of the words."""
    sought = word_search(connection, query).sought
    return _weighed(connection, sought, notes) if sought and len(notes) <= SCORED_OF_FOUND else {}


def _telling(connection: sqlite3.Connection, sought: Sequence[Sought], conditions: WordSearch) -> Sequence[Sought]:
    """Return the words to look for notes by: what very many have tells too little, but counts for those found."""
    if len(sought) <= TELLING:
        return sought
    counts = [counted(connection, replace(conditions, sought=(one,)), 0) or 0 for one in sought]
    rarest = sorted((count, nth) for nth, count in enumerate(counts) if count)[:TELLING]
    return [sought[nth] for _, nth in rarest]


def _with_most(connection: sqlite3.Connection, sought: Sequence[Sought], conditions: WordSearch) -> list[int]:
    """Return the notes with the most of these words: with all, with all but one, and so on until they are enough.

    FTS5 tells in a fraction of a millisecond which notes have two of three words; to read who has each takes ten.
    """
    found: dict[int, None] = {}
    sql = f"SELECT fts.rowid FROM fts WHERE fts MATCH :match{conditions.where} ORDER BY fts.rowid DESC LIMIT :most"  # noqa: S608 - our own words
    for many in range(len(sought), 0, -1):
        groups = (" AND ".join(one.match for one in group) for group in combinations(sought, many))
        asked = replace(conditions, sought=(Sought(" OR ".join(f"({group})" for group in groups), ()),))
        rows = connection.execute(sql, {"match": asked.match, "most": CANDIDATES} | asked.values)
        found.update((note, None) for (note,) in rows)
        if len(found) >= CANDIDATES:
            break
    return list(found)[:CANDIDATES]


def _few_weighed(connection: sqlite3.Connection, sought: Sequence[Sought], conditions: WordSearch) -> dict[int, float]:
    """Return the notes with the most of these words, weighed. As many are asked for as by `_with_most`.

    Who is found with two words first has just these: what the full text makes of them is all it would make of the note.
    """
    found: dict[int, float] = {}
    sql = f"SELECT fts.rowid, {WORDS} FROM fts WHERE fts MATCH :match{conditions.where} ORDER BY fts.rowid DESC LIMIT :most"  # noqa: S608, E501 - our own words
    for many in range(len(sought), 0, -1):
        groups = [" AND ".join(one.match for one in group) for group in combinations(sought, many)]
        # Those with any one word are told by one question.
        matches = [" OR ".join(groups)] if many == 1 else groups
        tier: dict[int, float] = {}
        for match in matches:
            asked = replace(conditions, sought=(Sought(f"({match})", ()),))
            tier.update(connection.execute(sql, {"match": asked.match, "most": CANDIDATES} | asked.values))
        for note in nlargest(CANDIDATES, tier):
            found.setdefault(note, EACH_WORD * many + tier[note])
        if len(found) >= CANDIDATES:
            break
    return dict(islice(found.items(), CANDIDATES))


def _weighed(connection: sqlite3.Connection, sought: tuple[Sought, ...], notes: Collection[int]) -> dict[int, float]:
    found: dict[int, float] = {}
    for one in sought:
        for note, score in among(connection, WordSearch((one,)), notes).items():
            found[note] = found.get(note, 0.0) + EACH_WORD + score
    return found

"""Word forms: the words of the index that are another form of an asked one, and how many notes hold each.

Knows no language: two words are forms of one when they share their beginning and differ in a short ending only.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from string import ascii_lowercase

from vaultdesk.index.passage_words import Asked

LONGEST_ENDING = 3
"""Letters two forms of a word may differ in at the end: `publish`, `publishing`."""

SHORTEST_STEM = 4
"""Letters they share at least; of a shorter word only itself is looked for, and with one more letter."""

OTHER_FORM = 0.7
"""What another form counts beside the word itself: some are other words. 0.5 to 0.9 find as much."""

MOST_FORMS = 24
"""Forms of one word, the commonest first."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that is asked, as this index knows it."""

    asked: Asked
    forms: Mapping[str, float]
    """Words it is found by, and what each counts; of a phrase and of letters none."""
    notes: int
    """How many notes hold it: for a phrase, for its forms together, at most as many."""


def wanted(connection: sqlite3.Connection, asked: Asked) -> Wanted:
    """Return what the index has for *asked*."""
    if asked.is_letters:
        return Wanted(asked, {}, 0)
    if len(asked.words) > 1:
        counts = _counts(connection, asked.words)
        return Wanted(asked, {}, min(counts.get(word, 0) for word in asked.words))
    return _with_forms(connection, asked)


def _with_forms(connection: sqlite3.Connection, asked: Asked) -> Wanted:
    word = asked.words[0]
    found = dict(_others(connection, word)) | _counts(connection, [word])
    forms = {term: 1.0 if term == word else OTHER_FORM for term in found}
    # The commonest form says how rare the word is: most notes with one form have another one too.
    return Wanted(asked, forms, max(found.values(), default=0))


def _others(connection: sqlite3.Connection, word: str) -> list[tuple[str, int]]:
    """Return the other forms of *word* and how many notes hold each."""
    if len(word) == SHORTEST_STEM - 1:  # What begins like so short a word is a good part of all words.
        return list(_counts(connection, [word + letter for letter in ascii_lowercase]).items())
    if len(word) < SHORTEST_STEM:
        return []
    shorter = _counts(connection, [word[:-1]]) if len(word) == SHORTEST_STEM else {}
    stem = word[: max(SHORTEST_STEM, len(word) - LONGEST_ENDING)]
    sql = "SELECT term, doc FROM temp.term WHERE term >= ? AND term < ?"
    found = [
        (term, notes)
        for term, notes in connection.execute(sql, (stem, f"{stem}\U0010ffff"))
        if term != word and are_forms(word, term)
    ]
    return nlargest(MOST_FORMS, [*shorter.items(), *found], key=lambda one: one[1])


def are_forms(word: str, other: str) -> bool:
    """Return whether the two, as they are compared, may be forms of one word."""
    if word == other:
        return True
    shared = 0
    for one, two in zip(word, other, strict=False):
        if one != two:
            break
        shared += 1
    short, long = sorted((len(word) - shared, len(other) - shared))
    if word[:1].isdigit():
        return False
    if shared < SHORTEST_STEM:
        return shared == SHORTEST_STEM - 1 and not short and long == 1
    return short <= 1 and long <= LONGEST_ENDING


def _counts(connection: sqlite3.Connection, words: Sequence[str]) -> dict[str, int]:
    sql = f"SELECT term, doc FROM temp.term WHERE term IN ({','.join('?' * len(words))})"  # noqa: S608 - only marks
    return dict(connection.execute(sql, words))

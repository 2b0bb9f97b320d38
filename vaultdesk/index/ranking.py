"""Ranking: the one formula by which notes found by words are ordered, with the reason for each number in it.

    score = words x (1 + recency + links) x (NAME_BEGINS where the name begins with what was asked)
    and where the name, title or an alias is exactly what was asked: + the best score there is among the others

`words` is FTS5's BM25 with the weights of `schema.RANK`: 12 for the names (file name, title, aliases) and 4 for
headings, since they say what a note is about, 1 for properties and text. The rest multiplies it, because BM25 has no
scale: of a word that most notes hold it is a millionth of what it is of a rare one.
"""

import json
import math
import sqlite3
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from heapq import nlargest

from vaultdesk.index.schema import RANK
from vaultdesk.vault.note_path import same_name_key

WORDS = f"-{RANK.replace('bm25(', 'bm25(fts, ')}"
"""The first factor as SQL: higher is better."""

RECENCY = 0.1
"""What a note changed this moment gains: enough to settle what the words leave nearly open, never more."""

HALF_LIFE_DAYS = 180
"""After so long half of that is left: notes are written for years, and a season tells the current from the old."""

LINKS = 0.1
"""What a note gains that `MANY_LINKS` others link to; by the logarithm, for the first links tell the most."""

MANY_LINKS = 256
"""Notes linking to one from which more say nothing new: it is a hub."""

NAME_BEGINS = 1.25
"""`boil` means `Boiler` rather than `Old boiler`: who knows the name types its beginning."""

MOST_BEGIN = 200
"""Names beginning with what was asked that are looked at; two letters begin thousands."""

_DAY_NS = 86_400 * 10**9

_LINKED = tuple(LINKS * math.log2(1 + links) / math.log2(1 + MANY_LINKS) for links in range(MANY_LINKS + 1))
"""What so many links add."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A note with its place in the answer."""

    note: int
    path: str
    score: float


def nudge(mtime_ns: int, links: int, now_ns: int) -> float:
    """Return what time and links make of a note's score: from 1 to 1 + RECENCY + LINKS."""
    age = max(0.0, (now_ns - mtime_ns) / _DAY_NS / HALF_LIFE_DAYS)
    # Long before 2**-64 nothing is left of it; the exponent of an absurd time would be none a number has.
    return 1 + RECENCY * 2 ** -min(age, 64) + _LINKED[min(links, MANY_LINKS)]


@dataclass(frozen=True, slots=True)
class Called:
    """The notes whose names have to do with what was asked."""

    exactly: frozenset[int]
    """File name, title or an alias is just that."""
    beginning: frozenset[int]
    """The file name begins so."""

    @property
    def all(self) -> frozenset[int]:
        """Both."""
        return self.exactly | self.beginning


def called(connection: sqlite3.Connection, asked: str) -> Called:
    """Return the notes called like *asked*."""
    return Called(frozenset(_named(connection, asked)), frozenset(_beginning(connection, asked)))


def ordered(
    connection: sqlite3.Connection,
    scores: Mapping[int, float],
    names: Called,
    most: int,
    sees: Callable[[str], bool] | None = None,
) -> list[Ranked]:
    """Return the best *most* of these notes with their scores by words, all that may be seen if they are fewer."""
    now_ns = time.time_ns()
    chosen = scores.keys() if sees is not None else _hopeful(scores, names, most)
    sql = f"SELECT id, path, name_key, mtime_ns FROM note WHERE id IN ({','.join(map(str, chosen))})"  # noqa: S608 - numbers
    rows = [row for row in connection.execute(sql) if sees is None or sees(row[1])]
    links = linking(connection, {name for _, _, name, _ in rows})
    found: list[tuple[float, str, int]] = []
    for note, path, name, mtime_ns in rows:
        score = scores[note] * nudge(mtime_ns, links.get(name, 0), now_ns)
        found.append((score * NAME_BEGINS if note in names.beginning else score, path, note))
    if names.exactly and found:
        best = max(found)[0]
        found = [(score + best if note in names.exactly else score, path, note) for score, path, note in found]
    found.sort(key=lambda one: (-one[0], one[1]))
    return [Ranked(note, path, score) for score, path, note in found[:most]]


def _hopeful(scores: Mapping[int, float], names: Called, most: int) -> Collection[int]:
    """Return the notes that names, time and links may bring among the best *most*."""
    if len(scores) <= most:
        return scores.keys()
    least = nlargest(most, scores.values())[-1] / (1 + RECENCY + LINKS)
    return {note for note, score in scores.items() if score >= least} | (names.all & scores.keys())


def linking(connection: sqlite3.Connection, names: Collection[str]) -> dict[str, int]:
    """Return how many notes, `MANY_LINKS` at most, have a link that may mean a note of such a name.

    *names* are keys without `.md`; those no note links to are left out.
    """
    # Of a hub's thousands of links only as many are read as count.
    many = "SELECT count(*) FROM (SELECT DISTINCT note FROM link WHERE key = value LIMIT ?)"
    sql = f"SELECT value, ({many}) FROM json_each(?)"  # noqa: S608 - our own words
    counted = connection.execute(sql, (MANY_LINKS, json.dumps(list(names))))
    return {name: links for name, links in counted if links}


def _named(connection: sqlite3.Connection, asked: str) -> list[int]:
    """Return the notes that are called exactly *asked*: by file name, title or alias, whatever the case."""
    key = same_name_key(asked)
    if not key:
        return []
    # SQLite knows the case of plain letters only; of others, the spellings that names commonly have are asked for.
    spellings = list(dict.fromkeys((asked, key, asked.lower(), asked.upper(), asked.title(), asked.capitalize())))
    marks = ",".join("?" * len(spellings))
    found = {note for (note,) in connection.execute("SELECT id FROM note WHERE name_key = ?", (key,))}
    for column, table, number in (("title", "note", "id"), ("alias", "alias", "note")):
        sql = f"SELECT {number} FROM {table} WHERE {column} COLLATE NOCASE IN ({marks})"  # noqa: S608 - our own words
        found.update(note for (note,) in connection.execute(sql, spellings))
    return sorted(found)


def _beginning(connection: sqlite3.Connection, asked: str) -> list[int]:
    """Return notes whose file name begins with *asked*, the first by name."""
    key = same_name_key(asked)
    if not key:
        return []
    sql = "SELECT id FROM note WHERE name_key >= ? AND name_key < ? ORDER BY name_key LIMIT ?"
    return [note for (note,) in connection.execute(sql, (key, f"{key}\U0010ffff", MOST_BEGIN))]

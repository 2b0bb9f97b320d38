"""Ranked: search by words, best notes first, each with its passage. Takes a `Query`; see query.py for typed text."""

import sqlite3
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import assert_never

from vaultdesk.index.haystack import Haystack
from vaultdesk.index.letters import containing, spans
from vaultdesk.index.passage import CLOSE, OPEN, SNIPPET_TOKENS, Passage, around, beginning, passage
from vaultdesk.index.query import Filter, Query
from vaultdesk.index.results import Hit
from vaultdesk.index.rows import local_time

CUT = CLOSE + OPEN
"""Where FTS5 cut a snippet. A closing mark right before an opening one cannot come from the text."""

_PROPERTIES, _BODY = 2, 3
"""The columns of `fts` a passage is taken from."""

MANY = 1_000
"""Notes looked at letter by letter before conditions: more than any list shows."""

MOST_MARKS = 8
"""Places marked in a passage found letter by letter."""

_NOTE = "note.id, path, title, mtime_ns"


@dataclass(frozen=True)
class _Row:
    """A note that was found, before its passage is."""

    note: int
    path: str
    title: str
    mtime_ns: int
    score: float = 0.0


_CUT_OUT = ":open, :close, :cut, :tokens"
"""How FTS5 is to cut a snippet out, as names of values."""


def search(haystack: Haystack, connection: sqlite3.Connection, query: Query, limit: int) -> list[Hit]:
    """The best notes for *query*. Words FTS5 cannot find, or finds nowhere, are looked for letter by letter."""
    if query.is_empty or limit < 1:
        return []
    if not query.words:
        return _newest(connection, query, limit)
    if query.needs_letters:
        return _by_letters(haystack, connection, query, limit)
    return _by_words(connection, query, limit) or _by_letters(haystack, connection, query, limit)


def _by_words(connection: sqlite3.Connection, query: Query, limit: int) -> list[Hit]:
    where, values = _conditions(query)
    rows = connection.execute(
        f"SELECT {_NOTE}, -rank, snippet(fts, {_BODY}, {_CUT_OUT}), snippet(fts, {_PROPERTIES}, {_CUT_OUT})"  # noqa: S608 - our own words
        f" FROM fts CROSS JOIN note ON note.id = fts.rowid WHERE fts MATCH :words{where} ORDER BY rank LIMIT :most",
        {"open": OPEN, "close": CLOSE, "cut": CUT, "tokens": SNIPPET_TOKENS, "words": query.match, "most": limit}
        | values,
    )
    return [_hit(connection, _Row(*row), in_body, in_properties) for *row, in_body, in_properties in rows.fetchall()]


def _by_letters(haystack: Haystack, connection: sqlite3.Connection, query: Query, limit: int) -> list[Hit]:
    where, values = _conditions(query)
    found = containing(haystack, connection, query.needles, MANY if where else limit)
    hits: list[Hit] = []
    for one in found:
        sql = f"SELECT {_NOTE} FROM note WHERE note.id = :note{where}"  # noqa: S608 - our own words
        row = connection.execute(sql, {"note": one.straw.note} | values).fetchone()
        if row is not None:
            hits.append(
                _letter_hit(connection, replace(_Row(*row), score=float(len(found) - len(hits))), query.needles)
            )
        if len(hits) == limit:
            break
    return hits


def _newest(connection: sqlite3.Connection, query: Query, limit: int) -> list[Hit]:
    """Only conditions were asked, no words: the notes that meet them, changed last first."""
    where, values = _conditions(query)
    sql = f"SELECT {_NOTE} FROM note WHERE excluded = 0{where} ORDER BY mtime_ns DESC, path LIMIT :most"  # noqa: S608 - our own words
    return [
        _hit(connection, _Row(*row), "", "") for row in connection.execute(sql, {"most": limit} | values).fetchall()
    ]


def _conditions(query: Query) -> tuple[str, dict[str, object]]:
    """The query's filters and unwanted words as SQL on `note`, and the values it names."""
    where: list[str] = []
    values: dict[str, object] = {}
    for number, one in enumerate(query.filters):
        where.append(f" AND {'NOT ' if one.negated else ''}{_condition(one, f':filter{number}')}")
        values[f"filter{number}"] = one.key
    if query.without_match:
        where.append(" AND note.id NOT IN (SELECT rowid FROM fts WHERE fts MATCH :without)")
        values["without"] = query.without_match
    return "".join(where), values


def _condition(one: Filter, value: str) -> str:
    match one.kind:
        case "tag":
            # The nested ones too: after the tag and `/`, and before `0`, the character that follows `/`.
            below = f"(key > {value} || '/' AND key < {value} || '0')"
            return f"EXISTS (SELECT 1 FROM tag WHERE tag.note = note.id AND (key = {value} OR {below}))"  # noqa: S608 - a number
        case "path":
            return f"(instr(note.path_key, {value}) > 0)"
        case "file":
            return f"(instr(note.name_key, {value}) > 0)"
        case _:
            assert_never(one.kind)


def _hit(connection: sqlite3.Connection, row: _Row, in_body: str, in_properties: str) -> Hit:
    """A note found by words, with FTS5's snippets of its text and of its properties."""
    head, body = _text(connection, row.note)
    for raw, whole, before in ((in_body, body, head), (in_properties, head, "")):
        if OPEN not in raw.replace(CUT, ""):
            continue
        piece = raw.removeprefix(CUT).removesuffix(CUT)
        shown = passage(piece, cut_before=raw.startswith(CUT), cut_after=raw.endswith(CUT))
        place = max(0, whole.find(piece.replace(OPEN, "").replace(CLOSE, ""))) + piece.index(OPEN)
        return _made(connection, row, shown, _line(before) + _line(whole, place))
    return _made(connection, row, beginning(body), _line(head))  # Only its names or headings hold the words.


def _letter_hit(connection: sqlite3.Connection, row: _Row, needles: tuple[str, ...]) -> Hit:
    """A note found letter by letter: its passage is around the first place, in the text rather than the properties."""
    head, body = _text(connection, row.note)
    for whole, before in ((body, head), (head, "")):
        places = sorted(place for needle in needles for place in spans(whole, needle, MOST_MARKS))
        if places:
            return _made(connection, row, around(whole, places), _line(before) + _line(whole, places[0][0]))
    return _made(connection, row, beginning(body), _line(head))


def _made(connection: sqlite3.Connection, row: _Row, shown: Passage, lines_before: int) -> Hit:
    line = lines_before + 1
    rows = connection.execute("SELECT line, heading FROM heading WHERE note = ? ORDER BY nth", (row.note,)).fetchall()
    above = bisect_right([place for place, _ in rows], line)
    return Hit(
        path=row.path, title=row.title, heading=rows[above - 1][1] if above else "", snippet=shown.text,
        marks=shown.marks, score=row.score, modified=local_time(row.mtime_ns), line=line,
    )  # fmt: skip


def _text(connection: sqlite3.Connection, note: int) -> tuple[str, str]:
    """The note's properties as written, and its text."""
    found = connection.execute("SELECT properties, body FROM text WHERE id = ?", (note,)).fetchone()
    return found or ("", "")


def _line(text: str, end: int | None = None) -> int:
    """How many lines end before *end*."""
    return text.count("\n", 0, len(text) if end is None else end)

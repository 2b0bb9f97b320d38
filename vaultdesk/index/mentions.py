"""Mentions: where other notes name a note without linking to it. Looks letter by letter; what counts is Markdown's say.

A place is a mention when a link put there would be one: what stands in code, in a comment, in a link or a tag is none.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vaultdesk.index.haystack import Haystack
from vaultdesk.index.letters import spans
from vaultdesk.index.query import UNSPACED, folded, plain, storable
from vaultdesk.vault.markdown.markdown_scanner import scan

SHORTEST_NAME = 3
"""Letters of a name that is looked for; two where a script has no blanks between words."""

MOST_NOTES = 300
"""Notes looked at for one name, those changed last: a note called `Note` is named in every other one."""

MOST_IN_NOTE = 50
"""Places looked at in one note."""

LONGEST_LINE = 400
"""Characters shown of a line; some notes keep a whole chapter in one."""

BEFORE = 120
"""Characters kept before the first mark where a line is cut."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A line of another note that names a note and does not link to it there."""

    path: str
    title: str
    line: int
    """Counted from 1."""
    text: str
    """That line as written, at most 400 characters of it."""
    marks: tuple[tuple[int, int], ...]
    """Where the name stands in `text`."""
    name: str
    """The name or alias it is, as the note itself writes it."""


def names_of(connection: sqlite3.Connection, path: str) -> list[str]:
    """Return what the note at *path* is called, each once, the longest first; too short names are left out."""
    row = connection.execute("SELECT id, name FROM note WHERE path = ?", (storable(path),)).fetchone()
    if row is None:
        return []
    aliases = connection.execute("SELECT alias FROM alias WHERE note = ? ORDER BY nth", (row[0],))
    names = {folded(plain(name)): plain(name) for name in (row[1], *(alias for (alias,) in aliases))}
    return sorted((name for name in names.values() if _is_long_enough(name)), key=len, reverse=True)


def naming(haystack: Haystack, connection: sqlite3.Connection, path: str, names: Sequence[str]) -> list[int]:
    """Return the notes that hold one of *names* letter by letter, changed last first: no more than are looked at."""
    found = set[int]().union(*(haystack.holding(connection, [name]) for name in names))
    sql = "SELECT mtime_ns FROM note WHERE id = ? AND path != ? AND excluded = 0 AND kind = 'note'"
    times = ((connection.execute(sql, (note, storable(path))).fetchone(), note) for note in found)
    return [note for _, note in sorted(((row[0], note) for row, note in times if row), reverse=True)][:MOST_NOTES]


def mentions_in(connection: sqlite3.Connection, notes: Sequence[int], names: Sequence[str]) -> list[Mention]:
    """Return the lines of *notes* that mention one of *names* outside of links, code, comments and properties."""
    found: list[Mention] = []
    for note in notes:
        row = connection.execute(
            "SELECT path, title, properties, body FROM note JOIN text ON text.id = note.id WHERE note.id = ?", (note,)
        ).fetchone()
        if row is not None:
            path, title, head, body = row
            found += _in_note(path, title, head + body, len(head), names)
    return found


def _in_note(path: str, title: str, text: str, start: int, names: Sequence[str]) -> Iterator[Mention]:
    lines: dict[int, list[tuple[int, int, str]]] = {}
    for first, last, name in _linkable(text, start, _places(text, start, names)):
        lines.setdefault(text.rfind("\n", 0, first) + 1, []).append((first, last, name))
    for line_start, places in lines.items():
        line_end = text.find("\n", line_start)
        line = text[line_start : line_end if line_end >= 0 else len(text)]
        offset = line_start + len(line) - len(line.lstrip())
        if len(line) > LONGEST_LINE:
            offset = max(offset, places[0][0] - BEFORE)
        shown = text[offset : line_start + len(line)][:LONGEST_LINE].rstrip()
        marks = tuple((a - offset, b - offset) for a, b, _ in places if b - offset <= len(shown))
        yield Mention(path, title, text.count("\n", 0, line_start) + 1, shown, marks, places[0][2])


def _places(text: str, start: int, names: Sequence[str]) -> list[tuple[int, int, str]]:
    """Return where whole *names* stand in the text after its properties, in order; within a longer name no shorter."""
    found: list[tuple[int, int, str]] = []
    for name in names:
        for first, last in spans(text, folded(name), MOST_IN_NOTE):
            inside = any(a < last and first < b for a, b, _ in found)
            if first >= start and not inside and _stands_alone(text, first, last):
                found.append((first, last, name))
    return sorted(found)[:MOST_IN_NOTE]


def _linkable(text: str, start: int, places: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return those of *places* where a link would be one."""
    if not places:
        return []
    now = scan(text, start)
    taken = [(link.start, link.end) for link in now.links]
    taken += [(begin, begin + 1 + len(tag)) for tag, begin in zip(now.tags, now.tag_starts, strict=True)]
    free = [one for one in places if not any(a < one[1] and one[0] < b for a, b in taken)]
    pieces: list[str] = []
    expected: dict[int, tuple[int, int, str]] = {}
    place = length = 0
    for one in free:
        before = text[place : one[0]]
        expected[length + len(before)] = one
        pieces += [before, "[[x]]"]
        length += len(before) + len("[[x]]")
        place = one[1]
    linked = scan("".join([*pieces, text[place:]]), start)
    return [expected[link.start] for link in linked.links if link.start in expected]


def _stands_alone(text: str, first: int, last: int) -> bool:
    """Whether no letter goes on before or after; where words have no blanks between them, one may."""
    return not (
        _is_joined(text[first - 1 : first] if first else "", text[first : first + 1])
        or _is_joined(text[last : last + 1], text[last - 1 : last])
    )


def _is_joined(outside: str, inside: str) -> bool:
    return bool(outside) and (outside.isalnum() or outside == "_") and inside.isalnum() and not UNSPACED.match(inside)


def _is_long_enough(name: str) -> bool:
    letters = sum(map(str.isalnum, name))
    return letters >= SHORTEST_NAME or (letters == SHORTEST_NAME - 1 and UNSPACED.search(name) is not None)

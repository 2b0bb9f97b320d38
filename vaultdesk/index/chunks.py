"""Splits notes into chunks by headings, paragraphs and sentences."""

import re
import sqlite3
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from vaultdesk.index.search_query import storable_path
from vaultdesk.index.store.index_entry import HeadingRow, note_kinds_sql

# A short part is joined with those that follow below the same heading, and a few words before the first heading with
# what follows it; a long one is cut between paragraphs, then between sentences. Places count characters, and lines from
# 1, of the whole text, properties included.

MIN_CHUNK_WORDS, MAX_CHUNK_WORDS = 100, 300
"""Words of a passage: fewer say too little to be compared, more than some 300 a small model does not read."""

HEADING_SEPARATOR = " › "
"""Between the names of what a passage stands under."""

_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af\u0e00-\u0eff]")
_WORD = re.compile(rf"{_UNSPACED.pattern}|\S+")
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n\s*")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[ \t]+|(?<=[。！？])|\n")


class HeadingPlace(Protocol):
    """A heading as far as cutting needs it."""

    @property
    def line(self) -> int:
        """Its line; the note's first is 1."""

    @property
    def level(self) -> int:
        """1 to 6."""

    @property
    def heading(self) -> str:
        """Its text."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One passage of a note."""

    nth: int
    heading: str
    """The headings it stands under, outermost first, joined with `›`; empty above the first one."""
    start: int
    end: int
    first_line: int
    last_line: int
    text: str
    """As it stands in the note, without blank lines around it."""

    def in_context(self, title: str) -> str:
        """Return the passage after the note's *title* and its headings: what a model is to understand."""
        return f"{HEADING_SEPARATOR.join(filter(None, (title, self.heading)))}\n{self.text}"


@dataclass(slots=True)
class _Part:
    """From one heading, or the text's beginning, to the next one."""

    start: int
    end: int
    level: int
    heading: str
    words: int


def split_into_chunks(text: str, body_start: int, headings: Sequence[HeadingPlace]) -> list[Chunk]:
    """Return the passages of *text*, whose properties end at *body_start*; none where there is no word."""
    lines = [0, *(found.end() for found in re.finditer("\n", text))]
    found: list[Chunk] = []
    for part in _joined(_parts(text, body_start, headings, lines)):
        for start, end in _pieces(text, part):
            piece = text[start:end]
            before = len(piece) - len(piece.lstrip())
            kept = piece.strip()
            if kept:
                start += before
                end = start + len(kept)
                first, last = bisect_right(lines, start), bisect_right(lines, end - 1)
                found.append(Chunk(len(found), part.heading, start, end, first, last, kept))
    return found


def word_count(text: str) -> int:
    """Return how many words *text* has; in scripts without spaces each character counts as one."""
    if text.isascii() or _UNSPACED.search(text) is None:
        return len(text.split())  # The same, ten times as fast.
    return sum(1 for _ in _WORD.finditer(text))


def _parts(text: str, body_start: int, headings: Sequence[HeadingPlace], lines: Sequence[int]) -> list[_Part]:
    places = [(lines[one.line - 1], one) for one in headings if 0 < one.line <= len(lines)]
    places = [(place, one) for place, one in places if place >= body_start]
    first = places[0][0] if places else len(text)
    parts = [_Part(body_start, first, 0, "", word_count(text[body_start:first]))]
    above: list[HeadingPlace] = []
    for nth, (place, one) in enumerate(places):
        end = places[nth + 1][0] if nth + 1 < len(places) else len(text)
        above = [*(outer for outer in above if outer.level < one.level), one]
        path = HEADING_SEPARATOR.join(outer.heading for outer in above)
        parts.append(_Part(place, end, one.level, path, word_count(text[place:end])))
    return parts


def _joined(parts: Sequence[_Part]) -> Iterator[_Part]:
    """Yield the parts, short ones together with what follows below the same heading, or below none."""
    waiting: _Part | None = None
    for part in parts:
        if waiting is None:
            waiting = part
        elif (
            waiting.words < MIN_CHUNK_WORDS
            and part.level >= waiting.level
            and waiting.words + part.words <= MAX_CHUNK_WORDS
        ):
            # What begins above the first heading is called after that heading: it is nearly all of it.
            named = part if waiting.level == 0 else waiting
            waiting = _Part(waiting.start, part.end, named.level, named.heading, waiting.words + part.words)
        else:
            yield waiting
            waiting = part
    if waiting is not None:
        yield waiting


def _pieces(text: str, part: _Part) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of *part* begin and end, none over `MAX_CHUNK_WORDS` words where it can be cut at all."""
    if part.words <= MAX_CHUNK_WORDS:
        yield part.start, part.end
        return
    start = place = part.start
    words = 0
    for end, count in _bits(text, part.start, part.end):
        if words and words + count > MAX_CHUNK_WORDS:
            yield start, place
            start, words = place, 0
        place, words = end, words + count
    yield start, part.end


def _bits(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ends of the smallest pieces, paragraphs where those are short enough, and how many words each has."""
    for paragraph_start, paragraph_end in _cut(text, start, end, _PARAGRAPH_END):
        words = word_count(text[paragraph_start:paragraph_end])
        if words <= MAX_CHUNK_WORDS:
            yield paragraph_end, words
            continue
        for sentence_start, sentence_end in _cut(text, paragraph_start, paragraph_end, _SENTENCE_END):
            found = list(_WORD.finditer(text, sentence_start, sentence_end))
            for nth in range(MAX_CHUNK_WORDS, len(found), MAX_CHUNK_WORDS):
                yield found[nth].start(), MAX_CHUNK_WORDS
            yield sentence_end, len(found) % MAX_CHUNK_WORDS if len(found) > MAX_CHUNK_WORDS else len(found)


def _cut(text: str, start: int, end: int, between: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for found in between.finditer(text, start, end):
        if found.end() > start:
            yield start, found.end()
            start = found.end()
    if start < end:
        yield start, end


@dataclass(frozen=True, slots=True)
class ChunkedNote:
    """A note and its passages, as of one commit."""

    note: int
    path: str
    title: str
    names: str
    """File name, title and aliases, one a line."""
    mtime_ns: int
    indexed_at: float
    chunks: tuple[Chunk, ...]
    properties: str = ""
    """The properties' lines, as written."""
    spellings: str = ""
    """Spelling keys of the words that differ from theirs."""

    @property
    def indexed(self) -> datetime | None:
        """When the index last took the text in."""
        return datetime.fromtimestamp(self.indexed_at, tz=UTC).astimezone() if self.indexed_at else None

    def holding(self, start: int, end: int) -> Chunk | None:
        """Return the passage that holds the middle of a piece of the text, or the nearest one before it."""
        middle = (start + end) // 2
        found = [chunk for chunk in self.chunks if chunk.start <= middle]
        return found[-1] if found else next(iter(self.chunks), None)

    def on_line(self, line: int) -> Chunk | None:
        """Return the passage that holds *line*, or the nearest one before it."""
        found = [chunk for chunk in self.chunks if chunk.first_line <= line]
        return found[-1] if found else next(iter(self.chunks), None)


def load_chunked_notes(connection: sqlite3.Connection, notes: Sequence[int]) -> list[ChunkedNote]:
    """Return these notes or chats in their order, cut; those that are gone or have no text are left out."""
    listed = ",".join(map(str, notes))
    headings: dict[int, list[HeadingRow]] = {}
    sql = f"SELECT note, line, level, heading FROM heading WHERE note IN ({listed}) ORDER BY note, nth"  # noqa: S608 - numbers
    for note, *row in connection.execute(sql):
        headings.setdefault(note, []).append(HeadingRow(*row))
    sql = (
        "SELECT note.id, path, title, names, mtime_ns, indexed_at, properties, body, spellings FROM note"  # noqa: S608 - numbers
        f" JOIN text ON text.id = note.id WHERE note.id IN ({listed}) AND {note_kinds_sql('all')}"
    )
    found: dict[int, ChunkedNote] = {}
    for note, path, title, names, mtime_ns, indexed_at, properties, body, spellings in connection.execute(sql):
        chunks = split_into_chunks(properties + body, len(properties), headings.get(note, ()))
        found[note] = ChunkedNote(note, path, title, names, mtime_ns, indexed_at, tuple(chunks), properties, spellings)
    return [found[note] for note in notes if note in found]


def load_chunked_note(connection: sqlite3.Connection, path: str) -> ChunkedNote | None:
    """Return the note at *path*, cut; None where there is none, or no text of it."""
    row = connection.execute("SELECT id FROM note WHERE path = ? AND excluded = 0", (storable_path(path),)).fetchone()
    return next(iter(load_chunked_notes(connection, [row[0]])), None) if row else None


def innermost_heading(heading: str) -> str:
    """Return the last of the headings a passage stands under."""
    return heading.rpartition(HEADING_SEPARATOR)[2]


def load_texts(connection: sqlite3.Connection, paths: Sequence[str]) -> dict[str, str]:
    """Return the whole text of each of these notes, properties and all, by path; those that are gone are left out."""
    sql = "SELECT properties || body FROM note JOIN text ON text.id = note.id WHERE path = ?"
    found = ((path, connection.execute(sql, (storable_path(path),)).fetchone()) for path in paths)
    return {path: row[0] for path, row in found if row is not None}

"""Page: one note being searched: whether a word or pattern stands in its names or in a stretch of its text, and where.

Knows nothing of how a search is put together; see matching.py.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from vaultdesk.index.haystack import Straw
from vaultdesk.index.letters import spans
from vaultdesk.index.query import folded
from vaultdesk.index.search_language.nodes import Pattern
from vaultdesk.index.search_language.patterns import compiled
from vaultdesk.index.search_language.pieces import Kind, Pieces, Span, may_have_tasks
from vaultdesk.vault.note_path import same_name_key

MOST_PLACES = 64
"""Places of one word or pattern in a note that are told: more than any passage marks."""

Place = Literal["note", "text", "file", "path"]
"""Where words are looked for: in a note's names and its text, in its text alone, in its file's name or its path."""


@dataclass(frozen=True, slots=True)
class Where:
    """What is looked at now; `start` and `end` count in the note's text."""

    place: Place = "note"
    start: int = 0
    end: int = sys.maxsize
    exactly: bool = False
    """Whether capitals count."""

    @property
    def is_all(self) -> bool:
        """Whether nothing is cut off."""
        return self.start == 0 and self.end == sys.maxsize


class Page:
    """One note being looked at: its text is taken as the index keeps it and understood only as far as is asked."""

    def __init__(
        self,
        straw: Straw,
        data: bytes,
        head_lines: int = 0,
        heading_lines: Sequence[int] = (),
        *,
        is_folded: bool = False,
    ) -> None:
        """*data* is UTF-8; where it *is_folded* already, capitals cannot be asked for and places are those of it.

        The properties take *head_lines* lines; *heading_lines* count from 1.
        """
        self.note = straw.note
        self._path = straw.path
        self._names = (straw.name, *straw.aliases)
        self._data = data
        self._head_lines = head_lines
        self._heading_lines = heading_lines
        self._is_folded = is_folded
        # Kept by hand: `cached_property` takes a lock each time, which thousands of notes feel.
        self._decoded: str | None = None
        self._low_text: str | None = None
        self._cut: Pieces | None = None

    @property
    def _text(self) -> str:
        if self._decoded is None:
            self._decoded = self._data.decode("utf-8", "replace")
        return self._decoded

    @property
    def _low(self) -> str:
        if self._low_text is None:
            self._low_text = self._text if self._is_folded else folded(self._text)
        return self._low_text

    @property
    def _pieces(self) -> Pieces:
        if self._cut is None:
            self._cut = Pieces(self._text, _after_lines(self._text, self._head_lines), self._heading_lines)
        return self._cut

    def has_word(self, said: str, where: Where) -> bool:
        """Whether *said* stands there."""
        match where.place:
            case "file":
                return _is_in_name(said, file_name(self._path, said), exactly=where.exactly)
            case "path":
                return _is_in_name(said, self._path, exactly=where.exactly)
            case "text":
                return self._is_in_text(said, where)
            case "note":
                return self._is_in_text(said, where) or any(
                    _is_in_name(said, name, exactly=where.exactly) for name in self._names
                )

    def has_pattern(self, pattern: Pattern, where: Where) -> bool:
        """Whether *pattern* fits something there."""
        ready = compiled(pattern.source, exactly=where.exactly)
        if ready is None:
            return False
        names: tuple[str, ...] = ()
        match where.place:
            case "file":
                names = (self._path.rpartition("/")[2],)
            case "path":
                names = (self._path,)
            case "note":
                names = self._names
            case "text":
                pass
        if where.place in ("note", "text") and ready.search(self._encoded(where)) is not None:
            return True
        encoded = [name.encode("utf-8", "replace") for name in names]
        # One look at all of them, which nearly always settles it.
        at_once = len(encoded) < 2 or ready.search(b"\n".join(encoded)) is not None
        return at_once and any(ready.search(name) is not None for name in encoded)

    def word_places(self, said: str, where: Where) -> Iterator[Span]:
        """Yield where *said* stands in that part of the text."""
        piece = self._text[where.start : where.end]
        if where.exactly:
            starts = islice(_found(piece, said, 0, len(piece)), MOST_PLACES)
            found = [(start, start + len(said)) for start in starts]
        else:
            found = spans(piece, folded(said), MOST_PLACES)
        for start, end in found:
            yield where.start + start, where.start + end

    def pattern_places(self, pattern: Pattern, where: Where) -> Iterator[Span]:
        """Yield where *pattern* fits in that part of the text."""
        ready = compiled(pattern.source, exactly=where.exactly)
        if ready is None:
            return
        data, counted, start = self._encoded(where), 0, where.start
        for found in islice(ready.finditer(data), MOST_PLACES):
            first, last = found.span()
            start += len(data[counted:first].decode("utf-8", "replace"))
            counted = first
            length = len(data[first:last].decode("utf-8", "replace"))
            if length:
                yield start, start + length

    def pieces(self, kind: Kind, around: Where, word: str = "") -> Iterator[Where]:
        """Yield the pieces of *kind* in what is looked at, each by itself; those without *word* may be left out."""
        if kind.startswith("task") and not may_have_tasks(self._data):
            return
        within = self.text_of(around)
        if word and len(self._low) == len(self._text):
            places = _found(self._low, folded(word), within.start, within.end)
            found = self._pieces.around(kind, places)
        else:
            found = self._pieces.of(kind)
        for start, end in found:
            if self._overlaps(start, end, within):
                yield Where("text", max(start, within.start), min(end, within.end), within.exactly)

    def text_of(self, where: Where) -> Where:
        """Look at the text: at the piece of it that is looked at already, or at all of it."""
        return Where("text", where.start, where.end, where.exactly)

    def _overlaps(self, start: int, end: int, where: Where) -> bool:
        """Whether a piece, perhaps an empty line, lies at least partly in what is looked at."""
        if start < end:
            return start < where.end and end > where.start
        return where.start <= start < where.end or start == where.start == where.end

    def _is_in_text(self, said: str, where: Where) -> bool:
        if where.exactly:
            return self._text.find(said, where.start, where.end) >= 0
        low, needle = self._low, folded(said)
        if where.is_all or len(low) == len(self._text):
            return low.find(needle, where.start, where.end) >= 0
        # A letter that folds into two moved all places after it: a piece is folded by itself.
        return needle in folded(self._text[where.start : where.end])

    def _encoded(self, where: Where) -> bytes:
        """Return that part of the text as RE2 takes it."""
        return self._data if where.is_all else self._text[where.start : where.end].encode()


def file_name(path: str, said: str) -> str:
    """Return the name of the file at *path* as *said* is looked for in it: `.md` counts where a dot is asked for."""
    name = path.rpartition("/")[2]
    return name[:-3] if "." not in said and name.casefold().endswith(".md") else name


def _is_in_name(said: str, name: str, *, exactly: bool) -> bool:
    return said in name if exactly else same_name_key(said) in same_name_key(name)


def _found(text: str, needle: str, start: int, end: int) -> Iterator[int]:
    """Yield where *needle* begins in a stretch of *text*, in order, none over another."""
    place = text.find(needle, start, end)
    while place >= 0:
        yield place
        place = text.find(needle, place + len(needle), end)


def _after_lines(text: str, lines: int) -> int:
    """Return where the line after the first *lines* begins; the text's end where there is none."""
    place = 0
    for _ in range(lines):
        place = text.find("\n", place) + 1
        if not place:
            return len(text)
    return place

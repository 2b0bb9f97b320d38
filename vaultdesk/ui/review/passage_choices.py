"""Passages of notes and lines of files that would be sent, which of them are ticked, and their total; without Qt."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.tools.runtime.approvals import LineRange
from vaultdesk.tools.runtime.found_result import picked_text

TickState = Literal["all", "some", "none"]
"""Whether all, some or none of a group of passages are ticked."""


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage as shown in the list."""

    id: str
    path: str
    """Its note; empty for a result that is not from a single note."""
    text: str = field(repr=False)
    """Exactly what would be sent."""
    tokens: int
    heading: str = ""
    first_line: int = 0
    """Its lines in the note, from 1; 0 if unknown."""
    last_line: int = 0
    is_whole_note: bool = False
    marks: tuple[tuple[int, int], ...] = ()
    """Ranges of `text` that match the query, in order."""
    ticked: bool = True
    remark: str = ""
    """Further information in the user's language: `sent there before`."""


class ShownWithheldNote(Struct, frozen=True):
    """A private note, listed with a lock."""

    path: str
    reason: str
    """Why it is private, in the user's language."""


class NoteGroup(Struct, frozen=True):
    """The passages of one note, in the order given."""

    path: str
    passages: tuple[ShownPassage, ...]


class PassageChoices:
    """Passages with ticks. A passage can be shortened; then the shorter text is sent instead."""

    def __init__(self, passages: Iterable[ShownPassage], withheld: Iterable[ShownWithheldNote] = ()) -> None:
        self.passages = tuple(passages)
        self.withheld = tuple(withheld)
        self.groups = _groups(self.passages)
        self._ticked = {passage.id for passage in self.passages if passage.ticked}
        self._shortened: dict[str, str] = {}

    def is_ticked(self, passage_id: str) -> bool:
        """Return whether a passage is selected."""
        return passage_id in self._ticked

    def tick(self, passages: Iterable[ShownPassage], ticked: bool) -> None:
        """Select or deselect *passages*."""
        ids = {passage.id for passage in passages}
        self._ticked = self._ticked | ids if ticked else self._ticked - ids

    def tick_all(self, ticked: bool) -> None:
        """Select every passage, or none."""
        self.tick(self.passages, ticked)

    def state(self, passages: Sequence[ShownPassage]) -> TickState:
        """Return whether all, some or none of *passages* are ticked."""
        count = sum(passage.id in self._ticked for passage in passages)
        return "none" if not count else "all" if count == len(passages) else "some"

    def copy_ticks(self, other: "PassageChoices") -> None:
        """Untick passages that are unticked in *other*, identified by note and text."""
        unticked = {(passage.path, passage.text) for passage in other.passages if not other.is_ticked(passage.id)}
        self._ticked -= {passage.id for passage in self.passages if (passage.path, passage.text) in unticked}

    def shorten(self, passage: ShownPassage, text: str | None) -> None:
        """Send *text* instead of *passage*; None sends it whole."""
        if text is None or text == passage.text:
            self._shortened.pop(passage.id, None)
        else:
            self._shortened[passage.id] = text

    def is_shortened(self, passage: ShownPassage) -> bool:
        """Return whether a shorter text is sent instead of *passage*."""
        return passage.id in self._shortened

    def text(self, passage: ShownPassage) -> str:
        """Return the text that is sent of *passage* if ticked."""
        return self._shortened.get(passage.id, passage.text)

    def size(self, passage: ShownPassage) -> int:
        """Return the approximate number of tokens that are sent of *passage* if ticked."""
        shortened = self._shortened.get(passage.id)
        return passage.tokens if shortened is None else text_tokens(shortened)

    @property
    def shortened(self) -> dict[str, str]:
        """Texts sent instead of ticked passages, by their ids."""
        return {passage_id: text for passage_id, text in self._shortened.items() if passage_id in self._ticked}

    @property
    def ticked_passages(self) -> tuple[ShownPassage, ...]:
        """The ticked passages, in the order shown."""
        return tuple(passage for passage in self.passages if passage.id in self._ticked)

    @property
    def notes(self) -> int:
        """Number of notes of which something is sent."""
        return len({passage.path for passage in self.ticked_passages})

    @property
    def tokens(self) -> int:
        """Approximate number of tokens sent."""
        return sum(map(self.size, self.ticked_passages))


def _groups(passages: Sequence[ShownPassage]) -> tuple[NoteGroup, ...]:
    groups: dict[str, list[ShownPassage]] = {}
    for passage in passages:
        # A result that is not from a single note forms its own group.
        groups.setdefault(passage.path or f"\0{passage.id}", []).append(passage)
    return tuple(NoteGroup(members[0].path, tuple(members)) for members in groups.values())


@dataclass(frozen=True, slots=True)
class FilePart:
    """The text of a file as shown, and the numbers of its picked lines, from 1."""

    text: str = field(repr=False)
    lines: frozenset[int] = frozenset()

    @property
    def total(self) -> int:
        """Number of lines of the text."""
        return self.text.count("\n") + 1

    @property
    def ranges(self) -> tuple[LineRange, ...]:
        """The picked lines as ranges, in order."""
        ranges: list[LineRange] = []
        for line in sorted(self.lines):
            if ranges and ranges[-1][1] == line - 1:
                ranges[-1] = (ranges[-1][0], line)
            else:
                ranges.append((line, line))
        return tuple(ranges)

    @property
    def shared_text(self) -> str:
        """Text of the picked lines."""
        return picked_text(self.text, self.ranges)

    @property
    def tokens(self) -> int:
        """Approximate number of tokens of the shared text."""
        return text_tokens(self.shared_text)


class LineChoices:
    """The files of one request that are shared in part, by path. All others are shared whole."""

    def __init__(self) -> None:
        self._parts: dict[str, FilePart] = {}

    def part(self, path: str) -> FilePart | None:
        """Return the part of the file at *path*; None if it is shared whole."""
        return self._parts.get(path)

    def begin(self, path: str, text: str) -> None:
        """Share only a part of the file at *path*, with no line picked yet."""
        self._parts[path] = FilePart(text)

    def pick(self, path: str, lines: Iterable[int]) -> None:
        """Set the picked lines of the file at *path*."""
        self._parts[path] = FilePart(self._parts[path].text, frozenset(lines))

    def share_whole(self, path: str) -> None:
        """Share the file at *path* whole again."""
        self._parts.pop(path, None)

    def parts(self, paths: Collection[str]) -> dict[str, FilePart]:
        """Return those of the files at *paths* that are shared in part."""
        return {path: part for path, part in self._parts.items() if path in paths}

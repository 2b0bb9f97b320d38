"""Diff layout: where each piece of a diff stands. Notes that nobody has looked at yet are only estimated."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from vaultdesk.ui.changes.diff_items import (
    EditSlot,
    Fold,
    FoldKey,
    HunkHead,
    Item,
    Lines,
    MoveHead,
    NoteHead,
    Opened,
    items_of,
    size_of,
)
from vaultdesk.ui.changes.diff_note import DiffNote, HunkStates
from vaultdesk.ui.changes.line_text import LONGEST_LINE, drawn_lines


@dataclass(frozen=True, slots=True)
class Measures:
    """Pixels of everything, and how many characters fit a line."""

    columns: int
    line: int
    head: int
    note_head: int
    fold: int
    pad: int
    """Below the last line before something else comes."""
    editor: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece and where it stands in its note."""

    item: Item
    top: int
    height: int
    ends: Sequence[int] = ()
    """For lines: how many drawn lines there are up to and with each."""
    cuts: tuple[int, ...] = ()
    """Places of the lines that are too long to be shown whole at once."""

    def line_at(self, drawn: int) -> int:
        """Return which of the lines the drawn line *drawn* belongs to."""
        return min(bisect_right(self.ends, drawn), len(self.ends) - 1)

    def top_of(self, place: int) -> int:
        """Return how many drawn lines stand above the line at *place*."""
        return self.ends[place - 1] if place else 0


@dataclass(slots=True)
class Section:
    """One note of the diff."""

    note: DiffNote
    height: int = 0
    placed: list[Placed] = field(default_factory=list)
    fresh: bool = False
    """Whether `placed` is as it should be."""

    def estimate(self, measures: Measures) -> None:
        """Guess the height, without looking at the lines."""
        self.fresh = False
        if self.placed:
            return
        lines = sum(min(size_of(hunk), 80) for hunk in self.note.hunks)
        heads = measures.note_head + len(self.note.hunks) * (measures.head + measures.fold + measures.pad)
        self.height = heads + lines * measures.line

    def place(self, states: HunkStates, opened: Opened, editing: FoldKey | None, measures: Measures) -> None:
        """Lay the note out."""
        self.placed = []
        self.fresh = True
        top = 0
        for item in items_of(self.note, states, opened, editing):
            placed = _placed(item, top, opened, measures)
            self.placed.append(placed)
            top += placed.height
        self.height = top

    def at(self, y: int) -> Placed | None:
        """Return the piece at *y* of the note."""
        place = bisect_right(self.placed, y, key=lambda placed: placed.top) - 1
        return self.placed[place] if place >= 0 and y < self.height else None


def _placed(item: Item, top: int, opened: Opened, measures: Measures) -> Placed:
    match item:
        case NoteHead():
            return Placed(item, top, measures.note_head)
        case MoveHead() | HunkHead():
            return Placed(item, top, measures.head)
        case Fold():
            return Placed(item, top, measures.fold)
        case EditSlot():
            return Placed(item, top, measures.editor)
        case Lines():
            ends = list(accumulate(_drawn(item, opened, measures.columns)))
            cuts = tuple(place for place, row in enumerate(item.rows) if len(row.text) > LONGEST_LINE)
            return Placed(item, top, (ends[-1] if ends else 0) * measures.line + measures.pad, ends, cuts)


def _drawn(lines: Lines, opened: Opened, columns: int) -> list[int]:
    return [
        drawn_lines(row.text, columns)
        if len(row.text) <= LONGEST_LINE
        else drawn_lines(row.text, columns, opened.get(lines.key(place), LONGEST_LINE))
        for place, row in enumerate(lines.rows)
    ]

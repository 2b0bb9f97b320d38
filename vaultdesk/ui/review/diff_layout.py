"""Layout of diffs: the position of each item, computed only as far as scrolled."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec import Struct, field

from vaultdesk.ui.review.diff_items import (
    MAX_OPENED_LINE,
    MAX_SHOWN_LINE,
    DiffFold,
    DiffItem,
    DiffLines,
    DiffMoveHeader,
    DiffNote,
    DiffNoteHeader,
    EditSlot,
    FoldKey,
    HunkHeader,
    HunkStates,
    OpenedFolds,
    diff_items_of,
    display_line_count,
    hunk_size,
)


class DiffMeasures(Struct, frozen=True):
    """Heights of the items of a diff in pixels, and the number of characters that fit in a line."""

    columns: int
    line: int
    header: int
    note_header: int
    fold: int
    pad: int
    """Padding below the last line before another item."""
    editor: int = 0


class PlacedItem(Struct, frozen=True):
    """An item and its position in the section of its note."""

    item: DiffItem
    top: int
    height: int
    ends: Sequence[int] = ()
    """For lines: the cumulative number of displayed lines up to and including each."""
    cuts: tuple[int, ...] = ()
    """Indexes of the lines that are too long to be shown whole initially."""

    def line_at(self, display_line: int) -> int:
        """Return the index of the line to which the displayed line *display_line* belongs."""
        return min(bisect_right(self.ends, display_line), len(self.ends) - 1)

    def top_of(self, index: int) -> int:
        """Return the number of displayed lines above the line at *index*."""
        return self.ends[index - 1] if index else 0


class DiffSection(Struct):
    """Layout of one note of the diff."""

    note: DiffNote
    height: int = 0
    placed: list[PlacedItem] = field(default_factory=list)
    is_laid_out: bool = False
    """Whether `placed` is up to date."""

    def estimate(self, measures: DiffMeasures) -> None:
        """Estimate the height without examining the lines."""
        self.is_laid_out = False
        if self.placed:
            return
        lines = sum(min(hunk_size(hunk), 80) for hunk in self.note.hunks)
        headers = measures.note_header + len(self.note.hunks) * (measures.header + measures.fold + measures.pad)
        self.height = headers + lines * measures.line

    def lay_out(self, states: HunkStates, opened: OpenedFolds, editing: FoldKey | None, measures: DiffMeasures) -> None:
        self.placed = []
        self.is_laid_out = True
        top = 0
        for item in diff_items_of(self.note, states, opened, editing):
            placed = _place_item(item, top, opened, measures)
            self.placed.append(placed)
            top += placed.height
        self.height = top

    def at(self, y: int) -> PlacedItem | None:
        """Return the item at *y* of the note."""
        index = bisect_right(self.placed, y, key=lambda placed: placed.top) - 1
        return self.placed[index] if index >= 0 and y < self.height else None


def _place_item(item: DiffItem, top: int, opened: OpenedFolds, measures: DiffMeasures) -> PlacedItem:
    match item:
        case DiffNoteHeader():
            return PlacedItem(item, top, measures.note_header)
        case DiffMoveHeader() | HunkHeader():
            return PlacedItem(item, top, measures.header)
        case DiffFold():
            return PlacedItem(item, top, measures.fold)
        case EditSlot():
            return PlacedItem(item, top, measures.editor)
        case DiffLines():
            ends = list(accumulate(_display_line_counts(item, opened, measures.columns)))
            cuts = tuple(index for index, row in enumerate(item.rows) if len(row.text) > MAX_SHOWN_LINE)
            return PlacedItem(item, top, (ends[-1] if ends else 0) * measures.line + measures.pad, ends, cuts)


def _display_line_counts(lines: DiffLines, opened: OpenedFolds, columns: int) -> list[int]:
    return [
        display_line_count(row.text, columns)
        if len(row.text) <= MAX_SHOWN_LINE
        else display_line_count(row.text, columns, opened.get(lines.key(index), MAX_SHOWN_LINE))
        for index, row in enumerate(lines.rows)
    ]


class KeyboardStop(Struct, frozen=True):
    """A place for keyboard navigation: a header, a fold, or the end of a cut line."""

    key: FoldKey
    item: DiffItem
    top: int
    height: int


class DiffDocument:
    """Content and layout of a diff: the sections of its notes, and what is expanded in them."""

    def __init__(self, notes: Sequence[DiffNote], states: HunkStates) -> None:
        self.states = states
        self.opened: dict[FoldKey, int] = {}
        self.editing: FoldKey | None = None
        self.sections = [DiffSection(note) for note in notes]
        self._measures = DiffMeasures(80, 18, 30, 36, 24, 6)
        self._indexes = {note.key: index for index, note in enumerate(notes)}

    @property
    def measures(self) -> DiffMeasures:
        return self._measures

    @property
    def height(self) -> int:
        """Total height in pixels; that of some notes is estimated."""
        return sum(section.height for section in self.sections)

    @property
    def last_line(self) -> int:
        """The highest line number."""
        ends = (
            max(hunk.old_start + len(hunk.old_lines), hunk.new_start + len(hunk.new_lines)) + len(hunk.after)
            for section in self.sections
            for hunk in section.note.hunks[-1:]
        )
        return max(ends, default=1)

    def set_measures(self, measures: DiffMeasures) -> None:
        """Set heights and width, and invalidate the layout of all notes."""
        self._measures = measures
        for section in self.sections:
            section.estimate(measures)

    def index_of(self, key: str) -> int | None:
        """Return the index of the note *key*."""
        return self._indexes.get(key)

    def top_of(self, index: int) -> int:
        """Return the top of the note at index *index*."""
        return sum(section.height for section in self.sections[:index])

    def laid_out_section(self, index: int) -> DiffSection:
        """Return the note at index *index*, laid out."""
        section = self.sections[index]
        if not section.is_laid_out:
            section.lay_out(self.states, self.opened, self.editing, self._measures)
        return section

    def invalidate(self, key: str | None = None) -> None:
        """Invalidate the layout of the note *key*, or of all notes."""
        for section in self.sections:
            if key is None or section.note.key == key:
                section.is_laid_out = False

    def lay_out(self, top: int, bottom: int) -> int:
        """Lay out the area between *top* and *bottom*; return by how many pixels its content moved down."""
        shift = y = 0
        for index, section in enumerate(self.sections):
            if y >= bottom + shift:
                break
            if y + section.height > top + shift and not section.is_laid_out:
                previous_height, was_laid_out = section.height, bool(section.placed)
                self.laid_out_section(index)
                if y < top + shift and not was_laid_out:
                    shift += section.height - previous_height
            y += section.height
        return shift

    def between(self, top: int, bottom: int) -> Iterator[tuple[PlacedItem, int]]:
        """Yield the items between *top* and *bottom*, laid out, and the top of each."""
        y = 0
        for index, section in enumerate(self.sections):
            if y >= bottom:
                return
            if y + section.height > top:
                for placed in self.laid_out_section(index).placed:
                    if y + placed.top < bottom and y + placed.top + placed.height > top:
                        yield placed, y + placed.top
            y += section.height

    def at(self, y: int) -> tuple[PlacedItem, int] | None:
        """Return the item at *y*, and its top."""
        return next(iter(self.between(y, y + 1)), None)

    def open(self, key: FoldKey) -> None:
        """Expand a fold, or more of a long line."""
        self.opened[key] = self.opened.get(key, MAX_SHOWN_LINE) + MAX_OPENED_LINE
        self.invalidate(key[0])

    def stops(self, index: int) -> list[KeyboardStop]:
        """Return the keyboard stops in the note at index *index*, in order."""
        top = self.top_of(index)
        stops: list[KeyboardStop] = []
        for placed in self.laid_out_section(index).placed:
            if isinstance(placed.item, DiffLines):
                stops.extend(self._cuts(placed, top))
            elif (key := stop_key(placed.item)) is not None:
                stops.append(KeyboardStop(key, placed.item, top + placed.top, placed.height))
        return stops

    def stop(self, key: FoldKey) -> KeyboardStop | None:
        index = self._indexes.get(key[0])
        return next((stop for stop in self.stops(index) if stop.key == key), None) if index is not None else None

    def next_stop(self, start: int, direction: int) -> KeyboardStop | None:
        """Return the first stop below *start* if *direction* is 1, or the last one above it if -1."""
        indexes = range(len(self.sections))
        for index in indexes if direction > 0 else reversed(indexes):
            top = self.top_of(index)
            if (direction > 0 and top + self.laid_out_section(index).height <= start) or (
                direction < 0 and top >= start
            ):
                continue
            candidates = [
                stop for stop in self.stops(index) if (stop.top > start if direction > 0 else stop.top < start)
            ]
            if candidates:
                return candidates[0] if direction > 0 else candidates[-1]
        return None

    def is_cut(self, lines: DiffLines, index: int) -> bool:
        """Return whether the line at *index* is not shown whole."""
        return len(lines.rows[index].text) > self.opened.get(lines.key(index), MAX_SHOWN_LINE)

    def _cuts(self, placed: PlacedItem, top: int) -> Iterator[KeyboardStop]:
        lines = placed.item
        assert isinstance(lines, DiffLines)
        for index in placed.cuts:
            if self.is_cut(lines, index):
                last = top + placed.top + (placed.ends[index] - 1) * self._measures.line
                yield KeyboardStop(lines.key(index), lines, last, self._measures.line)


def stop_key(item: DiffItem) -> FoldKey | None:
    """Return the key of *item* as a keyboard stop."""
    match item:
        case DiffNoteHeader(note):
            return note.key, ""
        case DiffMoveHeader(note):
            return note.key, "move"
        case HunkHeader(note, hunk):
            return note.key, f"@{hunk.id}"
        case _:
            key = getattr(item, "key", None)
            return key if isinstance(key, tuple) else None

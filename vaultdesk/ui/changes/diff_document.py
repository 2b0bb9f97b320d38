"""Diff document: the notes of a diff below each other, laid out as far as somebody looked. Knows no widget."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vaultdesk.ui.changes.diff_items import FoldKey, HunkHead, Item, Lines, MoveHead, NoteHead
from vaultdesk.ui.changes.diff_layout import Measures, Placed, Section
from vaultdesk.ui.changes.diff_note import DiffNote, HunkStates
from vaultdesk.ui.changes.line_text import LONGEST_LINE, MORE


@dataclass(frozen=True, slots=True)
class Stop:
    """A place the keyboard goes to: a head, a fold, or the end of a line that was cut."""

    key: FoldKey
    item: Item
    top: int
    height: int


class DiffDocument:
    """Sections of notes, what is opened in them, and where everything is."""

    def __init__(self, notes: Sequence[DiffNote], states: HunkStates) -> None:
        self.states = states
        self.opened: dict[FoldKey, int] = {}
        self.editing: FoldKey | None = None
        self.sections = [Section(note) for note in notes]
        self._measures = Measures(80, 18, 30, 36, 24, 6)
        self._places = {note.key: place for place, note in enumerate(notes)}

    @property
    def measures(self) -> Measures:
        """The heights in force."""
        return self._measures

    @property
    def height(self) -> int:
        """Pixels of everything, of some notes only guessed."""
        return sum(section.height for section in self.sections)

    @property
    def last_line(self) -> int:
        """The highest number of a line."""
        ends = (
            max(hunk.old_start + len(hunk.old_lines), hunk.new_start + len(hunk.new_lines)) + len(hunk.after)
            for section in self.sections
            for hunk in section.note.hunks[-1:]
        )
        return max(ends, default=1)

    def set_measures(self, measures: Measures) -> None:
        """Take over other heights or another width; everything is to be laid out anew."""
        self._measures = measures
        for section in self.sections:
            section.estimate(measures)

    def place_of(self, key: str) -> int | None:
        """Return the number of the note *key*."""
        return self._places.get(key)

    def top_of(self, place: int) -> int:
        """Return where the note number *place* begins."""
        return sum(section.height for section in self.sections[:place])

    def fresh(self, place: int) -> Section:
        """Return the note number *place*, laid out."""
        section = self.sections[place]
        if not section.fresh:
            section.place(self.states, self.opened, self.editing, self._measures)
        return section

    def renew(self, key: str | None = None) -> None:
        """Lay out the note *key* anew when it is looked at, or all of them."""
        for section in self.sections:
            if key is None or section.note.key == key:
                section.fresh = False

    def lay_out(self, top: int, bottom: int) -> int:
        """Lay out what lies between *top* and *bottom*; return by how much what is there moved down."""
        shift = y = 0
        for place, section in enumerate(self.sections):
            if y >= bottom + shift:
                break
            if y + section.height > top + shift and not section.fresh:
                before, known = section.height, bool(section.placed)
                self.fresh(place)
                if y < top + shift and not known:
                    shift += section.height - before
            y += section.height
        return shift

    def between(self, top: int, bottom: int) -> Iterator[tuple[Placed, int]]:
        """Yield the pieces between *top* and *bottom*, laid out, and where each begins."""
        y = 0
        for place, section in enumerate(self.sections):
            if y >= bottom:
                return
            if y + section.height > top:
                for placed in self.fresh(place).placed:
                    if y + placed.top < bottom and y + placed.top + placed.height > top:
                        yield placed, y + placed.top
            y += section.height

    def at(self, y: int) -> tuple[Placed, int] | None:
        """Return the piece at *y*, and where it begins."""
        return next(iter(self.between(y, y + 1)), None)

    def open(self, key: FoldKey) -> None:
        """Open a fold, or more of a long line."""
        self.opened[key] = self.opened.get(key, LONGEST_LINE) + MORE
        self.renew(key[0])

    def stops(self, place: int) -> list[Stop]:
        """Return where the keyboard stops in the note number *place*, in order."""
        top = self.top_of(place)
        found: list[Stop] = []
        for placed in self.fresh(place).placed:
            if isinstance(placed.item, Lines):
                found.extend(self._cuts(placed, top))
            elif (key := stop_key(placed.item)) is not None:
                found.append(Stop(key, placed.item, top + placed.top, placed.height))
        return found

    def stop(self, key: FoldKey) -> Stop | None:
        """Return one stop."""
        place = self._places.get(key[0])
        return next((stop for stop in self.stops(place) if stop.key == key), None) if place is not None else None

    def next_stop(self, start: int, way: int) -> Stop | None:
        """Return the first stop below *start* where *way* is 1, or the last one above it where it is -1."""
        numbers = range(len(self.sections))
        for place in numbers if way > 0 else reversed(numbers):
            top = self.top_of(place)
            if (way > 0 and top + self.fresh(place).height <= start) or (way < 0 and top >= start):
                continue
            beyond = [stop for stop in self.stops(place) if (stop.top > start if way > 0 else stop.top < start)]
            if beyond:
                return beyond[0] if way > 0 else beyond[-1]
        return None

    def is_cut(self, lines: Lines, place: int) -> bool:
        """Whether the line at *place* is not shown whole."""
        return len(lines.rows[place].text) > self.opened.get(lines.key(place), LONGEST_LINE)

    def _cuts(self, placed: Placed, top: int) -> Iterator[Stop]:
        lines = placed.item
        assert isinstance(lines, Lines)
        for place in placed.cuts:
            if self.is_cut(lines, place):
                last = top + placed.top + (placed.ends[place] - 1) * self._measures.line
                yield Stop(lines.key(place), lines, last, self._measures.line)


def stop_key(item: Item) -> FoldKey | None:
    """Return the name of *item* as a stop of the keyboard."""
    match item:
        case NoteHead(note):
            return note.key, ""
        case MoveHead(note):
            return note.key, "move"
        case HunkHead(note, hunk):
            return note.key, f"@{hunk.id}"
        case _:
            key = getattr(item, "key", None)
            return key if isinstance(key, tuple) else None

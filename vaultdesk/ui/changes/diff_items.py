"""Diff items: a note's change as the pieces a diff is drawn of: heads, runs of lines, folds. Draws nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import overload

from vaultdesk.ui.changes.diff_note import DiffNote, HunkStates
from vaultdesk.ui.changes.line_text import LONGEST_LINE
from vaultdesk.vault.diff.change_set import Hunk, paired_lines
from vaultdesk.vault.diff.inline_diff import DiffRow, diff_rows

FOLD_OVER = 100
"""Lines of a hunk from which its middle is folded: about four screens."""

SHOWN_BEFORE, SHOWN_AFTER = 60, 12
"""Lines that stay in sight above and below the fold."""

LARGE_HUNK = 2_000
"""Lines of a hunk in which no words are compared: nobody looks for them there, and comparing takes its time."""

FoldKey = tuple[str, str]
"""The note's key, and `h1` for a hunk's middle, `g0` for the lines before a hunk, `h1:12` for what a line hides."""

Opened = Mapping[FoldKey, int]
"""What was opened; of a long line, how many characters are shown."""


@dataclass(frozen=True, slots=True)
class NoteHead:
    """The note's path."""

    note: DiffNote


@dataclass(frozen=True, slots=True)
class MoveHead:
    """The change of the note's name."""

    note: DiffNote


@dataclass(frozen=True, slots=True)
class HunkHead:
    """Where a hunk is, with its tick."""

    note: DiffNote
    hunk: Hunk
    """As it is now, with the person's own lines."""
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines below each other, without anything between them."""

    note: DiffNote
    hunk_id: str
    """Empty for unchanged lines between hunks."""
    rows: Sequence[DiffRow]
    first: int = 0
    """Number of the first of them among the hunk's."""

    def key(self, place: int) -> FoldKey:
        """Return the key of what the line at *place* hides where it is cut."""
        return self.note.key, f"{self.hunk_id}:{self.first + place}"


@dataclass(frozen=True, slots=True)
class Fold:
    """Lines that are not shown."""

    note: DiffNote
    key: FoldKey
    count: int
    removed: int = 0
    changed: bool = False
    """False for unchanged lines."""


@dataclass(frozen=True, slots=True)
class EditSlot:
    """Where a hunk is being edited."""

    note: DiffNote
    hunk: Hunk


Item = NoteHead | MoveHead | HunkHead | Lines | Fold | EditSlot


class PlainRows(Sequence[DiffRow]):
    """The lines of a large hunk, made when they are looked at: the removed ones above the added ones."""

    def __init__(self, hunk: Hunk) -> None:
        self._hunk = hunk
        self._parts = (len(hunk.before), len(hunk.old_lines), len(hunk.new_lines), len(hunk.after))

    def __len__(self) -> int:
        return sum(self._parts)

    @overload
    def __getitem__(self, place: int) -> DiffRow: ...

    @overload
    def __getitem__(self, place: slice) -> list[DiffRow]: ...

    def __getitem__(self, place: int | slice) -> DiffRow | list[DiffRow]:
        if isinstance(place, slice):
            return [self._row(number) for number in range(*place.indices(len(self)))]
        return self._row(place if place >= 0 else len(self) + place)

    def _row(self, place: int) -> DiffRow:
        hunk, (before, old, new, after) = self._hunk, self._parts
        if not 0 <= place < before + old + new + after:
            raise IndexError(place)
        if place < before:
            from_end = before - place
            return DiffRow("same", hunk.before[place], hunk.old_start - from_end, hunk.new_start - from_end)
        place -= before
        if place < old:
            return DiffRow("removed", hunk.old_lines[place], hunk.old_start + place, None)
        place -= old
        if place < new:
            return DiffRow("added", hunk.new_lines[place], None, hunk.new_start + place)
        place -= new
        return DiffRow("same", hunk.after[place], hunk.old_start + old + place, hunk.new_start + new + place)


def size_of(hunk: Hunk) -> int:
    """Return about how many lines *hunk* is shown in."""
    return len(hunk.before) + len(hunk.old_lines) + len(hunk.new_lines) + len(hunk.after)


def rows_of(hunk: Hunk) -> Sequence[DiffRow]:
    """Return the lines of *hunk*, with marked words where it is small enough."""
    return PlainRows(hunk) if size_of(hunk) > LARGE_HUNK else diff_rows(hunk)


def hunk_now(note: DiffNote, hunk: Hunk, states: HunkStates) -> tuple[Hunk, bool]:
    """Return *hunk* with the person's own lines, and whether it has any."""
    edited = states.edited(note.key, hunk.id)
    return (hunk, False) if edited is None else (replace(hunk, new_lines=edited), True)


def items_of(note: DiffNote, states: HunkStates, opened: Opened, editing: FoldKey | None = None) -> Iterator[Item]:
    """Yield the pieces of *note*, as far as they are opened; *editing* names the hunk that is being edited."""
    if note.path:
        yield NoteHead(note)
    if note.kind == "move":
        yield MoveHead(note)
    place = 1
    for number, planned in enumerate(note.hunks):
        hunk, edited = hunk_now(note, planned, states)
        start = hunk.old_start - len(hunk.before)
        yield from _between(note, opened, number, (place, start))
        yield HunkHead(note, hunk, edited)
        if editing == (note.key, hunk.id):
            yield EditSlot(note, hunk)
        else:
            yield from _hunk_items(note, hunk, opened)
        place = hunk.old_start + len(hunk.old_lines) + len(hunk.after)
    if note.hunks and note.kind in ("modify", "move"):
        yield from _between(note, opened, len(note.hunks), (place, _count_lines(note) + 1))


def needing_look(note: DiffNote, states: HunkStates, opened: Opened) -> Iterator[FoldKey]:
    """Yield what hides text that would go, or parts of lines that change, and was not opened (THREATS 2.3.3)."""
    for planned in note.hunks:
        if not states.hunk_taken(note.key, planned.id):
            continue
        hunk, _ = hunk_now(note, planned, states)
        long = any(len(line) > LONGEST_LINE for line in (*hunk.old_lines, *hunk.new_lines))
        if not long and (size_of(hunk) <= FOLD_OVER or not hunk.old_lines):
            continue
        for item in _hunk_items(note, hunk, opened):
            if isinstance(item, Fold) and (item.removed or _hides_long(hunk, long)):
                yield item.key
            elif isinstance(item, Lines) and long:
                yield from _cut_keys(item, opened)


def _hides_long(hunk: Hunk, long: bool) -> bool:
    # What is cut in lines that are folded themselves comes into sight with them.
    return long and size_of(hunk) > FOLD_OVER


def _cut_keys(item: Lines, opened: Opened) -> Iterator[FoldKey]:
    for place, row in enumerate(item.rows):
        if row.kind != "same" and len(row.text) > LONGEST_LINE and item.key(place) not in opened:
            yield item.key(place)


def _hunk_items(note: DiffNote, hunk: Hunk, opened: Opened) -> Iterator[Item]:
    lines = rows_of(hunk)
    key = (note.key, hunk.id)
    if len(lines) <= FOLD_OVER or key in opened:
        yield Lines(note, hunk.id, lines)
        return
    end = len(lines) - SHOWN_AFTER
    hidden = lines[SHOWN_BEFORE:end]
    yield Lines(note, hunk.id, lines[:SHOWN_BEFORE])
    yield Fold(note, key, len(hidden), sum(row.kind == "removed" for row in hidden), changed=True)
    yield Lines(note, hunk.id, lines[end:], end)


def _between(note: DiffNote, opened: Opened, number: int, span: tuple[int, int]) -> Iterator[Item]:
    """Yield the unchanged lines of the old text from the first of *span* to before the second."""
    first, end = span
    if end <= first or not note.old_text or note.kind in ("create", "delete"):
        return
    key = (note.key, f"g{number}")
    if key not in opened:
        yield Fold(note, key, end - first)
        return
    shift = note.hunks[number].new_start - note.hunks[number].old_start if number < len(note.hunks) else _growth(note)
    texts = paired_lines(note.old_text, note.old_text)[0][first - 1 : end - 1]
    yield Lines(note, "", [DiffRow("same", text, line, line + shift) for line, text in enumerate(texts, first)], first)


def _growth(note: DiffNote) -> int:
    last: Iterable[Hunk] = note.hunks[-1:]
    return sum(hunk.new_start + len(hunk.new_lines) - hunk.old_start - len(hunk.old_lines) for hunk in last)


def _count_lines(note: DiffNote) -> int:
    text = note.old_text
    return text.count("\n") + (not text.endswith("\n")) if text else 0

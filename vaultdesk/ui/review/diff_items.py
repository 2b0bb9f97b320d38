"""Items of a diff: headers, lines and folds, and the escaping of lines for display."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Protocol, overload

from msgspec import Struct

from vaultdesk.core.values import replace
from vaultdesk.tools.blank_runs import LineSpan, line_spans
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.vault.change_set import (
    DiffRow,
    Hunk,
    InlineMark,
    NoteChange,
    NoteChangeKind,
    diff_rows,
    hunks_between,
    paired_lines,
)

MAX_SHOWN_LINE = 4_000
"""Maximum number of characters of a line shown initially, for a very long paragraph. The rest is counted and can be
expanded.
"""

MAX_OPENED_LINE = 200_000
"""Maximum number of characters by which a line is expanded at a time: escaping them takes up to a tenth of a second."""

CACHED_LINES = 8
"""Number of escaped long lines that are cached: the visible ones, which are drawn repeatedly."""

TAB_SPACES = "    "
"""Replacement for a tab."""

SOFT_BREAK_SHARE = 0.6
"""Share of the width from which a line is broken at a space; if there is no space after it, a word is broken."""

_WIDE = (
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0900-\u0dff\u0e31-\u0e4e\u1100-\u11ff"
    "\u200d\u20d0-\u20ff\u231a-\u23ff\u2600-\u27bf\u2b1b-\u2b55\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\ufe00-\ufe6f\uff00-\uff60\uffe0-\uffe6\U0001f000-\U0003fffd]"
)
"""Characters that may take no column, or two; they are counted as two. Compiled at its first use, because that takes
some milliseconds of each start.
"""

_BLANK = re.compile("[\u034f\u115f\u1160\u2800\u3164\uffa0\U000e0100-\U000e01ef]")
"""Characters that Python considers printable but that are invisible; `sanitize_text` names each of them."""


class EscapedLine(Struct, frozen=True):
    """A line escaped for display."""

    text: str
    marks: tuple[InlineMark, ...] = ()
    hidden_count: int = 0
    """Number of characters of the line that are not shown."""


def is_plain_line(text: str) -> bool:
    """Return whether *text* needs no escaping, as is true for most lines."""
    return text.isascii() and text.isprintable()


def escaped_diff_line(text: str, marks: tuple[InlineMark, ...] = (), max_length: int = MAX_SHOWN_LINE) -> EscapedLine:
    """Return *text* cut to *max_length*, with `U+XXXX` for invisible characters and spaces for tabs."""
    return _escape_cached(text, marks, max_length) if len(text) > MAX_SHOWN_LINE else _escape(text, marks, max_length)


def _escape(text: str, marks: tuple[InlineMark, ...], max_length: int) -> EscapedLine:
    hidden_count = max(0, len(text) - max_length)
    if hidden_count:
        text = text[:max_length]
        marks = tuple((start, min(end, max_length)) for start, end in marks if start < max_length)
    if is_plain_line(text):
        return EscapedLine(text, marks, hidden_count)
    parts: list[str] = []
    moved: list[InlineMark] = []
    position = length = 0
    for start, end in marks:
        before, inside = _visible_text(text[position:start]), _visible_text(text[start:end])
        parts += (before, inside)
        moved.append((length + len(before), length + len(before) + len(inside)))
        length, position = moved[-1][1], end
    parts.append(_visible_text(text[position:]))
    return EscapedLine("".join(parts), tuple(moved), hidden_count)


_escape_cached = lru_cache(CACHED_LINES)(_escape)


def wrapped_line(text: str, columns: int) -> tuple[InlineMark, ...]:
    """Return the parts of *text* that fit *columns*, broken after spaces if there is one nearby."""
    columns = max(columns, 8)
    return _wrap_cached(text, columns) if len(text) > MAX_SHOWN_LINE else _wrap(text, columns)


def _wrap(text: str, columns: int) -> tuple[InlineMark, ...]:
    has_wide = not text.isascii() and re.search(_WIDE, text) is not None
    parts: list[InlineMark] = []
    start = 0
    while start < len(text) or not parts:
        fits = _fitting_length(text, start, columns) if has_wide else columns
        end = start + fits
        if end < len(text):
            space = text.rfind(" ", start + int(fits * SOFT_BREAK_SHARE), end)
            end = space + 1 if space >= 0 else end
        parts.append((start, min(end, len(text))))
        start = end
    return tuple(parts)


_wrap_cached = lru_cache(CACHED_LINES)(_wrap)


def _fitting_length(text: str, start: int, columns: int) -> int:
    """Return how many characters from *start* fit, counting wide ones twice; at least one."""
    following = text[start : start + columns]
    if re.search(_WIDE, following) is None:
        return columns
    ends = range(1, columns + 1)
    return max(1, bisect_right(ends, columns, key=lambda end: end + len(re.findall(_WIDE, following[:end]))))


def display_line_count(text: str, columns: int, max_length: int = MAX_SHOWN_LINE) -> int:
    """Return the number of displayed lines of *text*, including the one with the count of what is cut."""
    if len(text) <= columns and is_plain_line(text):
        return 1
    line = escaped_diff_line(text, (), max_length)
    return len(wrapped_line(line.text, columns)) + bool(line.hidden_count)


def _visible_text(text: str) -> str:
    # Most text in other scripts needs no escaping, and this check is about a hundred times faster than testing each
    # character.
    plain = text.replace("\t", " ")
    if not (plain.isprintable() and _BLANK.search(plain) is None):
        text = sanitize_text(text, allowed="\t")
    return text.replace("\t", TAB_SPACES)


class DiffNote(Struct, frozen=True):
    """One note of a diff."""

    key: str
    """Unique in the diff."""
    path: str = ""
    """Shown above its lines; empty if the context of the diff already shows it."""
    kind: NoteChangeKind = "modify"
    new_path: str = ""
    """New path of a moved note."""
    hunks: tuple[Hunk, ...] = ()
    old_text: str = ""
    """Source of the lines between the hunks when they are expanded."""
    remark: str = ""
    """Additional information about the file, such as the folder to which a deleted note is moved."""


class HunkStates(Protocol):
    """The user's choices, queried each time the diff is drawn."""

    def is_hunk_selected(self, key: str, hunk_id: str) -> bool:
        """Return whether the hunk is applied."""
        ...

    def has_tick(self, key: str, hunk_id: str) -> bool:
        """Return whether the hunk can be selected individually."""
        ...

    def is_note_selected(self, key: str) -> bool:
        """Return whether the note is changed at all."""
        ...

    def edited_lines(self, key: str, hunk_id: str) -> tuple[str, ...] | None:
        """Return the lines the user wrote instead of the hunk's; None if not edited."""
        ...


class ReadOnlyStates:
    """`HunkStates` of a read-only diff."""

    def is_hunk_selected(self, key: str, hunk_id: str) -> bool:
        """Return True: every hunk is drawn normally."""
        return True

    def has_tick(self, key: str, hunk_id: str) -> bool:
        """Return False: there are no choices."""
        return False

    def is_note_selected(self, key: str) -> bool:
        """Return True: every note is drawn normally."""
        return True

    def edited_lines(self, key: str, hunk_id: str) -> tuple[str, ...] | None:
        """Return None: nothing is edited."""
        return None


def diff_of(old: str, new: str, path: str = "", *, key: str = "") -> DiffNote:
    """Return the diff from *old* to *new*; *path* is shown above it and distinguishes Markdown from other text."""
    return DiffNote(
        key or path, path, "modify", "", hunks_between(old, new, markdown=not path or path.endswith(".md")), old
    )


def diff_of_change(change: NoteChange, remark: str = "") -> DiffNote:
    """Return *change* of a change set as a diff; its key is the change's id."""
    return DiffNote(change.id, change.path, change.kind, change.new_path, change.hunks, change.old_text, remark)


MAX_BLANK_ROWS = 5
"""Number of consecutive blank lines that a hunk shows; more are folded with their count, so that they cannot push text
out of view.
"""

FOLD_MIN_LINES = 100
"""Number of lines of a hunk from which its middle is folded: about four screens."""

SHOWN_BEFORE, SHOWN_AFTER = 60, 12
"""Lines shown above and below the fold."""

LARGE_HUNK = 2_000
"""Number of lines of a hunk from which words are not compared, because the comparison is slow."""

FoldKey = tuple[str, str]
"""Key of the note, and `h1` for a hunk's middle, `g0` for the lines before a hunk, `h1:12` for the hidden part of a
line.
"""

OpenedFolds = Mapping[FoldKey, int]
"""Expanded folds; for a long line, the number of characters shown."""


class DiffNoteHeader(Struct, frozen=True):
    """The note's path."""

    note: DiffNote


class DiffMoveHeader(Struct, frozen=True):
    """The change of the note's name."""

    note: DiffNote


class HunkHeader(Struct, frozen=True):
    """Position of a hunk, with its tick."""

    note: DiffNote
    hunk: Hunk
    """With the user's edited lines."""
    edited: bool = False


class DiffLines(Struct, frozen=True):
    """Consecutive lines."""

    note: DiffNote
    hunk_id: str
    """Empty for unchanged lines between hunks."""
    rows: Sequence[DiffRow]
    first: int = 0
    """Index of the first line within the hunk."""

    def key(self, index: int) -> FoldKey:
        """Return the key of the hidden part of the line at *index*."""
        return self.note.key, f"{self.hunk_id}:{self.first + index}"


class DiffFold(Struct, frozen=True):
    """Lines that are not shown."""

    note: DiffNote
    key: FoldKey
    count: int
    removed: int = 0
    changed: bool = False
    """False for unchanged lines."""
    blank: bool = False
    """Whether all of them are blank."""


class EditSlot(Struct, frozen=True):
    """Place of the editor of a hunk."""

    note: DiffNote
    hunk: Hunk


DiffItem = DiffNoteHeader | DiffMoveHeader | HunkHeader | DiffLines | DiffFold | EditSlot


class PlainRows(Sequence[DiffRow]):
    """Lines of a large hunk, created on access: the removed ones above the added ones."""

    def __init__(self, hunk: Hunk) -> None:
        self._hunk = hunk
        self._sizes = (len(hunk.before), len(hunk.old_lines), len(hunk.new_lines), len(hunk.after))

    def __len__(self) -> int:
        return sum(self._sizes)

    @overload
    def __getitem__(self, index: int) -> DiffRow: ...

    @overload
    def __getitem__(self, index: slice) -> list[DiffRow]: ...

    def __getitem__(self, index: int | slice) -> DiffRow | list[DiffRow]:
        if isinstance(index, slice):
            return [self._row(number) for number in range(*index.indices(len(self)))]
        return self._row(index if index >= 0 else len(self) + index)

    def _row(self, index: int) -> DiffRow:
        hunk, (before, old, new, after) = self._hunk, self._sizes
        if not 0 <= index < before + old + new + after:
            raise IndexError(index)
        if index < before:
            from_end = before - index
            return DiffRow("same", hunk.before[index], hunk.old_start - from_end, hunk.new_start - from_end)
        index -= before
        if index < old:
            return DiffRow("removed", hunk.old_lines[index], hunk.old_start + index, None)
        index -= old
        if index < new:
            return DiffRow("added", hunk.new_lines[index], None, hunk.new_start + index)
        index -= new
        return DiffRow("same", hunk.after[index], hunk.old_start + old + index, hunk.new_start + new + index)


def hunk_size(hunk: Hunk) -> int:
    """Return the approximate number of displayed lines of *hunk*."""
    return len(hunk.before) + len(hunk.old_lines) + len(hunk.new_lines) + len(hunk.after)


def hunk_rows(hunk: Hunk) -> Sequence[DiffRow]:
    """Return the lines of *hunk*, with marked words if it is small enough."""
    return PlainRows(hunk) if hunk_size(hunk) > LARGE_HUNK else diff_rows(hunk)


def current_hunk(note: DiffNote, hunk: Hunk, states: HunkStates) -> tuple[Hunk, bool]:
    """Return *hunk* with the user's edits, and whether it has any."""
    lines = states.edited_lines(note.key, hunk.id)
    return (hunk, False) if lines is None else (replace(hunk, new_lines=lines), True)


def diff_items_of(
    note: DiffNote, states: HunkStates, opened: OpenedFolds, editing: FoldKey | None = None
) -> Iterator[DiffItem]:
    """Yield the items of *note*, as far as expanded; *editing* is the key of the hunk being edited."""
    if note.path:
        yield DiffNoteHeader(note)
    if note.kind == "move":
        yield DiffMoveHeader(note)
    next_line = 1
    for number, planned in enumerate(note.hunks):
        hunk, edited = current_hunk(note, planned, states)
        start = hunk.old_start - len(hunk.before)
        yield from _unchanged_items(note, opened, number, (next_line, start))
        yield HunkHeader(note, hunk, edited)
        if editing == (note.key, hunk.id):
            yield EditSlot(note, hunk)
        else:
            yield from _hunk_items(note, hunk, opened)
        next_line = hunk.old_start + len(hunk.old_lines) + len(hunk.after)
    if note.hunks and note.kind in ("modify", "move"):
        yield from _unchanged_items(note, opened, len(note.hunks), (next_line, _count_lines(note) + 1))


def unseen_fold_keys(note: DiffNote, states: HunkStates, opened: OpenedFolds) -> Iterator[FoldKey]:
    """Yield unexpanded folds that hide removed text or parts of changed lines (vaultdesk/tools/README.md, "Approval
    rules", 3).
    """
    for planned in note.hunks:
        if not states.is_hunk_selected(note.key, planned.id):
            continue
        hunk, _ = current_hunk(note, planned, states)
        has_long_line = any(len(line) > MAX_SHOWN_LINE for line in (*hunk.old_lines, *hunk.new_lines))
        # Blank lines may have been added to get the lines below them folded.
        has_blank_run = any(span.is_blank_run for span in _spans(hunk, hunk_rows(hunk)))
        if not has_long_line and not has_blank_run and (hunk_size(hunk) <= FOLD_MIN_LINES or not hunk.old_lines):
            continue
        for item in _hunk_items(note, hunk, opened):
            if (
                isinstance(item, DiffFold)
                and not item.blank
                and (item.removed or has_blank_run or _hides_long(hunk, has_long_line))
            ):
                yield item.key
            elif isinstance(item, DiffLines) and has_long_line:
                yield from _cut_keys(item, opened)


def _hides_long(hunk: Hunk, has_long_line: bool) -> bool:
    # Folded lines may be cut as well; that is only visible when the fold is expanded.
    return has_long_line and hunk_size(hunk) > FOLD_MIN_LINES


def _cut_keys(item: DiffLines, opened: OpenedFolds) -> Iterator[FoldKey]:
    for index, row in enumerate(item.rows):
        if row.kind != "same" and len(row.text) > MAX_SHOWN_LINE and item.key(index) not in opened:
            yield item.key(index)


def _hunk_items(note: DiffNote, hunk: Hunk, opened: OpenedFolds) -> Iterator[DiffItem]:
    rows = hunk_rows(hunk)
    spans = [span for span in _spans(hunk, rows) if not span.is_blank_run or _blank_key(note, hunk, span) not in opened]
    segments = _segments(spans, len(rows))
    key = (note.key, hunk.id)
    line_count = sum(1 if segment.is_blank_run else segment.end - segment.start for segment in segments)
    if line_count <= FOLD_MIN_LINES or key in opened:
        yield from _segment_items(note, hunk, rows, segments)
        return
    before, rest = _split(segments, SHOWN_BEFORE)
    hidden, after = _split(rest, line_count - SHOWN_BEFORE - SHOWN_AFTER)
    start, end = hidden[0].start, hidden[-1].end
    removed = sum(row.kind == "removed" for row in rows[start:end])
    yield from _segment_items(note, hunk, rows, before)
    yield DiffFold(note, key, end - start, removed, changed=True)
    yield from _segment_items(note, hunk, rows, after)


def _spans(hunk: Hunk, rows: Sequence[DiffRow]) -> tuple[LineSpan, ...]:
    """Return the runs of blank lines among *rows*, those of *hunk*, and the text between them."""
    if len(rows) <= MAX_BLANK_ROWS:
        return (LineSpan(0, len(rows)),)
    cached = _spans_of_hunks.get(id(hunk))
    if cached is not None and cached[0] is hunk:
        return cached[1]
    large = isinstance(rows, PlainRows)
    texts = (*hunk.before, *hunk.old_lines, *hunk.new_lines, *hunk.after) if large else tuple(row.text for row in rows)
    spans = tuple(line_spans(texts, MAX_BLANK_ROWS))
    if len(_spans_of_hunks) >= CACHED_HUNKS:
        _spans_of_hunks.clear()
    _spans_of_hunks[id(hunk)] = (hunk, spans)
    return spans


CACHED_HUNKS = 64
"""Number of hunks whose blank runs are cached, because each tick queries them."""

_spans_of_hunks: dict[int, tuple[Hunk, tuple[LineSpan, ...]]] = {}
"""By identity: comparing hunks of a million lines would take longer than scanning them."""


def _blank_key(note: DiffNote, hunk: Hunk, span: LineSpan) -> FoldKey:
    return note.key, f"{hunk.id}b{span.start}"


def _segments(spans: Sequence[LineSpan], count: int) -> list[LineSpan]:
    """Return the blank runs among *spans* and the lines between them, *count* lines in total."""
    segments: list[LineSpan] = []
    position = 0
    for span in (*(span for span in spans if span.is_blank_run), LineSpan(count, count)):
        if position < span.start:
            segments.append(LineSpan(position, span.start))
        if span.is_blank_run:
            segments.append(span)
        position = span.end
    return segments


def _split(segments: Sequence[LineSpan], line_count: int) -> tuple[list[LineSpan], list[LineSpan]]:
    """Split *segments* after *line_count* displayed lines; a blank run counts as one line."""
    first: list[LineSpan] = []
    for number, segment in enumerate(segments):
        span_lines = 1 if segment.is_blank_run else segment.end - segment.start
        if span_lines > line_count:
            if not line_count:
                return first, list(segments[number:])
            middle = segment.start + line_count
            return [*first, LineSpan(segment.start, middle)], [LineSpan(middle, segment.end), *segments[number + 1 :]]
        first.append(segment)
        line_count -= span_lines
    return first, []


def _segment_items(
    note: DiffNote, hunk: Hunk, rows: Sequence[DiffRow], segments: Sequence[LineSpan]
) -> Iterator[DiffItem]:
    for segment in segments:
        segment_rows = rows[segment.start : segment.end] if (segment.start, segment.end) != (0, len(rows)) else rows
        if segment.is_blank_run:
            removed = sum(row.kind == "removed" for row in segment_rows)
            changed = any(row.kind != "same" for row in segment_rows)
            key = _blank_key(note, hunk, segment)
            yield DiffFold(note, key, len(segment_rows), removed, changed=changed, blank=True)
        else:
            yield DiffLines(note, hunk.id, segment_rows, segment.start)


def _unchanged_items(note: DiffNote, opened: OpenedFolds, number: int, span: tuple[int, int]) -> Iterator[DiffItem]:
    """Yield the unchanged lines of the old text in the half-open range *span*."""
    first, end = span
    if end <= first or not note.old_text or note.kind in ("create", "delete"):
        return
    key = (note.key, f"g{number}")
    if key not in opened:
        yield DiffFold(note, key, end - first)
        return
    shift = (
        note.hunks[number].new_start - note.hunks[number].old_start
        if number < len(note.hunks)
        else _final_line_shift(note)
    )
    lines = paired_lines(note.old_text, note.old_text)[0][first - 1 : end - 1]
    yield DiffLines(
        note, "", [DiffRow("same", text, line, line + shift) for line, text in enumerate(lines, first)], first
    )


def _final_line_shift(note: DiffNote) -> int:
    last: Iterable[Hunk] = note.hunks[-1:]
    return sum(hunk.new_start + len(hunk.new_lines) - hunk.old_start - len(hunk.old_lines) for hunk in last)


def _count_lines(note: DiffNote) -> int:
    text = note.old_text
    return text.count("\n") + (not text.endswith("\n")) if text else 0

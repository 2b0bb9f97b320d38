"""One note for searching: names, text, and its lines, blocks, sections and tasks."""

import re
import sqlite3
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

from msgspec import Struct

from vaultdesk.index.query_syntax.search_pattern import compile_pattern
from vaultdesk.index.search_query import (
    HasProperty,
    MatchCase,
    Pattern,
    QueryNode,
    SearchWord,
    Within,
    children,
    fold_query,
)
from vaultdesk.index.text_cache.text_cache import CatalogEntry, TextCache, find_spans
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.markdown.sections import LineGroup, code_end, group_lines
from vaultdesk.vault.note_path import same_name_key

RegionKind = Literal["line", "block", "section", "task", "task-todo", "task-done"]

RegionSpan = tuple[int, int]

TaskState = Literal["", "task-todo", "task-done"]
"""Whether a block is a task, and its state."""

_LINE_END = re.compile("\n")
_QUOTE_MARKS = re.compile(r"(?: {0,3}>[ \t]?)++")
_BOX = re.compile(r"[ \t]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]++\[(.)\](?=[ \t]|\Z)")
_ANY_BOX = re.compile(r"\[[^\n]\](?=\s|\Z)")
_ANY_BOX_IN_BYTES = re.compile(rb"\[[^\n\]]{1,4}\](?=\s|\Z)")
_FENCE = re.compile(r"```|~~~|\$\$")


class NoteRegions:
    """The regions of one note's text, each kind computed on first use and no further than needed."""

    def __init__(self, text: str, body_start: int, heading_lines: Sequence[int] = ()) -> None:
        """*body_start* is the end of the properties; *heading_lines* count from 1 and ascend."""
        self._text = text
        self._body_start = body_start
        self._heading_lines = heading_lines
        self._starts: list[int] | None = None
        self._code: list[RegionSpan] | None = None

    def of(self, kind: RegionKind) -> Iterator[RegionSpan]:
        """Yield all regions of *kind*, in their order."""
        match kind:
            case "line":
                starts = self._line_starts()
                yield from zip(starts, (start - 1 for start in [*starts[1:], len(self._text) + 1]), strict=True)
            case "section":
                starts = self._line_starts()
                section_starts = [0, *(starts[line - 1] for line in self._heading_lines if 1 < line <= len(starts))]
                yield from zip(section_starts, [*section_starts[1:], len(self._text)], strict=True)
            case "block":
                if self._body_start:
                    yield 0, self._body_start
                yield from (span for span, _ in _blocks(self._text, self._body_start, len(self._text)))
            case _:
                # Most text has no tasks, so only the text around a box is parsed.
                yield from self._blocks_around(kind, (box.start() for box in _ANY_BOX.finditer(self._text)))

    def around(self, kind: RegionKind, positions: Iterator[int]) -> Iterator[RegionSpan]:
        """Yield each region of *kind* that contains one of the ascending *positions*, once."""
        match kind:
            case "line":
                yield from self._lines_around(positions)
            case "section":
                yield from _spans_containing(self.of(kind), positions)
            case _:
                yield from self._blocks_around(kind, positions)

    def _lines_around(self, positions: Iterator[int]) -> Iterator[RegionSpan]:
        end = -1
        for position in positions:
            if position > end:
                end = self._text.find("\n", position)
                end = end if end >= 0 else len(self._text)
                yield self._text.rfind("\n", 0, position) + 1, end

    def _blocks_around(self, kind: RegionKind, positions: Iterator[int]) -> Iterator[RegionSpan]:
        """Parse the blocks around each position, up to the next boundary between blocks."""
        spans: list[tuple[RegionSpan, TaskState]] = []
        nth, end = 0, -1
        for position in positions:
            if position >= end:
                start, end = self._block_bounds(position)
                spans, nth = self._blocks_in(kind, start, end), 0
            while nth < len(spans) and spans[nth][0][1] <= position:
                nth += 1
            if nth < len(spans) and spans[nth][0][0] <= position:
                span, state = spans[nth]
                nth += 1
                if kind == "block" or (state and kind in ("task", state)):
                    yield span

    def _blocks_in(self, kind: RegionKind, start: int, end: int) -> list[tuple[RegionSpan, TaskState]]:
        if start < self._body_start:
            return [((start, end), "")]
        if kind != "block" and not _ANY_BOX.search(self._text, start, end):
            return []  # No tasks there.
        return list(_blocks(self._text, start, end))

    def _block_bounds(self, position: int) -> RegionSpan:
        """Return the nearest boundaries between blocks before and after *position*."""
        text, body_start = self._text, self._body_start
        if position < body_start:
            return 0, body_start
        start = position
        while (blank_line := text.rfind("\n\n", body_start, start)) >= 0 and not self._is_block_boundary(
            blank_line + 2
        ):
            start = blank_line + 1
        start = blank_line + 2 if blank_line >= 0 else body_start
        end = position
        while (blank_line := text.find("\n\n", end)) >= 0 and not self._is_block_boundary(blank_line + 2):
            end = blank_line + 1
        return start, blank_line if blank_line >= 0 else len(text)

    def _is_block_boundary(self, position: int) -> bool:
        """Whether no block crosses the blank line before *position*: code can, and an item can by its indent."""
        if self._text[position : position + 1] in ("", " ", "\t", "\n"):
            return False
        nth = bisect_right(self._code_spans(), (position, len(self._text))) - 1
        return nth < 0 or self._code_spans()[nth][1] <= position

    def _code_spans(self) -> list[RegionSpan]:
        """Return the spans of code and formulas, in order."""
        if self._code is None:
            self._code = []
            first, end, lines = -1, self._body_start, list[str]()
            for fence in _FENCE.finditer(self._text, self._body_start):
                if fence.start() < end:
                    continue
                starts, lines = self._line_starts(), lines or self._text.split("\n")
                nth = bisect_right(starts, fence.start()) - 1
                # Only the first on its line can open code; a line of nothing else must not be scanned for each.
                is_first, first = starts[nth] != first, starts[nth]
                if is_first and (after := code_end(lines, nth)):
                    end = starts[after] if after < len(starts) else len(self._text) + 1
                    self._code.append((first, end))
        return self._code

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            self._starts = [0, *(found.end() for found in _LINE_END.finditer(self._text))]
        return self._starts


def may_have_tasks(data: bytes) -> bool:
    """Whether UTF-8 *data* contains a box: many notes have none and need not be parsed."""
    return _ANY_BOX_IN_BYTES.search(data) is not None


def _spans_containing(spans: Iterator[RegionSpan], positions: Iterator[int]) -> Iterator[RegionSpan]:
    """Yield those of *spans* that contain one of *positions*; both ascend."""
    span = next(spans, None)
    for position in positions:
        while span is not None and span[1] <= position:
            span = next(spans, None)
        if span is None:
            return
        if span[0] <= position:
            yield span
            span = next(spans, None)


def _blocks(text: str, start: int, end: int) -> Iterator[tuple[RegionSpan, TaskState]]:
    """Yield the blocks of a part of *text* with their task state."""
    lines = text[start:end].split("\n")
    starts = [start]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for group in group_lines(lines):
        if group.kind == "blank":
            continue
        if group.kind == "quote":
            yield from _quote_blocks(lines, starts, group)
        else:
            yield _span(starts, group, 0), _task_state(lines[group.first]) if group.kind == "item" else ""


def _quote_blocks(
    lines: Sequence[str], starts: Sequence[int], quote: LineGroup
) -> Iterator[tuple[RegionSpan, TaskState]]:
    """Yield the quote as one block or, if it contains tasks, its parts: a callout with a list is common."""
    lines_without_marks = [_QUOTE_MARKS.sub("", line, 1) for line in lines[quote.first : quote.end]]
    inner = group_lines(lines_without_marks)
    if not any(group.kind == "item" and _task_state(lines_without_marks[group.first]) for group in inner):
        yield _span(starts, quote, 0), ""
        return
    for group in inner:
        if group.kind != "blank":
            yield (
                _span(starts, group, quote.first),
                _task_state(lines_without_marks[group.first]) if group.kind == "item" else "",
            )


def _span(starts: Sequence[int], group: LineGroup, offset: int) -> RegionSpan:
    return starts[group.first + offset], starts[group.end + offset] - 1


def _task_state(line: str) -> TaskState:
    """Return the state of the item that begins with *line*: any character but a blank in its box means done."""
    box = _BOX.match(line)
    if box is None:
        return ""
    return "task-todo" if box[1] == " " else "task-done"


MAX_SPANS = 64
"""Maximum number of positions reported of one word or pattern in a note: more than any passage marks."""

MatchScope = Literal["note", "text", "file", "path"]
"""Where words are searched: in a note's names and text, in its text only, in its file name or its path."""


class MatchRegion(Struct, frozen=True):
    """The part of a note that is searched; `start` and `end` are offsets in the note's text."""

    scope: MatchScope = "note"
    start: int = 0
    end: int = sys.maxsize
    case_sensitive: bool = False
    """Whether case matters."""

    @property
    def is_all(self) -> bool:
        """Whether it covers the whole text."""
        return self.start == 0 and self.end == sys.maxsize


class SearchedNote:
    """One note being searched: its text in indexed form, parsed only as far as needed."""

    def __init__(
        self,
        entry: CatalogEntry,
        data: bytes,
        head_lines: int = 0,
        heading_lines: Sequence[int] = (),
        *,
        is_folded: bool = False,
    ) -> None:
        """*data* is UTF-8; if it *is_folded* already, matches are case-insensitive and positions are offsets of the
        folded text.

        The properties take *head_lines* lines; *heading_lines* count from 1.
        """
        self.note = entry.note
        self._path = entry.path
        self._names = (entry.name, *entry.aliases)
        self._data = data
        self._head_lines = head_lines
        self._heading_lines = heading_lines
        self._is_folded = is_folded
        # Cached by hand: `cached_property` takes a lock each time, which is noticeable with thousands of notes.
        self._decoded: str | None = None
        self._folded_text: str | None = None
        self._computed_regions: NoteRegions | None = None

    @property
    def _text(self) -> str:
        if self._decoded is None:
            self._decoded = self._data.decode("utf-8", "replace")
        return self._decoded

    @property
    def _folded(self) -> str:
        if self._folded_text is None:
            self._folded_text = self._text if self._is_folded else fold_query(self._text)
        return self._folded_text

    @property
    def _regions(self) -> NoteRegions:
        if self._computed_regions is None:
            self._computed_regions = NoteRegions(
                self._text, _offset_after_lines(self._text, self._head_lines), self._heading_lines
            )
        return self._computed_regions

    def has_word(self, text: str, region: MatchRegion) -> bool:
        """Whether *region* contains *text*."""
        match region.scope:
            case "file":
                return _is_in_name(text, searched_file_name(self._path, text), case_sensitive=region.case_sensitive)
            case "path":
                return _is_in_name(text, self._path, case_sensitive=region.case_sensitive)
            case "text":
                return self._is_in_text(text, region)
            case "note":
                return self._is_in_text(text, region) or any(
                    _is_in_name(text, name, case_sensitive=region.case_sensitive) for name in self._names
                )

    def has_pattern(self, pattern: Pattern, region: MatchRegion) -> bool:
        compiled = compile_pattern(pattern.source, case_sensitive=region.case_sensitive)
        if compiled is None:
            return False
        names: tuple[str, ...] = ()
        match region.scope:
            case "file":
                names = (self._path.rpartition("/")[2],)
            case "path":
                names = (self._path,)
            case "note":
                names = self._names
            case "text":
                pass
        if region.scope in ("note", "text") and compiled.search(self._encoded(region)) is not None:
            return True
        encoded = [name.encode("utf-8", "replace") for name in names]
        # One search of all names together, which is nearly always decisive.
        may_match = len(encoded) < 2 or compiled.search(b"\n".join(encoded)) is not None
        return may_match and any(compiled.search(name) is not None for name in encoded)

    def word_spans_in(self, text: str, region: MatchRegion) -> Iterator[RegionSpan]:
        """Yield the positions of *text* in that part of the text."""
        region_text = self._text[region.start : region.end]
        if region.case_sensitive:
            starts = islice(_find_all(region_text, text, 0, len(region_text)), MAX_SPANS)
            spans = [(start, start + len(text)) for start in starts]
        else:
            spans = find_spans(region_text, fold_query(text), MAX_SPANS)
        for start, end in spans:
            yield region.start + start, region.start + end

    def pattern_spans_in(self, pattern: Pattern, region: MatchRegion) -> Iterator[RegionSpan]:
        """Yield the matches of *pattern* in that part of the text."""
        compiled = compile_pattern(pattern.source, case_sensitive=region.case_sensitive)
        if compiled is None:
            return
        data, counted_to, start = self._encoded(region), 0, region.start
        for match in islice(compiled.finditer(data), MAX_SPANS):
            first, last = match.span()
            start += len(data[counted_to:first].decode("utf-8", "replace"))
            counted_to = first
            length = len(data[first:last].decode("utf-8", "replace"))
            if length:
                yield start, start + length

    def regions(self, kind: RegionKind, around: MatchRegion, word: str = "") -> Iterator[MatchRegion]:
        """Yield the regions of *kind* within *around*; those without *word* may be left out."""
        if kind.startswith("task") and not may_have_tasks(self._data):
            return
        within = self.text_of(around)
        if word and len(self._folded) == len(self._text):
            positions = _find_all(self._folded, fold_query(word), within.start, within.end)
            spans = self._regions.around(kind, positions)
        else:
            spans = self._regions.of(kind)
        for start, end in spans:
            if self._overlaps(start, end, within):
                yield MatchRegion("text", max(start, within.start), min(end, within.end), within.case_sensitive)

    def text_of(self, region: MatchRegion) -> MatchRegion:
        """Return the region restricted to the text: the current part of it, or all of it."""
        return MatchRegion("text", region.start, region.end, region.case_sensitive)

    def _overlaps(self, start: int, end: int, region: MatchRegion) -> bool:
        """Whether the span, perhaps an empty line, overlaps *region*."""
        if start < end:
            return start < region.end and end > region.start
        return region.start <= start < region.end or start == region.start == region.end

    def _is_in_text(self, text: str, region: MatchRegion) -> bool:
        if region.case_sensitive:
            return self._text.find(text, region.start, region.end) >= 0
        folded, needle = self._folded, fold_query(text)
        if region.is_all or len(folded) == len(self._text):
            return folded.find(needle, region.start, region.end) >= 0
        # A letter that folds into two shifted all later positions, so the region is folded separately.
        return needle in fold_query(self._text[region.start : region.end])

    def _encoded(self, region: MatchRegion) -> bytes:
        """Return that part of the text as bytes for RE2."""
        return self._data if region.is_all else self._text[region.start : region.end].encode()


def searched_file_name(path: str, text: str) -> str:
    """Return the name of the file at *path* to search for *text*: `.md` is included if *text* contains a dot."""
    name = path.rpartition("/")[2]
    return name[:-3] if "." not in text and name.casefold().endswith(".md") else name


def _is_in_name(text: str, name: str, *, case_sensitive: bool) -> bool:
    return text in name if case_sensitive else same_name_key(text) in same_name_key(name)


def _find_all(text: str, needle: str, start: int, end: int) -> Iterator[int]:
    """Yield the non-overlapping positions of *needle* in a part of *text*, in order."""
    position = text.find(needle, start, end)
    while position >= 0:
        yield position
        position = text.find(needle, position + len(needle), end)


def _offset_after_lines(text: str, lines: int) -> int:
    """Return the start of the line after the first *lines*; the text's end if there is none."""
    position = 0
    for _ in range(lines):
        position = text.find("\n", position) + 1
        if not position:
            return len(text)
    return position


# For case-insensitive searches without positions the folded texts in memory suffice; else the index is read.

_HEAD_LINES = (
    "length(properties) - length(replace(properties, char(10), ''))"
    " + (properties != '' AND substr(properties, -1) != char(10))"
)


def needs_text(node: QueryNode) -> bool:
    """Whether texts have to be read: for anything but names, tags and properties."""
    match node:
        case HasProperty() | Within(scope="tag" | "file" | "path"):
            return False
        case SearchWord() | Pattern():
            return True
        case _:
            return any(map(needs_text, children(node)))


def load_searched_notes(
    text_cache: TextCache, connection: sqlite3.Connection, notes: Sequence[int], node: QueryNode, *, as_written: bool
) -> Iterator[SearchedNote]:
    """Yield each of *notes* that still exists and may be a result; positions are valid for the text *as_written*
    only.
    """
    if not notes:
        return
    text_cache.entries(connection)  # Reads the notes committed since the last step.
    in_memory: dict[int, bytes] = {}
    if not as_written and not _needs_original_case(node):
        in_memory = {note: text for note in notes if (text := text_cache.text(note)) is not None}
    listed = f"({','.join(map(str, notes))})"
    headings = _headings(connection, listed) if _uses_scope(node, ("section",)) else {}
    heads = (
        _head_line_counts(connection, listed) if _uses_scope(node, ("block", "task", "task-todo", "task-done")) else {}
    )
    texts = _texts(connection, [note for note in notes if note not in in_memory])
    for note in notes:
        entry = _entry(text_cache, note)
        if entry is None:
            continue
        pending = text_cache.pending_text(note)
        if pending is not None:
            yield _pending_note(entry, pending)
        else:
            data = in_memory.get(note)
            text = texts.get(note, b"") if data is None else data  # Without text it is known by name only so far.
            yield SearchedNote(entry, text, heads.get(note, 0), headings.get(note, ()), is_folded=data is not None)


def _pending_note(entry: CatalogEntry, text: str) -> SearchedNote:
    """Return a note that was read and waits for its commit: its headings are in no table yet."""
    start = read_frontmatter(text).body_start
    head = text[:start]
    head_lines = head.count("\n") + (head[-1:] not in ("", "\n"))
    return SearchedNote(
        entry, text.encode("utf-8", "replace"), head_lines, [heading.line for heading in scan(text, start).headings]
    )


def _entry(text_cache: TextCache, note: int) -> CatalogEntry | None:
    try:
        entry = text_cache.get(note)
    except KeyError:  # Removed between two steps.
        return None
    return None if entry.excluded else entry


def _texts(connection: sqlite3.Connection, notes: Sequence[int]) -> dict[int, bytes]:
    """Return the texts as bytes, which patterns search directly."""
    if not notes:
        return {}
    listed = f"({','.join(map(str, notes))})"
    return dict(connection.execute(f"SELECT id, CAST(properties || body AS BLOB) FROM text WHERE id IN {listed}"))  # noqa: S608 - numbers


def _headings(connection: sqlite3.Connection, listed: str) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    sql = f"SELECT note, line FROM heading WHERE note IN {listed} ORDER BY note, nth"  # noqa: S608 - numbers
    for note, line in connection.execute(sql):
        found.setdefault(note, []).append(line)
    return found


def _head_line_counts(connection: sqlite3.Connection, listed: str) -> dict[int, int]:
    """Return the number of lines of the properties."""
    return dict(connection.execute(f"SELECT id, {_HEAD_LINES} FROM text WHERE id IN {listed}"))  # noqa: S608 - constants


def _needs_original_case(node: QueryNode) -> bool:
    """Whether the unfolded text has to be read: a pattern may be case-sensitive."""
    match node:
        case Pattern() | MatchCase(case_sensitive=True):
            return True
        case HasProperty():
            return False
        case _:
            return any(map(_needs_original_case, children(node)))


def _uses_scope(node: QueryNode, scopes: Sequence[str]) -> bool:
    return (isinstance(node, Within) and node.scope in scopes) or any(
        _uses_scope(child, scopes) for child in children(node)
    )

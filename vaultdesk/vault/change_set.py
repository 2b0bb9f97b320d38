"""Change sets as they are reviewed, note by note and hunk by hunk, and the rows in which a hunk is shown."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.line_diff import DiffSpan, differences
from vaultdesk.vault.markdown.markdown_scanner import scan

NoteChangeKind = Literal["create", "modify", "move", "delete"]
"""What happens to the file; a moved note may also have hunks."""


class Hunk(Struct, frozen=True):
    """A range of changed lines. Lines have no line end."""

    id: str
    """Unique within the change of its note, such as `h1`."""
    old_start: int
    """First replaced line of the old text, from 1; for a pure insertion, the line before which lines are inserted."""
    old_lines: tuple[str, ...]
    new_start: int
    new_lines: tuple[str, ...]
    before: tuple[str, ...] = ()
    """Unchanged lines directly above, shown as context."""
    after: tuple[str, ...] = ()
    title: Phrase | str = ""
    """Its location: `Properties`, or the heading above."""


class NoteChange(Struct, frozen=True):
    """A proposed change of one file."""

    id: str
    """Unique within the set, such as `c1`."""
    kind: NoteChangeKind
    path: str
    """Current path of the file; the future path if it is created."""
    new_path: str = ""
    """Path of a moved file after the change."""
    digest: str = ""
    """SHA-256 of the bytes the change is based on; empty if the file is created."""
    old_text: str = ""
    new_text: str = ""
    """Text of the file if every hunk is applied."""
    hunks: tuple[Hunk, ...] = ()
    unit: str = ""
    """Changes of one unit are selected, applied and undone together: a rename and the links it repairs."""
    calls: tuple[str, ...] = ()
    """Ids of the tool calls that requested it."""
    reason: Phrase = NO_PHRASE
    """The reason, shown to the user if it is not obvious: `repairs 2 links to the new name`."""
    repaired_links: int = 0
    """Number of links that a change of kind `modify` updates after a rename."""
    warnings: tuple[Phrase, ...] = ()
    """Warnings made by the program: `this removes a private comment the model was not shown`."""

    @property
    def final_path(self) -> str:
        """Path of the file after the change."""
        return self.new_path or self.path

    @property
    def added(self) -> int:
        """Number of inserted lines."""
        return sum(span.new_end - span.new_start for span in self._spans())

    @property
    def removed(self) -> int:
        """Number of removed lines."""
        return sum(span.old_end - span.old_start for span in self._spans())

    def _spans(self) -> Iterator[DiffSpan]:
        """Yield the actual changes inside the hunks, without the unchanged lines between two close changes."""
        for hunk in self.hunks:
            yield from differences(hunk.old_lines, hunk.new_lines)


class ChangeSet(Struct, frozen=True):
    """All changes that one answer proposes, in the order in which they are applied."""

    changes: tuple[NoteChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes)

    def change(self, change_id: str) -> NoteChange | None:
        return next((change for change in self.changes if change.id == change_id), None)


NO_CHANGES = ChangeSet()
"""A set of no changes."""


class HunkEdit(Struct, frozen=True):
    """Lines that the user wrote to replace a hunk's new lines."""

    hunk_id: str
    new_lines: tuple[str, ...]


class NoteChoice(Struct, frozen=True):
    """The user's selection from the change of one note."""

    change_id: str
    hunks: tuple[str, ...] | None = None
    """Ids of the selected hunks; None selects all. A creation, a move without hunks and a deletion are applied
    whole.
    """
    edits: tuple[HunkEdit, ...] = ()


# The line diff itself is in line_diff.py. A text is split at its line ends: `"a\n"` is `a` and an empty last line. An
# added or removed last line end is therefore an added or removed line, and every text can be restored exactly. An empty
# last line that both texts have is left out of the comparison.

HUNK_CONTEXT = 3
"""Unchanged lines shown above and below a hunk, as is usual in diffs."""

HUNK_JOIN_LINES = 1
"""Maximum number of unchanged lines between two changes that form one hunk: the blank line between paragraphs."""

MAX_TITLED_CHARACTERS = 2_000_000
"""Maximum number of characters of a text that is searched for headings. For a longer text this takes half a second, so
its hunks have line numbers instead.
"""

PROPERTIES_TITLE = Phrase("Properties")
"""Title of the hunk in the frontmatter."""


def hunks_between(old: str, new: str, *, markdown: bool = True) -> tuple[Hunk, ...]:
    """Return the hunks between *old* and *new*; with *markdown*, properties are separate and other hunks have headings
    as titles.
    """
    if old == new:
        return ()
    old_lines, new_lines, _ = paired_lines(old, new)
    outline = _Outline(old, new) if markdown else None
    old_head, new_head = (outline.old_head, outline.new_head) if outline else (0, 0)
    spans = differences(old_lines[:old_head], new_lines[:new_head]) if old_head or new_head else []
    if spans:
        spans = [DiffSpan(spans[0].old_start, spans[-1].old_end, spans[0].new_start, spans[-1].new_end)]
    in_head = bool(spans)
    for span in _merged(differences(old_lines[old_head:], new_lines[new_head:])):
        spans.append(
            DiffSpan(
                span.old_start + old_head, span.old_end + old_head, span.new_start + new_head, span.new_end + new_head
            )
        )
    titles: list[Phrase | str] = [outline.title(span) if outline else "" for span in spans]
    if in_head:
        titles[0] = PROPERTIES_TITLE
    return tuple(_as_hunks(spans, titles, old_lines, new_lines))


def apply_hunks(old: str, new: str, selected: Sequence[Hunk], replacements: Mapping[str, Sequence[str]]) -> str:
    """Return *old* with the hunks *selected* of `hunks_between(old, new)`, in order.

    *replacements* has the lines that replace the new lines of a hunk, by its id.
    """
    lines, _, shared_end = paired_lines(old, new)
    result: list[str] = []
    position = 0
    for hunk in selected:
        result.extend(lines[position : hunk.old_start - 1])
        result.extend(replacements.get(hunk.id, hunk.new_lines))
        position = hunk.old_start - 1 + len(hunk.old_lines)
    result.extend(lines[position:])
    return "\n".join([*result, ""] if shared_end else result)


def paired_lines(old: str, new: str) -> tuple[list[str], list[str], bool]:
    """Return the lines of both texts, without an empty last line that both have, and whether both have one."""
    old_lines, new_lines = old.split("\n"), new.split("\n")
    if not old_lines[-1] and not new_lines[-1]:
        return old_lines[:-1], new_lines[:-1], True
    # An empty text has no lines, so that a new note of one line counts as one inserted line.
    return old_lines if old else [], new_lines if new else [], False


def _merged(spans: Sequence[DiffSpan]) -> list[DiffSpan]:
    """Return *spans* with those merged that are separated by a blank line only."""
    merged: list[DiffSpan] = []
    for span in spans:
        if merged and span.old_start - merged[-1].old_end <= HUNK_JOIN_LINES:
            before = merged.pop()
            span = DiffSpan(before.old_start, span.old_end, before.new_start, span.new_end)
        merged.append(span)
    return merged


def _as_hunks(
    spans: Sequence[DiffSpan], titles: Sequence[Phrase | str], old_lines: Sequence[str], new_lines: Sequence[str]
) -> Iterator[Hunk]:
    shown_end = 0  # Lines of the old text shown so far: no line is shown twice.
    for number, (span, title) in enumerate(zip(spans, titles, strict=True)):
        next_start = spans[number + 1].old_start if number + 1 < len(spans) else len(old_lines)
        context_start = max(span.old_start - HUNK_CONTEXT, shown_end)
        shown_end = min(span.old_end + HUNK_CONTEXT, next_start)
        yield Hunk(
            id=f"h{number + 1}",
            old_start=span.old_start + 1,
            old_lines=tuple(old_lines[span.old_start : span.old_end]),
            new_start=span.new_start + 1,
            new_lines=tuple(new_lines[span.new_start : span.new_end]),
            before=tuple(old_lines[context_start : span.old_start]),
            after=tuple(old_lines[span.old_end : shown_end]),
            title=title,
        )


class _Outline:
    """The end of the frontmatter in both texts, and the heading above each line."""

    def __init__(self, old: str, new: str) -> None:
        self.old_head = _frontmatter_lines(old)
        self.new_head = _frontmatter_lines(new)
        self._starts: list[int] = []
        self._titles: list[str] = []
        if len(new) <= MAX_TITLED_CHARACTERS:
            for heading in scan(new, read_frontmatter(new).body_start).headings:
                self._starts.append(heading.line)
                self._titles.append(heading.text)

    def title(self, span: DiffSpan) -> str:
        """Return the heading that contains *span* of the new text, or that it begins with; empty if there is none."""
        # Lines count from 1 here; if nothing is inserted, the heading must be above.
        last = span.new_start + 1 if span.new_end > span.new_start else span.new_start
        index = bisect_right(self._starts, last)
        return self._titles[index - 1] if index else ""


def _frontmatter_lines(text: str) -> int:
    """Return the number of lines of the frontmatter of *text*, including its delimiters."""
    end = read_frontmatter(text).body_start
    return text.count("\n", 0, end) + (end == len(text) and end > 0 and not text.endswith("\n"))


InlineMark: TypeAlias = "tuple[int, int]"
"""Characters [start, end) of a line, in Python's units; Qt counts characters above U+FFFF twice."""

MAX_MARKED_CHARACTERS = 2_000
"""Maximum number of characters of a line whose words are compared; a longer line is shown as replaced whole."""

MAX_PAIRED_LINES = 40
"""Maximum number of lines on each side that are paired by similarity: 1,600 comparisons."""

MIN_PAIR_SIMILARITY = 0.3
"""Minimum share of common words for two lines to count as one changed line; below it too many short ranges are
marked.
"""

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


class DiffRow(Struct, frozen=True):
    """One line of a hunk as shown."""

    kind: Literal["same", "removed", "added"]
    text: str
    old_line: int | None
    """Its number in the old text, from 1; None if it is inserted."""
    new_line: int | None
    marks: tuple[InlineMark, ...] = ()
    """Differences from the line it replaces or is replaced by; empty for a line without a counterpart."""


def diff_rows(hunk: Hunk, *, context: bool = True) -> tuple[DiffRow, ...]:
    """Return the lines of *hunk*, removed lines before the lines that replace them; with *context* the surrounding
    lines.
    """
    before, after = (hunk.before, hunk.after) if context else ((), ())
    rows = list(_unchanged_rows(before, hunk.old_start - len(before), hunk.new_start - len(before)))
    old_index = new_index = 0
    end = DiffSpan(len(hunk.old_lines), len(hunk.old_lines), len(hunk.new_lines), len(hunk.new_lines))
    for span in [*differences(hunk.old_lines, hunk.new_lines), end]:
        same = hunk.old_lines[old_index : span.old_start]
        rows.extend(_unchanged_rows(same, hunk.old_start + old_index, hunk.new_start + new_index))
        rows.extend(_changed_rows(hunk, span))
        old_index, new_index = span.old_end, span.new_end
    rows.extend(_unchanged_rows(after, hunk.old_start + len(hunk.old_lines), hunk.new_start + len(hunk.new_lines)))
    return tuple(rows)


def count_changed_lines(hunk: Hunk) -> tuple[int, int]:
    """Return the number of lines *hunk* inserts and removes; unchanged lines between joined changes do not count."""
    spans = differences(hunk.old_lines, hunk.new_lines)
    return sum(span.new_end - span.new_start for span in spans), sum(span.old_end - span.old_start for span in spans)


def inline_marks(old_line: str, new_line: str) -> tuple[tuple[InlineMark, ...], tuple[InlineMark, ...]]:
    """Return the differing ranges of the old and the new line; empty if the lines are too long or too different."""
    if max(len(old_line), len(new_line)) > MAX_MARKED_CHARACTERS:
        return (), ()
    old_words, new_words = _WORDS.findall(old_line), _WORDS.findall(new_line)
    spans = differences(old_words, new_words)
    if _similarity(old_words, new_words, spans) < MIN_PAIR_SIMILARITY:
        return (), ()
    return (
        _marks(old_line, old_words, [(span.old_start, span.old_end) for span in spans]),
        _marks(new_line, new_words, [(span.new_start, span.new_end) for span in spans]),
    )


def _unchanged_rows(lines: Sequence[str], old_line: int, new_line: int) -> Iterator[DiffRow]:
    for number, text in enumerate(lines):
        yield DiffRow("same", text, old_line + number, new_line + number)


def _changed_rows(hunk: Hunk, span: DiffSpan) -> Iterator[DiffRow]:
    old, new = hunk.old_lines[span.old_start : span.old_end], hunk.new_lines[span.new_start : span.new_end]
    old_marks: dict[int, tuple[InlineMark, ...]] = {}
    new_marks: dict[int, tuple[InlineMark, ...]] = {}
    for old_index, new_index in _pairs(old, new):
        old_marks[old_index], new_marks[new_index] = inline_marks(old[old_index], new[new_index])
    for number, text in enumerate(old):
        yield DiffRow("removed", text, hunk.old_start + span.old_start + number, None, old_marks.get(number, ()))
    for number, text in enumerate(new):
        yield DiffRow("added", text, None, hunk.new_start + span.new_start + number, new_marks.get(number, ()))


def _pairs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the most likely old line for each new one, in order on both sides, by the number of common words."""
    if not old or not new:
        return []
    if max(len(old), len(new)) > MAX_PAIRED_LINES:
        return []
    old_words = [frozenset(_WORDS.findall(line[:MAX_MARKED_CHARACTERS])) for line in old]
    new_words = [frozenset(_WORDS.findall(line[:MAX_MARKED_CHARACTERS])) for line in new]
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            paired = best[i + 1][j + 1] + _jaccard(old_words[i], new_words[j])
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    pairs = []
    i = j = 0
    while i < len(old) and j < len(new):
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            pairs.append((i, j))
            i, j = i + 1, j + 1
    return pairs


def _jaccard(old: frozenset[str], new: frozenset[str]) -> float:
    return len(old & new) / max(len(old | new), 1)


def _similarity(old: Sequence[str], new: Sequence[str], spans: Sequence[DiffSpan]) -> float:
    """Return the share of non-blank characters that both sides have in common."""
    total = _character_count(old) + _character_count(new)
    changed = sum(
        _character_count(old[span.old_start : span.old_end]) + _character_count(new[span.new_start : span.new_end])
        for span in spans
    )
    return 1 - changed / total if total else 1.0


def _character_count(words: Sequence[str]) -> int:
    return sum(len(word) for word in words if not word.isspace())


def _marks(line: str, words: Sequence[str], changed: Sequence[tuple[int, int]]) -> tuple[InlineMark, ...]:
    """Return the changed words as character ranges; ranges separated by only a comma or a blank are joined."""
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    marks: list[InlineMark] = []
    for first, last in changed:
        start, end = starts[first], starts[last]
        if start == end:
            continue
        between = line[marks[-1][1] : start] if marks else ""
        if marks and len(between) <= 2 and not any(c.isalnum() for c in between):
            start = marks.pop()[0]
        marks.append((start, end))
    return tuple(marks)

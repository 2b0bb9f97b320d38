"""Change sets as they are reviewed, note by note and hunk by hunk, and the hunks between two texts."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.vault.diff.line_diff import DiffSpan, differences
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan

NoteChangeKind = Literal["create", "modify", "move", "delete"]
"""What happens to the file; a moved note may have hunks too."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """One stretch of lines that changes. Lines carry no line end."""

    id: str
    """Unique in its note's change: `h1`."""
    old_start: int
    """First line replaced in the old text, from 1; where nothing is replaced, the line before which it is put in."""
    old_lines: tuple[str, ...]
    new_start: int
    new_lines: tuple[str, ...]
    before: tuple[str, ...] = ()
    """Unchanged lines just above, for the eye."""
    after: tuple[str, ...] = ()
    title: Phrase | str = ""
    """Where it is: `Properties`, or the heading above."""


@dataclass(frozen=True, slots=True)
class NoteChange:
    """What would happen to one file."""

    id: str
    """Unique in the set: `c1`."""
    kind: NoteChangeKind
    path: str
    """Where the file is now; where it will be, if it is created."""
    new_path: str = ""
    """Where a moved file will be."""
    digest: str = ""
    """SHA-256 of the bytes it was made from; empty where it is created."""
    old_text: str = ""
    new_text: str = ""
    """What it will say, with every hunk taken."""
    hunks: tuple[Hunk, ...] = ()
    unit: str = ""
    """Changes of one unit are ticked, applied and undone together: a rename and the links it repairs."""
    calls: tuple[str, ...] = ()
    """Ids of the calls that want it."""
    reason: Phrase = NO_PHRASE
    """Why, for people, where it is not plain: `repairs 2 links to the new name`."""
    warnings: tuple[Phrase, ...] = ()
    """Made by our code: `this removes a private comment the model was not shown`."""

    @property
    def final_path(self) -> str:
        """Where the file is afterwards."""
        return self.new_path or self.path

    @property
    def added(self) -> int:
        """How many lines are put in."""
        return sum(span.new_end - span.new_start for span in self._spans())

    @property
    def removed(self) -> int:
        """How many lines are taken out."""
        return sum(span.old_end - span.old_start for span in self._spans())

    def _spans(self) -> Iterator[DiffSpan]:
        """Yield what really changes inside the hunks: lines between two close changes stand in them too."""
        for hunk in self.hunks:
            yield from differences(hunk.old_lines, hunk.new_lines)


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Everything one answer wants to write, in the order it is to be done."""

    changes: tuple[NoteChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes)

    def change(self, change_id: str) -> NoteChange | None:
        """Return one change by its id."""
        return next((change for change in self.changes if change.id == change_id), None)


NO_CHANGES = ChangeSet()
"""A set of no changes."""


@dataclass(frozen=True, slots=True)
class HunkEdit:
    """Lines a person wrote in place of a hunk's new ones."""

    hunk_id: str
    new_lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoteChoice:
    """What a person takes of one note's change."""

    change_id: str
    hunks: tuple[str, ...] | None = None
    """Ids of the hunks taken; None takes all. A creation, a move without hunks and a deletion are taken whole."""
    edits: tuple[HunkEdit, ...] = ()


# Where lists of lines differ is in line_diff.py.
#
# A text is its lines between the line ends: `"a\n"` is `a` and an empty last line. So a last line end that comes or
# goes is a line that comes or goes, and every text comes back exactly. An empty last line that both texts have is set
# aside.

HUNK_CONTEXT = 3
"""Unchanged lines shown above and below a hunk, as diffs do."""

HUNK_JOIN_LINES = 1
"""Unchanged lines between two changes that still make them one hunk: the blank one between paragraphs."""

MAX_TITLED_CHARACTERS = 2_000_000
"""Characters of a text whose headings are looked for. A larger one costs half a second, and its hunks have line
numbers."""

PROPERTIES_TITLE = Phrase("Properties")
"""Title of the hunk in the frontmatter."""


def hunks_between(old: str, new: str, *, markdown: bool = True) -> tuple[Hunk, ...]:
    """Return where *old* and *new* differ; with *markdown*, the properties apart and the rest titled by headings."""
    if old == new:
        return ()
    old_lines, new_lines, _ = paired_lines(old, new)
    places = _Places(old, new) if markdown else None
    old_head, new_head = (places.old_head, places.new_head) if places else (0, 0)
    spans = differences(old_lines[:old_head], new_lines[:new_head]) if old_head or new_head else []
    if spans:
        spans = [DiffSpan(spans[0].old_start, spans[-1].old_end, spans[0].new_start, spans[-1].new_end)]
    in_head = bool(spans)
    for span in _joined(differences(old_lines[old_head:], new_lines[new_head:])):
        spans.append(
            DiffSpan(
                span.old_start + old_head, span.old_end + old_head, span.new_start + new_head, span.new_end + new_head
            )
        )
    titles: list[Phrase | str] = [places.title(span) if places else "" for span in spans]
    if in_head:
        titles[0] = PROPERTIES_TITLE
    return tuple(_as_hunks(spans, titles, old_lines, new_lines))


def apply_hunks(old: str, new: str, taken: Sequence[Hunk], other: Mapping[str, Sequence[str]]) -> str:
    """Return *old* with the hunks *taken* of `hunks_between(old, new)`, in their order; *other* has lines for some, by
    id."""
    lines, _, shared_end = paired_lines(old, new)
    pieces: list[str] = []
    place = 0
    for hunk in taken:
        pieces.extend(lines[place : hunk.old_start - 1])
        pieces.extend(other.get(hunk.id, hunk.new_lines))
        place = hunk.old_start - 1 + len(hunk.old_lines)
    pieces.extend(lines[place:])
    return "\n".join([*pieces, ""] if shared_end else pieces)


def paired_lines(old: str, new: str) -> tuple[list[str], list[str], bool]:
    """Return the lines of both texts, without the empty last line where both have one, and whether both have."""
    old_lines, new_lines = old.split("\n"), new.split("\n")
    if not old_lines[-1] and not new_lines[-1]:
        return old_lines[:-1], new_lines[:-1], True
    # Nothing at all is no line, so that a new note of one line is a line put in.
    return old_lines if old else [], new_lines if new else [], False


def _joined(spans: Sequence[DiffSpan]) -> list[DiffSpan]:
    """Return *spans* with those a blank line apart as one."""
    joined: list[DiffSpan] = []
    for span in spans:
        if joined and span.old_start - joined[-1].old_end <= HUNK_JOIN_LINES:
            before = joined.pop()
            span = DiffSpan(before.old_start, span.old_end, before.new_start, span.new_end)
        joined.append(span)
    return joined


def _as_hunks(
    spans: Sequence[DiffSpan], titles: Sequence[Phrase | str], old_lines: Sequence[str], new_lines: Sequence[str]
) -> Iterator[Hunk]:
    shown = 0  # Lines of the old text that the hunks so far show: none is shown twice.
    for number, (span, title) in enumerate(zip(spans, titles, strict=True)):
        next_start = spans[number + 1].old_start if number + 1 < len(spans) else len(old_lines)
        context_start = max(span.old_start - HUNK_CONTEXT, shown)
        shown = min(span.old_end + HUNK_CONTEXT, next_start)
        yield Hunk(
            id=f"h{number + 1}",
            old_start=span.old_start + 1,
            old_lines=tuple(old_lines[span.old_start : span.old_end]),
            new_start=span.new_start + 1,
            new_lines=tuple(new_lines[span.new_start : span.new_end]),
            before=tuple(old_lines[context_start : span.old_start]),
            after=tuple(old_lines[span.old_end : shown]),
            title=title,
        )


class _Places:
    """Where the frontmatter of both texts ends, and under which heading a line stands."""

    def __init__(self, old: str, new: str) -> None:
        self.old_head = _head_lines(old)
        self.new_head = _head_lines(new)
        self._starts: list[int] = []
        self._titles: list[str] = []
        if len(new) <= MAX_TITLED_CHARACTERS:
            for heading in scan(new, read_frontmatter(new).body_start).headings:
                self._starts.append(heading.line)
                self._titles.append(heading.text)

    def title(self, span: DiffSpan) -> str:
        """Return the heading that *span* of the new text is or stands under; empty where there is none."""
        # Lines count from 1 here; where nothing is put in, the heading must stand above.
        last = span.new_start + 1 if span.new_end > span.new_start else span.new_start
        place = bisect_right(self._starts, last)
        return self._titles[place - 1] if place else ""


def _head_lines(text: str) -> int:
    """Return how many lines the frontmatter of *text* has, with its marks."""
    end = read_frontmatter(text).body_start
    return text.count("\n", 0, end) + (end == len(text) and end > 0 and not text.endswith("\n"))

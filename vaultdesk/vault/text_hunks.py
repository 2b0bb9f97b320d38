"""Text hunks: the stretches in which two texts differ, and a text put together from some of them.

Knows no note and no choice; see hunks.py. Where lists of lines differ is line_diff.py.

A text is its lines between the line ends: `"a\\n"` is `a` and an empty last line. So a last line end that comes or goes
is a line that comes or goes, and every text comes back exactly. An empty last line that both texts have is set aside.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from vaultdesk.vault.change_set import Hunk
from vaultdesk.vault.frontmatter import read_frontmatter
from vaultdesk.vault.line_diff import Span, differences
from vaultdesk.vault.markdown import scan

CONTEXT = 3
"""Unchanged lines shown above and below a hunk, as diffs do."""

JOIN = 1
"""Unchanged lines between two changes that still make them one hunk: the blank one between paragraphs."""

TITLED_CHARACTERS = 2_000_000
"""Characters of a text whose headings are looked for. A larger one costs half a second, and its hunks have line
numbers."""

PROPERTIES = "Properties"
"""Title of the hunk in the frontmatter."""


def hunks(old: str, new: str, *, markdown: bool = True) -> tuple[Hunk, ...]:
    """Return where *old* and *new* differ; with *markdown*, the properties apart and the rest titled by headings."""
    if old == new:
        return ()
    old_lines, new_lines, _ = paired_lines(old, new)
    places = _Places(old, new) if markdown else None
    old_head, new_head = (places.old_head, places.new_head) if places else (0, 0)
    spans = differences(old_lines[:old_head], new_lines[:new_head]) if old_head or new_head else []
    if spans:
        spans = [Span(spans[0].old_start, spans[-1].old_end, spans[0].new_start, spans[-1].new_end)]
    in_head = bool(spans)
    for span in _joined(differences(old_lines[old_head:], new_lines[new_head:])):
        spans.append(
            Span(span.old_start + old_head, span.old_end + old_head, span.new_start + new_head, span.new_end + new_head)
        )
    titles = [places.title(span) if places else "" for span in spans]
    if in_head:
        titles[0] = PROPERTIES
    return tuple(_as_hunks(spans, titles, old_lines, new_lines))


def put_together(old: str, new: str, taken: Sequence[Hunk], other: Mapping[str, Sequence[str]]) -> str:
    """Return *old* with the hunks *taken* of `hunks(old, new)`, in their order; *other* has lines for some, by id."""
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


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Return *spans* with those a blank line apart as one."""
    joined: list[Span] = []
    for span in spans:
        if joined and span.old_start - joined[-1].old_end <= JOIN:
            before = joined.pop()
            span = Span(before.old_start, span.old_end, before.new_start, span.new_end)
        joined.append(span)
    return joined


def _as_hunks(
    spans: Sequence[Span], titles: Sequence[str], old_lines: Sequence[str], new_lines: Sequence[str]
) -> Iterator[Hunk]:
    shown = 0  # Lines of the old text that the hunks so far show: none is shown twice.
    for number, (span, title) in enumerate(zip(spans, titles, strict=True)):
        next_start = spans[number + 1].old_start if number + 1 < len(spans) else len(old_lines)
        context_start = max(span.old_start - CONTEXT, shown)
        shown = min(span.old_end + CONTEXT, next_start)
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
        if len(new) <= TITLED_CHARACTERS:
            for heading in scan(new, read_frontmatter(new).body_start).headings:
                self._starts.append(heading.line)
                self._titles.append(heading.text)

    def title(self, span: Span) -> str:
        """Return the heading that *span* of the new text is or stands under; empty where there is none."""
        # Lines count from 1 here; where nothing is put in, the heading must stand above.
        last = span.new_start + 1 if span.new_end > span.new_start else span.new_start
        place = bisect_right(self._starts, last)
        return self._titles[place - 1] if place else ""


def _head_lines(text: str) -> int:
    """Return how many lines the frontmatter of *text* has, with its marks."""
    end = read_frontmatter(text).body_start
    return text.count("\n", 0, end) + (end == len(text) and end > 0 and not text.endswith("\n"))

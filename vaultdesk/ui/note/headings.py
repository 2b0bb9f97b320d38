"""Headings: those of a note's text as the person sees it, with their places. Pure; slow for long notes."""

from collections.abc import Sequence
from dataclasses import dataclass

from vaultdesk.index.search.snippet import displayed_heading
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan

MOST = 5_000
"""Headings of one note that are listed."""


@dataclass(frozen=True, slots=True)
class NoteHeading:
    """One heading."""

    level: int
    """1 to 6, as written."""
    text: str
    """Without Markdown's signs."""
    line: int
    """Counted from 1."""
    written: str = ""
    """As it stands in the note, as a link to it says it."""


def headings_of(text: str) -> tuple[NoteHeading, ...]:
    """Return the headings of *text*, in order. Call it in a thread."""
    found = scan(text, read_frontmatter(text).body_start).headings
    return tuple(
        NoteHeading(one.level, displayed_heading(one.text) or one.text.strip(), one.line, one.text.strip())
        for one in found[:MOST]
    )


def depths_of(headings: Sequence[NoteHeading]) -> list[int]:
    """Return how deep each heading stands under others: a level that was left out is no step."""
    depths: list[int] = []
    above: list[int] = []
    for one in headings:
        while above and above[-1] >= one.level:
            above.pop()
        depths.append(len(above))
        above.append(one.level)
    return depths


def at_line(headings: Sequence[NoteHeading], line: int) -> int:
    """Return which heading *line* (counted from 1) stands under, or -1 above the first."""
    found = -1
    for place, one in enumerate(headings):
        if one.line > line:
            break
        found = place
    return found

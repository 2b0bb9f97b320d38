"""Found passage: a piece of a note that answers a question, and why it was found. A value; finds nothing."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Reasons:
    """What speaks for a passage."""

    word_rank: int | None
    """Its place among the passages found by their words, from 1; None where no word found it."""
    words: tuple[str, ...]
    """Which of the asked words stand in it, as they were asked."""
    meaning_rank: int | None
    """Its place among the passages found by their meaning, from 1."""
    similarity: float | None
    """How near its meaning is: 1 is the same, 0 nothing in common."""
    links: int
    """Links between its note and the other best notes, in either direction."""
    recency: float
    """1 for a note changed just now, half of it for one changed half a year ago."""


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """One passage, best first in its answer."""

    path: str
    title: str
    heading: str
    """The headings it stands under, outermost first, joined with `›`; empty above the first one."""
    text: str
    """Markdown as it stands in the note, at most 300 words."""
    marks: tuple[tuple[int, int], ...]
    """Where asked words stand in `text`: (start, end), in order, not overlapping."""
    first_line: int
    last_line: int
    score: float
    """0 to 1, comparable within one answer only."""
    modified: datetime
    indexed: datetime | None
    """When the index last took this note's text in."""
    reasons: Reasons

"""Near: a passage that was found by its meaning, and where it stands. Finds nothing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NearPassage:
    """One passage; its text is that of the note from `start` to `end`, properties counted."""

    note: int
    nth: int
    path: str
    heading: str
    first_line: int
    last_line: int
    start: int
    end: int
    similarity: float
    """The cosine of the two vectors: 1 for the same meaning, about 0 for nothing in common."""

"""Tally: how many passages there are and how many were read, as a frozen value. Counts nothing itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of passages, for one model."""

    total: int = 0
    done: int = 0
    """With a vector, or refused."""
    found: int = 0
    """With a vector."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.total + other.total, self.done + other.done, self.found + other.found)

    def __sub__(self, other: "Tally") -> "Tally":
        return Tally(self.total - other.total, self.done - other.done, self.found - other.found)


COUNTED = "count(*), count(vector.key), coalesce(sum(length(vector.vector) > 0), 0)"
"""The three numbers in SQL, over passages joined to one model's vectors."""

OF_MODEL = "passage LEFT JOIN vector ON vector.model = ? AND vector.key = passage.key"
"""What they are counted over."""

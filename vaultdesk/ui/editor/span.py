"""Span: one stretch of a line and what it is."""

from typing import NamedTuple


class Span(NamedTuple):
    """From `start` to `end`, in characters. Of two that overlap the later one is laid over the earlier."""

    start: int
    end: int
    kind: str
    """A row of the highlighter's table of formats."""
    target: str = ""
    """The note a link names, without its place; empty where it leads out of the vault or stays in the note."""

    def moved(self, by: int) -> "Span":
        """Return the same *by* characters further on."""
        return Span(self.start + by, self.end + by, self.kind, self.target)

"""Speller: what is asked of the dictionaries of a computer. Used by one thread alone, the one it was made in."""

from typing import Protocol


class Speller(Protocol):
    """The dictionaries of one system. Any call may block for as long as a disk takes."""

    def languages(self) -> tuple[str, ...]:
        """Return the languages there are dictionaries for, as `en_GB`, in order."""

    def knows(self, word: str, language: str) -> bool:
        """Tell whether *word* is right in *language*; true where that cannot be told."""

    def suggestions(self, word: str, language: str, limit: int) -> list[str]:
        """Return at most *limit* words of *language* that may have been meant, likeliest first."""

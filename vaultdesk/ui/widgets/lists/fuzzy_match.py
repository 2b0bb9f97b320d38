"""Fuzzy match of titles against typed letters, with a score for sorting."""

import re
from collections.abc import Callable, Iterable
from heapq import nlargest
from typing import TypeVar

T = TypeVar("T")

SPREAD = 2
"""Maximum length of the part of a title that contains the typed letters scattered, as a multiple of their number."""

AT_WORD, INSIDE, SCATTERED = 3.0, 2.0, 1.0
"""Scores of a typed word that begins a word of the title, is inside one, or occurs letter by letter."""


def best_matches(typed: str, titled: Iterable[T], title: Callable[[T], str], limit: int) -> list[T]:
    """Return those of *titled* whose *title* contains every typed word, the best first; equal scores keep their
    order.
    """
    words = typed.casefold().split()
    scored = ((score, -place, one) for place, one in enumerate(titled) if (score := _score(words, title(one))) > 0)
    return [one for _, _, one in nlargest(limit, scored, key=lambda found: found[:2])]


def _score(words: list[str], title: str) -> float:
    """Return the score of *words* in *title*; 0 if they do not match."""
    folded = title.casefold()
    whole = 0.0
    for word in words:
        worth = _worth(word, folded)
        if not worth:
            return 0.0
        whole += worth
    return whole / len(words) + 1 / (2 + len(folded)) if words else 1.0


def _worth(word: str, title: str) -> float:
    place = title.find(word)
    if place < 0:
        return SCATTERED if _scattered(word, title) else 0.0
    begins = place == 0 or re.search(rf"\b{re.escape(word)}", title) is not None
    return AT_WORD if begins else INSIDE


def _scattered(word: str, title: str) -> bool:
    """Return whether the letters of *word* occur in *title* in order and close to each other."""
    start = title.find(word[0])
    while start >= 0:
        end = start
        for letter in word[1:]:
            end = title.find(letter, end + 1)
            if end < 0:
                return False
        if end - start < SPREAD * len(word):
            return True
        start = title.find(word[0], start + 1)
    return False

"""Slips: words of names that are nearly what was typed, a letter too many, missing, wrong or swapped."""

from collections.abc import Mapping, Sequence

LEAST = 4
"""Letters a word must have for a slip to be supposed: of three letters one wrong one makes any other word."""

LONG = 8
"""Letters from which on two slips are supposed, instead of one."""

MOST = 20
"""Words taken for one that was typed."""


def near_words(word: str, words: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the words that are, or begin with, something nearly like *word*, each with how many slips apart.

    *words* are given by their first letter: that one is right, or swapped with the second; there seldom a finger slips.
    """
    if len(word) < LEAST:
        return {}
    try:
        # Here, not above: nothing native is loaded before a name was mistyped.
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract
    except ImportError:
        return {}
    most = 2 if len(word) >= LONG else 1
    swapped = (other for other in words.get(word[1], ()) if other[1:2] == word[0] != word[1])
    likely = [other for other in (*words.get(word[0], ()), *swapped) if len(other) >= len(word) - most]
    found: dict[str, int] = {}
    for end in (None, len(word) - 1, len(word), len(word) + 1):  # The last word is often unfinished.
        choices = likely if end is None else [other[:end] for other in likely]
        for _, slips, place in extract(word, choices, scorer=OSA.distance, score_cutoff=most, limit=MOST):
            found[likely[place]] = min(int(slips), found.get(likely[place], most))
    return found

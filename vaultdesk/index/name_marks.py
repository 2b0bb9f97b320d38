"""NameMarks: where in a name, as it is shown, what was typed stands: whole, word by word, or letter by letter."""

import unicodedata
from itertools import pairwise

from vaultdesk.index.folding import bare

Marks = tuple[tuple[int, int], ...]


def widest(letters: str) -> int:
    """Return how many characters of a name scattered letters may span: farther apart they fit by chance."""
    return min(4 * len(letters), 8 + 2 * len(letters))


def marks_of(name: str, wanted: str) -> Marks:
    """Where *wanted*, without case and accents, stands in *name*; where its words do, if they stand apart."""
    key, origin = _bared(name)
    whole = key.find(wanted)
    if whole >= 0:
        return (_place(name, origin, whole, len(wanted)),)
    words = wanted.split()
    starts = sorted((key.find(word), len(word)) for word in words)
    by_word = [_place(name, origin, start, length) for start, length in starts if start >= 0]
    apart = len(by_word) == len(words) and all(one[1] <= two[0] for one, two in pairwise(by_word))
    return tuple(by_word) if apart else ()


def marks_of_words(name: str, words: tuple[str, ...]) -> Marks:
    """Where each of *words* that stands in *name* first does, in order, none over another."""
    key, origin = _bared(name)
    places = sorted(_place(name, origin, key.find(word), len(word)) for word in words if word in key)
    kept: list[tuple[int, int]] = []
    for place in places:
        if not kept or place[0] >= kept[-1][1]:
            kept.append(place)
    return tuple(kept)


def scattered(name: str, letters: str) -> Marks:
    """Where the letters stand in order, from the word's start that keeps them closest; empty when too far apart."""
    # One character each, so that places are those of the name: ß, which is two letters, is found by neither.
    low = (
        name.lower() if name.isascii() else "".join(letter if len(letter) == 1 else "\0" for letter in map(bare, name))
    )
    best: list[int] = []
    start = low.find(letters[0])
    while start >= 0:
        if _begins_word(name, start):
            places = _in_order(low, letters, start)
            if places and (not best or places[-1] - places[0] < best[-1] - best[0]):
                best = places
        start = low.find(letters[0], start + 1)
    if not best or best[-1] + 1 - best[0] > widest(letters):
        return ()
    marks: list[tuple[int, int]] = []
    for place in best:
        if marks and marks[-1][1] == place:
            marks[-1] = (marks[-1][0], place + 1)
        else:
            marks.append((place, place + 1))
    return tuple(marks)


def _bared(name: str) -> tuple[str, list[int]]:
    """*name* without case and accents, and which character of it each of those comes from."""
    if name.isascii():
        return name.lower(), list(range(len(name)))
    letters: list[str] = []
    origin: list[int] = []
    for at, character in enumerate(name):
        kept = bare(character)
        letters.append(kept)
        origin += [at] * len(kept)
    return "".join(letters), origin


def _place(name: str, origin: list[int], start: int, length: int) -> tuple[int, int]:
    end = origin[start + length - 1] + 1
    while end < len(name) and unicodedata.combining(name[end]):  # An accent that stands by itself.
        end += 1
    return origin[start], end


def _begins_word(name: str, place: int) -> bool:
    before = name[place - 1 : place]
    return not before.isalnum() or (name[place].isupper() and before.islower())


def _in_order(low: str, letters: str, start: int) -> list[int]:
    """The first place from *start* on of each letter, one after the other; empty when one is missing."""
    places: list[int] = []
    for letter in letters:
        start = low.find(letter, start)
        if start < 0:
            return []
        places.append(start)
        start += 1
    return places

"""Word marks: where the asked words stand in a text, found as FTS5 finds them: without case and accents, word by word.

Places are offsets of the text itself: `résumé` is marked whole for `resume`.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from vaultdesk.index.folding import LETTERS
from vaultdesk.index.letters import all_spans, spans
from vaultdesk.index.query import UNSPACED, Query, Term

MOST_PLACES = 100
"""Places of one word that are looked at in a note."""

LONG = 5
"""Letters of a word that hardly stands inside others: to find the letters and look at their sides takes a third."""

FEW_BEYOND, MOST_CHANGES = 8, 8
"""A text is mostly ASCII where one byte in so many is not, and so many different letters of these change."""

_ASCII = bytes(range(128))
_LETTER = r"[^\W_]"
_WORD = re.compile(f"{_LETTER}+")
_ACCENT = "\u0300"
_ACCENTS = range(0x300, 0x370)


class Place(NamedTuple):
    """Where an asked word stands. A tuple, since thousands are made for an answer."""

    start: int
    end: int
    term: int
    """Which of the asked ones it is."""


class WordMarks:
    """The asked words, ready to be found in any number of texts."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._terms = terms
        self._finds = [_find(term) for term in terms]

    @classmethod
    def of(cls, query: Query) -> "WordMarks":
        """Return the marks of a query's wanted words."""
        return cls(query.words)

    def places(self, text: str) -> list[Place]:
        """Return where they stand in *text*, in order; those that overlap another are left out."""
        plain, origin = _without_accents(text)
        found: list[Place] = []
        for number, find in enumerate(self._finds):
            if find is not None:
                found += find(plain, number)
        if origin is not None:
            # With the accents that follow its last letter.
            origin.append(len(text))
            found = [Place(origin[one.start], origin[one.end], one.term) for one in found]
        for number, term in enumerate(self._terms):
            if self._finds[number] is None:
                found += [Place(*place, number) for place in spans(text, term.text.casefold(), MOST_PLACES)]
        return found if len(self._terms) == 1 else _apart(found)

    def letters(self, text: str) -> list[Place]:
        """Return where they stand in *text* letter by letter, inside words too."""
        found = all_spans(text, [term.text.casefold() for term in self._terms], MOST_PLACES)
        return _apart([Place(*place, number) for number, some in enumerate(found) for place in some])


def _find(term: Term) -> Callable[[str, int], list[Place]] | None:
    """Return what finds the term in plain text; None for what is found letter by letter."""
    if UNSPACED.search(term.text):
        return None
    ways = (_WORD.findall(_without_accents(text)[0]) for text in dict.fromkeys((term.text, term.text.casefold())))
    spellings = [words for words in ways if words]
    if not spellings:
        return None
    first = spellings[0]
    if all(words == first for words in spellings) and not term.prefix and len(first) == 1 and _is_telling(first[0]):
        return partial(_letters, first[0])
    # An ß may stand for each ss, as in word_search.py.
    patterns = (r"[\W_]+".join(re.escape(word).replace("ss", "(?:ss|ß)") for word in words) for words in spellings)
    ending = f"{_LETTER}*" if term.prefix else f"(?!{_LETTER})"
    return partial(_matches, re.compile(f"(?:{'|'.join(dict.fromkeys(patterns))}){ending}"))


def _is_telling(word: str) -> bool:
    return len(word) >= LONG and "ss" not in word


def _letters(word: str, plain: str, term: int) -> list[Place]:
    """Return where *word* stands in *plain* with no letter beside it."""
    found: list[Place] = []
    find, size = plain.find, len(word)
    start = find(word)
    while start >= 0:
        end = start + size
        if not (plain[end : end + 1].isalnum() or (start and plain[start - 1].isalnum())):
            found.append(Place(start, end, term))
            if len(found) == MOST_PLACES:
                break
        start = find(word, end)
    return found


def _matches(pattern: re.Pattern[str], plain: str, term: int) -> list[Place]:
    """Return where *pattern* fits in *plain* with no letter before it."""
    found: list[Place] = []
    for match in pattern.finditer(plain):
        start, end = match.span()
        # What stands before is looked at here: a pattern that begins with letters is searched for much faster.
        if not (start and plain[start - 1].isalnum()):
            found.append(Place(start, end, term))
            if len(found) == MOST_PLACES:
                break
    return found


def _without_accents(text: str) -> tuple[str, list[int] | None]:
    """Return *text* small and plain, and where each letter came from, where they do not stand at the same offsets."""
    if text.isascii():
        return text.lower(), None
    quickly = _mostly_ascii(text)
    if quickly is not None:
        return quickly, None
    changing, plain_of = _changing()
    # The one letter that two come of when it is made small.
    small = text.replace("\u0130", "I").lower()
    plain = changing.sub(lambda found: plain_of[found[0]], small)
    if _ACCENT not in plain:
        return plain, None
    # Accents that no composed letter exists for stand alone.
    origin = [offset for offset, letter in enumerate(plain) if letter != _ACCENT]
    return plain.replace(_ACCENT, ""), origin


def _mostly_ascii(text: str) -> str | None:
    """Return *text* small and plain, of the same length; None where much of it is beyond ASCII, or changes its length.

    Takes a third of what it takes to look at each letter: bytes are made small at once, and then few letters changed.
    """
    data = text.encode("utf-8", "surrogatepass")
    beyond = data.translate(None, _ASCII)
    if len(beyond) * FEW_BEYOND > len(data):
        return None
    plainly = {letter: _plainly(letter) for letter in set(beyond.decode("utf-8", "surrogatepass"))}
    changes = [letter for letter, small in plainly.items() if small != letter]
    if len(changes) > MOST_CHANGES or _ACCENT in plainly.values():
        return None
    plain = data.lower().decode("utf-8", "surrogatepass")
    for letter in changes:
        plain = plain.replace(letter, plainly[letter])
    return plain


@lru_cache(maxsize=4_096)
def _plainly(letter: str) -> str:
    """Return one letter small and plain; an accent by itself as `_ACCENT`."""
    small = "i" if letter == "\u0130" else letter.lower()
    return _changing()[1].get(small, small)


@cache
def _changing() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return what finds small letters that are compared as others, and as which; an accent by itself is `_ACCENT`.

    One pattern for all of them: a table for `str.translate` is asked for every letter, which takes four times as long.
    """
    plain_of = {chr(code): _ACCENT for code in _ACCENTS} | {"ς": "σ"}
    for letter in (chr(code) for span in LETTERS for code in range(*span)):
        apart = unicodedata.normalize("NFD", letter)
        # Only accents go: other marks of a letter, as Japanese ones of its voice, make it another letter.
        if letter.islower() and len(apart) > 1 and all(ord(mark) in _ACCENTS for mark in apart[1:]):
            plain_of[letter] = apart[0]
    return re.compile(f"[{''.join(plain_of)}]"), plain_of


def _apart(places: list[Place]) -> list[Place]:
    """Return the places in order, of those that overlap the first and longest."""
    places.sort()
    kept: list[Place] = []
    start = end = 0
    for place in places:
        if place.start >= end:
            kept.append(place)
        elif place.start == start and place.end > end:
            kept[-1] = place
        else:
            continue
        start, end = place.start, place.end
    return kept

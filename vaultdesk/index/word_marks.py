"""Word marks: where the asked words stand in a text, found as FTS5 finds them: without case and accents, word by word.

Places are offsets of the text itself: `résumé` is marked whole for `resume`.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from vaultdesk.index.folding import LETTERS
from vaultdesk.index.letters import all_spans, spans
from vaultdesk.index.query import UNSPACED, Query, Term

MOST_PLACES = 100
"""Places of one word that are looked at in a note."""

_LETTER = r"[^\W_]"
_WORD = re.compile(f"{_LETTER}+")
_ACCENT = "\u0300"
_ACCENTS = range(0x300, 0x370)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where an asked word stands."""

    start: int
    end: int
    term: int
    """Which of the asked ones it is."""


class WordMarks:
    """The asked words, ready to be found in any number of texts."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._terms = terms
        self._patterns = [_pattern(term) for term in terms]

    @classmethod
    def of(cls, query: Query) -> "WordMarks":
        """Return the marks of a query's wanted words."""
        return cls(query.words)

    def places(self, text: str) -> list[Place]:
        """Return where they stand in *text*, in order; those that overlap another are left out."""
        plain, origin = _without_accents(text)
        found: list[Place] = []
        for number, (pattern, term) in enumerate(zip(self._patterns, self._terms, strict=True)):
            if pattern is None:
                found += [Place(*place, number) for place in spans(text, term.text.casefold(), MOST_PLACES)]
            else:
                found += [Place(*place, number) for place in _found(pattern, plain)]
        if origin is not None:
            # With the accents that follow its last letter.
            origin.append(len(text))
            found = [Place(origin[one.start], origin[one.end], one.term) for one in found]
        return _apart(found)

    def letters(self, text: str) -> list[Place]:
        """Return where they stand in *text* letter by letter, inside words too."""
        found = all_spans(text, [term.text.casefold() for term in self._terms], MOST_PLACES)
        return _apart([Place(*place, number) for number, some in enumerate(found) for place in some])


def _pattern(term: Term) -> re.Pattern[str] | None:
    """Return what finds the term in plain text; None for what is found letter by letter."""
    if UNSPACED.search(term.text):
        return None
    spellings: list[str] = []
    for text in dict.fromkeys((term.text, term.text.casefold())):
        words = _WORD.findall(_without_accents(text)[0])
        if words:
            # An ß may stand for each ss, as in word_search.py.
            spellings.append(r"[\W_]+".join(re.escape(word).replace("ss", "(?:ss|ß)") for word in words))
    if not spellings:
        return None
    ending = f"{_LETTER}*" if term.prefix else f"(?!{_LETTER})"
    return re.compile(f"(?:{'|'.join(dict.fromkeys(spellings))}){ending}")


def _found(pattern: re.Pattern[str], plain: str) -> Iterable[tuple[int, int]]:
    places = 0
    for found in pattern.finditer(plain):
        start = found.start()
        # What stands before is looked at here: a pattern that begins with letters is searched for much faster.
        if start and plain[start - 1].isalnum():
            continue
        yield found.span()
        places += 1
        if places == MOST_PLACES:
            return


def _without_accents(text: str) -> tuple[str, list[int] | None]:
    """Return *text* small and plain, and where each letter came from, where they do not stand at the same offsets."""
    if text.isascii():
        return text.lower(), None
    changing, plain_of = _changing()
    # The one letter that two come of when it is made small.
    small = text.replace("\u0130", "I").lower()
    plain = changing.sub(lambda found: plain_of[found[0]], small)
    if _ACCENT not in plain:
        return plain, None
    # Accents that no composed letter exists for stand alone.
    origin = [offset for offset, letter in enumerate(plain) if letter != _ACCENT]
    return plain.replace(_ACCENT, ""), origin


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
    places.sort(key=lambda one: (one.start, -one.end))
    kept = places[:1]
    for place in places[1:]:
        if place.start >= kept[-1].end:
            kept.append(place)
    return kept

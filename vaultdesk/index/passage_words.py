"""Passage words: a question taken apart into words, phrases and letters, each with its weight. Looks nothing up."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vaultdesk.index.function_words import FUNCTION_WORDS
from vaultdesk.index.query import UNSPACED, plain

MOST_CHARACTERS = 2_000
"""Of a question: a pasted page is not one."""

MOST_ASKED = 40
"""Words, phrases and pairs of signs that count."""

SALIENT = 2.0
"""A term that was named beside the question weighs as much as two words of it."""

PHRASE = 1.5
"""Words in their order say more than each of them."""

SHORT = {1: 0.25, 2: 0.5}
"""What a word of so few letters weighs unless it is salient: in no language is it often what a question is about."""

FUNCTION = 0.1
"""What a word weighs that says nothing by itself, unless it is salient."""

PAIR = 2
"""Signs looked for at a time where no blanks part words: most Chinese and Japanese words have two."""

_QUOTED = re.compile(r'"([^"\n]{2,200})"|“([^”\n]{2,200})”|„([^“”\n]{2,200})[“”]|«([^»\n]{2,200})»')
_WORD = re.compile(r"[^\W_]+")
_ACCENT = re.compile("[\u0300-\u036f]")
_ACCENTED = re.compile("([a-z])[\u0300-\u036f]+")
_UNSPACED_RUN = re.compile(f"{UNSPACED.pattern}+")


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that is looked for."""

    text: str
    """As it was asked."""
    words: tuple[str, ...]
    """As they are compared; several stand for a phrase."""
    weight: float
    salient: bool
    is_letters: bool = False
    """Whether it is looked for letter by letter: its script has no blanks between words."""

    @property
    def is_function(self) -> bool:
        """Whether it is one word that says nothing by itself."""
        return len(self.words) == 1 and self.words[0] in FUNCTION_WORDS


def asked_of(question: str, salient_terms: Iterable[str] = ()) -> tuple[Asked, ...]:
    """Return what *question* asks for, the salient terms first; each thing once, with the highest weight it has."""
    found: dict[tuple[tuple[str, ...], bool], Asked] = {}
    named = list(salient_terms)[:MOST_ASKED]
    question = plain(question)[:MOST_CHARACTERS]
    phrases = [next(filter(None, quoted.groups())) for quoted in _QUOTED.finditer(question)]
    pieces = [(plain(term)[:MOST_CHARACTERS], SALIENT, True) for term in named]
    pieces += [(phrase, PHRASE, False) for phrase in phrases]
    pieces += [(word, 1.0, False) for word in _QUOTED.sub(" ", question).split()]
    for text, weight, salient in pieces:
        for one in _taken_apart(text, weight, salient):
            before = found.get((one.words, one.is_letters))
            if before is None or before.weight < one.weight:
                found[one.words, one.is_letters] = one
    return tuple(found.values())[:MOST_ASKED]


def flat(text: str) -> str:
    """Return *text* as the index's words are: small, Latin letters without accents."""
    low = text.lower()
    if low.isascii():
        return low
    apart = unicodedata.normalize("NFD", low)
    if _ACCENT.search(apart) is None:  # Most texts: not a plain letter in them but a dash and some quotation marks.
        return low
    return unicodedata.normalize("NFC", _ACCENTED.sub(r"\1", apart))


def words_in(low: str) -> list[str]:
    """Return the words of a text that is `flat`, in their order."""
    return _WORD.findall(low)


def places_of_words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each word of *text* as it is compared, and where it begins and ends."""
    return ((flat(found[0]), found.start(), found.end()) for found in _WORD.finditer(text))


def _taken_apart(text: str, weight: float, salient: bool) -> Iterator[Asked]:
    for run in _UNSPACED_RUN.findall(text):
        signs = [run[start : start + PAIR] for start in range(max(1, len(run) - PAIR + 1))]
        yield from (Asked(pair, (flat(pair),), weight, salient, is_letters=True) for pair in signs)
    spaced = _UNSPACED_RUN.sub(" ", text)
    words = list(places_of_words(spaced))
    if len(words) > 1:
        yield Asked(" ".join(spaced.split()), tuple(word for word, _, _ in words), weight, salient)
    for word, start, end in words:
        # A phrase's own words count as plain words beside it.
        own = weight if len(words) == 1 else 1.0
        yield Asked(spaced[start:end], (word,), own if salient else own * _worth(word), salient)


def _worth(word: str) -> float:
    return FUNCTION if word in FUNCTION_WORDS else SHORT.get(len(word), 1.0)

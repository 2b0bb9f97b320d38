"""Spelling keys: one form for the spellings of a word that differ in joiners, ligatures, umlauts, accents or width.

`KX-200` and `KX200` have the key `kx200`, `18,400` and `18400` the key `18400`, `Müller` and `Mueller` the key
`mueller`. The full-text index stores the keys of the words that differ from their key in addition to the text (column
`spellings`), and a query searches for its words and for their keys.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Protocol, cast

import re2

from vaultdesk.index.text_folding import UNSPACED

MAX_KEY_LENGTH = 64
"""Maximum length of an indexed key: a longer run of joined words is data."""

_LETTER = r"[\pL\pN\pM]"
_JOINER = r"[-'\x{2018}\x{2019}\x{2010}\x{2011}]"
_DIGIT_SEPARATOR = r"[,.' \x{a0}\x{202f}\x{2009}\x{2019}]"
_RESPELLED = (
    r"[ßẞäöüÄÖÜæÆœŒøØłŁđĐħĦŧŦıǽǼёЁ\x{386}-\x{38a}\x{38c}-\x{390}\x{3aa}-\x{3b0}\x{3c2}\x{3ca}-\x{3ce}"
    r"\x{1f00}-\x{1fff}\x{ff10}-\x{ff19}\x{ff21}-\x{ff3a}\x{ff41}-\x{ff5a}]"
)
"""Letters whose key differs from the output of the full-text tokenizer."""

_RUN = (
    rf"\b[0-9]{{1,3}}(?:{_DIGIT_SEPARATOR}[0-9]{{3}})+\b"
    rf"|{_LETTER}+(?:{_JOINER}{_LETTER}+)+"
    rf"|{_LETTER}*{_RESPELLED}{_LETTER}*"
)
"""Text with a key of its own: grouped digits, joined words, and words with such a letter."""

_ASCII_RUN = r"[0-9A-Za-z]+(?:[-'][0-9A-Za-z]+)+|\b[0-9]{1,3}(?:[,.' ][0-9]{3})+\b"
"""The same for ASCII text, found in half of the time."""

_EXPANDED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "ǽ": "ae", "œ": "oe", "ё": "е"}
    | dict(zip("øłđħŧı", "oldhti", strict=True))
)
_ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
_ACCENTS = range(0x300, 0x370)


class _RunMatch(Protocol):
    def span(self) -> tuple[int, int]: ...


class _RunPattern(Protocol):
    def finditer(self, text: bytes, /) -> Iterator[_RunMatch]: ...

    def findall(self, text: bytes, /) -> list[bytes]: ...

    def search(self, text: bytes, /) -> object: ...


def spelling_key(word: str) -> str:
    """Return the letters and digits of *word* in the form shared by all its spellings."""
    if word.isascii():
        return letters_and_digits(word.lower())
    low = unicodedata.normalize("NFKC", word).casefold().translate(_EXPANDED)
    kept: list[str] = []
    base = ""
    for character in unicodedata.normalize("NFD", low):
        if ord(character) in _ACCENTS:
            # Marks of other scripts make other letters: й is not и.
            if not base.isascii() and not "\u0370" <= base <= "\u03ff":
                kept.append(character)
            continue
        base = character
        if character.isalnum() or unicodedata.combining(character):
            kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))


def letters_and_digits(text: str) -> str:
    return (
        text.encode().translate(None, _ASCII_SIGNS).decode() if text.isascii() else "".join(filter(str.isalnum, text))
    )


def respelled_words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the key of each word of *text* that differs from it, and the word's position in *text*."""
    data = text.encode("utf-8", "replace")
    is_ascii, read, characters = len(data) == len(text), 0, 0
    for run in _run_pattern(text).finditer(data):
        start, end = run.span()
        if is_ascii:
            first, last = start, end
        else:
            first = characters + len(data[read:start].decode())
            last = first + len(data[start:end].decode())
            read, characters = end, last
        for key in _keys(data[start:end].decode()):
            yield key, first, last


def spelling_keys(text: str) -> str:
    """Return the keys of the words of *text* that differ from their key, each once, as stored in the index."""
    runs = dict.fromkeys(_run_pattern(text).findall(text.encode("utf-8", "replace")))
    return " ".join(dict.fromkeys(key for run in runs for key in _keys(run.decode())))


def respelled(text: str) -> str:
    """Return the query text with each word that differs from its key replaced by the key."""
    pieces: list[str] = []
    done = 0
    data = text.encode("utf-8", "replace")
    for run in _run_pattern(text).finditer(data):
        start, end = run.span()
        pieces += [data[done:start].decode(), spelling_key(data[start:end].decode())]
        done = end
    return "".join([*pieces, data[done:].decode()]) if pieces else text


def _keys(run: str) -> Iterator[str]:
    """Yield the key of *run* as a whole, and of its parts that contain such a letter."""
    if run.isascii():
        key = spelling_key(run)
        if len(key) <= MAX_KEY_LENGTH:
            yield key
        return
    joined, lettered = _patterns()[2:]
    parts = [part for spaced in UNSPACED.split(run) for part in _split(spaced)]
    for part in parts:
        if len(part) <= MAX_KEY_LENGTH and lettered.search(part.encode()) is not None:
            yield spelling_key(part)
    if len(parts) > 1 and len(run) <= MAX_KEY_LENGTH and joined.search(run.encode()) and not UNSPACED.search(run):
        yield spelling_key(run)


def _split(run: str) -> list[str]:
    kept = (character if character.isalnum() or unicodedata.combining(character) else " " for character in run)
    return "".join(kept).split()


def _run_pattern(text: str) -> _RunPattern:
    return _patterns()[text.isascii()]


@cache
def _patterns() -> tuple[_RunPattern, _RunPattern, _RunPattern, _RunPattern]:
    """Return the patterns of runs in any text and in ASCII, of a joiner in a run, and of a letter that is spelled
    differently.
    """
    sources = (_RUN, _ASCII_RUN, rf"{_JOINER}|{_DIGIT_SEPARATOR}", _RESPELLED)
    return cast(
        "tuple[_RunPattern, _RunPattern, _RunPattern, _RunPattern]", tuple(re2.compile(one.encode()) for one in sources)
    )

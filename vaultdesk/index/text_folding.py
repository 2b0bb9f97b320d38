"""Case and accent folding of text, patterns that match folded text, and spelling keys of words."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple, Protocol, cast

import re2

_FIRST_ACCENT, _LAST_ACCENT = "\u0300", "\u036f"
"""The combining marks that users leave out when typing. Japanese voicing marks are not among them: か is not が."""

ACCENTED_RANGES = ((0xC0, 0x250), (0x370, 0x530), (0x1E00, 0x2000))
"""Unicode ranges with accented letters: Latin, Greek, Cyrillic."""

_STROKES = str.maketrans("øłđħŧı", "oldhti")
"""Letters that Unicode does not decompose, and the ones users type for them."""


# Scripts written without spaces between words: FTS5's tokenizer treats a whole run of them as one word.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)

CACHED_RUNS = 20_000
"""Words whose keys are cached: the same names and accented words recur in many notes."""

LONG_TEXT = 500
"""Minimum length from which conversion to bytes and back is worthwhile."""


def fold_bytes(text: bytes) -> bytes:
    """Return UTF-8 *text* casefolded as by `str.casefold`. It must be in NFC."""
    return fold_function()(text)


def fold(text: str) -> str:
    """Return *text* casefolded as by `str.casefold`, a long one in less than half of the time."""
    if text.isascii():
        return text.lower()
    if len(text) < LONG_TEXT:
        return text.casefold()
    try:
        return fold_bytes(text.encode()).decode()
    except UnicodeEncodeError:
        return text.casefold()


def fold_needle(needle: str) -> bytes:
    """Return *needle* as it appears in folded text; unpaired surrogates are preserved, and occur in no text."""
    try:
        return fold_bytes(needle.encode())
    except UnicodeEncodeError:
        return needle.casefold().encode("utf-8", "surrogatepass")


def fold_to_base(text: str) -> str:
    """Return *text* without case and accents: `Müller` and `MULLER` become `muller`."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", _stripped(text.casefold()))


def strip_accents(text: str) -> str:
    """Return *text* without accents, its case unchanged."""
    return text if text.isascii() else unicodedata.normalize("NFC", _stripped(text))


def _stripped(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in decomposed if not _FIRST_ACCENT <= letter <= _LAST_ACCENT).translate(_STROKES)


@cache
def fold_function() -> Callable[[bytes], bytes]:
    """Return the fastest available function that casefolds UTF-8 text."""
    try:
        # Imported here, so that no native library is loaded before the first search.
        from stringzilla import utf8_uncased_fold
    except ImportError:
        return _fold_case
    fold: Callable[[bytes], bytes] = utf8_uncased_fold
    return fold


def _fold_case(text: bytes) -> bytes:
    return text.lower() if text.isascii() else text.decode().casefold().encode()


_MARKS = rb"(?:\xcc[\x80-\xbf]|\xcd[\x80-\xaf])*"
"""U+0300 to U+036F in UTF-8: combining accents."""

MAX_ACCENT_PATTERN = 200
"""Maximum number of letters matched without accents: the pattern grows with each."""


class PatternMatch(Protocol):
    """Match of a pattern."""

    def start(self) -> int:
        """Return the offset of its first byte."""


class BytePattern(Protocol):
    """A pattern of RE2, which provides no types, over bytes; matching takes linear time."""

    def search(self, text: bytes, pos: int = ..., endpos: int = ..., /) -> PatternMatch | None:
        """Return the first match between these offsets; None if there is none."""


def accent_pattern(needle: str) -> BytePattern:
    """Return a pattern for the first letters of *needle* in folded UTF-8 with any accents on any letter."""
    variants = _spelling_variants()
    letter_patterns = (
        b"(?:"
        + b"|".join(literal_pattern(spelling.encode()) for spelling in (letter, *variants.get(letter, ())))
        + b")"
        + _MARKS
        for letter in fold_to_base(needle)[:MAX_ACCENT_PATTERN]
    )
    return byte_pattern(b"".join(letter_patterns))


def byte_pattern(pattern: bytes) -> BytePattern:
    """Compile *pattern* for bytes that are matched literally, independent of the encoding."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    compiled: BytePattern = re2.compile(pattern, options)
    return compiled


def literal_pattern(text: bytes) -> bytes:
    """Return a pattern that matches *text* literally."""
    return b"".join(b"\\x%02x" % byte for byte in text)


@cache
def _spelling_variants() -> dict[str, list[str]]:
    """Return the folded accented letters by base letter."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for first, end in ACCENTED_RANGES:
        for letter in map(chr, range(first, end)):
            if letter == letter.casefold() and len(fold_to_base(letter)) == 1 and fold_to_base(letter) != letter:
                found[fold_to_base(letter)].append(letter)
    return dict(found)


# `KX-200` and `KX200` have the key `kx200`, `18,400` and `18400` the key `18400`, `Müller` and `Mueller` the key
# `mueller`. The full-text index stores the keys of the words that differ from their key in addition to the text (column
# `spellings`), and a query searches for its words and for their keys.

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

_ASCII_DIGITS = r"\b[0-9]{1,3}(?:[,.' ][0-9]{3})+\b"
_ASCII_RUN = rf"[0-9A-Za-z]+(?:[-'][0-9A-Za-z]+)+|{_ASCII_DIGITS}"
"""The same for ASCII text, found in half of the time."""

_ASCII_HYPHENATED = re.compile(rb"-(?<=[0-9A-Za-z].)[0-9A-Za-z]+(?:-[0-9A-Za-z]+)*")
"""A hyphenated word of ASCII text from its first hyphen. Python's engine takes less than half of the time of RE2, whose
wrapper is written in Python, but only for a pattern that begins with a single character: it is found at memory speed.
"""

_WORDS_ONLY = bytes(code if code < 128 and chr(code).isalnum() else ord(" ") for code in range(256))
"""Translates everything except ASCII letters and digits to blanks."""

_EXPANDED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "ǽ": "ae", "œ": "oe", "ё": "е"}
    | dict(zip("øłđħŧı", "oldhti", strict=True))
)
_ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
_ACCENTS = range(0x300, 0x370)


class _RunMatch(Protocol):
    def span(self) -> tuple[int, int]: ...

    def __getitem__(self, group: int, /) -> bytes: ...


class _RunPattern(Protocol):
    def finditer(self, text: bytes, /) -> Iterator[_RunMatch]: ...

    def search(self, text: bytes, /) -> object: ...


def spelling_key(word: str) -> str:
    """Return the letters and digits of *word* in the form shared by all its spellings."""
    if word.isascii():
        return letters_and_digits(word.lower())
    low = unicodedata.normalize("NFKC", word).casefold().translate(_EXPANDED)
    characters: list[str] = []
    base = ""
    for character in unicodedata.normalize("NFD", low):
        if ord(character) in _ACCENTS:
            # Marks of other scripts make other letters: й is not и.
            if not base.isascii() and not "\u0370" <= base <= "\u03ff":
                characters.append(character)
            continue
        base = character
        if character.isalnum() or unicodedata.combining(character):
            characters.append(character)
    return unicodedata.normalize("NFC", "".join(characters))


def letters_and_digits(text: str) -> str:
    return (
        text.encode().translate(None, _ASCII_SIGNS).decode() if text.isascii() else "".join(filter(str.isalnum, text))
    )


def respelled_words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the keys of the words of `_RUN` in *text*, each with the start and end of its word in *text*."""
    data = text.encode("utf-8", "replace")
    is_ascii, read_to, characters = len(data) == len(text), 0, 0
    for run in _run_pattern(text).finditer(data):
        start, end = run.span()
        if is_ascii:
            first, last = start, end
        else:
            first = characters + len(data[read_to:start].decode())
            last = first + len(data[start:end].decode())
            read_to, characters = end, last
        for key in _keys_of(data[start:end]):
            yield key, first, last


def spelling_keys(text: str) -> str:
    """Return the keys of the words of *text* that differ from their key, each once, as stored in the index."""
    data = text.encode("utf-8", "replace")
    if text.isascii() and _patterns().ascii_digits.search(data) is None:  # Most English notes.
        runs = list(_joined_ascii_words(data))
    else:
        # `findall` of the pattern takes a third longer.
        runs = [run[0] for run in _run_pattern(text).finditer(data)]
    return " ".join(dict.fromkeys(chain.from_iterable(map(_keys_of, dict.fromkeys(runs)))))


def _joined_ascii_words(text: bytes) -> Iterator[bytes]:
    """Yield the matches of `_ASCII_RUN` in a *text* without grouped digits, with hyphens for apostrophes.

    The key is the same.
    """
    text = text.replace(b"'", b"-")
    words = text.translate(_WORDS_ONLY)
    for match in _ASCII_HYPHENATED.finditer(text):
        hyphen, end = match.span()
        yield text[words.rfind(b" ", 0, hyphen) + 1 : end]


@lru_cache(maxsize=CACHED_RUNS)
def _keys_of(run: bytes) -> tuple[str, ...]:
    return tuple(_keys(run.decode()))


def respelled(text: str) -> str:
    """Return the query *text* with the words of `_RUN` replaced by their keys, all others unchanged."""
    if text.isascii() and text.isalnum():  # The key of an ASCII word without separators differs only in case.
        return text
    parts: list[str] = []
    done = 0
    data = text.encode("utf-8", "replace")
    for run in _run_pattern(text).finditer(data):
        start, end = run.span()
        parts += [data[done:start].decode(), spelling_key(data[start:end].decode())]
        done = end
    return "".join([*parts, data[done:].decode()]) if parts else text


def _keys(run: str) -> Iterator[str]:
    """Yield the key of *run* as a whole, and of its parts that contain such a letter."""
    if run.isascii():
        key = spelling_key(run)
        if len(key) <= MAX_KEY_LENGTH:
            yield key
        return
    patterns = _patterns()
    parts = [part for spaced in UNSPACED.split(run) for part in _split(spaced)]
    for part in parts:
        if len(part) <= MAX_KEY_LENGTH and patterns.respelled.search(part.encode()) is not None:
            yield spelling_key(part)
    is_joined = len(parts) > 1 and patterns.joiner.search(run.encode()) is not None
    if is_joined and len(run) <= MAX_KEY_LENGTH and not UNSPACED.search(run):
        yield spelling_key(run)


def _split(run: str) -> list[str]:
    characters = (character if character.isalnum() or unicodedata.combining(character) else " " for character in run)
    return "".join(characters).split()


def _run_pattern(text: str) -> _RunPattern:
    return _patterns().ascii_run if text.isascii() else _patterns().run


class _Patterns(NamedTuple):
    """Compiled patterns over UTF-8 text."""

    run: _RunPattern
    ascii_run: _RunPattern
    """As `run`, for ASCII text."""
    ascii_digits: _RunPattern
    """Grouped digits of ASCII text."""
    joiner: _RunPattern
    """A separator inside a run."""
    respelled: _RunPattern
    """A letter whose key differs from the output of the full-text tokenizer."""


@cache
def _patterns() -> _Patterns:
    sources = (_RUN, _ASCII_RUN, _ASCII_DIGITS, rf"{_JOINER}|{_DIGIT_SEPARATOR}", _RESPELLED)
    return _Patterns(*(cast("_RunPattern", re2.compile(source.encode())) for source in sources))

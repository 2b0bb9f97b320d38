"""Case and accent folding of text, and patterns that match folded text ignoring accents."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Protocol

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
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart if not _FIRST_ACCENT <= letter <= _LAST_ACCENT).translate(_STROKES)


@cache
def fold_function() -> Callable[[bytes], bytes]:
    """Return the fastest available function that casefolds UTF-8 text."""
    try:
        # Imported here, so that no native library is loaded before the first search.
        from stringzilla import utf8_uncased_fold
    except ImportError:
        return _fold_plainly
    fold: Callable[[bytes], bytes] = utf8_uncased_fold
    return fold


def _fold_plainly(text: bytes) -> bytes:
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


def accent_pattern(wanted: str) -> BytePattern:
    """Return a pattern for the first letters of *wanted* in folded UTF-8 with any accents on any letter."""
    variants = _spelling_variants()
    pieces = (
        b"(?:" + b"|".join(literal_pattern(way.encode()) for way in (letter, *variants.get(letter, ()))) + b")" + _MARKS
        for letter in fold_to_base(wanted)[:MAX_ACCENT_PATTERN]
    )
    return byte_pattern(b"".join(pieces))


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

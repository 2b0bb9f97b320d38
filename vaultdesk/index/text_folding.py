"""Case and accent folding of text, and patterns that match folded text whatever its accents."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Protocol

import re2

_FIRST_ACCENT, _LAST_ACCENT = "\u0300", "\u036f"
"""The combining marks people leave out when they type. Japanese voicing marks are not among them: か is not が."""

ACCENTED_RANGES = ((0xC0, 0x250), (0x370, 0x530), (0x1E00, 0x2000))
"""Where Unicode has letters with accents: Latin, Greek, Cyrillic."""

_STROKES = str.maketrans("øłđħŧı", "oldhti")
"""Letters that Unicode does not take apart, and the ones people type for them."""


# Scripts written without spaces between words: FTS5's tokenizer takes a whole run of them for one word.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)

LONG_TEXT = 500
"""Characters of a text that is worth being made bytes and text again."""


def fold_bytes(text: bytes) -> bytes:
    """Return UTF-8 *text* casefolded as `str.casefold` does it. It must be composed already."""
    return fold_function()(text)


def fold(text: str) -> str:
    """Return *text* casefolded as `str.casefold` does it, a long one in less than half of the time."""
    if text.isascii():
        return text.lower()
    if len(text) < LONG_TEXT:
        return text.casefold()
    try:
        return fold_bytes(text.encode()).decode()
    except UnicodeEncodeError:
        return text.casefold()


def fold_needle(needle: str) -> bytes:
    """Return what is looked for as it stands in folded text; half characters stay such, which stand in no text."""
    try:
        return fold_bytes(needle.encode())
    except UnicodeEncodeError:
        return needle.casefold().encode("utf-8", "surrogatepass")


def fold_to_base(text: str) -> str:
    """Return *text* without case and accents: `Müller` and `MULLER` are `muller`."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", _stripped(text.casefold()))


def strip_accents(text: str) -> str:
    """Return *text* without accents, its case as it is."""
    return text if text.isascii() else unicodedata.normalize("NFC", _stripped(text))


def _stripped(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart if not _FIRST_ACCENT <= letter <= _LAST_ACCENT).translate(_STROKES)


@cache
def fold_function() -> Callable[[bytes], bytes]:
    """Return the fastest function there is that casefolds UTF-8 text."""
    try:
        # Here, not above: nothing native is loaded before something is searched for.
        from stringzilla import utf8_uncased_fold
    except ImportError:
        return _fold_plainly
    fold: Callable[[bytes], bytes] = utf8_uncased_fold
    return fold


def _fold_plainly(text: bytes) -> bytes:
    return text.lower() if text.isascii() else text.decode().casefold().encode()


_MARKS = rb"(?:\xcc[\x80-\xbf]|\xcd[\x80-\xaf])*"
"""U+0300 to U+036F in UTF-8: accents that stand by themselves."""

MAX_ACCENT_PATTERN = 200
"""Letters of a text that is found without its accents: the pattern grows with each."""


class PatternMatch(Protocol):
    """Where a pattern fits."""

    def start(self) -> int:
        """Return the first byte of it."""


class BytePattern(Protocol):
    """A pattern of RE2, which brings no types, over bytes: of linear time, whatever it meets."""

    def search(self, text: bytes, pos: int = ..., endpos: int = ..., /) -> PatternMatch | None:
        """Return the first place it fits between these two; None for nowhere."""


def accent_pattern(wanted: str) -> BytePattern:
    """Return what finds *wanted*, its first letters, in folded UTF-8 with any accents on any letter."""
    variants = _spelling_variants()
    pieces = (
        b"(?:" + b"|".join(literal_pattern(way.encode()) for way in (letter, *variants.get(letter, ()))) + b")" + _MARKS
        for letter in fold_to_base(wanted)[:MAX_ACCENT_PATTERN]
    )
    return byte_pattern(b"".join(pieces))


def byte_pattern(pattern: bytes) -> BytePattern:
    """Return *pattern* as one over bytes that stand for themselves, whatever text they make."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    compiled: BytePattern = re2.compile(pattern, options)
    return compiled


def literal_pattern(text: bytes) -> bytes:
    """Return a pattern that is *text*."""
    return b"".join(b"\\x%02x" % byte for byte in text)


@cache
def _spelling_variants() -> dict[str, list[str]]:
    """The folded letters with accents, by the letter without."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for first, end in ACCENTED_RANGES:
        for letter in map(chr, range(first, end)):
            if letter == letter.casefold() and len(fold_to_base(letter)) == 1 and fold_to_base(letter) != letter:
                found[fold_to_base(letter)].append(letter)
    return dict(found)

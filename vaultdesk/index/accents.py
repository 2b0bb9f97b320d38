"""Accents: finds a text in folded bytes whatever accents its letters have there. Knows no notes."""

from collections import defaultdict
from functools import cache
from typing import Protocol

import re2

from vaultdesk.index.folding import LETTERS, bare

_MARKS = rb"(?:\xcc[\x80-\xbf]|\xcd[\x80-\xaf])*"
"""U+0300 to U+036F in UTF-8: accents that stand by themselves."""

LONGEST = 200
"""Letters of a text that is found without its accents: the pattern grows with each."""


class Match(Protocol):
    """Where a pattern fits."""

    def start(self) -> int:
        """Return the first byte of it."""


class BytePattern(Protocol):
    """A pattern of RE2, which brings no types, over bytes: of linear time, whatever it meets."""

    def search(self, text: bytes, pos: int = ..., endpos: int = ..., /) -> Match | None:
        """Return the first place it fits between these two; None for nowhere."""


def accent_pattern(wanted: str) -> BytePattern:
    """Return what finds *wanted*, its first letters, in folded UTF-8 with any accents on any letter."""
    ways = _ways()
    pieces = (
        b"(?:" + b"|".join(literal(way.encode()) for way in (letter, *ways.get(letter, ()))) + b")" + _MARKS
        for letter in bare(wanted)[:LONGEST]
    )
    return byte_pattern(b"".join(pieces))


def byte_pattern(pattern: bytes) -> BytePattern:
    """Return *pattern* as one over bytes that stand for themselves, whatever text they make."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    compiled: BytePattern = re2.compile(pattern, options)
    return compiled


def literal(text: bytes) -> bytes:
    """Return a pattern that is *text*."""
    return b"".join(b"\\x%02x" % byte for byte in text)


@cache
def _ways() -> dict[str, list[str]]:
    """The folded letters with accents, by the letter without."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for first, end in LETTERS:
        for letter in map(chr, range(first, end)):
            if letter == letter.casefold() and len(bare(letter)) == 1 and bare(letter) != letter:
                found[bare(letter)].append(letter)
    return dict(found)

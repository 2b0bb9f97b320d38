"""Words: the words of a line of Markdown that are prose, and so have a spelling. Knows no language and no dictionary.

Code, links, tags, properties, formulas, addresses and HTML are left out, and what is no word of any dictionary: words
with digits, in capitals or with a capital inside, as most of these are names.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from vaultdesk.ui.editor.line_spans import LONGEST_READ
from vaultdesk.ui.editor.span import Span

LONGEST_WORD = 60
"""Characters of a word that is looked up: dictionaries are slow with more, and no person typed them as a word."""

LEFT_OUT = frozenset((
    "mark", "code", "codemark", "codeblock", "fence", "language", "comment", "math", "url", "address", "tag",
    "footnote", "block", "key", "value", "item",
))  # fmt: skip
"""Kinds of spans that are no prose. Of a link written in Markdown the words are, the address is not."""

_NO_PROSE = re.compile(
    r"[^\s@]{1,200}@[^\s@]{1,200}"  # An address of mail, a name somewhere.
    r"|\b[A-Za-z][A-Za-z0-9+.\-]{1,30}:[^\s]*[^\s:.,;]/[^\s]*|\bwww\.\S{1,600}"
    r"|[A-Za-z][A-Za-z0-9+.\-]{1,30}://\S{0,600}"
    r"|(?<!\S)(?:~|\.{1,2}|[A-Za-z]:)?[/\\]\S{1,600}"  # A path; "and/or" is none.
    r"|</?[A-Za-z][^<>]{0,600}/?>|&#?\w{1,30};"
    r"|\[![\w-]{1,40}\][+-]?"  # What a callout is.
)
_MAY_BE_NONE = re.compile(r"[@/\\<&]|www\.|\[!")

_MARKS = "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
_INDIC = "\u0900-\u0963\u0966-\u0df3"
# Accents and vowel signs belong to their letters (UAX 29), but are none to Python's \w.
_LETTER = rf"[\w{_MARKS}{_INDIC}\u00ad\u200c\u200d]"
_WORD = re.compile(rf"{_LETTER}+(?:['’·.]{_LETTER}+)*")
_NO_WORD = re.compile(r"[\d_.]")
_APOSTROPHE = re.compile("['’]")


class Word(NamedTuple):
    """A word and where it stands in its line, in Python's characters."""

    start: int
    end: int
    text: str
    """As a dictionary knows it: with a plain apostrophe, without signs that cannot be seen."""


def checked_words(text: str, spans: Sequence[Span]) -> Iterator[Word]:
    """Return the words of the line *text* that have a spelling; *spans* say what stands in it."""
    line = text[:LONGEST_READ]
    for span in spans:
        if span.kind in LEFT_OUT or (span.kind == "link" and text[: span.start].endswith("[[")):
            line = _blanked(line, span.start, span.end)
    if _MAY_BE_NONE.search(line):
        for found in list(_NO_PROSE.finditer(line)):
            line = _blanked(line, *found.span())
    for found in _WORD.finditer(line):
        read = _read(found[0])
        if read is not None:
            offset, length, listed = read
            start = found.start() + offset
            yield Word(start, start + length, listed)


def _blanked(line: str, start: int, end: int) -> str:
    end = min(end, len(line))
    return f"{line[:start]}{chr(0) * (end - start)}{line[end:]}"


@lru_cache(maxsize=20_000)
def _read(written: str) -> tuple[int, int, str] | None:
    """Return where in *written* a word begins, how long it is and what a dictionary calls it; None where none is.

    Kept, as the same words are read at each key.
    """
    bare = written.strip("_")
    if not 1 < len(bare) <= LONGEST_WORD or _NO_WORD.search(bare) or _has_capital_inside(bare):
        return None
    listed = bare if bare.isascii() else unicodedata.normalize("NFC", bare.replace("’", "'").replace("\u00ad", ""))
    return written.index(bare), len(bare), listed


def _has_capital_inside(word: str) -> bool:
    rest = word[1:]
    return rest != rest.lower() and any(part[1:] != part[1:].lower() for part in _APOSTROPHE.split(word))

"""JavaScript regular expressions of a search, translated to RE2 so that they run in linear time.

Obsidian uses JavaScript's syntax. What RE2 only writes differently is rewritten; what it does not support - lookahead,
lookbehind, backreferences - is refused with a reason.
"""

import re
from functools import lru_cache

import re2

from vaultdesk.core.phrases import Phrase
from vaultdesk.index.search_query import fold_query

MAX_MEMORY = 8_000_000
"""Memory limit of RE2 in bytes for one pattern: a larger pattern is refused, and no text makes it use more."""

CACHED_PATTERNS = 64
"""Number of compiled patterns cached: those of a search being typed, with and without case."""

MIN_LITERAL_LENGTH = 2
"""Minimum length of a literal used to look up notes: a single letter occurs in nearly every note."""

_SPELLING = re.compile(
    r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|c([A-Za-z])|([/A-Zaeg-jl-moqyz]))|\\.|\[\^\]|[^\\]|\\", re.DOTALL
)
_KNOWN = "BDPSW"
# Capital letters with a meaning after a backslash in JavaScript; every other letter is literal there.

_LOOKS_AROUND = re.compile(r"\(\?<?[=!]")
_BACKREFERENCE = re.compile(r"\\(?:[1-9]|k<)")
_RUN = re.compile(r"\\[^\w]|[^\\\[\](){}|*+?^$.]")
_NOT_SURE = re.compile(r"[*?{]")


class UnsupportedPattern(Exception):
    """Why a pattern cannot be used, in a sentence."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)
        self.message = message


def to_re2(written: str) -> str:
    """Return the pattern in RE2 syntax. Raises `UnsupportedPattern` if RE2 does not support it."""
    source = "".join(map(_respelled, _SPELLING.finditer(written)))
    if compile_pattern(source, case_sensitive=True) is not None:
        return source
    if _LOOKS_AROUND.search(written):
        raise UnsupportedPattern(
            Phrase(
                "The pattern {0} uses lookahead or lookbehind, which is not supported; it is ignored.", _shown(written)
            )
        )
    if _BACKREFERENCE.search(written):
        raise UnsupportedPattern(
            Phrase("The pattern {0} uses a backreference, which is not supported; it is ignored.", _shown(written))
        )
    raise UnsupportedPattern(Phrase("The pattern {0} is invalid or too large; it is ignored.", _shown(written)))


@lru_cache(CACHED_PATTERNS)
def compile_pattern(source: str, *, case_sensitive: bool) -> "re2._Regexp | None":
    """Return the pattern compiled for UTF-8 bytes, with or without case; None if RE2 refuses it."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = MAX_MEMORY
    options.case_sensitive = case_sensitive
    try:
        # `^` and `$` match at lines, as expected in a search of notes.
        return re2.compile(f"(?m){source}".encode(), options)
    except re2.error:
        return None


def required_literals(source: str) -> tuple[str, ...]:
    """Return casefolded literals that every matching text contains; empty if they cannot be determined simply."""
    if "(" in source or "|" in source or "[:" in source:
        return ()
    runs, run, place = [], "", 0
    while place < len(source):
        found = _RUN.match(source, place)
        if found is None:
            runs.append(run)
            run = ""
            place = _after(source, place)
            continue
        place = found.end()
        if _NOT_SURE.match(source, place):
            runs.append(run)
            run = ""
        else:
            run += found[0][-1]
    return tuple({fold_query(run) for run in (*runs, run) if len(run) >= MIN_LITERAL_LENGTH})


def _after(source: str, place: int) -> int:
    """Return the end of the non-letter element at *place*: an escape, a class, a repetition or one character."""
    sign = source[place]
    if sign == "\\":
        if source[place + 1 : place + 2] in ("p", "P", "x") and source[place + 2 : place + 3] == "{":
            return _closing(source, "}", place + 2)
        return place + (
            4 if source[place + 1 : place + 2] == "x" else 3 if source[place + 1 : place + 2] in "pP" else 2
        )
    if sign == "[":
        start = place + 2 if source[place + 1 : place + 2] == "^" else place + 1
        return _class_end(source, start)
    return _closing(source, "}", place) if sign == "{" else place + 1


def _class_end(source: str, start: int) -> int:
    """Return the end of the class whose first member is at *start*: a `]` there is a member itself."""
    place = start + 1
    if source[start : start + 1] == "\\":
        place = start
    while place < len(source) and source[place] != "]":
        place += 2 if source[place : place + 1] == "\\" else 1
    return place + 1


def _closing(source: str, sign: str, place: int) -> int:
    end = source.find(sign, place)
    return end + 1 if end >= 0 else len(source)


def _respelled(found: re.Match[str]) -> str:
    in_braces, in_four, control, other = found.groups()
    if in_braces or in_four:
        return f"\\x{{{in_braces or in_four}}}"
    if control:
        return f"\\x{ord(control) & 31:02x}"
    if other:
        return found[0] if other in _KNOWN else other
    return r"[\x00-\x{10FFFF}]" if found[0] == "[^]" else found[0]


def _shown(written: str) -> str:
    """Return the pattern as displayed in a sentence."""
    return f"/{written[:60]}{'…' if len(written) > 60 else ''}/"

"""JavaScript regular expressions of a search, translated to RE2 so that they run in linear time.

Obsidian uses JavaScript's syntax. Syntax that RE2 writes differently is rewritten; lookahead, lookbehind and
backreferences, which RE2 does not support, are refused with a reason.
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

_TOKEN = re.compile(
    r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|c([A-Za-z])|([/A-Zaeg-jl-moqyz]))|\\.|\[\^\]|[^\\]|\\", re.DOTALL
)
_ESCAPES = "BDPSW"
# Capital letters with a meaning after a backslash in JavaScript; every other letter is literal there.

_LOOKAROUND = re.compile(r"\(\?<?[=!]")
_BACKREFERENCE = re.compile(r"\\(?:[1-9]|k<)")
_RUN = re.compile(r"\\[^\w]|[^\\\[\](){}|*+?^$.]")
_OPTIONAL = re.compile(r"[*?{]")


class UnsupportedPattern(Exception):
    """Why a pattern cannot be used, in a sentence."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)
        self.message = message


def to_re2(pattern: str) -> str:
    """Return the pattern in RE2 syntax. Raises `UnsupportedPattern` if RE2 does not support it."""
    source = "".join(map(_translated, _TOKEN.finditer(pattern)))
    if compile_pattern(source, case_sensitive=True) is not None:
        return source
    if _LOOKAROUND.search(pattern):
        raise UnsupportedPattern(
            Phrase(
                "The pattern {0} uses lookahead or lookbehind, which is not supported; it is ignored.",
                _shortened(pattern),
            )
        )
    if _BACKREFERENCE.search(pattern):
        raise UnsupportedPattern(
            Phrase("The pattern {0} uses a backreference, which is not supported; it is ignored.", _shortened(pattern))
        )
    raise UnsupportedPattern(Phrase("The pattern {0} is invalid or too large; it is ignored.", _shortened(pattern)))


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
    runs, run, position = [], "", 0
    while position < len(source):
        match = _RUN.match(source, position)
        if match is None:
            runs.append(run)
            run = ""
            position = _element_end(source, position)
            continue
        position = match.end()
        if _OPTIONAL.match(source, position):
            runs.append(run)
            run = ""
        else:
            run += match[0][-1]
    return tuple({fold_query(run) for run in (*runs, run) if len(run) >= MIN_LITERAL_LENGTH})


def _element_end(source: str, position: int) -> int:
    """Return the end of the non-letter element at *position*: an escape, a class, a repetition or one character."""
    character = source[position]
    if character == "\\":
        if source[position + 1 : position + 2] in ("p", "P", "x") and source[position + 2 : position + 3] == "{":
            return _end_after(source, "}", position + 2)
        return position + (
            4 if source[position + 1 : position + 2] == "x" else 3 if source[position + 1 : position + 2] in "pP" else 2
        )
    if character == "[":
        start = position + 2 if source[position + 1 : position + 2] == "^" else position + 1
        return _class_end(source, start)
    return _end_after(source, "}", position) if character == "{" else position + 1


def _class_end(source: str, start: int) -> int:
    """Return the end of the class whose first member is at *start*: a `]` there is a member itself."""
    position = start + 1
    if source[start : start + 1] == "\\":
        position = start
    while position < len(source) and source[position] != "]":
        position += 2 if source[position : position + 1] == "\\" else 1
    return position + 1


def _end_after(source: str, character: str, position: int) -> int:
    end = source.find(character, position)
    return end + 1 if end >= 0 else len(source)


def _translated(match: re.Match[str]) -> str:
    in_braces, in_four, control, other = match.groups()
    if in_braces or in_four:
        return f"\\x{{{in_braces or in_four}}}"
    if control:
        return f"\\x{ord(control) & 31:02x}"
    if other:
        return match[0] if other in _ESCAPES else other
    return r"[\x00-\x{10FFFF}]" if match[0] == "[^]" else match[0]


def _shortened(pattern: str) -> str:
    """Return the pattern as displayed in a sentence."""
    return f"/{pattern[:60]}{'…' if len(pattern) > 60 else ''}/"

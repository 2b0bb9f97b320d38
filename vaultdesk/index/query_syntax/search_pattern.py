"""JavaScript regular expressions of a search, translated to RE2 so that they run in linear time, and the matches of a
pattern in one text.

Obsidian uses JavaScript's syntax. Syntax that RE2 writes differently is rewritten; lookahead, lookbehind and
backreferences, which RE2 does not support, are refused with a reason.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

import re2
from msgspec import Struct

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


MAX_MATCHES = 20_000
"""Maximum number of matches; replacing all stops there and reports it."""

SEARCH_SLICE = 200_000
"""Characters searched at a time: some milliseconds."""

_GROUP = re.compile(r"\$(?:(\d)|&|\$)")


class SearchPattern(Struct, frozen=True):
    """A search in the open note."""

    text: str
    case_sensitive: bool = False
    """Whether upper and lower case are distinguished."""
    whole_words: bool = False
    """Whether only whole words match."""
    regex: bool = False
    """Whether `text` is a regular expression."""


def find_matches(text: str, search_pattern: SearchPattern) -> list[tuple[int, int]]:
    """Return the spans of *search_pattern* in *text*, at most `MAX_MATCHES`. Raises `UnsupportedPattern`."""
    if not search_pattern.text:
        return []
    found = _find_regex(text, search_pattern) if search_pattern.regex else _find_text(text, search_pattern)
    return [span for span, _ in zip(found, range(MAX_MATCHES), strict=False)]


def find_any_word(text: str, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the spans of any of *words* in *text*, in order; used for the words of a search over the notes."""
    stripped = sorted({word.strip() for word in words if word.strip()}, key=len, reverse=True)
    if not stripped:
        return []
    regex = re.compile("|".join(map(re.escape, stripped)), re.IGNORECASE)
    found: list[tuple[int, int]] = []
    for (start, end), _ in zip(_find_in_slices(text, regex, len(stripped[0])), range(MAX_MATCHES), strict=False):
        if found and text[found[-1][1] : start] == " ":
            start = found.pop()[0]  # Adjacent words form one match.
        found.append((start, end))
    return found


def replacement_text(found: str, search_pattern: SearchPattern, replacement: str) -> str:
    """Return the replacement of *found*: `$1` to `$9` are the groups of a pattern, `$&` the whole match."""
    if not search_pattern.regex or "$" not in replacement:
        return replacement
    regex = compile_pattern(_re2_source(search_pattern), case_sensitive=search_pattern.case_sensitive)
    match = regex.search(found.encode("utf-8", "surrogatepass")) if regex is not None else None

    def group(reference: re.Match[str]) -> str:
        if reference[0] == "$$":
            return "$"
        number = int(reference[1] or 0)
        if match is None or number > len(match.groups()):
            return "" if number else found
        return (match.group(number) or b"").decode("utf-8", "surrogatepass")

    return _GROUP.sub(group, replacement)


def _find_text(text: str, search_pattern: SearchPattern) -> Iterator[tuple[int, int]]:
    pattern = re.escape(search_pattern.text)
    if search_pattern.whole_words:
        pattern = rf"(?<!\w){pattern}(?!\w)"
    yield from _find_in_slices(
        text, re.compile(pattern, 0 if search_pattern.case_sensitive else re.IGNORECASE), len(search_pattern.text)
    )


def _find_in_slices(text: str, regex: re.Pattern[str], longest: int) -> Iterator[tuple[int, int]]:
    """Yield the matches of *regex*, which matches at most *longest* characters, in *text*.

    A search with Python's `re` holds the GIL until it finds something: the window would be blocked for a long text.
    """
    end = 0
    for start in range(0, len(text), SEARCH_SLICE):
        # A match may end after its slice, and the character after a whole word is examined.
        for found in regex.finditer(text, max(end, start), start + SEARCH_SLICE + longest + 1):
            if found.start() >= start + SEARCH_SLICE:
                break
            end = found.end()
            yield found.span()


def _find_regex(text: str, search_pattern: SearchPattern) -> Iterator[tuple[int, int]]:
    regex = compile_pattern(_re2_source(search_pattern), case_sensitive=search_pattern.case_sensitive)
    if regex is None:
        raise UnsupportedPattern(Phrase("This regular expression is not valid or is too large."))
    data = text.encode("utf-8", "surrogatepass")
    ascii_only = len(data) == len(text)
    byte_position = position = 0
    for found in regex.finditer(data):
        start, end = found.span()
        if start == end:
            continue
        if ascii_only:
            yield start, end
            continue
        position += len(data[byte_position:start].decode("utf-8", "surrogatepass"))
        size = len(data[start:end].decode("utf-8", "surrogatepass"))
        yield position, position + size
        byte_position, position = end, position + size


def _re2_source(search_pattern: SearchPattern) -> str:
    source = to_re2(search_pattern.text)
    return rf"\b(?:{source})\b" if search_pattern.whole_words else source

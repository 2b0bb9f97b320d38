"""Places: where words or a pattern stand in a text. Bounded, whatever is asked for: patterns are run by RE2.

Values in, values out. Places count characters as Python does.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from vaultdesk.index.query_syntax.search_pattern import UnsupportedPattern, compile_pattern, to_re2

MOST = 20_000
"""Places that are found; nobody goes through more, and replacing stops with them and says so."""

STRETCH = 200_000
"""Characters that are searched at a time: some milliseconds."""

_GROUP = re.compile(r"\$(?:(\d)|&|\$)")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for."""

    words: str
    exactly: bool = False
    """Whether capitals count."""
    whole: bool = False
    """Whether only whole words fit."""
    pattern: bool = False
    """Whether `words` is a regular expression."""


def places(text: str, wanted: Wanted) -> list[tuple[int, int]]:
    """Return where *wanted* stands in *text*, at most `MOST`. Raises `UnsupportedPattern`. Slow for megabytes."""
    if not wanted.words:
        return []
    found = _by_pattern(text, wanted) if wanted.pattern else _by_words(text, wanted)
    return [place for place, _ in zip(found, range(MOST), strict=False)]


def any_places(text: str, several: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return where any of *several* words stands in *text*, in order: what a search over notes was for."""
    words = sorted({one.strip() for one in several if one.strip()}, key=len, reverse=True)
    if not words:
        return []
    pattern = re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
    found: list[tuple[int, int]] = []
    for (start, end), _ in zip(_in_stretches(text, pattern, len(words[0])), range(MOST), strict=False):
        if found and text[found[-1][1] : start] == " ":
            start = found.pop()[0]  # Words side by side are one place to the eye.
        found.append((start, end))
    return found


def replacement(found: str, wanted: Wanted, written: str) -> str:
    """Return what stands in the place of *found*: `$1` to `$9` are a pattern's groups, `$&` all of it."""
    if not wanted.pattern or "$" not in written:
        return written
    pattern = compile_pattern(_source(wanted), exactly=wanted.exactly)
    match = pattern.search(found.encode("utf-8", "surrogatepass")) if pattern is not None else None

    def group(sign: re.Match[str]) -> str:
        if sign[0] == "$$":
            return "$"
        number = int(sign[1] or 0)
        if match is None or number > len(match.groups()):
            return "" if number else found
        return (match.group(number) or b"").decode("utf-8", "surrogatepass")

    return _GROUP.sub(group, written)


def _by_words(text: str, wanted: Wanted) -> Iterator[tuple[int, int]]:
    sought = re.escape(wanted.words)
    if wanted.whole:
        sought = rf"(?<!\w){sought}(?!\w)"
    yield from _in_stretches(text, re.compile(sought, 0 if wanted.exactly else re.IGNORECASE), len(wanted.words))


def _in_stretches(text: str, pattern: re.Pattern[str], longest: int) -> Iterator[tuple[int, int]]:
    """Yield where *pattern*, which takes *longest* characters at most, stands in *text*.

    Python's own patterns let no other thread run until they found something: a window would stand still for a book.
    """
    place = 0
    for begin in range(0, len(text), STRETCH):
        # What begins in a stretch may end behind it, and what follows a whole word is looked at.
        for found in pattern.finditer(text, max(place, begin), begin + STRETCH + longest + 1):
            if found.start() >= begin + STRETCH:
                break
            place = found.end()
            yield found.span()


def _by_pattern(text: str, wanted: Wanted) -> Iterator[tuple[int, int]]:
    pattern = compile_pattern(_source(wanted), exactly=wanted.exactly)
    if pattern is None:
        raise UnsupportedPattern("This pattern cannot be read or is too large.")
    data = text.encode("utf-8", "surrogatepass")
    ascii_only = len(data) == len(text)
    place = at = 0
    for found in pattern.finditer(data):
        begin, end = found.span()
        if begin == end:
            continue
        if ascii_only:
            yield begin, end
            continue
        at += len(data[place:begin].decode("utf-8", "surrogatepass"))
        size = len(data[begin:end].decode("utf-8", "surrogatepass"))
        yield at, at + size
        place, at = end, at + size


def _source(wanted: Wanted) -> str:
    source = to_re2(wanted.words)
    return rf"\b(?:{source})\b" if wanted.whole else source

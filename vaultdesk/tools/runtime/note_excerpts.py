"""Excerpts of a note: their location in it, whether they are the whole note, and their text without comments."""

import re
from collections.abc import Iterable
from itertools import groupby

from msgspec import Struct

from vaultdesk.chat.attached_text import unwrap_attached
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import (
    COMMENT_PLACEHOLDER,
    Comment,
    comments_in,
    replace_comments,
    without_comments,
)

# A search returns the words around a match, which may begin or end inside a comment without showing its marks. So an
# excerpt is located in its note before it is decided whether it contains a comment.

MIN_SHARED_CHARACTERS = 12
"""Minimum number of consecutive characters shared with a comment for an excerpt, not found as a whole, to count as
taken from it. Shorter ones are common words.
"""

_CUT = re.compile(r" \[cut: [0-9,]{1,20} more characters\]\Z")
_WORD = re.compile(r"\S+")


class ExcerptLines(Struct, frozen=True):
    """Line numbers of an excerpt in its note, from 1."""

    first_line: int
    last_line: int


def locate_excerpt(excerpt: str, text: str) -> ExcerptLines | None:
    """Return the first location of *excerpt* in *text*, ignoring differences of blanks and line ends; None if not
    found.
    """
    unwrapped = unwrapped_excerpt(excerpt)
    # Removing comments does not change line numbers.
    for source_text in (text, without_comments(text)):
        found = _find(unwrapped, source_text)
        if found is not None:
            first = source_text.count("\n", 0, found[0]) + 1
            return ExcerptLines(first, first + source_text.count("\n", found[0], max(found[0], found[1] - 1)))
    return None


def is_whole_note(excerpt: str, text: str) -> bool:
    """Whether *excerpt* is the whole note *text*, with or without its properties or comments."""
    body = text[read_frontmatter(text).body_start :]
    candidates = (
        (text, body, without_comments(text), without_comments(body)) if COMMENT_PLACEHOLDER in excerpt else (text, body)
    )
    return unwrap_attached(excerpt).strip() in [candidate.strip() for candidate in candidates]


def redact_comments(excerpt: str, text: str | None) -> str:
    """Return *excerpt* of the note *text* with comments replaced by a mark.

    *text* is None if the note cannot be read now; then only complete comments in the excerpt are found.
    """
    if text is None:
        return without_comments(excerpt)
    comments, unwrapped = comments_in(text), unwrapped_excerpt(excerpt)
    if not comments or not unwrapped:
        return excerpt
    if _find(unwrapped, replace_comments(text, comments)) is not None:
        return excerpt  # It is a continuous part of the text without comments, so they were removed before.
    found = _find(unwrapped, text)
    if found is None:
        redacted = _without_shared_text(
            without_comments(unwrapped), (text[comment.start : comment.end] for comment in comments)
        )
    else:
        start, end = found
        redacted = _without_comments_between(
            text, start, end, [comment for comment in comments if comment.start < end and start < comment.end]
        )
    if redacted == unwrapped:
        return excerpt
    return excerpt.replace(unwrapped, redacted if "\n" in unwrapped else " ".join(redacted.split()), 1)


def unwrapped_excerpt(excerpt: str) -> str:
    """Return *excerpt* without surrounding tags and a tool's truncation mark."""
    unwrapped = _CUT.sub("", unwrap_attached(excerpt).strip())
    for ellipsis in ("...", "…"):
        unwrapped = unwrapped.removeprefix(ellipsis).removesuffix(ellipsis).strip()
    return unwrapped


def _without_comments_between(text: str, start: int, end: int, inside: list[Comment]) -> str:
    within = [Comment(max(comment.start, start) - start, min(comment.end, end) - start) for comment in inside]
    return replace_comments(text[start:end], within)


def _find(excerpt: str, text: str) -> tuple[int, int] | None:
    """Return the first range of *excerpt* in *text*, with all blanks treated as equal."""
    start = text.find(excerpt) if excerpt else -1
    if start >= 0:
        return start, start + len(excerpt)
    normalized = " ".join(excerpt.split())
    words = list(_WORD.finditer(text)) if normalized else []
    found = " ".join(word[0] for word in words).find(normalized) if normalized else -1
    if found < 0:
        return None
    starts, length = list[int](), 0
    for word in words:
        starts.append(length)
        length += len(word[0]) + 1
    return _original_offset(words, starts, found), _original_offset(words, starts, found + len(normalized) - 1) + 1


def _original_offset(words: list[re.Match[str]], starts: list[int], offset: int) -> int:
    """Convert an *offset* in the normalized text to one in the original text."""
    low, high = 0, len(starts) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if starts[middle] <= offset else (low, middle - 1)
    return words[low].start() + min(offset - starts[low], len(words[low][0]))


def _without_shared_text(excerpt: str, comments: Iterable[str]) -> str:
    """Return *excerpt* without parts shared with *comments*, for an excerpt that is not found in its note."""
    lowered = excerpt.lower()
    if len(lowered) != len(excerpt):
        lowered = excerpt
    hidden = bytearray(len(excerpt))
    for comment in comments:
        secret = comment.strip("%").strip().lower()
        if not secret or comment == COMMENT_PLACEHOLDER:
            continue
        step = min(MIN_SHARED_CHARACTERS, len(secret))
        grams = {secret[at : at + step] for at in range(len(secret) - step + 1)}
        for at in range(len(lowered) - step + 1):
            if lowered[at : at + step] in grams and (
                step == MIN_SHARED_CHARACTERS or _stands_alone(lowered, at, at + step)
            ):
                hidden[at : at + step] = b"\1" * step
    if not any(hidden):
        return excerpt
    runs = groupby(range(len(excerpt)), key=lambda at: hidden[at])
    return "".join(
        COMMENT_PLACEHOLDER if is_hidden else "".join(excerpt[at] for at in positions) for is_hidden, positions in runs
    )


def _stands_alone(text: str, start: int, end: int) -> bool:
    return not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum()

"""Excerpts of a note: their location in it, whether they are the whole note, and their text without comments."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

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
# excerpt is located in its note before any decision about it.

MIN_SHARED_CHARACTERS = 12
"""Minimum number of consecutive characters shared with a comment for an excerpt, not found as a whole, to count as
taken from it. Fewer are a common word.
"""

_CUT = re.compile(r" \[cut: [0-9,]{1,20} more characters\]\Z")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class ExcerptLines:
    """Line numbers of an excerpt in its note, from 1."""

    first_line: int
    last_line: int


def locate_excerpt(piece: str, text: str) -> ExcerptLines | None:
    """Return the first location of *piece* in *text*, ignoring differences of blanks and line ends; None if not
    found.
    """
    bare = unwrapped_excerpt(piece)
    # Without its comments a note has the same line numbers.
    for read in (text, without_comments(text)):
        found = _find(bare, read)
        if found is not None:
            first = read.count("\n", 0, found[0]) + 1
            return ExcerptLines(first, first + read.count("\n", found[0], max(found[0], found[1] - 1)))
    return None


def is_whole_note(piece: str, text: str) -> bool:
    """Whether *piece* is the whole note *text*, with or without its properties or comments."""
    body = text[read_frontmatter(text).body_start :]
    wholes = (
        (text, body, without_comments(text), without_comments(body)) if COMMENT_PLACEHOLDER in piece else (text, body)
    )
    return unwrap_attached(piece).strip() in [whole.strip() for whole in wholes]


def redact_comments(piece: str, text: str | None) -> str:
    """Return *piece* of the note *text* with comments replaced by a mark.

    *text* is None if the note cannot be read now; then only complete comments in the piece are found.
    """
    if text is None:
        return without_comments(piece)
    comments, bare = comments_in(text), unwrapped_excerpt(piece)
    if not comments or not bare:
        return piece
    if _find(bare, replace_comments(text, comments)) is not None:
        return piece  # It is a continuous part of the text without comments, so they were removed before.
    found = _find(bare, text)
    if found is None:
        shown = _without_shared_text(without_comments(bare), (text[one.start : one.end] for one in comments))
    else:
        start, end = found
        shown = _without_comments_between(
            text, start, end, [one for one in comments if one.start < end and start < one.end]
        )
    if shown == bare:
        return piece
    return piece.replace(bare, shown if "\n" in bare else " ".join(shown.split()), 1)


def unwrapped_excerpt(piece: str) -> str:
    """Return *piece* without surrounding tags and a tool's truncation mark."""
    bare = _CUT.sub("", unwrap_attached(piece).strip())
    for sign in ("...", "…"):
        bare = bare.removeprefix(sign).removesuffix(sign).strip()
    return bare


def _without_comments_between(text: str, start: int, end: int, inside: list[Comment]) -> str:
    within = [Comment(max(one.start, start) - start, min(one.end, end) - start) for one in inside]
    return replace_comments(text[start:end], within)


def _find(piece: str, text: str) -> tuple[int, int] | None:
    """Return the first range of *piece* in *text*, with all blanks treated as equal."""
    start = text.find(piece) if piece else -1
    if start >= 0:
        return start, start + len(piece)
    normalized = " ".join(piece.split())
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


def _without_shared_text(piece: str, comments: Iterable[str]) -> str:
    """Return *piece* without parts shared with *comments*: for one that is not found in its note any more."""
    lowered = piece.lower()
    if len(lowered) != len(piece):
        lowered = piece
    hidden = bytearray(len(piece))
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
        return piece
    runs = groupby(range(len(piece)), key=lambda at: hidden[at])
    return "".join(COMMENT_PLACEHOLDER if taken else "".join(piece[at] for at in places) for taken, places in runs)


def _stands_alone(text: str, start: int, end: int) -> bool:
    return not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum()

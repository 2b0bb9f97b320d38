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

# A search hands on the few words around what it found: they may begin or end inside a comment, and then show none of
# its marks. So a piece is found again in its note before anything is decided about it.

MIN_SHARED_CHARACTERS = 12
"""Letters in a row that a piece must share with a comment to count as taken from it, where it is found nowhere as a
whole. Fewer are an ordinary word."""

_CUT = re.compile(r" \[cut: [0-9,]{1,20} more characters\]\Z")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class ExcerptLines:
    """The lines of its note a piece stands on, from 1."""

    first_line: int
    last_line: int


def locate_excerpt(piece: str, text: str) -> ExcerptLines | None:
    """Return where *piece* stands first in *text*, be its blanks and line ends others; None where it does not."""
    bare = unwrapped_excerpt(piece)
    # Without its comments a note has the same lines.
    for read in (text, without_comments(text)):
        found = _find(bare, read)
        if found is not None:
            first = read.count("\n", 0, found[0]) + 1
            return ExcerptLines(first, first + read.count("\n", found[0], max(found[0], found[1] - 1)))
    return None


def is_whole_note(piece: str, text: str) -> bool:
    """Whether *piece* is all of the note *text*, or all but its properties or comments."""
    body = text[read_frontmatter(text).body_start :]
    wholes = (
        (text, body, without_comments(text), without_comments(body)) if COMMENT_PLACEHOLDER in piece else (text, body)
    )
    return unwrap_attached(piece).strip() in [whole.strip() for whole in wholes]


def redact_comments(piece: str, text: str | None) -> str:
    """Return *piece* of the note *text* with a mark in place of what is comment there.

    *text* is None where the note cannot be read now; then only comments that stand in the piece as a whole are found.
    """
    if text is None:
        return without_comments(piece)
    comments, bare = comments_in(text), unwrapped_excerpt(piece)
    if not comments or not bare:
        return piece
    if _find(bare, replace_comments(text, comments)) is not None:
        return piece  # It can be read beside the comments too: whoever made it has left them out.
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
    """Return *piece* without the tags around it, and without what a tool writes where it cut."""
    bare = _CUT.sub("", unwrap_attached(piece).strip())
    for sign in ("...", "…"):
        bare = bare.removeprefix(sign).removesuffix(sign).strip()
    return bare


def _without_comments_between(text: str, start: int, end: int, inside: list[Comment]) -> str:
    within = [Comment(max(one.start, start) - start, min(one.end, end) - start) for one in inside]
    return replace_comments(text[start:end], within)


def _find(piece: str, text: str) -> tuple[int, int] | None:
    """Return where *piece* stands first in *text*; blanks of any kind and number are the same."""
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
    """Return where the letter at *offset* of the squeezed text stands in the text itself."""
    low, high = 0, len(starts) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if starts[middle] <= offset else (low, middle - 1)
    return words[low].start() + min(offset - starts[low], len(words[low][0]))


def _without_shared_text(piece: str, comments: Iterable[str]) -> str:
    """Return *piece* without what it shares with *comments*: for one that is found in its note no more."""
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

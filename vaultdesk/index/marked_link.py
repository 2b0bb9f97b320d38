"""Marked link: what a passage shows of a link: its words, and its address where what was found stands only there.

Marks are pairs of control characters in the text, as inside passage.py. Knows no notes.
"""

import re

from vaultdesk.index.kept_text import CLOSE, OPEN

LONGEST = 300
"""Characters of a link's words and address that are looked back over where a piece would begin inside it."""

BEFORE, AFTER = 24, 30
"""Characters of an address shown before and after what was found in it: the mark stays in sight, its place is told."""

WORDS_BEFORE = 40
"""Characters of a link's words shown before its address: what was found is not pushed out of two lines."""

ADDRESS = r"(?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)"
"""An address as Markdown has it: in angle brackets, or without blanks and with brackets in pairs."""

_INSIDE = re.compile(r"!?\[(?:\[[^\[\]\n]*|[^\[\]\n]*\]\([^()\s]*)\Z")
_WORDS = re.compile(r"\[[^\[\]\n]*\Z")
_REST = re.compile(r"[^\[\]\n]*\]\(")
_MARKED = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")


def shown(words: str, address: str) -> str:
    """Return what is shown of a link with these *words*, which stands for *address*.

    The address is left out, as a reading view does, unless it has something that was found and the words have not.
    """
    words = _whole(words)
    if OPEN not in address and CLOSE not in address:
        return words
    address = _whole(address)
    if _found(address) <= _found(words):
        return words
    if OPEN not in words and len(words) > WORDS_BEFORE:
        words = f"… {words[-WORDS_BEFORE:].partition(' ')[2] or words[-WORDS_BEFORE:]}"
    piece = _around(address.strip("<>"))
    return f"{words} ({piece})" if words.strip() else piece


def opened(text: str, start: int, opening: int) -> tuple[str, int]:
    """Return what to write before a piece of *text*, and where it begins so that it breaks no link.

    The piece would begin at *opening*; nothing before *start* may be in it.
    """
    least = max(start, opening - LONGEST)
    if inside := _INSIDE.search(text, least, opening):
        return "", inside.start()  # In its address: without its words it could not be told from text.
    if _WORDS.search(text, least, opening) and _REST.match(text, opening, opening + LONGEST):
        return "[", opening  # In its words: the rest of them says enough.
    return "", opening


def _found(piece: str) -> set[str]:
    return {word.casefold() for word in _MARKED.findall(piece)}


def _around(address: str) -> str:
    """Return the piece of an address in which the first thing that was found stands."""
    first = address.index(OPEN)
    end = address.index(CLOSE, first) + 1
    before, after = address[:first], address[end:].replace(OPEN, "").replace(CLOSE, "")
    if len(before) > BEFORE:
        before = f"…{before[-BEFORE:]}"
    if len(after) > AFTER:
        after = f"{after[:AFTER]}…"
    return f"{before}{address[first:end]}{after}"


def _whole(piece: str) -> str:
    """Return *piece* with each mark in it begun and ended: one may begin or end outside."""
    if OPEN not in piece and CLOSE not in piece:
        return piece
    first = piece.find(CLOSE)
    if first >= 0 and not 0 <= piece.find(OPEN) < first:
        piece = OPEN + piece
    return piece + CLOSE if piece.rfind(OPEN) > piece.rfind(CLOSE) else piece

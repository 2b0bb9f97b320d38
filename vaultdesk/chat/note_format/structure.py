"""Structure: where messages, their parts and the callouts of a chat note begin and end. Understands none of them.

What stands in a fence is somebody's code, whatever it looks like. But a fence that is never closed is none, nor is one
with a message in it, unless the marker of its text tells of that: somebody is just writing it, and it would hide all
that follows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from vaultdesk.chat.note_format.fences import fence_at
from vaultdesk.chat.note_format.markers import CALLOUTS, MESSAGES, SIGN, Marker, has_message, read
from vaultdesk.chat.note_format.texts import HEADING

SignKind = Literal["message", "part", "callout", "heading"]
"""`heading`: one like those of messages, whose marker is gone."""

_STARTS = frozenset("<>#`~ \t-*+0123456789")
"""What a line that means something can begin with."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One place of the structure: lines [first, end) of the body."""

    kind: SignKind
    first: int
    end: int
    marker: Marker


def signs(lines: Sequence[str]) -> Iterator[Sign]:
    """Yield the structure of a body, in its order."""
    place, hidden, quotes = 0, has_message(lines), False
    while place < len(lines):
        line = lines[place]
        if not line or line[0] not in _STARTS:
            place += 1
            continue
        sign = _sign_at(lines, place)
        if sign is not None and (sign.kind != "heading" or not hidden):
            yield sign
            # Headings inside a text whose marker tells of them are that text's own.
            hidden = sign.kind == "part" and sign.marker.flag("headings")
            quotes = sign.kind == "part" and sign.marker.flag("quotes")
            place = sign.end
            continue
        fence = fence_at(lines, place)
        closed = fence is not None and not fence.open and (quotes or not has_message(lines[fence.first : fence.end]))
        place = fence.end if fence is not None and closed else place + 1


def _sign_at(lines: Sequence[str], place: int) -> Sign | None:
    line = lines[place]
    if line.startswith(SIGN):
        marker = read(line)
        if marker is None or marker.kind in CALLOUTS:
            return None
        return Sign("message" if marker.kind in MESSAGES else "part", place, place + 1, marker)
    following = lines[place + 1] if place + 1 < len(lines) else ""
    if line.startswith("> [!"):
        marker = read(following.removeprefix("> "))
        if marker is None or marker.kind not in CALLOUTS:
            return None
        end = place + 2
        while end < len(lines) and lines[end].startswith(">"):
            end += 1
        return Sign("callout", place, end, marker)
    if line.startswith("## "):
        marker = read(following)
        if marker is not None and marker.kind in MESSAGES:
            return Sign("message", place, place + 2, marker)
        if HEADING.match(line):
            return Sign("heading", place, place + 1, Marker("user" if line.startswith("## You") else "assistant"))
    return None

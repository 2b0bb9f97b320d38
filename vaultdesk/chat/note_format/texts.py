"""Texts: somebody's words as lines of a chat note and back, letter for letter. Knows no message.

Words stand as they are wherever that is plain. Where it is not - they are nothing but blanks, begin or end with blank
lines, leave a fence open, hold a line like the heading of a message - a marker before them says what was done.
"""

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from vaultdesk.chat.note_format.control_signs import needs_signs, with_signs, without_signs
from vaultdesk.chat.note_format.fences import fence_at
from vaultdesk.chat.note_format.markers import SIGN, Marker, escaped, has_message, unescaped

YOU, ASSISTANT = "## You", "## Assistant"
"""The headings of messages, for people; a note whose markers are lost is read by them."""

HEADING = re.compile(r"## (?:You|Assistant(?: \([^\n]*\))?)[ \t]*\Z")
"""A heading as this program writes them."""


def text_lines(text: str) -> tuple[list[str], dict[str, JsonValue]]:
    """Return the lines that say *text*, and the facts a marker has to tell of them; none where they speak plainly."""
    facts: dict[str, JsonValue] = {}
    if not text.strip() or text != text.strip("\n"):
        facts["exact"] = True
    if needs_signs(text):
        facts["signs"] = True
        text = with_signs(text)
    lines = text.split("\n")
    code, closing = _code(lines)
    if closing:
        facts["fence"] = True
        lines.append(closing)
    if SIGN in text and has_message([line for number, line in enumerate(lines) if code[number]]):
        facts["quotes"] = True
    plain = [number for number in range(len(lines)) if not code[number]]
    if "\n## " in f"\n{text}" and any(HEADING.match(lines[number]) for number in plain):
        facts["headings"] = True
    if SIGN in text:
        for number in plain:
            lines[number] = escaped(lines[number])
    return lines, facts


def text_of(lines: Sequence[str], marker: Marker | None) -> str:
    """Return the text that *lines* say; blank lines around it count only where its *marker* says so."""
    if marker is not None and marker.flag("fence") and _is_fence(lines[-1:]):
        kept = lines[:-1]
        # The fence is closed as long as the line that closes it is among them.
        text = "\n".join(_unescaped(lines)[:-1]) if any(SIGN in line for line in kept) else "\n".join(kept)
    else:
        text = "\n".join(lines)
        if SIGN in text:
            text = "\n".join(_unescaped(lines))
    if marker is None or not marker.flag("exact"):
        text = text.strip("\n")
    return without_signs(text) if marker is not None and marker.flag("signs") else text


def quoted(lines: Sequence[str]) -> list[str]:
    """Return *lines* as those of a callout."""
    return [f"> {line}" if line else ">" for line in lines]


def unquoted(lines: Sequence[str]) -> list[str]:
    """Return *lines* of a callout as they were."""
    return [line[1:].removeprefix(" ") for line in lines]


def plain_facts(text: str) -> tuple[str, Mapping[str, JsonValue]]:
    """Return *text* as it can stand in a callout or a fence, and what its marker has to tell."""
    return (with_signs(text), {"signs": True}) if needs_signs(text) else (text, {})


def _is_fence(last: Sequence[str]) -> bool:
    return bool(last) and bool(last[0].strip()) and not last[0].strip(" \t`~")


def _unescaped(lines: Sequence[str]) -> list[str]:
    code, closing = _code(lines)
    if closing:
        code = bytearray(len(lines))  # A fence somebody left open hides no marker, and so nothing was spared.
    return [line if code[number] else unescaped(line) for number, line in enumerate(lines)]


def _code(lines: Sequence[str]) -> tuple[bytearray, str]:
    """Return which lines are code, and the line that closes the last fence where nothing else does."""
    code = bytearray(len(lines) + 1)
    place = 0
    while place < len(lines):
        fence = fence_at(lines, place)
        if fence is None:
            place += 1
            continue
        code[fence.first : fence.end] = b"\1" * (fence.end - fence.first)
        if fence.open:
            return code, fence.closing
        place = fence.end
    return code, ""

"""Inline fields: `Key:: value` lines and `[key:: value]` in a note's text, as Dataview reads them (OBSIDIAN E.8).

Hand-written, each line looked at a bounded number of times. Fields of a task belong to the task, not to the note.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from vaultdesk.vault.frontmatter.frontmatter import JsonValue

LONGEST_LINE = 32_768
"""Characters of a line that is looked at, as in Dataview."""

MOST_FIELDS = 2_000
"""Fields one note may have: more is data, and each costs memory as long as the vault is open."""

_BRACKETS = {"[": "]", "(": ")"}
_BRACKET = re.compile(r"[\[\]()]")
_ESCAPED_OR_BRACKET = re.compile(r"\\.|[\[\]()]")
_FENCE = re.compile(r"[ \t>]*+(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)?(`{3,}+|~{3,}+)")
_ITEM = re.compile(r"[ \t>]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]++(\[.\][ \t])?")
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")


def inline_fields(body: str) -> Iterator[tuple[str, JsonValue]]:
    """Yield the fields that *body*, a note's text after its properties, gives the note, in their order."""
    if "::" not in body:
        return
    fence, found = "", 0
    for line in body.split("\n"):
        opening = _FENCE.match(line)
        if fence:
            if opening and opening[1].startswith(fence) and not line[opening.end() :].strip():
                fence = ""
        elif opening:
            fence = opening[1]
        elif "::" in line and len(line) <= LONGEST_LINE:
            for field in _of_line(line):
                yield field
                found += 1
                if found == MOST_FIELDS:
                    return


def inline_value(text: str) -> JsonValue:
    """Return what the written value is: nothing, a number, a checkbox, a list, else text."""
    text = text.strip()
    if not text:
        return None
    if text in ("true", "True", "false", "False"):
        return text.lower() == "true"
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    pieces = _pieces(text)
    # A text with commas in it stays a text: Dataview makes a list only of quoted texts, links, numbers and the like.
    if len(pieces) > 1 and all(_is_atom(piece) for piece in pieces):
        return [inline_value(piece) for piece in pieces]
    if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]:
        return text[1:-1]
    return text


def _of_line(line: str) -> Iterator[tuple[str, JsonValue]]:
    item = _ITEM.match(line)
    if item is not None and item[1]:
        return
    text = line[item.end() :] if item else line.strip()
    bracketed = list(_bracketed(text))
    for key, value in bracketed:
        yield key, inline_value(value)
    if not bracketed:
        before, _, after = text.partition("::")
        key = _bare(before)
        if key:
            yield key, inline_value(after)


def _bracketed(text: str) -> Iterator[tuple[str, str]]:
    """Yield `[key:: value]` and `(key:: value)`, from left to right, none inside another."""
    places = [found.start() for found in _BRACKET.finditer(text)]
    closing = _closing(text)
    after, separator = 0, -1
    for place, next_place in pairwise([*places, len(text)]):
        end = closing.get(place)
        if place < after or end is None:
            continue
        if separator <= place:
            separator = text.find("::", place + 1)
            if separator < 0:
                return
        # A key has no bracket in it.
        if separator < next_place and separator < end and (key := _clean(text[place + 1 : separator])):
            yield key, text[separator + 2 : end]
            after = end + 1


def _closing(text: str) -> dict[int, int]:
    """Return where each bracket closes that does, those of a kind nested; an escaped one is none."""
    closing: dict[int, int] = {}
    opened: dict[str, list[int]] = {"]": [], ")": []}
    for found in _ESCAPED_OR_BRACKET.finditer(text):
        sign = found[0]
        if sign in _BRACKETS:
            opened[_BRACKETS[sign]].append(found.start())
        elif opened.get(sign):
            closing[opened[sign].pop()] = found.start()
    return closing


def _bare(key: str) -> str:
    """Return the key of a whole line: what stands before its first letter is dropped, and the marks after it."""
    key = key.strip().rstrip("_*~`")
    start = next((place for place, character in enumerate(key) if character.isalnum() or character == "_"), len(key))
    key = key[start:]
    # Nothing but letters, digits, blanks and joiners: a sentence with a colon in it is no key.
    return _clean(key) if all(c.isalnum() or c.isspace() or c in "_/-" for c in key) else ""


def _clean(key: str) -> str:
    return " ".join(key.split()).strip("_*~` ")


def _pieces(text: str) -> list[str]:
    """Return *text* cut at the commas outside quotes and links."""
    pieces, start, quoted, depth = [], 0, False, 0
    for place, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif not quoted and character in "[]":
            depth += 1 if character == "[" else -1
        elif character == "," and not quoted and depth <= 0:
            pieces.append(text[start:place].strip())
            start = place + 1
    return [*pieces, text[start:].strip()]


def _is_atom(piece: str) -> bool:
    """Whether *piece* is a value by itself: quoted, a link, a tag, a number, a checkbox, a date."""
    if len(piece) > 1 and piece[0] == piece[-1] == '"':
        return True
    if piece.startswith(("[[", "![[")) and piece.endswith("]]"):
        return True
    if piece.startswith("#") and len(piece) > 1 and " " not in piece:
        return True
    return (bool(_NUMBER.match(piece)) and not any(c.isspace() for c in piece)) or piece in ("true", "false", "null")

"""Markers: the HTML comments that say what follows them in a chat note, with small facts. Finds none; see structure.py.

A marker is a line of its own: `<!-- vaultdesk:KIND word word {"fact": "in JSON"} -->`. No `<` or `>` stands inside, so
that nothing in it can end the comment. A line of text that looks like a marker gets a backslash before it, which
Markdown does not show; a line that has backslashes there already gets one more.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

SIGN: Final = "<!-- vaultdesk:"
"""How each marker begins."""

MESSAGES: Final = frozenset({"user", "assistant", "tool"})
"""Kinds that begin a message: its speaker."""

PARTS: Final = frozenset({"text", "image", "provider"})
"""Kinds that say what stands below them, up to the next marker."""

CALLOUTS: Final = frozenset({"reasoning", "call", "result", "hidden", "context", "checkpoint"})
"""Kinds that stand as the second line of a callout and say what is in it."""

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(MESSAGES, ("id", "time")),
    "call": ("id", "name"),
    "result": ("id", "name"),
}
"""Facts that stand as bare words, in this order, where they are plain."""

_KINDS = "|".join(sorted(MESSAGES | PARTS | CALLOUTS))
_MARKER = re.compile(rf"{re.escape(SIGN)}({_KINDS})(?![a-z-])([^\n]*)")
_LOOKS_LIKE = re.compile(rf"((?:> ?)*)(\\*)({re.escape(SIGN)}(?:{_KINDS})(?![a-z-]))")
_PLAIN = re.compile(r"[A-Za-z0-9_.:/@+]+(?:-[A-Za-z0-9_.:/@+]+)*")
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker, read."""

    kind: str
    facts: Mapping[str, JsonValue] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return a fact that is a text; empty where it is not there."""
        value = self.facts.get(name)
        return value if isinstance(value, str) else ""

    def flag(self, name: str) -> bool:
        """Whether a fact is set."""
        return self.facts.get(name) is True


def written(kind: str, facts: Mapping[str, JsonValue]) -> str:
    """Return the marker that says *facts*; those that are empty are left out."""
    words: list[str] = []
    rest: dict[str, JsonValue] = {
        name: value for name, value in facts.items() if value not in ("", None, False, [], {})
    }
    for name in WORDS.get(kind, ()):
        word = rest.get(name)
        if not isinstance(word, str) or _PLAIN.fullmatch(word) is None:
            break
        words.append(word)
        del rest[name]
    said = [f"{SIGN}{kind}", *words]
    if rest:
        said.append(as_json(rest))
    return f"{' '.join(said)} -->"


def as_json(value: JsonValue) -> str:
    """Return *value* as JSON that can stand in a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")
    # Half a character is legal in JSON when written out, and nowhere else in a note.
    return _HALF.sub(lambda found: f"\\u{ord(found[0]):04x}", text).replace("\x7f", "\\u007f")


def read(line: str) -> Marker | None:
    """Return the marker that *line* is; what of it is damaged is left out. None where it is none."""
    found = _MARKER.match(line)
    if found is None:
        return None
    kind, rest = found[1], found[2].strip().removesuffix("-->").strip()
    start = rest.find("{")
    words = (rest if start < 0 else rest[:start]).split()
    facts: dict[str, JsonValue] = dict(zip(WORDS.get(kind, ()), words, strict=False))
    if start >= 0:
        try:
            value = json.loads(rest[start:], strict=False)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            facts.update(value)
    return Marker(kind, facts)


def escaped(line: str) -> str:
    """Return *line* of somebody's text so that it is no marker."""
    found = _LOOKS_LIKE.match(line)
    return line if found is None else f"{found[1]}\\{line[found.start(2) :]}"


def unescaped(line: str) -> str:
    """Return *line* as it was before `escaped`."""
    found = _LOOKS_LIKE.match(line)
    return line if found is None or not found[2] else f"{found[1]}{line[found.start(2) + 1 :]}"


def has_message(lines: Sequence[str]) -> bool:
    """Whether the marker of a message is among *lines*."""
    return any(line.startswith(SIGN) and (found := read(line)) and found.kind in MESSAGES for line in lines)

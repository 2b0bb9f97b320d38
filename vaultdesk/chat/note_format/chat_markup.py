"""Markup of a conversation note: marker comments, escaped text, code fences, and the structure they form."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from pydantic import JsonValue

# A marker is a separate line: `<!-- vaultdesk:KIND word word {"fact": "in JSON"} -->`. It contains no further `<` or
# `>`, so that nothing in it can end the comment. A line of text that looks like a marker gets a backslash before it,
# which Markdown does not show; a line that already has backslashes there gets one more.

MARKER_PREFIX: Final = "<!-- vaultdesk:"
"""Prefix of each marker."""

MESSAGE_KINDS: Final = frozenset({"user", "assistant", "tool"})
"""Kinds that begin a message: its speaker."""

PART_KINDS: Final = frozenset({"text", "image", "provider"})
"""Kinds that describe the lines below them, up to the next marker."""

CALLOUT_KINDS: Final = frozenset({"reasoning", "call", "result", "hidden", "context", "checkpoint"})
"""Kinds in the second line of a callout that describe its contents."""

BARE_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(MESSAGE_KINDS, ("id", "time")),
    "call": ("id", "name"),
    "result": ("id", "name"),
}
"""Facts written as bare words, in this order, if they need no quoting."""

_KINDS = "|".join(sorted(MESSAGE_KINDS | PART_KINDS | CALLOUT_KINDS))
_MARKER = re.compile(rf"{re.escape(MARKER_PREFIX)}({_KINDS})(?![a-z-])([^\n]*)")
_LOOKS_LIKE = re.compile(rf"((?:> ?)*)(\\*)({re.escape(MARKER_PREFIX)}(?:{_KINDS})(?![a-z-]))")
_PLAIN = re.compile(r"[A-Za-z0-9_.:/@+]+(?:-[A-Za-z0-9_.:/@+]+)*")
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Marker:
    """One parsed marker."""

    kind: str
    facts: Mapping[str, JsonValue] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return a fact that is text; empty if it is absent."""
        value = self.facts.get(name)
        return value if isinstance(value, str) else ""

    def flag(self, name: str) -> bool:
        """Return whether a fact is set."""
        return self.facts.get(name) is True


def write_marker(kind: str, facts: Mapping[str, JsonValue]) -> str:
    """Return the marker with *facts*; empty ones are left out."""
    words: list[str] = []
    rest: dict[str, JsonValue] = {
        name: value for name, value in facts.items() if value not in ("", None, False, [], {})
    }
    for name in BARE_FACTS.get(kind, ()):
        word = rest.get(name)
        if not isinstance(word, str) or _PLAIN.fullmatch(word) is None:
            break
        words.append(word)
        del rest[name]
    pieces = [f"{MARKER_PREFIX}{kind}", *words]
    if rest:
        pieces.append(comment_json(rest))
    return f"{' '.join(pieces)} -->"


def comment_json(value: JsonValue) -> str:
    """Return *value* as JSON that is safe in a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")
    # An unpaired surrogate is legal in JSON as an escape, and nowhere else in a note.
    return _HALF.sub(lambda found: f"\\u{ord(found[0]):04x}", text).replace("\x7f", "\\u007f")


def read_marker(line: str) -> Marker | None:
    """Return the marker in *line* without its damaged facts; None if it is not a marker."""
    found = _MARKER.match(line)
    if found is None:
        return None
    kind, rest = found[1], found[2].strip().removesuffix("-->").strip()
    start = rest.find("{")
    words = (rest if start < 0 else rest[:start]).split()
    facts: dict[str, JsonValue] = dict(zip(BARE_FACTS.get(kind, ()), words, strict=False))
    if start >= 0:
        try:
            value = json.loads(rest[start:], strict=False)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            facts.update(value)
    return Marker(kind, facts)


def escape_marker(line: str) -> str:
    """Return *line* of a text, escaped so that it is not a marker."""
    found = _LOOKS_LIKE.match(line)
    return line if found is None else f"{found[1]}\\{line[found.start(2) :]}"


def unescape_marker(line: str) -> str:
    """Return *line* as it was before `escape_marker`."""
    found = _LOOKS_LIKE.match(line)
    return line if found is None or not found[2] else f"{found[1]}{line[found.start(2) + 1 :]}"


def has_message_marker(lines: Sequence[str]) -> bool:
    """Return whether *lines* include the marker of a message."""
    return any(
        line.startswith(MARKER_PREFIX) and (found := read_marker(line)) and found.kind in MESSAGE_KINDS
        for line in lines
    )


# `␛r` is a carriage return, `␛0` a NUL, `␛dc00;` an unpaired surrogate, and `␛␛` the character itself. Only a part
# whose marker says so is decoded like this.

_ESCAPE_CHARACTER = "␛"
_UNWRITABLE = re.compile("[\0\r\ud800-\udfff]")
_NEEDS_ESCAPE = re.compile(f"[\0\r\ud800-\udfff{_ESCAPE_CHARACTER}]")
_ESCAPED = re.compile(f"{_ESCAPE_CHARACTER}(?:r|0|{_ESCAPE_CHARACTER}|(d[89a-f][0-9a-f]{{2}});)")


def has_unwritable(text: str) -> bool:
    """Return whether *text* has a character that a note cannot contain."""
    return _UNWRITABLE.search(text) is not None


def escape_unwritable(text: str) -> str:
    """Return *text* with such characters escaped."""
    return _NEEDS_ESCAPE.sub(lambda found: _escape(found[0]), text)


def unescape_unwritable(text: str) -> str:
    """Return *text* as it was before `escape_unwritable`."""
    return _ESCAPED.sub(_unescape, text)


def _escape(character: str) -> str:
    named = {"\0": "0", "\r": "r", _ESCAPE_CHARACTER: _ESCAPE_CHARACTER}.get(character)
    return f"{_ESCAPE_CHARACTER}{named or f'{ord(character):04x};'}"


def _unescape(found: "re.Match[str]") -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return {"r": "\r", "0": "\0"}.get(found[0][1], _ESCAPE_CHARACTER)


_OPENING = re.compile(r"((?:[ \t]|>)*+)((?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)*+)(`{3,}+(?=[^`]*+\Z)|~{3,}+)")
_CLOSING = re.compile(r"[ \t>]*+(`{3,}+|~{3,}+)[ \t]*+\Z")
_STARTS = frozenset(" \t>`~-*+0123456789")
"""First characters of lines that may contain a fence: most lines are skipped by this check."""


@dataclass(frozen=True, slots=True)
class FencedBlock:
    """One fenced code block."""

    first: int
    """The line that opens it."""
    end: int
    """The line after its last one."""
    open: bool = False
    """Whether the text ends before it is closed."""
    closing: str = ""
    """The line that would close it."""


def fence_at(lines: Sequence[str], index: int) -> FencedBlock | None:
    """Return the fenced block that begins at line *index*; None if none does."""
    line = lines[index]
    if not line or line[0] not in _STARTS or ("```" not in line and "~~~" not in line):
        return None
    found = _OPENING.match(line)
    if found is None:
        return None
    quoted, run = ">" in found[1], found[3]
    column = found.end(2) if found[2] else 0
    for number in range(index + 1, len(lines)):
        other = lines[number]
        if quoted and not other.lstrip(" \t").startswith(">"):
            return FencedBlock(index, number)
        if column and not quoted and other.strip() and len(other) - len(other.lstrip(" \t")) < min(column, 2):
            # A list item ends at a line with less indentation, and its code with it.
            return FencedBlock(index, number)
        closing = _CLOSING.match(other)
        if closing is not None and closing[1].startswith(run):
            return FencedBlock(index, number + 1)
    if quoted:
        return FencedBlock(index, len(lines))
    return FencedBlock(index, len(lines), open=True, closing=f"{found[1]}{' ' * len(found[2])}{run}")


def longest_backtick_run(text: str, sign: str = "`") -> int:
    """Return the length of the longest run of *sign* in *text*."""
    return max((len(run) for run in re.findall(f"{re.escape(sign)}+", text)), default=0)


# Text is written unchanged if possible. If it is blank, begins or ends with blank lines, leaves a fence open, or has a
# line like the heading of a message, a marker before it says how it was changed.

USER_HEADING, ASSISTANT_HEADING = "## You", "## Assistant"
"""The displayed headings of messages; if the markers of a note are lost, messages are recognised by them."""

HEADING_PATTERN = re.compile(r"## (?:You|Assistant(?: \([^\n]*\))?)[ \t]*\Z")
"""A heading as this program writes it."""


def text_lines(text: str) -> tuple[list[str], dict[str, JsonValue]]:
    """Return the lines that represent *text*, and the facts for its marker; no facts if it needs none."""
    facts: dict[str, JsonValue] = {}
    if not text.strip() or text != text.strip("\n"):
        facts["exact"] = True
    if has_unwritable(text):
        facts["signs"] = True
        text = escape_unwritable(text)
    lines = text.split("\n")
    code, closing = _code(lines)
    if closing:
        facts["fence"] = True
        lines.append(closing)
    if MARKER_PREFIX in text and has_message_marker([line for number, line in enumerate(lines) if code[number]]):
        facts["quotes"] = True
    plain = [number for number in range(len(lines)) if not code[number]]
    if "\n## " in f"\n{text}" and any(HEADING_PATTERN.match(lines[number]) for number in plain):
        facts["headings"] = True
    if MARKER_PREFIX in text:
        for number in plain:
            lines[number] = escape_marker(lines[number])
    return lines, facts


def read_text(lines: Sequence[str], marker: Marker | None) -> str:
    """Return the text in *lines*; surrounding blank lines count only if its *marker* says so."""
    if marker is not None and marker.flag("fence") and _is_fence(lines[-1:]):
        kept = lines[:-1]
        # The fence is closed if the line that closes it is among them.
        text = "\n".join(_unescaped(lines)[:-1]) if any(MARKER_PREFIX in line for line in kept) else "\n".join(kept)
    else:
        text = "\n".join(lines)
        if MARKER_PREFIX in text:
            text = "\n".join(_unescaped(lines))
    if marker is None or not marker.flag("exact"):
        text = text.strip("\n")
    return unescape_unwritable(text) if marker is not None and marker.flag("signs") else text


def quote_lines(lines: Sequence[str]) -> list[str]:
    """Return *lines* as lines of a callout."""
    return [f"> {line}" if line else ">" for line in lines]


def unquote_lines(lines: Sequence[str]) -> list[str]:
    """Return *lines* of a callout without its prefix."""
    return [line[1:].removeprefix(" ") for line in lines]


def inline_text(text: str) -> tuple[str, Mapping[str, JsonValue]]:
    """Return *text* as it can be placed in a callout or a fence, and the facts for its marker."""
    return (escape_unwritable(text), {"signs": True}) if has_unwritable(text) else (text, {})


def _is_fence(last: Sequence[str]) -> bool:
    return bool(last) and bool(last[0].strip()) and not last[0].strip(" \t`~")


def _unescaped(lines: Sequence[str]) -> list[str]:
    code, closing = _code(lines)
    if closing:
        code = bytearray(len(lines))  # An open fence hides no marker, so nothing was left out.
    return [line if code[number] else unescape_marker(line) for number, line in enumerate(lines)]


def _code(lines: Sequence[str]) -> tuple[bytearray, str]:
    """Return which lines are code, and the line that closes the last fence if it is open."""
    code = bytearray(len(lines) + 1)
    index = 0
    while index < len(lines):
        fence = fence_at(lines, index)
        if fence is None:
            index += 1
            continue
        code[fence.first : fence.end] = b"\1" * (fence.end - fence.first)
        if fence.open:
            return code, fence.closing
        index = fence.end
    return code, ""


# Text in a fence is code, whatever it looks like. But a fence that is not closed, or contains a message, does not count
# unless the marker of its text says so: the user may be typing it, and it would hide all that follows.

StructureKind = Literal["message", "part", "callout", "heading"]
"""`heading`: one like those of messages, without a marker."""

_STRUCTURE_STARTS = frozenset("<>#`~ \t-*+0123456789")
"""First characters of lines that may belong to the structure."""


@dataclass(frozen=True, slots=True)
class StructureElement:
    """One element of the structure: lines [first, end) of the body."""

    kind: StructureKind
    first: int
    end: int
    marker: Marker


def scan_structure(lines: Sequence[str]) -> Iterator[StructureElement]:
    """Yield the structure of a body, in order."""
    index, hidden, quotes = 0, has_message_marker(lines), False
    while index < len(lines):
        line = lines[index]
        if not line or line[0] not in _STRUCTURE_STARTS:
            index += 1
            continue
        element = _element_at(lines, index)
        if element is not None and (element.kind != "heading" or not hidden):
            yield element
            # Headings inside a text whose marker mentions them belong to that text.
            hidden = element.kind == "part" and element.marker.flag("headings")
            quotes = element.kind == "part" and element.marker.flag("quotes")
            index = element.end
            continue
        fence = fence_at(lines, index)
        closed = (
            fence is not None and not fence.open and (quotes or not has_message_marker(lines[fence.first : fence.end]))
        )
        index = fence.end if fence is not None and closed else index + 1


def _element_at(lines: Sequence[str], index: int) -> StructureElement | None:
    line = lines[index]
    if line.startswith(MARKER_PREFIX):
        marker = read_marker(line)
        if marker is None or marker.kind in CALLOUT_KINDS:
            return None
        return StructureElement("message" if marker.kind in MESSAGE_KINDS else "part", index, index + 1, marker)
    following = lines[index + 1] if index + 1 < len(lines) else ""
    if line.startswith("> [!"):
        marker = read_marker(following.removeprefix("> "))
        if marker is None or marker.kind not in CALLOUT_KINDS:
            return None
        end = index + 2
        while end < len(lines) and lines[end].startswith(">"):
            end += 1
        return StructureElement("callout", index, end, marker)
    if line.startswith("## "):
        marker = read_marker(following)
        if marker is not None and marker.kind in MESSAGE_KINDS:
            return StructureElement("message", index, index + 2, marker)
        if HEADING_PATTERN.match(line):
            return StructureElement(
                "heading", index, index + 1, Marker("user" if line.startswith("## You") else "assistant")
            )
    return None

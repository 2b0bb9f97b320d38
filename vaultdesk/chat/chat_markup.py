"""Markup of a conversation note: markers, escaped text, code fences, and a message's parts as Markdown blocks."""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, TypeVar, assert_never

from pydantic import BaseModel, JsonValue, ValidationError

from vaultdesk.chat.conversation import Checkpoint
from vaultdesk.chat.messages import (
    ContextItem,
    ImagePart,
    Part,
    ProviderPart,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

V = TypeVar("V", bound=BaseModel)

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
"""Facts written as words without quotes, in this order, if they need none."""

_KINDS = "|".join(sorted(MESSAGE_KINDS | PART_KINDS | CALLOUT_KINDS))
_MARKER = re.compile(rf"{re.escape(MARKER_PREFIX)}({_KINDS})(?![a-z-])([^\n]*)")
_MARKER_LIKE = re.compile(rf"((?:> ?)*)(\\*)({re.escape(MARKER_PREFIX)}(?:{_KINDS})(?![a-z-]))")
_PLAIN = re.compile(r"[A-Za-z0-9_.:/@+]+(?:-[A-Za-z0-9_.:/@+]+)*")
_SURROGATE = re.compile("[\ud800-\udfff]")


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
    parts = [f"{MARKER_PREFIX}{kind}", *words]
    if rest:
        parts.append(comment_json(rest))
    return f"{' '.join(parts)} -->"


def comment_json(value: JsonValue) -> str:
    """Return *value* as JSON that is safe in a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")
    # An unpaired surrogate is legal in JSON as an escape, and nowhere else in a note.
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text).replace("\x7f", "\\u007f")


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
    found = _MARKER_LIKE.match(line)
    return line if found is None else f"{found[1]}\\{line[found.start(2) :]}"


def unescape_marker(line: str) -> str:
    """Return *line* as it was before `escape_marker`."""
    found = _MARKER_LIKE.match(line)
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
    code = {"\0": "0", "\r": "r", _ESCAPE_CHARACTER: _ESCAPE_CHARACTER}.get(character)
    return f"{_ESCAPE_CHARACTER}{code or f'{ord(character):04x};'}"


def _unescape(found: "re.Match[str]") -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return {"r": "\r", "0": "\0"}.get(found[0][1], _ESCAPE_CHARACTER)


_OPENING = re.compile(r"((?:[ \t]|>)*+)((?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)*+)(`{3,}+(?=[^`]*+\Z)|~{3,}+)")
_CLOSING = re.compile(r"[ \t>]*+(`{3,}+|~{3,}+)[ \t]*+\Z")
_FENCE_STARTS = frozenset(" \t>`~-*+0123456789")
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
    if not line or line[0] not in _FENCE_STARTS or ("```" not in line and "~~~" not in line):
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
    marker = marker or Marker("text")
    # With the line that was added to close a fence, it is known which lines are code.
    unescaped = _unescaped_lines(lines) if any(MARKER_PREFIX in line for line in lines) else lines
    text = "\n".join(unescaped[:-1] if marker.flag("fence") and _is_fence(lines[-1:]) else unescaped)
    if not marker.flag("exact"):
        text = text.strip("\n")
    return unescape_unwritable(text) if marker.flag("signs") else text


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


def _unescaped_lines(lines: Sequence[str]) -> Sequence[str]:
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


# Text in a fence is code. But a fence that is not closed, or contains a message, does not count
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
    index, ignores_headings, has_messages_in_code = 0, has_message_marker(lines), False
    while index < len(lines):
        line = lines[index]
        if not line or line[0] not in _STRUCTURE_STARTS:
            index += 1
            continue
        element = _element_at(lines, index)
        if element is not None and (element.kind != "heading" or not ignores_headings):
            yield element
            # Headings and messages inside a text whose marker mentions them belong to that text.
            ignores_headings = element.kind == "part" and element.marker.flag("headings")
            has_messages_in_code = element.kind == "part" and element.marker.flag("quotes")
            index = element.end
            continue
        fence = fence_at(lines, index)
        if fence is None or fence.open:
            index += 1
        elif has_messages_in_code or not has_message_marker(lines[fence.first : fence.end]):
            index = fence.end
        else:
            index += 1


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


# An image is a file beside the chat, named after its bytes, or a file of the vault that is only linked.

PictureLink = Callable[[ImagePart], str]
"""Returns the target of an embed of the image."""

PictureBytes = Callable[[str], bytes | None]
"""Returns the bytes of the file of an embed; None if there is none."""

_SUFFIXES: Final = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif"}
_BREAKS_LINKS = frozenset("#|^[]\\\n")


def image_file_name(part: ImagePart) -> str:
    """Return the name of the file for the bytes of *part*."""
    digest = hashlib.sha256(part.data.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{digest[:24]}.{_SUFFIXES[part.media_type]}"


def image_bytes(part: ImagePart) -> bytes | None:
    """Return the bytes of *part*; None if its text is not canonical base64, which a file could not restore."""
    try:
        data = base64.b64decode(part.data, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode("ascii") == part.data else None


def irregular_base64(part: ImagePart) -> str:
    """Return the text of *part* if a file could not restore it, else an empty text."""
    return "" if image_bytes(part) is not None else part.data


def is_embeddable(path: str) -> bool:
    """Return whether *path* can be the target of an embed."""
    return bool(path) and not _BREAKS_LINKS.intersection(path)


def no_pictures(_name: str) -> bytes | None:
    """Return None: for reading without images."""
    return None


# Blocks are separated by blank lines. Text of the user and the model is written unchanged; everything else is in folded
# callouts with a short title.

MAX_CALLOUT_TITLE = 70
"""Maximum number of characters of a callout's title."""

_MARKUP = re.compile(
    '[\\[\\]<>`*_#$%|^\\\\~=!{}"\\s\0-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+'
)


def part_lines(part: Part, link: PictureLink, *, after_text: bool) -> list[str]:
    """Return the block of *part*; *after_text* if text precedes it, so that further text needs a marker."""
    match part:
        case TextPart(hidden=True):
            escaped, facts = inline_text(part.text)
            return callout("quote", "Not sent to the model", "hidden", {**facts, **_sources(part.sources)}, escaped)
        case TextPart():
            lines, facts = text_lines(part.text)
            marker_facts = {**facts, **_sources(part.sources)}
            return [write_marker("text", marker_facts), "", *lines] if marker_facts or after_text else lines
        case ImagePart():
            marker_facts = {
                "type": part.media_type,
                "name": part.name,
                "data": irregular_base64(part),
                **_sources(part.sources),
            }
            return [write_marker("image", marker_facts), "", f"![[{link(part)}]]"]
        case ReasoningPart():
            escaped, facts = inline_text(part.text)
            return callout("note", "Thinking", "reasoning", facts, escaped)
        case ToolCallPart():
            return _call_lines(part)
        case ToolResultPart():
            return _result_lines(part)
        case ProviderPart():
            return [write_marker("provider", {"family": part.family, "item": [part.item]})]
        case _:
            assert_never(part)


def context_lines(context: Sequence[ContextItem]) -> list[str]:
    """Return the contexts attached to a question."""
    items: list[JsonValue] = [item.model_dump(mode="json", exclude_defaults=True) for item in context]
    title = f"Attached: {', '.join(plain_line(item.target) or item.kind for item in context)}"
    return callout("info", title, "context", {"items": items}, "\n".join(_context_item(item) for item in context))


def checkpoint_lines(checkpoint: Checkpoint) -> list[str]:
    """Return a summary that replaces the earlier messages in requests."""
    escaped, facts = inline_text(checkpoint.summary)
    marker_facts: dict[str, JsonValue] = {
        "message": checkpoint.message_id,
        "time": checkpoint.created.isoformat(),
        "model": checkpoint.model,
        **facts,
    }
    return callout("summary", "Summary for the model", "checkpoint", marker_facts, escaped)


def callout(callout_type: str, title: str, kind: str, facts: Mapping[str, JsonValue], body: str) -> list[str]:
    """Return a folded callout that contains *body*."""
    shortened = title if len(title) <= MAX_CALLOUT_TITLE else f"{title[: MAX_CALLOUT_TITLE - 1].rstrip()}…"
    return [f"> [!{callout_type}]- {shortened}", f"> {write_marker(kind, facts)}", *quote_lines(body.split("\n"))]


def plain_line(text: str) -> str:
    """Return *text* on one line and without Markdown syntax."""
    return _MARKUP.sub(" ", text[: 4 * MAX_CALLOUT_TITLE]).strip()


def parsed_arguments(arguments_json: str) -> dict[str, JsonValue] | None:
    """Return a call's arguments; None if they cannot be parsed."""
    if not arguments_json.strip():
        return {}
    try:
        value = json.loads(arguments_json)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def equal_in_json(first: JsonValue, second: JsonValue) -> bool:
    """Return whether two values are equal in JSON, where `1`, `1.0` and `true` differ."""
    return first == second and json.dumps(first) == json.dumps(second)


def _call_lines(part: ToolCallPart) -> list[str]:
    escaped, facts = inline_text(part.arguments_json)
    marker_facts: dict[str, JsonValue] = {"id": part.id, "name": part.name, "problem": part.problem, **facts}
    if not equal_in_json(part.arguments, parsed_arguments(part.arguments_json)):
        marker_facts["arguments"] = [part.arguments]
    values = (part.arguments or {}).values()
    subject = next((text for value in values for text in _argument_texts(value)), "")
    title = f"{plain_line(part.name)}: {subject}" if subject else plain_line(part.name)
    return callout("example", title, "call", marker_facts, _fenced(escaped))


def _result_lines(part: ToolResultPart) -> list[str]:
    escaped, facts = inline_text(part.content)
    marker_facts = {"id": part.call_id, "name": part.name, "error": part.is_error, **facts, **_sources(part.sources)}
    names = dict.fromkeys(plain_line(source.path.rpartition("/")[2].removesuffix(".md")) for source in part.sources)
    title = f"{plain_line(part.name)} {'failed' if part.is_error else 'answered'}"
    return callout(
        "failure" if part.is_error else "example",
        f"{title}: {', '.join(names)}" if names else title,
        "result",
        marker_facts,
        _fenced(escaped),
    )


def _fenced(text: str) -> str:
    longest_run = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest_run + 1)
    return f"{fence}json\n{text}\n{fence}"


def _sources(sources: Iterable[Source]) -> dict[str, JsonValue]:
    listed: list[JsonValue] = [source.model_dump(mode="json", exclude_defaults=True) for source in sources]
    return {"sources": listed} if listed else {}


def _context_item(item: ContextItem) -> str:
    if item.kind in ("note", "active") and item.target.isprintable() and not set("[]") & set(item.target):
        return f"- [[{item.target}]]"
    return f"- {item.kind}: {plain_line(item.target)}"


def _argument_texts(value: JsonValue) -> Iterable[str]:
    """Yield the texts of an argument that describe a call."""
    if isinstance(value, str) and plain_line(value):
        yield plain_line(value)
    elif isinstance(value, list):
        for item in value:
            yield from _argument_texts(item)


# Everything here may have been edited by hand: unreadable parts are left out or become text, and nothing is raised.

_EMBED = re.compile(r"!\[\[([^\[\]|#]+)(?:[|#][^\[\]]*)?\]\][ \t]*\Z")
_FENCE = re.compile(r"(`{3,})[^`]*\Z")


def text_part(lines: Sequence[str], marker: Marker | None) -> TextPart | None:
    """Return the text of *lines*; None if it is empty and no marker says that this is intended."""
    text = read_text(lines, marker)
    if marker is None:
        return TextPart(text=text) if text.strip() else None
    return TextPart(text=text, sources=read_sources(marker))


def image_parts(lines: Sequence[str], marker: Marker, pictures: PictureBytes) -> list[Part]:
    """Return the image of a marker and the embed below it, and text that follows it."""
    number = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    embed = _EMBED.match(lines[number].strip()) if number < len(lines) else None
    rest = text_part(lines[number + 1 if embed else number :], None)
    following: list[Part] = [rest] if rest is not None else []
    data = marker.text("data")
    if not data:
        found = pictures(embed[1].strip()) if embed else None
        if found is None:
            # The file is missing: its name is shown, and no broken image is sent to a model.
            name = f"![[{embed[1]}]]" if embed else marker.text("name")
            return [TextPart(text=name, hidden=True), *following] if name else following
        data = base64.b64encode(found).decode("ascii")
    facts = {"media_type": marker.facts.get("type"), "data": data, "name": marker.text("name")}
    part = validated_or_none(ImagePart, {**facts, "sources": read_sources(marker)})
    if part is None:
        return following
    path = embed[1].strip() if embed and not marker.text("data") else ""
    is_named = any(source.path == path for source in part.sources)
    if path and not is_named and path.rpartition("/")[2] != image_file_name(part):
        # Not a copy made for this chat but a file of the vault: its privacy rules apply.
        part = part.model_copy(update={"sources": (*part.sources, Source(path=path))})
    return [part, *following]


def provider_part(marker: Marker) -> ProviderPart | None:
    """Return an item that only its provider understands; None if it is damaged."""
    item = marker.facts.get("item")
    if not isinstance(item, list) or len(item) != 1 or not marker.text("family"):
        return None
    return validated_or_none(ProviderPart, {"family": marker.text("family"), "item": item[0]})


def callout_parts(lines: Sequence[str], marker: Marker) -> list[Part]:
    """Return the parts in a callout of *lines*, which include its title and marker."""
    body = unquote_lines(lines[2:])
    match marker.kind:
        case "reasoning":
            return [ReasoningPart(text=_block_text(body, marker))]
        case "hidden":
            return [TextPart(text=_block_text(body, marker), hidden=True, sources=read_sources(marker))]
        case "call":
            content, following = _read_fenced(body, marker)
            return [_read_call(marker, content), *following]
        case "result":
            content, following = _read_fenced(body, marker)
            part = ToolResultPart(
                call_id=marker.text("id"),
                name=marker.text("name"),
                content=content,
                is_error=marker.flag("error"),
                sources=read_sources(marker),
            )
            return [part, *following]
        case _:
            return []


def read_context_items(marker: Marker) -> tuple[ContextItem, ...]:
    """Return the contexts attached to a question."""
    return _valid_entries(ContextItem, marker.facts.get("items"))


def read_checkpoint(lines: Sequence[str], marker: Marker, default_time: datetime) -> Checkpoint:
    """Return the summary in a callout of *lines*; *default_time* is used if it has no time."""
    summary = _block_text(unquote_lines(lines[2:]), marker)
    return Checkpoint(
        marker.text("message"), summary, read_time(marker.text("time")) or default_time, marker.text("model")
    )


def read_sources(marker: Marker) -> tuple[Source, ...]:
    """Return the notes named in a marker."""
    return _valid_entries(Source, marker.facts.get("sources"))


def read_time(text: str) -> datetime | None:
    """Return the time in *text*; None if it is not a time."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def validated_or_none(model: type[V], facts: JsonValue | Mapping[str, object]) -> V | None:
    """Return the value of *facts*; None if they are not valid."""
    try:
        return model.model_validate(facts)
    except ValidationError:
        return None


def _valid_entries(model: type[V], listed: JsonValue) -> tuple[V, ...]:
    """Return the values of a list's entries without those that are not valid; empty if *listed* is not a list."""
    found = (validated_or_none(model, entry) for entry in listed) if isinstance(listed, list) else ()
    return tuple(value for value in found if value is not None)


def _read_call(marker: Marker, arguments_json: str) -> ToolCallPart:
    listed = marker.facts.get("arguments")
    value = listed[0] if isinstance(listed, list) and len(listed) == 1 else None
    arguments = (
        (value if isinstance(value, dict) else None) if isinstance(listed, list) else parsed_arguments(arguments_json)
    )
    return ToolCallPart(
        id=marker.text("id"),
        name=marker.text("name"),
        arguments_json=arguments_json,
        arguments=arguments,
        problem=marker.text("problem"),
    )


def _block_text(body: Iterable[str], marker: Marker) -> str:
    text = "\n".join(body)
    return unescape_unwritable(text) if marker.flag("signs") else text


def _read_fenced(body: Sequence[str], marker: Marker) -> tuple[str, list[Part]]:
    """Return the text in the fence of a callout, and text that was added below it by hand."""
    opening = _FENCE.match(body[0]) if body else None
    if opening is None:
        return _block_text(body, marker), []
    closing = next((number for number in range(1, len(body)) if body[number].rstrip() == opening[1]), len(body))
    following = "\n".join(body[closing + 1 :]).strip("\n")
    # It is kept in place, but is not part of the tool's result.
    return _block_text(body[1:closing], marker), [TextPart(text=following, hidden=True)] if following.strip() else []

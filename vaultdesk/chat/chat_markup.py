"""Markup of a conversation note: markers, escaped text, code fences, and a message's parts as Markdown blocks."""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, Literal, TypeVar, assert_never

from msgspec import Struct, field
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
from vaultdesk.vault.markdown.sections import FencedBlock, fence_at, fenced_blocks

Model = TypeVar("Model", bound=BaseModel)

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


class Marker(Struct, frozen=True):
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
    rest: dict[str, JsonValue] = {
        name: value for name, value in facts.items() if value not in ("", None, False, [], {})
    }
    parts = [f"{MARKER_PREFIX}{kind}"]
    for name in BARE_FACTS.get(kind, ()):
        word = rest.get(name)
        if not isinstance(word, str) or _PLAIN.fullmatch(word) is None:
            break
        parts.append(word)
        del rest[name]
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
    kind = found[1]
    words, brace, json_text = found[2].strip().removesuffix("-->").strip().partition("{")
    facts: dict[str, JsonValue] = dict(zip(BARE_FACTS.get(kind, ()), words.split(), strict=False))
    try:
        value = json.loads(brace + json_text, strict=False) if brace else None
    except (ValueError, RecursionError):
        value = None
    return Marker(kind, {**facts, **value} if isinstance(value, dict) else facts)


def escape_marker(line: str) -> str:
    """Return *line* of a text, escaped so that it is not a marker."""
    found = _MARKER_LIKE.match(line) if MARKER_PREFIX in line else None
    return line if found is None else f"{found[1]}\\{line[found.start(2) :]}"


def unescape_marker(line: str) -> str:
    """Return *line* as it was before `escape_marker`."""
    found = _MARKER_LIKE.match(line)
    return line if found is None or not found[2] else f"{found[1]}{line[found.start(2) + 1 :]}"


def has_message_marker(lines: Sequence[str]) -> bool:
    """Return whether *lines* include the marker of a message."""
    markers = (read_marker(line) for line in lines if line.startswith(MARKER_PREFIX))
    return any(marker is not None and marker.kind in MESSAGE_KINDS for marker in markers)


# `␛r` is a carriage return, `␛0` a NUL, `␛dc00;` an unpaired surrogate, and `␛␛` the character itself. Only a part
# whose marker says so is decoded like this.

_ESCAPES: Final = {"\0": "0", "\r": "r", "␛": "␛"}
_ESCAPED_CHARACTERS: Final = {code: character for character, code in _ESCAPES.items()}
_UNWRITABLE = re.compile("[\0\r\ud800-\udfff]")
_NEEDS_ESCAPE = re.compile("[\0\r\ud800-\udfff␛]")
_ESCAPED = re.compile("␛(?:([r0␛])|(d[89a-f][0-9a-f]{2});)")


def has_unwritable(text: str) -> bool:
    """Return whether *text* has a character that a note cannot contain."""
    return _UNWRITABLE.search(text) is not None


def escape_unwritable(text: str) -> str:
    """Return *text* with such characters escaped."""
    return _NEEDS_ESCAPE.sub(lambda found: f"␛{_ESCAPES.get(found[0]) or f'{ord(found[0]):04x};'}", text)


def unescape_unwritable(text: str) -> str:
    """Return *text* as it was before `escape_unwritable`."""
    return _ESCAPED.sub(lambda found: _ESCAPED_CHARACTERS[found[1]] if found[1] else chr(int(found[2], 16)), text)


# Text is written unchanged if possible. If it is blank, begins or ends with blank lines, leaves a fence open, or has a
# line like the heading of a message, a marker before it says how it was changed.

USER_HEADING, ASSISTANT_HEADING = "## You", "## Assistant"
"""The displayed headings of messages; if the markers of a note are lost, messages are recognized by them."""

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
    blocks = [*fenced_blocks(lines)]
    code = _line_numbers(blocks)
    if blocks and blocks[-1].open:
        facts["fence"] = True
        lines.append(blocks[-1].closing)
    if any(has_message_marker(lines[block.first : block.end]) for block in blocks):
        facts["quotes"] = True
    plain = [number for number in range(len(lines)) if number not in code]
    if any(HEADING_PATTERN.match(lines[number]) for number in plain):
        facts["headings"] = True
    for number in plain:
        lines[number] = escape_marker(lines[number])
    return lines, facts


def read_text(lines: Sequence[str], marker: Marker | None) -> str:
    """Return the text in *lines*; surrounding blank lines count only if its *marker* says so."""
    marker = marker or Marker("text")
    # With the line that was added to close a fence, it is known which lines are code.
    unescaped = _unescaped_lines(lines)
    ends_with_fence = bool(lines) and bool(lines[-1].strip()) and not lines[-1].strip(" \t`~")
    text = "\n".join(unescaped[:-1] if marker.flag("fence") and ends_with_fence else unescaped)
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


def _unescaped_lines(lines: Sequence[str]) -> Sequence[str]:
    if not any(MARKER_PREFIX in line for line in lines):
        return lines
    blocks = [*fenced_blocks(lines)]
    # An open fence hides no marker, so nothing was left out.
    code = set() if blocks and blocks[-1].open else _line_numbers(blocks)
    return [line if number in code else unescape_marker(line) for number, line in enumerate(lines)]


def _line_numbers(blocks: Iterable[FencedBlock]) -> set[int]:
    return {number for block in blocks for number in range(block.first, block.end)}


# Text in a fence is code. But a fence that is not closed, or contains a message, does not count
# unless the marker of its text says so: the user may be typing it, and it would hide all that follows.

StructureKind = Literal["message", "part", "callout", "heading"]
"""`heading`: one like those of messages, without a marker."""

MAX_IGNORED_FENCES = 100
"""Maximum number of fences that are ignored because they are not closed or contain a message. After these, lines are no
longer searched for fences: each search may read the rest of the note.
"""

_STRUCTURE_STARTS = frozenset("<>#`~ \t-*+0123456789")
"""First characters of lines that may belong to the structure."""


class StructureElement(Struct, frozen=True):
    """One element of the structure: lines [first, end) of the body."""

    kind: StructureKind
    first: int
    end: int
    marker: Marker


def scan_structure(lines: Sequence[str]) -> Iterator[StructureElement]:
    """Yield the structure of a body, in order."""
    index, ignores_headings, has_messages_in_code, ignored_fences = 0, has_message_marker(lines), False, 0
    while index < len(lines):
        if lines[index][:1] not in _STRUCTURE_STARTS:
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
        block = fence_at(lines, index) if ignored_fences < MAX_IGNORED_FENCES else None
        if block is None:
            index += 1
        elif block.open or (not has_messages_in_code and has_message_marker(lines[block.first : block.end])):
            ignored_fences += 1
            index += 1
        else:
            index = block.end


def _element_at(lines: Sequence[str], index: int) -> StructureElement | None:
    line = lines[index]
    if line.startswith(MARKER_PREFIX):
        return _marker_at(lines, index)
    if line.startswith("> [!"):
        return _callout_at(lines, index)
    return _heading_at(lines, index) if line.startswith("## ") else None


def _marker_at(lines: Sequence[str], index: int) -> StructureElement | None:
    marker = read_marker(lines[index])
    if marker is None or marker.kind in CALLOUT_KINDS:
        return None
    return StructureElement("message" if marker.kind in MESSAGE_KINDS else "part", index, index + 1, marker)


def _callout_at(lines: Sequence[str], index: int) -> StructureElement | None:
    marker = read_marker(_line_after(lines, index).removeprefix("> "))
    if marker is None or marker.kind not in CALLOUT_KINDS:
        return None
    end = next((number for number in range(index + 2, len(lines)) if not lines[number].startswith(">")), len(lines))
    return StructureElement("callout", index, end, marker)


def _heading_at(lines: Sequence[str], index: int) -> StructureElement | None:
    marker = read_marker(_line_after(lines, index))
    if marker is not None and marker.kind in MESSAGE_KINDS:
        return StructureElement("message", index, index + 2, marker)
    if HEADING_PATTERN.match(lines[index]) is None:
        return None
    speaker = "user" if lines[index].startswith(USER_HEADING) else "assistant"
    return StructureElement("heading", index, index + 1, Marker(speaker))


def _line_after(lines: Sequence[str], index: int) -> str:
    return lines[index + 1] if index + 1 < len(lines) else ""


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


def text_part(lines: Sequence[str], marker: Marker | None) -> TextPart | None:
    """Return the text of *lines*; None if it is empty and no marker says that this is intended."""
    text = read_text(lines, marker)
    if marker is None:
        return TextPart(text=text) if text.strip() else None
    return TextPart(text=text, sources=read_sources(marker))


def image_parts(lines: Sequence[str], marker: Marker, pictures: PictureBytes) -> list[Part]:
    """Return the image of a marker and the embed below it, and text that follows it."""
    target, rest = _leading_embed(lines)
    following_text = text_part(rest, None)
    following: list[Part] = [] if following_text is None else [following_text]
    data, name = marker.text("data"), marker.text("name")
    if not data:
        found = pictures(target) if target else None
        if found is None:
            # The file is missing: its name is shown, and no broken image is sent to a model.
            shown = f"![[{target}]]" if target else name
            return [TextPart(text=shown, hidden=True), *following] if shown else following
        data = base64.b64encode(found).decode("ascii")
    sources = read_sources(marker)
    facts = {"media_type": marker.facts.get("type"), "data": data, "name": name, "sources": sources}
    part = validated_or_none(ImagePart, facts)
    if part is None:
        return following
    is_in_file = bool(target) and not marker.text("data")
    is_copy = target.rpartition("/")[2] == image_file_name(part)
    if is_in_file and not is_copy and all(source.path != target for source in sources):
        # Not a copy made for this chat but a file of the vault: its privacy rules apply.
        part = part.model_copy(update={"sources": (*sources, Source(path=target))})
    return [part, *following]


def _leading_embed(lines: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the target of the embed that *lines* begin with, empty if there is none, and the lines after it."""
    first = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    embed = _EMBED.match(lines[first].strip()) if first < len(lines) else None
    return ("", lines[first:]) if embed is None else (embed[1].strip(), lines[first + 1 :])


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


def validated_or_none(model: type[Model], facts: JsonValue | Mapping[str, object]) -> Model | None:
    """Return the value of *facts*; None if they are not valid."""
    try:
        return model.model_validate(facts)
    except ValidationError:
        return None


def _valid_entries(model: type[Model], listed: JsonValue) -> tuple[Model, ...]:
    """Return the values of a list's entries without those that are not valid; empty if *listed* is not a list."""
    found = (validated_or_none(model, entry) for entry in listed) if isinstance(listed, list) else ()
    return tuple(value for value in found if value is not None)


def _read_call(marker: Marker, arguments_json: str) -> ToolCallPart:
    arguments = parsed_arguments(arguments_json)
    listed = marker.facts.get("arguments")
    if isinstance(listed, list):
        (value,) = listed if len(listed) == 1 else (None,)
        arguments = value if isinstance(value, dict) else None
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
    block = fence_at(body, 0) if body and body[0].startswith("```") else None
    if block is None:
        return _block_text(body, marker), []
    content = _block_text(body[1 : block.end if block.open else block.end - 1], marker)
    following = "\n".join(body[block.end :]).strip("\n")
    # It is kept in place, but is not part of the tool's result.
    return content, [TextPart(text=following, hidden=True)] if following.strip() else []

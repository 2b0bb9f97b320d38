"""Parts of a message as Markdown blocks of a conversation note, written and read back."""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, TypeVar, assert_never, get_args

from pydantic import BaseModel, JsonValue, ValidationError

from vaultdesk.chat.conversation import Checkpoint
from vaultdesk.chat.messages import (
    ContextItem,
    ImagePart,
    ImageType,
    Part,
    ProviderPart,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from vaultdesk.chat.note_format.chat_markup import (
    Marker,
    inline_text,
    longest_backtick_run,
    quote_lines,
    read_text,
    text_lines,
    unescape_unwritable,
    unquote_lines,
    write_marker,
)

# An image is a file beside the chat, named after its bytes, or a file of the vault that is only linked.

PictureLink = Callable[[ImagePart], str]
"""Returns the target of an embed of the image."""

PictureBytes = Callable[[str], bytes | None]
"""Returns the bytes of the file of an embed; None if there is none."""

IMAGE_TYPES: Final[frozenset[str]] = frozenset(get_args(ImageType))

_ENDINGS: Final = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif"}
_BREAKS_LINKS = frozenset("#|^[]\\\n")


def image_file_name(part: ImagePart) -> str:
    """Return the name of the file for the bytes of *part*."""
    digest = hashlib.sha256(part.data.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{digest[:24]}.{_ENDINGS[part.media_type]}"


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

LONGEST_LINE = 70
"""Maximum number of characters of a callout's title."""

_MARKUP = re.compile(
    '[\\[\\]<>`*_#$%|^\\\\~=!{}"\\s\0-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+'
)
_SHOWN_KINDS: Mapping[str, str] = {"folder": "folder", "tag": "tag", "selection": "selection", "file": "file"}


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
    title = f"Beside the question: {', '.join(plain_line(item.target) or item.kind for item in context)}"
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
    return callout("summary", "Summed up for the model", "checkpoint", marker_facts, escaped)


def callout(callout_type: str, title: str, kind: str, facts: Mapping[str, JsonValue], body: str) -> list[str]:
    """Return a folded callout that contains *body*."""
    shown = title if len(title) <= LONGEST_LINE else f"{title[: LONGEST_LINE - 1].rstrip()}…"
    return [f"> [!{callout_type}]- {shown}", f"> {write_marker(kind, facts)}", *quote_lines(body.split("\n"))]


def plain_line(text: str) -> str:
    """Return *text* on one line and without Markdown syntax."""
    return _MARKUP.sub(" ", text[: 4 * LONGEST_LINE]).strip()


def parsed_arguments(arguments_json: str) -> dict[str, JsonValue] | None:
    """Return a call's arguments; None if they cannot be parsed."""
    if not arguments_json.strip():
        return {}
    try:
        value = json.loads(arguments_json)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def equal_in_json(one: JsonValue, other: JsonValue) -> bool:
    """Return whether two values are equal in JSON, where `1`, `1.0` and `true` differ."""
    return one == other and json.dumps(one) == json.dumps(other)


def _call_lines(part: ToolCallPart) -> list[str]:
    escaped, facts = inline_text(part.arguments_json)
    marker_facts: dict[str, JsonValue] = {"id": part.id, "name": part.name, "problem": part.problem, **facts}
    if not equal_in_json(part.arguments, parsed_arguments(part.arguments_json)):
        marker_facts["arguments"] = [part.arguments]
    values = (part.arguments or {}).values()
    about = next((text for value in values for text in _argument_texts(value)), "")
    title = f"{plain_line(part.name)}: {about}" if about else plain_line(part.name)
    return callout("example", title, "call", marker_facts, _fenced(escaped))


def _result_lines(part: ToolResultPart) -> list[str]:
    escaped, facts = inline_text(part.content)
    marker_facts = {"id": part.call_id, "name": part.name, "error": part.is_error, **facts, **_sources(part.sources)}
    names = dict.fromkeys(plain_line(source.path.rpartition("/")[2].removesuffix(".md")) for source in part.sources)
    title = f"{plain_line(part.name)} {'did not work' if part.is_error else 'answered'}"
    return callout(
        "failure" if part.is_error else "example",
        f"{title}: {', '.join(names)}" if names else title,
        "result",
        marker_facts,
        _fenced(escaped),
    )


def _fenced(text: str) -> str:
    fence = "`" * max(3, longest_backtick_run(text) + 1)
    return f"{fence}json\n{text}\n{fence}"


def _sources(sources: Iterable[Source]) -> dict[str, JsonValue]:
    listed: list[JsonValue] = [source.model_dump(mode="json", exclude_defaults=True) for source in sources]
    return {"sources": listed} if listed else {}


def _context_item(item: ContextItem) -> str:
    if item.kind in ("note", "active") and item.target.isprintable() and not set("[]") & set(item.target):
        return f"- [[{item.target}]]"
    return f"- {_SHOWN_KINDS.get(item.kind, item.kind)}: {plain_line(item.target)}"


def _argument_texts(value: JsonValue) -> Iterable[str]:
    """Yield the texts of an argument that describe a call."""
    if isinstance(value, str) and plain_line(value):
        yield plain_line(value)
    elif isinstance(value, list):
        for item in value:
            yield from _argument_texts(item)


# Everything here may have been edited by hand: what cannot be read is left out or kept as text, and nothing is raised.

V = TypeVar("V", bound=BaseModel)

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
    below: list[Part] = [rest] if rest is not None else []
    data = marker.text("data")
    if not data:
        found = pictures(embed[1].strip()) if embed else None
        if found is None:
            # The file is missing: its name is shown, and no broken image is sent to a model.
            name = f"![[{embed[1]}]]" if embed else marker.text("name")
            return [TextPart(text=name, hidden=True), *below] if name else below
        data = base64.b64encode(found).decode("ascii")
    facts = {"media_type": marker.facts.get("type"), "data": data, "name": marker.text("name")}
    part = validated_or_none(ImagePart, {**facts, "sources": read_sources(marker)})
    if part is None:
        return below
    path = embed[1].strip() if embed and not marker.text("data") else ""
    named = any(source.path == path for source in part.sources)
    if path and not named and path.rpartition("/")[2] != image_file_name(part):
        # Not a copy made for this chat but a file of the vault: its privacy rules apply.
        part = part.model_copy(update={"sources": (*part.sources, Source(path=path))})
    return [part, *below]


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
            return [ReasoningPart(text=_unescaped(body, marker))]
        case "hidden":
            return [TextPart(text=_unescaped(body, marker), hidden=True, sources=read_sources(marker))]
        case "call":
            content, below = _read_fenced(body, marker)
            return [_read_call(marker, content), *below]
        case "result":
            content, below = _read_fenced(body, marker)
            part = ToolResultPart(
                call_id=marker.text("id"),
                name=marker.text("name"),
                content=content,
                is_error=marker.flag("error"),
                sources=read_sources(marker),
            )
            return [part, *below]
        case _:
            return []


def read_context_item(marker: Marker) -> tuple[ContextItem, ...]:
    """Return the contexts attached to a question."""
    items = marker.facts.get("items")
    found = [validated_or_none(ContextItem, item) for item in items] if isinstance(items, list) else []
    return tuple(item for item in found if item is not None)


def read_checkpoint(lines: Sequence[str], marker: Marker, default_time: datetime) -> Checkpoint:
    """Return the summary in a callout of *lines*; *default_time* is used if it has no time."""
    summary = _unescaped(unquote_lines(lines[2:]), marker)
    return Checkpoint(
        marker.text("message"), summary, read_time(marker.text("time")) or default_time, marker.text("model")
    )


def read_sources(marker: Marker) -> tuple[Source, ...]:
    """Return the notes named in a marker."""
    listed = marker.facts.get("sources")
    found = [validated_or_none(Source, one) for one in listed] if isinstance(listed, list) else []
    return tuple(source for source in found if source is not None)


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


def _unescaped(body: Iterable[str], marker: Marker) -> str:
    text = "\n".join(body)
    return unescape_unwritable(text) if marker.flag("signs") else text


def _read_fenced(body: Sequence[str], marker: Marker) -> tuple[str, list[Part]]:
    """Return the text in the fence of a callout, and text that was added below it by hand."""
    opening = _FENCE.match(body[0]) if body else None
    if opening is None:
        return _unescaped(body, marker), []
    closing = next((number for number in range(1, len(body)) if body[number].rstrip() == opening[1]), len(body))
    below = "\n".join(body[closing + 1 :]).strip("\n")
    # It is kept in place, but is not part of the tool's result.
    return _unescaped(body[1:closing], marker), [TextPart(text=below, hidden=True)] if below.strip() else []

"""Parts: what the blocks of a chat note say, as parts of a message. Writes nothing; see blocks.py.

Everything here may have been edited by hand: what cannot be read is left out or kept as text, and nothing is raised.
"""

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

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
from vaultdesk.chat.note_format.blocks import parsed
from vaultdesk.chat.note_format.control_signs import without_signs
from vaultdesk.chat.note_format.markers import Marker
from vaultdesk.chat.note_format.pictures import PictureBytes, file_name
from vaultdesk.chat.note_format.texts import text_of, unquoted

V = TypeVar("V", bound=BaseModel)

_EMBED = re.compile(r"!\[\[([^\[\]|#]+)(?:[|#][^\[\]]*)?\]\][ \t]*\Z")
_FENCE = re.compile(r"(`{3,})[^`]*\Z")


def text_part(lines: Sequence[str], marker: Marker | None) -> TextPart | None:
    """Return the words of *lines*; None where there are none and no marker says that this is meant."""
    text = text_of(lines, marker)
    if marker is None:
        return TextPart(text=text) if text.strip() else None
    return TextPart(text=text, sources=sources_of(marker))


def image_parts(lines: Sequence[str], marker: Marker, pictures: PictureBytes) -> list[Part]:
    """Return the picture a marker and the embed below it tell of, and words that stand below that."""
    number = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    embed = _EMBED.match(lines[number].strip()) if number < len(lines) else None
    rest = text_part(lines[number + 1 if embed else number :], None)
    below: list[Part] = [rest] if rest is not None else []
    data = marker.text("data")
    if not data:
        found = pictures(embed[1].strip()) if embed else None
        if found is None:
            # The file is gone: people see which one it was, and no model is sent a broken picture.
            name = f"![[{embed[1]}]]" if embed else marker.text("name")
            return [TextPart(text=name, hidden=True), *below] if name else below
        data = base64.b64encode(found).decode("ascii")
    facts = {"media_type": marker.facts.get("type"), "data": data, "name": marker.text("name")}
    part = checked(ImagePart, {**facts, "sources": sources_of(marker)})
    if part is None:
        return below
    path = embed[1].strip() if embed and not marker.text("data") else ""
    named = any(source.path == path for source in part.sources)
    if path and not named and path.rpartition("/")[2] != file_name(part):
        # Not a copy made for this chat but a file of the vault, whoever wrote its name here: its rules hold for it.
        part = part.model_copy(update={"sources": (*part.sources, Source(path=path))})
    return [part, *below]


def provider_part(marker: Marker) -> ProviderPart | None:
    """Return what only its provider understands; None where it is damaged."""
    item = marker.facts.get("item")
    if not isinstance(item, list) or len(item) != 1 or not marker.text("family"):
        return None
    return checked(ProviderPart, {"family": marker.text("family"), "item": item[0]})


def callout_parts(lines: Sequence[str], marker: Marker) -> list[Part]:
    """Return what a callout of *lines*, its title and marker among them, tells."""
    body = unquoted(lines[2:])
    match marker.kind:
        case "reasoning":
            return [ReasoningPart(text=_plain(body, marker))]
        case "hidden":
            return [TextPart(text=_plain(body, marker), hidden=True, sources=sources_of(marker))]
        case "call":
            said, below = _fenced(body, marker)
            return [_call(marker, said), *below]
        case "result":
            said, below = _fenced(body, marker)
            part = ToolResultPart(
                call_id=marker.text("id"),
                name=marker.text("name"),
                content=said,
                is_error=marker.flag("error"),
                sources=sources_of(marker),
            )
            return [part, *below]
        case _:
            return []


def context_of(marker: Marker) -> tuple[ContextItem, ...]:
    """Return what was laid beside a question."""
    items = marker.facts.get("items")
    found = [checked(ContextItem, item) for item in items] if isinstance(items, list) else []
    return tuple(item for item in found if item is not None)


def checkpoint_of(lines: Sequence[str], marker: Marker, otherwise: datetime) -> Checkpoint:
    """Return the summary of a callout of *lines*; *otherwise* is when it was made, where it does not say so."""
    summary = _plain(unquoted(lines[2:]), marker)
    return Checkpoint(marker.text("message"), summary, time_of(marker.text("time")) or otherwise, marker.text("model"))


def sources_of(marker: Marker) -> tuple[Source, ...]:
    """Return the notes a marker names."""
    told = marker.facts.get("sources")
    found = [checked(Source, one) for one in told] if isinstance(told, list) else []
    return tuple(source for source in found if source is not None)


def time_of(text: str) -> datetime | None:
    """Return the time that *text* is; None where it is none."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def checked(model: type[V], facts: JsonValue | Mapping[str, object]) -> V | None:
    """Return the value that *facts* are; None where they are none."""
    try:
        return model.model_validate(facts)
    except ValidationError:
        return None


def _call(marker: Marker, said: str) -> ToolCallPart:
    told = marker.facts.get("arguments")
    value = told[0] if isinstance(told, list) and len(told) == 1 else None
    arguments = (value if isinstance(value, dict) else None) if isinstance(told, list) else parsed(said)
    return ToolCallPart(
        id=marker.text("id"),
        name=marker.text("name"),
        arguments_json=said,
        arguments=arguments,
        problem=marker.text("problem"),
    )


def _plain(body: Iterable[str], marker: Marker) -> str:
    text = "\n".join(body)
    return without_signs(text) if marker.flag("signs") else text


def _fenced(body: Sequence[str], marker: Marker) -> tuple[str, list[Part]]:
    """Return what stands in the fence of a callout, and words that somebody put below it."""
    opening = _FENCE.match(body[0]) if body else None
    if opening is None:
        return _plain(body, marker), []
    closing = next((number for number in range(1, len(body)) if body[number].rstrip() == opening[1]), len(body))
    below = "\n".join(body[closing + 1 :]).strip("\n")
    # It is kept where it is, and is no part of what the tool said.
    return _plain(body[1:closing], marker), [TextPart(text=below, hidden=True)] if below.strip() else []

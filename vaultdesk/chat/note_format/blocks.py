"""Blocks: one part of a message as the lines that stand for it in a chat note. Reads nothing back; see parts.py.

Each block stands between blank lines. Words of people and models stand as they are; all else is folded into callouts
with a short line for people.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from pydantic import JsonValue

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
from vaultdesk.chat.note_format.fences import longest_run
from vaultdesk.chat.note_format.markers import written
from vaultdesk.chat.note_format.pictures import PictureLink, unusual_bytes
from vaultdesk.chat.note_format.texts import plain_facts, quoted, text_lines

LONGEST_LINE = 70
"""Characters of a callout's short line."""

_MARKUP = re.compile(
    '[\\[\\]<>`*_#$%|^\\\\~=!{}"\\s\0-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+'
)
_SHOWN_KINDS: Mapping[str, str] = {"folder": "folder", "tag": "tag", "selection": "selection", "file": "file"}


def part_lines(part: Part, link: PictureLink, *, after_text: bool) -> list[str]:
    """Return the block of *part*; *after_text* where words stand just before it, so that new words need a marker."""
    match part:
        case TextPart(hidden=True):
            said, facts = plain_facts(part.text)
            return callout("quote", "Not sent to the model", "hidden", {**facts, **_sources(part.sources)}, said)
        case TextPart():
            lines, facts = text_lines(part.text)
            told = {**facts, **_sources(part.sources)}
            return [written("text", told), "", *lines] if told or after_text else lines
        case ImagePart():
            told = {"type": part.media_type, "name": part.name, "data": unusual_bytes(part), **_sources(part.sources)}
            return [written("image", told), "", f"![[{link(part)}]]"]
        case ReasoningPart():
            said, facts = plain_facts(part.text)
            return callout("note", "Thinking", "reasoning", facts, said)
        case ToolCallPart():
            return _call(part)
        case ToolResultPart():
            return _result(part)
        case ProviderPart():
            return [written("provider", {"family": part.family, "item": [part.item]})]
        case _:
            assert_never(part)


def context_lines(context: Sequence[ContextItem]) -> list[str]:
    """Return what was laid beside a question."""
    items: list[JsonValue] = [item.model_dump(mode="json", exclude_defaults=True) for item in context]
    title = f"Beside the question: {', '.join(plain(item.target) or item.kind for item in context)}"
    return callout("info", title, "context", {"items": items}, "\n".join(_context_item(item) for item in context))


def checkpoint_lines(checkpoint: Checkpoint) -> list[str]:
    """Return a summary the model reads in place of what came before."""
    said, facts = plain_facts(checkpoint.summary)
    told: dict[str, JsonValue] = {
        "message": checkpoint.message_id,
        "time": checkpoint.created.isoformat(),
        "model": checkpoint.model,
        **facts,
    }
    return callout("summary", "Summed up for the model", "checkpoint", told, said)


def callout(look: str, title: str, kind: str, facts: Mapping[str, JsonValue], body: str) -> list[str]:
    """Return a folded callout with *body* inside."""
    shown = title if len(title) <= LONGEST_LINE else f"{title[: LONGEST_LINE - 1].rstrip()}…"
    return [f"> [!{look}]- {shown}", f"> {written(kind, facts)}", *quoted(body.split("\n"))]


def plain(text: str) -> str:
    """Return *text* on one line and without signs that mean something in Markdown."""
    return _MARKUP.sub(" ", text[: 4 * LONGEST_LINE]).strip()


def parsed(arguments_json: str) -> dict[str, JsonValue] | None:
    """Return what a call's arguments say; None where they cannot be read."""
    if not arguments_json.strip():
        return {}
    try:
        value = json.loads(arguments_json)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def same(one: JsonValue, other: JsonValue) -> bool:
    """Whether two values are the same in JSON, where `1`, `1.0` and `true` are three."""
    return one == other and json.dumps(one) == json.dumps(other)


def _call(part: ToolCallPart) -> list[str]:
    said, facts = plain_facts(part.arguments_json)
    told: dict[str, JsonValue] = {"id": part.id, "name": part.name, "problem": part.problem, **facts}
    if not same(part.arguments, parsed(part.arguments_json)):
        told["arguments"] = [part.arguments]
    values = (part.arguments or {}).values()
    about = next((text for value in values for text in _texts(value)), "")
    title = f"{plain(part.name)}: {about}" if about else plain(part.name)
    return callout("example", title, "call", told, _fenced(said))


def _result(part: ToolResultPart) -> list[str]:
    said, facts = plain_facts(part.content)
    told = {"id": part.call_id, "name": part.name, "error": part.is_error, **facts, **_sources(part.sources)}
    names = dict.fromkeys(plain(source.path.rpartition("/")[2].removesuffix(".md")) for source in part.sources)
    title = f"{plain(part.name)} {'did not work' if part.is_error else 'answered'}"
    return callout(
        "failure" if part.is_error else "example",
        f"{title}: {', '.join(names)}" if names else title,
        "result",
        told,
        _fenced(said),
    )


def _fenced(text: str) -> str:
    fence = "`" * max(3, longest_run(text) + 1)
    return f"{fence}json\n{text}\n{fence}"


def _sources(sources: Iterable[Source]) -> dict[str, JsonValue]:
    told: list[JsonValue] = [source.model_dump(mode="json", exclude_defaults=True) for source in sources]
    return {"sources": told} if told else {}


def _context_item(item: ContextItem) -> str:
    if item.kind in ("note", "active") and item.target.isprintable() and not set("[]") & set(item.target):
        return f"- [[{item.target}]]"
    return f"- {_SHOWN_KINDS.get(item.kind, item.kind)}: {plain(item.target)}"


def _texts(value: JsonValue) -> Iterable[str]:
    """Yield the texts of an argument that tell what a call is about."""
    if isinstance(value, str) and plain(value):
        yield plain(value)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)

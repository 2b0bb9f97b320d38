"""Trimming of messages: shorter or omitted tool results and attached texts, whole exchanges at a time."""

import json
from collections.abc import Callable, Sequence
from functools import partial

from pydantic import JsonValue

from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.chat.attached_text import (
    empty_attached_tag,
    is_attached,
    truncate_attached,
    truncate_with_notice,
)
from vaultdesk.chat.messages import ImagePart, Message, Part, Source, TextPart, ToolResultPart
from vaultdesk.providers.provider import ModelRequest

# Nothing here separates a call from its result. Works on values; changes no conversation.

MIN_CUT_CHARACTERS = 400
"""Number of characters below which a result or attached text is not cut."""

CUT_STEPS = (24_000, 12_000, 6_000, 3_000, 1_500, 700, 300)
"""Numbers of characters to which the texts of the last exchange are cut, in this order, until they fit."""

OMITTED_RESULT = "The result of this earlier call was left out to save room. Ask again if you need it."
"""Text sent to a model in place of an old result."""


def tokens_in(messages: Sequence[Message], model: str = "") -> int:
    """Return the estimated tokens of *messages*, with the tokenizer of *model*."""
    return estimate_request(ModelRequest(model, "", tuple(messages))).input_tokens


def split_exchanges(messages: Sequence[Message]) -> list[tuple[Message, ...]]:
    """Return *messages* grouped by exchange: each question with the answers and results that follow it."""
    found: list[list[Message]] = []
    for message in messages:
        if message.role == "user" or not found:
            found.append([])
        found[-1].append(message)
    return [tuple(group) for group in found]


def without_old_texts(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return *messages* without results and attached texts, except in the last exchange."""
    groups = split_exchanges(messages)
    old = without_texts([message for group in groups[:-1] for message in group])
    return (*old, *(groups[-1] if groups else ()))


def without_texts(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return *messages* without any results and attached texts."""
    return tuple(map(_without_text, messages))


def without_old_rounds(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return *messages* without the results of all but the last round of tool calls, even of the last question."""
    last = max((place for place, message in enumerate(messages) if message.role == "tool"), default=-1)
    return tuple(
        _without_text(message) if message.role == "tool" and place != last else message
        for place, message in enumerate(messages)
    )


def truncated_to(messages: Sequence[Message], max_tokens: int, model: str = "") -> tuple[Message, ...]:
    """Return *messages* with the results and attached texts of the last exchange cut until all fit.

    If that is not enough, the shortest version is returned. Text written by the user or the model is not cut.
    """
    groups = split_exchanges(messages)
    old = [message for group in groups[:-1] for message in group]
    cut = tuple(messages)
    for limit in CUT_STEPS:
        if tokens_in(cut, model) <= max_tokens:
            break
        cut = (*old, *(_with_changed_parts(message, partial(_shortened, limit=limit)) for message in groups[-1]))
    return cut


def _shortened(part: Part, limit: int) -> Part:
    # Its sources stay: they identify what the user withheld of a note.
    match part:
        case ToolResultPart() if len(part.content) > limit:
            return part.model_copy(update={"content": _shortened_json(part.content, limit)})
        case TextPart() if part.sources:
            return part.model_copy(update={"text": truncate_attached(part.text, limit)})
        case _:
            return part


def _shortened_json(content: str, limit: int) -> str:
    """Return a result with each long text in it cut; the result is still valid JSON."""

    def cut(value: JsonValue) -> JsonValue:
        match value:
            case str():
                return truncate_with_notice(value, limit)
            case list():
                return [cut(item) for item in value]
            case dict():
                return {key: cut(item) for key, item in value.items()}
            case _:
                return value

    try:
        value: JsonValue = json.loads(content)
    except (ValueError, RecursionError):
        return truncate_with_notice(content, limit)
    return json.dumps(cut(value), ensure_ascii=False, separators=(",", ":"))


def _without_text(message: Message) -> Message:
    return _with_changed_parts(message, _part_without_text)


def _with_changed_parts(message: Message, change: Callable[[Part], Part]) -> Message:
    parts = tuple(change(part) for part in message.parts)
    same = all(new is old for new, old in zip(parts, message.parts, strict=True))
    return message if same else message.model_copy(update={"parts": parts})


def _part_without_text(part: Part) -> Part:
    match part:
        case ToolResultPart() if len(part.content) > MIN_CUT_CHARACTERS:
            # The text of notes is removed completely: what the user withheld could not be found in a part of it.
            notes: list[JsonValue] = [*dict.fromkeys(source.path for source in part.sources)]
            content: dict[str, JsonValue] = {"success": not part.is_error, "left_out": OMITTED_RESULT, "notes": notes}
            return part.model_copy(update={"content": json.dumps(content, ensure_ascii=False), "sources": ()})
        case TextPart() if part.sources and is_attached(part.text) and len(part.text) > MIN_CUT_CHARACTERS:
            source = part.sources[0]
            text = empty_attached_tag(left=source.path, problem="It stood here earlier and was left out to save room.")
            return TextPart(text=text, sources=(_name_only(source),))
        case ImagePart():
            named = tuple(_name_only(source) for source in part.sources)
            return TextPart(
                text=empty_attached_tag(left=part.name or "a picture", problem="It was shown earlier."), sources=named
            )
        case _:
            return part


def _name_only(source: Source) -> Source:
    """Return *source* as the source of a note that is only named."""
    return source.model_copy(update={"characters": 0})

"""Mending: a conversation that was broken off or edited by hand, made fit to be continued. Adds and drops no words.

Providers refuse a call without its result and a result without its call (PROTOCOLS 5.1). After a crash there is the
one; after an edit of the note there may be the other.
"""

import json
from collections.abc import Sequence

from vaultdesk.chat.messages import Message, Part, TextPart, ToolCallPart, ToolResultPart

LOST = "The result of this call was not kept."
"""What a model reads for a call whose result is gone."""


def mended(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return *messages* with a result right after each call, and no result without a call.

    A result that lost its call stays to be read, as words that no model is sent.
    """
    found: list[Message] = []
    waiting: dict[str, ToolCallPart] = {}
    used: set[str] = set()
    for message in messages:
        if message.role == "tool":
            parts = tuple(_answering(part, waiting) for part in message.parts)
            message = message if parts == message.parts else message.model_copy(update={"parts": parts})
        elif waiting:
            found.append(_results_of(waiting, found[-1]))
            waiting = {}
        found.append(_with_own_ids(message, used))
        waiting.update((call.id, call) for call in found[-1].tool_calls)
        used.update(waiting)
    if waiting:
        found.append(_results_of(waiting, found[-1]))
    return tuple(found)


def _answering(part: Part, waiting: dict[str, ToolCallPart]) -> Part:
    if not isinstance(part, ToolResultPart) or waiting.pop(part.call_id, None) is not None:
        return part
    return TextPart(text=part.content, hidden=True, sources=part.sources)


def _with_own_ids(message: Message, used: set[str]) -> Message:
    """Return *message* without calls whose id an earlier one has: they were copied by hand."""
    ids = [call.id for call in message.tool_calls]
    if len(set(ids)) == len(ids) and used.isdisjoint(ids):
        return message
    kept: list[Part] = []
    seen = set(used)
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            if part.id in seen:
                continue
            seen.add(part.id)
        kept.append(part)
    return message.model_copy(update={"parts": tuple(kept)})


def _results_of(waiting: dict[str, ToolCallPart], after: Message) -> Message:
    content = json.dumps({"success": False, "error": {"code": "CANCELLED", "message": LOST}})
    parts = tuple(
        ToolResultPart(call_id=call.id, name=call.name, content=content, is_error=True) for call in waiting.values()
    )
    # Named after the message it belongs to, so that mending twice gives the same.
    return Message(id=f"{after.id}_results", role="tool", parts=parts, created=after.created)

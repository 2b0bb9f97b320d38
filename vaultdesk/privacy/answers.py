"""Answers: earlier answers that may repeat what a request must not carry, taken out of it. Reads no note.

A quotation in an answer has no source. So once something of the conversation is kept from a host, every later answer
stays here too, unless that host gave it itself: what it said is no news to it. So do the arguments of those answers'
calls, and results that do not say from which notes they are. The person's own words always go.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from vaultdesk.chat.messages import Message, Part, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.privacy.cutting import instead_of, with_parts
from vaultdesk.providers.provider import ModelRequest

WITHHELD = "[This earlier answer stays on the user's computer: it was made with notes that are kept back from you.]"
"""What the model reads in place of another model's answer."""

RESULT_WITHHELD = "[This earlier result stays on the user's computer. Ask for it again if you need it.]"
"""What the model reads in place of what such an answer's call came to."""


@dataclass(frozen=True, slots=True)
class Held:
    """A request without the answers that may repeat what is kept back."""

    request: ModelRequest
    answers: tuple[str, ...] = ()
    """Ids of the messages that are kept back."""


def held_back(request: ModelRequest, since: int | None, own: Callable[[Message], bool]) -> Held:
    """Return *request* without the answers after the message at place *since*; *own* tells those of the other side.

    None is a request that nothing is kept back from: nothing can be repeated.
    """
    if since is None:
        return Held(request)
    messages: list[Message] = []
    gone: list[str] = []
    calls: set[str] = set()
    for place, message in enumerate(request.messages):
        if place > since and message.role == "assistant" and not own(message):
            gone.append(message.id)
            calls.update(call.id for call in message.tool_calls)
            messages.append(_withheld(message))
        elif calls and message.role == "tool":
            parts = tuple(_result(part, calls) for part in message.parts)
            messages.append(message.model_copy(update={"parts": parts}))
        else:
            messages.append(message)
    return Held(replace(request, messages=tuple(messages)), tuple(gone)) if gone else Held(request)


def without_arguments(request: ModelRequest, before: ModelRequest, own_calls: Callable[[str], bool]) -> ModelRequest:
    """Return *request* without the arguments of the calls whose results are no longer those of *before*.

    They may name what is kept back, in any way a model may name it. Calls the other side made itself stay.
    """
    kept = {id(part) for message in request.messages for part in message.parts}
    gone = {
        part.call_id
        for message in before.messages
        for part in message.parts
        if isinstance(part, ToolResultPart) and id(part) not in kept and not own_calls(part.call_id)
    }

    def change(_message: int, _place: int, part: Part) -> Part:
        return _bare(part) if isinstance(part, ToolCallPart) and part.id in gone else part

    return with_parts(request, change) if gone else request


def first_changed(request: ModelRequest, before: ModelRequest) -> int | None:
    """Return the place of the first message that is no longer that of *before*; None where all are."""
    pairs = zip(request.messages, before.messages, strict=True)
    return next((place for place, (after, former) in enumerate(pairs) if after is not former), None)


def _bare(call: ToolCallPart) -> ToolCallPart:
    return ToolCallPart(id=call.id, name=call.name, arguments_json="{}", arguments={})


def _withheld(message: Message) -> Message:
    """Return an answer without its words; that it asked for tools stays, or their results would answer nothing."""
    return message.model_copy(update={"parts": (TextPart(text=WITHHELD), *map(_bare, message.tool_calls))})


def _result(part: Part, calls: set[str]) -> Part:
    if isinstance(part, ToolResultPart) and part.call_id in calls and not part.sources:
        return instead_of(part, RESULT_WITHHELD)
    return part

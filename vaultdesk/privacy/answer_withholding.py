"""Withholding of earlier answers and calls that may repeat what is withheld from a destination."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from vaultdesk.chat.messages import Message, Part, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.privacy.passage_redaction import map_request_parts, placeholder_part
from vaultdesk.providers.provider import ModelRequest

# A quotation in an answer has no source. So once part of the conversation is withheld from a host, every later answer
# is withheld too, unless it came from that host. The same applies to the arguments of the calls in those answers, and
# to results that do not state their notes. The user's own text is always sent.

ANSWER_WITHHELD_MARK = (
    "[This earlier answer stays on the user's computer: it was made with notes that are kept back from you.]"
)
"""Text sent to the model in place of another model's answer."""

RESULT_WITHHELD_MARK = "[This earlier result stays on the user's computer. Ask for it again if you need it.]"
"""Text sent to the model in place of the result of a call in such an answer."""


@dataclass(frozen=True, slots=True)
class WithheldAnswers:
    """A request without the answers that may repeat withheld text."""

    request: ModelRequest
    message_ids: tuple[str, ...] = ()
    """Ids of the withheld messages."""


def withhold_answers(
    request: ModelRequest, since: int | None, is_from_host: Callable[[Message], bool]
) -> WithheldAnswers:
    """Return *request* without the answers after message number *since*, except those for which *is_from_host* is true.

    *since* is None if nothing is withheld from the request: then nothing can be repeated.
    """
    if since is None:
        return WithheldAnswers(request)
    messages: list[Message] = []
    withheld: list[str] = []
    calls: set[str] = set()
    for place, message in enumerate(request.messages):
        if place > since and message.role == "assistant" and not is_from_host(message):
            withheld.append(message.id)
            calls.update(call.id for call in message.tool_calls)
            messages.append(_withheld_answer(message))
        elif calls and message.role == "tool":
            parts = tuple(_withheld_result(part, calls) for part in message.parts)
            messages.append(message.model_copy(update={"parts": parts}))
        else:
            messages.append(message)
    return (
        WithheldAnswers(replace(request, messages=tuple(messages)), tuple(withheld))
        if withheld
        else WithheldAnswers(request)
    )


def without_arguments(
    request: ModelRequest,
    before: ModelRequest,
    is_host_call: Callable[[str], bool],
    tells_untold_name: Callable[[ToolCallPart], bool] = lambda _call: False,
) -> ModelRequest:
    """Return *request* without the arguments of the calls whose results differ from those of *before*.

    The arguments may name what is withheld, in any form. Arguments that name a note which nothing else in the request
    names (*tells_untold_name*) are removed too. Calls made by the destination itself stay.
    """
    kept = {id(part) for message in request.messages for part in message.parts}
    withheld = {
        part.call_id
        for message in before.messages
        for part in message.parts
        if isinstance(part, ToolResultPart) and id(part) not in kept and not is_host_call(part.call_id)
    }

    def change(_message: int, _place: int, part: Part) -> Part:
        if not isinstance(part, ToolCallPart) or is_host_call(part.id):
            return part
        return _without_arguments_of(part) if part.id in withheld or tells_untold_name(part) else part

    return map_request_parts(request, change)


def first_changed_message(request: ModelRequest, before: ModelRequest) -> int | None:
    """Return the index of the first message that differs from *before*; None if all are equal."""
    pairs = zip(request.messages, before.messages, strict=True)
    return next((place for place, (after, former) in enumerate(pairs) if after is not former), None)


def _without_arguments_of(call: ToolCallPart) -> ToolCallPart:
    return ToolCallPart(id=call.id, name=call.name, arguments_json="{}", arguments={})


def _withheld_answer(message: Message) -> Message:
    """Return an answer without its text; its calls stay, because their results require them."""
    return message.model_copy(
        update={"parts": (TextPart(text=ANSWER_WITHHELD_MARK), *map(_without_arguments_of, message.tool_calls))}
    )


def _withheld_result(part: Part, calls: set[str]) -> Part:
    if isinstance(part, ToolResultPart) and part.call_id in calls and not part.sources:
        return placeholder_part(part, RESULT_WITHHELD_MARK)
    return part

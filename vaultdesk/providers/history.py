"""History: messages made fit to be sent, whatever happened to them before. Knows what all wires demand, and no wire.

Both vendors refuse a request with a call that has no result, a result that has no call, or two calls of one id. A run
that was stopped, a chat read back from a note, or another provider's ids can leave any of these (PROTOCOLS 5.5.15).
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping

from vaultdesk.chat.messages import ImagePart, Message, Part, ProviderPart, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.providers.family import wire_ids
from vaultdesk.providers.strict_json import parse_arguments

CALL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_NOT_IN_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")

UNANSWERED = json.dumps({"success": False, "error": {"code": "CANCELLED", "message": "User cancelled tool execution"}})
"""What the model reads for a call that never got its result."""


def sendable(messages: Iterable[Message], family: str = "") -> tuple[Message, ...]:
    """Return *messages* with each call followed at once by its one result, and nothing empty between.

    Calls that *family* made get its own ids back, in the call and in its result: other items of that server may name
    them. Where its id is unfit or was used before (some models count from 0 in each answer), ours is sent.
    """
    repaired: list[Message] = []
    waiting = list(messages)
    used: set[str] = set()
    for place, message in enumerate(waiting):
        if message.role != "assistant":
            rest = tuple(
                part
                for part in message.parts
                if isinstance(part, ImagePart) or (isinstance(part, TextPart) and part.text.strip())
            )
            if rest:
                repaired.append(message.model_copy(update={"parts": rest}))
            continue
        calls = _renamed(message.tool_calls, used, wire_ids(message, family) if family else {})
        parts = _spoken(message, calls)
        if parts:
            repaired.append(message.model_copy(update={"parts": parts}))
        if calls:
            results = _results_after(waiting[place + 1 :])
            answers = tuple(
                _answer(call, results.get(original.id))
                for original, call in zip(message.tool_calls, calls, strict=True)
            )
            repaired.append(Message(role="tool", parts=answers))
    return tuple(repaired)


def wire_arguments(call: ToolCallPart) -> str:
    """Return a call's arguments as text that every server can read back: the model's own where it is an object."""
    parsed = parse_arguments(call.arguments_json)
    if parsed.value is None:
        # Servers that parse old calls for their template fail on the text itself (PROTOCOLS 5.2).
        return json.dumps({"unreadable_arguments": call.arguments_json[:2000]})
    return call.arguments_json if call.arguments_json.strip() else "{}"


def wire_name(name: str) -> str:
    """Return *name* as both vendors accept it; a name a model invented must not make the chat unsendable."""
    return name if TOOL_NAME.fullmatch(name) else (_NOT_IN_A_NAME.sub("_", name)[:64] or "unnamed")


def wire_text(text: str) -> str:
    """Return *text* with what cannot be encoded replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _renamed(calls: tuple[ToolCallPart, ...], used: set[str], theirs: Mapping[str, str]) -> tuple[ToolCallPart, ...]:
    renamed = []
    for call in calls:
        given = theirs.get(call.id, "")
        sent = given if given and given not in used else _unused(call.id, used)
        used.add(sent)
        renamed.append(call if sent == call.id else call.model_copy(update={"id": sent}))
    return tuple(renamed)


def _unused(call_id: str, used: set[str]) -> str:
    fitting = call_id
    if not CALL_ID.fullmatch(fitting):
        fitting = "call_" + hashlib.sha256(call_id.encode("utf-8", "replace")).hexdigest()[:20]
    unique, count = fitting, 2
    while unique in used:
        unique, count = f"{fitting[:56]}_{count}", count + 1
    return unique


def _spoken(message: Message, calls: tuple[ToolCallPart, ...]) -> tuple[Part, ...]:
    """Return what of an answer is sent back, in order; nothing where only signs without words are left."""
    next_call = iter(calls)
    parts: list[Part] = []
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            parts.append(next(next_call))
        elif isinstance(part, ProviderPart) or (isinstance(part, TextPart) and part.text.strip()):
            parts.append(part)
    return tuple(parts) if any(isinstance(part, TextPart | ToolCallPart) for part in parts) else ()


def _results_after(messages: list[Message]) -> dict[str, ToolResultPart]:
    """Return the results up to the next answer, the first of each id."""
    found: dict[str, ToolResultPart] = {}
    for message in messages:
        if message.role == "assistant":
            break
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                found.setdefault(part.call_id, part)
    return found


def _answer(call: ToolCallPart, result: ToolResultPart | None) -> ToolResultPart:
    if result is None:
        return ToolResultPart(call_id=call.id, name=call.name, content=UNANSWERED, is_error=True)
    return result if result.call_id == call.id else result.model_copy(update={"call_id": call.id})

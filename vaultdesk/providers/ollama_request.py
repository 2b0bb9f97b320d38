"""Ollama request: a `ModelRequest` as the body of Ollama's `/api/chat`. Sends nothing (PROTOCOLS 3.5)."""

import json

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, TextPart, ToolResultPart
from vaultdesk.providers.family import native_items, wire_ids
from vaultdesk.providers.history import sendable, wire_arguments, wire_name, wire_text
from vaultdesk.providers.loose_json import fields, words
from vaultdesk.providers.ollama_models import ModelFacts
from vaultdesk.providers.provider import Effort, ModelRequest, ToolSpec

THINKING = "thinking"
"""The key under which an answer's `ProviderPart` keeps what the model thought before its calls."""

BYTES_PER_TOKEN = 4
"""Of text in UTF-8, so that no script counts for much less than it is: four letters, or one sign and a bit."""


def ollama_body(request: ModelRequest, *, family: str, window: int, facts: ModelFacts) -> dict[str, JsonValue]:
    """Return the body for *request*. The window is always told: Ollama's own is small and cuts silently."""
    messages: list[JsonValue] = []
    if request.system.strip():
        messages.append({"role": "system", "content": wire_text(request.system)})
    theirs: set[str] = set()
    for message in request.messages:
        theirs.update(wire_ids(message, family).values())
    for message in sendable(request.messages, family):
        messages.extend(_wire_messages(message, family, theirs))
    options: dict[str, JsonValue] = {"num_ctx": window, "num_predict": request.max_output_tokens}
    if request.temperature is not None:
        options["temperature"] = request.temperature
    body: dict[str, JsonValue] = {
        "model": request.model,
        "messages": messages,
        "stream": request.streamed,
        "options": options,
    }
    think = think_value(request.effort, facts)
    if think is not None:
        body["think"] = think
    tools = [_wire_tool(tool) for tool in _offered(request)]
    if tools:
        body["tools"] = tools
    return body


def think_value(effort: Effort, facts: ModelFacts) -> bool | str | None:
    """Return what to write for *effort*; None leaves it to the model, and where it would be refused."""
    if not effort or not facts.thinking:
        return None
    wanted: tuple[bool | str, ...] = (False, "low") if effort == "off" else (effort, True)
    if not facts.levels:
        return effort != "off"
    return next((value for value in wanted if value in facts.levels), None)


def estimated_tokens(request: ModelRequest) -> int:
    """Return about how many tokens the words of *request* are: rather too few, for what templates add is not in it."""
    said = [request.system]
    for message in request.messages:
        for part in message.parts:
            if isinstance(part, TextPart):
                said.append(part.text)
            elif isinstance(part, ToolResultPart):
                said.append(part.content)
    return sum(len(text.encode("utf-8", "replace")) for text in said) // BYTES_PER_TOKEN


def _offered(request: ModelRequest) -> tuple[ToolSpec, ...]:
    """Return the tools to offer: nothing here can make a model call one, but what is not offered is not called."""
    choice = request.tool_choice
    if choice.mode == "none":
        return ()
    if choice.mode == "tool":
        return tuple(tool for tool in request.tools if tool.name == choice.name)
    return request.tools


def _wire_messages(message: Message, family: str, theirs: set[str]) -> list[JsonValue]:
    if message.role == "tool":
        return [
            {
                "role": "tool",
                "tool_name": wire_name(part.name),
                "content": wire_text(part.content),
                **({"tool_call_id": part.call_id} if part.call_id in theirs else {}),
            }
            for part in message.parts
            if isinstance(part, ToolResultPart)
        ]
    wire: dict[str, JsonValue] = {"role": message.role, "content": _text(message)}
    if message.role == "user":
        if message.images:
            wire["images"] = [image.data for image in message.images]
        return [wire]
    if message.tool_calls:
        thought = "".join(words(fields(item).get(THINKING)) for item in native_items(message, family))
        if thought:
            wire["thinking"] = wire_text(thought)
        wire["tool_calls"] = [
            {
                # Newer versions give calls an id and want it back; older ones know none.
                **({"id": call.id} if call.id in theirs else {}),
                "function": {"name": wire_name(call.name), "arguments": json.loads(wire_arguments(call))},
            }
            for call in message.tool_calls
        ]
    return [wire]


def _text(message: Message) -> str:
    between = "\n\n" if message.role == "user" else ""
    return wire_text(between.join(part.text for part in message.parts if isinstance(part, TextPart)))


def _wire_tool(tool: ToolSpec) -> JsonValue:
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
    }

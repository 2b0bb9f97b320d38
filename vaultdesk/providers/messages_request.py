"""Messages request: a `ModelRequest` as the body of Anthropic's Messages. Sends nothing (PROTOCOLS 3.2)."""

import json
from collections.abc import Iterable, Mapping, Set

from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Message, TextPart, ToolResultPart
from vaultdesk.providers.anthropic_models import claude, output_limit, thinking
from vaultdesk.providers.history import sendable, wire_arguments, wire_name, wire_text
from vaultdesk.providers.layout import Called, Native, Said, pieces
from vaultdesk.providers.loose_json import entries, fields
from vaultdesk.providers.provider import ModelRequest

_THOUGHTS = ("thinking", "redacted_thinking")


def messages_body(
    request: ModelRequest, *, family: str, vendor: bool = False, left_out: Set[str] = frozenset()
) -> dict[str, JsonValue]:
    """Return the body for *request*; hidden items of *family* go back verbatim, others stay out.

    *left_out* names what the server refused: `thinking`, `tool_choice`, `temperature`, or `thoughts`, those of old.
    """
    body: dict[str, JsonValue] = {
        "model": request.model,
        "max_tokens": request.max_output_tokens,
        "messages": list(_turns(request, family, thoughts="thoughts" not in left_out)),
        "stream": request.streamed,
    }
    if request.system.strip():
        body["system"] = wire_text(request.system)
    body.update(_tools(request, left_out))
    forced = "tool_choice" in body and body["tool_choice"] != {"type": "none"}
    if "thinking" not in left_out:
        # A model that is made to ask for a tool must not think first (PROTOCOLS 3.2).
        effort = "off" if forced else request.effort
        body["max_tokens"] = output_limit(request.model, effort, request.max_output_tokens)
        body.update(thinking(request.model, effort))
    # The vendor takes none any more; a server that does wants none beside thinking.
    if not vendor and "thinking" not in body and claude(request.model).temperature and "temperature" not in left_out:
        body.update({} if request.temperature is None else {"temperature": request.temperature})
    return body


def has_thoughts(body: Mapping[str, JsonValue]) -> bool:
    """Tell whether *body* gives thoughts of earlier answers back."""
    blocks = (block for turn in entries(body.get("messages")) for block in entries(fields(turn).get("content")))
    return any(fields(block).get("type") in _THOUGHTS for block in blocks)


def _turns(request: ModelRequest, family: str, *, thoughts: bool) -> Iterable[JsonValue]:
    turns: list[tuple[str, list[JsonValue]]] = []
    for message in sendable(request.messages, family):
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _answer_blocks(message, family, thoughts) if role == "assistant" else _user_blocks(message)
        # Results must stand in the very next message, and speakers must take turns: merge what follows itself.
        if turns and turns[-1][0] == role:
            turns[-1][1].extend(blocks)
        elif blocks:
            turns.append((role, blocks))
    return ({"role": role, "content": blocks} for role, blocks in turns)


def _tools(request: ModelRequest, left_out: Set[str]) -> dict[str, JsonValue]:
    if request.tools:
        tools: list[JsonValue] = [
            {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}
            for tool in request.tools
        ]
        choice = _choice(request, left_out)
        return {"tools": tools, "tool_choice": choice} if choice else {"tools": tools}
    named = sorted({wire_name(call.name) for message in request.messages for call in message.tool_calls})
    if not named:
        return {}
    # Old calls need their tool defined even where no tool is offered any more.
    anything: JsonValue = {"type": "object", "properties": {}}
    return {
        "tools": [{"name": name, "description": "Not available now.", "input_schema": anything} for name in named],
        "tool_choice": {"type": "none"},
    }


def _choice(request: ModelRequest, left_out: Set[str]) -> dict[str, JsonValue] | None:
    chosen = request.tool_choice
    if chosen.mode == "none":
        return {"type": "none"}
    if chosen.mode == "auto" or "tool_choice" in left_out or not claude(request.model).forced_tools:
        return None
    return {"type": "any"} if chosen.mode == "required" else {"type": "tool", "name": chosen.name}


def _user_blocks(message: Message) -> list[JsonValue]:
    blocks: list[JsonValue] = []
    for part in message.parts:
        if isinstance(part, ToolResultPart):
            blocks.append(
                {
                    "type": "tool_result",
                    "tool_use_id": part.call_id,
                    "content": wire_text(part.content) or "(empty)",
                    **({"is_error": True} if part.is_error else {}),
                }
            )
        elif isinstance(part, ImagePart):
            source: JsonValue = {"type": "base64", "media_type": part.media_type, "data": part.data}
            blocks.append({"type": "image", "source": source})
        elif isinstance(part, TextPart):
            blocks.append({"type": "text", "text": wire_text(part.text)})
    return blocks


def _answer_blocks(message: Message, family: str, thoughts: bool) -> list[JsonValue]:
    blocks: list[dict[str, JsonValue]] = []
    for piece in pieces(message, family):
        match piece:
            case Said(texts):
                blocks.extend({"type": "text", "text": wire_text(text)} for text in texts if text.strip())
            case Called(call):
                given: JsonValue = json.loads(wire_arguments(call))
                blocks.append({"type": "tool_use", "id": call.id, "name": wire_name(call.name), "input": given})
            case Native(item) if thoughts or item.get("type") not in _THOUGHTS:
                blocks.append(dict(item))
    # Thoughts that led to nothing must not end a message.
    while blocks and blocks[-1].get("type") in _THOUGHTS:
        blocks.pop()
    return list(blocks)

"""Messages request: a `ModelRequest` as the body of Anthropic's Messages. Sends nothing (PROTOCOLS 3.2)."""

import json

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ProviderPart, ToolCallPart, ToolResultPart
from vaultdesk.providers.history import sendable, wire_arguments, wire_name, wire_text
from vaultdesk.providers.provider import ModelRequest


def messages_body(request: ModelRequest, *, family: str) -> dict[str, JsonValue]:
    """Return the body for *request*; hidden items of *family* go back verbatim, others stay out."""
    turns: list[tuple[str, list[JsonValue]]] = []
    for message in sendable(request.messages):
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _answer_blocks(message, family) if role == "assistant" else _user_blocks(message)
        # Results must stand in the very next message, and speakers must take turns: merge what follows itself.
        if turns and turns[-1][0] == role:
            turns[-1][1].extend(blocks)
        else:
            turns.append((role, blocks))
    body: dict[str, JsonValue] = {
        "model": request.model,
        "max_tokens": request.max_output_tokens,
        "messages": [{"role": role, "content": blocks} for role, blocks in turns],
        "stream": True,
    }
    if request.system.strip():
        body["system"] = wire_text(request.system)
    body.update(_tools(request))
    return body


def _tools(request: ModelRequest) -> dict[str, JsonValue]:
    if request.tools:
        return {
            "tools": [
                {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}
                for tool in request.tools
            ]
        }
    named = sorted({wire_name(call.name) for message in request.messages for call in message.tool_calls})
    if not named:
        return {}
    # Old calls need their tool defined even where no tool is offered any more.
    anything: JsonValue = {"type": "object", "properties": {}}
    return {
        "tools": [{"name": name, "description": "Not available now.", "input_schema": anything} for name in named],
        "tool_choice": {"type": "none"},
    }


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
        elif part.kind == "text":
            blocks.append({"type": "text", "text": wire_text(part.text)})
    return blocks


def _answer_blocks(message: Message, family: str) -> list[JsonValue]:
    spoken: list[JsonValue] = []
    hidden: list[tuple[int, JsonValue]] = []
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            arguments: JsonValue = json.loads(wire_arguments(part))
            spoken.append({"type": "tool_use", "id": part.id, "name": wire_name(part.name), "input": arguments})
        elif isinstance(part, ProviderPart) and part.family == family:
            hidden.extend(_replayed(part))
        elif part.kind == "text":
            spoken.append({"type": "text", "text": wire_text(part.text)})
    blocks: list[JsonValue] = []
    for place, block in enumerate([*spoken, None]):
        blocks.extend(item for after, item in hidden if after == place or (block is None and after > place))
        if block is not None:
            blocks.append(block)
    return blocks


def _replayed(part: ProviderPart) -> list[tuple[int, JsonValue]]:
    """Return a hidden block with how many spoken ones stood before it. What is not in our shape stays out."""
    if isinstance(part.item, dict):
        after, block = part.item.get("after"), part.item.get("block")
        if isinstance(after, int) and isinstance(block, dict):
            return [(after, block)]
    return []

"""Chat request: a `ModelRequest` as the body of Chat Completions. Sends nothing (PROTOCOLS 3.1)."""

from collections.abc import Mapping

from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Message, TextPart, ToolResultPart
from vaultdesk.providers.chat_dialect import ChatDialect
from vaultdesk.providers.chat_replay import Receiver, put_back
from vaultdesk.providers.history import sendable, wire_arguments, wire_name, wire_text
from vaultdesk.providers.provider import Effort, ModelRequest, ToolChoice, ToolSpec

_EFFORT: Mapping[Effort, str] = {"off": "none", "low": "low", "medium": "medium", "high": "high"}
"""The wire's words; a model that cannot leave thinking out refuses "none" by name, and is then not told."""


def chat_body(request: ModelRequest, to: Receiver) -> dict[str, JsonValue]:
    """Return the body for *request*, with all that some servers refuse (see refused_parts.py)."""
    messages: list[JsonValue] = []
    if request.system.strip():
        messages.append({"role": "system", "content": wire_text(request.system)})
    after_tools = False
    for message in sendable(request.messages, to.family):
        messages.extend(_wire_messages(message, to, after_tools=after_tools))
        after_tools = message.role != "user" and (after_tools or message.role == "tool")
    body: dict[str, JsonValue] = {"model": request.model, "messages": messages, "stream": request.streamed}
    if request.streamed:
        body["stream_options"] = {"include_usage": True}
    if request.tools:
        body["tools"] = [_wire_tool(tool) for tool in request.tools]
        if request.tool_choice.mode != "auto":
            body["tool_choice"] = _wire_choice(request.tool_choice)
    body.update(_wishes(request, to.dialect))
    return body


def _wishes(request: ModelRequest, dialect: ChatDialect) -> dict[str, JsonValue]:
    """Return the fields for how long, how warm and how thoughtful the answer should be."""
    wishes: dict[str, JsonValue] = {}
    if dialect.length_field:
        wishes[dialect.length_field] = request.max_output_tokens
    if request.temperature is not None:
        wishes["temperature"] = request.temperature
    if request.effort and dialect.effort == "reasoning_effort":
        wishes["reasoning_effort"] = _EFFORT[request.effort]
    elif request.effort and dialect.effort == "reasoning":
        wishes["reasoning"] = {"effort": _EFFORT[request.effort]}
    if dialect.asks_cost:
        wishes["usage"] = {"include": True}
    return wishes


def _wire_messages(message: Message, to: Receiver, *, after_tools: bool) -> list[JsonValue]:
    if message.role == "tool":
        return [
            {"role": "tool", "tool_call_id": part.call_id, "content": wire_text(part.content)}
            for part in message.parts
            if isinstance(part, ToolResultPart)
        ]
    if message.role == "user":
        return [{"role": "user", "content": _asked(message)}]
    answer: dict[str, JsonValue] = {"role": "assistant", "content": wire_text("".join(_texts(message))) or None}
    if message.tool_calls:
        answer["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": wire_name(call.name), "arguments": wire_text(wire_arguments(call))},
            }
            for call in message.tool_calls
        ]
    put_back(answer, message, to, after_tools=after_tools)
    return [answer]


def _asked(message: Message) -> JsonValue:
    """Return a question's content: a plain text where it is one, since some servers read nothing else."""
    if not message.images:
        return wire_text("\n\n".join(_texts(message)))
    content: list[JsonValue] = []
    for part in message.parts:
        if isinstance(part, ImagePart):
            content.append({"type": "image_url", "image_url": {"url": f"data:{part.media_type};base64,{part.data}"}})
        elif isinstance(part, TextPart):
            content.append({"type": "text", "text": wire_text(part.text)})
    return content


def _texts(message: Message) -> list[str]:
    return [part.text for part in message.parts if part.kind == "text"]


def _wire_tool(tool: ToolSpec) -> JsonValue:
    """Return *tool* as it is offered: without `strict`, which wants every parameter required (PROTOCOLS 5.5.27)."""
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
    }


def _wire_choice(choice: ToolChoice) -> JsonValue:
    if choice.mode == "tool":
        return {"type": "function", "function": {"name": choice.name}}
    return choice.mode

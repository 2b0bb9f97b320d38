"""Chat request: a `ModelRequest` as the body of Chat Completions. Sends nothing (PROTOCOLS 3.1)."""

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ToolResultPart
from vaultdesk.providers.history import sendable, wire_arguments, wire_name, wire_text
from vaultdesk.providers.provider import ModelRequest, ToolSpec

OPTIONAL = ("stream_options", "max_completion_tokens", "parallel_tool_calls")
"""Parts of a body that some compatible server refuses and that an answer can be had without."""


def chat_body(request: ModelRequest, *, vendor: bool) -> dict[str, JsonValue]:
    """Return the body for *request*. OpenAI itself is told a token limit; others count theirs against the prompt."""
    messages: list[JsonValue] = []
    if request.system.strip():
        messages.append({"role": "system", "content": wire_text(request.system)})
    for message in sendable(request.messages):
        messages.extend(_wire_messages(message))
    body: dict[str, JsonValue] = {
        "model": request.model,
        "messages": messages,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if vendor:
        body["max_completion_tokens"] = request.max_output_tokens
    if request.tools:
        body["tools"] = [_wire_tool(tool) for tool in request.tools]
    return body


def _wire_messages(message: Message) -> list[JsonValue]:
    if message.role == "tool":
        return [
            {"role": "tool", "tool_call_id": part.call_id, "content": wire_text(part.content)}
            for part in message.parts
            if isinstance(part, ToolResultPart)
        ]
    if message.role == "user":
        return [{"role": "user", "content": wire_text("\n\n".join(_texts(message)))}]
    answer: dict[str, JsonValue] = {"role": "assistant", "content": wire_text("".join(_texts(message))) or None}
    if message.tool_calls:
        answer["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": wire_name(call.name), "arguments": wire_arguments(call)},
            }
            for call in message.tool_calls
        ]
    return [answer]


def _texts(message: Message) -> list[str]:
    return [part.text for part in message.parts if part.kind == "text"]


def _wire_tool(tool: ToolSpec) -> JsonValue:
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
    }

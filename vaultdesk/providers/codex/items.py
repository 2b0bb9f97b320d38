"""Items: a request as codex takes it: what a thread is begun with, its history, its question. Sends nothing.

History goes in as the model's own items (`thread/inject_items`), not as text. Hidden reasoning is not among them: it
lives in codex's thread and lasts as long as the turn, also across our tools.
"""

from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Message, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.providers.codex.mailbox import Said
from vaultdesk.providers.history import sendable, wire_arguments, wire_name
from vaultdesk.providers.provider import Effort, ModelRequest, ToolChoice

OWN_MODEL = ("", "default")
"""Names that leave the model to codex and its settings."""

_EFFORTS: Mapping[Effort, str] = {"off": "low", "low": "low", "medium": "medium", "high": "high"}
"""Codex has no "off" that every model takes; low is the least all have."""


def thread_start(request: ModelRequest, folder: str, extensions: Iterable[str]) -> Said:
    """Return how a thread for *request* begins: empty *folder*, no surroundings, none of the person's *extensions*."""
    return {
        "model": None if request.model in OWN_MODEL else request.model,
        "ephemeral": True,
        "cwd": folder,
        "environments": [],  # without one codex has nowhere to run a command or change a file
        "sandbox": "read-only",
        "approvalPolicy": "never",
        "baseInstructions": request.system,
        "developerInstructions": _choice(request.tool_choice),
        "config": {"mcp_servers": {name: {"enabled": False} for name in extensions}},
        "dynamicTools": _tools(request) or None,
        "experimentalRawEvents": True,
    }


def turn_start(request: ModelRequest, thread: str, question: list[JsonValue]) -> Said:
    """Return how *question* is put to *thread*."""
    effort = _EFFORTS.get(request.effort)
    return {"threadId": thread, "input": question, **({"effort": effort} if effort else {})}


def history_and_question(messages: Iterable[Message], family: str) -> tuple[list[JsonValue], list[JsonValue]]:
    """Return what was said before, as items, and what is asked now; the latter is empty after a tool's results."""
    whole = sendable(messages, family)
    *before, last = whole or (None,)
    if last is None or last.role != "user":
        return [item for message in whole for item in _items(message)], []
    return [item for message in before if message for item in _items(message)], _input(last)


def offered(request: ModelRequest) -> frozenset[str]:
    """Return the names of the tools the model is given."""
    return frozenset() if request.tool_choice.mode == "none" else frozenset(tool.name for tool in request.tools)


def _tools(request: ModelRequest) -> list[JsonValue]:
    names = offered(request)
    return [
        {
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "inputSchema": dict(tool.parameters),
        }
        for tool in request.tools
        if tool.name in names
    ]


def _choice(choice: ToolChoice) -> str:
    """Return in words what codex has no field for."""
    match choice.mode:
        case "required":
            return "Use one of the tools before you answer."
        case "tool":
            return f"Use the tool {choice.name} before you answer."
        case "auto" | "none":
            return ""


def _input(message: Message) -> list[JsonValue]:
    found: list[JsonValue] = []
    for part in message.parts:
        if isinstance(part, ImagePart):
            found.append({"type": "image", "url": _data_url(part)})
        elif isinstance(part, TextPart):
            found.append({"type": "text", "text": part.text, "text_elements": []})
    return found


def _items(message: Message) -> Iterable[JsonValue]:
    """Return the items of one message; text between calls keeps its place."""
    said = "output_text" if message.role == "assistant" else "input_text"
    content: list[JsonValue] = []
    for part in message.parts:
        if isinstance(part, TextPart):
            content.append({"type": said, "text": part.text})
        elif isinstance(part, ImagePart):
            content.append({"type": "input_image", "image_url": _data_url(part)})
        elif isinstance(part, ToolCallPart):
            yield from _spoken(message, content)
            content = []
            yield {
                "type": "function_call",
                "name": wire_name(part.name),
                "arguments": wire_arguments(part),
                "call_id": part.id,
            }
        elif isinstance(part, ToolResultPart):
            yield {"type": "function_call_output", "call_id": part.call_id, "output": part.content}
    yield from _spoken(message, content)


def _spoken(message: Message, content: list[JsonValue]) -> Iterable[JsonValue]:
    if content:
        yield {"type": "message", "role": message.role, "content": content}


def _data_url(picture: ImagePart) -> str:
    return f"data:{picture.media_type};base64,{picture.data}"

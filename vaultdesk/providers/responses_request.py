"""Responses request: a `ModelRequest` as the body of OpenAI's Responses. Sends nothing (PROTOCOLS 2.1)."""

from collections.abc import Iterable, Mapping, Sequence, Set

from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Message, TextPart, ToolResultPart
from vaultdesk.providers.history import sendable, wire_arguments, wire_name, wire_text
from vaultdesk.providers.layout import Called, Native, Said, pieces
from vaultdesk.providers.loose_json import entries, words
from vaultdesk.providers.provider import Effort, ModelRequest
from vaultdesk.providers.responses_items import KINDS

OPTIONAL = (
    "include",
    "reasoning",
    "reasoning.effort",
    "reasoning.summary",
    "temperature",
    "tool_choice",
    "parallel_tool_calls",
    "max_output_tokens",
)
"""Parts of a body that some server or model refuses by name, and that an answer can be had without.

`store` is none of them: without it a server keeps the chat, and that is not ours to give away for an answer.
"""

ITEMS = "items"
"""Stands for the native items of earlier answers among what is left out."""

_EFFORTS: Mapping[Effort, tuple[str, ...]] = {
    "off": ("none", "minimal", "low"),  # what the least is differs by model
    "low": ("low",),
    "medium": ("medium",),
    "high": ("high",),
}


def responses_body(request: ModelRequest, *, family: str, left_out: Set[str] = frozenset()) -> dict[str, JsonValue]:
    """Return the body for *request*; native items of *family* go back verbatim, others stay out.

    *left_out* names parts that were refused: those of `OPTIONAL`, `reasoning.effort=none` for one value, `ITEMS`.
    """
    body: dict[str, JsonValue] = {
        "model": request.model,
        "input": list(_input(request.messages, "" if ITEMS in left_out else family)),
        "stream": request.streamed,
        # The server keeps nothing: what it needs of its own thoughts travels encrypted with the chat.
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "max_output_tokens": request.max_output_tokens,
    }
    if request.system.strip():
        body["instructions"] = wire_text(request.system)
    if reasoning := _reasoning(request.effort, left_out):
        body["reasoning"] = reasoning
    if request.temperature is not None:
        body["temperature"] = request.temperature
    body.update(_tools(request))
    return {name: value for name, value in body.items() if name not in left_out}


def effort_sent(body: Mapping[str, JsonValue]) -> str:
    """Return how much thinking *body* asks for; empty where it does not say."""
    reasoning = body.get("reasoning")
    return words(reasoning.get("effort")) if isinstance(reasoning, dict) else ""


def _reasoning(effort: Effort, left_out: Set[str]) -> dict[str, JsonValue]:
    values = () if "reasoning.effort" in left_out else _EFFORTS.get(effort, ())
    asked = next((value for value in values if f"reasoning.effort={value}" not in left_out), "")
    summary: dict[str, JsonValue] = {} if "reasoning.summary" in left_out else {"summary": "auto"}
    return {**({"effort": asked} if asked else {}), **summary}


def _tools(request: ModelRequest) -> dict[str, JsonValue]:
    if not request.tools:
        return {}
    tools: list[JsonValue] = [
        {
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
            # Strict is the default here, and wants every parameter to be required (PROTOCOLS 5.5.27).
            "strict": False,
        }
        for tool in request.tools
    ]
    chosen = request.tool_choice
    fields: dict[str, JsonValue] = {"tools": tools, "parallel_tool_calls": True}
    if chosen.mode != "auto":
        named: JsonValue = {"type": "function", "name": chosen.name}
        fields["tool_choice"] = named if chosen.mode == "tool" else chosen.mode
    return fields


def _input(messages: Sequence[Message], family: str) -> Iterable[JsonValue]:
    for message in sendable(messages, family):
        if message.role == "assistant":
            yield from _answer_items(message, family)
            continue
        content: list[JsonValue] = [part for part in map(_content, message.parts) if part is not None]
        if content:
            yield {"type": "message", "role": "user", "content": content}
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                yield {"type": "function_call_output", "call_id": part.call_id, "output": wire_text(part.content)}


def _content(part: object) -> JsonValue:
    match part:
        case TextPart(text=text):
            return {"type": "input_text", "text": wire_text(text)}
        case ImagePart(media_type=kind, data=data):
            return {"type": "input_image", "image_url": f"data:{kind};base64,{data}", "detail": "auto"}
        case _:
            return None


def _answer_items(message: Message, family: str) -> Iterable[JsonValue]:
    items: list[dict[str, JsonValue]] = []
    for piece in pieces(message, family):
        match piece:
            case Said(texts, extra):
                items.append(_spoken(texts, extra))
            case Called(call, extra):
                name, arguments = wire_name(call.name), wire_arguments(call)
                told: dict[str, JsonValue] = {"call_id": call.id, "name": name, "arguments": arguments}
                items.append({**extra, "type": "function_call", **told})
            case Native(item):
                items.append(dict(item))
    # Reasoning must not stand without what it led to.
    while items and items[-1].get("type") == "reasoning":
        items.pop()
    return items


def _spoken(texts: Sequence[str], extra: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    kinds = [words(kind) for kind in entries(extra.get(KINDS))]
    if len(kinds) != len(texts):
        return {"type": "message", "role": "assistant", "content": wire_text("".join(texts))}
    content: list[JsonValue] = [
        {"type": "refusal", "refusal": wire_text(text)}
        if kind == "refusal"
        else {"type": "output_text", "text": wire_text(text), "annotations": []}
        for kind, text in zip(kinds, texts, strict=True)
    ]
    known = {name: value for name, value in extra.items() if name != KINDS}
    return {**known, "type": "message", "role": "assistant", "content": content}

"""Wire responses: scripted turns as bytes of the OpenAI Responses API (vaultdesk/providers/README.md, "Responses").
Contains no server."""

import json
from collections.abc import Iterator
from typing import Any

from tests.support.wire_turns import Call, Turn, sse, text_halves, text_pieces

Event = dict[str, Any]

RESPONSE: Event = {
    "id": "resp_wire",
    "object": "response",
    "created_at": 1_760_000_000,
    "model": "scripted",
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
    "error": None,
    "incomplete_details": None,
}
"""Fields of every response object."""


def encoded(turn: Turn) -> list[bytes]:
    """Return the events of *turn*."""
    events = list(events_of(turn))
    if turn.error_after is not None:
        error = {"type": "error", "code": "server_error", "message": "The server is overloaded", "param": None}
        events = [*events[: turn.error_after], {**error, "sequence_number": turn.error_after}]
    return [sse(event, event["type"]) for event in events]


def events_of(turn: Turn) -> Iterator[Event]:
    """Return the events of *turn* as objects, numbered from 0."""
    return ({**event, "sequence_number": number} for number, event in enumerate(_events(turn)))


def final_response(turn: Turn) -> Event:
    """Return the final response object of *turn*, which is the answer without streaming."""
    output = [item for item, _ in _items(turn)]
    response = {**RESPONSE, "status": "completed", "output": output, "usage": _usage(turn)}
    if turn.stop == "failed":
        return {**response, "status": "failed", "error": {"code": "server_error", "message": "It went wrong."}}
    if turn.stop:
        return {**response, "status": "incomplete", "incomplete_details": {"reason": turn.stop}}
    return response


def _events(turn: Turn) -> Iterator[Event]:
    initial = {**RESPONSE, "status": "in_progress", "output": [], "usage": None}
    yield {"type": "response.created", "response": initial}
    yield {"type": "response.in_progress", "response": initial}
    for index, (item, inner) in enumerate(_items(turn)):
        yield {"type": "response.output_item.added", "output_index": index, "item": _beginning(item)}
        for event in inner:
            yield {**event, "item_id": item["id"], "output_index": index}
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    last = final_response(turn)
    yield {"type": f"response.{last['status']}", "response": last}


def _items(turn: Turn) -> Iterator[tuple[Event, list[Event]]]:
    """Yield each completed item with the events between its start and end."""
    if turn.reasoning:
        summary_part = {"type": "summary_text", "text": turn.reasoning}
        item = {"id": "rs_wire", "type": "reasoning", "summary": [summary_part], "encrypted_content": "gAAAA-done"}
        yield item, list(_summary(turn.reasoning))
    if turn.text:
        pieces = text_pieces(turn.text)
        content = [{"type": "output_text", "text": "".join(pieces), "annotations": [], "logprobs": []}]
        message = {"id": "msg_wire", "type": "message", "role": "assistant", "status": "completed", "content": content}
        yield message, list(_spoken(pieces))
    for index, call in enumerate(turn.calls):
        head = {"id": f"fc_wire_{index}", "type": "function_call", "call_id": call.id or f"call_wire_{index}"}
        yield {**head, "name": call.name, "arguments": call.text, "status": "completed"}, list(_arguments(call))


def _beginning(item: Event) -> Event:
    match item["type"]:
        case "reasoning":
            return {**item, "summary": [], "encrypted_content": "gAAAA-added"}
        case "message":
            return {**item, "status": "in_progress", "content": []}
        case _:
            return {**item, "status": "in_progress", "arguments": ""}


def _summary(text: str) -> Iterator[Event]:
    at = {"summary_index": 0}
    kind = "response.reasoning_summary"
    yield {"type": f"{kind}_part.added", **at, "part": {"type": "summary_text", "text": ""}}
    for half in text_halves(text):
        yield {"type": f"{kind}_text.delta", **at, "delta": half, "obfuscation": "x7Ty"}
    yield {"type": f"{kind}_text.done", **at, "text": text}
    yield {"type": f"{kind}_part.done", **at, "part": {"type": "summary_text", "text": text}}


def _spoken(pieces: list[str]) -> Iterator[Event]:
    part = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
    text, at = "".join(pieces), {"content_index": 0}
    yield {"type": "response.content_part.added", **at, "part": part}
    for piece in pieces:
        yield {"type": "response.output_text.delta", **at, "delta": piece, "logprobs": [], "obfuscation": "Qm"}
    yield {"type": "response.output_text.done", **at, "text": text, "logprobs": []}
    yield {"type": "response.content_part.done", **at, "part": {**part, "text": text}}


def _arguments(call: Call) -> Iterator[Event]:
    kind = "response.function_call_arguments"
    for half in text_halves(call.text):
        yield {"type": f"{kind}.delta", "delta": half, "obfuscation": "k"}
    yield {"type": f"{kind}.done", "arguments": call.text, "name": call.name}


def _usage(turn: Turn) -> Event | None:
    if turn.usage is None:
        return None
    return {
        "input_tokens": turn.usage[0],
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": turn.usage[1],
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": sum(turn.usage),
    }


def body(turn: Turn) -> bytes:
    """Return *turn* as one JSON value."""
    return json.dumps(final_response(turn)).encode()

"""Wire turns: answers of a scripted server, encoded in the formats of OpenAI and Anthropic. Contains no server."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from vaultdesk.core.values import replace

Wire = Literal["openai", "anthropic", "responses", "ollama"]


@dataclass(frozen=True)
class Call:
    """A tool call of the scripted model. `arguments` given as text are sent unchanged, for invalid JSON."""

    name: str
    arguments: dict[str, Any] | str = field(default_factory=dict)
    id: str = ""
    signature: str = ""
    """Signature that Gemini adds on its chat endpoint."""

    @property
    def text(self) -> str:
        return self.arguments if isinstance(self.arguments, str) else json.dumps(self.arguments, ensure_ascii=False)


@dataclass(frozen=True)
class Turn:
    """One answer of the scripted model."""

    text: str | Sequence[str] = ""
    """The answer; a sequence is sent in these pieces, a string word by word."""
    calls: Sequence[Call] = ()
    reasoning: str = ""
    details: Sequence[dict[str, Any]] = ()
    """Reasoning details of OpenRouter, one per chunk."""
    usage: tuple[int, int] | None = (10, 5)
    stop: str = ""
    """Stop reason of the vendor; the usual one if empty."""
    piece: int = 0
    """Send the body in pieces of this many bytes, regardless of event boundaries; 0 sends event by event."""
    cut_after: int | None = None
    """Close the connection after this many events."""
    hold_after: int | None = None
    """After this many events wait for `server.release()` or until the client disconnects."""
    error_after: int | None = None
    """After this many events send the error event of the vendor (overloaded) and stop."""


@dataclass(frozen=True)
class Raw:
    """A response given as bytes."""

    body: bytes = b""
    status: int = 200
    content_type: str = "text/event-stream"
    headers: dict[str, str] = field(default_factory=dict)
    endless: bytes = b""
    """Sent repeatedly after `body`, until the client disconnects."""
    hold: bool = False
    """After `body` wait for `server.release()` or until the client disconnects."""
    reset: bool = False
    """Announce a longer body than is sent, so that the client sees a broken connection."""


@dataclass(frozen=True)
class Recorded:
    """One received request."""

    method: str
    path: str
    headers: dict[str, str]
    """Names in lower case."""
    json: Any

    @property
    def key(self) -> str:
        """The API key, from either header."""
        return self.headers.get("authorization", "").removeprefix("Bearer ") or self.headers.get("x-api-key", "")


Reply = Turn | Raw
Script = Sequence[Reply | Callable[[Recorded], Reply]] | Callable[[Recorded], Reply]


def html() -> Raw:
    """Return a web page with status 200, as from a wrong address."""
    return Raw(b"<!DOCTYPE html><html><body>Welcome</body></html>", content_type="text/html; charset=utf-8")


def echoed_401(request: Recorded) -> Raw:
    """Return an error that repeats the API key, as vendors do."""
    body = {"error": {"message": f"Incorrect API key provided: {request.key}.", "type": "invalid_request_error"}}
    return Raw(json.dumps(body).encode(), 401, "application/json")


def refused(status: int, message: str, *, code: str = "", **headers: str) -> Raw:
    """Return an error in the common format of both vendors; headers as `retry_after="7"`."""
    body = {"type": "error", "error": {"type": code or "invalid_request_error", "code": code, "message": message}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Raw(json.dumps(body).encode(), status, "application/json", named)


def redirect(to: str, status: int = 307) -> Raw:
    """Return a redirect to another server."""
    return Raw(b"", status, "text/plain", {"Location": to})


def comments_for_ever() -> Raw:
    """Return an endless stream of comments without events."""
    return Raw(endless=b": still thinking\n\n")


def encoded(wire: Wire, turn: Turn) -> list[bytes]:
    """Return the events of *turn*, each with its blank line."""
    # Imported here: those modules import this one.
    from tests.support import wire_ollama, wire_responses

    if wire == "responses":
        return wire_responses.encoded(turn)
    if wire == "ollama":
        return wire_ollama.encoded(turn)
    events = list(_openai(turn) if wire == "openai" else _anthropic(turn))
    if turn.error_after is not None:
        error = {"type": "overloaded_error", "message": "Overloaded"}
        error_event = sse({"error": error}) if wire == "openai" else sse({"type": "error", "error": error}, "error")
        return [*events[: turn.error_after], error_event]
    return events


def sse(data: Any, event: str = "") -> bytes:
    """Return one server-sent event."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    return (f"event: {event}\n" if event else "").encode() + f"data: {text}\n\n".encode()


def chat_chunk(delta: dict[str, Any], finish: str | None = None, index: int = 0) -> dict[str, Any]:
    """Return one chunk of Chat Completions."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "scripted",
        "choices": [{"index": index, "delta": delta, "finish_reason": finish}],
    }


def text_pieces(text: str | Sequence[str]) -> list[str]:
    if not isinstance(text, str):
        return list(text)
    words = text.split(" ")
    return [word if index == 0 else f" {word}" for index, word in enumerate(words)] if text else []


def text_halves(text: str) -> list[str]:
    middle = len(text) // 2
    return [half for half in (text[:middle], text[middle:]) if half]


def _openai(turn: Turn) -> Iterator[bytes]:
    yield sse(chat_chunk({"role": "assistant", "content": ""}))
    if turn.reasoning:
        yield sse(chat_chunk({"reasoning_content": turn.reasoning}))
    for detail in turn.details:
        yield sse(chat_chunk({"reasoning_details": [detail]}))
    for piece in text_pieces(turn.text):
        yield sse(chat_chunk({"content": piece}))
    for index, call in enumerate(turn.calls):
        head: dict[str, Any] = {"index": index, "id": call.id or f"call_wire_{index}", "type": "function"}
        if call.signature:
            head["extra_content"] = {"google": {"thought_signature": call.signature}}
        yield sse(chat_chunk({"tool_calls": [{**head, "function": {"name": call.name, "arguments": ""}}]}))
        for half in text_halves(call.text):
            yield sse(chat_chunk({"tool_calls": [{"index": index, "function": {"arguments": half}}]}))
    yield sse(chat_chunk({}, turn.stop or ("tool_calls" if turn.calls else "stop")))
    if turn.usage:
        used = {"prompt_tokens": turn.usage[0], "completion_tokens": turn.usage[1], "total_tokens": sum(turn.usage)}
        yield sse({**chat_chunk({}), "choices": [], "usage": used})
    yield sse("[DONE]")


def _anthropic(turn: Turn) -> Iterator[bytes]:
    def event(kind: str, **fields: Any) -> bytes:
        return sse({"type": kind, **fields}, kind)

    blocks: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    if turn.reasoning:
        thinking_deltas = [
            {"type": "thinking_delta", "thinking": turn.reasoning},
            {"type": "signature_delta", "signature": "c2ln"},
        ]
        blocks.append(({"type": "thinking", "thinking": "", "signature": ""}, thinking_deltas))
    if turn.text:
        text_deltas = [{"type": "text_delta", "text": piece} for piece in text_pieces(turn.text)]
        blocks.append(({"type": "text", "text": ""}, text_deltas))
    for number, call in enumerate(turn.calls):
        head = {"type": "tool_use", "id": call.id or f"toolu_wire_{number}", "name": call.name, "input": {}}
        halves = [{"type": "input_json_delta", "partial_json": half} for half in ["", *text_halves(call.text)]]
        blocks.append((head, halves))
    start = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": []}
    tokens = turn.usage or (0, 0)
    usage = {"input_tokens": tokens[0], "output_tokens": 1}
    yield event("message_start", message={**start, "stop_reason": None, "stop_sequence": None, "usage": usage})
    yield event("ping")
    for index, (block, deltas) in enumerate(blocks):
        yield event("content_block_start", index=index, content_block=block)
        for delta in deltas:
            yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    stop = turn.stop or ("tool_use" if turn.calls else "end_turn")
    stop_fields = {"stop_reason": stop, "stop_sequence": None}
    yield event("message_delta", delta=stop_fields, usage={"output_tokens": tokens[1]})
    yield event("message_stop")


def cut(turn: Turn, after: int) -> Turn:
    """Return *turn* with its connection closed after *after* events."""
    return replace(turn, cut_after=after)

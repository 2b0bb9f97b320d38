"""Wire ollama: scripted turns as bytes of Ollama's /api/chat, and other responses of Ollama. Contains no server."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tests.support.wire_turns import Call, Raw, Recorded, Turn, text_pieces

DURATIONS = {
    "total_duration": 5_191_566_416,
    "load_duration": 2_154_458,
    "prompt_eval_duration": 383_809_000,
    "eval_duration": 4_799_921_000,
}
"""Nanoseconds, as sent by the real server in its last line."""


def encoded(turn: Turn) -> list[bytes]:
    """Return the lines of *turn*."""
    lines = [ndjson(line) for line in _lines(turn)]
    if turn.error_after is not None:
        return [*lines[: turn.error_after], ndjson({"error": "Overloaded"})]
    return lines


def complete_response(turn: Turn) -> Raw:
    """Return *turn* as a response without streaming."""
    message = {"role": "assistant", "content": "".join(text_pieces(turn.text))}
    if turn.reasoning:
        message["thinking"] = turn.reasoning
    calls = {"tool_calls": [_call(call) for call in turn.calls]} if turn.calls else {}
    return reply(chunk({**message, **calls}, **_last(turn)))


def chunk(message: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    """Return one line of an answer."""
    head = {"model": "scripted", "created_at": "2026-11-21T10:00:00.123456789Z"}
    return {**head, "message": {"role": "assistant", "content": "", **message}, "done": False, **fields}


def ndjson(line: Any) -> bytes:
    """Return *line* as JSON with a line end; Ollama does not escape non-ASCII characters."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def reply(body: Any, status: int = 200) -> Raw:
    """Return *body* as a JSON response."""
    return Raw(json.dumps(body).encode(), status, "application/json; charset=utf-8")


def refused(status: int, message: str, **fields: Any) -> Raw:
    """Return an error in the format of Ollama."""
    return reply({"error": message, **fields}, status)


def shown(
    *capabilities: str, context: int = 40_960, thinking: Mapping[str, Any] | None = None, **fields: Any
) -> dict[str, Any]:
    """Return the response of /api/show for a model."""
    info = {
        "general.architecture": "qwen3",
        "general.parameter_count": 4_022_468_096,
        "qwen3.attention.head_count": 32,
        "qwen3.attention.head_count_kv": 8,
        "qwen3.attention.key_length": 128,
        "qwen3.attention.value_length": 128,
        "qwen3.block_count": 36,
        "qwen3.context_length": context,
        "qwen3.embedding_length": 2560,
        "tokenizer.ggml.tokens": None,
    }
    response = {"license": "Apache", "modelfile": "FROM x", "details": {"family": "qwen3"}, "model_info": info}
    if capabilities:
        response["capabilities"] = list(capabilities)
    return {**response, **({"thinking": dict(thinking)} if thinking else {}), **fields}


def facts(
    models: Mapping[str, dict[str, Any] | Raw], loaded: Sequence[str] = ()
) -> dict[str, Callable[[Recorded], Raw]]:
    """Return the routes of a server with *models*, each with its /api/show response."""
    listed = [{"name": name, "model": name, "modified_at": "", "size": 1, "digest": "0"} for name in models]
    running = [{"name": name, "model": name, "size_vram": 1, "context_length": 4096} for name in loaded]

    def show(request: Recorded) -> Raw:
        response = models.get(request.json["model"])
        if response is None:
            return refused(404, f"model '{request.json['model']}' not found")
        return response if isinstance(response, Raw) else reply(response)

    return {
        "/api/tags": lambda _: reply({"models": listed}),
        "/api/ps": lambda _: reply({"models": running}),
        "/api/show": show,
        "/api/version": lambda _: reply({"version": "0.32.9"}),
    }


def _lines(turn: Turn) -> Iterator[dict[str, Any]]:
    for piece in text_pieces(turn.reasoning):
        yield chunk({"thinking": piece})
    for piece in text_pieces(turn.text):
        yield chunk({"content": piece})
    for call in turn.calls:
        yield chunk({"tool_calls": [_call(call)]})
    yield chunk({}, **_last(turn))


def _last(turn: Turn) -> dict[str, Any]:
    counts = {"prompt_eval_count": turn.usage[0], "eval_count": turn.usage[1]} if turn.usage else {}
    return {"done": True, "done_reason": turn.stop or "stop", **DURATIONS, **counts}


def _call(call: Call) -> dict[str, Any]:
    function = {"index": 0, "name": call.name, "arguments": call.arguments}
    return {**({"id": call.id} if call.id else {}), "function": function}

"""Wire llama.cpp: responses of the llama.cpp server of 2026 outside Chat Completions. Contains no server."""

import json
from collections.abc import Callable
from typing import Any

from tests.support.wire_turns import Raw, Recorded, Turn, chat_chunk, encoded, sse

TEMPLATE_WITHOUT_TOOLS = "{% for message in messages %}{{ message['role'] + message['content'] }}{% endfor %}"
TEMPLATE_WITH_TOOLS = "{% if tools %}{{ tools | tojson }}{% endif %}" + TEMPLATE_WITHOUT_TOOLS


def model_list(name: str = "smol", *, n_ctx: int = 4096, weights: int = 134_515_008) -> dict[str, Any]:
    """Return the response of `/v1/models`, which contains two lists."""
    meta = {"vocab_type": 2, "n_vocab": 49_152, "n_ctx": n_ctx, "n_ctx_train": 8192, "n_embd": 576, "n_params": weights}
    return {
        "models": [{"name": name, "model": name, "type": "model", "capabilities": ["completion"]}],
        "object": "list",
        "data": [
            {"id": name, "object": "model", "created": 1_795_735_527, "owned_by": "llamacpp", "meta": meta},
        ],
    }


def properties(
    *, n_ctx: int = 4096, supports_tools: bool | None = False, template: str = "", vision: bool = False
) -> dict[str, Any]:
    """Return the response of `/props`; with *supports_tools* None as of a version without this field."""
    caps = {} if supports_tools is None else {"chat_template_caps": {"supports_tools": supports_tools}}
    return {
        "default_generation_settings": {"params": {"temperature": 0.8}, "n_ctx": n_ctx},
        "total_slots": 1,
        "modalities": {"vision": vision, "audio": False},
        "chat_template": template or TEMPLATE_WITHOUT_TOOLS,
        "build_info": "b0-unknown",
        "is_sleeping": False,
        **caps,
    }


def routes(listed: dict[str, Any], properties: dict[str, Any] | Raw) -> dict[str, Callable[[Recorded], Raw]]:
    """Return the routes of a server with these responses."""
    headers = {"Server": "llama.cpp"}

    def answer(body: Any) -> Callable[[Recorded], Raw]:
        return lambda _: Raw(json.dumps(body).encode(), 200, "application/json; charset=utf-8", headers)

    return {
        "/v1/models": answer(listed),
        "/props": (lambda _: properties) if isinstance(properties, Raw) else answer(properties),
    }


def loading() -> Raw:
    """Return the error of a server that is still loading its model."""
    error = {"code": 503, "message": "Loading model", "type": "unavailable_error"}
    return Raw(json.dumps({"error": error}).encode(), 503, "application/json; charset=utf-8")


def progress(read: int, total: int) -> bytes:
    """Return the chunk that reports how much of the prompt is processed."""
    fields = {"total": total, "cache": 0, "processed": read, "time_ms": 7}
    return sse({**chat_chunk({"role": "assistant", "content": None}), "prompt_progress": fields})


def with_progress(turn: Turn, *read: int, total: int) -> Raw:
    """Return *turn* preceded by progress chunks of its prompt."""
    return Raw(b"".join([*(progress(count, total) for count in read), *encoded("openai", turn)]))

"""Wire llama.cpp: what llama.cpp's own server answers beside Chat Completions, as a real one of 2026 does. Serves
nothing."""

import json
from collections.abc import Callable
from typing import Any

from tests.support.wire_turns import Raw, Recorded, Turn, chat_chunk, encoded, sse

TEMPLATE_WITHOUT_TOOLS = "{% for message in messages %}{{ message['role'] + message['content'] }}{% endfor %}"
TEMPLATE_WITH_TOOLS = "{% if tools %}{{ tools | tojson }}{% endif %}" + TEMPLATE_WITHOUT_TOOLS


def model_list(name: str = "smol", *, n_ctx: int = 4096, weights: int = 134_515_008) -> dict[str, Any]:
    """Return `/v1/models`: two lists in one."""
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
    """Return `/props`; *supports_tools* None is a version that does not say it."""
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


def routes(listed: dict[str, Any], told: dict[str, Any] | Raw) -> dict[str, Callable[[Recorded], Raw]]:
    """Return the routes of a server with these answers."""
    headers = {"Server": "llama.cpp"}

    def answer(body: Any) -> Callable[[Recorded], Raw]:
        return lambda _: Raw(json.dumps(body).encode(), 200, "application/json; charset=utf-8", headers)

    return {"/v1/models": answer(listed), "/props": (lambda _: told) if isinstance(told, Raw) else answer(told)}


def loading() -> Raw:
    """Return the refusal of a server that has not loaded its model yet."""
    error = {"code": 503, "message": "Loading model", "type": "unavailable_error"}
    return Raw(json.dumps({"error": error}).encode(), 503, "application/json; charset=utf-8")


def progress(read: int, total: int) -> bytes:
    """Return the chunk that tells how much of the prompt is read."""
    told = {"total": total, "cache": 0, "processed": read, "time_ms": 7}
    return sse({**chat_chunk({"role": "assistant", "content": None}), "prompt_progress": told})


def with_progress(turn: Turn, *read: int, total: int) -> Raw:
    """Return *turn* with the progress of its prompt before it."""
    return Raw(b"".join([*(progress(one, total) for one in read), *encoded("openai", turn)]))

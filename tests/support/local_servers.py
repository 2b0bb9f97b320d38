"""Local servers: responses of LM Studio on its own paths, in the formats of its versions. Contains no server."""

from collections.abc import Callable
from typing import Any

from tests.support.wire_ollama import reply
from tests.support.wire_turns import Raw, Recorded

LM_V1: dict[str, Any] = {
    "models": [
        {
            "type": "llm",
            "publisher": "google",
            "key": "google/gemma-4",
            "display_name": "Gemma 4",
            "loaded_instances": [{"id": "google/gemma-4", "config": {"context_length": 4096, "parallel": 4}}],
            "max_context_length": 262_144,
            "format": "gguf",
            "capabilities": {
                "vision": True,
                "trained_for_tool_use": True,
                "reasoning": {"allowed_options": ["off", "on"], "default": "on"},
            },
            "description": None,
        },
        {
            "type": "llm",
            "publisher": "deepseek",
            "key": "deepseek-r1",
            "display_name": "DeepSeek R1",
            "loaded_instances": [],
            "max_context_length": 131_072,
            "capabilities": {
                "vision": False,
                "trained_for_tool_use": False,
                "reasoning": {"allowed_options": ["on"], "default": "on"},
            },
        },
        {"type": "embedding", "key": "nomic-embed", "loaded_instances": [], "max_context_length": 2048},
    ]
}

LM_V0: dict[str, Any] = {
    "object": "list",
    "data": [
        {
            "id": "qwen2-vl-7b",
            "object": "model",
            "type": "vlm",
            "compatibility_type": "mlx",
            "state": "loaded",
            "max_context_length": 32_768,
            "loaded_context_length": 8192,
            "capabilities": ["tool_use"],
        },
        {
            "id": "meta-llama-3.1-8b",
            "object": "model",
            "type": "llm",
            "compatibility_type": "gguf",
            "state": "not-loaded",
            "max_context_length": 131_072,
        },
        {"id": "nomic", "object": "model", "type": "embeddings", "compatibility_type": "gguf", "state": "not-loaded"},
    ],
}

OPENAI_LIST: dict[str, Any] = {
    "object": "list",
    "data": [
        {"id": "qwen2-vl-7b", "object": "model", "owned_by": "organization_owner"},
        {"id": "text-embedding-nomic-embed-text-v1.5", "object": "model", "owned_by": "organization_owner"},
    ],
}


def lmstudio_routes(version: str, unknown: Raw | None = None) -> dict[str, Callable[[Recorded], Raw]]:
    """Return the routes of LM Studio *version* ("0.4", "0.3", "0.2"); *unknown* answers unsupported paths."""

    def lacks(request: Recorded) -> Raw:
        # It answers an unknown path with status 200.
        return unknown or reply({"error": f"Unexpected endpoint or method. ({request.method} {request.path})"})

    def has(body: dict[str, Any]) -> Callable[[Recorded], Raw]:
        return lambda _: reply(body)

    lists = {"/api/v1/models": LM_V1, "/api/v0/models": LM_V0, "/v1/models": OPENAI_LIST}
    known = {"0.4": 0, "0.3": 1, "0.2": 2}[version]
    return {path: lacks if place < known else has(body) for place, (path, body) in enumerate(lists.items())}

import pytest

from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.model_list import MAX_MODELS, listed_models
from vaultdesk.providers.provider import ModelInfo

CONTEXT = ErrorContext("Work", "llm.example", "OpenAI")


@pytest.mark.parametrize(
    "body",
    [
        {"object": "list", "data": [{"id": "b"}, {"id": "a", "display_name": "A"}, {"id": "b"}, {"odd": 1}, 7]},
        {"models": [{"id": "b"}, {"id": "a", "name": "A"}]},
        [{"id": "b"}, {"id": "a", "name": "A"}],
    ],
)
def test_models_are_listed_once_each_in_order(body: object) -> None:
    assert listed_models(body, CONTEXT) == (ModelInfo("a", "A"), ModelInfo("b"))  # type: ignore[arg-type]


def test_no_models_are_no_error() -> None:
    assert listed_models({"object": "list", "data": []}, CONTEXT) == ()
    assert listed_models({"object": "list", "data": None}, CONTEXT) == ()


@pytest.mark.parametrize("body", [{"hello": 1}, "text", 7, None, {"data": 7}])
def test_something_else_is_told(body: object) -> None:
    with pytest.raises(ProviderBroken, match="does not answer like"):
        listed_models(body, CONTEXT)  # type: ignore[arg-type]


def test_an_endless_list_is_cut() -> None:
    assert len(listed_models([{"id": f"{n:06}"} for n in range(MAX_MODELS * 2)], CONTEXT)) == MAX_MODELS


@pytest.mark.parametrize(
    ("entry", "wanted"),
    [
        ({"id": "qwen", "max_model_len": 32768}, ModelInfo("qwen", context=32768)),
        ({"id": "llama.gguf", "meta": {"n_ctx_train": 8192}}, ModelInfo("llama.gguf", context=8192)),
        (
            {"id": "llama.gguf", "meta": {"n_ctx_train": 8192, "n_ctx": 4096}, "status": {"value": "unloaded"}},
            ModelInfo("llama.gguf", context=4096, loaded=False),
        ),
        (
            {"id": "gpt-oss", "context_window": 131072, "max_completion_tokens": 65536},
            ModelInfo("gpt-oss", context=131072, max_output=65536),
        ),
        (
            {
                "id": "mistral-large",
                "max_context_length": 131072,
                "capabilities": {"completion_chat": True, "function_calling": True, "vision": False},
            },
            ModelInfo("mistral-large", context=131072, tools=True, images=False),
        ),
        (
            {
                "id": "claude-x",
                "display_name": "Claude X",
                "max_input_tokens": 200000,
                "max_tokens": 64000,
                "capabilities": {"image_input": {"supported": True}, "thinking": {"supported": True}},
            },
            ModelInfo("claude-x", "Claude X", 200000, 64000, images=True, reasoning=True),
        ),
        ({"id": "x", "capabilities": ["tool_use", "vision"]}, ModelInfo("x", tools=True, images=True)),
        ({"id": "odd", "capabilities": "all", "meta": 7, "max_model_len": "9"}, ModelInfo("odd")),
    ],
)
def test_what_each_server_says_of_a_model_is_read(entry: object, wanted: ModelInfo) -> None:
    assert listed_models({"data": [entry]}, CONTEXT) == (wanted,)  # type: ignore[list-item]


def test_llama_cpps_second_list_tells_of_pictures() -> None:
    body = {"models": [{"name": "a", "capabilities": ["completion", "multimodal"]}], "data": [{"id": "a"}]}

    assert listed_models(body, CONTEXT) == (ModelInfo("a", images=True),)  # type: ignore[arg-type]


def test_models_that_cannot_chat_are_left_out() -> None:
    others = [
        "text-embedding-3-small",
        "whisper-1",
        "tts-1-hd",
        "gpt-4o-mini-tts",
        "dall-e-3",
        "omni-moderation-latest",
        "gpt-image-1",
        "sora-2",
        "gpt-4o-transcribe",
        "gpt-4o-realtime-preview",
        "babbage-002",
        "gpt-3.5-turbo-instruct",
        "models/gemini-embedding-001",
        "models/imagen-4",
        "models/aqa",
        "models/veo-3",
        "mistral-embed",
        "nomic-embed-text",
        "openai/whisper-large-v3",
    ]
    chatting = [
        "gpt-5",
        "o3",
        "gpt-4o",
        "chatgpt-4o-latest",
        "llama-3.3-70b-instruct",
        "sonar",
        "models/gemini-2.5-pro",
        "fatts-7b",
    ]
    typed = [{"id": "bge", "type": "embedding"}, {"id": "old", "capabilities": {"completion_chat": False}}]
    body = {"data": [*typed, *({"id": name} for name in (*others, *chatting))]}

    assert {model.id for model in listed_models(body, CONTEXT)} == set(chatting)  # type: ignore[arg-type]

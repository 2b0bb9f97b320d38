"""Tests of providers/model_list.py."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest

from tests.providers.asking import ask, request
from tests.providers.chatting import chat
from tests.providers.transcripts import HELLO, chunks
from tests.support.wire import Raw, Turn, WireServer
from tests.support.wire_llama_cpp import (
    TEMPLATE_WITH_TOOLS,
    TEMPLATE_WITHOUT_TOOLS,
    model_list,
    properties,
    routes,
    with_progress,
)
from tests.support.wire_turns import refused
from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.http_connection import openai_address
from vaultdesk.providers.model_list import (
    LLAMA_CPP,
    MAX_MODELS,
    listed_models,
    openrouter_models,
    with_llama_cpp_properties,
)
from vaultdesk.providers.openai.chat_completions import SELF_HOSTED_DIALECT
from vaultdesk.providers.openai.openai_provider import OpenAIChat
from vaultdesk.providers.provider import ModelInfo, Noticed, Price, PromptProgress, TextArrived
from vaultdesk.providers.sdk_provider import ProviderEndpoint

CONTEXT = ErrorContext("Work", "llm.example", "OpenAI")


@pytest.mark.parametrize(
    "body",
    [
        {"object": "list", "data": [{"id": "b"}, {"id": "a", "display_name": "A"}, {"id": "b"}, {"odd": 1}, 7]},
        {"models": [{"id": "b"}, {"id": "a", "name": "A"}]},
        [{"id": "b"}, {"id": "a", "name": "A"}],
    ],
)
def test_models_are_listed_once_in_order(body: object) -> None:
    assert listed_models(body, CONTEXT) == (ModelInfo("a", "A"), ModelInfo("b"))  # type: ignore[arg-type]


def test_an_empty_list_is_no_error() -> None:
    assert listed_models({"object": "list", "data": []}, CONTEXT) == ()
    assert listed_models({"object": "list", "data": None}, CONTEXT) == ()


@pytest.mark.parametrize("body", [{"hello": 1}, "text", 7, None, {"data": 7}])
def test_another_reply_is_an_error(body: object) -> None:
    with pytest.raises(ProviderBroken, match="does not use the"):
        listed_models(body, CONTEXT)  # type: ignore[arg-type]


def test_the_number_of_models_is_limited() -> None:
    assert len(listed_models([{"id": f"{n:06}"} for n in range(MAX_MODELS * 2)], CONTEXT)) == MAX_MODELS


@pytest.mark.parametrize(
    ("entry", "expected"),
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
def test_the_fields_of_each_server_are_read(entry: object, expected: ModelInfo) -> None:
    assert listed_models({"data": [entry]}, CONTEXT) == (expected,)  # type: ignore[list-item]


def test_vision_is_read_from_the_second_list_of_llama_cpp() -> None:
    body = {"models": [{"name": "a", "capabilities": ["completion", "multimodal"]}], "data": [{"id": "a"}]}

    assert listed_models(body, CONTEXT) == (ModelInfo("a", images=True),)  # type: ignore[arg-type]


def test_models_that_cannot_chat_are_omitted() -> None:
    other_models = [
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
    chat_models = [
        "gpt-5",
        "o3",
        "gpt-4o",
        "chatgpt-4o-latest",
        "llama-3.3-70b-instruct",
        "sonar",
        "models/gemini-2.5-pro",
        "fatts-7b",
    ]
    typed_entries = [{"id": "bge", "type": "embedding"}, {"id": "old", "capabilities": {"completion_chat": False}}]
    body = {"data": [*typed_entries, *({"id": name} for name in (*other_models, *chat_models))]}

    assert {model.id for model in listed_models(body, CONTEXT)} == set(chat_models)  # type: ignore[arg-type]


# Properties of llama.cpp's server, parsed and requested.

LISTED_MODEL = ModelInfo("smol", context=4096, server=LLAMA_CPP, weights=134_515_008)


@pytest.mark.parametrize(
    ("reply", "window", "tools", "images"),
    [
        (properties(n_ctx=2048), 2048, False, False),
        (properties(supports_tools=True, vision=True), 4096, True, True),
        (properties(supports_tools=None, template=TEMPLATE_WITH_TOOLS), 4096, True, False),
        (properties(supports_tools=None, template=TEMPLATE_WITHOUT_TOOLS), 4096, False, False),
        (
            {**properties(supports_tools=None, template=TEMPLATE_WITHOUT_TOOLS), "chat_template_tool_use": "{{ x }}"},
            4096, True, False,
        ),
        ({"default_generation_settings": {"n_ctx": "many"}}, 0, None, None),
        ({"error": "no"}, 0, None, None),
        ([], 0, None, None),
    ],
)  # fmt: skip
def test_r3_window_and_tools_are_read_from_the_properties(
    reply: Any, window: int, tools: bool | None, images: bool | None
) -> None:
    info = with_llama_cpp_properties(LISTED_MODEL, reply)

    assert (info.window, info.tools, info.images) == (window, tools, images)
    assert (info.id, info.context) == ("smol", 4096)


async def test_r9_facts_of_the_only_model_are_returned_for_any_name() -> None:
    async with WireServer(routes=routes(model_list(n_ctx=8192), properties(n_ctx=2048))) as server:
        provider = chat(server.url)
        facts, listed = await provider.model_facts("whatever"), await provider.models()
        await provider.aclose()

    assert facts == ModelInfo("whatever", context=8192, tools=False, images=False, server=LLAMA_CPP, window=2048,
                              weights=134_515_008)  # fmt: skip
    assert [entry.usable_context for entry in listed] == [2048]
    assert all(entry.json is None for entry in server.requests), "note text was sent"


async def test_disabled_properties_leave_the_list_unchanged() -> None:
    async with WireServer(routes=routes(model_list(), refused(501, "This server does not support it"))) as server:
        provider = chat(server.url)
        facts = await provider.model_facts("smol")
        await provider.aclose()

    assert facts == LISTED_MODEL


async def test_properties_are_not_requested_from_other_servers() -> None:
    async with WireServer() as server:
        provider = chat(server.url)
        assert await provider.model_facts("scripted") == ModelInfo("scripted")
        assert await provider.model_facts("other") is None
        await provider.aclose()

    assert {recorded.path for recorded in server.requests} == {"/v1/models"}


@pytest.mark.parametrize(("program", "requested"), [(LLAMA_CPP, True), ("vllm", False), ("", False)])
async def test_r4_progress_is_requested_from_llama_cpp_only(program: str, requested: bool) -> None:
    async with WireServer(openai=[Turn("Hi")]) as server:
        provider = chat(server.url, SELF_HOSTED_DIALECT, server_program=lambda _: program)
        await ask(provider)
        await provider.aclose()

    assert server.posts[0].json.get("return_progress", False) is requested
    assert server.posts[0].json["max_tokens"] == 8192


async def test_r4_progress_is_reported_and_is_not_part_of_the_answer() -> None:
    turn = with_progress(Turn("Hi"), 0, 256, 512, total=512)
    async with WireServer(openai=[turn]) as server:
        provider = chat(server.url, SELF_HOSTED_DIALECT, server_program=lambda _: LLAMA_CPP)
        outcome = await ask(provider)
        await provider.aclose()

    assert outcome.events[:4] == [
        PromptProgress(0, 512), PromptProgress(256, 512), PromptProgress(512, 512), TextArrived("Hi")
    ]  # fmt: skip
    assert [event.percent for event in outcome.events if isinstance(event, PromptProgress)] == [0, 50, 100]


async def test_invalid_progress_is_ignored() -> None:
    assert PromptProgress(5, 0).percent == 0
    assert PromptProgress(9, 3).percent == 100
    invalid = Raw(b'data: {"choices":[],"prompt_progress":{"total":"x"}}\n\n' + with_progress(Turn("Hi"), total=1).body)
    async with WireServer(openai=[invalid]) as server:
        provider = chat(server.url)
        assert (await ask(provider, request())).text == "Hi"
        await provider.aclose()


@pytest.mark.parametrize(
    ("address", "explained"), [("http://127.0.0.1:9/v1", True), ("https://api.example.com/v1", False)]
)
async def test_r4_a_long_silence_of_a_local_server_causes_a_notice(address: str, explained: bool) -> None:
    class DelayedBody(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            # A delay of the server, not of the test.
            await asyncio.wait({asyncio.get_running_loop().create_future()}, timeout=0.2)
            yield chunks(HELLO)

    stream = {"content-type": "text/event-stream"}
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, headers=stream, stream=DelayedBody()))
    endpoint = ProviderEndpoint("Own server", openai_address(address), transport=transport)
    provider = OpenAIChat(endpoint, notice_delay=0.02)
    outcome = await ask(provider)
    await provider.aclose()

    notices = [str(event.message) for event in outcome.events if isinstance(event, Noticed)]
    assert outcome.text == "Hello"
    assert notices == explained * [
        "Own server is loading the model or reading a long chat; this can take a few minutes."
    ]


OPENROUTER = ErrorContext("OpenRouter", "openrouter.ai", "OpenAI")


def openrouter_entry(**fields: Any) -> dict[str, Any]:
    return {"id": "a/b", "name": "B", **fields}


def openrouter_model(**fields: Any) -> ModelInfo:
    (model,) = openrouter_models({"data": [openrouter_entry(**fields)]}, OPENROUTER)
    return model


def test_capabilities_and_prices_of_openrouter_models_are_read() -> None:
    model = openrouter_model(
        context_length=1_048_576,
        top_provider={"max_completion_tokens": 65536, "context_length": 1_000_000},
        architecture={"input_modalities": ["file", "image", "text"], "output_modalities": ["text"]},
        supported_parameters=["max_tokens", "tools", "tool_choice", "reasoning"],
        pricing={"prompt": "0.00000015", "completion": "0.0000006", "input_cache_read": "0.000000015"},
    )

    assert model == ModelInfo("a/b", "B", 1_048_576, 65536, True, True, True, Price(0.15, 0.6, 0.015))


def test_a_capability_missing_from_a_list_is_absent_and_without_a_list_unknown() -> None:
    model = openrouter_model(supported_parameters=["temperature"], architecture={"input_modalities": ["text"]})

    assert (model.tools, model.reasoning, model.images, model.price) == (False, False, False, None)
    assert openrouter_model() == ModelInfo("a/b", "B")


@pytest.mark.parametrize(
    ("pricing", "price"),
    [
        ({"prompt": "0", "completion": "0"}, Price(0.0, 0.0)),
        ({"prompt": "-1", "completion": "-1"}, None),
        ({"prompt": "soon", "completion": "0"}, None),
        ({"prompt": "1e999999", "completion": "0"}, None),
        ({"prompt": "NaN", "completion": "0"}, None),
        ({"prompt": 3, "completion": None}, None),
        ("free", None),
    ],
)
def test_prices_are_read_or_unknown(pricing: object, price: Price | None) -> None:
    assert openrouter_model(pricing=pricing).price == price


def test_models_without_text_output_are_omitted() -> None:
    image_model = openrouter_entry(id="a/painter", architecture={"output_modalities": ["image"]})

    assert openrouter_models({"data": [image_model, openrouter_entry()]}, OPENROUTER) == (ModelInfo("a/b", "B"),)


@pytest.mark.parametrize("fields", [{"architecture": 3}, {"top_provider": []}, {"supported_parameters": {}}, {"id": 7}])
def test_fields_of_the_wrong_type_are_ignored(fields: dict[str, Any]) -> None:
    assert len(openrouter_models({"data": [openrouter_entry(**fields), 7]}, OPENROUTER)) <= 1


def test_a_reply_that_is_not_openrouters_list_is_an_error() -> None:
    with pytest.raises(ProviderBroken):
        openrouter_models({"error": "x"}, OPENROUTER)

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


# Properties of llama.cpp's server, parsed and on the wire.

LISTED = ModelInfo("smol", context=4096, server=LLAMA_CPP, weights=134_515_008)


@pytest.mark.parametrize(
    ("told", "window", "tools", "images"),
    [
        (properties(n_ctx=2048), 2048, False, False),
        (properties(supports_tools=True, vision=True), 4096, True, True),
        (properties(supports_tools=None, template=TEMPLATE_WITH_TOOLS), 4096, True, False),
        (properties(supports_tools=None, template=TEMPLATE_WITHOUT_TOOLS), 4096, False, False),
        ({"default_generation_settings": {"n_ctx": "many"}}, 0, None, None),
        ({"error": "no"}, 0, None, None),
        ([], 0, None, None),
    ],
)
def test_r3_its_properties_tell_window_and_tools(
    told: Any, window: int, tools: bool | None, images: bool | None
) -> None:
    info = with_llama_cpp_properties(LISTED, told)

    assert (info.window, info.tools, info.images) == (window, tools, images)
    assert (info.id, info.context) == ("smol", 4096)


async def test_r9_a_model_is_asked_about_by_any_name_where_there_is_one() -> None:
    async with WireServer(routes=routes(model_list(n_ctx=8192), properties(n_ctx=2048))) as server:
        provider = chat(server.url)
        facts, listed = await provider.model_facts("whatever"), await provider.models()
        await provider.aclose()

    assert facts == ModelInfo("whatever", context=8192, tools=False, images=False, server=LLAMA_CPP, window=2048,
                              weights=134_515_008)  # fmt: skip
    assert [one.usable_context for one in listed] == [2048]
    assert all(one.json is None for one in server.requests), "nothing of a note is sent"


async def test_properties_that_are_switched_off_leave_the_list_as_it_is() -> None:
    async with WireServer(routes=routes(model_list(), refused(501, "This server does not support it"))) as server:
        provider = chat(server.url)
        facts = await provider.model_facts("smol")
        await provider.aclose()

    assert facts == LISTED


async def test_another_server_is_not_asked_for_properties() -> None:
    async with WireServer() as server:
        provider = chat(server.url)
        assert await provider.model_facts("scripted") == ModelInfo("scripted")
        assert await provider.model_facts("other") is None
        await provider.aclose()

    assert {one.path for one in server.requests} == {"/v1/models"}


@pytest.mark.parametrize(("program", "asked"), [(LLAMA_CPP, True), ("vllm", False), ("", False)])
async def test_r4_progress_is_asked_of_llama_cpp_alone(program: str, asked: bool) -> None:
    async with WireServer(openai=[Turn("Hi")]) as server:
        provider = chat(server.url, SELF_HOSTED_DIALECT, server_program=lambda _: program)
        await ask(provider)
        await provider.aclose()

    assert server.posts[0].json.get("return_progress", False) is asked
    assert server.posts[0].json["max_tokens"] == 8192


async def test_r4_its_progress_is_told_and_is_no_answer() -> None:
    reading = with_progress(Turn("Hi"), 0, 256, 512, total=512)
    async with WireServer(openai=[reading]) as server:
        provider = chat(server.url, SELF_HOSTED_DIALECT, server_program=lambda _: LLAMA_CPP)
        came = await ask(provider)
        await provider.aclose()

    assert came.events[:4] == [
        PromptProgress(0, 512), PromptProgress(256, 512), PromptProgress(512, 512), TextArrived("Hi")
    ]  # fmt: skip
    assert [event.percent for event in came.events if isinstance(event, PromptProgress)] == [0, 50, 100]


async def test_progress_of_nonsense_is_borne() -> None:
    assert PromptProgress(5, 0).percent == 0
    assert PromptProgress(9, 3).percent == 100
    odd = Raw(b'data: {"choices":[],"prompt_progress":{"total":"x"}}\n\n' + with_progress(Turn("Hi"), total=1).body)
    async with WireServer(openai=[odd]) as server:
        provider = chat(server.url)
        assert (await ask(provider, request())).text == "Hi"
        await provider.aclose()


@pytest.mark.parametrize(("address", "told"), [("http://127.0.0.1:9/v1", True), ("https://api.example.com/v1", False)])
async def test_r4_a_long_silence_of_a_server_near_by_is_explained(address: str, told: bool) -> None:
    class Late(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            # The far end takes its time; nothing of ours waits by the clock.
            await asyncio.wait({asyncio.get_running_loop().create_future()}, timeout=0.2)
            yield chunks(HELLO)

    stream = {"content-type": "text/event-stream"}
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, headers=stream, stream=Late()))
    endpoint = ProviderEndpoint("Own server", openai_address(address), transport=transport)
    provider = OpenAIChat(endpoint, notice_delay=0.02)
    came = await ask(provider)
    await provider.aclose()

    notices = [str(event.message) for event in came.events if isinstance(event, Noticed)]
    assert came.text == "Hello"
    assert notices == told * ["Own server is loading the model or reading a long chat; this can take a few minutes."]


OPENROUTER = ErrorContext("OpenRouter", "openrouter.ai", "OpenAI")


def openrouter_entry(**more: Any) -> dict[str, Any]:
    return {"id": "a/b", "name": "B", **more}


def openrouter_listed(**more: Any) -> ModelInfo:
    (model,) = openrouter_models({"data": [openrouter_entry(**more)]}, OPENROUTER)
    return model


def test_what_a_model_can_and_costs_is_read() -> None:
    model = openrouter_listed(
        context_length=1_048_576,
        top_provider={"max_completion_tokens": 65536, "context_length": 1_000_000},
        architecture={"input_modalities": ["file", "image", "text"], "output_modalities": ["text"]},
        supported_parameters=["max_tokens", "tools", "tool_choice", "reasoning"],
        pricing={"prompt": "0.00000015", "completion": "0.0000006", "input_cache_read": "0.000000015"},
    )

    assert model == ModelInfo("a/b", "B", 1_048_576, 65536, True, True, True, Price(0.15, 0.6, 0.015))


def test_what_is_listed_without_a_thing_lacks_it_and_what_is_not_said_is_not_known() -> None:
    bare = openrouter_listed(supported_parameters=["temperature"], architecture={"input_modalities": ["text"]})

    assert (bare.tools, bare.reasoning, bare.images, bare.price) == (False, False, False, None)
    assert openrouter_listed() == ModelInfo("a/b", "B")


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
def test_prices_are_read_or_not_known(pricing: object, price: Price | None) -> None:
    assert openrouter_listed(pricing=pricing).price == price


def test_models_that_make_no_text_are_left_out() -> None:
    painter = openrouter_entry(id="a/painter", architecture={"output_modalities": ["image"]})

    assert openrouter_models({"data": [painter, openrouter_entry()]}, OPENROUTER) == (ModelInfo("a/b", "B"),)


@pytest.mark.parametrize("junk", [{"architecture": 3}, {"top_provider": []}, {"supported_parameters": {}}, {"id": 7}])
def test_fields_of_the_wrong_kind_never_crash(junk: dict[str, Any]) -> None:
    assert len(openrouter_models({"data": [openrouter_entry(**junk), 7]}, OPENROUTER)) <= 1


def test_something_else_than_openrouters_list_is_told() -> None:
    with pytest.raises(ProviderBroken):
        openrouter_models({"error": "x"}, OPENROUTER)

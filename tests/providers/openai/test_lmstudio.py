import asyncio

import pytest
from pydantic import JsonValue

from tests.providers.asking import SECRET, SHORT, ask, request
from tests.providers.ollama_asking import lmstudio
from tests.support.local_servers import LM_V0, LM_V1, OPENAI_LIST, lmstudio_routes
from tests.support.wire import Raw, Turn, WireServer, redirect, refused
from tests.support.wire_turns import html
from vaultdesk.core.errors import ProviderError, ProviderRefused
from vaultdesk.providers.openai.lmstudio import is_lmstudio, lmstudio_models
from vaultdesk.providers.provider import ModelInfo, Noticed, TextArrived

UNKNOWN_PATHS = [None, Raw(b"Not Found", 404, "text/plain"), refused(404, "no such page"), html()]


@pytest.mark.parametrize("unknown", UNKNOWN_PATHS, ids=["200 with an error", "404", "404 with an error", "a web page"])
@pytest.mark.parametrize(
    ("version", "body", "request_count"), [("0.4", LM_V1, 1), ("0.3", LM_V0, 2), ("0.2", OPENAI_LIST, 3)]
)
async def test_the_most_detailed_list_of_each_version_is_read(
    version: str, body: dict[str, object], request_count: int, unknown: Raw | None
) -> None:
    async with WireServer(routes=lmstudio_routes(version, unknown), key=SECRET) as server:
        provider = lmstudio(server.url, key=lambda: SECRET)
        found = await provider.models()
        await provider.aclose()

    assert found == lmstudio_models(body)  # type: ignore[arg-type]
    assert [recorded.path for recorded in server.requests] == ["/api/v1/models", "/api/v0/models", "/v1/models"][
        :request_count
    ]
    assert all(
        "user-agent" in recorded.headers and "x-stainless-lang" not in recorded.headers for recorded in server.requests
    )


@pytest.mark.parametrize(
    ("response", "message"),
    [
        (refused(401, "An LM Studio API token is required"), "requires a key"),
        (redirect("http://127.0.0.1:1/api/v1/models"), "another address"),
        (Raw(b"", 500), "reports an error of its own"),
        (Raw(b"", reset=True), "closed the connection without an answer"),
    ],
)
async def test_an_error_is_raised_without_trying_other_lists(response: Raw, message: str) -> None:
    async with WireServer(routes={"/api/v1/models": lambda _: response}) as server:
        provider = lmstudio(server.url)
        with pytest.raises(ProviderError, match=message):
            await provider.models()
        await provider.aclose()

    assert len(server.requests) == 1


async def test_another_server_at_its_address_is_an_error() -> None:
    routes = dict.fromkeys(("/api/v1/models", "/api/v0/models", "/v1/models"), lambda _: html())
    async with WireServer(routes=routes) as server:
        provider = lmstudio(server.url)
        with pytest.raises(ProviderError, match="does not use the OpenAI protocol"):
            await provider.models()
        await provider.aclose()


async def test_waiting_for_a_model_is_reported_once() -> None:
    # The first event of a Chat stream only contains the role, so it is not shown.
    async with WireServer(openai=[Turn("a b", hold_after=1)]) as server:
        provider = lmstudio(server.url, notice_delay=0.05)
        events = []
        async with asyncio.timeout(10):
            async for event in provider.stream(request()):
                events.append(event)
                server.release()
        await provider.aclose()

    assert events[:3] == [
        Noticed("LM Studio is loading the model or reading a long chat; this can take a few minutes."),
        TextArrived("a"),
        TextArrived(" b"),
    ]


async def test_questions_use_chat_completions_and_errors_are_passed_on() -> None:
    no_tools = refused(400, "This model does not support tools")
    async with WireServer(openai=[Turn("Hi"), no_tools, Raw(hold=True)]) as server:
        provider = lmstudio(server.url, timeouts=SHORT)
        outcomes = [await ask(provider) for _ in range(3)]
        await provider.aclose()

    assert outcomes[0].text == "Hi"
    assert isinstance(outcomes[1].error, ProviderRefused)
    assert outcomes[1].error.kind == "no_tools"
    assert outcomes[2].error is not None
    assert [recorded.path for recorded in server.posts] == ["/v1/chat/completions"] * 3


async def test_cancelling_while_a_model_loads_closes_the_connection_immediately() -> None:
    async with WireServer(openai=[Raw(hold=True)]) as server:
        provider = lmstudio(server.url, notice_delay=0.02)
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(ask(provider))
            await asyncio.to_thread(server.held.wait, 30)
            task.cancel()
            await asyncio.wait([task], timeout=30)
            assert task.cancelled()

        assert await asyncio.to_thread(server.hung_up.wait, 30)
        await provider.aclose()


def test_models_are_read_from_the_current_list() -> None:
    assert lmstudio_models(LM_V1) == (
        ModelInfo(
            "deepseek-r1", "DeepSeek R1", 131_072, tools=False, images=False, reasoning=True, loaded=False, window=4096
        ),
        ModelInfo("google/gemma-4", "Gemma 4", 4096, tools=True, images=True, reasoning=True, loaded=True, window=4096),
    )


def test_models_are_read_from_the_older_list() -> None:
    assert lmstudio_models(LM_V0) == (
        ModelInfo("meta-llama-3.1-8b", "", 131_072, tools=None, images=False, loaded=False, window=4096),
        ModelInfo("qwen2-vl-7b", "", 8192, tools=True, images=True, loaded=True, window=8192),
    )


def test_models_are_read_from_the_compatible_list() -> None:
    assert lmstudio_models(OPENAI_LIST) == (ModelInfo("qwen2-vl-7b"),)


@pytest.mark.parametrize(
    ("entry", "tools"),
    [
        ({"capabilities": {"trained_for_tool_use": True}}, True),
        ({"capabilities": {"trainedForToolUse": False}}, False),
        ({"trainedForToolUse": True}, True),
        ({"capabilities": ["tool_use"]}, True),
        ({"capabilities": []}, False),
        ({"capabilities": {}}, None),
        ({}, None),
    ],
)
def test_every_spelling_of_the_tool_flag_is_read(entry: dict[str, object], tools: bool | None) -> None:
    found = lmstudio_models({"models": [{"key": "a", **entry}]})  # type: ignore[dict-item]

    assert found is not None
    assert found[0].tools is tools


@pytest.mark.parametrize(
    ("reasoning", "supported"),
    [(True, True), (False, False), ({"allowed_options": ["off", "on"]}, True), (None, None)],
)
def test_reasoning_is_read_as_a_flag_or_a_list_of_options(reasoning: JsonValue, supported: bool | None) -> None:
    assert lmstudio_models({"models": [{"key": "a", "capabilities": {"reasoning": reasoning}}]}) == (
        ModelInfo("a", reasoning=supported),
    )


@pytest.mark.parametrize(
    "body", [None, [], {}, {"error": "Unexpected endpoint or method. (GET /api/v1/models)"}, {"models": "x"}]
)
def test_invalid_lists_are_rejected(body: object) -> None:
    assert lmstudio_models(body) is None  # type: ignore[arg-type]
    assert not is_lmstudio(body)  # type: ignore[arg-type]


def test_fields_of_the_wrong_type_are_ignored() -> None:
    entry = {
        "key": "a",
        "loaded_instances": [7, {"config": 3}],
        "capabilities": 7,
        "state": 3,
        "max_context_length": "x",
    }

    assert lmstudio_models({"models": [entry, 7, {}]}) == (ModelInfo("a", loaded=True),)  # type: ignore[dict-item]


def test_lists_of_lm_studio_are_distinguished_from_those_of_other_servers() -> None:
    assert all(is_lmstudio(body) for body in (LM_V1, LM_V0, OPENAI_LIST, {"models": []}))
    other_entries = [{**entry, "owned_by": "vllm"} for entry in OPENAI_LIST["data"]]
    assert not is_lmstudio({"object": "list", "data": other_entries})
    assert not is_lmstudio({"object": "list", "data": []})
    assert not is_lmstudio({"models": [{"name": "llama", "model": "llama"}]})


def test_t1_local_a_model_on_another_device_of_lm_link_is_not_local_if_the_list_names_the_device() -> None:
    instance = {"id": "c", "device_identifier": "laptop", "config": {"context_length": 4096}}
    body: JsonValue = {
        "models": [
            {"key": "a", "type": "llm", "loaded_instances": [], "device_identifier": "tower"},
            {"key": "b", "type": "llm", "loaded_instances": [], "device_identifier": None},
            {"key": "c", "type": "llm", "loaded_instances": [instance]},
            {"key": "d", "type": "llm", "loaded_instances": [], "deviceIdentifier": "x" * 100},
        ]
    }
    models = lmstudio_models(body)

    assert models is not None
    assert [(model.id, model.elsewhere) for model in models] == [
        ("a", "tower (LM Link)"), ("b", ""), ("c", "laptop (LM Link)"), ("d", f"{'x' * 60} (LM Link)")
    ]  # fmt: skip

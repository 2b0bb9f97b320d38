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

UNKNOWN = [None, Raw(b"Not Found", 404, "text/plain"), refused(404, "no such page"), html()]


@pytest.mark.parametrize("unknown", UNKNOWN, ids=["200 with an error", "404", "404 with an error", "a page"])
@pytest.mark.parametrize(("version", "body", "asked"), [("0.4", LM_V1, 1), ("0.3", LM_V0, 2), ("0.2", OPENAI_LIST, 3)])
async def test_the_most_telling_list_of_each_version_is_read(
    version: str, body: dict[str, object], asked: int, unknown: Raw | None
) -> None:
    async with WireServer(routes=lmstudio_routes(version, unknown), key=SECRET) as server:
        provider = lmstudio(server.url, key=lambda: SECRET)
        found = await provider.models()
        await provider.aclose()

    assert found == lmstudio_models(body)  # type: ignore[arg-type]
    assert [one.path for one in server.requests] == ["/api/v1/models", "/api/v0/models", "/v1/models"][:asked]
    assert all("user-agent" in one.headers and "x-stainless-lang" not in one.headers for one in server.requests)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (refused(401, "An LM Studio API token is required"), "requires a key"),
        (redirect("http://127.0.0.1:1/api/v1/models"), "another address"),
        (Raw(b"", 500), "reports an error of its own"),
        (Raw(b"", reset=True), "closed the connection without an answer"),
    ],
)
async def test_a_refusal_is_told_and_no_other_list_is_tried(wrong: Raw, said: str) -> None:
    async with WireServer(routes={"/api/v1/models": lambda _: wrong}) as server:
        provider = lmstudio(server.url)
        with pytest.raises(ProviderError, match=said):
            await provider.models()
        await provider.aclose()

    assert len(server.requests) == 1


async def test_something_else_at_its_address_is_told() -> None:
    everything = dict.fromkeys(("/api/v1/models", "/api/v0/models", "/v1/models"), lambda _: html())
    async with WireServer(routes=everything) as server:
        provider = lmstudio(server.url)
        with pytest.raises(ProviderError, match="does not answer like an OpenAI server"):
            await provider.models()
        await provider.aclose()


async def test_the_wait_for_a_model_is_told_once() -> None:
    # The first event of a Chat stream only says who speaks; nothing is told by it.
    async with WireServer(openai=[Turn("a b", hold_after=1)]) as server:
        provider = lmstudio(server.url, silence=0.05)
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


async def test_a_question_goes_over_the_chat_wire_and_faults_come_through() -> None:
    no_tools = refused(400, "This model does not support tools")
    async with WireServer(openai=[Turn("Hi"), no_tools, Raw(hold=True)]) as server:
        provider = lmstudio(server.url, timeouts=SHORT)
        came = [await ask(provider) for _ in range(3)]
        await provider.aclose()

    assert came[0].text == "Hi"
    assert isinstance(came[1].error, ProviderRefused)
    assert came[1].error.kind == "no_tools"
    assert came[2].error is not None
    assert [one.path for one in server.posts] == ["/v1/chat/completions"] * 3


async def test_stopping_while_it_loads_hangs_up_at_once() -> None:
    async with WireServer(openai=[Raw(hold=True)]) as server:
        provider = lmstudio(server.url, silence=0.02)
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(ask(provider))
            await asyncio.to_thread(server.held.wait, 5)
            task.cancel()
            await asyncio.wait([task], timeout=1)
            assert task.cancelled()

        assert await asyncio.to_thread(server.hung_up.wait, 5)
        await provider.aclose()


def test_the_newest_list_tells_all() -> None:
    assert lmstudio_models(LM_V1) == (
        ModelInfo(
            "deepseek-r1", "DeepSeek R1", 131_072, tools=False, images=False, reasoning=True, loaded=False, window=4096
        ),
        ModelInfo("google/gemma-4", "Gemma 4", 4096, tools=True, images=True, reasoning=True, loaded=True, window=4096),
    )


def test_the_older_list_tells_much() -> None:
    assert lmstudio_models(LM_V0) == (
        ModelInfo("meta-llama-3.1-8b", "", 131_072, tools=None, images=False, loaded=False, window=4096),
        ModelInfo("qwen2-vl-7b", "", 8192, tools=True, images=True, loaded=True, window=8192),
    )


def test_the_plain_list_names_them() -> None:
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
def test_every_spelling_of_the_tool_flag_is_understood(entry: dict[str, object], tools: bool | None) -> None:
    found = lmstudio_models({"models": [{"key": "a", **entry}]})  # type: ignore[dict-item]

    assert found is not None
    assert found[0].tools is tools


@pytest.mark.parametrize(
    "body", [None, [], {}, {"error": "Unexpected endpoint or method. (GET /api/v1/models)"}, {"models": "x"}]
)
def test_what_is_no_list_is_none(body: object) -> None:
    assert lmstudio_models(body) is None  # type: ignore[arg-type]
    assert not is_lmstudio(body)  # type: ignore[arg-type]


def test_fields_of_the_wrong_kind_never_crash() -> None:
    junk = {
        "key": "a",
        "loaded_instances": [7, {"config": 3}],
        "capabilities": 7,
        "state": 3,
        "max_context_length": "x",
    }

    assert lmstudio_models({"models": [junk, 7, {}]}) == (ModelInfo("a", loaded=True),)  # type: ignore[dict-item]


def test_its_lists_are_known_from_those_of_other_servers() -> None:
    assert all(is_lmstudio(body) for body in (LM_V1, LM_V0, OPENAI_LIST, {"models": []}))
    others = [{**entry, "owned_by": "vllm"} for entry in OPENAI_LIST["data"]]
    assert not is_lmstudio({"object": "list", "data": others})
    assert not is_lmstudio({"object": "list", "data": []})
    assert not is_lmstudio({"models": [{"name": "llama", "model": "llama"}]})


def test_t1_local_a_model_on_another_device_of_lm_link_is_told_where_the_list_tells_it() -> None:
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
    assert [(one.id, one.elsewhere) for one in models] == [
        ("a", "tower (LM Link)"), ("b", ""), ("c", "laptop (LM Link)"), ("d", f"{'x' * 60} (LM Link)")
    ]  # fmt: skip

"""Tool loops of callers over each wire return the model's own state to it, as a chat does."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.endpoint.bench import SECONDS, SIGNER, TOKEN, WEATHER, Bench
from tests.providers.test_catalog import catalog
from tests.support.responses_checker import check_stream
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.endpoint.endpoint_request import StateSigner
from vaultdesk.endpoint.server import serve_responses
from vaultdesk.endpoint.shared_models import SharedModels
from vaultdesk.providers.sdk_preload import preload_sdks
from vaultdesk.providers.tool_emulation.text_transcript import BRACKET_FRAMING

CALLS = (
    Call("get_weather", {"city": "Oslo"}, id="their.call:0", signature="c2ln"),
    Call("get_weather", {"city": "Rome"}, id="their.call:1"),
)
DETAILS = ({"type": "reasoning.encrypted", "data": "gAAAA", "id": "rd_1", "format": "openai-responses-v1", "index": 0},)
LOOKING = Turn("Let me look.", CALLS, reasoning="Two cities.", details=DETAILS)
BARE = Turn("", CALLS, reasoning="Two cities.", details=DETAILS)
DONE = Turn("Cold and warm.", reasoning="Done.")
KINDS = {"anthropic": "anthropic", "gemini": "openai", "openrouter": "openai", "openai": "responses"}
every_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(scope="module", autouse=True)
def _preload() -> None:
    """Import the SDKs of the vendors before the first test, so that it does not wait for them."""
    preload_sdks()


def server_of(kind: str, *turns: Turn) -> WireServer:
    wire = KINDS[kind]
    return WireServer(
        anthropic=turns if wire == "anthropic" else (),
        openai=turns if wire == "openai" else (),
        responses=turns if wire == "responses" else (),
    )


@asynccontextmanager
async def open_endpoint(
    folder: Path, signer: StateSigner = SIGNER, **providers: ProviderSettings
) -> AsyncIterator[Bench]:
    """Serve the endpoint with the real catalog."""
    provider_catalog = catalog(folder, {"THE_KEY": "k"}, **providers)
    models = SharedModels(
        lambda label: provider_catalog.provider(label, framing=BRACKET_FRAMING),
        lambda: (),
        model_info=lambda label: provider_catalog.model_status(label).info,
    )
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as tasks:
        serving = tasks.create_task(serve_responses(models, TOKEN, signer, 0, ready.set_result))
        yield Bench(await asyncio.wait_for(ready, SECONDS), models)
        serving.cancel()


def settings(kind: str, server: WireServer, **more: Any) -> ProviderSettings:
    fields = {"kind": kind, "base_url": server.url, "api_key_env": "THE_KEY", "tools": "native", **more}
    return ProviderSettings.model_validate(fields)


def request_body(history: list[Any], model: str = "work/m", **options: Any) -> dict[str, Any]:
    state_options = {"include": ["reasoning.encrypted_content"], "store": False}
    return {"model": model, "input": history, "tools": [WEATHER], **state_options, **options}


QUESTION = {"role": "user", "content": "What is the weather?"}


async def run_tool_loop(
    served: Bench, *, model: str = "work/m", then: str = "work/m", **options: Any
) -> list[dict[str, Any]]:
    """Ask, answer both calls, continue twice, and return the output items of the first response."""
    history: list[Any] = [QUESTION]
    first = check_stream(await served.events(request_body(history, model, **options)))
    output = [item.to_dict(mode="json") for item in first.output]
    calls = [item["call_id"] for item in output if item["type"] == "function_call"]
    results = [
        {"type": "function_call_output", "call_id": call_id, "output": f"result of {call_id}"} for call_id in calls
    ]
    history += [*output, *results]
    second = check_stream(await served.events(request_body(history, then, **options)))
    assert second.output_text == "Cold and warm.", second
    history += [item.to_dict(mode="json") for item in second.output] + [{"role": "user", "content": "Thanks."}]
    check_stream(await served.events(request_body(history, then, **options)))
    return output


def results_of(output: list[dict[str, Any]]) -> list[str]:
    return [f"result of {item['call_id']}" for item in output if item["type"] == "function_call"]


@pytest.mark.parametrize("with_text", [True, False])
async def test_claudes_thinking_and_signature_are_returned_in_place(tmp_path: Path, with_text: bool) -> None:
    calls = tuple(Call(call.name, call.arguments, id=f"toolu_{index}") for index, call in enumerate(CALLS))
    turn = Turn("Let me look." if with_text else "", calls, reasoning="Two cities.")
    async with (
        server_of("anthropic", turn, DONE, DONE) as server,
        open_endpoint(tmp_path, work=settings("anthropic", server)) as served,
    ):
        output = await run_tool_loop(served)

    oslo, rome = results_of(output)
    text = [{"type": "text", "text": "Let me look."}] if with_text else []
    round_trip = [
        {"role": "user", "content": [{"type": "text", "text": "What is the weather?"}]},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Two cities.", "signature": "c2ln"},
                *text,
                {"type": "tool_use", "id": "toolu_0", "name": "get_weather", "input": {"city": "Oslo"}},
                {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {"city": "Rome"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "toolu_0", "content": oslo},
                {"type": "tool_result", "tool_use_id": "toolu_1", "content": rome},
            ],
        },
    ]
    assert server.posts[1].json["messages"] == round_trip
    assert server.posts[2].json["messages"] == [
        *round_trip,
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Done.", "signature": "c2ln"},
                {"type": "text", "text": "Cold and warm."},
            ],
        },
        {"role": "user", "content": [{"type": "text", "text": "Thanks."}]},
    ]


async def test_geminis_signature_is_returned_on_its_call(tmp_path: Path) -> None:
    async with (
        server_of("gemini", LOOKING, DONE, DONE) as server,
        open_endpoint(tmp_path, work=settings("gemini", server)) as served,
    ):
        output = await run_tool_loop(served)

    oslo, rome = results_of(output)
    assert server.posts[1].json["messages"] == [
        QUESTION,
        {
            "role": "assistant",
            "content": "Let me look.",
            "tool_calls": [
                {
                    "id": "their.call:0",
                    "type": "function",
                    "function": {"name": "get_weather", "arguments": '{"city": "Oslo"}'},
                    "extra_content": {"google": {"thought_signature": "c2ln"}},
                },
                {
                    "id": "their.call:1",
                    "type": "function",
                    "function": {"name": "get_weather", "arguments": '{"city": "Rome"}'},
                },
            ],
            # Fields of a server are returned to it, whatever its name in the settings is.
            "reasoning_content": "Two cities.",
            "reasoning_details": list(DETAILS),
        },
        {"role": "tool", "tool_call_id": "their.call:0", "content": oslo},
        {"role": "tool", "tool_call_id": "their.call:1", "content": rome},
    ]


async def test_openrouters_reasoning_details_are_returned_unchanged(tmp_path: Path) -> None:
    async with (
        server_of("openrouter", LOOKING, DONE, DONE) as server,
        open_endpoint(tmp_path, work=settings("openrouter", server)) as served,
    ):
        await run_tool_loop(served)

    answer = server.posts[1].json["messages"][1]
    assert answer["reasoning_details"] == list(DETAILS)
    assert [call["id"] for call in answer["tool_calls"]] == ["their.call:0", "their.call:1"]


@pytest.mark.parametrize("turn", [LOOKING, BARE])
async def test_openais_encrypted_reasoning_is_returned_before_its_results(tmp_path: Path, turn: Turn) -> None:
    async with (
        server_of("openai", turn, DONE, DONE) as server,
        open_endpoint(tmp_path, work=settings("openai", server)) as served,
    ):
        output = await run_tool_loop(served)

    sent = server.posts[1].json["input"]
    assert [(item["type"], item.get("id"), item.get("call_id")) for item in sent] == [
        ("message", None, None),
        ("reasoning", "rs_wire", None),
        *([("message", "msg_wire", None)] if turn.text else []),
        ("function_call", "fc_wire_0", "their.call:0"),
        ("function_call", "fc_wire_1", "their.call:1"),
        ("function_call_output", None, "their.call:0"),
        ("function_call_output", None, "their.call:1"),
    ]
    assert sent[1]["encrypted_content"] == "gAAAA-done"
    assert [item["output"] for item in sent[-2:]] == results_of(output)
    last = server.posts[2].json["input"]
    assert [item["type"] for item in last[len(sent) :]] == ["reasoning", "message", "message"]


STATE_MARKERS = ("c2ln", "gAAAA", "their.call")
"""Parts of the state that must be sent only to the server that produced it."""


@every_kind
async def test_another_model_gets_no_state_of_the_first(tmp_path: Path, kind: str) -> None:
    async with server_of(kind, LOOKING, DONE, DONE) as server, WireServer(openai=[DONE, DONE]) as other:
        work, another = settings(kind, server), settings("openai-compatible", other)
        async with open_endpoint(tmp_path, work=work, other=another) as served:
            await run_tool_loop(served, then="work/another" if kind == "gemini" else "other/m")

    posts = server.posts[1:] if kind == "gemini" else other.posts
    assert len(posts) == 2
    for post in posts:
        assert "result of call_" in json.dumps(post.json)
        assert not any(marker in json.dumps(post.json) for marker in STATE_MARKERS)


def with_damaged_state(item: dict[str, Any]) -> dict[str, Any]:
    state = item.get("encrypted_content")
    return {**item, "encrypted_content": state[:-8] + "AAAAAAA="} if state else item


@every_kind
@pytest.mark.parametrize("damage", ["damaged", "foreign", "left out"])
async def test_damaged_state_is_ignored_and_the_answer_continues(tmp_path: Path, kind: str, damage: str) -> None:
    async with server_of(kind, LOOKING, DONE) as server:
        async with open_endpoint(tmp_path, work=settings(kind, server)) as served:
            first = check_stream(await served.events(request_body([QUESTION])))
            output = [item.to_dict(mode="json") for item in first.output]
            if damage == "damaged":
                output = [with_damaged_state(item) for item in output]
            elif damage == "left out":
                output = [item for item in output if item["type"] != "reasoning"]
            results = [
                {"type": "function_call_output", "call_id": item["call_id"], "output": "fine"}
                for item in output
                if item["type"] == "function_call"
            ]
            history = [QUESTION, *output, *results]
            if damage != "foreign":
                second = check_stream(await served.events(request_body(history)))
        if damage == "foreign":
            async with open_endpoint(tmp_path, StateSigner("another"), work=settings(kind, server)) as served:
                second = check_stream(await served.events(request_body(history)))

    assert second.output_text == "Cold and warm."
    sent = json.dumps(server.posts[1].json)
    assert not any(marker in sent for marker in STATE_MARKERS)


@every_kind
async def test_without_request_no_state_is_sent_to_the_caller(tmp_path: Path, kind: str) -> None:
    async with (
        server_of(kind, LOOKING, DONE, DONE) as server,
        open_endpoint(tmp_path, work=settings(kind, server)) as served,
    ):
        output = await run_tool_loop(served, include=[])

    assert not any(item.get("encrypted_content") for item in output)
    assert not any(marker in json.dumps(server.posts[1].json) for marker in STATE_MARKERS)

"""Replay: a caller's tool loop over each wire gives the model back what only it understands, just as a chat does."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.endpoint.bench import SEAL, SECONDS, TOKEN, WEATHER, Bench
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
def _warm() -> None:
    """Import the vendors' SDKs before the first test, which would wait for them."""
    preload_sdks()


def server_of(kind: str, *turns: Turn) -> WireServer:
    wire = KINDS[kind]
    return WireServer(
        anthropic=turns if wire == "anthropic" else (),
        openai=turns if wire == "openai" else (),
        responses=turns if wire == "responses" else (),
    )


@asynccontextmanager
async def served_by(folder: Path, sealed_by: StateSigner = SEAL, **providers: ProviderSettings) -> AsyncIterator[Bench]:
    """The endpoint over the real catalog."""
    ours = catalog(folder, {"THE_KEY": "k"}, **providers)
    models = SharedModels(
        lambda label: ours.provider(label, framing=BRACKET_FRAMING),
        lambda: (),
        model_info=lambda label: ours.model_status(label).info,
    )
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as tasks:
        serving = tasks.create_task(serve_responses(models, TOKEN, sealed_by, 0, ready.set_result))
        yield Bench(await asyncio.wait_for(ready, SECONDS), models)
        serving.cancel()


def settings(kind: str, server: WireServer, **more: Any) -> ProviderSettings:
    given = {"kind": kind, "base_url": server.url, "api_key_env": "THE_KEY", "tools": "native", **more}
    return ProviderSettings.model_validate(given)


def ask(history: list[Any], model: str = "work/m", **wishes: Any) -> dict[str, Any]:
    hidden = {"include": ["reasoning.encrypted_content"], "store": False}
    return {"model": model, "input": history, "tools": [WEATHER], **hidden, **wishes}


QUESTION = {"role": "user", "content": "What is the weather?"}


async def loop(served: Bench, *, model: str = "work/m", then: str = "work/m", **wishes: Any) -> list[dict[str, Any]]:
    """Ask, answer both calls, ask again and once more; return what the caller was given at first."""
    history: list[Any] = [QUESTION]
    first = check_stream(await served.events(ask(history, model, **wishes)))
    given = [item.to_dict(mode="json") for item in first.output]
    calls = [item["call_id"] for item in given if item["type"] == "function_call"]
    results = [{"type": "function_call_output", "call_id": one, "output": f"result of {one}"} for one in calls]
    history += [*given, *results]
    second = check_stream(await served.events(ask(history, then, **wishes)))
    assert second.output_text == "Cold and warm.", second
    history += [item.to_dict(mode="json") for item in second.output] + [{"role": "user", "content": "Thanks."}]
    check_stream(await served.events(ask(history, then, **wishes)))
    return given


def results_of(given: list[dict[str, Any]]) -> list[str]:
    return [f"result of {item['call_id']}" for item in given if item["type"] == "function_call"]


@pytest.mark.parametrize("spoken", [True, False])
async def test_claudes_thinking_and_its_signature_are_back_in_place(tmp_path: Path, spoken: bool) -> None:
    calls = tuple(Call(call.name, call.arguments, id=f"toolu_{place}") for place, call in enumerate(CALLS))
    turn = Turn("Let me look." if spoken else "", calls, reasoning="Two cities.")
    async with (
        server_of("anthropic", turn, DONE, DONE) as server,
        served_by(tmp_path, work=settings("anthropic", server)) as served,
    ):
        given = await loop(served)

    oslo, rome = results_of(given)
    text = [{"type": "text", "text": "Let me look."}] if spoken else []
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


async def test_geminis_signature_is_back_on_its_call(tmp_path: Path) -> None:
    async with (
        server_of("gemini", LOOKING, DONE, DONE) as server,
        served_by(tmp_path, work=settings("gemini", server)) as served,
    ):
        given = await loop(served)

    oslo, rome = results_of(given)
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
            # What a server sent goes back to it, whatever it is called in the settings.
            "reasoning_content": "Two cities.",
            "reasoning_details": list(DETAILS),
        },
        {"role": "tool", "tool_call_id": "their.call:0", "content": oslo},
        {"role": "tool", "tool_call_id": "their.call:1", "content": rome},
    ]


async def test_openrouters_reasoning_details_are_back_unchanged(tmp_path: Path) -> None:
    async with (
        server_of("openrouter", LOOKING, DONE, DONE) as server,
        served_by(tmp_path, work=settings("openrouter", server)) as served,
    ):
        await loop(served)

    answer = server.posts[1].json["messages"][1]
    assert answer["reasoning_details"] == list(DETAILS)
    assert [call["id"] for call in answer["tool_calls"]] == ["their.call:0", "their.call:1"]


@pytest.mark.parametrize("turn", [LOOKING, BARE])
async def test_openais_encrypted_reasoning_is_back_before_what_it_led_to(tmp_path: Path, turn: Turn) -> None:
    async with (
        server_of("openai", turn, DONE, DONE) as server,
        served_by(tmp_path, work=settings("openai", server)) as served,
    ):
        given = await loop(served)

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
    assert [item["output"] for item in sent[-2:]] == results_of(given)
    last = server.posts[2].json["input"]
    assert [item["type"] for item in last[len(sent) :]] == ["reasoning", "message", "message"]


MARKS = ("c2ln", "gAAAA", "their.call")
"""What must be on no other wire than the one it came from."""


@every_kind
async def test_another_model_is_sent_nothing_of_it(tmp_path: Path, kind: str) -> None:
    async with server_of(kind, LOOKING, DONE, DONE) as server, WireServer(openai=[DONE, DONE]) as other:
        work, another = settings(kind, server), settings("openai-compatible", other)
        async with served_by(tmp_path, work=work, other=another) as served:
            await loop(served, then="work/another" if kind == "gemini" else "other/m")

    posts = server.posts[1:] if kind == "gemini" else other.posts
    assert len(posts) == 2
    for post in posts:
        assert "result of call_" in json.dumps(post.json)
        assert not any(mark in json.dumps(post.json) for mark in MARKS)


def damaged(item: dict[str, Any]) -> dict[str, Any]:
    word = item.get("encrypted_content")
    return {**item, "encrypted_content": word[:-8] + "AAAAAAA="} if word else item


@every_kind
@pytest.mark.parametrize("harm", ["damaged", "foreign", "left out"])
async def test_what_was_harmed_on_the_way_is_passed_over_and_the_answer_goes_on(
    tmp_path: Path, kind: str, harm: str
) -> None:
    async with server_of(kind, LOOKING, DONE) as server:
        async with served_by(tmp_path, work=settings(kind, server)) as served:
            first = check_stream(await served.events(ask([QUESTION])))
            given = [item.to_dict(mode="json") for item in first.output]
            if harm == "damaged":
                given = [damaged(item) for item in given]
            elif harm == "left out":
                given = [item for item in given if item["type"] != "reasoning"]
            results = [
                {"type": "function_call_output", "call_id": item["call_id"], "output": "fine"}
                for item in given
                if item["type"] == "function_call"
            ]
            history = [QUESTION, *given, *results]
            if harm != "foreign":
                second = check_stream(await served.events(ask(history)))
        if harm == "foreign":
            async with served_by(tmp_path, StateSigner("another"), work=settings(kind, server)) as served:
                second = check_stream(await served.events(ask(history)))

    assert second.output_text == "Cold and warm."
    sent = json.dumps(server.posts[1].json)
    assert not any(mark in sent for mark in MARKS)


@every_kind
async def test_a_caller_that_did_not_ask_to_carry_it_is_given_none(tmp_path: Path, kind: str) -> None:
    async with (
        server_of(kind, LOOKING, DONE, DONE) as server,
        served_by(tmp_path, work=settings(kind, server)) as served,
    ):
        given = await loop(served, include=[])

    assert not any(item.get("encrypted_content") for item in given)
    assert not any(mark in json.dumps(server.posts[1].json) for mark in MARKS)

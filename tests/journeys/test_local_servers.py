"""Local servers: a local address must resolve to this computer, and a model that a server forwards is not local."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import failure_of, open_bench
from tests.journeys.kinds import KINDS, Kind, model_requests
from tests.support.foreign_loopback import foreign_loopback
from tests.support.tool_env import YES
from tests.support.wire import Recorded, Turn, WireServer
from tests.support.wire_llama_cpp import model_list, properties, with_progress
from tests.support.wire_llama_cpp import routes as llama_cpp_routes
from tests.support.wire_ollama import facts, shown
from vaultdesk.agent.run import RunFinished
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.providers import provider_assembly
from vaultdesk.providers.provider import ModelInfo, PromptProgress


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_t1_local_nothing_is_sent_when_a_local_name_resolves_to_another_host(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with kind.server([Turn("It leaks.")]) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        async with open_bench(tmp_path, url, YES, **kind.settings) as bench:
            assert bench.workspace.catalog.model_status("work/scripted").local
            # The name is local, and resolves to another host.
            foreign_loopback(monkeypatch, "127.0.0.1", "::1")
            error = failure_of(await bench.ask("What about the boiler?"))

    assert "does not resolve to this computer, so nothing was sent" in error.title
    assert server.requests == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_t1_local_a_local_server_is_reached_by_its_host_name(kind: Kind, tmp_path: Path) -> None:
    async with kind.server([Turn("It leaks.")]) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        async with open_bench(tmp_path, url, YES, **kind.settings) as bench:
            events = await bench.ask("What about the boiler?")
            is_local = bench.workspace.catalog.model_status("work/scripted").local

    assert events[-1] == RunFinished("end")
    assert is_local
    assert len(model_requests(server)) == 1


async def test_t1_local_a_second_loopback_address_can_count_as_remote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign_loopback(monkeypatch, "127.0.0.2")
    async with (
        WireServer(openai=[Turn("It leaks.")], host="127.0.0.2") as server,
        open_bench(tmp_path, server, YES) as bench,
    ):
        assert not bench.workspace.catalog.model_status("work/scripted").local
        assert (await bench.ask("What about the boiler?"))[-1] == RunFinished("end")


@pytest.mark.parametrize(
    ("model", "host"), [("gpt-oss:120b-cloud", "ollama.com"), ("mine", "box.lan:11434"), ("here", "")]
)
@pytest.mark.parametrize("wire", ["openai", "anthropic", "ollama"])
async def test_t1_local_a_model_that_ollama_forwards_is_not_local_over_any_api(
    wire: str, model: str, host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    routes = facts({
        "mine": shown("completion", "tools", remote_model="x", remote_host="http://box.lan:11434"),
        "here": shown("completion", "tools"),
    })  # fmt: skip
    script: dict[str, Any] = {wire: [Turn("It leaks.")]}
    async with WireServer(**script, routes=routes) as server:
        monkeypatch.setattr(provider_assembly, "OLLAMA_PORT", int(server.url.rpartition(":")[2]))
        async with open_bench(tmp_path, server, YES, wire=wire) as bench:
            provider = bench.workspace.agent(bench.answers, f"work/{model}")
            assert (await bench.ask("What about the boiler?", f"work/{model}"))[-1] == RunFinished("end")
            destination = provider.destination

    assert (destination.local, destination.host) == ((False, host) if host else (True, server.url[7:]))


async def test_t1_local_a_model_that_lm_studio_runs_on_a_linked_device_is_not_local(tmp_path: Path) -> None:
    async with (
        WireServer(openai=[Turn("It leaks.")]) as server,
        open_bench(tmp_path, server, YES, kind="lmstudio") as bench,
    ):
        knowledge = bench.workspace.catalog.knowledge
        key = f"lmstudio@{server.url}/v1"
        await knowledge.store_list(key, (ModelInfo("scripted", elsewhere="tower (LM Link)"), ModelInfo("here")))
        there = bench.workspace.agent(bench.answers, "work/scripted").destination
        here = bench.workspace.agent(bench.answers, "work/here").destination

    assert (there.local, there.host) == (False, "tower (LM Link)")
    assert here.local


async def test_r9_the_first_question_fits_the_context_window_that_the_server_reports(tmp_path: Path) -> None:
    """A llama.cpp server with a small context window, whose chat template does not support tools."""
    listed = model_list("scripted", weights=8_000_000_000)
    routes = llama_cpp_routes(listed, properties(n_ctx=8_192, supports_tools=False))
    turn = with_progress(Turn("I do not know."), 0, 600, 1_200, total=1_200)
    async with WireServer(openai=[turn] * 2, routes=routes) as server, open_bench(tmp_path, server, YES) as bench:
        first_fill = await bench.workspace.context_meter.measure(Conversation(), "What about the boiler?")
        events = await bench.ask("What about the boiler?")
        fill = await bench.workspace.context_meter.measure(bench.conversation, "And then?")

    assert [message.path.partition("?")[0] for message in server.requests] == [
        "/v1/models",
        "/props",
        "/v1/chat/completions",
    ]
    sent = server.posts[0].json
    assert "tools" not in sent
    assert "<tool_call>" in sent["messages"][0]["content"], "tools are described in the prompt"
    assert sent["return_progress"] is True
    assert 256 <= sent["max_tokens"] < 8_192 - text_tokens(json.dumps(sent["messages"])) + 200
    assert [event.percent for event in events if isinstance(event, PromptProgress)] == [0, 50, 100]
    assert events[-1] == RunFinished("end")
    assert fill is not None
    assert fill.window == 8_192
    assert first_fill is not None
    assert first_fill.used == pytest.approx(
        sum(text_tokens(message["content"]) for message in sent["messages"]), abs=20
    )


async def test_r3_an_answer_that_ignored_the_tools_is_requested_again(tmp_path: Path) -> None:
    """A server of an unknown kind, whose chat template omits the tools."""
    invented = "The new heat pump is estimated to cost $20,000."

    def lossy(request: Recorded) -> Turn:
        if "tools" in request.json:
            return Turn(invented, usage=(text_tokens(request.json["messages"][0]["content"]) + 12, 12))
        return Turn("I find no price in your notes.", usage=(2_000, 9))

    async with WireServer(openai=lossy) as server, open_bench(tmp_path, server, YES) as bench:
        await bench.ask("What does the new heat pump cost?")

    assert ["tools" in recorded.json for recorded in server.posts] == [True, False]
    assert bench.transcript[-1] == ("assistant", "I find no price in your notes.", False)
    assert bench.workspace.catalog.model_status("work/scripted").tool_mode.mode == "sentinel"

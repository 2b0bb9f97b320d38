"""Local servers: a connection is held to where its address says it leads, and what is handed on is not local."""

from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import failure_of, open_bench
from tests.journeys.kinds import KINDS, Kind, asked
from tests.support.desk import YES
from tests.support.foreign_loopback import foreign_loopback
from tests.support.wire import Turn, WireServer
from tests.support.wire_ollama import facts, shown
from vaultdesk.agent.run import RunFinished
from vaultdesk.providers import catalog
from vaultdesk.providers.provider import ModelInfo


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_t1_local_nothing_is_sent_over_a_connection_that_leads_to_another_computer(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with kind.server([Turn("It leaks.")]) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        async with open_bench(tmp_path, url, YES, **kind.settings) as bench:
            assert bench.workspace.catalog.model_status("work/scripted").local
            # The name is this computer's, and leads elsewhere.
            foreign_loopback(monkeypatch, "127.0.0.1", "::1")
            error = failure_of(await bench.ask("What about the boiler?"))

    assert "does not lead to this computer, so nothing was sent" in error.title
    assert server.requests == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_t1_local_a_server_of_this_computer_is_asked_by_its_name_too(kind: Kind, tmp_path: Path) -> None:
    async with kind.server([Turn("It leaks.")]) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        async with open_bench(tmp_path, url, YES, **kind.settings) as bench:
            events = await bench.ask("What about the boiler?")
            ledger = bench.workspace.catalog.model_status("work/scripted").local

    assert events[-1] == RunFinished("end")
    assert ledger
    assert len(asked(server)) == 1


async def test_t1_local_a_second_address_can_count_as_another_computer(
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
async def test_t1_local_a_model_that_ollama_hands_on_is_not_local_on_any_wire(
    wire: str, model: str, host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    routes = facts({
        "mine": shown("completion", "tools", remote_model="x", remote_host="http://box.lan:11434"),
        "here": shown("completion", "tools"),
    })  # fmt: skip
    script: dict[str, Any] = {wire: [Turn("It leaks.")]}
    async with WireServer(**script, routes=routes) as server:
        monkeypatch.setattr(catalog, "OLLAMA_PORT", int(server.url.rpartition(":")[2]))
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

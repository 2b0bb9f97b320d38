"""Costs: what an answer used and what that comes to, as far as anybody says, arrives with the run's events."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench
from tests.journeys.kinds import KINDS, NAMED, Kind, bodies, case_name, scripted_codex
from tests.support.campaigns import paired
from tests.support.codex_server import answered, says
from tests.support.desk import YES
from tests.support.wire import Call, Raw, Turn
from tests.support.wire_ollama import reply
from tests.support.wire_turns import encoded
from vaultdesk.agent.run import RunEvent
from vaultdesk.providers.provider import UsageReported

PRICES = {"prices": {"scripted": {"input": 3.0, "output": 15.0}}}
TWO = (
    Turn("I look.", [Call("vault_search", {"query": "Nordwind"}, "a")], usage=(1000, 100)),
    Turn("You chose the Nordwind.", usage=(2000, 200)),
)


def used(events: list[RunEvent]) -> list[UsageReported]:
    return [event for event in events if isinstance(event, UsageReported)]


async def asked(bench: Bench) -> list[UsageReported]:
    return used(await bench.ask("What did we decide?"))


@pytest.mark.parametrize(
    ("kind", "way"),
    paired(KINDS, ["native", "sentinel"]),
    ids=case_name,
)
async def test_where_the_person_says_the_price_each_answer_tells_its_cost(kind: Kind, way: str, tmp_path: Path) -> None:
    call = '<tool_call>{"name": "vault_search", "arguments": {"query": "Nordwind"}}</tool_call>'
    turns = TWO if way == "native" else (replace(TWO[0], text=f"I look.\n{call}", calls=()), TWO[1])
    async with (
        kind.server(turns) as server,
        open_bench(tmp_path, server, YES, **kind.settings, **PRICES, tools=way) as bench,
    ):
        told = await asked(bench)

    assert [(one.input_tokens, one.output_tokens) for one in told] == [(1000, 100), (2000, 200)]
    assert [one.cost for one in told] == pytest.approx([0.0045, 0.009])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_where_nobody_says_the_price_no_cost_is_claimed(kind: Kind, tmp_path: Path) -> None:
    async with kind.server(TWO) as server, open_bench(tmp_path, server, YES, **kind.settings) as bench:
        assert [one.cost for one in await asked(bench)] == [None, None]


LISTED = {
    "data": [
        {
            "id": "scripted",
            "name": "Scripted",
            "supported_parameters": ["tools"],
            "pricing": {"prompt": "0.000001", "completion": "0.000002"},
        }
    ]
}


async def test_openrouters_list_tells_the_price_and_its_answers_the_cost_itself(tmp_path: Path) -> None:
    kind = NAMED["openrouter"]
    whole = b"".join(encoded("openai", TWO[1]))
    own = Raw(whole.replace(b'"total_tokens": 2200', b'"total_tokens": 2200, "cost": 0.25'))
    assert own.body != whole
    routes: dict[str, Any] = {"/v1/models": lambda _: reply(LISTED)}
    async with (
        kind.server([TWO[0], own], routes=routes) as server,
        open_bench(tmp_path, server, YES, **kind.settings) as bench,
    ):
        told = await asked(bench)

    assert [one.cost for one in told] == pytest.approx([0.0012, 0.25])
    assert all(body["usage"] == {"include": True} for body in bodies(server))


async def test_a_cost_that_another_server_claims_is_not_believed(tmp_path: Path) -> None:
    whole = b"".join(encoded("openai", TWO[1]))
    own = Raw(whole.replace(b'"total_tokens": 2200', b'"total_tokens": 2200, "cost": 0.25'))
    kind = NAMED["openai-compatible"]
    async with kind.server([own]) as server, open_bench(tmp_path, server, YES, **kind.settings) as bench:
        assert [one.cost for one in await asked(bench)] == [None]


async def test_codex_tells_what_it_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted_codex(monkeypatch, tmp_path, [[says("Hi"), answered()]])
    async with open_bench(tmp_path, "", YES, kind="codex", **PRICES) as bench:
        [told] = await asked(bench)

    assert told == UsageReported(10, 5, cached_tokens=4, reasoning_tokens=2, cost=pytest.approx(0.000105))

"""Costs: the usage of an answer, and its cost where a price is known, are reported as events."""

from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench
from tests.journeys.kinds import KINDS, NAMED, Kind, bodies, case_name, scripted_codex
from tests.support.campaigns import paired
from tests.support.codex_server import answered, sends_text
from tests.support.tool_env import YES
from tests.support.wire import Call, Raw, Turn
from tests.support.wire_ollama import reply
from tests.support.wire_turns import encoded
from vaultdesk.agent.run import RunEvent
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import UsageReported

PRICES = {"prices": {"scripted": {"input": 3.0, "output": 15.0}}}
TWO = (
    Turn("I look.", [Call("vault_search", {"query": "Nordwind"}, "a")], usage=(1000, 100)),
    Turn("You chose the Nordwind.", usage=(2000, 200)),
)


def usage_reports(events: list[RunEvent]) -> list[UsageReported]:
    return [event for event in events if isinstance(event, UsageReported)]


async def ask_for_usage(bench: Bench) -> list[UsageReported]:
    return usage_reports(await bench.ask("What did we decide?"))


@pytest.mark.parametrize(
    ("kind", "tool_format"),
    paired(KINDS, ["native", "sentinel"]),
    ids=case_name,
)
async def test_a_configured_price_gives_each_answer_a_cost(kind: Kind, tool_format: str, tmp_path: Path) -> None:
    call = '<tool_call>{"name": "vault_search", "arguments": {"query": "Nordwind"}}</tool_call>'
    turns = TWO if tool_format == "native" else (replace(TWO[0], text=f"I look.\n{call}", calls=()), TWO[1])
    async with (
        kind.server(turns) as server,
        open_bench(tmp_path, server, YES, **kind.settings, **PRICES, tools=tool_format) as bench,
    ):
        usage = await ask_for_usage(bench)

    assert [(report.input_tokens, report.output_tokens) for report in usage] == [(1000, 100), (2000, 200)]
    assert [report.cost for report in usage] == pytest.approx([0.0045, 0.009])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_without_a_price_no_cost_is_reported(kind: Kind, tmp_path: Path) -> None:
    async with kind.server(TWO) as server, open_bench(tmp_path, server, YES, **kind.settings) as bench:
        assert [report.cost for report in await ask_for_usage(bench)] == [None, None]


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


async def test_openrouter_lists_prices_and_reports_the_cost_of_an_answer(tmp_path: Path) -> None:
    kind = NAMED["openrouter"]
    answer_bytes = b"".join(encoded("openai", TWO[1]))
    answer = Raw(answer_bytes.replace(b'"total_tokens": 2200', b'"total_tokens": 2200, "cost": 0.25'))
    assert answer.body != answer_bytes
    routes: dict[str, Any] = {"/v1/models": lambda _: reply(LISTED)}
    async with (
        kind.server([TWO[0], answer], routes=routes) as server,
        open_bench(tmp_path, server, YES, **kind.settings) as bench,
    ):
        usage = await ask_for_usage(bench)

    assert [report.cost for report in usage] == pytest.approx([0.0012, 0.25])
    assert all(body["usage"] == {"include": True} for body in bodies(server))


async def test_a_cost_reported_by_another_server_is_ignored(tmp_path: Path) -> None:
    answer_bytes = b"".join(encoded("openai", TWO[1]))
    answer = Raw(answer_bytes.replace(b'"total_tokens": 2200', b'"total_tokens": 2200, "cost": 0.25'))
    kind = NAMED["openai-compatible"]
    async with kind.server([answer]) as server, open_bench(tmp_path, server, YES, **kind.settings) as bench:
        assert [report.cost for report in await ask_for_usage(bench)] == [None]


async def test_codex_reports_its_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted_codex(monkeypatch, tmp_path, [[sends_text("Hi"), answered()]])
    async with open_bench(tmp_path, "", YES, kind="codex", **PRICES) as bench:
        [usage] = await ask_for_usage(bench)

    assert usage == UsageReported(10, 5, cached_tokens=4, reasoning_tokens=2, cost=pytest.approx(0.000105))

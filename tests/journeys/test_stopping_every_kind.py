"""Stopping every kind: Stop ends an endless answer within a second, hangs up, and leaves a chat that goes on."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench
from tests.journeys.kinds import (
    KINDS,
    NAMED,
    Kind,
    bodies,
    calls,
    case_name,
    check_pairs,
    results,
    scripted_codex,
    words,
)
from tests.support.campaigns import paired
from tests.support.codex_server import answered, holds, says, waits
from tests.support.codex_server import calls as asks_for
from tests.support.conversations import unanswered_calls
from tests.support.desk import YES, ListAsker
from tests.support.run_grammar import check_run_grammar
from tests.support.wire import Call, Raw, Turn
from tests.support.wire_ollama import chunk, ndjson
from tests.support.wire_turns import Wire, chat_chunk, encoded, sse
from vaultdesk.agent.run import RunCancelled, RunEvent, RunFinished
from vaultdesk.providers.provider import TextArrived
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.runtime.execution import ApprovalRequested

SECOND = 1.0
"""Seconds from Stop to the end of the run, and to the hang-up at the server."""

SAME = {"output_index": 0, "item_id": "msg_wire", "content_index": 0}
WORD: dict[Wire, bytes] = {
    "openai": sse(chat_chunk({"content": "word "})),
    "anthropic": sse({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "word "}}),
    "responses": sse({"type": "response.output_text.delta", **SAME, "delta": "word "}),
    "ollama": ndjson(chunk({"content": "word "})),
}
BEGUN: dict[Wire, int] = {"openai": 1, "anthropic": 3, "responses": 4, "ollama": 0}
"""Events of an answer before its first word."""

TWO = [Call("vault_search", {"query": "Nordwind"}, "a"), Call("vault_search", {"query": "Boskoop"}, "b")]


def endless(wire: Wire) -> Raw:
    """Return an answer that goes on saying something for ever."""
    kind = "application/x-ndjson" if wire == "ollama" else "text/event-stream"
    return Raw(b"".join(encoded(wire, Turn("word"))[: BEGUN[wire]]), content_type=kind, endless=WORD[wire])


class Nobody(ListAsker):
    """An approver that never answers."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        await asyncio.Event().wait()
        raise AssertionError(request)


async def stopped(bench: Bench, question: str, when: Callable[[RunEvent], bool]) -> list[RunEvent]:
    """Ask, stop *when* an event tells, and return the events; the end comes within a second."""
    events: list[RunEvent] = []
    told = 0.0
    async with (
        asyncio.timeout(20),
        bench.workspace.agent(Nobody(), consent=True).run(bench.conversation, question) as run,
    ):
        async for event in run:
            events.append(event)
            if not told and when(event):
                run.cancel()
                told = time.monotonic()
    assert time.monotonic() - told < SECOND
    check_run_grammar(events)
    assert events[-1] == RunCancelled()
    return events


def spoke(event: RunEvent) -> bool:
    return isinstance(event, TextArrived)


def asked(event: RunEvent) -> bool:
    return isinstance(event, ApprovalRequested)


def left_over(bench: Bench) -> tuple[Any, ...]:
    """Return what no chat may hold: calls without a result."""
    return unanswered_calls(bench.conversation)


@pytest.mark.parametrize(
    ("kind", "way"),
    paired(KINDS, ["native", "sentinel"]),
    ids=case_name,
)
async def test_stop_ends_an_endless_answer_and_a_waiting_call_and_the_chat_goes_on(
    kind: Kind, way: str, tmp_path: Path
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 15."""
    text = "".join(f'\n<tool_call>{{"name": "{call.name}", "arguments": {call.text}}}</tool_call>' for call in TWO)
    both = Turn("I look.", TWO) if way == "native" else Turn(f"I look.{text}")
    async with (
        kind.server([endless(kind.wire), both, Turn("Well.")]) as server,
        open_bench(tmp_path, server, YES, **kind.settings, tools=way) as bench,
    ):
        await stopped(bench, "First?", spoke)
        assert await asyncio.to_thread(server.hung_up.wait, SECOND)
        role, said, cut = bench.said[1]
        assert (role, set(said.split()), cut) == ("assistant", {"word"}, True)

        await stopped(bench, "Second?", asked)
        assert left_over(bench) == ()

        assert (await bench.ask("Third?"))[-1] == RunFinished("end")
        assert bench.said[-1] == ("assistant", "Well.", False)
        done = {entry.record.event for entry in bench.workspace.audit_log.read()}
        assert done == {"requested", "started", "asked", "cancelled"}
    last = bodies(server)[-1]

    check_pairs(kind, last)
    spoken = [(who, what.strip()) for who, what in words(last)]
    assert spoken[:3] == [("user", "First?"), ("assistant", said.strip()), ("user", "Second?")]
    if way == "native":
        assert [name for _, name, _ in calls(last)] == ["vault_search"] * 2
        assert [value["error"]["code"] for _, value, _ in results(last)] == ["CANCELLED"] * 2
        assert [error for _, _, error in results(last)] == [True if kind.wire == "anthropic" else None] * 2
    else:
        assert spoken[-1][1].count('status="denied">') == 2
    assert spoken[-1][1].endswith("Third?")


@pytest.mark.parametrize("name", ["openai responses", "anthropic", "ollama", "openai-compatible"])
async def test_stop_in_the_middle_of_a_call_runs_nothing(name: str, tmp_path: Path) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 15."""
    kind = NAMED[name]
    whole = encoded(kind.wire, Turn("I look.", TWO))
    held = Turn("I look.", TWO, hold_after=len(whole) - (1 if kind.wire == "ollama" else 3))
    async with (
        kind.server([held, Turn("Well.")]) as server,
        open_bench(tmp_path, server, YES, **kind.settings) as bench,
    ):
        agent = bench.workspace.agent(bench.answers, consent=True)
        async with asyncio.timeout(20), agent.run(bench.conversation, "First?") as run:
            assert await asyncio.to_thread(server.held.wait, 10)
            began = time.monotonic()
            run.cancel()
            events = [event async for event in run]
        assert time.monotonic() - began < SECOND
        assert events[-1] == RunCancelled()
        assert await asyncio.to_thread(server.hung_up.wait, SECOND)
        assert (bench.answers.requests, bench.workspace.audit_log.read(), left_over(bench)) == ([], [], ())

        assert (await bench.ask("Second?"))[-1] == RunFinished("end")
    assert (calls(bodies(server)[-1]), results(bodies(server)[-1])) == ([], [])


async def test_stop_interrupts_codex_and_the_chat_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 15."""
    look = asks_for(("vault_search", {"query": "Nordwind"}), ("vault_search", {"query": "Boskoop"}))
    turns = [[says("word "), holds()]]
    codex = scripted_codex(monkeypatch, tmp_path, turns)
    async with open_bench(tmp_path, "", YES, kind="codex") as bench:
        await stopped(bench, "First?", spoke)
        # White space at the end is held back, as a call may follow it.
        assert bench.said[1] == ("assistant", "word", True)
    assert codex.methods()[-2:] == ["turn/interrupt", "thread/unsubscribe"]

    codex = scripted_codex(monkeypatch, tmp_path, [[says("I look."), look, answered(), waits()]])
    async with open_bench(tmp_path, "", YES, kind="codex") as bench:
        await stopped(bench, "Second?", asked)
        assert left_over(bench) == ()
        codex = scripted_codex(monkeypatch, tmp_path, [[says("Well."), answered()]])
        assert (await bench.ask("Third?"))[-1] == RunFinished("end")
    [told] = codex.heard("thread/inject_items")
    assert [item["type"] for item in told["items"]] == [
        "message", "message", "function_call", "function_call", "function_call_output", "function_call_output",
    ]  # fmt: skip

"""Stopping every kind: Stop ends an endless answer, closes the connection, and the chat continues."""

import asyncio
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
    text_messages,
)
from tests.support.campaigns import paired
from tests.support.codex_server import answered, holds, sends_text, waits
from tests.support.codex_server import calls as asks_for
from tests.support.conversations import unanswered_calls
from tests.support.run_grammar import check_run_grammar
from tests.support.tool_env import YES, ListAsker
from tests.support.wire import Call, Raw, Turn
from tests.support.wire_ollama import chunk, ndjson
from tests.support.wire_turns import Wire, chat_chunk, encoded, sse
from vaultdesk.agent.run import RunCancelled, RunEvent, RunFinished
from vaultdesk.providers.provider import TextArrived
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.runtime.execution import ApprovalRequested

PATIENCE = 30.0
"""Limit in seconds of a stopped run, and of the wait for the closed connection: far below the 300 s after which a
silent connection is given up.
"""

SAME = {"output_index": 0, "item_id": "msg_wire", "content_index": 0}
WORD: dict[Wire, bytes] = {
    "openai": sse(chat_chunk({"content": "word "})),
    "anthropic": sse({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "word "}}),
    "responses": sse({"type": "response.output_text.delta", **SAME, "delta": "word "}),
    "ollama": ndjson(chunk({"content": "word "})),
}
EVENTS_BEFORE_TEXT: dict[Wire, int] = {"openai": 1, "anthropic": 3, "responses": 4, "ollama": 0}
"""Events of an answer before its first word."""

TWO = [Call("vault_search", {"query": "Nordwind"}, "a"), Call("vault_search", {"query": "Boskoop"}, "b")]


def endless(wire: Wire) -> Raw:
    """Return an answer that never ends."""
    kind = "application/x-ndjson" if wire == "ollama" else "text/event-stream"
    return Raw(b"".join(encoded(wire, Turn("word"))[: EVENTS_BEFORE_TEXT[wire]]), content_type=kind, endless=WORD[wire])


class NeverAnswers(ListAsker):
    """An approver that never answers."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        await asyncio.Event().wait()
        raise AssertionError(request)


async def run_and_stop(bench: Bench, question: str, when: Callable[[RunEvent], bool]) -> list[RunEvent]:
    """Ask, stop at the first event that matches *when*, and return the events."""
    events: list[RunEvent] = []
    stopped = False
    async with (
        asyncio.timeout(None) as limit,
        bench.workspace.agent(NeverAnswers(), consent=True).run(bench.conversation, question) as run,
    ):
        async for event in run:
            events.append(event)
            if not stopped and when(event):
                run.cancel()
                stopped = True
                limit.reschedule(asyncio.get_running_loop().time() + PATIENCE)
    check_run_grammar(events)
    assert events[-1] == RunCancelled()
    return events


def text_arrived(event: RunEvent) -> bool:
    return isinstance(event, TextArrived)


def approval_requested(event: RunEvent) -> bool:
    return isinstance(event, ApprovalRequested)


def pending_calls(bench: Bench) -> tuple[Any, ...]:
    """Return the calls without a result, which no chat may contain."""
    return unanswered_calls(bench.conversation)


@pytest.mark.parametrize(
    ("kind", "tool_format"),
    paired(KINDS, ["native", "sentinel"]),
    ids=case_name,
)
async def test_stopping_ends_an_endless_answer_and_a_pending_call_and_the_chat_continues(
    kind: Kind, tool_format: str, tmp_path: Path
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 15."""
    text = "".join(f'\n<tool_call>{{"name": "{call.name}", "arguments": {call.text}}}</tool_call>' for call in TWO)
    turn = Turn("I look.", TWO) if tool_format == "native" else Turn(f"I look.{text}")
    async with (
        kind.server([endless(kind.wire), turn, Turn("Well.")]) as server,
        open_bench(tmp_path, server, YES, **kind.settings, tools=tool_format) as bench,
    ):
        await run_and_stop(bench, "First?", text_arrived)
        assert await asyncio.to_thread(server.hung_up.wait, PATIENCE)
        role, partial, cut = bench.transcript[1]
        assert (role, set(partial.split()), cut) == ("assistant", {"word"}, True)

        await run_and_stop(bench, "Second?", approval_requested)
        assert pending_calls(bench) == ()

        assert (await bench.ask("Third?"))[-1] == RunFinished("end")
        assert bench.transcript[-1] == ("assistant", "Well.", False)
        recorded = {entry.record.event for entry in bench.workspace.audit_log.read()}
        assert recorded == {"requested", "started", "asked", "cancelled"}
    last = bodies(server)[-1]

    check_pairs(kind, last)
    spoken = [(speaker, what.strip()) for speaker, what in text_messages(last)]
    assert spoken[:3] == [("user", "First?"), ("assistant", partial.strip()), ("user", "Second?")]
    if tool_format == "native":
        assert [name for _, name, _ in calls(last)] == ["vault_search"] * 2
        assert [value["error"]["code"] for _, value, _ in results(last)] == ["CANCELLED"] * 2
        assert [error for _, _, error in results(last)] == [True if kind.wire == "anthropic" else None] * 2
    else:
        assert spoken[-1][1].count('status="denied">') == 2
    assert spoken[-1][1].endswith("Third?")


@pytest.mark.parametrize("name", ["openai responses", "anthropic", "ollama", "openai-compatible"])
async def test_stopping_in_the_middle_of_a_call_runs_no_tool(name: str, tmp_path: Path) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 15."""
    kind = NAMED[name]
    answer_events = encoded(kind.wire, Turn("I look.", TWO))
    turn = Turn("I look.", TWO, hold_after=len(answer_events) - (1 if kind.wire == "ollama" else 3))
    async with (
        kind.server([turn, Turn("Well.")]) as server,
        open_bench(tmp_path, server, YES, **kind.settings) as bench,
    ):
        agent = bench.workspace.agent(bench.answers, consent=True)
        async with asyncio.timeout(None) as limit, agent.run(bench.conversation, "First?") as run:
            assert await asyncio.to_thread(server.held.wait, PATIENCE)
            run.cancel()
            limit.reschedule(asyncio.get_running_loop().time() + PATIENCE)
            events = [event async for event in run]
        assert events[-1] == RunCancelled()
        assert await asyncio.to_thread(server.hung_up.wait, PATIENCE)
        assert (bench.answers.requests, bench.workspace.audit_log.read(), pending_calls(bench)) == ([], [], ())

        assert (await bench.ask("Second?"))[-1] == RunFinished("end")
    assert (calls(bodies(server)[-1]), results(bodies(server)[-1])) == ([], [])


async def test_stopping_interrupts_codex_and_the_chat_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 15."""
    search_step = asks_for(("vault_search", {"query": "Nordwind"}), ("vault_search", {"query": "Boskoop"}))
    turns = [[sends_text("word "), holds()]]
    codex = scripted_codex(monkeypatch, tmp_path, turns)
    async with open_bench(tmp_path, "", YES, kind="codex") as bench:
        await run_and_stop(bench, "First?", text_arrived)
        # Trailing white space is buffered, as a call may follow it.
        assert bench.transcript[1] == ("assistant", "word", True)
    assert codex.methods()[-2:] == ["turn/interrupt", "thread/unsubscribe"]

    codex = scripted_codex(monkeypatch, tmp_path, [[sends_text("I look."), search_step, answered(), waits()]])
    async with open_bench(tmp_path, "", YES, kind="codex") as bench:
        await run_and_stop(bench, "Second?", approval_requested)
        assert pending_calls(bench) == ()
        codex = scripted_codex(monkeypatch, tmp_path, [[sends_text("Well."), answered()]])
        assert (await bench.ask("Third?"))[-1] == RunFinished("end")
    [injected] = codex.heard("thread/inject_items")
    assert [item["type"] for item in injected["items"]] == [
        "message", "message", "function_call", "function_call", "function_call_output", "function_call_output",
    ]  # fmt: skip

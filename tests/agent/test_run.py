"""Tests of agent/run.py."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest

from tests.support.conversations import unanswered_calls
from tests.support.run_grammar import RunGrammarError, check_run_grammar
from tests.support.scripted_provider import HangStep
from tests.support.talk import asks_for, open_table, text_turn
from tests.support.tool_env import LOCAL, NO, YES, ListAsker, call, read
from vaultdesk.agent.run import (
    Emit,
    MessageAdded,
    Run,
    RunCancelled,
    RunEnd,
    RunEvent,
    RunFinished,
    RunStarted,
    RunStep,
)
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, ToolCallPart, user_message
from vaultdesk.providers.provider import CallReady, ModelEvent, TextArrived, TurnEnded
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, CallReview
from vaultdesk.tools.runtime.execution import ApprovalAnswered, ApprovalRequested, ToolEvent, ToolFinished, ToolStarted
from vaultdesk.tools.runtime.tool_results import cancelled_result, result_part

# Run events: one closed union of the events of all packages.


def test_run_events_include_all_model_and_tool_events() -> None:
    run_events = set(get_args(RunEvent))
    assert set(get_args(ModelEvent)) - {TurnEnded} <= run_events
    assert set(get_args(ToolEvent)) <= run_events
    assert run_events == {RunStarted, *get_args(RunStep), *get_args(RunEnd)}


# The event grammar accepts valid runs and refuses others.

START = RunStarted("run_1", user_message("?"), "m", LOCAL)
END = RunFinished("end")
ONE, TWO = call("x", "c1"), call("x", "c2")
REQUEST = ApprovalRequest("ask_1", "", (CallReview("c1", "x", "X", "", "read", {}),), LOCAL)


def finished(tool_call: ToolCallPart) -> ToolFinished:
    return ToolFinished(tool_call.id, tool_call.name, cancelled_result(), result_part(tool_call, cancelled_result()))


def answer(*calls: ToolCallPart) -> MessageAdded:
    return MessageAdded(Message(role="assistant", parts=calls))


def results(*calls: ToolCallPart) -> MessageAdded:
    return MessageAdded(
        Message(role="tool", parts=tuple(result_part(tool_call, cancelled_result()) for tool_call in calls))
    )


VALID_RUNS: list[list[RunEvent]] = [
    [START, END],
    [START, TextArrived("a"), answer(), RunCancelled()],
    [
        START, CallReady(ONE), CallReady(TWO), answer(ONE, TWO),
        ApprovalRequested(REQUEST), ApprovalAnswered(REQUEST, NO),
        ToolStarted("c1", "x"), finished(ONE), finished(TWO), results(ONE, TWO), TextArrived("a"), answer(), END,
    ],
    [START, CallReady(ONE), answer(ONE), ApprovalRequested(REQUEST), finished(ONE), results(ONE), RunCancelled()],
    [START, CallReady(ONE), RunCancelled()],
]  # fmt: skip

INVALID_RUNS: list[list[RunEvent]] = [
    [],
    [START],
    [END],
    [START, START, END],
    [START, END, END],
    [START, END, TextArrived("a")],
    [START, CallReady(ONE), CallReady(ONE), END],
    [START, answer(ONE), finished(ONE), results(ONE), END],
    [START, CallReady(ONE), answer(ONE), END],
    [START, CallReady(ONE), answer(ONE), finished(ONE), END],
    [START, CallReady(ONE), answer(ONE), finished(TWO), END],
    [START, CallReady(ONE), answer(ONE), finished(ONE), finished(ONE), END],
    [START, CallReady(ONE), answer(ONE), ApprovalRequested(REQUEST), RunCancelled()],
    [
        START,
        CallReady(ONE),
        answer(ONE),
        ApprovalRequested(REQUEST),
        ToolStarted("c1", "x"),
        finished(ONE),
        results(ONE),
        END,
    ],
    [START, CallReady(TWO), answer(TWO), ApprovalRequested(REQUEST), finished(TWO), results(TWO), END],
    [START, CallReady(ONE), answer(ONE), ApprovalAnswered(REQUEST, NO), finished(ONE), results(ONE), END],
    [
        START,
        CallReady(ONE),
        CallReady(TWO),
        answer(ONE, TWO),
        finished(TWO),
        finished(ONE),
        results(ONE, TWO),
        END,
    ],
    [START, CallReady(ONE), CallReady(TWO), answer(ONE, TWO), ToolStarted("c2", "x"), END],
    [START, CallReady(ONE), answer(ONE), ToolStarted("c1", "x"), ToolStarted("c1", "x"), END],
    [START, CallReady(ONE), answer(ONE), finished(ONE), TextArrived("a"), results(ONE), END],
    [START, CallReady(ONE), answer(ONE), finished(ONE), results(TWO), END],
    [START, MessageAdded(user_message("?")), END],
]


@pytest.mark.parametrize("events", VALID_RUNS)
def test_valid_runs_pass(events: list[RunEvent]) -> None:
    check_run_grammar(events)


@pytest.mark.parametrize("events", INVALID_RUNS)
def test_invalid_event_orders_are_refused(events: list[RunEvent]) -> None:
    with pytest.raises(RunGrammarError):
        check_run_grammar(events)


# The run: one owner, one end, and a reader that never blocks forever.


async def test_a_run_cancelled_immediately_emits_a_valid_sequence(tmp_path: Path) -> None:
    async with open_table(tmp_path, [text_turn("Hello.")]) as table:
        run = table.agent.run(Conversation(), "Hi")
        async with run:
            run.cancel()
            run.cancel()
            events = [event async for event in run]
        check_run_grammar(events)
        assert [type(event) for event in events] == [RunStarted, RunCancelled]


async def test_an_endless_stream_is_cancelled_within_a_second(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_table(tmp_path, [[TextArrived("You "), hang]]) as table:
        conversation = Conversation()
        run = table.agent.run(conversation, "Hi")
        async with asyncio.timeout(5), run:
            events: list[RunEvent] = []
            async for event in run:
                events.append(event)
                if isinstance(event, TextArrived):
                    await hang.reached.wait()
                    started = asyncio.get_running_loop().time()
                    run.cancel()
            assert asyncio.get_running_loop().time() - started < 1
        check_run_grammar(events)
        assert hang.cancelled
        assert conversation.messages[-1].cut
        assert conversation.messages[-1].text == "You "


async def test_cancelling_a_run_closes_its_open_dialog(tmp_path: Path) -> None:
    opened, closed = asyncio.Event(), asyncio.Event()

    class Dialog(ListAsker):
        async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
            opened.set()
            try:
                await asyncio.Event().wait()
            finally:
                closed.set()
            raise AssertionError

    async with open_table(tmp_path, [asks_for(read("Top.md"))], YES) as table:
        table.env.runner.approver = Dialog()
        conversation = Conversation()
        run = table.agent.run(conversation, "Read")
        async with asyncio.timeout(5), run:
            reader = asyncio.create_task(_all(run))
            await opened.wait()
            run.cancel()
            events = await reader
        check_run_grammar(events)
        assert closed.is_set()
        assert isinstance(events[-1], RunCancelled)
        assert unanswered_calls(conversation) == ()


async def test_leaving_the_block_early_stops_the_task(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_table(tmp_path, [[TextArrived("You"), hang]]) as table:
        async with asyncio.timeout(5), table.agent.run(Conversation(), "Hi") as run:
            async for _ in run:
                await hang.reached.wait()
                break
        assert hang.cancelled


async def test_cancelling_the_reader_stops_the_task(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_table(tmp_path, [[TextArrived("You"), hang]]) as table:

        async def read_it() -> None:
            async with table.agent.run(Conversation(), "Hi") as run:
                await _all(run)

        reader = asyncio.create_task(read_it())
        await asyncio.wait_for(hang.reached.wait(), 30)
        reader.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(reader, 30)
        assert hang.cancelled


@dataclass
class ScriptedTask:
    """Emits *event* if there is one, then raises *bug* if there is one."""

    event: RunEvent | None = None
    bug: Exception | None = None

    async def run(self, emit: Emit) -> None:
        if self.event is not None:
            emit(self.event)
        if self.bug is not None:
            raise self.bug


async def test_a_bug_is_raised_to_the_reader_once() -> None:
    task = ScriptedTask(RunFinished("end"), ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        async with asyncio.timeout(5), Run(task) as run:
            await _all(run)


async def test_an_unread_bug_is_raised_at_the_end_of_the_block() -> None:
    with pytest.raises(ZeroDivisionError):
        async with asyncio.timeout(5), Run(ScriptedTask(bug=ZeroDivisionError())):
            pass


async def test_a_run_can_be_read_only_inside_its_block() -> None:
    run = Run(ScriptedTask(RunFinished("end")))
    with pytest.raises(RuntimeError):
        await anext(run)
    async with run:
        assert await _all(run) == [RunFinished("end")]
        assert await _all(run) == []


async def _all(run: Run) -> list[RunEvent]:
    return [event async for event in run]

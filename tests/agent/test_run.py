"""The run: one owner, one end, no hanging reader."""

import asyncio
from pathlib import Path

import pytest

from tests.support.desk import YES, read
from tests.support.talk import asks_for, open_table, says
from vaultdesk.agent.events import RunCancelled, RunEvent, RunFinished, RunStarted
from vaultdesk.agent.grammar import check
from vaultdesk.agent.run import Emit, Run
from vaultdesk.chat.conversation import Conversation
from vaultdesk.providers.model_events import TextArrived
from vaultdesk.providers.scripted_provider import HangStep
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest


async def test_cancelled_at_once_still_tells_a_whole_run(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says("Hello.")]) as table:
        run = table.agent.run(Conversation(), "Hi")
        async with run:
            run.cancel()
            run.cancel()
            events = [event async for event in run]
        check(events)
        assert [type(event) for event in events] == [RunStarted, RunCancelled]


async def test_cancelled_on_an_endless_stream_ends_within_a_second(tmp_path: Path) -> None:
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
        check(events)
        assert hang.cancelled
        assert conversation.messages[-1].cut
        assert conversation.messages[-1].text == "You "


async def test_cancelled_while_a_dialog_is_open_closes_the_dialog(tmp_path: Path) -> None:
    opened, closed = asyncio.Event(), asyncio.Event()

    class Dialog:
        async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
            opened.set()
            try:
                await asyncio.Event().wait()
            finally:
                closed.set()
            raise AssertionError

    async with open_table(tmp_path, [asks_for(read("Top.md"))], YES) as table:
        table.desk.runner.approver = Dialog()
        conversation = Conversation()
        run = table.agent.run(conversation, "Read")
        async with asyncio.timeout(5), run:
            reader = asyncio.create_task(_all(run))
            await opened.wait()
            run.cancel()
            events = await reader
        check(events)
        assert closed.is_set()
        assert isinstance(events[-1], RunCancelled)
        assert conversation.unanswered_calls() == ()


async def test_leaving_the_block_early_stops_the_work(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_table(tmp_path, [[TextArrived("You"), hang]]) as table:
        async with asyncio.timeout(5), table.agent.run(Conversation(), "Hi") as run:
            async for _ in run:
                await hang.reached.wait()
                break
        assert hang.cancelled


async def test_cancelling_the_readers_own_task_stops_the_work(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_table(tmp_path, [[TextArrived("You"), hang]]) as table:

        async def read_it() -> None:
            async with table.agent.run(Conversation(), "Hi") as run:
                await _all(run)

        reader = asyncio.create_task(read_it())
        await asyncio.wait_for(hang.reached.wait(), 5)
        reader.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(reader, 5)
        assert hang.cancelled


async def test_a_bug_is_raised_to_the_reader_once_and_never_hangs_it() -> None:
    async def work(emit: Emit) -> None:
        emit(RunFinished("end"))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        async with asyncio.timeout(5), Run(work) as run:
            await _all(run)


async def test_a_bug_nobody_read_is_raised_at_the_end_of_the_block() -> None:
    async def work(emit: Emit) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        async with asyncio.timeout(5), Run(work):
            pass


async def test_a_run_is_read_inside_its_block_only() -> None:
    async def work(emit: Emit) -> None:
        emit(RunFinished("end"))

    run = Run(work)
    with pytest.raises(RuntimeError):
        await anext(run)
    async with run:
        assert await _all(run) == [RunFinished("end")]
        assert await _all(run) == []


async def _all(run: Run) -> list[RunEvent]:
    return [event async for event in run]

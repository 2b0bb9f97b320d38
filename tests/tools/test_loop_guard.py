"""The loop guard: twice is a check, three times is a loop."""

from dataclasses import replace
from pathlib import Path

from tests.support.desk import NO, YES, Clock, on, open_desk, put, read, search
from tests.support.tools import PutNote
from vaultdesk.tools.loop_guard import FORGOTTEN_AFTER, LoopGuard
from vaultdesk.tools.trail import CallContext


async def test_the_third_same_call_in_half_a_minute_is_stopped_and_told(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES) as desk:
        results = [(await desk.results(search("boiler")))[0] for _ in range(3)]
        assert [result.success for result in results] == [True, True, False]
        stopped = results[2].error
        assert stopped is not None
        assert stopped.code == "RATE_LIMITED"
        assert "try another way" in stopped.message
        assert len(desk.answers.requests) == 2
        assert desk.told()[-1] == ("refused", "call_1", "program")
        (other,) = await desk.results(search("pump"))
        assert other.success
        (elsewhere,) = await desk.results(search("boiler"), context=on(chat="chat_2"))
        assert elsewhere.success
        desk.clock.now += 31
        assert (await desk.results(search("boiler")))[0].success


async def test_another_spelling_of_the_arguments_is_the_same_call(tmp_path: Path) -> None:
    async with open_desk(tmp_path, NO) as desk:
        camel = read("Top.md").model_copy(update={"arguments": {"filePaths": ["Top.md"]}})
        results = [(await desk.results(one))[0].error for one in (read("Top.md"), camel, read("Top.md"))]
        assert [error.code for error in results if error] == ["CANCELLED", "CANCELLED", "RATE_LIMITED"]


async def test_three_same_writes_of_one_answer_are_two(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[PutNote()]) as desk:
        results = await desk.results(*(put("New.md", "x\n", f"c{number}") for number in range(3)))
        assert [result.success for result in results] == [True, True, False]


async def test_the_persons_own_acts_are_no_loop(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES) as desk:
        own = CallContext(on().destination)
        assert all([(await desk.results(search("boiler"), context=own))[0].success for _ in range(5)])


def test_a_stopped_call_counts_so_hammering_keeps_itself_out() -> None:
    clock = Clock()
    guard = LoopGuard(clock)
    told = []
    for _ in range(10):
        told.append(guard.count("chat", "tool", {"a": 1}))
        clock.now += 10
    assert told == [False, False] + [True] * 8
    clock.now += 30
    assert not guard.count("chat", "tool", {"a": 1})


def test_what_is_long_over_is_forgotten() -> None:
    clock = Clock()
    guard = LoopGuard(clock)
    for number in range(FORGOTTEN_AFTER + 1):
        guard.count("chat", "tool", {"a": number})
    clock.now += 60
    guard.count("chat", "tool", {})
    assert len(guard._times) == 1


async def test_the_programs_own_calls_are_no_loop(tmp_path: Path) -> None:
    ours = replace(on(), by_program=True)
    async with open_desk(tmp_path, YES) as desk:
        results = [(await desk.results(search("boiler"), context=context))[0] for context in [ours] * 4 + [on()] * 3]

    assert [result.success for result in results] == [True] * 6 + [False]

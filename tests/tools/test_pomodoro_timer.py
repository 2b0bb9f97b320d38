"""The timer: one session, counted by a clock that nobody can set."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from tests.support.desk import Clock
from vaultdesk.tools.pomodoro_timer import MOST_MINUTES, FinishedSession, PomodoroStanding, PomodoroTimer

BEGUN = datetime(2026, 11, 22, 9, 5, tzinfo=UTC)


class Loop:
    """The running loop's appointments, kept by a test instead of the clock on the wall."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waits: list[float] = []
        self.due: list[asyncio.TimerHandle] = []
        loop = asyncio.get_running_loop()
        real = loop.call_later

        def call_later(delay: float, callback: object, *args: object) -> asyncio.TimerHandle:
            self.waits.append(delay)
            handle = real(3600, callback, *args)  # type: ignore[arg-type] # as it was given
            self.due.append(handle)
            return handle

        monkeypatch.setattr(loop, "call_later", call_later)

    def ring(self) -> None:
        """Let the newest appointment be due."""
        handle = self.due[-1]
        assert not handle.cancelled()
        handle._callback()  # type: ignore[attr-defined] # what the loop would call


def timer(clock: Clock) -> PomodoroTimer:
    return PomodoroTimer(clock, lambda: BEGUN + timedelta(seconds=clock.now - 1000))


async def test_a_session_runs_pauses_goes_on_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, loop = Clock(), Loop(monkeypatch)
    one = timer(clock)
    with one.changes.subscribe() as changes, one.finished.subscribe() as finished:
        assert one.standing == PomodoroStanding()
        assert one.start(10) == PomodoroStanding("running", 10, 600.0, BEGUN)
        clock.now += 200
        assert one.standing.seconds_left == 400
        assert one.pause().phase == "paused"
        assert loop.due[-1].cancelled()
        clock.now += 5000
        assert one.standing.seconds_left == 400, "a pause takes no time"
        assert one.start(99).minutes == 10, "going on is no new session"
        clock.now += 400
        loop.ring()
        assert one.standing == PomodoroStanding()
        told = [await anext(changes) for _ in range(4)]
        assert [change.phase for change in told] == ["running", "paused", "running", "idle"]
        assert await anext(finished) == FinishedSession(10, BEGUN, BEGUN + timedelta(seconds=5600))
    assert loop.waits == [600.0, 400.0]


async def test_a_running_session_is_not_begun_anew_and_a_stopped_one_is_not_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, loop = Clock(), Loop(monkeypatch)
    one = timer(clock)
    with one.finished.subscribe() as finished:
        one.start(25)
        clock.now += 60
        assert one.start(5).minutes == 25
        assert len(loop.waits) == 1
        assert one.stop() == PomodoroStanding()
        assert one.stop() == one.pause() == PomodoroStanding()
        assert loop.due[-1].cancelled()
        with pytest.raises(asyncio.TimeoutError):
            async with asyncio.timeout(0):
                await anext(finished)


async def test_a_clock_that_stood_still_while_the_computer_slept_leaves_the_rest_to_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, loop = Clock(), Loop(monkeypatch)
    one = timer(clock)
    one.start(1)
    clock.now += 59.5
    loop.ring()  # Too early: half a second is left.
    assert one.standing.phase == "running"
    assert loop.waits == [60.0, 0.5]
    clock.now += 3600
    loop.ring()  # Too late, as where the clock ran on: it is over.
    assert one.standing.phase == "idle"


async def test_minutes_are_bounded_and_closing_lets_go(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop(monkeypatch)
    one = timer(Clock())
    assert one.start(100_000).minutes == MOST_MINUTES
    one.close()
    assert loop.due[-1].cancelled()


async def test_the_loop_itself_ends_a_session() -> None:
    clock = Clock()
    one = timer(clock)
    with one.finished.subscribe() as finished:
        one.start(1)
        clock.now += 59.99
        one.pause()
        one.start()
        clock.now += 1
        async with asyncio.timeout(5):
            assert (await anext(finished)).minutes == 1

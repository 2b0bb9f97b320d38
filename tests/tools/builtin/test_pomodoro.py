"""Tests of tools/builtin/pomodoro.py."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import JsonValue, ValidationError

from tests.support.desk import Clock
from tests.support.drafting import Scene, scene
from vaultdesk.tools.builtin.pomodoro import (
    MAX_MINUTES,
    FinishedSession,
    Pomodoro,
    PomodoroLog,
    PomodoroParameters,
    PomodoroState,
    PomodoroTimer,
)
from vaultdesk.tools.tool import FULL_VISIBILITY

# The timer: one session, counted by a clock that nobody can set.

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
        assert one.state == PomodoroState()
        assert one.start(10) == PomodoroState("running", 10, 600.0, BEGUN)
        clock.now += 200
        assert one.state.seconds_left == 400
        assert one.pause().phase == "paused"
        assert loop.due[-1].cancelled()
        clock.now += 5000
        assert one.state.seconds_left == 400, "a pause takes no time"
        assert one.start(99).minutes == 10, "going on is no new session"
        clock.now += 400
        loop.ring()
        assert one.state == PomodoroState()
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
        assert one.stop() == PomodoroState()
        assert one.stop() == one.pause() == PomodoroState()
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
    assert one.state.phase == "running"
    assert loop.waits == [60.0, 0.5]
    clock.now += 3600
    loop.ring()  # Too late, as where the clock ran on: it is over.
    assert one.state.phase == "idle"


async def test_minutes_are_bounded_and_closing_lets_go(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop(monkeypatch)
    one = timer(Clock())
    assert one.start(100_000).minutes == MAX_MINUTES
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


# The tool that works the timer.


async def test_the_timer_is_started_paused_asked_and_stopped() -> None:
    clock = Clock()
    timer = PomodoroTimer(clock)
    tool = Pomodoro(timer)

    async def told(**arguments: JsonValue) -> tuple[object, object, object]:
        data = (await tool.run(PomodoroParameters.model_validate(arguments), FULL_VISIBILITY)).data
        assert isinstance(data, dict)
        return data["status"], data.get("remaining"), data["message"]

    assert await told(action="status") == ("idle", None, "No pomodoro is running.")
    assert await told(action="pause") == ("idle", None, "No pomodoro is running.")
    assert await told(action="start") == (
        "running",
        "25:00",
        "Started a pomodoro of 25 minutes. It runs as long as this vault is open.",
    )
    clock.now += 61
    assert await told(action="status") == ("running", "23:59", "It is running.")
    already = "A pomodoro of 25 minutes is already running. Stop it before you start another."
    assert await told(action="start", minutes=5) == ("running", "23:59", already)
    assert await told(action="pause") == ("paused", "23:59", "Paused.")
    assert await told(action="status") == ("paused", "23:59", "It is paused.")
    assert await told(action="start") == ("running", "23:59", "The paused pomodoro continues.")
    assert await told(action="stop") == ("idle", None, "Stopped before its end.")
    timer.close()


@pytest.mark.parametrize(
    "arguments", [{}, {"action": "begin"}, {"action": "start", "minutes": 0}, {"action": "start", "minutes": 181}]
)
def test_wrong_arguments_are_refused(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        PomodoroParameters.model_validate(arguments)


def test_what_is_asked_is_said_in_words() -> None:
    tool = Pomodoro(PomodoroTimer())
    started = PomodoroParameters(action="start", minutes=50)
    assert (tool.summary(started), tool.action(started)) == ("start, 50 minutes", "Start a pomodoro of 50 minutes")
    for example in Pomodoro.examples:
        PomodoroParameters.model_validate(example)


# Finished sessions in the daily note: only where wanted, by the vault's own settings, and to be undone.

NOTES = {
    ".obsidian/daily-notes.json": '{"folder": "Journal", "template": "T/Daily"}',
    "T/Daily.md": "# {{title}}\n",
}
SESSION = FinishedSession(25, datetime(2026, 11, 22, 9, 5, tzinfo=UTC), datetime(2026, 11, 22, 9, 30, tzinfo=UTC))
LINE = "- 09:05–09:30 Pomodoro, 25 minutes\n"


def note(bench: Scene) -> str | None:
    file = bench.root / "Journal/2026-11-22.md"
    return file.read_text(encoding="utf-8") if file.is_file() else None


async def test_a_session_is_a_line_of_its_day(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        timer = PomodoroTimer()
        async with PomodoroLog(bench.vault, timer, lambda: True) as kept:
            with bench.vault.changes.subscribe() as changes:
                timer.finished.publish(SESSION)
                async with asyncio.timeout(5):
                    await anext(changes)
            assert note(bench) == f"# 2026-11-22\n\n{LINE}"
            await kept.write(SESSION)
            assert note(bench) == f"# 2026-11-22\n\n{LINE}{LINE}"
        assert {entry.title for entry in bench.vault.journal.changes()} == {"Pomodoro logged"}


async def test_nothing_is_written_where_it_is_not_wanted(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        timer = PomodoroTimer()
        wanted: list[bool] = []
        asked = asyncio.Event()

        def want() -> bool:
            asked.set()
            return bool(wanted)

        async with PomodoroLog(bench.vault, timer, want):
            timer.finished.publish(SESSION)
            async with asyncio.timeout(5):
                await asked.wait()
        assert note(bench) is None


async def test_trouble_is_told_and_the_next_session_is_written(tmp_path: Path) -> None:
    async with scene(tmp_path, {**NOTES, "Journal": "a file in the folder's place"}) as bench:
        timer = PomodoroTimer()
        async with PomodoroLog(bench.vault, timer, lambda: True) as kept:
            with kept.problems.subscribe() as problems:
                timer.finished.publish(SESSION)
                async with asyncio.timeout(5):
                    assert await anext(problems)
            (bench.root / "Journal").unlink()
            with bench.vault.changes.subscribe() as changes:
                timer.finished.publish(SESSION)
                async with asyncio.timeout(5):
                    await anext(changes)
        assert note(bench) == f"# 2026-11-22\n\n{LINE}"


async def test_closing_ends_a_session_that_runs(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        timer = PomodoroTimer()
        async with PomodoroLog(bench.vault, timer, lambda: True):
            timer.start(1)
        assert timer._timer_handle is None

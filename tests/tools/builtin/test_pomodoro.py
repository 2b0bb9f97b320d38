"""Tests of tools/builtin/pomodoro.py."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import JsonValue, ValidationError

from tests.support.drafting import Scene, scene
from tests.support.tool_env import Clock
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

# The timer: one session, measured by a monotonic clock.

STARTED = datetime(2026, 11, 22, 9, 5, tzinfo=UTC)


class LoopTimers:
    """The timers of the running loop, fired by the test instead of the clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.delays: list[float] = []
        self.handles: list[asyncio.TimerHandle] = []
        loop = asyncio.get_running_loop()
        original_call_later = loop.call_later

        def call_later(delay: float, callback: object, *args: object) -> asyncio.TimerHandle:
            self.delays.append(delay)
            handle = original_call_later(3600, callback, *args)  # type: ignore[arg-type] # passed through
            self.handles.append(handle)
            return handle

        monkeypatch.setattr(loop, "call_later", call_later)

    def fire(self) -> None:
        """Fire the newest timer."""
        handle = self.handles[-1]
        assert not handle.cancelled()
        handle._callback()  # type: ignore[attr-defined] # called by the loop otherwise


def timer_with(clock: Clock) -> PomodoroTimer:
    return PomodoroTimer(clock, lambda: STARTED + timedelta(seconds=clock.now - 1000))


async def test_a_session_runs_pauses_resumes_and_finishes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, loop = Clock(), LoopTimers(monkeypatch)
    timer = timer_with(clock)
    with timer.changes.subscribe() as changes, timer.finished.subscribe() as finished:
        assert timer.state == PomodoroState()
        assert timer.start(10) == PomodoroState("running", 10, 600.0, STARTED)
        clock.now += 200
        assert timer.state.seconds_left == 400
        assert timer.pause().phase == "paused"
        assert loop.handles[-1].cancelled()
        clock.now += 5000
        assert timer.state.seconds_left == 400, "time does not count while paused"
        assert timer.start(99).minutes == 10, "resuming is no new session"
        clock.now += 400
        loop.fire()
        assert timer.state == PomodoroState()
        published = [await anext(changes) for _ in range(4)]
        assert [change.phase for change in published] == ["running", "paused", "running", "idle"]
        assert await anext(finished) == FinishedSession(10, STARTED, STARTED + timedelta(seconds=5600))
    assert loop.delays == [600.0, 400.0]


async def test_a_running_session_is_not_restarted_and_a_stopped_one_is_not_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, loop = Clock(), LoopTimers(monkeypatch)
    timer = timer_with(clock)
    with timer.finished.subscribe() as finished:
        timer.start(25)
        clock.now += 60
        assert timer.start(5).minutes == 25
        assert len(loop.delays) == 1
        assert timer.stop() == PomodoroState()
        assert timer.stop() == timer.pause() == PomodoroState()
        assert loop.handles[-1].cancelled()
        with pytest.raises(asyncio.TimeoutError):
            async with asyncio.timeout(0):
                await anext(finished)


async def test_the_remaining_time_continues_after_the_clock_stopped_during_sleep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, loop = Clock(), LoopTimers(monkeypatch)
    timer = timer_with(clock)
    timer.start(1)
    clock.now += 59.5
    loop.fire()  # Too early: half a second remains.
    assert timer.state.phase == "running"
    assert loop.delays == [60.0, 0.5]
    clock.now += 3600
    loop.fire()  # Too late, as if the clock had continued: the session is over.
    assert timer.state.phase == "idle"


async def test_minutes_are_limited_and_close_cancels_the_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = LoopTimers(monkeypatch)
    timer = timer_with(Clock())
    assert timer.start(100_000).minutes == MAX_MINUTES
    timer.close()
    assert loop.handles[-1].cancelled()


async def test_a_session_is_finished_by_the_event_loop() -> None:
    clock = Clock()
    timer = timer_with(clock)
    with timer.finished.subscribe() as finished:
        timer.start(1)
        clock.now += 59.99
        timer.pause()
        timer.start()
        clock.now += 1
        async with asyncio.timeout(5):
            assert (await anext(finished)).minutes == 1


# The tool `pomodoro`.


async def test_the_tool_starts_pauses_reports_and_stops_the_timer() -> None:
    clock = Clock()
    timer = PomodoroTimer(clock)
    tool = Pomodoro(timer)

    async def call(**arguments: JsonValue) -> tuple[object, object, object]:
        data = (await tool.run(PomodoroParameters.model_validate(arguments), FULL_VISIBILITY)).data
        assert isinstance(data, dict)
        return data["status"], data.get("remaining"), data["message"]

    assert await call(action="status") == ("idle", None, "No pomodoro is running.")
    assert await call(action="pause") == ("idle", None, "No pomodoro is running.")
    assert await call(action="start") == (
        "running",
        "25:00",
        "Started a pomodoro of 25 minutes. It runs as long as this vault is open.",
    )
    clock.now += 61
    assert await call(action="status") == ("running", "23:59", "It is running.")
    message = "A pomodoro of 25 minutes is already running. Stop it before you start another."
    assert await call(action="start", minutes=5) == ("running", "23:59", message)
    assert await call(action="pause") == ("paused", "23:59", "Paused.")
    assert await call(action="status") == ("paused", "23:59", "It is paused.")
    assert await call(action="start") == ("running", "23:59", "The paused pomodoro continues.")
    assert await call(action="stop") == ("idle", None, "Stopped before its end.")
    timer.close()


@pytest.mark.parametrize(
    "arguments", [{}, {"action": "begin"}, {"action": "start", "minutes": 0}, {"action": "start", "minutes": 181}]
)
def test_invalid_arguments_are_rejected(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        PomodoroParameters.model_validate(arguments)


def test_action_and_summary_describe_the_call() -> None:
    tool = Pomodoro(PomodoroTimer())
    started = PomodoroParameters(action="start", minutes=50)
    assert (tool.summary(started), tool.action(started)) == ("start, 50 minutes", "Start a pomodoro of 50 minutes")
    for example in Pomodoro.examples:
        PomodoroParameters.model_validate(example)


# Finished sessions are logged in the daily note if enabled, by the settings of the vault, and can be undone.

NOTES = {
    ".obsidian/daily-notes.json": '{"folder": "Journal", "template": "T/Daily"}',
    "T/Daily.md": "# {{title}}\n",
}
SESSION = FinishedSession(25, datetime(2026, 11, 22, 9, 5, tzinfo=UTC), datetime(2026, 11, 22, 9, 30, tzinfo=UTC))
LINE = "- 09:05–09:30 Pomodoro, 25 minutes\n"


def note(bench: Scene) -> str | None:
    file = bench.root / "Journal/2026-11-22.md"
    return file.read_text(encoding="utf-8") if file.is_file() else None


async def test_a_finished_session_is_added_to_the_daily_note(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        timer = PomodoroTimer()
        log = PomodoroLog(bench.vault, timer, lambda: True)
        async with log.following():
            with bench.vault.changes.subscribe() as changes:
                timer.finished.publish(SESSION)
                async with asyncio.timeout(5):
                    await anext(changes)
            assert note(bench) == f"# 2026-11-22\n\n{LINE}"
            await log.write(SESSION)
            assert note(bench) == f"# 2026-11-22\n\n{LINE}{LINE}"
        assert {entry.title for entry in bench.vault.journal.changes()} == {"Pomodoro logged"}


async def test_nothing_is_written_if_the_log_is_disabled(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        timer = PomodoroTimer()
        enabled: list[bool] = []
        checked = asyncio.Event()

        def is_enabled() -> bool:
            checked.set()
            return bool(enabled)

        async with PomodoroLog(bench.vault, timer, is_enabled).following():
            timer.finished.publish(SESSION)
            async with asyncio.timeout(5):
                await checked.wait()
        assert note(bench) is None


async def test_a_write_error_is_published_and_the_next_session_is_written(tmp_path: Path) -> None:
    async with scene(tmp_path, {**NOTES, "Journal": "a file in place of the folder"}) as bench:
        timer = PomodoroTimer()
        log = PomodoroLog(bench.vault, timer, lambda: True)
        async with log.following():
            with log.problems.subscribe() as problems:
                timer.finished.publish(SESSION)
                async with asyncio.timeout(5):
                    assert await anext(problems)
            (bench.root / "Journal").unlink()
            with bench.vault.changes.subscribe() as changes:
                timer.finished.publish(SESSION)
                async with asyncio.timeout(5):
                    await anext(changes)
        assert note(bench) == f"# 2026-11-22\n\n{LINE}"


async def test_closing_the_log_stops_a_running_session(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        timer = PomodoroTimer()
        async with PomodoroLog(bench.vault, timer, lambda: True).following():
            timer.start(1)
        assert timer._timer_handle is None

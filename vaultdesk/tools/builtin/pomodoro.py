"""Pomodoro timer of a workspace, the tool `pomodoro`, and the log of finished sessions in the daily note."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import ClassVar, Literal

from msgspec import Struct
from pydantic import Field, JsonValue

from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.feed import Feed, FeedReader, background_task
from vaultdesk.core.local_time import local_now
from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.builtin.daily_tools import DailyNote, DailyNoteParameters
from vaultdesk.tools.tool import FULL_VISIBILITY, Effect, Parameters, Tool, ToolFailure, ToolOutput, Visibility
from vaultdesk.vault.staging import StagingArea, build_change_set, planned_edits
from vaultdesk.vault.transactions.file_edits import CHANGE_TITLES, Origin
from vaultdesk.vault.vault import Vault

# The timer uses the monotonic clock, which changes of the system time do not affect. On Linux and macOS that clock
# stops while the computer sleeps, and a session continues on waking. On Windows it runs on, and a session that ended
# during the sleep ends on waking. The end of a session is one timer on the event loop; there is no polling.

PomodoroPhase = Literal["idle", "running", "paused"]

DEFAULT_MINUTES = 25
MAX_MINUTES = 180
"""Three hours: anything longer is not a session."""


class PomodoroState(Struct, frozen=True):
    """State of the timer at one moment."""

    phase: PomodoroPhase = "idle"
    minutes: int = 0
    """Length of the session; 0 if there is none."""
    seconds_left: float = 0.0
    started: datetime | None = None
    """By the system clock."""


class FinishedSession(Struct, frozen=True):
    """A session that was completed."""

    minutes: int
    started: datetime
    ended: datetime


class PomodoroTimer:
    """The timer of one workspace. Its methods are called on the loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, now: Callable[[], datetime] = local_now) -> None:
        self.changes: Feed[PomodoroState] = Feed()
        """Publishes each start, pause, stop and end; subscribers count the seconds themselves."""
        self.finished: Feed[FinishedSession] = Feed()
        self._clock = clock
        self._now = now
        self._phase: PomodoroPhase = "idle"
        self._minutes = 0
        self._remaining = 0.0
        """Seconds left at the last start or pause."""
        self._running_since = 0.0
        """Start time on the monotonic clock."""
        self._started: datetime | None = None
        self._timer_handle: asyncio.TimerHandle | None = None

    @property
    def state(self) -> PomodoroState:
        """The current state."""
        return PomodoroState(self._phase, self._minutes, self._seconds_left(), self._started)

    def start(self, minutes: int = DEFAULT_MINUTES) -> PomodoroState:
        """Start a session, or resume the paused one; a running one is not changed."""
        if self._phase == "idle":
            self._minutes = max(1, min(minutes, MAX_MINUTES))
            self._remaining = self._minutes * 60.0
            self._started = self._now()
        if self._phase != "running":
            self._phase, self._running_since = "running", self._clock()
            self._schedule()
            self._publish()
        return self.state

    def pause(self) -> PomodoroState:
        """Pause the session if it is running."""
        if self._phase == "running":
            self._remaining = self._seconds_left()
            self._phase = "paused"
            self._cancel_timer()
            self._publish()
        return self.state

    def stop(self) -> PomodoroState:
        """End the session without finishing it."""
        if self._phase != "idle":
            self._clear()
            self._publish()
        return self.state

    def close(self) -> None:
        """Cancel the timer; nothing is published any more."""
        self._cancel_timer()

    def _seconds_left(self) -> float:
        passed = self._clock() - self._running_since if self._phase == "running" else 0.0
        return max(0.0, self._remaining - passed)

    def _schedule(self) -> None:
        self._cancel_timer()
        self._timer_handle = asyncio.get_running_loop().call_later(self._seconds_left(), self._finish)

    def _finish(self) -> None:
        self._timer_handle = None
        if self._phase != "running":
            return
        if self._seconds_left() > 0:  # A loop may be early by the resolution of its clock.
            self._schedule()
            return
        ended = self._now()
        session = FinishedSession(self._minutes, self._started or ended, ended)
        self._clear()
        self._publish()
        self.finished.publish(session)

    def _clear(self) -> None:
        self._cancel_timer()
        self._phase, self._minutes, self._remaining, self._started = "idle", 0, 0.0, None

    def _cancel_timer(self) -> None:
        if self._timer_handle is not None:
            self._timer_handle.cancel()
            self._timer_handle = None

    def _publish(self) -> None:
        self.changes.publish(self.state)


PomodoroAction = Literal["start", "pause", "stop", "status"]


class PomodoroParameters(Parameters):
    """Parameters of `pomodoro`."""

    action: PomodoroAction = Field(description="start (or resume), pause, stop, or status.")
    minutes: int = Field(
        default=DEFAULT_MINUTES, ge=1, le=MAX_MINUTES, description="Length of a new session in minutes, 1 to 180."
    )


class Pomodoro(Tool[PomodoroParameters]):
    """Controls the timer."""

    name: ClassVar[str] = "pomodoro"
    aliases: ClassVar[tuple[str, ...]] = ("pomodoroTool",)
    display_name: ClassVar[Phrase] = Phrase("Pomodoro")
    purpose: ClassVar[Phrase] = Phrase("starts, pauses or stops the timer in the status bar.")
    description: ClassVar[str] = (
        "Control the user's focus timer: start a session of some minutes, pause, resume or stop it, or get the "
        "time left. There is one timer; a running one is not replaced: stop it first."
    )
    brief: ClassVar[str] = "Start, pause or stop the focus timer, or get the time left."
    category: ClassVar[str] = "time"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = PomodoroParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"action": "start"},
        {"action": "start", "minutes": 50},
        {"action": "status"},
    )

    def __init__(self, timer: PomodoroTimer) -> None:
        self._timer = timer

    async def run(self, arguments: PomodoroParameters, visibility: Visibility) -> ToolOutput:
        """Perform the action, and return the resulting state."""
        before = self._timer.state
        match arguments.action:
            case "start":
                after = self._timer.start(arguments.minutes)
            case "pause":
                after = self._timer.pause()
            case "stop":
                after = self._timer.stop()
            case "status":
                after = before
        seconds = round(after.seconds_left)
        data: dict[str, JsonValue] = {"status": after.phase, "message": _result_text(arguments.action, before, after)}
        if after.phase != "idle":
            data |= {"minutes": after.minutes, "remaining": f"{seconds // 60}:{seconds % 60:02}"}
        if after.started is not None:
            data["started"] = after.started.isoformat(timespec="seconds")
        return ToolOutput(data)

    def summary(self, arguments: PomodoroParameters) -> Phrase | str:
        """Return the action."""
        if arguments.action == "start":
            return Phrase("start, {0} minutes", arguments.minutes)
        return arguments.action

    def action(self, arguments: PomodoroParameters) -> Phrase:
        """Return `Start a pomodoro of 25 minutes`."""
        match arguments.action:
            case "start":
                return Phrase("Start a pomodoro of {0} minutes", arguments.minutes)
            case "pause":
                return Phrase("Pause the pomodoro")
            case "stop":
                return Phrase("Stop the pomodoro")
            case "status":
                return Phrase("Get the time left of the pomodoro")


def _result_text(action: PomodoroAction, before: PomodoroState, after: PomodoroState) -> str:
    match action, before.phase:
        case "start", "idle":
            return f"Started a pomodoro of {after.minutes} minutes. It runs as long as this vault is open."
        case "start", "paused":
            return "The paused pomodoro continues."
        case "start", _:
            return f"A pomodoro of {after.minutes} minutes is already running. Stop it before you start another."
        case "pause", "running":
            return "Paused."
        case "stop", "running" | "paused":
            return "Stopped before its end."
        case _, "idle":
            return "No pomodoro is running."
        case _:
            return "It is paused." if after.phase == "paused" else "It is running."


log = logging.getLogger(__name__)


class PomodoroLog:
    """Logs the finished sessions of a timer into the daily notes."""

    def __init__(self, vault: Vault, timer: PomodoroTimer, enabled: Callable[[], bool]) -> None:
        """*enabled* is called when a session ends, and returns whether to log it."""
        self.problems: Feed[str] = Feed()
        """Why a session could not be logged, for the user."""
        self._vault = vault
        self._timer = timer
        self._enabled = enabled

    @asynccontextmanager
    async def following(self) -> AsyncIterator[None]:
        """Log the sessions of the timer until the block ends, and close it."""
        with self._timer.finished.subscribe() as sessions:
            async with background_task(self._follow(sessions), "pomodoro-log"):
                try:
                    yield
                finally:
                    self._timer.close()

    async def write(self, session: FinishedSession) -> None:
        """Write *session* into the daily note of the day it began. Raises `VaultDeskError`, `ToolFailure`."""
        line = f"- {session.started:%H:%M}–{session.ended:%H:%M} Pomodoro, {session.minutes} minutes"
        staging = StagingArea(self._vault)
        arguments = DailyNoteParameters(date=session.started.date().isoformat(), action="append", content=line)
        with staging.planning("pomodoro"):
            await DailyNote(self._vault, lambda: session.ended).plan(arguments, staging, FULL_VISIBILITY)
        edits = [planned.edit for planned in planned_edits(build_change_set(staging.notes), None)]
        outcomes = await self._vault.apply(
            edits, Origin(new_id("act"), CHANGE_TITLES.phrase("pomodoro-logged"), tool="pomodoro")
        )
        for outcome in outcomes:
            if outcome.result not in ("done", "unconfirmed"):
                raise ToolFailure("WRITE_FAILED", outcome.problem or "The daily note could not be written.")

    async def _follow(self, sessions: FeedReader[FinishedSession]) -> None:
        async for session in sessions:
            if not self._enabled():
                continue
            try:
                await self.write(session)
            except (VaultDeskError, ToolFailure) as problem:
                log.info("a pomodoro was not logged: %s", problem)
                self.problems.publish(str(problem))

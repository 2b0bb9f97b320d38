"""PomodoroTimer: one stretch of work, counted down, paused and stopped. Knows no tool, no window and no note.

It counts by the monotonic clock: setting the computer's clock moves nothing. While Linux and macOS sleep that clock
stands still, and the rest of a session is still to come on waking; where it runs on (Windows), a session that ended
during the sleep ends on waking. Nothing is asked again and again: the end is one appointment with the loop.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vaultdesk.core.feed import Feed
from vaultdesk.tools.templates import now_here

Phase = Literal["idle", "running", "paused"]

USUAL_MINUTES = 25
MOST_MINUTES = 180
"""Three hours: a longer stretch is no session but a day."""


@dataclass(frozen=True, slots=True)
class PomodoroStanding:
    """How it stands at one moment."""

    phase: Phase = "idle"
    minutes: int = 0
    """Of the whole session; 0 where there is none."""
    seconds_left: float = 0.0
    started: datetime | None = None
    """By the computer's clock."""


@dataclass(frozen=True, slots=True)
class FinishedSession:
    """A session that was worked through."""

    minutes: int
    started: datetime
    ended: datetime


class PomodoroTimer:
    """The timer of one workspace. Its methods are called on the loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, now: Callable[[], datetime] = now_here) -> None:
        self.changes: Feed[PomodoroStanding] = Feed()
        """Told at each start, pause, stop and end; how the seconds pass is whoever shows them's to count."""
        self.finished: Feed[FinishedSession] = Feed()
        self._clock = clock
        self._now = now
        self._phase: Phase = "idle"
        self._minutes = 0
        self._left = 0.0
        """Seconds that were left when it was started or paused last."""
        self._since = 0.0
        """When it began to run, by the clock."""
        self._started: datetime | None = None
        self._appointment: asyncio.TimerHandle | None = None

    @property
    def standing(self) -> PomodoroStanding:
        """How it stands now."""
        return PomodoroStanding(self._phase, self._minutes, self._seconds_left(), self._started)

    def start(self, minutes: int = USUAL_MINUTES) -> PomodoroStanding:
        """Begin a session, or go on with the paused one; one that runs goes on as it is."""
        if self._phase == "idle":
            self._minutes = max(1, min(minutes, MOST_MINUTES))
            self._left = self._minutes * 60.0
            self._started = self._now()
        if self._phase != "running":
            self._phase, self._since = "running", self._clock()
            self._arrange()
            self._tell()
        return self.standing

    def pause(self) -> PomodoroStanding:
        """Stand still, where it runs."""
        if self._phase == "running":
            self._left = self._seconds_left()
            self._phase = "paused"
            self._forget()
            self._tell()
        return self.standing

    def stop(self) -> PomodoroStanding:
        """End the session without finishing it."""
        if self._phase != "idle":
            self._clear()
            self._tell()
        return self.standing

    def close(self) -> None:
        """Let go of the appointment: nothing is told any more."""
        self._forget()

    def _seconds_left(self) -> float:
        passed = self._clock() - self._since if self._phase == "running" else 0.0
        return max(0.0, self._left - passed)

    def _arrange(self) -> None:
        self._forget()
        self._appointment = asyncio.get_running_loop().call_later(self._seconds_left(), self._due)

    def _due(self) -> None:
        self._appointment = None
        if self._phase != "running":
            return
        if self._seconds_left() > 0:  # A loop may be early by the grain of its clock.
            self._arrange()
            return
        ended = self._now()
        done = FinishedSession(self._minutes, self._started or ended, ended)
        self._clear()
        self._tell()
        self.finished.publish(done)

    def _clear(self) -> None:
        self._forget()
        self._phase, self._minutes, self._left, self._started = "idle", 0, 0.0, None

    def _forget(self) -> None:
        if self._appointment is not None:
            self._appointment.cancel()
            self._appointment = None

    def _tell(self) -> None:
        self.changes.publish(self.standing)

"""Background: keeps reading going, round after round, rests and tries again. The steps themselves are reading.py's."""

import asyncio
import logging
import time
from contextlib import suppress

from vaultdesk.core.errors import IndexFailed, VaultDeskError
from vaultdesk.index.events import NotesIndexed
from vaultdesk.index.meaning.near_search import Damage
from vaultdesk.index.meaning.pace import POWER_EVERY
from vaultdesk.index.meaning.reading import Reading

log = logging.getLogger(__name__)

BEGIN_AFTER = 10.0
"""Seconds after the first scan until reading begins: a window is painted by then, and a command at a terminal has ended
without loading a model."""

TOLD_AT_ONCE = 500
"""Notes told at once from which comparing all of them is quicker."""

REST_AFTER = 300.0
"""Seconds without work and without a question after which the model leaves memory."""

RETRY_FIRST, RETRY_LAST = 60.0, 1_800.0
"""Seconds until a model that could not be asked is asked again: twice as long each time."""


class Background:
    """Belongs to the loop."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._backlog = reading.backlog
        self._woken, self._idle = asyncio.Event(), asyncio.Event()
        self._ended = False
        self._retry = RETRY_FIRST

    async def run(self) -> None:
        """Read what there is, and whatever comes, until cancelled."""
        begin = time.monotonic() + BEGIN_AFTER
        try:
            while True:
                self._woken.clear()
                rest = await self._round()
                if self._woken.is_set():
                    continue
                if not self._backlog.held_back:
                    self._idle.set()
                elif rest is None:
                    rest = max(0.0, begin - time.monotonic())
                try:
                    async with asyncio.timeout(rest):
                        await self._woken.wait()
                except TimeoutError:
                    self._backlog.held_back = self._backlog.held_back and time.monotonic() < begin
                    with suppress(IndexFailed):  # the next round says so
                        await self._reading.tidy(REST_AFTER)
        finally:
            self._ended = True
            self._idle.set()

    async def settled(self) -> None:
        """Wait until everything known now was read, or it cannot go on."""
        if not self._ended:
            self._backlog.comparing, self._backlog.held_back = True, False
            self.wake()
            await self._idle.wait()

    def wake(self) -> None:
        """Look whether there is something to do."""
        self._idle.clear()
        self._woken.set()

    def renew(self) -> None:
        """Look again at which model is chosen."""
        self._backlog.choosing = True
        self._retry = RETRY_FIRST
        self.wake()

    def ask_refused(self) -> None:
        """Ask again for what was refused."""
        self._backlog.refused = True
        self.wake()

    def told(self, event: NotesIndexed) -> None:
        """Know what the index committed."""
        self._backlog.paths += event.paths
        self._backlog.removed = self._backlog.removed or bool(event.removed)
        if len(self._backlog.paths) > TOLD_AT_ONCE:
            self._backlog.comparing = True
            self._backlog.paths.clear()
        self.wake()

    def mend(self, damage: Damage) -> None:
        """Have damaged vectors made again."""
        self._backlog.damaged |= damage.keys
        self.wake()

    async def _round(self) -> float | None:
        """Do what there is to do; return after how many seconds it is to be looked again, if at all."""
        try:
            while await self._reading.step():
                self._retry = RETRY_FIRST if self._reading.going_well else self._retry
        except IndexFailed as problem:
            # Mended by its owner, the file is another one.
            self._backlog.all_anew()
            self._reading.tell("failed", str(problem))
            return RETRY_FIRST
        except VaultDeskError as problem:
            log.info("reading for meaning waits: %s (%s)", problem, problem.facts.get("why", ""))
            with suppress(IndexFailed):  # the next round says so
                await self._reading.keep()
            if problem.facts.get("absent") is True:
                self._reading.tell("absent", str(problem))
                return None
            self._reading.tell("failed", str(problem))
            wait, self._retry = self._retry, min(2 * self._retry, RETRY_LAST)
            return wait
        if self._reading.state.phase == "paused":
            return POWER_EVERY
        return REST_AFTER if self._reading.untidy and not self._backlog.held_back else None

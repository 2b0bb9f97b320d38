"""PomodoroLog: a line in the daily note for each finished session, where the person switched that on."""

import asyncio
import logging
from collections.abc import Callable
from types import TracebackType
from typing import Self

from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.tools.daily import DailyNote, DailyNoteParameters
from vaultdesk.tools.pomodoro_timer import FinishedSession, PomodoroTimer
from vaultdesk.tools.tool import WHOLE, ToolFailure
from vaultdesk.vault.staging import StagingArea, build_change_set, planned_edits
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.vault.vault import Vault

log = logging.getLogger(__name__)


class PomodoroLog:
    """`async with PomodoroLog(...)`: follows the timer until the block ends, and lets go of it then."""

    def __init__(self, vault: Vault, timer: PomodoroTimer, wanted: Callable[[], bool]) -> None:
        """*wanted* says, when a session ends, whether it is to be written down."""
        self.problems: Feed[str] = Feed()
        """Why a session could not be written down, for people."""
        self._vault = vault
        self._timer = timer
        self._wanted = wanted
        self._following: asyncio.TaskGroup | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._following = await asyncio.TaskGroup().__aenter__()
        ready = asyncio.Event()
        self._task = self._following.create_task(self._follow(ready), name="pomodoro-log")
        await ready.wait()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.close()
        assert self._following is not None
        assert self._task is not None
        self._task.cancel()
        await self._following.__aexit__(None, None, None)

    async def write(self, session: FinishedSession) -> None:
        """Write *session* into the daily note of the day it began. Raises `VaultDeskError`, `ToolFailure`."""
        line = f"- {session.started:%H:%M}–{session.ended:%H:%M} Pomodoro, {session.minutes} minutes"
        draft = StagingArea(self._vault)
        arguments = DailyNoteParameters(date=session.started.date().isoformat(), action="append", content=line)
        with draft.planning("pomodoro"):
            await DailyNote(self._vault, lambda: session.ended).plan(arguments, draft, WHOLE)
        edits = [one.edit for one in planned_edits(build_change_set(draft.notes), None)]
        outcomes = await self._vault.apply(edits, Origin(new_id("act"), "Pomodoro written down", tool="pomodoro"))
        for outcome in outcomes:
            if outcome.result not in ("done", "unconfirmed"):
                raise ToolFailure("WRITE_FAILED", outcome.problem or "The daily note could not be written.")

    async def _follow(self, ready: asyncio.Event) -> None:
        with self._timer.finished.subscribe() as sessions:
            ready.set()
            async for session in sessions:
                if not self._wanted():
                    continue
                try:
                    await self.write(session)
                except (VaultDeskError, ToolFailure) as problem:
                    log.info("a pomodoro was not written down: %s", problem)
                    self.problems.publish(str(problem))

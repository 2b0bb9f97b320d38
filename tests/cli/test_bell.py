"""The end of a pomodoro in the terminal."""

import asyncio
import sys
from datetime import UTC, datetime

import pytest

from vaultdesk.cli.bell import RING, Bell
from vaultdesk.core.errors import UsageError
from vaultdesk.tools.builtin.pomodoro import FinishedSession, PomodoroTimer

NOW = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)


async def test_each_session_that_ends_is_told_until_the_block_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    timer, told = PomodoroTimer(), asyncio.Queue[str]()
    async with Bell(timer, told.put_nowait):
        timer.finished.publish(FinishedSession(25, NOW, NOW))
        async with asyncio.timeout(5):
            assert await told.get() == "The pomodoro of 25 minutes is over."
    assert capsys.readouterr().err == "", "nothing rings in a file"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    async with Bell(timer, told.put_nowait):
        timer.finished.publish(FinishedSession(50, NOW, NOW))
        async with asyncio.timeout(5):
            assert await told.get() == "The pomodoro of 50 minutes is over."
    assert capsys.readouterr().err == RING
    timer.finished.publish(FinishedSession(25, NOW, NOW))
    assert told.empty()


async def test_what_the_block_raises_stays_itself() -> None:
    with pytest.raises(UsageError):
        async with Bell(PomodoroTimer(), print):
            raise UsageError("No.", hint="Never.")

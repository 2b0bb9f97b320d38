"""Finished sessions in the daily note: only where wanted, by the vault's own settings, and to be undone."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from tests.support.drafting import Scene, scene
from vaultdesk.tools.pomodoro_log import PomodoroLog
from vaultdesk.tools.pomodoro_timer import FinishedSession, PomodoroTimer

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
            assert note(bench) == f"# 2026-11-22\n{LINE}"
            await kept.write(SESSION)
            assert note(bench) == f"# 2026-11-22\n{LINE}{LINE}"
        assert {entry.title for entry in bench.vault.journal.changes()} == {"Pomodoro written down"}


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
        assert note(bench) == f"# 2026-11-22\n{LINE}"


async def test_closing_ends_a_session_that_runs(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        timer = PomodoroTimer()
        async with PomodoroLog(bench.vault, timer, lambda: True):
            timer.start(1)
        assert timer._appointment is None

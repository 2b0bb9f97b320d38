"""What an open vault has beside its notes follows the settings as they are, without being opened anew."""

import asyncio
from datetime import UTC, datetime

from tests.workspace.bench import Bench
from vaultdesk.core.settings.settings_schema import PomodoroSettings, VocabularySettings
from vaultdesk.tools.builtin.pomodoro import FinishedSession

SESSION = FinishedSession(25, datetime(2026, 11, 22, 9, 5, tzinfo=UTC), datetime(2026, 11, 22, 9, 30, tzinfo=UTC))


async def test_the_folder_of_the_words_is_the_one_that_is_set_now(bench: Bench) -> None:
    async with bench.open() as workspace:
        assert (await workspace.vocabulary.add("nuances")).word.path == "Vocabulary/nuances.md"
        other = VocabularySettings(folder="Words/English")
        bench.store.change(lambda tree: tree.model_copy(update={"vocabulary": other}))
        assert (await workspace.vocabulary.add("nuances")).word.path == "Words/English/nuances.md"


async def test_a_session_is_written_down_only_once_that_is_switched_on(bench: Bench) -> None:
    async with bench.open() as workspace:
        workspace.timer.finished.publish(SESSION)
        for _ in range(10):  # The log looks at the settings when it is told.
            await asyncio.sleep(0)
        bench.store.change(lambda tree: tree.model_copy(update={"pomodoro": PomodoroSettings(log=True)}))
        with workspace.vault.changes.subscribe() as changes:
            workspace.timer.finished.publish(SESSION)
            async with asyncio.timeout(5):
                await anext(changes)
        text = (bench.root / "2026-11-22.md").read_text(encoding="utf-8")
        assert text.count("Pomodoro, 25 minutes") == 1


async def test_a_timer_that_runs_ends_with_its_vault(bench: Bench) -> None:
    async with bench.open() as workspace:
        workspace.timer.start(1)
    assert workspace.timer._appointment is None

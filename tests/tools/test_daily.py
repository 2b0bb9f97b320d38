"""The tool for the note of a day."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.support.drafting import scene
from vaultdesk.core.errors import OutsideVault
from vaultdesk.tools.daily import DailyNote, DailyNoteParameters
from vaultdesk.tools.tool import WHOLE, ToolFailure, View

NOTES = {
    ".obsidian/daily-notes.json": '{"folder": "Journal", "format": "YYYY/MM-DD", "template": "T/Daily"}',
    "T/Daily.md": "# {{title}}\n\n< {{yesterday}} {{date:dddd}}\n",
    "Journal/2026/11-20.md": "---\nmood: good\n---\nYesterday.\n%% secret %%\n",
}
TODAY = "Journal/2026/11-21.md"
MADE = "# 11-21\n\n< 2026-11-20 Saturday\n"


def now() -> datetime:
    return datetime(2026, 11, 21, 9, 5, tzinfo=UTC)


async def test_todays_note_is_made_of_the_vaults_template(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        data = await bench.plan(DailyNote(bench.vault, now), action="create")
        assert data == {"path": TODAY, "date": "2026-11-21", "action": "created"}
        assert bench.texts() == {TODAY: MADE}
        data = await bench.plan(DailyNote(bench.vault, now), action="create")
        assert data == {"path": TODAY, "date": "2026-11-21", "action": "exists"}
        assert bench.texts() == {TODAY: MADE}


async def test_content_goes_to_the_end_and_a_missing_note_is_made_first(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = DailyNote(bench.vault, now)
        await bench.plan(tool, action="append", content="- one")
        await bench.plan(tool, action="append", content="- two", date="2026-11-21")
        await bench.plan(tool, action="append", content="- three", date="yesterday")
        assert bench.texts() == {
            TODAY: f"{MADE}- one\n- two\n",
            "Journal/2026/11-20.md": f"{NOTES['Journal/2026/11-20.md']}- three\n",
        }


async def test_a_note_is_read_as_the_model_may_see_it(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = DailyNote(bench.vault, now)
        arguments = DailyNoteParameters(date="yesterday")
        assert tool.effect_of(arguments) == "read"
        (choice,) = await tool.files(arguments)
        assert (choice.path, choice.size) == ("Journal/2026/11-20.md", 43)
        output = await tool.run(arguments, View(shown=lambda _, text: text.replace("%% secret %%", "")))
        assert output.data == {
            "path": "Journal/2026/11-20.md",
            "date": "2026-11-20",
            "content": "---\nmood: good\n---\nYesterday.\n\n",
        }
        assert output.sources[0].path == "Journal/2026/11-20.md"
        assert output.digests == {"Journal/2026/11-20.md": choice.digest}
        assert await tool.preview(arguments, choice.path) == NOTES["Journal/2026/11-20.md"]


async def test_a_day_without_a_note_and_one_out_of_sight_are_the_same(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = DailyNote(bench.vault, now)
        assert [one.size for one in await tool.files(DailyNoteParameters(date="2020-01-01"))] == [None]
        for date, view in (("2020-01-01", WHOLE), ("yesterday", View(sees=lambda _: False))):
            with pytest.raises(ToolFailure) as refused:
                await tool.run(DailyNoteParameters(date=date), view)
            assert refused.value.code == "NOTE_NOT_FOUND"


async def test_a_template_that_is_missing_is_told(tmp_path: Path) -> None:
    async with scene(tmp_path, {".obsidian/daily-notes.json": '{"template": "None"}'}) as bench:
        data = await bench.plan(DailyNote(bench.vault, now), action="create", date="tomorrow", content="x\n")
        assert data == {"path": "2026-11-22.md", "date": "2026-11-22", "action": "created", "template_missing": True}
        assert bench.texts() == {"2026-11-22.md": "x\n"}


async def test_settings_of_a_hostile_vault_lead_nowhere(tmp_path: Path) -> None:
    async with scene(tmp_path, {".obsidian/daily-notes.json": '{"folder": "../../out"}'}) as bench:
        tool = DailyNote(bench.vault, now)
        with pytest.raises(OutsideVault):
            await bench.plan(tool, action="create")
        with pytest.raises(OutsideVault):
            await tool.run(DailyNoteParameters(), WHOLE)
        assert await tool.files(DailyNoteParameters()) == ()


@pytest.mark.parametrize("date", ["next week", "2026-13-01", "0001-01-01", "9999-12-31", "../x"])
async def test_what_is_no_day_is_refused(tmp_path: Path, date: str) -> None:
    async with scene(tmp_path, NOTES) as bench:
        with pytest.raises(ToolFailure) as refused:
            await bench.plan(DailyNote(bench.vault, now), action="create", date=date)
        assert refused.value.code == "VALIDATION_FAILED"


@pytest.mark.parametrize("arguments", [{"action": "append"}, {"action": "append", "content": " "}, {"content": "x"}])
def test_content_belongs_to_writing(arguments: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        DailyNoteParameters.model_validate(arguments)


def test_the_examples_are_valid_calls() -> None:
    for example in DailyNote.examples:
        DailyNoteParameters.model_validate(example)

"""Tests of tools/builtin/daily_tools.py."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tests.support.drafting import scene
from vaultdesk.core.errors import OutsideVault
from vaultdesk.tools.builtin.daily_tools import (
    ApplyTemplate,
    ApplyTemplateParameters,
    CurrentTimeParameters,
    DailyNote,
    DailyNoteParameters,
    GetCurrentTime,
)
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure, Visibility

# The tool `apply_template`.

NOTES = {
    ".obsidian/templates.json": '{"folder": "Templates", "dateFormat": "DD.MM.YYYY"}',
    "Templates/Meeting.md": "---\ntype: meeting\ntags: [m]\n---\n# {{title}}\n\n{{date}} {{time}} <% tp.x %>\n",
    "Meeting.md": "not the template",
    "Elsewhere/Odd.md": "odd {{title}}",
    "Talks/Ada.md": "---\ntype: call\ntags:\n  - a\n---\n# Ada\n",
}


def now() -> datetime:
    return datetime(2026, 11, 21, 9, 5, tzinfo=UTC)


async def test_a_note_is_created_from_a_template(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = ApplyTemplate(bench.searcher, now)
        data = await bench.plan(tool, template="Meeting", target="Talks/Budget")
        assert data == {"path": "Talks/Budget.md", "action": "created", "template": "Templates/Meeting.md"}
        assert bench.texts() == {
            "Talks/Budget.md": "---\ntype: meeting\ntags: [m]\n---\n# Budget\n\n21.11.2026 09:05 <% tp.x %>\n"
        }


async def test_a_template_is_merged_into_an_existing_note(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        data = await bench.plan(ApplyTemplate(bench.searcher, now), template="meeting.md", target="talks/ada")
        assert isinstance(data, dict)
        assert data["action"] == "updated"
        assert bench.texts() == {
            "Talks/Ada.md": (
                "---\ntype: call\ntags:\n  - a\n  - m\n---\n# Ada\n\n# Ada\n\n21.11.2026 09:05 <% tp.x %>\n"
            )
        }


async def test_a_template_outside_the_folder_is_found_by_name_unless_it_is_hidden(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = ApplyTemplate(bench.searcher, now)
        await bench.plan(tool, template="Odd", target="x")
        assert bench.texts() == {"x.md": "odd x"}
        with pytest.raises(ToolFailure) as error:
            await bench.plan(tool, Visibility(sees=lambda path: "Odd" not in path), template="Odd", target="y")
        assert error.value.code == "NOTE_NOT_FOUND"
        with pytest.raises(ToolFailure):
            await bench.plan(tool, template="None", target="y")


def test_the_summary_names_template_and_target_and_the_examples_are_valid() -> None:
    tool = ApplyTemplate()
    arguments = ApplyTemplateParameters(template="Meeting", target="a/B.md")
    assert tool.summary(arguments) == "Meeting → B"
    for example in tool.examples:
        ApplyTemplateParameters.model_validate(example)


# The tool `daily_note`.

DAILY_NOTES = {
    ".obsidian/daily-notes.json": '{"folder": "Journal", "format": "YYYY/MM-DD", "template": "T/Daily"}',
    "T/Daily.md": "# {{title}}\n\n< {{yesterday}} {{date:dddd}}\n",
    "Journal/2026/11-20.md": "---\nmood: good\n---\nYesterday.\n%% secret %%\n",
}
TODAY = "Journal/2026/11-21.md"
CREATED_TEXT = "# 11-21\n\n< 2026-11-20 Saturday\n"


async def test_todays_note_is_created_from_the_template_of_the_vault(tmp_path: Path) -> None:
    async with scene(tmp_path, DAILY_NOTES) as bench:
        data = await bench.plan(DailyNote(bench.vault, now), action="create")
        assert data == {"path": TODAY, "date": "2026-11-21", "action": "created"}
        assert bench.texts() == {TODAY: CREATED_TEXT}
        data = await bench.plan(DailyNote(bench.vault, now), action="create")
        assert data == {"path": TODAY, "date": "2026-11-21", "action": "exists"}
        assert bench.texts() == {TODAY: CREATED_TEXT}


async def test_content_is_appended_and_a_missing_note_is_created_first(tmp_path: Path) -> None:
    async with scene(tmp_path, DAILY_NOTES) as bench:
        tool = DailyNote(bench.vault, now)
        await bench.plan(tool, action="append", content="- one")
        await bench.plan(tool, action="append", content="- two", date="2026-11-21")
        await bench.plan(tool, action="append", content="- three", date="yesterday")
        assert bench.texts() == {
            TODAY: f"{CREATED_TEXT}\n- one\n- two\n",
            "Journal/2026/11-20.md": f"{DAILY_NOTES['Journal/2026/11-20.md']}\n- three\n",
        }


async def test_a_note_is_read_with_redactions(tmp_path: Path) -> None:
    async with scene(tmp_path, DAILY_NOTES) as bench:
        tool = DailyNote(bench.vault, now)
        arguments = DailyNoteParameters(date="yesterday")
        assert tool.effect_of(arguments) == "read"
        (choice,) = await tool.files(arguments)
        assert (choice.path, choice.size) == ("Journal/2026/11-20.md", 43)
        output = await tool.run(arguments, Visibility(redact=lambda _, text: text.replace("%% secret %%", "")))
        assert output.data == {
            "path": "Journal/2026/11-20.md",
            "date": "2026-11-20",
            "content": "---\nmood: good\n---\nYesterday.\n\n",
        }
        assert output.sources[0].path == "Journal/2026/11-20.md"
        assert output.digests == {"Journal/2026/11-20.md": choice.digest}
        assert await tool.preview(arguments, choice.path) == DAILY_NOTES["Journal/2026/11-20.md"]


async def test_a_missing_daily_note_and_a_hidden_one_give_the_same_error(tmp_path: Path) -> None:
    async with scene(tmp_path, DAILY_NOTES) as bench:
        tool = DailyNote(bench.vault, now)
        assert [file.size for file in await tool.files(DailyNoteParameters(date="2020-01-01"))] == [None]
        for date, view in (("2020-01-01", FULL_VISIBILITY), ("yesterday", Visibility(sees=lambda _: False))):
            with pytest.raises(ToolFailure) as error:
                await tool.run(DailyNoteParameters(date=date), view)
            assert error.value.code == "NOTE_NOT_FOUND"


async def test_a_missing_template_is_reported(tmp_path: Path) -> None:
    async with scene(tmp_path, {".obsidian/daily-notes.json": '{"template": "None"}'}) as bench:
        data = await bench.plan(DailyNote(bench.vault, now), action="create", date="tomorrow", content="x\n")
        assert data == {"path": "2026-11-22.md", "date": "2026-11-22", "action": "created", "template_missing": True}
        assert bench.texts() == {"2026-11-22.md": "x\n"}


async def test_a_folder_setting_outside_of_the_vault_is_rejected(tmp_path: Path) -> None:
    async with scene(tmp_path, {".obsidian/daily-notes.json": '{"folder": "../../out"}'}) as bench:
        tool = DailyNote(bench.vault, now)
        with pytest.raises(OutsideVault):
            await bench.plan(tool, action="create")
        with pytest.raises(OutsideVault):
            await tool.run(DailyNoteParameters(), FULL_VISIBILITY)
        assert await tool.files(DailyNoteParameters()) == ()


@pytest.mark.parametrize("date", ["next week", "2026-13-01", "0001-01-01", "9999-12-31", "../x"])
async def test_an_invalid_date_is_rejected(tmp_path: Path, date: str) -> None:
    async with scene(tmp_path, DAILY_NOTES) as bench:
        with pytest.raises(ToolFailure) as error:
            await bench.plan(DailyNote(bench.vault, now), action="create", date=date)
        assert error.value.code == "VALIDATION_FAILED"


@pytest.mark.parametrize("arguments", [{"action": "append"}, {"action": "append", "content": " "}, {"content": "x"}])
def test_content_is_required_by_append_and_forbidden_without_it(arguments: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        DailyNoteParameters.model_validate(arguments)


def test_the_examples_of_daily_note_are_valid_calls() -> None:
    for example in DailyNote.examples:
        DailyNoteParameters.model_validate(example)


# The tool `get_current_time`.

LOCAL_ZONE = timezone(timedelta(hours=1), "CET")


def clock_now() -> datetime:
    return datetime(2026, 11, 22, 23, 30, tzinfo=LOCAL_ZONE)


async def time_result(timezone: str | None = None) -> Any:
    return (await GetCurrentTime(clock_now).run(CurrentTimeParameters(timezone=timezone), FULL_VISIBILITY)).data


async def test_without_a_zone_the_local_time_is_returned() -> None:
    assert await time_result() == {
        "time": "2026-11-22T23:30:00+01:00",
        "date": "2026-11-22",
        "weekday": "Sunday",
        "week": "2026-W47",
        "timezone": "CET",
        "utc_offset": "+01:00",
    }


@pytest.mark.parametrize("name", ["Asia/Tokyo", "asia/tokyo", "  Asia/Tokyo "])
async def test_another_zone_can_have_another_date(name: str) -> None:
    assert await time_result(name) == {
        "time": "2026-11-23T07:30:00+09:00",
        "date": "2026-11-23",
        "weekday": "Monday",
        "week": "2026-W48",
        "timezone": "Asia/Tokyo",
        "utc_offset": "+09:00",
    }


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [("Europe/Berln", "Europe/Berlin"), ("America/New Yrk", "America/New_York"), ("Berlim", "Berlin")],
)
async def test_an_unknown_zone_is_rejected_with_similar_names(name: str, suggestion: str) -> None:
    with pytest.raises(ToolFailure) as error:
        await time_result(name)
    assert error.value.code == "VALIDATION_FAILED"
    assert suggestion in error.value.message


@pytest.mark.parametrize(("city", "zone"), [("Berlin", "Europe/Berlin"), ("new york", "America/New_York")])
async def test_a_city_finds_the_only_zone_named_after_it(city: str, zone: str) -> None:
    assert (await time_result(city))["timezone"] == zone


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/localtime", "qqqqqqqq", "\0"])
async def test_an_invalid_zone_opens_no_file(name: str) -> None:
    with pytest.raises(ToolFailure) as error:
        await time_result(name)
    assert error.value.code == "VALIDATION_FAILED"


def test_the_examples_of_get_current_time_are_valid_calls() -> None:
    for example in GetCurrentTime.examples:
        CurrentTimeParameters.model_validate(example)

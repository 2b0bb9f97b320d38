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

# The tool that makes notes of templates.

NOTES = {
    ".obsidian/templates.json": '{"folder": "Templates", "dateFormat": "DD.MM.YYYY"}',
    "Templates/Meeting.md": "---\ntype: meeting\ntags: [m]\n---\n# {{title}}\n\n{{date}} {{time}} <% tp.x %>\n",
    "Meeting.md": "not the template",
    "Elsewhere/Odd.md": "odd {{title}}",
    "Talks/Ada.md": "---\ntype: call\ntags:\n  - a\n---\n# Ada\n",
}


def now() -> datetime:
    return datetime(2026, 11, 21, 9, 5, tzinfo=UTC)


async def test_a_note_is_made_of_a_template(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = ApplyTemplate(bench.searcher, now)
        data = await bench.plan(tool, template="Meeting", target="Talks/Budget")
        assert data == {"path": "Talks/Budget.md", "action": "created", "template": "Templates/Meeting.md"}
        assert bench.texts() == {
            "Talks/Budget.md": "---\ntype: meeting\ntags: [m]\n---\n# Budget\n\n21.11.2026 09:05 <% tp.x %>\n"
        }


async def test_a_template_joins_a_note_that_is_there(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        data = await bench.plan(ApplyTemplate(bench.searcher, now), template="meeting.md", target="talks/ada")
        assert isinstance(data, dict)
        assert data["action"] == "updated"
        assert bench.texts() == {
            "Talks/Ada.md": (
                "---\ntype: call\ntags:\n  - a\n  - m\n---\n# Ada\n\n# Ada\n\n21.11.2026 09:05 <% tp.x %>\n"
            )
        }


async def test_a_template_elsewhere_is_found_by_name_and_a_hidden_one_is_not(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = ApplyTemplate(bench.searcher, now)
        await bench.plan(tool, template="Odd", target="x")
        assert bench.texts() == {"x.md": "odd x"}
        with pytest.raises(ToolFailure) as refused:
            await bench.plan(tool, Visibility(sees=lambda path: "Odd" not in path), template="Odd", target="y")
        assert refused.value.code == "NOTE_NOT_FOUND"
        with pytest.raises(ToolFailure):
            await bench.plan(tool, template="None", target="y")


def test_the_step_line_names_both_and_the_examples_are_valid() -> None:
    tool = ApplyTemplate()
    arguments = ApplyTemplateParameters(template="Meeting", target="a/B.md")
    assert tool.summary(arguments) == "Meeting → B"
    for example in tool.examples:
        ApplyTemplateParameters.model_validate(example)


# The tool for the note of a day.

DAILY_NOTES = {
    ".obsidian/daily-notes.json": '{"folder": "Journal", "format": "YYYY/MM-DD", "template": "T/Daily"}',
    "T/Daily.md": "# {{title}}\n\n< {{yesterday}} {{date:dddd}}\n",
    "Journal/2026/11-20.md": "---\nmood: good\n---\nYesterday.\n%% secret %%\n",
}
TODAY = "Journal/2026/11-21.md"
MADE = "# 11-21\n\n< 2026-11-20 Saturday\n"


async def test_todays_note_is_made_of_the_vaults_template(tmp_path: Path) -> None:
    async with scene(tmp_path, DAILY_NOTES) as bench:
        data = await bench.plan(DailyNote(bench.vault, now), action="create")
        assert data == {"path": TODAY, "date": "2026-11-21", "action": "created"}
        assert bench.texts() == {TODAY: MADE}
        data = await bench.plan(DailyNote(bench.vault, now), action="create")
        assert data == {"path": TODAY, "date": "2026-11-21", "action": "exists"}
        assert bench.texts() == {TODAY: MADE}


async def test_content_goes_to_the_end_and_a_missing_note_is_made_first(tmp_path: Path) -> None:
    async with scene(tmp_path, DAILY_NOTES) as bench:
        tool = DailyNote(bench.vault, now)
        await bench.plan(tool, action="append", content="- one")
        await bench.plan(tool, action="append", content="- two", date="2026-11-21")
        await bench.plan(tool, action="append", content="- three", date="yesterday")
        assert bench.texts() == {
            TODAY: f"{MADE}\n- one\n- two\n",
            "Journal/2026/11-20.md": f"{DAILY_NOTES['Journal/2026/11-20.md']}\n- three\n",
        }


async def test_a_note_is_read_as_the_model_may_see_it(tmp_path: Path) -> None:
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


async def test_a_day_without_a_note_and_one_out_of_sight_are_the_same(tmp_path: Path) -> None:
    async with scene(tmp_path, DAILY_NOTES) as bench:
        tool = DailyNote(bench.vault, now)
        assert [one.size for one in await tool.files(DailyNoteParameters(date="2020-01-01"))] == [None]
        for date, view in (("2020-01-01", FULL_VISIBILITY), ("yesterday", Visibility(sees=lambda _: False))):
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
            await tool.run(DailyNoteParameters(), FULL_VISIBILITY)
        assert await tool.files(DailyNoteParameters()) == ()


@pytest.mark.parametrize("date", ["next week", "2026-13-01", "0001-01-01", "9999-12-31", "../x"])
async def test_what_is_no_day_is_refused(tmp_path: Path, date: str) -> None:
    async with scene(tmp_path, DAILY_NOTES) as bench:
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


# The tool that tells the time.

HERE = timezone(timedelta(hours=1), "CET")


def clock_now() -> datetime:
    return datetime(2026, 11, 22, 23, 30, tzinfo=HERE)


async def told(timezone: str | None = None) -> Any:
    return (await GetCurrentTime(clock_now).run(CurrentTimeParameters(timezone=timezone), FULL_VISIBILITY)).data


async def test_without_a_zone_it_is_the_persons_own_time() -> None:
    assert await told() == {
        "time": "2026-11-22T23:30:00+01:00",
        "date": "2026-11-22",
        "weekday": "Sunday",
        "week": "2026-W47",
        "timezone": "CET",
        "utc_offset": "+01:00",
    }


@pytest.mark.parametrize("name", ["Asia/Tokyo", "asia/tokyo", "  Asia/Tokyo "])
async def test_another_zone_may_be_another_day(name: str) -> None:
    assert await told(name) == {
        "time": "2026-11-23T07:30:00+09:00",
        "date": "2026-11-23",
        "weekday": "Monday",
        "week": "2026-W48",
        "timezone": "Asia/Tokyo",
        "utc_offset": "+09:00",
    }


@pytest.mark.parametrize(
    ("name", "near"), [("Europe/Berln", "Europe/Berlin"), ("America/New Yrk", "America/New_York"), ("Berlim", "Berlin")]
)
async def test_an_unknown_zone_is_refused_with_those_that_are_near(name: str, near: str) -> None:
    with pytest.raises(ToolFailure) as refused:
        await told(name)
    assert refused.value.code == "VALIDATION_FAILED"
    assert near in refused.value.message


@pytest.mark.parametrize(("city", "zone"), [("Berlin", "Europe/Berlin"), ("new york", "America/New_York")])
async def test_a_city_that_one_zone_alone_is_named_after_is_that_zone(city: str, zone: str) -> None:
    assert (await told(city))["timezone"] == zone


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/localtime", "qqqqqqqq", "\0"])
async def test_what_is_no_zone_reaches_no_file(name: str) -> None:
    with pytest.raises(ToolFailure) as refused:
        await told(name)
    assert refused.value.code == "VALIDATION_FAILED"


def test_clock_the_examples_are_valid_calls() -> None:
    for example in GetCurrentTime.examples:
        CurrentTimeParameters.model_validate(example)

"""Tests of tools/query/note_dates.py and time_ranges.py, and of every tool with a date range."""

import time
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from tests.index.scene import at_work
from tests.support.vaults import write_vault
from tests.tools.vault_scene import data, vault_scene
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.providers.offline.offline_commands import parse_command
from vaultdesk.tools.builtin.search_tools import SearchNotes
from vaultdesk.tools.query.note_dates import DateBounds, date_in_name, is_dated_within, note_date
from vaultdesk.tools.query.time_ranges import phrase_range
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings
from vaultdesk.workspace.toolbox import build_tools

ISO = DailyNoteSettings()
JOURNAL = DailyNoteSettings("Journal", "YYYY/DD.MM.YYYY")


def day(text: str) -> tuple[int, int]:
    """Return the start and the end of the local day *text* in nanoseconds."""
    start = datetime.fromisoformat(text)
    return round(start.timestamp()) * 10**9, round((start + timedelta(days=1)).timestamp()) * 10**9


@pytest.mark.parametrize(
    ("path", "daily", "expected_day"),
    [
        ("2026-11-21.md", ISO, "2026-11-21"),
        ("Journal/2026/21.11.2026.md", JOURNAL, "2026-11-21"),
        ("Meetings/2026-11-21 Budget.md", JOURNAL, "2026-11-21"),
        ("Meetings/Budget 2026-11-21.md", JOURNAL, "2026-11-21"),
        ("20261121 Budget.md", ISO, "2026-11-21"),
        ("2026_11_21.md", ISO, "2026-11-21"),
        ("21.11.2026.md", ISO, "2026-11-21"),
        ("2026-02-31.md", ISO, ""),
        ("Budget 2026.md", ISO, ""),
        ("Order 120261121.md", ISO, ""),
        ("A/2026-11-21/Budget.md", ISO, ""),
        ("Budget.md", JOURNAL, ""),
    ],
)
def test_u17_the_date_of_a_note_is_taken_from_its_name(path: str, daily: DailyNoteSettings, expected_day: str) -> None:
    result = date_in_name(path, daily)
    assert (result is not None and (result.start, result.end)) == (day(expected_day) if expected_day else False)


def test_u17_a_weekly_note_has_the_range_of_its_week() -> None:
    result = date_in_name("2026-W47.md", ISO)
    assert result is not None
    assert (result.start, result.end) == (day("2026-11-16")[0], day("2026-11-23")[0])


@pytest.mark.parametrize(
    ("path", "properties", "expected_day"),
    [
        ("2026-11-21.md", {"date": "2020-01-01"}, "2026-11-21"),
        ("Budget.md", {"created": "2026-01-02", "Date": "2026-11-21"}, "2026-11-21"),
        ("Budget.md", {"created": "2026-11-21"}, "2026-11-21"),
        ("Budget.md", {"erstellt": "2026-11-21"}, "2026-11-21"),
        ("Budget.md", {"date": "[[2026-11-21]]"}, "2026-11-21"),
        ("Budget.md", {"date": ["2026-11-21", "2026-11-22"]}, "2026-11-21"),
        ("Budget.md", {"date": "soon", "创建时间": "2026-11-21"}, "2026-11-21"),
        ("Budget.md", {"due": "2026-11-21"}, ""),
    ],
)
def test_u17_the_name_precedes_the_property_and_the_file_time(
    path: str, properties: dict[str, JsonValue], expected_day: str
) -> None:
    facts = NoteFacts(path, "n", "n", 1, 5, 3, properties=properties)
    result = note_date(facts, ISO)
    assert (result.start, result.end) == (day(expected_day) if expected_day else (5, 5))


def test_u17_a_day_is_within_a_range_that_overlaps_it() -> None:
    facts = NoteFacts("2026-11-21.md", "n", "n", 1, 5, 3)
    start, end = day("2026-11-21")
    assert is_dated_within(facts, DateBounds(start + 10**9, None), ISO)
    assert is_dated_within(facts, DateBounds(None, start), ISO)
    assert not is_dated_within(facts, DateBounds(end, None), ISO)
    assert not is_dated_within(facts, DateBounds(None, start - 1), ISO)


LAST_WEEK = (
    "last week", "Letzte Woche", "la semaine dernière", "la semaine passée", "la semana pasada", "la última semana",
    "上周", "上个星期", "上周。",
)  # fmt: skip
YESTERDAY = ("yesterday", "gestern", "hier", "ayer", "昨天")


@pytest.mark.parametrize(
    ("phrase", "first", "end"),
    [
        *((phrase, "2026-11-16", "2026-11-23") for phrase in LAST_WEEK),
        *((phrase, "2026-11-25", "2026-11-26") for phrase in YESTERDAY),
        *((phrase, "2026-10-01", "2026-11-01")
          for phrase in ("last month", "letzten Monat", "le mois dernier", "el mes pasado", "上个月")),
        *((phrase, "2026-11-23", "2026-11-24")
          for phrase in ("last Monday", "letzten Montag", "lundi dernier", "el lunes pasado", "周一")),
        ("上周一", "2026-11-16", "2026-11-17"),
        ("三天前", "2026-11-23", "2026-11-24"),
        ("2026年3月", "2026-03-01", "2026-04-01"),
        ("从上周到昨天", "2026-11-16", "2026-11-26"),
    ],
)  # fmt: skip
def test_u17_time_phrases_are_parsed_in_five_languages(phrase: str, first: str, end: str) -> None:
    result = phrase_range(phrase, datetime(2026, 11, 26, 15).astimezone())
    assert result == (day(first)[0], day(end)[0])


@pytest.mark.parametrize(
    "phrase", ["last 3 days", "letzte 3 Tage", "les 3 derniers jours", "los últimos 3 días", "过去3天"]
)
def test_u17_rolling_ranges_are_parsed_in_five_languages(phrase: str) -> None:
    result = phrase_range(phrase, datetime(2026, 11, 26, 15).astimezone())
    assert result is not None
    assert result.start == day("2026-11-23")[0]


def cloned_vault(root: Path) -> tuple[Path, date]:
    """Create a vault whose files were all just written, with notes of last week by name and by property."""
    today = datetime.now().astimezone().date()
    last_thursday = today - timedelta(days=today.weekday() + 4)  # Thursday of last week.
    two_months_earlier = last_thursday - timedelta(days=60)
    notes = {
        f"Journal/{last_thursday:%Y/%d.%m.%Y}.md": "The boiler was serviced.\n",
        f"Journal/{two_months_earlier:%Y/%d.%m.%Y}.md": "The boiler was bought.\n",
        "Budget.md": f"---\ndate: {last_thursday.isoformat()}\n---\nThe boiler costs 18,400.\n",
        f"{last_thursday.isoformat()} Visit.md": "The plumber saw the boiler.\n",
        "Undated.md": "The boiler in general.\n",
    }
    write_vault(root / ".obsidian", {"daily-notes.json": '{"folder": "Journal", "format": "YYYY/DD.MM.YYYY"}'})
    write_vault(root, notes)
    return root, last_thursday


def expected(last_thursday: date) -> set[str]:
    return {f"Journal/{last_thursday:%Y/%d.%m.%Y}.md", "Budget.md", f"{last_thursday.isoformat()} Visit.md"}


@pytest.mark.parametrize("phrase", ["last week", "letzte Woche", "la semaine dernière", "la semana pasada", "上周"])
async def test_u17_a_cloned_vault_is_searched_by_the_dates_of_its_notes(tmp_path: Path, phrase: str) -> None:
    root, last_thursday = cloned_vault(tmp_path / "vault")
    an_hour_ago = time.time() - 3600
    assert all(file.stat().st_mtime > an_hour_ago for file in root.rglob("*.md"))
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        tools = {tool.name: tool for tool in build_tools(scene.vault, scene.searcher)}
        search_notes, local_search = tools["search_notes"], tools["local_search"]
        result = await data(search_notes, date_range=phrase)
        by_both_ends = await data(search_notes, query="boiler", date_range={"start": phrase, "end": phrase})
        passages = await data(local_search, query="what about the boiler", time_range=phrase)
        by_file = await data(search_notes, date_range={"start": phrase, "end": phrase, "field": "modified"})
        last_day = {"op": "between", "value": [last_thursday.isoformat(), last_thursday.isoformat()]}
        table = await data(tools["query_notes"], filter={"file": "date", **last_day})

    assert {row["path"] for row in result["results"]} == expected(last_thursday)
    assert {row["path"] for row in by_both_ends["results"]} == expected(last_thursday)
    assert {row["path"] for row in passages} == expected(last_thursday)
    assert by_file["total_found"] == 0
    assert {row["path"] for row in table["rows"]} >= {"Budget.md", f"{last_thursday.isoformat()} Visit.md"}


async def test_u17_notes_in_a_range_are_ordered_newest_first(tmp_path: Path) -> None:
    notes = {"2026-01-02.md": "b\n", "2026-01-03.md": "c\n", "2026-01-01.md": "a\n"}
    async with vault_scene(tmp_path, notes) as scene:
        result = await data(SearchNotes(scene.searcher), date_range={"start": "2026-01-01", "end": "2026-01-31"})
    assert [row["path"] for row in result["results"]] == ["2026-01-03.md", "2026-01-02.md", "2026-01-01.md"]


def test_u17_the_offline_assistant_searches_by_date_or_by_modification_time() -> None:
    written, changed = parse_command("What did I write last week?"), parse_command("Which notes have I changed today")
    german = parse_command("Was habe ich letzte Woche geändert?")
    assert written is not None
    assert changed is not None
    assert german is not None
    assert written.arguments["date_range"] == {"start": "last week", "end": "last week"}
    assert changed.arguments["date_range"] == {"start": "today", "end": "today", "field": "modified"}
    assert german.arguments["date_range"] == {"start": "letzte woche", "end": "letzte woche", "field": "modified"}

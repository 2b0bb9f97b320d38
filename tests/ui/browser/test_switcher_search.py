"""Tests of ui/browser/switcher_search.py."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.note_area_env import NoteAreaEnv, open_note_area
from vaultdesk.ui.browser.switcher_search import (
    SwitcherQuery,
    SwitcherSearch,
    SwitcherSources,
    matching_names,
    name_of_new,
    parse_switcher_query,
)

# Query parsing and name matching.


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("heat", SwitcherQuery("names", "heat")),
        ("  heat   loss ", SwitcherQuery("names", "heat loss")),
        ("#heating", SwitcherQuery("tags", "heating")),
        ("@Deci", SwitcherQuery("headings", "Deci")),
        ("boiler@deci", SwitcherQuery("headings", "deci", "boiler")),
        ("boiler#deci", SwitcherQuery("headings", "deci", "boiler")),
        ("me@home#Top#Deci", SwitcherQuery("headings", "Deci", "me@home")),
        ("", SwitcherQuery("names", "")),
    ],
)
def test_prefix_character_determines_the_kind_of_query(query: str, expected: SwitcherQuery) -> None:
    assert parse_switcher_query(query) == expected


def test_name_of_a_new_note_is_the_query_without_extension() -> None:
    assert name_of_new(" Heat loss.md ") == "Heat loss"
    assert name_of_new("Projects/Pump") == "Projects/Pump"
    assert name_of_new("#tag") == ""
    assert name_of_new("  ") == ""


def test_names_match_by_prefix_then_word_start_then_substring() -> None:
    names = ["unheated", "How Buildings Learn", "the heat", "Heat", "Garden", "Heater"]
    found = matching_names("hea", ((name, name) for name in names), 10)
    assert [name for name, _ in found] == ["Heat", "Heater", "the heat", "unheated"]
    assert found[2] == ("the heat", ((4, 7),))


def test_scattered_letters_and_accents_match() -> None:
    assert [name for name, _ in matching_names("qdc", [("Quick decision", 1), ("Garden", 2)], 5)] == [1]
    assert matching_names("cafe", [("Café", 1)], 5) == [(1, ((0, 4),))]


def test_empty_query_retains_order_and_limit() -> None:
    assert [row for row, _ in matching_names("", [("b", 1), ("a", 2), ("c", 3)], 2)] == [1, 2]


# Rows for a query, from a real index.

NOTES = {
    "Boiler.md": "---\naliases: [Heating]\ntags: [heating]\n---\n# Boiler\n\nSee [[Meter cupboard]] and [[plan.png]].\n"
    "\n## Costs\n",
    "Projects/Heat-loss survey.md": "## Result\n\n## How it was measured\n\n#heating/survey\n",
    "Garden/Apples.md": "Prune the Boskoop.\n",
}


def make_search(env: NoteAreaEnv, here: tuple[str, str] | None = None, recent: Sequence[str] = ()) -> SwitcherSearch:
    return SwitcherSearch(
        env.searcher, env.vault, SwitcherSources(lambda: here, lambda: recent, lambda _path: "", lambda: 3)
    )


async def titles(search: SwitcherSearch, query: str) -> list[str]:
    return [row.row.title for row in (await search.find_rows(query))[0]]


@on_qt_loop
async def test_names_and_aliases_match_and_creating_the_note_is_offered(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        offered, count_text = await make_search(env, ("Projects/Heat-loss survey.md", "")).find_rows("hea")
        assert [row.row.title for row in offered][:2] == ["Heat-loss survey", "Boiler"]
        assert [row.choice.kind for row in offered] == ["open", "open", "create", "search"]
        assert count_text == "2 of 3"


@on_qt_loop
async def test_existing_name_is_not_offered_for_creation(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        offered, _ = await make_search(env).find_rows("boiler")
        assert [row.choice.kind for row in offered] == ["open", "search"]


@on_qt_loop
async def test_creating_the_note_is_first_when_nothing_matches(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        offered, _ = await make_search(env).find_rows("Zinc roof")
        assert offered[0].choice.kind == "create"
        assert offered[0].choice.path == "Zinc roof.md"


@on_qt_loop
async def test_empty_query_offers_recent_notes_without_the_open_one(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        recent = ("Boiler.md", "Garden/Apples.md", "Gone.md")
        assert await titles(make_search(env, ("Boiler.md", ""), recent), "") == ["Apples", "Heat-loss survey"]


@on_qt_loop
async def test_canvases_and_bases_are_offered_after_notes_and_among_recent_files(tmp_path: Path) -> None:
    files = {"Boiler.md": "x", "House/Boiler plan.canvas": "{}", "Boilers.base": "a: 1"}
    async with open_note_area(tmp_path, files) as env:
        search = make_search(env, recent=("House/Boiler plan.canvas", "Boiler.md"))
        offered, count_text = await search.find_rows("boiler")
        first_rows = [(row.row.title, row.row.icon, row.choice.path) for row in offered[:3]]
        assert first_rows == [
            ("Boiler", "file", "Boiler.md"), ("Boilers.base", "table", "Boilers.base"),
            ("Boiler plan.canvas", "canvas", "House/Boiler plan.canvas"),
        ]  # fmt: skip
        assert count_text == "1 of 3"
        assert (await titles(search, "plan.can"))[0] == "Boiler plan.canvas"
        assert (await titles(search, ""))[:2] == ["Boiler plan.canvas", "Boiler"]


@on_qt_loop
async def test_missing_link_targets_are_offered_but_not_missing_images(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        search = make_search(env)
        await search.load_missing()
        offered, _ = await search.find_rows("meter")
        assert (offered[0].row.title, offered[0].row.detail) == ("Meter cupboard", "not created yet")
        assert offered[0].choice.path == "Meter cupboard.md"
        assert all(row.row.detail != "not created yet" for row in (await search.find_rows("plan"))[0])


@on_qt_loop
async def test_headings_of_the_open_text_and_of_other_notes_are_offered(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        search = make_search(env, ("Boiler.md", "# Unsaved heading\n\n## Second\n"))
        assert await titles(search, "@") == ["Unsaved heading", "Second"]
        assert await titles(search, "@sec") == ["Second"]
        assert await titles(search, "survey@meas") == ["How it was measured"]
        assert await titles(search, "survey#meas") == ["How it was measured"]


@on_qt_loop
async def test_tags_are_offered_with_note_counts_most_frequent_first(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        offered, count_text = await make_search(env).find_rows("#heat")
        assert [(row.choice.kind, row.choice.term) for row in offered] == [
            ("tag", "heating"),
            ("tag", "heating/survey"),
        ]
        assert count_text == "2 of 2"

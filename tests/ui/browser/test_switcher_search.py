"""Tests of ui/browser/switcher_search.py."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import Desk, desk
from vaultdesk.ui.browser.switcher_search import (
    SwitcherQuery,
    SwitcherSearch,
    SwitcherSources,
    matching_names,
    name_of_new,
    parse_switcher_query,
)

# Asked: what a text in the switcher means, and which names fit it.


@pytest.mark.parametrize(
    ("typed", "wanted"),
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
def test_a_sign_says_what_is_looked_for(typed: str, wanted: SwitcherQuery) -> None:
    assert parse_switcher_query(typed) == wanted


def test_a_new_note_is_called_what_was_typed_without_its_ending() -> None:
    assert name_of_new(" Heat loss.md ") == "Heat loss"
    assert name_of_new("Projects/Pump") == "Projects/Pump"
    assert name_of_new("#tag") == ""
    assert name_of_new("  ") == ""


def test_names_that_begin_so_come_first_then_words_then_what_holds_the_letters() -> None:
    names = ["unheated", "How Buildings Learn", "the heat", "Heat", "Garden", "Heater"]
    found = matching_names("hea", ((name, name) for name in names), 10)
    assert [name for name, _ in found] == ["Heat", "Heater", "the heat", "unheated"]
    assert found[2] == ("the heat", ((4, 7),))


def test_scattered_letters_and_accents_fit_too() -> None:
    assert [name for name, _ in matching_names("qdc", [("Quick decision", 1), ("Garden", 2)], 5)] == [1]
    assert matching_names("cafe", [("Café", 1)], 5) == [(1, ((0, 4),))]


def test_nothing_typed_keeps_the_order_and_the_limit() -> None:
    assert [one for one, _ in matching_names("", [("b", 1), ("a", 2), ("c", 3)], 2)] == [1, 2]


# Offering: what fits what is typed, from a real index.

NOTES = {
    "Boiler.md": "---\naliases: [Heating]\ntags: [heating]\n---\n# Boiler\n\nSee [[Meter cupboard]] and [[plan.png]].\n"
    "\n## Costs\n",
    "Projects/Heat-loss survey.md": "## Result\n\n## How it was measured\n\n#heating/survey\n",
    "Garden/Apples.md": "Prune the Boskoop.\n",
}


def offering(at: Desk, here: tuple[str, str] | None = None, recent: Sequence[str] = ()) -> SwitcherSearch:
    return SwitcherSearch(
        at.searcher, at.vault, SwitcherSources(lambda: here, lambda: recent, lambda _path: "", lambda: 3)
    )


async def titles(made: SwitcherSearch, typed: str) -> list[str]:
    return [one.row.title for one in (await made.find_rows(typed))[0]]


@on_qt_loop
async def test_names_and_aliases_fit_and_the_note_may_be_made(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, told = await offering(at, ("Projects/Heat-loss survey.md", "")).find_rows("hea")
        assert [one.row.title for one in offered][:2] == ["Heat-loss survey", "Boiler"]
        assert [one.choice.kind for one in offered] == ["open", "open", "create", "search"]
        assert told == "2 of 3"


@on_qt_loop
async def test_what_is_there_by_that_very_name_is_not_made_again(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, _ = await offering(at).find_rows("boiler")
        assert [one.choice.kind for one in offered] == ["open", "search"]


@on_qt_loop
async def test_where_nothing_fits_the_note_comes_first(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, _ = await offering(at).find_rows("Zinc roof")
        assert offered[0].choice.kind == "create"
        assert offered[0].choice.path == "Zinc roof.md"


@on_qt_loop
async def test_nothing_typed_offers_the_notes_opened_last_but_not_the_open_one(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        recent = ("Boiler.md", "Garden/Apples.md", "Gone.md")
        assert await titles(offering(at, ("Boiler.md", ""), recent), "") == ["Apples", "Heat-loss survey"]


@on_qt_loop
async def test_canvases_and_bases_are_offered_below_the_notes_and_among_those_opened_last(tmp_path: Path) -> None:
    files = {"Boiler.md": "x", "House/Boiler plan.canvas": "{}", "Boilers.base": "a: 1"}
    async with desk(tmp_path, files) as at:
        made = offering(at, recent=("House/Boiler plan.canvas", "Boiler.md"))
        offered, told = await made.find_rows("boiler")
        shown = [(one.row.title, one.row.icon, one.choice.path) for one in offered[:3]]
        assert shown == [
            ("Boiler", "file", "Boiler.md"), ("Boilers.base", "table", "Boilers.base"),
            ("Boiler plan.canvas", "canvas", "House/Boiler plan.canvas"),
        ]  # fmt: skip
        assert told == "1 of 3"
        assert (await titles(made, "plan.can"))[0] == "Boiler plan.canvas"
        assert (await titles(made, ""))[:2] == ["Boiler plan.canvas", "Boiler"]


@on_qt_loop
async def test_notes_that_are_only_linked_to_are_offered_and_pictures_are_not(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        made = offering(at)
        await made.load_missing()
        offered, _ = await made.find_rows("meter")
        assert (offered[0].row.title, offered[0].row.detail) == ("Meter cupboard", "not created yet")
        assert offered[0].choice.path == "Meter cupboard.md"
        assert all(one.row.detail != "not created yet" for one in (await made.find_rows("plan"))[0])


@on_qt_loop
async def test_headings_of_the_open_text_and_of_another_note(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        made = offering(at, ("Boiler.md", "# Unsaved heading\n\n## Second\n"))
        assert await titles(made, "@") == ["Unsaved heading", "Second"]
        assert await titles(made, "@sec") == ["Second"]
        assert await titles(made, "survey@meas") == ["How it was measured"]
        assert await titles(made, "survey#meas") == ["How it was measured"]


@on_qt_loop
async def test_tags_with_their_notes_the_commonest_first(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, told = await offering(at).find_rows("#heat")
        assert [(one.choice.kind, one.choice.term) for one in offered] == [
            ("tag", "heating"),
            ("tag", "heating/survey"),
        ]
        assert told == "2 of 2"

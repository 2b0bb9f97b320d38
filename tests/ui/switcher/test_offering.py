"""Offering: what fits what is typed, from a real index."""

from collections.abc import Sequence
from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import Desk, desk
from vaultdesk.ui.switcher.offering import Offering, Sources

NOTES = {
    "Boiler.md": "---\naliases: [Heating]\ntags: [heating]\n---\n# Boiler\n\nSee [[Meter cupboard]] and [[plan.png]].\n"
    "\n## Costs\n",
    "Projects/Heat-loss survey.md": "## Result\n\n## How it was measured\n\n#heating/survey\n",
    "Garden/Apples.md": "Prune the Boskoop.\n",
}


def offering(at: Desk, here: tuple[str, str] | None = None, recent: Sequence[str] = ()) -> Offering:
    return Offering(at.searcher, at.vault, Sources(lambda: here, lambda: recent, lambda _path: "", lambda: 3))


async def titles(made: Offering, typed: str) -> list[str]:
    return [one.row.title for one in (await made.offer(typed))[0]]


@on_qt_loop
async def test_names_and_aliases_fit_and_the_note_may_be_made(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, told = await offering(at, ("Projects/Heat-loss survey.md", "")).offer("hea")
        assert [one.row.title for one in offered][:2] == ["Heat-loss survey", "Boiler"]
        assert [one.choice.way for one in offered] == ["open", "open", "create", "search"]
        assert told == "2 of 3"


@on_qt_loop
async def test_what_is_there_by_that_very_name_is_not_made_again(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, _ = await offering(at).offer("boiler")
        assert [one.choice.way for one in offered] == ["open", "search"]


@on_qt_loop
async def test_where_nothing_fits_the_note_comes_first(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, _ = await offering(at).offer("Zinc roof")
        assert offered[0].choice.way == "create"
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
        offered, told = await made.offer("boiler")
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
        await made.learn()
        offered, _ = await made.offer("meter")
        assert (offered[0].row.title, offered[0].row.beside) == ("Meter cupboard", "not yet written")
        assert offered[0].choice.path == "Meter cupboard.md"
        assert all(one.row.beside != "not yet written" for one in (await made.offer("plan"))[0])


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
        offered, told = await offering(at).offer("#heat")
        assert [(one.choice.way, one.choice.words) for one in offered] == [
            ("tag", "heating"),
            ("tag", "heating/survey"),
        ]
        assert told == "2 of 2"

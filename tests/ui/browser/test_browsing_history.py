"""Finding store: notes visited and searches kept come back; what was told before all was read stays."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.ui.browser.browsing_history import MAX_VISITED, BrowsingHistory, SavedSearch


@on_qt_loop
async def test_all_of_it_comes_back(tmp_path: Path) -> None:
    kept = BrowsingHistory(JsonStore(tmp_path / "finding.json"))
    await kept.load()
    kept.visit("A.md")
    kept.visit("B.md")
    kept.visit("A.md")
    kept.save("tag:#heating pump", "Heating")
    kept.save("boiler")
    kept.save_tags(["house"], "count")
    await kept.settle()

    again = BrowsingHistory(JsonStore(tmp_path / "finding.json"))
    again.visit("C.md")
    again.save("early")
    await again.load()
    assert again.visited == ("C.md", "A.md", "B.md")
    assert [one.name for one in again.saved] == ["early", "Heating", "boiler"]
    assert (again.open_tags, again.tag_order) == (("house",), "count")
    await again.settle()
    assert JsonStore(tmp_path / "finding.json").get("visited") == ["C.md", "A.md", "B.md"]


@on_qt_loop
async def test_a_saved_search_keeps_its_place_when_it_is_renamed_and_goes_when_removed(tmp_path: Path) -> None:
    kept = BrowsingHistory(JsonStore(tmp_path / "finding.json"))
    for query in ("a", "b", "c"):
        kept.save(query)
    kept.save("b", "Bees")
    assert [one.name for one in kept.saved] == ["a", "Bees", "c"]
    assert kept.is_saved("b")
    kept.remove("b")
    assert not kept.is_saved("b")
    await kept.settle()


@on_qt_loop
async def test_visited_notes_follow_moves_and_are_bounded(tmp_path: Path) -> None:
    kept = BrowsingHistory(JsonStore(tmp_path / "finding.json"))
    for number in range(MAX_VISITED + 9):
        kept.visit(f"{number}.md")
    assert len(kept.visited) == MAX_VISITED
    newest = kept.visited[0]
    kept.moved(newest, "New.md")
    assert kept.visited[0] == "New.md"
    await kept.settle()


@on_qt_loop
async def test_a_file_of_another_kind_is_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "finding.json"
    file.write_text('{"visited": 3, "saved": [["a"], "x", [1, 2], ["n", "q"]], "tags": {"a": 1}}')
    kept = BrowsingHistory(JsonStore(file))
    await kept.load()
    assert (kept.visited, kept.open_tags) == ((), ())
    assert kept.saved == (SavedSearch("n", "q"),)

"""Browsing history: visited notes and saved searches persist; entries made before loading are retained."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.ui.browser.browsing_history import MAX_VISITED, BrowsingHistory, SavedSearch


@on_qt_loop
async def test_history_is_restored_and_merged_with_entries_made_before_loading(tmp_path: Path) -> None:
    history = BrowsingHistory(JsonStore(tmp_path / "finding.json"))
    await history.load()
    history.visit("A.md")
    history.visit("B.md")
    history.visit("A.md")
    history.save("tag:#heating pump", "Heating")
    history.save("boiler")
    history.save_tags(["house"], "count")
    await history.settle()

    reloaded = BrowsingHistory(JsonStore(tmp_path / "finding.json"))
    reloaded.visit("C.md")
    reloaded.save("early")
    await reloaded.load()
    assert reloaded.visited == ("C.md", "A.md", "B.md")
    assert [search.name for search in reloaded.saved] == ["early", "Heating", "boiler"]
    assert (reloaded.open_tags, reloaded.tag_order) == (("house",), "count")
    await reloaded.settle()
    assert JsonStore(tmp_path / "finding.json").get("visited") == ["C.md", "A.md", "B.md"]


@on_qt_loop
async def test_renamed_search_retains_its_position_and_can_be_removed(tmp_path: Path) -> None:
    history = BrowsingHistory(JsonStore(tmp_path / "finding.json"))
    for query in ("a", "b", "c"):
        history.save(query)
    history.save("b", "Bees")
    assert [search.name for search in history.saved] == ["a", "Bees", "c"]
    assert history.is_saved("b")
    history.remove("b")
    assert not history.is_saved("b")
    await history.settle()


@on_qt_loop
async def test_visited_notes_follow_renames_and_are_limited(tmp_path: Path) -> None:
    history = BrowsingHistory(JsonStore(tmp_path / "finding.json"))
    for number in range(MAX_VISITED + 9):
        history.visit(f"{number}.md")
    assert len(history.visited) == MAX_VISITED
    newest = history.visited[0]
    history.moved(newest, "New.md")
    assert history.visited[0] == "New.md"
    await history.settle()


@on_qt_loop
async def test_malformed_entries_of_the_file_are_ignored(tmp_path: Path) -> None:
    file = tmp_path / "finding.json"
    file.write_text('{"visited": 3, "saved": [["a"], "x", [1, 2], ["n", "q"]], "tags": {"a": 1}}')
    history = BrowsingHistory(JsonStore(file))
    await history.load()
    assert (history.visited, history.open_tags) == ((), ())
    assert history.saved == (SavedSearch("n", "q"),)

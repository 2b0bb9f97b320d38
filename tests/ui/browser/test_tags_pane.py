"""Tests of ui/browser/tags_pane.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.growth import check_linear
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import NoteAreaEnv, open_note_area
from vaultdesk.index.index_results import TagCount
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.tags_pane import TagsPane, TagTree

# Tag rows: nested tags, sorted, expanded or filtered.

TAGS = [
    TagCount("garden", 2),
    TagCount("House", 9),
    TagCount("House/heating", 5),
    TagCount("House/heating/pump", 1),
    TagCount("House/attic", 7),
]


def titles(tree: TagTree, opened: set[str], query: str = "") -> list[str]:
    return [f"{'  ' * row.depth}{row.title}" for row in tree.rows(opened, query)]


def test_nested_tags_are_shown_when_their_parents_are_expanded() -> None:
    tree = TagTree(TAGS, "name")
    assert titles(tree, set()) == ["garden", "House"]
    assert titles(tree, {"House"}) == ["garden", "House", "  attic", "  heating"]
    assert [row.folded for row in tree.rows({"House"})] == [None, False, None, True]
    assert tree.parents() == {"House", "House/heating"}


def test_order_by_count_applies_to_each_level() -> None:
    assert titles(TagTree(TAGS, "count"), {"House"}) == ["House", "  attic", "  heating", "garden"]


def test_filter_shows_matching_tags_below_their_parents() -> None:
    rows = TagTree(TAGS, "name").rows(set(), "#pum")
    assert [(row.title, row.depth) for row in rows] == [("House", 0), ("heating", 1), ("pump", 2)]
    assert rows[2].title_marks == ((0, 3),)
    assert TagTree(TAGS, "name").rows(set(), "zinc") == []


def test_thousands_of_tags_and_deep_ones_are_listed_in_linear_time() -> None:
    deep = "/".join("a" * 40)

    def tags(count: int) -> list[TagCount]:
        pairs = [tag for n in range(count) for tag in (TagCount(f"t{n}/below{n % 7}", 1), TagCount(f"t{n}", 1))]
        return pairs + [TagCount(deep[: 2 * n + 1], 1) for n in range(40)]

    def list_tags(tags: list[TagCount]) -> None:
        tree = TagTree(tags, "name")
        assert len(tree.rows(tree.parents())) == len(tags)

    check_linear(list_tags, tags, 2_000)


# Tags pane: tags of a real vault; a click searches, and the expansion state is emitted for storage.

NOTES = {"A.md": "#house/heating #garden\n", "B.md": "#garden\n", "C.md": "#house/roof\n"}


def tag_titles(pane: TagsPane) -> list[str]:
    return [row.title for row in pane.list.row_model.rows]


async def show_pane(env: NoteAreaEnv) -> TagsPane:
    pane = TagsPane(env.searcher)
    pane.show()
    await until(lambda: bool(tag_titles(pane)))
    return pane


@on_qt_loop
async def test_enter_searches_and_ctrl_enter_adds(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        pane = await show_pane(env)
        signals: list[tuple[str, str]] = []
        pane.searched.connect(lambda query: signals.append(("search", query)))
        pane.added.connect(lambda query: signals.append(("add", query)))
        assert [(row.title, row.right) for row in pane.list.row_model.rows] == [("garden", "2"), ("house", "2")]
        pane.enter()
        QTest.keyClick(pane.list, Qt.Key.Key_Return)
        QTest.keyClick(pane.list, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(pane.field, "roof")
        assert tag_titles(pane) == ["house", "roof"]
        QTest.keyClick(pane.field, Qt.Key.Key_Return)
        assert signals == [("search", "tag:#garden"), ("add", "tag:#garden"), ("search", "tag:#house/roof")]
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_expansion_and_order_are_emitted_and_restored(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        pane = await show_pane(env)
        states: list[tuple[list[str], str]] = []
        pane.state_changed.connect(lambda opened, order: states.append((opened, order)))
        pane.enter()
        pane.list.go_to("house")
        QTest.keyClick(pane.list, Qt.Key.Key_Right)
        assert tag_titles(pane) == ["garden", "house", "heating", "roof"]
        assert states == [(["house"], "name")]
        pane.restore([], "count")
        assert tag_titles(pane) == ["garden", "house"]
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_pane_follows_the_index_until_it_is_empty(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, {"A.md": "#garden\n"}) as env:
        pane = await show_pane(env)
        pane.enter()
        env.change_outside("A.md", None)
        await env.indexer.settled()

        def is_empty() -> bool:
            pane.refresh()
            return not tag_titles(pane)

        await until(is_empty)
        assert not pane.list.isVisible()
        pane.enter()
        await bridge.cancel_all()
        pane.deleteLater()

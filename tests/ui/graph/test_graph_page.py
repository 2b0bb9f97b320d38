"""Tests of ui/graph/graph_page.py."""

from pathlib import Path
from typing import cast

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.graph.scenes import HOUSE, house_scene
from tests.ui.graph.vault import BOILER, NOTES, linked_vault
from vaultdesk.index.link_graph import GraphNode
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.graph.graph_drawing import large_scene_colors
from vaultdesk.ui.graph.graph_page import (
    MAX_PASSAGE_LENGTH,
    GlobalGraphPage,
    GraphPage,
    Legend,
    LocalGraphPage,
    NodeCard,
    text_around_name,
)
from vaultdesk.ui.graph.graph_source import MAX_LOCAL_NODES, GraphSource, ShownKinds

# NodeCard: what can be done with a node depends on its kind.


def test_the_card_offers_to_search_a_tag_and_to_create_an_unwritten_note() -> None:
    parent = QWidget()
    parent.resize(600, 400)
    card = NodeCard(parent)
    _, survey, _, tag, roof = HOUSE.nodes
    offered: list[tuple[str, bool, bool]] = []
    for node in (survey, tag, roof):
        card.show_node(node, "", private=False, center=True)
        offered.append((card.open.text(), card.center.isVisibleTo(card), card.chat.isVisibleTo(card)))
    assert offered == [("Open", True, True), ("Search for it", False, True), ("Create the note", False, False)]
    assert card.geometry().bottom() < 400
    assert card.accessibleName() == "Roof"


def test_a_long_passage_is_cut_to_the_text_around_the_name() -> None:
    passage = "word " * 100 + "the Boiler decides " + "word " * 100
    cut = text_around_name(passage, "boiler")
    assert "Boiler decides" in cut
    assert cut.startswith("…word")
    assert cut.endswith("…")
    assert len(cut) <= MAX_PASSAGE_LENGTH + 2
    assert text_around_name("short", "x") == "short"


# GraphPage: requests from the view, the card and the list are signalled with their node.


@on_qt_loop
async def test_opening_and_adding_from_view_card_and_list_emits_the_node(tmp_path: Path) -> None:
    async with linked_vault(tmp_path) as (_, source):
        page = GraphPage(source, "Links")
        opened: list[str] = []
        added: list[str] = []
        centered: list[str] = []
        page.note_opened.connect(lambda node: opened.append(node.name))
        page.chat_requested.connect(lambda node: added.append(node.name))
        page.center_requested.connect(centered.append)
        page.view.show_scene(house_scene())
        page.show_graph()
        page.view.opened.emit("House/Survey.md")
        page.view.select("House/Budget.md")
        page.card.open.click()
        page.card.chat.click()
        page.card.center.click()
        page.view.center_requested.emit("#heating")
        page.as_list.click()
        page.list.chosen.emit("?roof", False)
        assert opened == ["Survey", "Budget", "Roof"]
        assert added == ["Budget"]
        assert centered == ["House/Budget.md"]
        assert page.body.currentWidget() is page.list
        page.show_error("No index", "Wait.")
        page.as_list.click()
        assert page.body.currentWidget() is page.error_state


def test_a_narrow_pane_elides_the_count_before_the_name(qtbot: QtBot) -> None:
    page = GraphPage(cast("GraphSource", None), "Links")
    qtbot.addWidget(page)
    page.title.set_text("Boiler")
    page.status.set_text("9 direct links, 13 in two steps")
    page.show()
    page.resize(900, 400)
    qtbot.waitUntil(lambda: page.status.width() >= page.status.sizeHint().width(), timeout=30_000)
    page.resize(page.title.sizeHint().width() + 160, 400)
    qtbot.waitUntil(lambda: page.status.width() < page.status.sizeHint().width(), timeout=30_000)
    assert page.title.width() >= page.title.sizeHint().width()


# LocalGraphPage: the links around the open or the pinned note, also of deleted notes and notes without links.


def node_names(page: LocalGraphPage) -> list[str]:
    return [node.name for node in page.view.scene.nodes] if page.view.scene is not None else []


@on_qt_loop
async def test_the_chosen_steps_and_kinds_are_shown(tmp_path: Path) -> None:
    async with linked_vault(tmp_path) as (_, source):
        page = LocalGraphPage(source)
        page.show_note(BOILER)
        await until(lambda: node_names(page) == ["Boiler", "Survey", "Budget", "2026-11-20"])
        assert page.status.text() == "2 direct links, 3 in two steps"
        assert page.accessibleName() == "Graph of Boiler"
        page._choose(1, ShownKinds(tags=True, unwritten=True))
        await until(lambda: node_names(page) == ["Boiler", "Survey", "Budget", "#heating", "Roof"])
        assert page.status.text() == "2 direct links"
        assert page.kinds.shown_text() == "With tags and notes not created yet"
        page._choose(3, ShownKinds(daily=False))
        await until(lambda: node_names(page) == ["Boiler", "Survey", "Budget"])
        assert page.kinds.shown_text() == "Without daily notes"


@on_qt_loop
async def test_the_local_graph_follows_the_open_note_unless_it_is_pinned(tmp_path: Path) -> None:
    async with linked_vault(tmp_path) as (_, source):
        page = LocalGraphPage(source)
        changed: list[object] = []
        page.path_changed.connect(changed.append)
        page.show_note(BOILER)
        page.follow("Alone.md")
        await until(lambda: node_names(page) == ["Alone"])
        assert page.status.text() == "no links"
        page.pin.click()
        page.follow(BOILER)
        page.center_requested.emit("House/Survey.md")
        await until(lambda: "Survey" in node_names(page))
        assert changed == [BOILER, "Alone.md", "House/Survey.md"]


@on_qt_loop
async def test_a_deleted_neighbor_disappears_and_a_deleted_center_is_an_error(tmp_path: Path) -> None:
    async with linked_vault(tmp_path) as (env, source):
        page = LocalGraphPage(source)
        page.resize(600, 400)
        page.show()
        page.show_note(BOILER)
        await until(lambda: "Budget" in node_names(page))
        page.view.select("House/Budget.md")
        assert page.card.isVisible()
        follow(env.indexer.events, lambda _: page.notes_changed(), page)
        env.change_outside("House/Budget.md", None)
        await until(lambda: "Budget" not in node_names(page))
        assert not page.card.isVisible()
        env.change_outside(BOILER, None)
        await until(lambda: page.body.currentWidget() is page.error_state)
        page.close()


@on_qt_loop
async def test_of_three_thousand_links_the_nearest_are_shown_and_the_rest_are_counted(tmp_path: Path) -> None:
    notes = {f"N {n}.md": "[[Hub]]" for n in range(3_000)} | {"Hub.md": "hub"}
    async with linked_vault(tmp_path, notes) as (_, source):
        page = LocalGraphPage(source)
        page.show_note("Hub.md")
        await until(lambda: len(node_names(page)) == MAX_LOCAL_NODES)
        assert page.status.text() == "3,000 direct links, 3,000 in two steps, and 2,701 more"


@on_qt_loop
async def test_the_card_shows_the_passage_of_a_link_and_the_list_has_the_same_nodes(tmp_path: Path) -> None:
    async with linked_vault(tmp_path) as (_, source):
        page = LocalGraphPage(source)
        page.show_note(BOILER)
        await until(lambda: "2026-11-20" in node_names(page))
        page.view.select("House/Survey.md")
        await until(lambda: page.card.passage.text() == "“Sized by Survey, paid by Budget, see Roof.”")
        page.view.select("Daily/2026-11-20.md")
        await until(lambda: page.card.passage.text() == "“Done on 2026-11-20 for the boiler.”")
        page.as_list.click()
        assert [entry.title for entry in page.list.rows()] == node_names(page)
        assert page.list.rows()[1].text == "1 step · House"


@on_qt_loop
async def test_an_immediate_reload_ends_in_the_same_layout(tmp_path: Path) -> None:
    async with linked_vault(tmp_path) as (_, source):
        once, twice = LocalGraphPage(source), LocalGraphPage(source)
        once.show_note(BOILER)
        twice.show_note(BOILER)
        twice.reload()
        await until(lambda: once._settled and twice._settled)
        assert once.view.scene is not None
        assert twice.view.scene is not None
        assert once.view.scene.positions == twice.view.scene.positions
        positions = twice.view.scene.positions
        twice.reload()
        before = twice.view.scene
        await until(lambda: twice.view.scene is not before)
        assert twice.view.scene.positions == positions


# Legend: each color has its folder's name beside it.


def test_the_legend_lists_folders_with_their_colors() -> None:
    parent = QWidget()
    parent.resize(400, 300)
    legend = Legend(parent)
    legend.show_names(["Projects", "Daily", "x" * 100])
    assert legend.accessibleName() == f"Projects, Daily, {'x' * 23}…"
    assert legend.geometry().right() < 400
    picture = legend.grab().toImage()
    row = picture.height() // 3
    assert [picture.pixelColor(5, row * line + row // 2) for line in range(3)] == list(large_scene_colors()[2:5])
    legend.show_names([])
    assert not legend.isVisibleTo(parent)


# GlobalGraphPage: all notes, those that match a query, and those with links.


def node_count(page: GlobalGraphPage) -> int:
    return len(page.view.scene.nodes) if page.view.scene is not None else 0


@on_qt_loop
async def test_the_global_graph_is_filtered_by_links_and_by_a_query(tmp_path: Path) -> None:
    async with linked_vault(tmp_path) as (_, source):
        page = GlobalGraphPage(source)
        await until(lambda: node_count(page) == len(NOTES))
        assert page.status.text() == "6 notes, 4 links"
        assert page.legend.names == ("House", "Daily", "People")
        page._choose(True, False)
        await until(lambda: node_count(page) == 5)
        assert page.kinds.shown_text() == "Linked notes"
        page.query.setText("path:House")
        page.query.returnPressed.emit()
        await until(lambda: node_count(page) == 3)
        page.query.setText("nothing like this")
        page.query.returnPressed.emit()
        await until(lambda: page.body.currentWidget() is page.error_state)
        page.query.clear()
        page.query.returnPressed.emit()
        await until(lambda: node_count(page) == 5 and page.body.currentWidget() is page.view)


@on_qt_loop
async def test_a_reopened_page_shows_the_cached_scene(tmp_path: Path) -> None:
    async with linked_vault(tmp_path) as (_, source):
        first = GlobalGraphPage(source)
        await until(lambda: source._cached is not None)
        second = GlobalGraphPage(source)
        await until(lambda: second.view.scene is not None)
        assert second.view.scene is first.view.scene


# Graph tabs: the pages open in a real window, and nodes are opened, searched, created or added to the chat.


@on_qt_loop
async def test_the_local_graph_is_a_tab_that_follows_the_open_note(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        desktop.window.commands["local-graph"].trigger()
        page = views.graphs.show_local()
        assert page is not None
        assert page in views.notes.widgets
        await until(lambda: page.view.scene is not None and len(page.view.scene.nodes) == 2)
        page.view.opened.emit("Projects/Heat-loss survey.md")
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        await until(lambda: page.path == "Projects/Heat-loss survey.md")
        page.chat_requested.emit(GraphNode("Boiler.md", "Boiler"))
        assert [item.target for item in views.chat.composer.tray.items] == ["Boiler"]
        page.note_opened.emit(GraphNode("#x", "#x", "tag"))
        assert views.browser.search_pane.field.text() == "tag:#x"
        page.note_opened.emit(GraphNode("?new", "New one", "unwritten"))
        await until(lambda: views.notes.current_path == "New one.md")


@on_qt_loop
async def test_the_global_graph_is_a_tab_and_full_view_hides_the_panes(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["graph"].trigger()
        page = views.graphs.show_whole()
        await until(lambda: page.view.scene is not None)
        page.full.click()
        assert set(desktop.window.panes.hidden()) == {"files", "chat"}
        page.full.click()
        assert desktop.window.panes.hidden() == ()
        page.center_requested.emit("Boiler.md")
        local = views.graphs.show_local()
        assert local is not None
        assert local.path == "Boiler.md"
        views.files.actions.links_requested.emit("Daily/2026-11-20.md")
        assert local.path == "Daily/2026-11-20.md"
        views.notes.remove_page(local)
        await until(lambda: len(views.graphs._pages) == 1)


@on_qt_loop
async def test_without_an_open_note_there_is_no_local_graph(home: Path, tmp_path: Path) -> None:
    empty = tmp_path / "Empty"
    empty.mkdir()
    async with running_desktop(empty) as desktop:
        views = await open_views(desktop)
        assert views.graphs.show_local() is None

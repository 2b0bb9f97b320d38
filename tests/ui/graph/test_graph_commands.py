"""Graph commands in a real window: the pages open, and nodes are opened, searched, created or added to the chat."""

from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.index.link_graph import GraphNode


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
        page.centre_requested.emit("Boiler.md")
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

"""Tests of ui/graph/global_graph.py."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.graph.vault import NOTES, linked
from vaultdesk.ui.graph.global_graph import GlobalGraphPage, Legend
from vaultdesk.ui.graph.graph_drawing import large_scene_colors

# Legend: each colour has its folder's name beside it.


def test_folders_are_named_beside_their_colours() -> None:
    held = QWidget()
    held.resize(400, 300)
    legend = Legend(held)
    legend.show_names(["Projects", "Daily", "x" * 100])
    assert legend.accessibleName() == f"Projects, Daily, {'x' * 23}…"
    assert legend.geometry().right() < 400
    picture = legend.grab().toImage()
    row = picture.height() // 3
    assert [picture.pixelColor(5, row * line + row // 2) for line in range(3)] == list(large_scene_colors()[2:5])
    legend.show_names([])
    assert not legend.isVisibleTo(held)


# GlobalGraphPage: all notes, those that fit a search, and those that are linked.


def shown(page: GlobalGraphPage) -> int:
    return len(page.view.scene.nodes) if page.view.scene is not None else 0


@on_qt_loop
async def test_notes_are_counted_narrowed_down_and_left_out(tmp_path: Path) -> None:
    async with linked(tmp_path) as (_, source):
        page = GlobalGraphPage(source)
        await until(lambda: shown(page) == len(NOTES))
        assert page.status.text() == "6 notes, 4 links"
        assert page.legend.names == ("House", "Daily", "People")
        page._choose(True, False)
        await until(lambda: shown(page) == 5)
        assert page.kinds.shown_text() == "Linked notes"
        page.query.setText("path:House")
        page.query.returnPressed.emit()
        await until(lambda: shown(page) == 3)
        page.query.setText("nothing like this")
        page.query.returnPressed.emit()
        await until(lambda: page.body.currentWidget() is page.error_state)
        page.query.clear()
        page.query.returnPressed.emit()
        await until(lambda: shown(page) == 5 and page.body.currentWidget() is page.view)


@on_qt_loop
async def test_a_page_that_is_opened_again_has_its_picture_at_once(tmp_path: Path) -> None:
    async with linked(tmp_path) as (_, source):
        first = GlobalGraphPage(source)
        await until(lambda: source._cached is not None)
        second = GlobalGraphPage(source)
        await until(lambda: second.view.scene is not None)
        assert second.view.scene is first.view.scene

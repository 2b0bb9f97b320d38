"""WholePage: all notes, those that fit a search, and those that are linked."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.graph.vault import NOTES, linked
from vaultdesk.ui.graph.whole_page import WholePage


def shown(page: WholePage) -> int:
    return len(page.view.scene.nodes) if page.view.scene is not None else 0


@on_qt_loop
async def test_notes_are_counted_narrowed_down_and_left_out(tmp_path: Path) -> None:
    async with linked(tmp_path) as (_, source):
        page = WholePage(source)
        await until(lambda: shown(page) == len(NOTES))
        assert page.told.text() == "6 notes, 4 links"
        assert page.legend.names == ("House", "Daily", "People")
        page._choose(True, False)
        await until(lambda: shown(page) == 5)
        assert page.kinds.words() == "Linked notes"
        page.query.setText("path:House")
        page.query.returnPressed.emit()
        await until(lambda: shown(page) == 3)
        page.query.setText("nothing like this")
        page.query.returnPressed.emit()
        await until(lambda: page.body.currentWidget() is page.trouble)
        page.query.clear()
        page.query.returnPressed.emit()
        await until(lambda: shown(page) == 5 and page.body.currentWidget() is page.view)


@on_qt_loop
async def test_a_page_that_is_opened_again_has_its_picture_at_once(tmp_path: Path) -> None:
    async with linked(tmp_path) as (_, source):
        first = WholePage(source)
        await until(lambda: source._kept is not None)
        second = WholePage(source)
        await until(lambda: second.view.scene is not None)
        assert second.view.scene is first.view.scene

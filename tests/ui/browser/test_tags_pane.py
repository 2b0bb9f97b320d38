"""Tags pane: the tags of a real vault; a press searches, and what is open is told to be remembered."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import Desk, desk, until
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.tags_pane import TagsPane

NOTES = {"A.md": "#house/heating #garden\n", "B.md": "#garden\n", "C.md": "#house/roof\n"}


def titles(pane: TagsPane) -> list[str]:
    return [row.title for row in pane.list.shown.rows]


async def shown(at: Desk) -> TagsPane:
    pane = TagsPane(at.searcher)
    pane.show()
    await until(lambda: bool(titles(pane)))
    return pane


@on_qt_loop
async def test_enter_searches_and_control_adds(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        pane = await shown(at)
        told: list[tuple[str, str]] = []
        pane.searched.connect(lambda query: told.append(("search", query)))
        pane.added.connect(lambda query: told.append(("add", query)))
        assert [(row.title, row.right) for row in pane.list.shown.rows] == [("garden", "2"), ("house", "2")]
        pane.enter()
        QTest.keyClick(pane.list, Qt.Key.Key_Return)
        QTest.keyClick(pane.list, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(pane.field, "roof")
        assert titles(pane) == ["house", "roof"]
        QTest.keyClick(pane.field, Qt.Key.Key_Return)
        assert told == [("search", "tag:#garden"), ("add", "tag:#garden"), ("search", "tag:#house/roof")]
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_what_is_open_and_the_order_are_told_and_come_back(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        pane = await shown(at)
        kept: list[tuple[list[str], str]] = []
        pane.kept.connect(lambda opened, order: kept.append((opened, order)))
        pane.enter()
        pane.list.go_to("house")
        QTest.keyClick(pane.list, Qt.Key.Key_Right)
        assert titles(pane) == ["garden", "house", "heating", "roof"]
        assert kept == [(["house"], "name")]
        pane.restore([], "count")
        assert titles(pane) == ["garden", "house"]
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_it_follows_the_index_also_to_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path, {"A.md": "#garden\n"}) as at:
        pane = await shown(at)
        pane.enter()
        at.change_outside("A.md", None)
        await at.indexer.settled()

        def asked_again() -> bool:
            pane.refresh()
            return not titles(pane)

        await until(asked_again)
        assert not pane.list.isVisible()
        pane.enter()
        await bridge.cancel_all()
        pane.deleteLater()

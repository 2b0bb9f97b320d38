import asyncio
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.index.results import Hit
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.parts.empty import EmptyState
from vaultdesk.ui.parts.labels import PlainLabel


def words_in(pane: SearchPane) -> str:
    return " ".join(label.text() for label in pane.findChildren(PlainLabel) if label.isVisible())


@on_qt_loop
async def test_typing_finds_and_the_keyboard_opens(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        pane = SearchPane(at.searcher)
        pane.show()
        chosen: list[Hit] = []
        pane.chosen.connect(lambda hit, _new_tab: chosen.append(hit))
        QTest.keyClicks(pane.field, "pump")
        await until(lambda: pane.model.rowCount() == 1)
        assert "1 note ·" in words_in(pane)
        QTest.keyClick(pane.field, Qt.Key.Key_Down)
        QTest.keyClick(pane.list, Qt.Key.Key_Return)
        assert [hit.path for hit in chosen] == ["Budget.md"]
        QTest.keyClick(pane.field, Qt.Key.Key_Return)
        assert len(chosen) == 2
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_the_newest_question_wins_and_nothing_found_is_said(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        pane = SearchPane(at.searcher)
        pane.show()
        for query in ("pump", "boskoop", "pump", "nothingofthekind"):
            pane.field.setText(query)
        await until(lambda: "Nothing found" in words_in(pane))
        await asyncio.sleep(0)
        assert pane.model.rowCount() == 0
        assert "nothingofthekind" in words_in(pane)
        pane.field.clear()
        assert any("Search your notes" in label.text() for label in pane.findChildren(PlainLabel))
        assert pane.findChildren(EmptyState)
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_results_follow_the_index(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        pane = SearchPane(at.searcher)
        pane.search("newword")
        await until(lambda: pane.model.rowCount() == 0)
        with at.indexer.events.subscribe() as commits:
            at.change_outside("Garden/Apples.md", "a newword")
            async for commit in commits:
                if "Garden/Apples.md" in commit.paths:
                    break
        pane.refresh()
        await until(lambda: pane.model.rowCount() == 1)
        await bridge.cancel_all()
        pane.deleteLater()

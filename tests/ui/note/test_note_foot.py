from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import Desk, desk
from tests.ui.note.related_notes import Told
from tests.ui.recall.passages import ReadingStandsAt
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.index.related import Related, RelatedNote, UnlinkedMention
from vaultdesk.ui import bridge
from vaultdesk.ui.note.beside import Beside
from vaultdesk.ui.note.foot_rows import FootRow
from vaultdesk.ui.note.note_foot import NoteFoot
from vaultdesk.ui.widgets.labels import PlainLabel


def related(path: str) -> RelatedNote:
    return RelatedNote(path, path.removesuffix(".md"), 0.9, ("meaning",), "Costs", 3)


def foot_of(at: Desk, told: Told | None, reading: ReadingStandsAt | None = None) -> NoteFoot:
    beside = Beside(at.searcher, cast("Related | None", told), cast("EmbeddingIndex | None", reading))
    foot = NoteFoot(beside)
    foot.resize(700, 200)
    return foot


def names_in(foot: NoteFoot) -> list[str]:
    return [row.name for row in foot.list.shown.rows]


def words_in(foot: NoteFoot) -> str:
    return " ".join(label.text() for label in foot.findChildren(PlainLabel) if label.isVisible())


@on_qt_loop
async def test_links_are_counted_and_a_note_without_any_has_no_foot(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        foot = foot_of(at, None)
        await foot.learn("Budget.md")
        assert foot.isVisible()
        assert foot.tabs["links"].text() == "Linked from 1 note"
        await foot.learn("Garden/Apples.md")
        assert foot.isHidden()
        foot.deleteLater()


@on_qt_loop
async def test_nothing_but_the_number_of_links_is_asked_while_it_is_folded(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        foot = foot_of(at, told)
        foot.show()
        await foot.learn("Budget.md")
        assert told.asked == []
        foot.tabs["related"].click()
        await until(lambda: foot.tabs["related"].text() == "Related 0")
        assert "No other note has much to do" in words_in(foot)
        foot.tabs["related"].click()
        await foot.learn("Boiler.md")
        assert told.asked == ["Budget.md"]
        await bridge.cancel_all()
        foot.deleteLater()


@on_qt_loop
async def test_the_newest_note_wins(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told(held=True)
        told.notes_told = {"Budget.md": [related("Old.md")], "Boiler.md": [related("New.md"), related("B.md")]}
        foot = foot_of(at, told)
        await foot.learn("Budget.md")
        foot.show()
        foot.open("related")
        await until(lambda: told.asked == ["Budget.md"])
        await foot.learn("Boiler.md")
        await until(lambda: told.asked == ["Budget.md", "Boiler.md"])
        assert names_in(foot) == []
        told.let.set()
        await until(lambda: names_in(foot) == ["New", "B"])
        assert foot.tabs["related"].text() == "Related 2"
        assert foot.list.accessibleName() == "Related 2"
        await bridge.cancel_all()
        foot.deleteLater()


@on_qt_loop
async def test_changes_in_the_vault_are_asked_for_after_a_while(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        foot = foot_of(at, told)
        await foot.learn("Budget.md")
        foot.show()
        foot.open("related")
        await until(lambda: foot.tabs["related"].text() == "Related 0")
        told.notes_told["Budget.md"] = [related("New.md")]
        for _ in range(5):
            await foot.learn("Budget.md")
        assert len(told.asked) == 1
        await until(lambda: names_in(foot) == ["New"])
        assert len(told.asked) == 2
        foot.deleteLater()


@on_qt_loop
async def test_rows_are_reached_and_opened_by_keys(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        told.mentions_told = [UnlinkedMention("Garden/Apples.md", "Apples", 1, "the budget", ((4, 10),), "Budget")]
        foot = foot_of(at, told)
        await foot.learn("Budget.md")
        foot.show()
        foot.activateWindow()
        chosen: list[tuple[FootRow, bool]] = []
        foot.chosen.connect(lambda row, new_tab: chosen.append((row, new_tab)))
        foot.fold.click()
        await until(lambda: names_in(foot) == ["Boiler"])
        foot.tabs["mentions"].setFocus()
        QTest.keyClick(foot.tabs["mentions"], Qt.Key.Key_Space)
        await until(lambda: names_in(foot) == ["Apples"])
        QTest.keyClick(foot.tabs["mentions"], Qt.Key.Key_Down)
        QTest.keyClick(foot.list, Qt.Key.Key_Return)
        assert [(row.path, row.passage, new) for row, new in chosen] == [("Garden/Apples.md", "the budget", False)]
        await bridge.cancel_all()
        foot.deleteLater()


@on_qt_loop
async def test_the_next_note_has_the_same_list_open(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        beside = Beside(at.searcher, cast("Related", Told()))
        first, second = NoteFoot(beside), NoteFoot(beside)
        await first.learn("Budget.md")
        first.show()
        first.open("links")
        await second.learn("Budget.md")
        second.show()
        await until(lambda: names_in(second) == ["Boiler"])
        await bridge.cancel_all()
        first.deleteLater()
        second.deleteLater()


@on_qt_loop
async def test_how_far_the_reading_is_stands_beside_related_notes_until_all_is_read(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        reading = ReadingStandsAt(EmbeddingState("reading", 1200, 5400))
        foot = foot_of(at, told, reading)
        await foot.learn("Budget.md")
        foot.show()
        assert "passages read" not in words_in(foot)
        foot.open("related")
        await until(lambda: foot.tabs["related"].text() == "Related 0")
        assert "Related by meaning: 1,200 of 5,400 passages read" in words_in(foot)
        told.notes_told["Budget.md"] = [related("New.md")]
        reading.move(EmbeddingState("ready", 5400, 5400, passages=5400))
        await until(lambda: names_in(foot) == ["New"])
        assert "passages read" not in words_in(foot)
        await bridge.cancel_all()
        foot.deleteLater()


@on_qt_loop
async def test_a_failing_index_is_said(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        told.failing = True
        foot = foot_of(at, told)
        await foot.learn("Budget.md")
        foot.show()
        foot.open("related")
        await until(lambda: "The index is gone." in words_in(foot))
        await bridge.cancel_all()
        foot.deleteLater()


@on_qt_loop
async def test_a_list_folded_before_it_came_is_asked_for_when_it_is_opened_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told(held=True)
        told.notes_told["Budget.md"] = [related("New.md")]
        foot = foot_of(at, told)
        await foot.learn("Budget.md")
        foot.show()
        quiet = bridge.running()
        foot.open("related")
        await until(lambda: told.asked)
        foot.open(None)
        told.let.set()
        await until(lambda: bridge.running() == quiet)
        foot.open("related")
        await until(lambda: names_in(foot) == ["New"])
        await bridge.cancel_all()
        foot.deleteLater()

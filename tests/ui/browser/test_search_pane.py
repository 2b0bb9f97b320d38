"""Tests of ui/browser/search_pane.py."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.browser.hits import hit
from tests.ui.note.desk import desk
from vaultdesk.index.index_results import Hit, Hits, NotePassages
from vaultdesk.index.index_state import IndexCompletion
from vaultdesk.index.search.ranked_search import VisibleHits
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.search_pane import QueryExplanationLine, SearchPane
from vaultdesk.ui.browser.search_results import VISIBLE_RESULTS
from vaultdesk.ui.widgets.labels import PlainLabel


def test_plain_words_need_no_explanation(qtbot: QtBot) -> None:
    line = QueryExplanationLine()
    qtbot.addWidget(line)
    for query in ("", "pump", "heat-pump cost", "ORANGE"):
        line.explain(query)
        assert line.isHidden(), query


def test_what_is_asked_is_said_when_the_line_is_opened_and_follows_the_query(qtbot: QtBot) -> None:
    line = QueryExplanationLine()
    qtbot.addWidget(line)
    line.explain("tag:#house pump")
    assert not line.isHidden()
    assert line.text() == ""
    line.toggle.click()
    assert line.text() == "Notes with all of these:\n•  The tag #house or one below it\n•  “pump”"
    line.explain("-pump")
    assert line.text() == "•  Not “pump”"
    line.toggle.click()
    assert line.text() == ""


def words_in(pane: SearchPane) -> str:
    return " ".join(label.text() for label in pane.findChildren(PlainLabel) if label.isVisible())


class TwoAnswers:
    """A searcher whose first answer is on the way to the second, which comes when it is let."""

    def __init__(self, first: Hits, second: Hits) -> None:
        self._first, self._second = first, second
        self.let = asyncio.Event()
        self.completion = IndexCompletion()
        self.completion.finish()

    async def read_index(self, _function: object, *_args: object) -> dict[str, NotePassages]:
        return {}

    async def search_typing(
        self, _query: str, _limit: int, _channel: str, visible_hits: VisibleHits
    ) -> AsyncIterator[Hits]:
        yield self._first
        await self.let.wait()
        yield self._second


@on_qt_loop
async def test_typing_finds_and_the_keyboard_opens(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        pane = SearchPane(at.searcher)
        pane.show()
        chosen: list[Hit] = []
        meant: list[str] = []
        pane.chosen.connect(lambda found, _new_tab: chosen.append(found))
        pane.settled.connect(meant.append)
        QTest.keyClicks(pane.field, "pump")
        await until(lambda: len(pane.results.paths()) == 1 and pane.summary.text().endswith(" ms"))
        assert pane.summary.text().startswith("1 passage in 1 note · ")
        QTest.keyClick(pane.field, Qt.Key.Key_Down)
        QTest.keyClick(pane.list, Qt.Key.Key_Return)
        assert [found.path for found in chosen] == ["Budget.md"]
        QTest.keyClick(pane.field, Qt.Key.Key_Return)
        assert len(chosen) == 2
        assert meant == ["pump", "pump"]
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_the_passages_of_notes_further_down_follow_and_are_counted(tmp_path: Path) -> None:
    many = VISIBLE_RESULTS + 3
    async with desk(tmp_path, {f"{n:02}.md": "The pump leaks.\n" for n in range(many)}) as at:
        pane = SearchPane(at.searcher)
        pane.show()
        pane.field.setText("pump")
        await until(lambda: len(pane.results.paths()) == many)
        assert not pane.results.has_all_passages()
        assert pane.results.passages() == VISIBLE_RESULTS
        await until(lambda: pane.summary.text().startswith(f"{many} passages in {many} notes · "))
        assert pane.results.has_all_passages()
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_who_types_on_is_not_told_of_the_question_before(tmp_path: Path) -> None:
    many = VISIBLE_RESULTS + 3
    async with desk(tmp_path, {f"{n:02}.md": "The pump leaks.\n" for n in range(many)}) as at:
        pane = SearchPane(at.searcher)
        pane.show()
        pane.field.setText("pump")
        await until(lambda: len(pane.results.paths()) == many)
        pane.field.setText("leaks 03")
        await until(lambda: len(pane.results.paths()) == 1)
        await asyncio.sleep(0)
        assert pane.results.paths() == ["03.md"]
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
        assert pane.results.paths() == []
        assert "nothingofthekind" in words_in(pane)
        assert not pane.summary.isVisible()
        pane.field.clear()
        assert pane.hints.isVisible()
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_a_question_that_asks_nothing_yet_is_not_said_to_find_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        pane = SearchPane(at.searcher)
        pane.show()
        for query in ("tag:", "[status:", "-", "/pum", '"', "/(?=p)ump/"):
            pane.search("nothingofthekind")
            await until(lambda: "Nothing found" in words_in(pane))
            pane.search(query)
            pane.refresh()
            assert pane.hints.isVisible(), query
            assert not pane.no_results.isVisible(), query
        assert "uses lookahead" in pane.problem.text()
        pane.search("pump tag:")
        await until(lambda: len(pane.results.paths()) == 1)
        assert not pane.problem.isVisible()
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_results_follow_the_index_also_unseen(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        pane = SearchPane(at.searcher)
        pane.show()
        pane.search("newword")
        await until(lambda: "Nothing found" in words_in(pane))
        pane.hide()
        with at.indexer.events.subscribe() as commits:
            at.change_outside("Garden/Apples.md", "a newword")
            async for commit in commits:
                if "Garden/Apples.md" in commit.paths:
                    break
        pane.refresh()
        assert pane.results.paths() == []
        pane.show()
        await until(lambda: len(pane.results.paths()) == 1)
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_the_exact_answer_takes_the_place_of_the_quick_one_and_the_choice_stays() -> None:
    first = Hits([hit(f"{n}.md", "x") for n in range(40)], exact=False, total=900)
    second = Hits([hit(f"{n}.md", "x") for n in (*range(50, 60), *range(30))], total=812)
    answers = TwoAnswers(first, second)
    pane = SearchPane(cast("Searcher", answers))
    pane.resize(300, 500)
    pane.show()
    pane.field.setText("x")
    await until(lambda: len(pane.results.paths()) == 40)
    assert pane.summary.text() == ""  # most are ranked before one could read it
    await until(lambda: pane.summary.text() == "Best of about 900 · still ranking…")
    pane.list.go_to("passage 0 12.md")
    place = pane.list.visualRect(pane.list.currentIndex()).top()
    answers.let.set()
    await until(lambda: pane.summary.text().startswith("Best 40 of 812 · "))
    hit_now = pane.results.current_hit()
    assert hit_now is not None
    assert hit_now.path == "12.md"
    assert pane.results.paths().index("12.md") == 22
    assert pane.list.visualRect(pane.list.currentIndex()).top() == place
    pane.deleteLater()


@on_qt_loop
async def test_what_could_not_be_used_is_said_under_the_field() -> None:
    answer = Hits([hit("a.md", "x")], problem="The pattern /(/ cannot be used: a bracket is missing.")
    pane = SearchPane(cast("Searcher", TwoAnswers(answer, answer)))
    pane.show()
    pane.field.setText("x /(/")
    await until(lambda: pane.problem.isVisible())
    assert pane.problem.text() == answer.problem
    assert pane.field.accessibleDescription() == answer.problem
    pane.field.clear()
    assert not pane.problem.isVisible()
    pane.deleteLater()


@on_qt_loop
async def test_an_operator_is_chosen_by_keys_and_typing_goes_on_in_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        pane = SearchPane(at.searcher)
        pane.show()
        pane.show_recent(["pump"])
        pane.field.setFocus()
        QTest.keyClick(pane.field, Qt.Key.Key_Down)
        QTest.keyClick(pane.hints, Qt.Key.Key_Return)
        assert pane.field.text() == "pump"
        await until(lambda: len(pane.results.paths()) == 1)
        pane.help.click()
        assert pane.hints.isVisible()
        QTest.keyClick(pane.hints, Qt.Key.Key_Escape)
        assert pane.list.isVisible()
        pane.field.clear()
        QTest.keyClick(pane.field, Qt.Key.Key_Down)
        for _ in range(2):  # past the earlier search and the second heading
            QTest.keyClick(pane.hints, Qt.Key.Key_Down)
        QTest.keyClick(pane.hints, Qt.Key.Key_Return)
        QTest.keyClicks(pane.field, "Garden ")
        assert pane.field.text() == "path:Garden "
        await until(lambda: pane.results.paths() == ["Garden/Apples.md"])
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_the_order_is_chosen_and_the_same_hits_are_shown_in_it() -> None:
    later = hit("Z.md", "x").modified.replace(year=2030)
    answer = Hits([hit("B.md", "x"), hit("Z.md", "x", modified=later), hit("A.md", "x")])
    pane = SearchPane(cast("Searcher", TwoAnswers(answer, answer)))
    pane.show()
    pane.field.setText("x")

    def shown() -> str:
        return "".join(path.removesuffix(".md") for path in pane.results.paths())

    await until(lambda: len(pane.results.paths()) == 3)
    assert shown() == "BZA"
    menu = pane.summary.sort.open()
    menu.actions()[1].trigger()
    await until(lambda: shown() == "ZBA")
    menu.actions()[3].trigger()
    await until(lambda: shown() == "ABZ")
    assert pane.summary.sort.shown_text() == "By name"
    menu.close()
    pane.deleteLater()


@on_qt_loop
async def test_a_slip_in_a_name_offers_the_note_that_is_meant(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        pane = SearchPane(at.searcher)
        pane.show()
        chosen: list[str] = []
        pane.chosen.connect(lambda hit, _new_tab: chosen.append(hit.path))
        pane.field.setText("appels")
        await until(lambda: pane.no_results.names)
        assert "Nothing found" in words_in(pane)
        pane.no_results.names[0].click()
        assert chosen == ["Garden/Apples.md"]
        pane.field.setText("file:appels")
        await until(lambda: not pane.no_results.names)
        await bridge.cancel_all()
        pane.deleteLater()

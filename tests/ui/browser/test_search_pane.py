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
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.index.index_results import Hit, Hits, NotePassages
from vaultdesk.index.index_state import IndexCompletion
from vaultdesk.index.search.ranked_search import VisibleHits
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.search_pane import QueryExplanationLine, SearchPane
from vaultdesk.ui.browser.search_results import VISIBLE_RESULTS
from vaultdesk.ui.widgets.labels import PlainLabel


def test_plain_words_have_no_explanation(qtbot: QtBot) -> None:
    line = QueryExplanationLine()
    qtbot.addWidget(line)
    for query in ("", "pump", "heat-pump cost", "ORANGE"):
        line.explain(query)
        assert line.isHidden(), query


def test_query_is_explained_when_expanded_and_follows_changes(qtbot: QtBot) -> None:
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


def label_text(pane: SearchPane) -> str:
    return " ".join(label.text() for label in pane.findChildren(PlainLabel) if label.isVisible())


class StagedSearcher:
    """Searcher that yields a preliminary result, and the final one after `release` was set."""

    def __init__(self, first: Hits, second: Hits) -> None:
        self._first, self._second = first, second
        self.release = asyncio.Event()
        self.completion = IndexCompletion()
        self.completion.finish()

    async def read_index(self, _function: object, *_args: object) -> dict[str, NotePassages]:
        return {}

    async def search_typing(
        self, _query: str, _limit: int, _channel: str, visible_hits: VisibleHits
    ) -> AsyncIterator[Hits]:
        yield self._first
        await self.release.wait()
        yield self._second


@on_qt_loop
async def test_typing_searches_and_the_keyboard_opens_results(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pane = SearchPane(env.searcher)
        pane.show()
        chosen: list[Hit] = []
        settled_queries: list[str] = []
        pane.chosen.connect(lambda found, _new_tab: chosen.append(found))
        pane.settled.connect(settled_queries.append)
        QTest.keyClicks(pane.field, "pump")
        await until(lambda: len(pane.results.paths()) == 1 and pane.summary.text().endswith(" ms"))
        assert pane.summary.text().startswith("1 passage in 1 note · ")
        QTest.keyClick(pane.field, Qt.Key.Key_Down)
        QTest.keyClick(pane.list, Qt.Key.Key_Return)
        assert [found.path for found in chosen] == ["Budget.md"]
        QTest.keyClick(pane.field, Qt.Key.Key_Return)
        assert len(chosen) == 2
        assert settled_queries == ["pump", "pump"]
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_passages_of_notes_outside_the_view_are_loaded_later_and_counted(tmp_path: Path) -> None:
    many = VISIBLE_RESULTS + 3
    async with open_note_area(tmp_path, {f"{n:02}.md": "The pump leaks.\n" for n in range(many)}) as env:
        pane = SearchPane(env.searcher)
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
async def test_results_of_the_previous_query_are_discarded_while_typing(tmp_path: Path) -> None:
    many = VISIBLE_RESULTS + 3
    async with open_note_area(tmp_path, {f"{n:02}.md": "The pump leaks.\n" for n in range(many)}) as env:
        pane = SearchPane(env.searcher)
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
async def test_latest_query_wins_and_missing_results_are_reported(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pane = SearchPane(env.searcher)
        pane.show()
        for query in ("pump", "boskoop", "pump", "nothingofthekind"):
            pane.field.setText(query)
        await until(lambda: "Nothing found" in label_text(pane))
        await asyncio.sleep(0)
        assert pane.results.paths() == []
        assert "nothingofthekind" in label_text(pane)
        assert not pane.summary.isVisible()
        pane.field.clear()
        assert pane.hints.isVisible()
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_incomplete_query_does_not_report_missing_results(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pane = SearchPane(env.searcher)
        pane.show()
        for query in ("tag:", "[status:", "-", "/pum", '"', "/(?=p)ump/"):
            pane.search("nothingofthekind")
            await until(lambda: "Nothing found" in label_text(pane))
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
async def test_results_follow_the_index_even_after_being_hidden(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pane = SearchPane(env.searcher)
        pane.show()
        pane.search("newword")
        await until(lambda: "Nothing found" in label_text(pane))
        pane.hide()
        with env.indexer.events.subscribe() as commits:
            env.change_outside("Garden/Apples.md", "a newword")
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
async def test_final_ranking_replaces_the_preliminary_one_and_retains_the_selection() -> None:
    first = Hits([hit(f"{n}.md", "x") for n in range(40)], exact=False, total=900)
    second = Hits([hit(f"{n}.md", "x") for n in (*range(50, 60), *range(30))], total=812)
    answers = StagedSearcher(first, second)
    pane = SearchPane(cast("Searcher", answers))
    pane.resize(300, 500)
    pane.show()
    pane.field.setText("x")
    await until(lambda: len(pane.results.paths()) == 40)
    assert pane.summary.text() == ""  # most rankings finish before a progress text could be read
    await until(lambda: pane.summary.text() == "Best of about 900 · still ranking…")
    pane.list.go_to("passage 0 12.md")
    top = pane.list.visualRect(pane.list.currentIndex()).top()
    answers.release.set()
    await until(lambda: pane.summary.text().startswith("Best 40 of 812 · "))
    current = pane.list.current()
    assert current is not None
    assert current.key == "passage 0 12.md"
    assert pane.results.paths().index("12.md") == 22
    assert pane.list.visualRect(pane.list.currentIndex()).top() == top
    pane.deleteLater()


@on_qt_loop
async def test_unusable_part_of_the_query_is_reported_below_the_field() -> None:
    answer = Hits([hit("a.md", "x")], problem="The pattern /(/ cannot be used: a bracket is missing.")
    pane = SearchPane(cast("Searcher", StagedSearcher(answer, answer)))
    pane.show()
    pane.field.setText("x /(/")
    await until(lambda: pane.problem.isVisible())
    assert pane.problem.text() == answer.problem
    assert pane.field.accessibleDescription() == answer.problem
    pane.field.clear()
    assert not pane.problem.isVisible()
    pane.deleteLater()


@on_qt_loop
async def test_operator_is_selected_by_keyboard_and_typing_continues_in_it(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pane = SearchPane(env.searcher)
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
        for _ in range(2):  # past the recent search and the second heading
            QTest.keyClick(pane.hints, Qt.Key.Key_Down)
        QTest.keyClick(pane.hints, Qt.Key.Key_Return)
        QTest.keyClicks(pane.field, "Garden ")
        assert pane.field.text() == "path:Garden "
        await until(lambda: pane.results.paths() == ["Garden/Apples.md"])
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_sort_order_can_be_selected() -> None:
    later = hit("Z.md", "x").modified.replace(year=2030)
    answer = Hits([hit("B.md", "x"), hit("Z.md", "x", modified=later), hit("A.md", "x")])
    pane = SearchPane(cast("Searcher", StagedSearcher(answer, answer)))
    pane.show()
    pane.field.setText("x")

    def titles() -> str:
        return "".join(path.removesuffix(".md") for path in pane.results.paths())

    await until(lambda: len(pane.results.paths()) == 3)
    assert titles() == "BZA"
    menu = pane.summary.sort.open()
    menu.actions()[1].trigger()
    await until(lambda: titles() == "ZBA")
    menu.actions()[3].trigger()
    await until(lambda: titles() == "ABZ")
    assert pane.summary.sort.shown_text() == "By name"
    menu.close()
    pane.deleteLater()


@on_qt_loop
async def test_misspelled_name_offers_the_similar_note(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pane = SearchPane(env.searcher)
        pane.show()
        chosen: list[str] = []
        pane.chosen.connect(lambda hit, _new_tab: chosen.append(hit.path))
        pane.field.setText("appels")
        await until(lambda: pane.no_results.names)
        assert "Nothing found" in label_text(pane)
        pane.no_results.names[0].click()
        assert chosen == ["Garden/Apples.md"]
        pane.field.setText("file:appels")
        await until(lambda: not pane.no_results.names)
        await bridge.cancel_all()
        pane.deleteLater()

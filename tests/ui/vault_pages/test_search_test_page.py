"""Tests of ui/vault_pages/search_test_page.py."""

import asyncio
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel, QStackedWidget
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import open_note_area
from tests.ui.recall.passages import NOW, ReadingStandsAt, found
from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.values import replace
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.index.search.passage_search import FoundPassage, MatchReasons, PassageQuery, PassageSearch
from vaultdesk.ui import bridge
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.vault_pages.search_test_page import (
    PassageList,
    SearchTestPage,
    headings_below,
    match_reasons_text,
    passage_freshness_text,
    search_summary_text,
)

# Passage card.


def test_each_match_reason_is_described() -> None:
    reasons = MatchReasons(2, ("boiler", "pump"), 1, 0.714, 2, 0.98)
    assert match_reasons_text(found("A.md", reasons=reasons), NOW) == (
        "by words: rank 2 (boiler, pump)",
        "by meaning: rank 1 (similarity 0.71)",
        "2 links with the other notes found",
        "changed 3 days ago",
    )


def test_missing_reasons_are_not_mentioned() -> None:
    assert match_reasons_text(found("A.md", reasons=MatchReasons(None, (), 7, None, 1, 0.1)), NOW) == (
        "by meaning: rank 7",
        "1 link with the other notes found",
    )


def test_long_query_lists_only_some_words() -> None:
    words = tuple(f"w{n}" for n in range(20))
    assert match_reasons_text(found("A.md", reasons=MatchReasons(1, words, None, None, 0, 0)), NOW)[0].endswith("w7…)")


def test_freshness_states_both_times() -> None:
    assert (
        passage_freshness_text(found("A.md"), NOW + timedelta(minutes=2))
        == "Changed 3 days ago · indexed 2 minutes ago"
    )


def test_summary_states_the_search_methods() -> None:
    assert search_summary_text(1, 0.0841, by_words=True, by_meaning=True) == "1 passage · 84 ms · by words and meaning"
    assert search_summary_text(20, 2, by_words=True, by_meaning=False) == "20 passages · 2,000 ms · by words"
    assert search_summary_text(3, 0, by_words=False, by_meaning=True) == "3 passages · 1 ms · by meaning"


def row_heights(qtbot: QtBot, *texts: str) -> tuple[list[int], set[str]]:
    passage_list = PassageList()
    qtbot.addWidget(passage_list)
    passage_list.resize(600, 700)
    passage_list.show()
    passage_list.show_passages([found(f"{n}.md", text, (4, 10)) for n, text in enumerate(texts)])
    image = passage_list.grab().toImage()
    colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}
    return [passage_list.visualRect(passage_list.row_model.index(row, 0)).height() for row in range(len(texts))], colors


def test_card_height_grows_with_its_text_up_to_three_lines(qtbot: QtBot, app_theme: Theme) -> None:
    (short, long, longer), colors = row_heights(qtbot, "The boiler leaks.", "The boiler " * 30, "The boiler " * 900)
    assert short < long == longer
    assert app_theme.color("mark").name() in colors


def test_hostile_text_is_painted_literally(qtbot: QtBot) -> None:
    (height,), _ = row_heights(qtbot, "The <b>boiler</b>\x02\x03 \u202e" + "x" * 9_000)
    assert height < 200


def test_heading_equal_to_the_title_is_not_repeated() -> None:
    passage = found("Heat loss.md")
    assert headings_below(passage) == "House › Result"
    assert headings_below(replace(passage, heading="Heat-loss › Result")) == "Result"
    assert headings_below(replace(passage, heading="Heat loss")) == ""


# Search test page.


def show_list(qtbot: QtBot) -> PassageList:
    passage_list = PassageList()
    qtbot.addWidget(passage_list)
    passage_list.resize(600, 400)
    passage_list.show()
    passage_list.show_passages([found("House/A.md"), found("B.md")])
    return passage_list


def test_rows_describe_the_passage_and_its_reasons(qtbot: QtBot) -> None:
    passage_list = show_list(qtbot)
    tester = QAbstractItemModelTester(passage_list.row_model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    index = passage_list.row_model.index(0, 0)
    row = passage_list.row(0)
    assert row is not None
    assert (row.number, row.below) == ("1", ("by words: rank 1 (boiler)",))
    assert str(index.data(Qt.ItemDataRole.AccessibleTextRole)).startswith("Number 1, A, House › Result, by words")
    assert "House/A.md, lines 3 to 9" in str(index.data(Qt.ItemDataRole.ToolTipRole))
    tester.deleteLater()


def test_keyboard_selects_passages_and_leaves_the_list(qtbot: QtBot) -> None:
    passage_list = show_list(qtbot)
    chosen: list[tuple[str, bool]] = []
    passage_list.passage_chosen.connect(lambda query, new_tab: chosen.append((query.path, new_tab)))
    passage_list.enter()
    QTest.keyClick(passage_list, Qt.Key.Key_Return)
    QTest.keyClick(passage_list, Qt.Key.Key_Down)
    QTest.keyClick(passage_list, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert chosen == [("House/A.md", False), ("B.md", True)]
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        passage_list.enter()
        passage_list.go_first()
        passage_list.go_first()
        with qtbot.waitSignal(passage_list.left_at_top, timeout=30_000):
            QTest.keyClick(passage_list, key)


def test_rows_are_not_cut_when_the_scroll_bar_appears(qtbot: QtBot) -> None:
    """The list is filled while hidden, as on the page, so the scroll bar appears after the rows were measured."""
    reasons = MatchReasons(4, ("heats",), 3, 0.38, 3, 0.4)
    for width in range(300, 640, 10):
        pages, passage_list = QStackedWidget(), PassageList()
        qtbot.addWidget(pages)
        pages.addWidget(QLabel("Nothing yet"))
        pages.addWidget(passage_list)
        pages.resize(width, 200)
        pages.show()
        passage_list.show_passages(
            [found(f"House/{row}.md", "The boiler leaks. " * 20, reasons=reasons) for row in range(9)]
        )
        pages.setCurrentWidget(passage_list)
        for _ in range(4):
            QApplication.processEvents()
        rows = [passage_list.row_model.index(row, 0) for row in range(9)]
        tops = [passage_list.visualRect(row).top() for row in rows]
        heights = [passage_list.sizeHintForIndex(row).height() for row in rows]
        assert [after - before for before, after in pairwise(tops)] == heights[:-1], width


class BlockedSearch:
    """Search that returns one result for each release of the semaphore."""

    def __init__(self, answer: list[FoundPassage], failing: bool = False) -> None:
        self.queries: list[PassageQuery] = []
        self.release = asyncio.Semaphore(0)
        self._answer, self._failing = answer, failing

    async def find(self, query: PassageQuery) -> list[FoundPassage]:
        self.queries.append(query)
        await self.release.acquire()
        if self._failing:
            raise IndexFailed("The index is gone.", hint="Build it again.")
        return self._answer


def page_of(search: object, state: EmbeddingState | None = None) -> tuple[SearchTestPage, ReadingStandsAt]:
    reading = ReadingStandsAt(state or EmbeddingState("ready", 40, 40, "MiniLM", passages=40))
    page = SearchTestPage(cast("PassageSearch", search), cast("EmbeddingIndex", reading))
    page.resize(800, 600)
    page.show()
    return page, reading


@on_qt_loop
async def test_query_finds_passages_of_a_real_vault_by_words(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = SearchTestPage(PassageSearch(env.searcher, None), None)
        page.resize(800, 600)
        page.show()
        assert "words are searched" in page.state.text()
        assert "nothing is sent" in page.lead.text()
        QTest.keyClicks(page.question, "What does the pump cost?")
        QTest.keyClick(page.question, Qt.Key.Key_Return)
        await until(lambda: page.passages.isVisible())
        assert page.passages.found[0].path == "Budget.md"
        assert page.summary.text().endswith("by words")
        chosen: list[str] = []
        page.passage_chosen.connect(lambda query, _new_tab: chosen.append(query.path))
        QTest.keyClick(page.question, Qt.Key.Key_Down)
        QTest.keyClick(page.passages, Qt.Key.Key_Return)
        assert chosen == ["Budget.md"]
        page.ask("zzz")
        await until(lambda: page.empty.isVisible())
        assert page.summary.text() == ""
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_latest_query_entered_during_a_search_runs_next() -> None:
    search = BlockedSearch([found("A.md")])
    page, _ = page_of(search)
    page.ask("first")
    await until(lambda: search.queries)
    page.ask("second")
    page.ask("third")
    search.release.release()
    await until(lambda: len(search.queries) == 2)
    assert not page.passages.isVisible()
    search.release.release()
    await until(lambda: page.passages.isVisible())
    assert [query.text for query in search.queries] == ["first", "third"]
    page.deleteLater()


@on_qt_loop
async def test_switches_and_count_determine_the_query() -> None:
    semantic_match = found("B.md", reasons=MatchReasons(None, (), 1, 0.7, 0, 0))
    search = BlockedSearch([found("A.md"), semantic_match])
    page, _ = page_of(search)
    for _ in range(9):
        search.release.release()
    page.ask("pump")
    await until(lambda: page.summary.text().endswith("by words and meaning"))
    page.by_embedding.click()
    await until(lambda: page.summary.text().endswith("by words"))
    page.by_words.click()
    await until(lambda: page.summary.text().endswith("by meaning"))
    assert page.by_embedding.isChecked()  # one of the two must be enabled
    assert page.passages.found == (semantic_match,)
    page.by_words.click()
    page.count.set_value("50")
    page.count.chosen.emit()
    await until(lambda: search.queries[-1].limit == 50)
    assert [query.use_embeddings for query in search.queries[:2]] == [True, False]
    page.deleteLater()


@on_qt_loop
async def test_embedding_progress_is_shown() -> None:
    page, reading = page_of(BlockedSearch([]), EmbeddingState("reading", 1200, 5400, "MiniLM"))
    assert page.state.text() == "MiniLM · Indexing for search by meaning: 1,200 of 5,400 passages."
    assert page.progress.isVisible()
    assert page.progress.value() == 1200
    reading.move(EmbeddingState("ready", 5400, 5400, "MiniLM", passages=5400))
    await until(lambda: page.state.text() == "MiniLM · 5,400 passages can be found by meaning.")
    assert not page.progress.isVisible()
    page.deleteLater()


@on_qt_loop
async def test_search_by_meaning_before_any_embedding_is_explained() -> None:
    search = BlockedSearch([])
    page, _ = page_of(search, EmbeddingState("waiting"))
    search.release.release()
    page.by_words.setChecked(False)
    page.ask("pump")
    search.release.release()
    await until(lambda: "Nothing can be found by meaning yet" in page.empty.findChildren(type(page.summary))[0].text())
    page.deleteLater()


@on_qt_loop
async def test_index_error_is_shown() -> None:
    search = BlockedSearch([], failing=True)
    page, _ = page_of(search)
    search.release.release()
    page.ask("pump")
    await until(lambda: page.empty.findChildren(type(page.summary))[0].text() == "The index is gone.")
    page.deleteLater()


@on_qt_loop
async def test_query_is_sent_to_a_server_only_when_enabled() -> None:
    search = BlockedSearch([found("A.md")])
    reading = ReadingStandsAt(EmbeddingState("ready", 40, 40, "Embed", passages=40))
    page = SearchTestPage(cast("PassageSearch", search), cast("EmbeddingIndex", reading), lambda: "work/embed-small")
    page.show()
    assert "nothing is sent" not in page.lead.text()
    assert "the question is sent to work/embed-small" in page.lead.text()
    search.release.release()
    page.ask("pump")
    await until(lambda: page.passages.isVisible())
    search.release.release()
    page.by_embedding.click()
    await until(lambda: len(search.queries) == 2)
    assert [query.use_embeddings for query in search.queries] == [False, True]
    page.deleteLater()


# In the window: the command and the search menu open the page, and its passages open their notes.


@on_qt_loop
async def test_page_is_one_tab_and_its_passages_open_beside_it(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["recall"].trigger()
        page = views.search_test.show()
        assert views.notes.split_view.group.page_at(views.notes.tabs.current()) is page
        views.browser.show_search("old boiler leaks")
        views.browser.search_pane.summary.search_test_requested.emit()
        assert page.question.text() == "old boiler leaks"
        await until(lambda: page.passages.isVisible())
        page.passages.passage_chosen.emit(page.passages.found[0], False)
        await until(lambda: views.notes.current_path == "Boiler.md")
        note_page = views.notes.current_page
        assert note_page is not None
        await until(note_page.reader.passage)
        assert page in [views.notes.split_view.group.page_at(number) for number in range(views.notes.tabs.count())]


@on_qt_loop
async def test_related_notes_are_shown_below_the_open_note(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_page and views.notes.current_page.related_panel.isVisible())
        page = views.notes.current_page
        assert page is not None
        page.related_panel.tabs["mentions"].click()
        await until(lambda: [row.name for row in page.related_panel.list.related] == ["2026-11-20"])
        page.related_panel.list.row_chosen.emit(page.related_panel.list.related[0], False)
        await until(lambda: views.notes.current_path == "Daily/2026-11-20.md")
        page.related_panel.tabs["related"].click()
        await until(lambda: page.related_panel.tabs["related"].text().startswith("Related "))

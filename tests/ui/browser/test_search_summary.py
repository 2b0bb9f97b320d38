"""Tests of ui/browser/search_summary.py."""

from pytestqt.qtbot import QtBot

from tests.ui.browser.hits import hit
from vaultdesk.index.index_results import Hits
from vaultdesk.ui.browser.search_summary import SearchSummary


def test_count_and_time_are_shown_when_ranking_is_finished(qtbot: QtBot) -> None:
    summary = SearchSummary()
    qtbot.addWidget(summary)
    summary.begin()
    summary.show_result(Hits([hit("a.md", "")], exact=False, total=1200), 1, 100, 0.01)
    assert summary.text() == ""
    summary.show_result(Hits([hit("a.md", "")]), 1, 100, 0.012)
    assert summary.text() == "1 note · 12 ms"
    summary.show_result(Hits([], total=4312), 100, 100, 1.2)
    assert summary.text() == "Best 100 of 4,312 · 1,200 ms"
    summary.show_result(Hits([]), 100, 100, 0.0)
    assert summary.text() == "The best 100 · 1 ms"


def test_long_ranking_is_reported(qtbot: QtBot) -> None:
    summary = SearchSummary()
    qtbot.addWidget(summary)
    summary.begin()
    qtbot.waitUntil(lambda: summary.text() == "Searching…", timeout=30_000)
    summary.show_result(Hits([], exact=False, total=1200), 7, 100, 0.2)
    assert summary.text() == "Best of about 1,200 · still ranking…"
    summary.end()
    assert summary.text() == ""


def test_search_test_page_is_in_the_menu(qtbot: QtBot) -> None:
    summary = SearchSummary()
    qtbot.addWidget(summary)
    summary.show()
    menu = summary.sort.open()
    with qtbot.waitSignal(summary.search_test_requested, timeout=30_000):
        menu.actions()[-1].trigger()
    menu.close()

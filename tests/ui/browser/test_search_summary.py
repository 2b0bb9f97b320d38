"""Tests of ui/browser/search_summary.py."""

from pytestqt.qtbot import QtBot

from tests.ui.browser.hits import hit
from vaultdesk.index.index_results import Hits
from vaultdesk.ui.browser.search_summary import SearchSummary


def test_count_and_time_are_told_once_ranking_is_over(qtbot: QtBot) -> None:
    line = SearchSummary()
    qtbot.addWidget(line)
    line.begin()
    line.show_result(Hits([hit("a.md", "")], exact=False, total=1200), 1, 100, 0.01)
    assert line.text() == ""
    line.show_result(Hits([hit("a.md", "")]), 1, 100, 0.012)
    assert line.text() == "1 note · 12 ms"
    line.show_result(Hits([], total=4312), 100, 100, 1.2)
    assert line.text() == "Best 100 of 4,312 · 1,200 ms"
    line.show_result(Hits([]), 100, 100, 0.0)
    assert line.text() == "The best 100 · 1 ms"


def test_it_is_said_when_ranking_lasts(qtbot: QtBot) -> None:
    line = SearchSummary()
    qtbot.addWidget(line)
    line.begin()
    qtbot.waitUntil(lambda: line.text() == "Searching…")
    line.show_result(Hits([], exact=False, total=1200), 7, 100, 0.2)
    assert line.text() == "Best of about 1,200 · still ranking…"
    line.end()
    assert line.text() == ""


def test_the_page_of_passages_is_one_press_away(qtbot: QtBot) -> None:
    line = SearchSummary()
    qtbot.addWidget(line)
    line.show()
    menu = line.sort.open()
    with qtbot.waitSignal(line.search_test_requested):
        menu.actions()[-1].trigger()
    menu.close()

"""Tests of ui/browser/search_hints.py."""

from datetime import UTC, datetime

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from vaultdesk.index.index_results import Hit
from vaultdesk.ui.browser.query_field import operators
from vaultdesk.ui.browser.query_parts import query_parts
from vaultdesk.ui.browser.search_hints import SHOWN_OPERATORS, CountedPart, NoResultsPage, OperatorBar, SearchHints

# Operator bar: a click inserts an operator; operators that do not fit are hidden.


def test_click_inserts_the_operator(qtbot: QtBot) -> None:
    bar = OperatorBar()
    qtbot.addWidget(bar)
    assert [button.text() for button in bar.buttons] == list(SHOWN_OPERATORS.values())
    with qtbot.waitSignal(bar.inserted, timeout=30_000) as blocker:
        bar.buttons[1].click()
    assert blocker.args[0].insert == "tag:#|"


def test_narrow_pane_shows_only_operators_that_fit(qtbot: QtBot) -> None:
    bar = OperatorBar()
    qtbot.addWidget(bar)
    bar.resize(900, 40)
    bar.show()
    qtbot.waitUntil(lambda: all(button.isVisible() for button in bar.buttons), timeout=30_000)
    bar.resize(120, 40)
    qtbot.waitUntil(lambda: not bar.buttons[-1].isVisible(), timeout=30_000)
    visible = [button for button in bar.buttons if button.isVisible()]
    assert 0 < len(visible) < len(bar.buttons)
    assert all(button.geometry().right() < bar.width() for button in visible)


def show_hints(qtbot: QtBot, *recent: str) -> SearchHints:
    hints = SearchHints()
    qtbot.addWidget(hints)
    hints.resize(260, 600)
    hints.show_recent(recent)
    hints.show()
    return hints


def test_operators_are_shown_below_recent_searches(qtbot: QtBot) -> None:
    hints = show_hints(qtbot, "pump & <b>", "tag:#house")
    texts = [row.shown_text for row in hints.row_model.rows]
    assert texts[:4] == ["Recent searches", "pump & <b>", "tag:#house", "Search operators"]
    assert texts[4:] == [operator.example for operator in operators()]
    assert not hints.grab().isNull()


def test_headings_are_not_selectable_and_skipped(qtbot: QtBot) -> None:
    hints = show_hints(qtbot, "pump")
    with qtbot.assertNotEmitted(hints.searched):
        heading = hints.visualRect(hints.row_model.index(0, 0)).center()
        QTest.mouseClick(hints.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    hints.enter()
    with qtbot.waitSignal(hints.searched, timeout=30_000) as blocker:
        QTest.keyClick(hints, Qt.Key.Key_Return)
    assert blocker.args == ["pump"]
    QTest.keyClick(hints, Qt.Key.Key_Down)
    with qtbot.waitSignal(hints.inserted, timeout=30_000) as inserted:
        QTest.keyClick(hints, Qt.Key.Key_Return)
    assert inserted.args == [operators()[0]]


def test_up_at_the_first_row_and_escape_leave_the_list(qtbot: QtBot) -> None:
    hints = show_hints(qtbot)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        hints.enter()
        with qtbot.waitSignal(hints.left_at_top, timeout=30_000):
            QTest.keyClick(hints, key)


def test_saved_searches_are_listed_first_and_run_their_query(qtbot: QtBot) -> None:
    hints = show_hints(qtbot, "pump", "tag:#house")
    hints.show_saved([("The house", "tag:#house")])
    texts = [row.shown_text for row in hints.row_model.rows]
    assert texts[:5] == ["Saved searches", "The house", "Recent searches", "pump", "Search operators"]
    hints.enter()
    with qtbot.waitSignal(hints.searched, timeout=30_000) as blocker:
        QTest.keyClick(hints, Qt.Key.Key_Return)
    assert blocker.args == ["tag:#house"]
    for key, signal in ((Qt.Key.Key_F2, hints.rename_requested), (Qt.Key.Key_Delete, hints.remove_requested)):
        with qtbot.waitSignal(signal, timeout=30_000) as request:
            QTest.keyClick(hints, key)
        assert request.args == ["tag:#house"]


# No results: names the part of the query without matches and offers the part that has some.


def explained_page(qtbot: QtBot, query: str, *counts: int) -> NoResultsPage:
    page = NoResultsPage()
    qtbot.addWidget(page)
    page.explain([CountedPart(part, notes) for part, notes in zip(query_parts(query), counts, strict=True)])
    return page


def test_two_parts_without_a_common_note_are_explained(qtbot: QtBot) -> None:
    page = explained_page(qtbot, 'tag:#heating "underfloor"', 12, 3)
    assert page.title() == "No note matches both"
    assert page.text() == "12 notes are tagged #heating. 3 notes contain “underfloor”. No note matches both."
    with qtbot.waitSignal(page.search_requested, timeout=30_000) as blocker:
        page.only_button.click()
    assert blocker.args == ['"underfloor"']
    assert page.only_button.text() == "Search “underfloor” only"


def test_part_without_matches_is_named_and_the_other_offered(qtbot: QtBot) -> None:
    page = explained_page(qtbot, "path:Projects zinc", 1, 0)
    assert page.text() == "1 note is in Projects. No note contains “zinc”."
    with qtbot.waitSignal(page.search_requested, timeout=30_000) as blocker:
        page.only_button.click()
    assert blocker.args == ["path:Projects"]


def test_without_any_match_semantic_search_is_offered(qtbot: QtBot) -> None:
    page = explained_page(qtbot, "zinc roof", 0, 0)
    assert page.only_button.isHidden()
    with qtbot.waitSignal(page.embeddings_requested, timeout=30_000):
        page.semantic_search_button.click()


def test_single_word_without_matches_is_named(qtbot: QtBot) -> None:
    page = NoResultsPage()
    qtbot.addWidget(page)
    page.show_no_match("zinc")
    assert "“zinc”" in page.text()
    assert page.only_button.isHidden()


def test_notes_with_similar_names_are_offered_until_the_query_changes(qtbot: QtBot) -> None:
    page = explained_page(qtbot, "zinc roof", 0, 0)
    name = "R&D <b>zinc</b> and everything about it"
    hit = Hit("Roofs/R&D.md", name, "", "", (), 0.0, datetime.now(UTC))
    page.offer([hit, hit])
    assert [button.text() for button in page.names] == ["R&&D <b>zinc</b> and everythin…"] * 2
    with qtbot.waitSignal(page.note_requested, timeout=30_000) as blocker:
        page.names[1].click()
    assert blocker.args == [hit]
    page.show_no_match("slate")
    assert page.names == []


def test_long_word_without_matches_is_shortened(qtbot: QtBot) -> None:
    page = NoResultsPage()
    qtbot.addWidget(page)
    page.resize(280, 400)
    page.show()
    page.show_no_match("x" * 500)
    assert page.text().startswith(f"No note contains “{'x' * 24}…”.")
    label = next(child for child in page.findChildren(QLabel) if child.text() == page.text())
    assert label.minimumSizeHint().width() <= 280
    page.show_no_match("a\u202eb")
    assert "a<U+202E>b" in page.text()

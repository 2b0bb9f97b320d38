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

# Operator foot: a press puts an operator in; what there is no room for is left out.


def test_a_press_puts_the_operator_in(qtbot: QtBot) -> None:
    foot = OperatorBar()
    qtbot.addWidget(foot)
    assert [button.text() for button in foot.buttons] == list(SHOWN_OPERATORS.values())
    with qtbot.waitSignal(foot.inserted) as told:
        foot.buttons[1].click()
    assert told.args[0].insert == "tag:#|"


def test_a_narrow_pane_shows_whole_operators_or_none(qtbot: QtBot) -> None:
    foot = OperatorBar()
    qtbot.addWidget(foot)
    foot.resize(900, 40)
    foot.show()
    qtbot.waitUntil(lambda: all(button.isVisible() for button in foot.buttons))
    foot.resize(120, 40)
    qtbot.waitUntil(lambda: not foot.buttons[-1].isVisible())
    seen = [button for button in foot.buttons if button.isVisible()]
    assert 0 < len(seen) < len(foot.buttons)
    assert all(button.geometry().right() < foot.width() for button in seen)


def shown_hints(qtbot: QtBot, *recent: str) -> SearchHints:
    made = SearchHints()
    qtbot.addWidget(made)
    made.resize(260, 600)
    made.show_recent(recent)
    made.show()
    return made


def test_operators_are_shown_below_the_last_searches(qtbot: QtBot) -> None:
    made = shown_hints(qtbot, "pump & <b>", "tag:#house")
    texts = [row.shown_text for row in made.row_model.rows]
    assert texts[:4] == ["Recent searches", "pump & <b>", "tag:#house", "Search operators"]
    assert texts[4:] == [one.example for one in operators()]
    assert not made.grab().isNull()


def test_headings_cannot_be_chosen_and_are_passed_over(qtbot: QtBot) -> None:
    made = shown_hints(qtbot, "pump")
    with qtbot.assertNotEmitted(made.searched):
        heading = made.visualRect(made.row_model.index(0, 0)).center()
        QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    made.enter()
    with qtbot.waitSignal(made.searched) as told:
        QTest.keyClick(made, Qt.Key.Key_Return)
    assert told.args == ["pump"]
    QTest.keyClick(made, Qt.Key.Key_Down)
    with qtbot.waitSignal(made.inserted) as inserted:
        QTest.keyClick(made, Qt.Key.Key_Return)
    assert inserted.args == [operators()[0]]


def test_up_from_the_first_row_and_escape_lead_back(qtbot: QtBot) -> None:
    made = shown_hints(qtbot)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        made.enter()
        with qtbot.waitSignal(made.left_at_top):
            QTest.keyClick(made, key)


def test_saved_searches_stand_first_and_are_searched_by_what_they_are(qtbot: QtBot) -> None:
    made = shown_hints(qtbot, "pump", "tag:#house")
    made.show_saved([("The house", "tag:#house")])
    texts = [row.shown_text for row in made.row_model.rows]
    assert texts[:5] == ["Saved searches", "The house", "Recent searches", "pump", "Search operators"]
    made.enter()
    with qtbot.waitSignal(made.searched) as told:
        QTest.keyClick(made, Qt.Key.Key_Return)
    assert told.args == ["tag:#house"]
    for key, signal in ((Qt.Key.Key_F2, made.rename_requested), (Qt.Key.Key_Delete, made.remove_requested)):
        with qtbot.waitSignal(signal) as asked:
            QTest.keyClick(made, key)
        assert asked.args == ["tag:#house"]


# Nothing found: it says which part of a search has no note, and offers the one that has some.


def explained(qtbot: QtBot, query: str, *counts: int) -> NoResultsPage:
    made = NoResultsPage()
    qtbot.addWidget(made)
    made.explain([CountedPart(part, notes) for part, notes in zip(query_parts(query), counts, strict=True)])
    return made


def test_two_parts_that_no_note_has_together(qtbot: QtBot) -> None:
    made = explained(qtbot, 'tag:#heating "underfloor"', 12, 3)
    assert made.title() == "No note matches both"
    assert made.text() == "12 notes are tagged #heating. 3 notes contain “underfloor”. No note matches both."
    with qtbot.waitSignal(made.search_requested) as told:
        made.only_button.click()
    assert told.args == ['"underfloor"']
    assert made.only_button.text() == "Search “underfloor” only"


def test_a_part_that_no_note_has_is_named_and_the_other_one_offered(qtbot: QtBot) -> None:
    made = explained(qtbot, "path:Projects zinc", 1, 0)
    assert made.text() == "1 note is in Projects. No note contains “zinc”."
    with qtbot.waitSignal(made.search_requested) as told:
        made.only_button.click()
    assert told.args == ["path:Projects"]


def test_where_no_part_has_a_note_none_is_offered_but_meaning_is(qtbot: QtBot) -> None:
    made = explained(qtbot, "zinc roof", 0, 0)
    assert made.only_button.isHidden()
    with qtbot.waitSignal(made.embeddings_requested):
        made.semantic_search_button.click()


def test_one_word_is_lacking_without_parts(qtbot: QtBot) -> None:
    made = NoResultsPage()
    qtbot.addWidget(made)
    made.show_no_match("zinc")
    assert "“zinc”" in made.text()
    assert made.only_button.isHidden()


def test_notes_called_something_like_it_are_offered_until_something_else_is_said(qtbot: QtBot) -> None:
    made = explained(qtbot, "zinc roof", 0, 0)
    name = "R&D <b>zinc</b> and everything about it"
    hit = Hit("Roofs/R&D.md", name, "", "", (), 0.0, datetime.now(UTC))
    made.offer([hit, hit])
    assert [button.text() for button in made.names] == ["R&&D <b>zinc</b> and everythin…"] * 2
    with qtbot.waitSignal(made.note_requested) as told:
        made.names[1].click()
    assert told.args == [hit]
    made.show_no_match("slate")
    assert made.names == []


def test_a_long_word_that_is_nowhere_is_shortened_to_fit(qtbot: QtBot) -> None:
    made = NoResultsPage()
    qtbot.addWidget(made)
    made.resize(280, 400)
    made.show()
    made.show_no_match("x" * 500)
    assert made.text().startswith(f"No note contains “{'x' * 24}…”.")
    label = next(one for one in made.findChildren(QLabel) if one.text() == made.text())
    assert label.minimumSizeHint().width() <= 280
    made.show_no_match("a\u202eb")
    assert "a<U+202E>b" in made.text()

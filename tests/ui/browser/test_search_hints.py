"""Tests of ui/browser/search_hints.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.browser.query_field import operators
from vaultdesk.ui.browser.search_hints import SHOWN_OPERATORS, OperatorBar, SearchHints

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

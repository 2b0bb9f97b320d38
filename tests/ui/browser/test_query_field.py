from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.browser.completing import Choice, Unfinished
from vaultdesk.ui.browser.operators import Operator
from vaultdesk.ui.browser.query_field import QueryField

TAGS = [Choice("heating", 3), Choice("house", 2)]


def shown_field(qtbot: QtBot) -> tuple[QWidget, QueryField]:
    window = QWidget()
    qtbot.addWidget(window)
    field = QueryField("Search")
    column = QVBoxLayout(window)
    column.addWidget(field)
    column.addWidget(QLineEdit())
    column.addStretch(1)
    window.resize(300, 300)
    window.show()
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    field.completing.connect(lambda typing: field.offer(typing, TAGS))
    return window, field


def test_a_tag_is_completed_by_keys_alone(qtbot: QtBot) -> None:
    _window, field = shown_field(qtbot)
    QTest.keyClicks(field, "pump tag:h")
    assert field.offered == 2
    QTest.keyClick(field, Qt.Key.Key_Down)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "pump tag:#house "
    assert field.offered == 0


def test_tab_takes_the_offered_name_and_otherwise_leaves_the_field(qtbot: QtBot) -> None:
    _window, field = shown_field(qtbot)
    QTest.keyClicks(field, "tag:h")
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == "tag:#heating "
    assert field.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert not field.hasFocus()


def test_escape_folds_the_names_before_it_empties_the_field(qtbot: QtBot) -> None:
    _window, field = shown_field(qtbot)
    QTest.keyClicks(field, "tag:h")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert (field.offered, field.text()) == (0, "tag:h")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""


def test_a_late_answer_is_not_offered(qtbot: QtBot) -> None:
    _window, field = shown_field(qtbot)
    QTest.keyClicks(field, "tag:ho")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    field.offer(Unfinished("tag", "h", 4), TAGS)
    assert field.offered == 0


def test_names_fold_when_the_keyboard_leaves(qtbot: QtBot) -> None:
    window, field = shown_field(qtbot)
    QTest.keyClicks(field, "tag:h")
    window.findChildren(QLineEdit)[1].setFocus()
    assert field.offered == 0


def test_a_long_search_shows_its_beginning_and_goes_on_where_it_was_left(qtbot: QtBot) -> None:
    window, field = shown_field(qtbot)
    QTest.keyClicks(field, "path:Projects heat pump")
    for _ in "pump":
        QTest.keyClick(field, Qt.Key.Key_Left)
    other = window.findChildren(QLineEdit)[1]
    other.setFocus()
    assert field.cursorPosition() == 0
    field.setFocus()
    QTest.keyClicks(field, "large ")
    assert field.text() == "path:Projects heat large pump"
    other.setFocus()
    field.put_in(Operator("tag:|", "", ""))
    assert "large tag:" in field.text()

"""Question foot: Cancel is the default, a reason may go with it, and Approve never moves."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QBoxLayout, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from vaultdesk.ui.approval.question_foot import QuestionFoot


def foot(qtbot: QtBot, *, compact: bool = False) -> QuestionFoot:
    made = QuestionFoot(compact=compact)
    qtbot.addWidget(made)
    made.resize(700, 120)
    made.show()
    return made


def test_cancel_is_the_default_and_approve_is_not(qtbot: QtBot) -> None:
    made = foot(qtbot)
    assert made.cancel_button.isDefault()
    assert not made.approve_button.isDefault()
    assert not made.approve_button.isEnabled()


def test_cancel_answers_with_the_reason_that_was_typed(qtbot: QtBot) -> None:
    made = foot(qtbot)
    told: list[tuple[str, str]] = []
    made.answered.connect(lambda *what: told.append(what))
    made.cancel_button.click()
    made.reason_button.click()
    field = made.findChildren(QLineEdit)[0]
    qtbot.waitUntil(lambda: field.isVisible() and not made.reason_button.isEnabled(), timeout=5000)
    QTest.keyClicks(field, " too much ")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert told == [("cancel", ""), ("cancel", "too much")]


def test_approve_is_as_wide_as_its_widest_words(qtbot: QtBot) -> None:
    made = foot(qtbot)
    made.reserve_width(("Go", "Apply 1,000 changes"))
    assert made.approve_button.minimumWidth() >= made.approve_button.fontMetrics().horizontalAdvance("Apply 1,000")


def test_where_it_is_narrow_the_buttons_stand_below(qtbot: QtBot) -> None:
    made = foot(qtbot)
    made.add_beside(QLabel("Changes are asked every time; this cannot be remembered."))
    made.resize(1_200, 120)
    assert made._row.direction() == QBoxLayout.Direction.LeftToRight
    made.resize(420, 120)
    assert made._row.direction() == QBoxLayout.Direction.TopToBottom


def test_tab_comes_to_what_stands_left_of_the_buttons_first(qtbot: QtBot) -> None:
    made = foot(qtbot)
    link = QPushButton("Look")
    made.add_beside(link)
    made.read_from([link])
    made.activateWindow()
    link.setFocus()
    qtbot.waitUntil(link.hasFocus, timeout=5000)
    QTest.keyClick(link, Qt.Key.Key_Tab)
    assert made.reason_button.hasFocus()

"""Tests of field.py: its keys, its height, and that an input method has its own."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.quick_ask.quick_desk import ALT, CONTROL, NONE
from vaultdesk.ui.chat.composer.question_field import LONGEST_PASTE
from vaultdesk.ui.quick_ask.field import QuickField

KEYS = ("entered", "opened", "noted", "escaped", "stepped_down", "renewed")


def heard(field: QuickField) -> list[str]:
    told: list[str] = []
    for name in KEYS:
        getattr(field, name).connect(lambda name=name: told.append(name))
    return told


@pytest.mark.parametrize(
    ("key", "held", "means"),
    [
        (Qt.Key.Key_Return, NONE, "entered"),
        (Qt.Key.Key_Enter, NONE, "entered"),
        (Qt.Key.Key_Return, CONTROL, "opened"),
        (Qt.Key.Key_Return, ALT, "noted"),
        (Qt.Key.Key_Escape, NONE, "escaped"),
        (Qt.Key.Key_Down, NONE, "stepped_down"),
        (Qt.Key.Key_N, CONTROL, "renewed"),
    ],
)
def test_each_key_of_the_window_is_told_once(
    qapp: QApplication, key: Qt.Key, held: Qt.KeyboardModifier, means: str
) -> None:
    field = QuickField()
    told = heard(field)
    QTest.keyClick(field, key, held)
    assert (told, field.text) == ([means], "")


def test_enter_and_esc_belong_to_the_input_method_while_a_word_is_composed(qapp: QApplication) -> None:
    field = QuickField()
    told = heard(field)
    QApplication.sendEvent(field, QInputMethodEvent("にほん", []))
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert told == []
    done = QInputMethodEvent("", [])
    done.setCommitString("日本")
    QApplication.sendEvent(field, done)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (told, field.text.replace("\n", "")) == (["entered"], "日本")


def test_down_goes_through_the_lines_before_it_leaves_the_field(qapp: QApplication) -> None:
    field = QuickField()
    field.resize(400, 100)
    told = heard(field)
    field.setPlainText("one\ntwo")
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert told == []
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert told == ["stepped_down"]


def test_a_paste_that_is_too_long_stays_in_the_clipboard(qapp: QApplication) -> None:
    field, refused = QuickField(), []
    field.paste_refused.connect(lambda: refused.append("refused"))
    data = QMimeData()
    data.setText("x" * (LONGEST_PASTE + 1))
    field.insertFromMimeData(data)
    assert (field.text, refused) == ("", ["refused"])
    data.setText("two\r\nlines")
    field.insertFromMimeData(data)
    assert field.text == "two\nlines"


def test_it_has_a_name_and_says_its_keys(qapp: QApplication) -> None:
    field = QuickField()
    assert field.accessibleName() == "Quick ask"
    assert "Esc hides" in field.accessibleDescription()

"""Choice box: one of a few values, and a sentence that belongs to it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.settings.wheel import wheel_over
from vaultdesk.ui.parts.choice_box import ChoiceBox


def box_of(qtbot: QtBot, value: str = "b") -> ChoiceBox:
    box = ChoiceBox("Tools", (("a", "First"), ("b", "Second"), ("c", "Third")), value)
    qtbot.addWidget(box)
    box.show()
    return box


def test_it_shows_the_words_and_gives_the_value(qtbot: QtBot) -> None:
    assert (box_of(qtbot).value(), box_of(qtbot).box.currentText()) == ("b", "Second")
    assert box_of(qtbot, "unheard of").value() == "a"


def test_a_choice_by_keyboard_is_told(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    told: list[str] = []
    box.chosen.connect(lambda: told.append(box.value()))
    QTest.keyClick(box.box, Qt.Key.Key_Down)
    assert told == ["c"]


def test_the_sentence_below_is_said_to_a_reader_too(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    assert box.remark() == ""
    box.set_remark("It is set so in Settings.")
    assert box.remark() == box.box.accessibleDescription() == "It is set so in Settings."
    box.set_remark("")
    assert box.remark() == ""


def test_the_wheel_over_it_scrolls_the_page(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    box.activateWindow()
    box.box.setFocus()
    assert not wheel_over(box.box)
    assert box.value() == "b"

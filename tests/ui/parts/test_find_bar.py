"""Find bar: its keys, and what it says of the places."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.find_bar import FindBar


def shown_bar(qtbot: QtBot) -> tuple[FindBar, list[str]]:
    bar = FindBar("Find in the chat")
    qtbot.addWidget(bar)
    told: list[str] = []
    bar.changed.connect(lambda words: told.append(f"words {words}"))
    bar.next_asked.connect(lambda: told.append("next"))
    bar.previous_asked.connect(lambda: told.append("previous"))
    bar.closed.connect(lambda: told.append("closed"))
    bar.begin()
    return bar, told


def test_enter_goes_on_shift_enter_back_and_esc_closes(qtbot: QtBot) -> None:
    bar, told = shown_bar(qtbot)
    QTest.keyClicks(bar.edit, "a")
    QTest.keyClick(bar.edit, Qt.Key.Key_Return)
    QTest.keyClick(bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(bar.edit, Qt.Key.Key_Escape)
    assert told == ["words a", "next", "previous", "closed"]


def test_it_says_which_of_how_many_and_when_there_is_none(qtbot: QtBot) -> None:
    bar, _ = shown_bar(qtbot)
    assert bar.count.text() == ""
    bar.edit.setText("boiler")
    bar.show_count(2, 12)
    assert (bar.count.text(), bar.next.isEnabled()) == ("2 of 12", True)
    bar.show_count(0, 0)
    assert (bar.count.text(), bar.next.isEnabled()) == ("Not found", False)
    assert bar.edit.accessibleDescription() == "Not found"


def test_words_it_begins_with_can_be_typed_over(qtbot: QtBot) -> None:
    bar, told = shown_bar(qtbot)
    bar.begin("heat pump")
    assert (bar.edit.selectedText(), told) == ("heat pump", ["words heat pump"])

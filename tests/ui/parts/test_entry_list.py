"""Entry list: the keyboard goes from entry to entry, past headings, and Enter chooses."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.entry_list import EntryList
from vaultdesk.ui.parts.entry_rows import Entry

ENTRIES = (
    Entry("", "Plain"),
    Entry("", "Group", heading=True),
    Entry("a", "Alpha", "one"),
    Entry("b", "Beta", "two"),
)


def list_of(qtbot: QtBot) -> EntryList:
    made = EntryList("Agents", takes_keyboard=True)
    qtbot.addWidget(made)
    made.resize(300, 300)
    made.show_entries(ENTRIES, "a", "b")
    made.show()
    return made


def key_of(made: EntryList) -> str | None:
    entry = made.current()
    return entry.key if entry is not None else None


def test_it_goes_to_what_is_asked_for_and_to_the_first_where_that_is_not_there(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    assert (key_of(made), made.count()) == ("b", 3)
    made.show_entries(ENTRIES[1:], "a", "gone")
    assert key_of(made) == "a"
    made.show_entries((), None)
    assert made.current() is None


def test_arrows_go_past_headings_and_stop_at_the_ends(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    for key, wanted in ((Qt.Key.Key_Up, "a"), (Qt.Key.Key_Up, ""), (Qt.Key.Key_Up, ""), (Qt.Key.Key_Down, "a")):
        QTest.keyClick(made, key)
        assert key_of(made) == wanted


def test_enter_and_a_click_choose_but_a_heading_chooses_nothing(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    chosen: list[str] = []
    made.chosen.connect(chosen.append)
    QTest.keyClick(made, Qt.Key.Key_Return)
    heading = made.visualRect(made.model().index(1, 0)).center()
    QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    alpha = made.visualRect(made.model().index(2, 0)).center()
    QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=alpha)
    assert chosen == ["b", "a"]


def test_a_voice_hears_the_entry_the_keyboard_is_at(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    made.go_to("a")
    assert made.current_words() == "Alpha, chosen, one"

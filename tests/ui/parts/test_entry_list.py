"""Entry list: the keyboard goes from entry to entry, past headings, and Enter chooses."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.painted_text import painted
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


def test_words_wrap_where_they_may_and_the_rows_below_make_room(qtbot: QtBot) -> None:
    long = "Searches your notes first and answers only from them, with a source for each claim."
    entries = (Entry("a", "Alpha", long), Entry("b", "Beta", "two"))
    high: dict[bool, list[int]] = {}
    for wraps in (False, True):
        made = EntryList("Ways", takes_keyboard=True, wraps=wraps)
        qtbot.addWidget(made)
        made.resize(300, 300)
        made.show_entries(entries, None)
        made.show()
        rows = [made.visualRect(made.model().index(row, 0)) for row in range(2)]
        assert rows[1].top() == rows[0].bottom() + 1
        assert made.wanted_height() == sum(row.height() for row in rows)
        high[wraps] = [row.height() for row in rows]
        seen = "".join(piece.text for piece in painted(made.viewport()))
        assert (long.replace(" ", "") in seen.replace(" ", "")) is wraps  # A line ends without its space.
    assert high[True][0] > high[False][0]
    assert high[True][1] == high[False][1]
    made.resize(900, 300)
    assert made.wanted_height() == sum(high[False])

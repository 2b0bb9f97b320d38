"""Tests of ui/widgets/lists/entry_list.py."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.painted_text import painted
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.lists.entry_list import EntryList, PickerPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowListModel

# Entry rows: what Qt and a voice are told of a row; hostile names stay one line.

ENTRIES = (
    ListRow("", "Ours", heading=True),
    ListRow("a", "Alpha", text="the first", description="All of it", mark="lock"),
    ListRow("b", "B\u202ed\n<b>x</b>", icon="folder"),
)


@pytest.fixture
def rows(qtbot: QtBot) -> RowListModel:
    made = EntryList("Names", takes_keyboard=True)
    qtbot.addWidget(made)
    made.show_entries(ENTRIES, "a")
    return made.row_model


def test_a_heading_cannot_be_chosen(rows: RowListModel) -> None:
    assert rows.flags(rows.index(0)) == Qt.ItemFlag.NoItemFlags
    assert rows.flags(rows.index(1)) & Qt.ItemFlag.ItemIsSelectable


def test_a_voice_is_told_the_name_that_it_is_chosen_and_what_it_is(rows: RowListModel) -> None:
    assert rows.data(rows.index(1), Qt.ItemDataRole.AccessibleTextRole) == "Alpha, selected, the first"
    assert rows.data(rows.index(1), Qt.ItemDataRole.AccessibleDescriptionRole) == "All of it"


def test_a_hostile_name_is_one_visible_line(rows: RowListModel) -> None:
    assert rows.data(rows.index(2)) == "BU+202Ed <b>x</b>"
    assert "&lt;b&gt;" in str(rows.data(rows.index(2), Qt.ItemDataRole.ToolTipRole))


# Entry list: the keyboard goes from entry to entry, past headings, and Enter chooses.

PICKED_ENTRIES = (
    ListRow("", "Plain"),
    ListRow("", "Group", heading=True),
    ListRow("a", "Alpha", text="one"),
    ListRow("b", "Beta", text="two"),
)


def list_of(qtbot: QtBot) -> EntryList:
    made = EntryList("Agents", takes_keyboard=True)
    qtbot.addWidget(made)
    made.resize(300, 300)
    made.show_entries(PICKED_ENTRIES, "a", "b")
    made.show()
    return made


def key_of(made: EntryList) -> str | None:
    entry = made.current()
    return entry.key if entry is not None else None


def test_it_goes_to_what_is_asked_for_and_to_the_first_where_that_is_not_there(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    assert (key_of(made), made.count()) == ("b", 3)
    made.show_entries(PICKED_ENTRIES[1:], "a", "gone")
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
    made.chosen.connect(lambda key, _new_tab: chosen.append(key))
    QTest.keyClick(made, Qt.Key.Key_Return)
    heading = made.visualRect(made.model().index(1, 0)).center()
    QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    alpha = made.visualRect(made.model().index(2, 0)).center()
    QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=alpha)
    assert chosen == ["b", "a"]


def test_a_voice_hears_the_entry_the_keyboard_is_at(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    made.go_to("a")
    assert made.current_text() == "Alpha, selected, one"


def test_words_wrap_where_they_may_and_the_rows_below_make_room(qtbot: QtBot) -> None:
    long = "Searches your notes first and answers only from them, with a source for each claim."
    entries = (ListRow("a", "Alpha", text=long), ListRow("b", "Beta", text="two"))
    high: dict[bool, list[int]] = {}
    for wraps in (False, True):
        made = EntryList("Ways", takes_keyboard=True, wraps=wraps)
        qtbot.addWidget(made)
        made.resize(300, 300)
        made.show_entries(entries, None)
        made.show()
        rows = [made.visualRect(made.model().index(row, 0)) for row in range(2)]
        assert rows[1].top() == rows[0].bottom() + 1
        assert made.preferred_height() == sum(row.height() for row in rows)
        high[wraps] = [row.height() for row in rows]
        seen = "".join(piece.text for piece in painted(made.viewport()))
        assert (long.replace(" ", "") in seen.replace(" ", "")) is wraps  # A line ends without its space.
    assert high[True][0] > high[False][0]
    assert high[True][1] == high[False][1]
    made.resize(900, 300)
    assert made.preferred_height() == sum(high[False])


# Pick popup: opens where there is room, finds by typing, chooses by Enter, closes at Esc.

NAMES = [f"Folder {number}" for number in range(40)]


def offer(wanted: str) -> Sequence[ListRow]:
    return [ListRow(name, name, description=f"All of {name}") for name in NAMES if wanted in name]


class Scene:
    """A pop-up at a button of a window."""

    def __init__(self, at: QPoint) -> None:
        self.window = QWidget()
        self.window.resize(700, 600)
        self.button = PlainButton("Choose", parent=self.window)
        self.button.move(at)
        self.window.show()
        # Not the scene itself: what the pop-up's end lets go of must not be its own window.
        pressed = self.pressed = list[str]()
        chosen = self.chosen = list[str]()
        links = [("Set up…", lambda: pressed.append("set up"))]
        self.popup = PickerPopup("Choose", "Find", offer, links, anchor=self.button)
        self.popup.chosen.connect(chosen.append)
        self.popup.open_at("Folder 7")


def test_it_opens_below_with_what_holds_ticked_and_inside_the_window() -> None:
    scene = Scene(QPoint(650, 10))
    popup = scene.popup
    window = scene.window
    assert popup.y() > window.mapToGlobal(QPoint(0, 10)).y()
    assert popup.frameGeometry().right() <= window.mapToGlobal(QPoint(700, 0)).x()
    entry = popup.list.current()
    assert entry is not None
    assert entry.key == "Folder 7"
    assert popup.detail.text() == "All of Folder 7"
    popup.close()


def test_at_the_bottom_it_opens_above() -> None:
    scene = Scene(QPoint(10, 560))
    popup = scene.popup
    bottom = scene.button.mapToGlobal(QPoint(0, 0)).y()
    assert popup.geometry().bottom() <= bottom
    popup.close()


def test_typing_finds_and_enter_chooses() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClicks(popup.search, "Folder 3")
    assert popup.list.count() == 11
    QTest.keyClick(popup.search, Qt.Key.Key_Down)
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert scene.chosen == ["Folder 30"]
    assert not popup.isVisible()


def test_nothing_found_is_said_and_enter_does_nothing() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClicks(popup.search, "nowhere")
    assert popup.detail.text() == "No matches."
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert (scene.chosen, popup.isVisible()) == ([], True)
    popup.close()


def test_esc_empties_the_field_and_then_closes() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClicks(popup.search, "x")
    QTest.keyClick(popup.search, Qt.Key.Key_Escape)
    assert (popup.search.text(), popup.isVisible()) == ("", True)
    QTest.keyClick(popup.search, Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_a_link_closes_it_and_does_its_thing() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    popup.links[0].click()
    assert (scene.pressed, popup.isVisible()) == (["set up"], False)


def test_pages_are_gone_through_from_the_field() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClick(popup, Qt.Key.Key_PageDown)
    entry = popup.list.current()
    assert entry is not None
    assert NAMES.index(entry.key) > 10
    popup.refresh()
    assert popup.list.current() == entry
    popup.close()

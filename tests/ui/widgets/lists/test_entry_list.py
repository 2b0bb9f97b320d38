"""Tests of ui/widgets/lists/entry_list.py."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.painted_text import painted
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.lists.entry_list import SIDE_MARGIN, EntryList, PickerPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowListModel

# Entry rows: item flags and accessible text; hostile names stay on one line.

ENTRIES = (
    ListRow("", "Ours", heading=True),
    ListRow("a", "Alpha", text="the first", description="All of it", mark="lock"),
    ListRow("b", "B\u202ed\n<b>x</b>", icon="folder"),
)


@pytest.fixture
def rows(qtbot: QtBot) -> RowListModel:
    entry_list = EntryList("Names", takes_keyboard=True)
    qtbot.addWidget(entry_list)
    entry_list.show_entries(ENTRIES, "a")
    return entry_list.row_model


def test_heading_is_not_selectable(rows: RowListModel) -> None:
    assert rows.flags(rows.index(0)) == Qt.ItemFlag.NoItemFlags
    assert rows.flags(rows.index(1)) & Qt.ItemFlag.ItemIsSelectable


def test_accessible_text_contains_name_selection_and_description(rows: RowListModel) -> None:
    assert rows.data(rows.index(1), Qt.ItemDataRole.AccessibleTextRole) == "Alpha, selected, the first"
    assert rows.data(rows.index(1), Qt.ItemDataRole.AccessibleDescriptionRole) == "All of it"


def test_hostile_name_is_one_escaped_line(rows: RowListModel) -> None:
    assert rows.data(rows.index(2)) == "BU+202Ed <b>x</b>"
    assert "&lt;b&gt;" in str(rows.data(rows.index(2), Qt.ItemDataRole.ToolTipRole))


# Entry list: arrow keys move between entries, skip headings, and Enter selects.

PICKED_ENTRIES = (
    ListRow("", "Plain"),
    ListRow("", "Group", heading=True),
    ListRow("a", "Alpha", text="one"),
    ListRow("b", "Beta", text="two"),
)


def make_list(qtbot: QtBot) -> EntryList:
    entry_list = EntryList("Agents", takes_keyboard=True)
    qtbot.addWidget(entry_list)
    entry_list.resize(300, 300)
    entry_list.show_entries(PICKED_ENTRIES, "a", "b")
    entry_list.show()
    return entry_list


def key_of(entry_list: EntryList) -> str | None:
    entry = entry_list.current()
    return entry.key if entry is not None else None


def test_requested_entry_is_current_or_else_the_first(qtbot: QtBot) -> None:
    entry_list = make_list(qtbot)
    assert (key_of(entry_list), entry_list.count()) == ("b", 3)
    entry_list.show_entries(PICKED_ENTRIES[1:], "a", "gone")
    assert key_of(entry_list) == "a"
    entry_list.show_entries((), None)
    assert entry_list.current() is None


def test_arrow_keys_skip_headings_and_stop_at_the_ends(qtbot: QtBot) -> None:
    entry_list = make_list(qtbot)
    for key, expected in ((Qt.Key.Key_Up, "a"), (Qt.Key.Key_Up, ""), (Qt.Key.Key_Up, ""), (Qt.Key.Key_Down, "a")):
        QTest.keyClick(entry_list, key)
        assert key_of(entry_list) == expected


def test_enter_and_click_select_an_entry_but_not_a_heading(qtbot: QtBot) -> None:
    entry_list = make_list(qtbot)
    chosen: list[str] = []
    entry_list.chosen.connect(lambda key, _new_tab: chosen.append(key))
    QTest.keyClick(entry_list, Qt.Key.Key_Return)
    heading = entry_list.visualRect(entry_list.model().index(1, 0)).center()
    QTest.mouseClick(entry_list.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    alpha = entry_list.visualRect(entry_list.model().index(2, 0)).center()
    QTest.mouseClick(entry_list.viewport(), Qt.MouseButton.LeftButton, pos=alpha)
    assert chosen == ["b", "a"]


def test_current_text_describes_the_current_entry(qtbot: QtBot) -> None:
    entry_list = make_list(qtbot)
    entry_list.go_to("a")
    assert entry_list.current_text() == "Alpha, selected, one"


def test_wrapped_text_increases_the_height_of_its_row(qtbot: QtBot) -> None:
    long = "Searches your notes first and answers only from them, with a source for each claim."
    entries = (ListRow("a", "Alpha", text=long), ListRow("b", "Beta", text="two"))
    heights: dict[bool, list[int]] = {}
    for wraps in (False, True):
        entry_list = EntryList("Ways", takes_keyboard=True, wraps=wraps)
        qtbot.addWidget(entry_list)
        entry_list.resize(300, 300)
        entry_list.show_entries(entries, None)
        entry_list.show()
        rows = [entry_list.visualRect(entry_list.model().index(row, 0)) for row in range(2)]
        assert rows[1].top() == rows[0].bottom() + 1
        assert entry_list.preferred_height() == sum(row.height() for row in rows)
        heights[wraps] = [row.height() for row in rows]
        painted_text = "".join(piece.text for piece in painted(entry_list.viewport()))
        assert (
            long.replace(" ", "") in painted_text.replace(" ", "")
        ) is wraps  # A wrapped line ends without its space.
    assert heights[True][0] > heights[False][0]
    assert heights[True][1] == heights[False][1]
    entry_list.resize(900, 300)
    assert entry_list.preferred_height() == sum(heights[False])


# Picker popup: opens on the side with enough space, filters by typing, selects by Enter, closes by Escape.

NAMES = [f"Folder {number}" for number in range(40)]


def matching_rows(query: str) -> Sequence[ListRow]:
    return [ListRow(name, name, description=f"All of {name}") for name in NAMES if query in name]


class Scene:
    """A popup at a button of a window."""

    def __init__(self, at: QPoint) -> None:
        self.window = QWidget()
        self.window.resize(700, 600)
        self.button = PlainButton("Choose", parent=self.window)
        self.button.move(at)
        self.window.show()
        # Not the scene itself: the callbacks of the popup must not hold a reference to its own window.
        pressed = self.pressed = list[str]()
        chosen = self.chosen = list[str]()
        links = [("Set up…", lambda: pressed.append("set up"))]
        self.popup = PickerPopup("Choose", "Find", matching_rows, links, anchor=self.button)
        self.popup.chosen.connect(chosen.append)
        self.popup.open_at("Folder 7")


def test_popup_opens_below_at_the_current_entry_inside_the_window() -> None:
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


def test_popup_opens_above_at_the_bottom_of_the_window() -> None:
    scene = Scene(QPoint(10, 560))
    popup = scene.popup
    bottom = scene.button.mapToGlobal(QPoint(0, 0)).y()
    assert popup.geometry().bottom() <= bottom
    popup.close()


def test_typing_filters_and_enter_selects() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClicks(popup.search, "Folder 3")
    assert popup.list.count() == 11
    QTest.keyClick(popup.search, Qt.Key.Key_Down)
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert scene.chosen == ["Folder 30"]
    assert not popup.isVisible()


def test_no_match_is_reported_and_enter_is_ignored() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClicks(popup.search, "nowhere")
    assert popup.detail.text() == "No matches."
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert (scene.chosen, popup.isVisible()) == ([], True)
    popup.close()


def test_escape_clears_the_field_and_then_closes() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClicks(popup.search, "x")
    QTest.keyClick(popup.search, Qt.Key.Key_Escape)
    assert (popup.search.text(), popup.isVisible()) == ("", True)
    QTest.keyClick(popup.search, Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_link_closes_the_popup_and_runs_its_action() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    popup.links[0].click()
    assert (scene.pressed, popup.isVisible()) == (["set up"], False)


def test_page_keys_in_the_field_move_the_current_entry() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClick(popup, Qt.Key.Key_PageDown)
    entry = popup.list.current()
    assert entry is not None
    assert NAMES.index(entry.key) > 10
    popup.refresh()
    assert popup.list.current() == entry
    popup.close()


# Space for icons and details: kept only where there are some.


@pytest.mark.parametrize(
    ("entries", "chosen", "has_space"),
    [
        ((ListRow("a", "Alpha"), ListRow("b", "Beta")), None, False),
        ((ListRow("a", "Alpha"), ListRow("b", "Beta", icon="file")), None, True),
        ((ListRow("a", "Alpha"), ListRow("b", "Beta")), "b", True),
    ],
)
def test_names_are_indented_only_beside_icons_or_a_tick(
    qtbot: QtBot, entries: Sequence[ListRow], chosen: str | None, has_space: bool
) -> None:
    entry_list = EntryList("Names", takes_keyboard=True)
    qtbot.addWidget(entry_list)
    entry_list.resize(200, 60)
    entry_list.show_entries(entries, chosen)
    left = min(piece.ink.left() for piece in painted(entry_list.viewport()) if piece.text.startswith("A"))
    assert (left > SIDE_MARGIN * 2) is has_space


def test_a_popup_without_details_has_no_empty_footer(qtbot: QtBot) -> None:
    anchor = QWidget()
    qtbot.addWidget(anchor)
    anchor.resize(600, 600)
    anchor.show()
    entries = [ListRow("m", "Meeting")]
    popup = PickerPopup("Template", "Which template?", lambda query: [] if query else entries, anchor=anchor)
    popup.open_at(None)
    assert not popup.detail.isVisible()
    popup.search.setText("x")
    assert popup.detail.isVisible()
    assert popup.detail.text() == "No matches."

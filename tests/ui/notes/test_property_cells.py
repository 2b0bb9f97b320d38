"""Tests of ui/notes/property_cells.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.contrast import contrast
from vaultdesk.ui.notes.property_cells import (
    CheckCell,
    CompletingField,
    ItemChip,
    ListCell,
    NestedCell,
    TextCell,
    ValueButton,
)
from vaultdesk.ui.notes.property_kinds import Kind
from vaultdesk.ui.theme.color_tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.calendar_popup import CalendarPopup
from vaultdesk.vault.frontmatter.frontmatter import JsonValue


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(400, 300)
    return made


def field(window: QWidget) -> tuple[CompletingField, list[object]]:
    made = CompletingField("Status", lambda: ("open", "done", "opened"), window)
    window.show()
    told: list[object] = []
    made.finished.connect(told.append)
    made.cancelled.connect(lambda: told.append("given up"))
    made.moved_on.connect(told.append)
    made.begin("")
    return made, told


def test_enter_finishes_with_what_was_typed(window: QWidget) -> None:
    made, told = field(window)
    QTest.keyClicks(made, "ope")
    QTest.keyClick(made, Qt.Key.Key_Return)
    assert told == ["ope"]


def test_an_offer_that_was_stepped_to_is_taken(window: QWidget) -> None:
    made, told = field(window)
    QTest.keyClicks(made, "ope")
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Return)
    assert told == ["opened"]


def test_esc_closes_the_offers_first_and_then_gives_up(window: QWidget) -> None:
    made, told = field(window)
    QTest.keyClicks(made, "o")
    QTest.keyClick(made, Qt.Key.Key_Escape)
    assert told == []
    QTest.keyClick(made, Qt.Key.Key_Escape)
    assert told == ["given up"]


def test_tab_finishes_and_goes_on(window: QWidget) -> None:
    made, told = field(window)
    QTest.keyClicks(made, "x")
    QTest.keyClick(made, Qt.Key.Key_Tab)
    assert told == ["x", 1]


def test_words_are_never_markup_and_told_whole_where_they_are_cut(qtbot: QtBot) -> None:
    made = ValueButton("Status")
    qtbot.addWidget(made)
    made.set_words("<b>long</b> " * 20)
    made.resize(60, 26)
    made.show()
    assert made.words().startswith("<b>long</b>")
    assert "&lt;b&gt;" in made.toolTip()
    assert made.accessibleName().startswith("Status: <b>")
    assert not made.grab().isNull()


def test_enter_presses_and_other_keys_ask(qtbot: QtBot) -> None:
    made = ValueButton("Status")
    qtbot.addWidget(made)
    told: list[str] = []
    made.clicked.connect(lambda: told.append("pressed"))
    made.rename_requested.connect(lambda: told.append("rename"))
    made.remove_requested.connect(lambda: told.append("remove"))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Delete):
        QTest.keyClick(made, key)
    assert told == ["pressed", "rename", "remove"]


def cell(qtbot: QtBot, kind: Kind, value: JsonValue) -> tuple[TextCell, list[object]]:
    made = TextCell("due", kind)
    qtbot.addWidget(made)
    made.resize(300, 30)
    made.set_value(value)
    made.show()
    told: list[object] = []
    made.committed.connect(told.append)
    made.refused.connect(told.append)
    made.link_requested.connect(told.append)
    return made, told


@pytest.mark.parametrize(
    ("name", "value", "background"),
    [
        ("status", "decided", "success_tint"),
        ("Status", "Erledigt", "success_tint"),
        ("status", "open", "hover"),
        ("note", "decided", ""),
    ],
)
def test_a_status_has_a_background_and_a_settled_one_its_own(
    qtbot: QtBot, dressed: Theme, name: str, value: str, background: str
) -> None:
    made = TextCell(name, "text")
    qtbot.addWidget(made)
    made.set_value(value)
    made.button.resize(made.button.sizeHint())

    picture = made.button.grab().toImage()
    corner = picture.pixelColor(4, picture.height() // 2)

    assert made.button.words() == value
    assert (
        (corner == dressed.color(background))
        if background
        else corner not in map(dressed.color, ("success_tint", "hover"))
    )


@pytest.mark.parametrize("tokens", [LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST])
def test_the_word_of_a_settled_status_can_be_read_on_its_background(tokens: Tokens) -> None:
    assert contrast(tokens.success, tokens.success_tint) >= 4.5


def open_value_field(made: TextCell) -> CompletingField:
    return made.findChildren(CompletingField)[0]


@pytest.mark.parametrize(
    ("kind", "before", "typed", "value"),
    [
        ("text", "open", "done", "done"),
        ("number", 3, "4", 4),
        ("date", "2026-11-12", "24 Dec 2026", "2026-12-24"),
        ("text", "gone", "", None),
    ],
)
def test_a_value_is_changed_in_its_place(
    qtbot: QtBot, kind: Kind, before: JsonValue, typed: str, value: JsonValue
) -> None:
    made, told = cell(qtbot, kind, before)
    made.button.click()
    assert made.editing
    open_value_field(made).setText(typed)
    QTest.keyClick(open_value_field(made), Qt.Key.Key_Return)
    assert (told, made.editing) == ([value], False)


def test_what_is_no_number_is_refused_and_the_old_one_stays(qtbot: QtBot) -> None:
    made, told = cell(qtbot, "number", 3)
    made.begin()
    open_value_field(made).setText("many")
    QTest.keyClick(open_value_field(made), Qt.Key.Key_Return)
    assert told == ["This is not a number."]
    assert made.button.words() == "3"


def test_nothing_is_told_where_nothing_was_changed(qtbot: QtBot) -> None:
    made, told = cell(qtbot, "date", "2026-11-12")
    made.begin()
    QTest.keyClick(open_value_field(made), Qt.Key.Key_Return)
    made.begin()
    open_value_field(made).setText("x")
    QTest.keyClick(open_value_field(made), Qt.Key.Key_Escape)
    assert told == []


def test_a_link_is_followed_and_changed_beside_it(qtbot: QtBot) -> None:
    made, told = cell(qtbot, "text", "[[A/Boiler]]")
    assert made.button.words() == "Boiler"
    made.button.click()
    assert told == ["[[A/Boiler]]"]
    assert made.begin()


def test_a_day_is_chosen_from_a_calendar(qtbot: QtBot) -> None:
    made, told = cell(qtbot, "datetime", "2026-11-12T09:30:00")
    made.begin()
    made._choose_day()
    (popup,) = made.findChildren(CalendarPopup)
    QTest.keyClick(popup.month_grid, Qt.Key.Key_Right)
    QTest.keyClick(popup.month_grid, Qt.Key.Key_Return)
    assert told == ["2026-11-13T09:30:00"]


def test_values_with_parts_are_only_shown(qtbot: QtBot) -> None:
    made = NestedCell("a", "nested")
    qtbot.addWidget(made)
    made.set_value({"b": [1]})
    assert not made.begin()


def test_a_click_changes_it_and_no_value_is_neither(qtbot: QtBot) -> None:
    made = CheckCell("done")
    qtbot.addWidget(made)
    told: list[object] = []
    made.committed.connect(told.append)
    made.set_value(None)
    assert made.box.checkState() == Qt.CheckState.PartiallyChecked
    made.box.click()
    made.box.click()
    assert told == [True, False]


def test_it_is_removed_while_the_list_is_changed_only(qtbot: QtBot) -> None:
    for removable in (True, False):
        made = ItemChip("house", removable, "Remove house")
        qtbot.addWidget(made)
        made.show()
        removed: list[int] = []
        made.removed.connect(lambda removed=removed: removed.append(1))
        QTest.keyClick(made, Qt.Key.Key_Delete)
        assert removed == [1] * removable
        assert not made.grab().isNull()


def list_cell(qtbot: QtBot, value: JsonValue, kind: Kind = "tags") -> tuple[ListCell, list[object]]:
    made = ListCell("tags", kind, lambda: ("house", "heating"))
    qtbot.addWidget(made)
    made.resize(400, 60)
    made.set_value(value)
    made.show()
    told: list[object] = []
    made.committed.connect(told.append)
    return made, told


def open_list_field(made: ListCell) -> CompletingField:
    return next(one for one in made.findChildren(CompletingField) if one.isVisibleTo(made))


def test_items_are_added_by_enter_and_by_a_comma(qtbot: QtBot) -> None:
    made, told = list_cell(qtbot, ["house"])
    made.begin()
    QTest.keyClicks(open_list_field(made), "#pump")
    QTest.keyClick(open_list_field(made), Qt.Key.Key_Return)
    QTest.keyClicks(open_list_field(made), "x,")
    assert told == [["house", "pump"], ["house", "pump", "x"]]
    assert made.editing
    QTest.keyClick(open_list_field(made), Qt.Key.Key_Escape)
    assert not made.editing


def test_an_item_is_there_once(qtbot: QtBot) -> None:
    made, told = list_cell(qtbot, ["house"])
    made.begin()
    QTest.keyClicks(open_list_field(made), "House")
    QTest.keyClick(open_list_field(made), Qt.Key.Key_Return)
    assert told == []


def test_items_are_removed_by_their_cross_and_by_backspace(qtbot: QtBot) -> None:
    made, told = list_cell(qtbot, ["a", "b", "c"], "list")
    made.begin()
    QTest.keyClick(open_list_field(made), Qt.Key.Key_Backspace)
    chips = [chip for chip in made.findChildren(ItemChip) if chip.isVisibleTo(made)]
    chips[0].removed.emit()
    assert told == [["a", "b"], ["b"]]


def test_a_single_word_counts_as_a_list_and_stays_as_it_is_until_it_is_changed(qtbot: QtBot) -> None:
    made, told = list_cell(qtbot, "house")
    assert made.items == ["house"]
    made.begin()
    QTest.keyClick(open_list_field(made), Qt.Key.Key_Tab)
    assert told == []

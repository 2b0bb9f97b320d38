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
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(400, 300)
    return widget


def field(window: QWidget) -> tuple[CompletingField, list[object]]:
    widget = CompletingField("Status", lambda: ("open", "done", "opened"), window)
    window.show()
    emitted: list[object] = []
    widget.finished.connect(emitted.append)
    widget.cancelled.connect(lambda: emitted.append("cancelled"))
    widget.moved_on.connect(emitted.append)
    widget.begin("")
    return widget, emitted


def test_enter_finishes_with_the_typed_text(window: QWidget) -> None:
    widget, emitted = field(window)
    QTest.keyClicks(widget, "ope")
    QTest.keyClick(widget, Qt.Key.Key_Return)
    assert emitted == ["ope"]


def test_enter_takes_the_selected_suggestion(window: QWidget) -> None:
    widget, emitted = field(window)
    QTest.keyClicks(widget, "ope")
    QTest.keyClick(widget, Qt.Key.Key_Down)
    QTest.keyClick(widget, Qt.Key.Key_Down)
    QTest.keyClick(widget, Qt.Key.Key_Return)
    assert emitted == ["opened"]


def test_escape_closes_the_suggestions_first_and_then_cancels(window: QWidget) -> None:
    widget, emitted = field(window)
    QTest.keyClicks(widget, "o")
    QTest.keyClick(widget, Qt.Key.Key_Escape)
    assert emitted == []
    QTest.keyClick(widget, Qt.Key.Key_Escape)
    assert emitted == ["cancelled"]


def test_tab_finishes_and_moves_to_the_next_value(window: QWidget) -> None:
    widget, emitted = field(window)
    QTest.keyClicks(widget, "x")
    QTest.keyClick(widget, Qt.Key.Key_Tab)
    assert emitted == ["x", 1]


def test_an_elided_value_is_plain_text_with_a_tooltip(qtbot: QtBot) -> None:
    widget = ValueButton("Status")
    qtbot.addWidget(widget)
    widget.set_shown_text("<b>long</b> " * 20)
    widget.resize(60, 26)
    widget.show()
    assert widget.shown_text().startswith("<b>long</b>")
    assert "&lt;b&gt;" in widget.toolTip()
    assert widget.accessibleName().startswith("Status: <b>")
    assert not widget.grab().isNull()


def test_keys_of_a_value_button_press_rename_and_remove(qtbot: QtBot) -> None:
    widget = ValueButton("Status")
    qtbot.addWidget(widget)
    emitted: list[str] = []
    widget.clicked.connect(lambda: emitted.append("pressed"))
    widget.rename_requested.connect(lambda: emitted.append("rename"))
    widget.remove_requested.connect(lambda: emitted.append("remove"))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Delete):
        QTest.keyClick(widget, key)
    assert emitted == ["pressed", "rename", "remove"]


def cell(qtbot: QtBot, kind: Kind, value: JsonValue) -> tuple[TextCell, list[object]]:
    widget = TextCell("due", kind)
    qtbot.addWidget(widget)
    widget.resize(300, 30)
    widget.set_value(value)
    widget.show()
    emitted: list[object] = []
    widget.committed.connect(emitted.append)
    widget.refused.connect(emitted.append)
    widget.link_requested.connect(emitted.append)
    return widget, emitted


@pytest.mark.parametrize(
    ("name", "value", "background"),
    [
        ("status", "decided", "success_tint"),
        ("Status", "Erledigt", "success_tint"),
        ("status", "open", "hover"),
        ("note", "decided", ""),
    ],
)
def test_the_background_of_a_status_depends_on_whether_it_is_done(
    qtbot: QtBot, app_theme: Theme, name: str, value: str, background: str
) -> None:
    widget = TextCell(name, "text")
    qtbot.addWidget(widget)
    widget.set_value(value)
    widget.button.resize(widget.button.sizeHint())

    picture = widget.button.grab().toImage()
    corner = picture.pixelColor(4, picture.height() // 2)

    assert widget.button.shown_text() == value
    assert (
        (corner == app_theme.color(background))
        if background
        else corner not in map(app_theme.color, ("success_tint", "hover"))
    )


@pytest.mark.parametrize("tokens", [LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST])
def test_the_text_of_a_done_status_has_sufficient_contrast(tokens: Tokens) -> None:
    assert contrast(tokens.success, tokens.success_tint) >= 4.5


def open_value_field(widget: TextCell) -> CompletingField:
    return widget.findChildren(CompletingField)[0]


@pytest.mark.parametrize(
    ("kind", "before", "typed", "value"),
    [
        ("text", "open", "done", "done"),
        ("number", 3, "4", 4),
        ("date", "2026-11-12", "24 Dec 2026", "2026-12-24"),
        ("text", "gone", "", None),
    ],
)
def test_a_value_is_edited_in_place(qtbot: QtBot, kind: Kind, before: JsonValue, typed: str, value: JsonValue) -> None:
    widget, emitted = cell(qtbot, kind, before)
    widget.button.click()
    assert widget.editing
    open_value_field(widget).setText(typed)
    QTest.keyClick(open_value_field(widget), Qt.Key.Key_Return)
    assert (emitted, widget.editing) == ([value], False)


def test_invalid_number_input_is_refused_and_the_old_value_stays(qtbot: QtBot) -> None:
    widget, emitted = cell(qtbot, "number", 3)
    widget.begin()
    open_value_field(widget).setText("many")
    QTest.keyClick(open_value_field(widget), Qt.Key.Key_Return)
    assert emitted == ["This is not a number."]
    assert widget.button.shown_text() == "3"


def test_an_unchanged_value_emits_nothing(qtbot: QtBot) -> None:
    widget, emitted = cell(qtbot, "date", "2026-11-12")
    widget.begin()
    QTest.keyClick(open_value_field(widget), Qt.Key.Key_Return)
    widget.begin()
    open_value_field(widget).setText("x")
    QTest.keyClick(open_value_field(widget), Qt.Key.Key_Escape)
    assert emitted == []


def test_clicking_a_link_value_follows_it_and_it_can_still_be_edited(qtbot: QtBot) -> None:
    widget, emitted = cell(qtbot, "text", "[[A/Boiler]]")
    assert widget.button.shown_text() == "Boiler"
    widget.button.click()
    assert emitted == ["[[A/Boiler]]"]
    assert widget.begin()


def test_a_day_is_chosen_from_a_calendar(qtbot: QtBot) -> None:
    widget, emitted = cell(qtbot, "datetime", "2026-11-12T09:30:00")
    widget.begin()
    widget._choose_day()
    (popup,) = widget.findChildren(CalendarPopup)
    QTest.keyClick(popup.month_grid, Qt.Key.Key_Right)
    QTest.keyClick(popup.month_grid, Qt.Key.Key_Return)
    assert emitted == ["2026-11-13T09:30:00"]


def test_nested_values_cannot_be_edited(qtbot: QtBot) -> None:
    widget = NestedCell("a", "nested")
    qtbot.addWidget(widget)
    widget.set_value({"b": [1]})
    assert not widget.begin()


def test_clicks_toggle_a_checkbox_and_a_missing_value_is_partially_checked(qtbot: QtBot) -> None:
    widget = CheckCell("done")
    qtbot.addWidget(widget)
    emitted: list[object] = []
    widget.committed.connect(emitted.append)
    widget.set_value(None)
    assert widget.box.checkState() == Qt.CheckState.PartiallyChecked
    widget.box.click()
    widget.box.click()
    assert emitted == [True, False]


def test_delete_removes_an_item_chip_only_if_it_is_removable(qtbot: QtBot) -> None:
    for removable in (True, False):
        widget = ItemChip("house", removable, "Remove house")
        qtbot.addWidget(widget)
        widget.show()
        removed: list[int] = []
        widget.removed.connect(lambda removed=removed: removed.append(1))
        QTest.keyClick(widget, Qt.Key.Key_Delete)
        assert removed == [1] * removable
        assert not widget.grab().isNull()


def list_cell(qtbot: QtBot, value: JsonValue, kind: Kind = "tags") -> tuple[ListCell, list[object]]:
    widget = ListCell("tags", kind, lambda: ("house", "heating"))
    qtbot.addWidget(widget)
    widget.resize(400, 60)
    widget.set_value(value)
    widget.show()
    emitted: list[object] = []
    widget.committed.connect(emitted.append)
    return widget, emitted


def open_list_field(widget: ListCell) -> CompletingField:
    return next(child for child in widget.findChildren(CompletingField) if child.isVisibleTo(widget))


def test_items_are_added_by_enter_and_by_a_comma(qtbot: QtBot) -> None:
    widget, emitted = list_cell(qtbot, ["house"])
    widget.begin()
    QTest.keyClicks(open_list_field(widget), "#pump")
    QTest.keyClick(open_list_field(widget), Qt.Key.Key_Return)
    QTest.keyClicks(open_list_field(widget), "x,")
    assert emitted == [["house", "pump"], ["house", "pump", "x"]]
    assert widget.editing
    QTest.keyClick(open_list_field(widget), Qt.Key.Key_Escape)
    assert not widget.editing


def test_a_duplicate_item_is_not_added(qtbot: QtBot) -> None:
    widget, emitted = list_cell(qtbot, ["house"])
    widget.begin()
    QTest.keyClicks(open_list_field(widget), "House")
    QTest.keyClick(open_list_field(widget), Qt.Key.Key_Return)
    assert emitted == []


def test_items_are_removed_by_their_button_and_by_backspace(qtbot: QtBot) -> None:
    widget, emitted = list_cell(qtbot, ["a", "b", "c"], "list")
    widget.begin()
    QTest.keyClick(open_list_field(widget), Qt.Key.Key_Backspace)
    chips = [chip for chip in widget.findChildren(ItemChip) if chip.isVisibleTo(widget)]
    chips[0].removed.emit()
    assert emitted == [["a", "b"], ["b"]]


def test_a_single_value_counts_as_a_list_and_is_not_rewritten_unless_edited(qtbot: QtBot) -> None:
    widget, emitted = list_cell(qtbot, "house")
    assert widget.items == ["house"]
    widget.begin()
    QTest.keyClick(open_list_field(widget), Qt.Key.Key_Tab)
    assert emitted == []

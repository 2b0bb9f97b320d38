"""Tests of ui/widgets/form_controls.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.settings.wheel import wheel_over
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox, NumberField, Switch, field_label

# Switch: toggled by mouse or Space, with a visible state.


def show_switch(qtbot: QtBot) -> Switch:
    switch = Switch("Assistants may use <b>tools</b>")
    qtbot.addWidget(switch)
    switch.resize(switch.sizeHint())
    switch.show()
    return switch


def test_click_and_space_toggle_the_switch(qtbot: QtBot) -> None:
    switch = show_switch(qtbot)
    states: list[bool] = []
    switch.toggled.connect(states.append)
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton)
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert states == [True, False]


def test_track_has_the_accent_color_only_when_on(qtbot: QtBot) -> None:
    switch = show_switch(qtbot)
    left = (theme().px(7), switch.height() // 2)
    right = (theme().px(26), switch.height() // 2)
    off = switch.grab().toImage()
    switch.setChecked(True)
    on = switch.grab().toImage()
    assert on.pixelColor(*left) == theme().color("accent")
    assert on.pixelColor(*right) == theme().color("on_accent")
    assert off.pixelColor(*left) == theme().color("outline")
    assert off.pixelColor(*right) == theme().color("surface")


def test_text_is_the_accessible_name_and_fits(qtbot: QtBot) -> None:
    switch = show_switch(qtbot)
    assert switch.accessibleName() == "Assistants may use <b>tools</b>"
    text_width = theme().metrics("strong").horizontalAdvance(switch.text())
    assert switch.sizeHint().width() >= text_width + theme().px(32)


# Explained combo box: one of a few values, with a remark.


def show_box(qtbot: QtBot, value: str = "b") -> ExplainedComboBox:
    box = ExplainedComboBox("Tools", (("a", "First"), ("b", "Second"), ("c", "Third")), value)
    qtbot.addWidget(box)
    box.show()
    return box


def test_combo_box_shows_the_label_and_returns_the_value(qtbot: QtBot) -> None:
    assert (show_box(qtbot).value(), show_box(qtbot).box.currentText()) == ("b", "Second")
    assert show_box(qtbot, "unheard of").value() == "a"


def test_selection_by_keyboard_is_emitted(qtbot: QtBot) -> None:
    box = show_box(qtbot)
    values: list[str] = []
    box.chosen.connect(lambda: values.append(box.value()))
    QTest.keyClick(box.box, Qt.Key.Key_Down)
    assert values == ["c"]


def test_remark_is_also_the_accessible_description(qtbot: QtBot) -> None:
    box = show_box(qtbot)
    assert box.remark() == ""
    box.set_remark("This is set in Settings.")
    assert box.remark() == box.box.accessibleDescription() == "This is set in Settings."
    box.set_remark("")
    assert box.remark() == ""


def test_wheel_over_the_combo_box_scrolls_the_page(qtbot: QtBot) -> None:
    box = show_box(qtbot)
    box.activateWindow()
    box.box.setFocus()
    assert not wheel_over(box.box)
    assert box.value() == "b"


# Number field: typed and stepped within its limits, wide enough for every number.


def show_number_field(qtbot: QtBot, minimum: int = 1, maximum: int = 1_000_000) -> NumberField:
    field = NumberField("Longest tool result", minimum, maximum)
    qtbot.addWidget(field)
    field.resize(field.sizeHint())
    field.show()
    return field


def test_typed_value_is_emitted_once_when_editing_is_finished(qtbot: QtBot) -> None:
    field = show_number_field(qtbot)
    values: list[int] = []
    field.valueChanged.connect(values.append)
    field.selectAll()
    QTest.keyClicks(field, "60000")
    assert values == []
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert values == [60_000]


def test_largest_number_fits_beside_the_arrows(qtbot: QtBot) -> None:
    field = show_number_field(qtbot)
    field.setValue(1_000_000)
    edit = field.lineEdit()
    assert edit is not None
    assert field.fontMetrics().horizontalAdvance(field.text()) < edit.width()
    assert field.height() == theme().px(30)


def test_number_field_is_painted_in_the_colors_of_the_theme(qtbot: QtBot) -> None:
    field = show_number_field(qtbot)
    color = field.grab().toImage().pixelColor(field.width() - 3, field.height() // 2)
    assert color == theme().color("surface")
    theme().set_choice("dark")
    color = field.grab().toImage().pixelColor(field.width() - 3, field.height() // 2)
    assert color == theme().color("surface")


def test_number_field_has_an_accessible_name(qtbot: QtBot) -> None:
    assert show_number_field(qtbot).accessibleName() == "Longest tool result"


def test_wheel_over_the_number_field_scrolls_the_page(qtbot: QtBot) -> None:
    field = show_number_field(qtbot)
    field.setValue(5)
    field.setFocus()
    assert not wheel_over(field)
    assert field.value() == 5


# Field label: as high as the field beside it, with literal text.


def test_field_label_is_as_high_as_a_field_and_plain_text(qtbot: QtBot) -> None:
    label, field = field_label("<b>Days</b>"), NumberField("Days")
    qtbot.addWidget(label)
    qtbot.addWidget(field)
    assert label.height() == field.sizeHint().height()
    assert label.text() == "<b>Days</b>"

"""Tests of ui/widgets/form_controls.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.settings.wheel import wheel_over
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox, NumberField, Switch, field_label

# Switch: pressed with the mouse or Space, it is on or off at once, and one sees which.


def shown(qtbot: QtBot) -> Switch:
    switch = Switch("Assistants may use <b>tools</b>")
    qtbot.addWidget(switch)
    switch.resize(switch.sizeHint())
    switch.show()
    return switch


def test_a_click_and_space_turn_it(qtbot: QtBot) -> None:
    switch = shown(qtbot)
    told: list[bool] = []
    switch.toggled.connect(told.append)
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton)
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert told == [True, False]


def test_the_track_is_accent_when_on_and_not_when_off(qtbot: QtBot) -> None:
    switch = shown(qtbot)
    left = (theme().px(7), switch.height() // 2)
    right = (theme().px(26), switch.height() // 2)
    off = switch.grab().toImage()
    switch.setChecked(True)
    on = switch.grab().toImage()
    assert on.pixelColor(*left) == theme().color("accent")
    assert on.pixelColor(*right) == theme().color("on_accent")
    assert off.pixelColor(*left) == theme().color("outline")
    assert off.pixelColor(*right) == theme().color("surface")


def test_its_words_are_its_name_and_fit(qtbot: QtBot) -> None:
    switch = shown(qtbot)
    assert switch.accessibleName() == "Assistants may use <b>tools</b>"
    words = theme().metrics("strong").horizontalAdvance(switch.text())
    assert switch.sizeHint().width() >= words + theme().px(32)


# Choice box: one of a few values, and a sentence that belongs to it.


def box_of(qtbot: QtBot, value: str = "b") -> ExplainedComboBox:
    box = ExplainedComboBox("Tools", (("a", "First"), ("b", "Second"), ("c", "Third")), value)
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
    box.set_remark("This is set in Settings.")
    assert box.remark() == box.box.accessibleDescription() == "This is set in Settings."
    box.set_remark("")
    assert box.remark() == ""


def test_the_wheel_over_it_scrolls_the_page(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    box.activateWindow()
    box.box.setFocus()
    assert not wheel_over(box.box)
    assert box.value() == "b"


# Number field: typed and stepped within its limits, and every number fits.


def number_field_shown(qtbot: QtBot, least: int = 1, most: int = 1_000_000) -> NumberField:
    field = NumberField("Longest tool result", least, most)
    qtbot.addWidget(field)
    field.resize(field.sizeHint())
    field.show()
    return field


def test_keys_typed_one_by_one_are_told_once_at_the_end(qtbot: QtBot) -> None:
    field = number_field_shown(qtbot)
    told: list[int] = []
    field.valueChanged.connect(told.append)
    field.selectAll()
    QTest.keyClicks(field, "60000")
    assert told == []
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert told == [60_000]


def test_the_largest_number_fits_beside_the_arrows(qtbot: QtBot) -> None:
    field = number_field_shown(qtbot)
    field.setValue(1_000_000)
    edit = field.lineEdit()
    assert edit is not None
    assert field.fontMetrics().horizontalAdvance(field.text()) < edit.width()
    assert field.height() == theme().px(30)


def test_it_is_drawn_in_the_colours_of_the_theme(qtbot: QtBot) -> None:
    field = number_field_shown(qtbot)
    inside = field.grab().toImage().pixelColor(field.width() - 3, field.height() // 2)
    assert inside == theme().color("surface")
    theme().set_choice("dark")
    inside = field.grab().toImage().pixelColor(field.width() - 3, field.height() // 2)
    assert inside == theme().color("surface")


def test_a_screen_reader_gets_its_name(qtbot: QtBot) -> None:
    assert number_field_shown(qtbot).accessibleName() == "Longest tool result"


def test_number_field_the_wheel_over_it_scrolls_the_page(qtbot: QtBot) -> None:
    field = number_field_shown(qtbot)
    field.setValue(5)
    field.setFocus()
    assert not wheel_over(field)
    assert field.value() == 5


# Row label: as high as the field beside it, and literal.


def test_it_is_as_high_as_a_field_and_plain_text(qtbot: QtBot) -> None:
    label, field = field_label("<b>Days</b>"), NumberField("Days")
    qtbot.addWidget(label)
    qtbot.addWidget(field)
    assert label.height() == field.sizeHint().height()
    assert label.text() == "<b>Days</b>"

"""Form: rows grow from the model; each change is told once, and showing values tells nobody."""

from typing import Literal

import pytest
from pydantic import BaseModel, Field, JsonValue
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QStyle, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from vaultdesk.ui.settings.form import SettingsForm
from vaultdesk.ui.widgets.form_controls import NumberField, WheelSafeComboBox
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import TextField


class Model(BaseModel):
    """One field of each kind."""

    theme: Literal["system", "high-contrast"] = Field(default="system", title="Theme", description="How it looks.")
    loud: bool = Field(default=False, title="Loud", description="With sound.")
    rounds: int = Field(default=5, ge=1, le=50, title="Rounds", description="How often.")
    folder: str = Field(default="Chats", title="Folder", description="Where.")


NAMES = tuple(Model.model_fields)


class Told:
    """Remembers what a form tells, and finds every folder with a slash wrong."""

    def __init__(self) -> None:
        self.changes: list[tuple[str, JsonValue]] = []

    def __call__(self, name: str, value: JsonValue) -> str:
        self.changes.append((name, value))
        return "Not with a slash." if "/" in str(value) else ""


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def form(qtbot: QtBot, told: Told) -> SettingsForm:
    made = SettingsForm(Model(), NAMES, told)
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def test_each_kind_of_value_gets_its_control_with_the_models_name(form: SettingsForm) -> None:
    kinds = {name: type(form.field(name)) for name in NAMES}
    assert kinds == {"theme": WheelSafeComboBox, "loud": QCheckBox, "rounds": NumberField, "folder": TextField}
    assert [label.text() for label in form.findChildren(PlainLabel) if label.text()] == [
        "Theme", "How it looks.", "Loud", "With sound.", "Rounds", "How often.", "Folder", "Where.",
    ]  # fmt: skip


def test_making_the_form_and_showing_values_tell_nobody(form: SettingsForm, told: Told) -> None:
    form.show_values(Model(theme="high-contrast", loud=True, rounds=9, folder="Talks"))
    assert told.changes == []
    box, field = form.field("theme"), form.field("folder")
    assert isinstance(box, QComboBox)
    assert isinstance(field, TextField)
    assert (box.currentData(), field.text()) == ("high-contrast", "Talks")


def test_a_choice_tells_the_models_word_and_shows_a_readable_one(form: SettingsForm, told: Told) -> None:
    box = form.field("theme")
    assert isinstance(box, QComboBox)
    assert [box.itemText(0), box.itemText(1)] == ["System", "High contrast"]
    box.setCurrentIndex(1)
    assert told.changes == [("theme", "high-contrast")]


def test_a_tick_and_a_number_are_told_as_values(form: SettingsForm, told: Told) -> None:
    tick, number = form.field("loud"), form.field("rounds")
    QTest.mouseClick(tick, Qt.MouseButton.LeftButton, pos=tick.rect().center())
    QTest.keyClick(number, Qt.Key.Key_Up)
    assert told.changes == [("loud", True), ("rounds", 6)]


def test_a_number_keeps_to_the_models_limits(form: SettingsForm, told: Told) -> None:
    number = form.field("rounds")
    assert isinstance(number, NumberField)
    assert (number.minimum(), number.maximum()) == (1, 50)
    number.setValue(1000)
    assert told.changes == [("rounds", 50)]


def test_a_line_is_told_when_it_is_left_and_not_at_each_key(form: SettingsForm, told: Told) -> None:
    field = form.field("folder")
    assert isinstance(field, TextField)
    field.set_text("")
    QTest.keyClicks(field.edit, " Talks ")
    assert told.changes == []
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert told.changes == [("folder", "Talks")]


def test_a_wrong_line_is_said_under_the_field_and_stays_to_be_mended(form: SettingsForm) -> None:
    field = form.field("folder")
    assert isinstance(field, TextField)
    field.set_text("a/b")
    field.edit.editingFinished.emit()
    assert field.problem() == "Not with a slash."
    form.show_values(Model())
    assert field.text() == "a/b"
    field.set_text("ab")
    field.edit.editingFinished.emit()
    assert field.problem() == ""


def test_labels_stand_on_one_line_with_their_fields(form: SettingsForm) -> None:
    labels = {label.text(): label for label in form.findChildren(PlainLabel)}
    for name, title in (("theme", "Theme"), ("loud", "Loud"), ("rounds", "Rounds"), ("folder", "Folder")):
        middle = labels[title].geometry().center().y()
        assert abs(middle - form.field(name).geometry().center().y()) <= 2, name


def test_a_choice_has_room_for_its_longest_entry(form: SettingsForm) -> None:
    box = form.field("theme")
    assert isinstance(box, QComboBox)
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    parts = (QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField)
    room = box.style().subControlRect(*parts, box).width()
    longest = max(box.fontMetrics().horizontalAdvance(box.itemText(number)) for number in range(box.count()))
    assert room >= longest + 2

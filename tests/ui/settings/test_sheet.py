"""Tests of ui/settings/sheet.py."""

from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel, Field, JsonValue
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QStyle, QStyleOptionComboBox, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.sheet import (
    COLUMN_WIDTH,
    FormGrid,
    GroupForm,
    SettingsForm,
    SettingsWriter,
    Sheet,
    SheetStack,
    UndoBanner,
    vault_path_problem,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.form_controls import NumberField, WheelSafeComboBox
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import TextField

# SettingsWriter: changes that cannot be saved are reported, and the file stays unchanged.


def with_rounds(settings: Settings, rounds: int) -> Settings:
    return settings.model_copy(update={"chat": settings.chat.model_copy(update={"max_rounds": rounds})})


def test_a_change_is_written_without_a_message(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    banner.hide()
    store = SettingsStore(tmp_path / "settings.toml")
    assert SettingsWriter(store, banner).save(lambda settings: with_rounds(settings, 7))
    assert "max_rounds = 7" in store.file.read_text(encoding="utf-8")
    assert banner.isHidden()


def test_an_invalid_value_is_reported_and_not_written(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    store = SettingsStore(tmp_path / "settings.toml")
    assert not SettingsWriter(store, banner).save(lambda settings: with_rounds(settings, 0))
    assert "greater than or equal to 1" in banner.text()
    assert not banner.isHidden()
    assert store.settings.chat.max_rounds == 5
    assert not store.file.exists()


def test_an_unreadable_file_is_named_and_left_unchanged(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    file = tmp_path / "settings.toml"
    file.write_text("[broken", encoding="utf-8")
    store = SettingsStore(file)
    store.load()
    assert not SettingsWriter(store, banner).save(lambda settings: with_rounds(settings, 7))
    assert str(file) in banner.text() or "settings" in banner.text()
    assert file.read_text(encoding="utf-8") == "[broken"


def test_the_next_successful_change_hides_the_message(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    writer = SettingsWriter(SettingsStore(tmp_path / "settings.toml"), banner)
    writer.show_problem("The key could not be removed.")
    assert banner.text() == "The key could not be removed."
    assert writer.save(lambda settings: with_rounds(settings, 7))
    assert banner.isHidden()


# UndoBanner: describes the last action and can undo it once.


def test_the_banner_offers_to_undo_the_last_action_and_then_hides(qtbot: QtBot) -> None:
    banner = UndoBanner()
    qtbot.addWidget(banner)
    assert banner.isHidden()
    undone: list[str] = []
    banner.offer("Removed: a rule.", lambda: undone.append("first"))
    banner.offer("Removed: another.", lambda: undone.append("second"))
    assert (banner.text(), banner.isHidden()) == ("Removed: another.", False)
    banner.links[0].click()
    assert (undone, banner.isHidden()) == (["second"], True)


# Sheet: one column that scrolls only vertically, and its full text for the search.


def test_a_sheet_starts_with_its_title_and_description_and_no_problem(qtbot: QtBot) -> None:
    sheet = Sheet("General", "How conversations are led.")
    qtbot.addWidget(sheet)
    assert words_of(sheet) == "General\nHow conversations are led."


def test_the_column_keeps_its_width_in_a_wide_window_and_shrinks_in_a_narrow_one(qtbot: QtBot) -> None:
    sheet = Sheet("General", "words " * 40)
    qtbot.addWidget(sheet)
    field = QWidget()
    sheet.content.addWidget(field)
    sheet.resize(1600, 600)
    sheet.show()
    assert field.width() == theme().px(COLUMN_WIDTH)
    sheet.resize(500, 600)
    assert field.width() == sheet.viewport().width() - 2 * theme().px(24)


def test_a_sheet_takes_no_focus_and_does_not_scroll_horizontally(qtbot: QtBot) -> None:
    sheet = Sheet("General", "")
    qtbot.addWidget(sheet)
    assert sheet.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert sheet.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def test_the_text_of_a_sheet_contains_its_labels_and_buttons(qtbot: QtBot) -> None:
    sheet = Sheet("Providers", "The services and models that can answer questions.")
    qtbot.addWidget(sheet)
    sheet.content.addWidget(PlainButton("Add Server…"))
    sheet.add_remark(PlainLabel("Keys are kept in memory."))
    text = sheet.all_text()
    for expected in ("Providers", "answer questions", "Add Server…", "kept in memory"):
        assert expected in text


# SheetStack: the visible sheet is created immediately, the others when idle, each once.


def create_stack(*titles: str) -> tuple[SheetStack, list[str]]:
    """Return a stack and the titles of the sheets it has created so far."""
    created: list[str] = []

    def create(title: str) -> Sheet:
        created.append(title)
        return Sheet(title, "")

    return SheetStack([lambda title=title: create(title) for title in titles]), created  # type: ignore[misc] # bound immediately


@on_qt_loop
async def test_only_the_shown_sheet_is_created_immediately() -> None:
    stack, created = create_stack("One", "Two", "Three")
    stack.show_sheet(1)
    assert created == ["Two"]
    current = stack.currentWidget()
    assert isinstance(current, Sheet)
    assert current.title == "Two"
    assert list(stack.created_sheets()) == [current]


@on_qt_loop
async def test_the_other_sheets_are_created_one_at_a_time_after_it_is_shown() -> None:
    stack, created = create_stack("One", "Two", "Three")
    stack.show_sheet(1)
    stack.show()
    assert created == ["Two"]
    await until(lambda: len(created) == 3)
    assert created == ["Two", "One", "Three"]
    assert stack.currentIndex() == 1
    assert [stack.sheet(number).title for number in range(stack.count())] == ["One", "Two", "Three"]
    assert len(created) == 3
    stack.close()


# SettingsForm: rows generated from the model; each change is reported once, and showing values reports none.


class Model(BaseModel):
    """One field of each kind."""

    theme: Literal["system", "high-contrast"] = Field(default="system", title="Theme", description="How it looks.")
    loud: bool = Field(default=False, title="Loud", description="With sound.")
    rounds: int = Field(default=5, ge=1, le=50, title="Rounds", description="How often.")
    folder: str = Field(default="Chats", title="Folder", description="Where.")


NAMES = tuple(Model.model_fields)


class ChangeRecorder:
    """Records the changes a form reports, and rejects every value with a slash."""

    def __init__(self) -> None:
        self.changes: list[tuple[str, JsonValue]] = []

    def __call__(self, name: str, value: JsonValue) -> str:
        self.changes.append((name, value))
        return "Not with a slash." if "/" in str(value) else ""


@pytest.fixture
def recorder() -> ChangeRecorder:
    return ChangeRecorder()


@pytest.fixture
def form(qtbot: QtBot, recorder: ChangeRecorder) -> SettingsForm:
    created = SettingsForm(Model(), NAMES, recorder)
    qtbot.addWidget(created)
    created.resize(600, 400)
    created.show()
    return created


def test_each_type_gets_its_control_with_the_title_and_description_of_the_model(form: SettingsForm) -> None:
    kinds = {name: type(form.field(name)) for name in NAMES}
    assert kinds == {"theme": WheelSafeComboBox, "loud": QCheckBox, "rounds": NumberField, "folder": TextField}
    assert [label.text() for label in form.findChildren(PlainLabel) if label.text()] == [
        "Theme", "How it looks.", "Loud", "With sound.", "Rounds", "How often.", "Folder", "Where.",
    ]  # fmt: skip


def test_creating_the_form_and_showing_values_report_no_change(form: SettingsForm, recorder: ChangeRecorder) -> None:
    form.show_values(Model(theme="high-contrast", loud=True, rounds=9, folder="Talks"))
    assert recorder.changes == []
    box, field = form.field("theme"), form.field("folder")
    assert isinstance(box, QComboBox)
    assert isinstance(field, TextField)
    assert (box.currentData(), field.text()) == ("high-contrast", "Talks")


def test_a_choice_reports_the_value_and_shows_a_readable_label(form: SettingsForm, recorder: ChangeRecorder) -> None:
    box = form.field("theme")
    assert isinstance(box, QComboBox)
    assert [box.itemText(0), box.itemText(1)] == ["System", "High contrast"]
    box.setCurrentIndex(1)
    assert recorder.changes == [("theme", "high-contrast")]


def test_a_checkbox_and_a_number_report_their_values(form: SettingsForm, recorder: ChangeRecorder) -> None:
    checkbox, number = form.field("loud"), form.field("rounds")
    QTest.mouseClick(checkbox, Qt.MouseButton.LeftButton, pos=checkbox.rect().center())
    QTest.keyClick(number, Qt.Key.Key_Up)
    assert recorder.changes == [("loud", True), ("rounds", 6)]


def test_a_number_respects_the_limits_of_the_model(form: SettingsForm, recorder: ChangeRecorder) -> None:
    number = form.field("rounds")
    assert isinstance(number, NumberField)
    assert (number.minimum(), number.maximum()) == (1, 50)
    number.setValue(1000)
    assert recorder.changes == [("rounds", 50)]


def test_a_text_is_reported_when_editing_finishes_and_not_at_each_key(
    form: SettingsForm, recorder: ChangeRecorder
) -> None:
    field = form.field("folder")
    assert isinstance(field, TextField)
    field.set_text("")
    QTest.keyClicks(field.edit, " Talks ")
    assert recorder.changes == []
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert recorder.changes == [("folder", "Talks")]


def test_an_invalid_text_is_a_field_problem_and_stays_to_be_corrected(form: SettingsForm) -> None:
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


def test_labels_are_aligned_with_their_fields(form: SettingsForm) -> None:
    labels = {label.text(): label for label in form.findChildren(PlainLabel)}
    for name, title in (("theme", "Theme"), ("loud", "Loud"), ("rounds", "Rounds"), ("folder", "Folder")):
        middle = labels[title].geometry().center().y()
        assert abs(middle - form.field(name).geometry().center().y()) <= 2, name


def test_a_combo_box_is_wide_enough_for_its_longest_entry(form: SettingsForm) -> None:
    box = form.field("theme")
    assert isinstance(box, QComboBox)
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    parts = (QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField)
    available = box.style().subControlRect(*parts, box).width()
    longest = max(box.fontMetrics().horizontalAdvance(box.itemText(number)) for number in range(box.count()))
    assert available >= longest + 2


# GroupForm.


@pytest.fixture
def writer(qtbot: QtBot, tmp_path: Path) -> SettingsWriter:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    return SettingsWriter(SettingsStore(tmp_path / "settings.toml"), banner)


def test_each_field_is_stored_in_its_own_table(qtbot: QtBot, writer: SettingsWriter) -> None:
    memory = GroupForm(writer, "memory", ("note", "unasked"))
    qtbot.addWidget(memory)
    note = memory.field("note")
    assert isinstance(note, TextField)
    note.set_text("Notes/What I said.md")
    note.edit.editingFinished.emit()
    assert SettingsStore(writer.store.file).load().memory.note == "Notes/What I said.md"
    assert writer.store.settings.chat.folder == "Chats"


def test_choices_have_display_names_including_none(qtbot: QtBot, writer: SettingsWriter) -> None:
    form = GroupForm(writer, "web", ("engine",), {"searxng": "SearXNG"})
    qtbot.addWidget(form)
    box = form.field("engine")
    assert isinstance(box, WheelSafeComboBox)
    assert [box.itemText(index) for index in range(box.count())] == ["None", "SearXNG", "Brave", "Tavily", "Duckduckgo"]
    box.setCurrentIndex(2)
    assert writer.store.settings.web.engine == "brave"


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("folder", "Words", ""),
        ("commands_folder", "../x", "This is not a folder in the vault."),
        ("skills_folder", "", "Enter a folder in the vault."),
        ("note", "Memory", "The name of a note must end in .md."),
        ("note", "/etc/x.md", "This is not a note in the vault."),
        ("note", "", "Enter a note in the vault."),
        ("base_url", "../x", ""),
    ],
)
def test_folders_and_notes_must_be_in_the_vault(qtbot: QtBot, name: str, text: str, problem: str) -> None:
    assert vault_path_problem(name, text) == problem


# Alignment: the fields of all forms of a sheet begin at the same place, and the column does not move.


def test_all_forms_of_a_sheet_have_labels_of_the_same_width(qtbot: QtBot) -> None:
    sheet = Sheet("General", "")
    qtbot.addWidget(sheet)
    fields = []
    for title in ("Short", "A label that is longer than the usual width of labels"):
        form = FormGrid()
        field = TextField(title)
        form.add_field(title, field, wide=True)
        remark = PlainLabel("below the field")
        form.add_below(remark)
        sheet.content.addWidget(form)
        fields += [field, remark]
    sheet.resize(900, 400)
    sheet.show()
    QApplication.processEvents()
    assert len({field.mapTo(sheet, QPoint(0, 0)).x() for field in fields}) == 1


def test_the_column_has_the_same_place_with_and_without_a_scroll_bar(qtbot: QtBot) -> None:
    lefts = set()
    for height in (10, 2_000):
        sheet = Sheet("General", "")
        qtbot.addWidget(sheet)
        content = QWidget()
        content.setFixedHeight(height)
        sheet.content.addWidget(content)
        sheet.resize(1200, 400)
        sheet.show()
        QApplication.processEvents()
        lefts.add(content.mapTo(sheet, QPoint(0, 0)).x())
    assert len(lefts) == 1

"""Tests of ui/settings/sheet.py."""

from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel, Field, JsonValue
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QStyle, QStyleOptionComboBox, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.sheet import (
    COLUMN_WIDTH,
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

# Change: what cannot be kept is said in its place, and the file stays as it was.


def with_rounds(settings: Settings, rounds: int) -> Settings:
    return settings.model_copy(update={"chat": settings.chat.model_copy(update={"max_rounds": rounds})})


def test_a_change_is_written_and_says_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    banner.hide()
    store = SettingsStore(tmp_path / "settings.toml")
    assert SettingsWriter(store, banner).save(lambda settings: with_rounds(settings, 7))
    assert "max_rounds = 7" in store.file.read_text(encoding="utf-8")
    assert banner.isHidden()


def test_a_value_the_model_refuses_is_said_and_not_written(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    store = SettingsStore(tmp_path / "settings.toml")
    assert not SettingsWriter(store, banner).save(lambda settings: with_rounds(settings, 0))
    assert "greater than or equal to 1" in banner.text()
    assert not banner.isHidden()
    assert store.settings.chat.max_rounds == 5
    assert not store.file.exists()


def test_a_file_that_cannot_be_read_is_named_and_left_alone(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    file = tmp_path / "settings.toml"
    file.write_text("[broken", encoding="utf-8")
    store = SettingsStore(file)
    store.load()
    assert not SettingsWriter(store, banner).save(lambda settings: with_rounds(settings, 7))
    assert str(file) in banner.text() or "settings" in banner.text()
    assert file.read_text(encoding="utf-8") == "[broken"


def test_the_next_change_that_succeeds_takes_the_words_away(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    keeper = SettingsWriter(SettingsStore(tmp_path / "settings.toml"), banner)
    keeper.show_problem("The key could not be removed.")
    assert banner.text() == "The key could not be removed."
    assert keeper.save(lambda settings: with_rounds(settings, 7))
    assert banner.isHidden()


# Undo banner: says what was done and leads back once.


def test_it_says_what_was_done_and_undo_takes_it_back_and_the_banner_away(qtbot: QtBot) -> None:
    banner = UndoBanner()
    qtbot.addWidget(banner)
    assert banner.isHidden()
    done: list[str] = []
    banner.offer("Removed: a rule.", lambda: done.append("first"))
    banner.offer("Removed: another.", lambda: done.append("second"))
    assert (banner.text(), banner.isHidden()) == ("Removed: another.", False)
    banner.links[0].click()
    assert (done, banner.isHidden()) == (["second"], True)


# Sheet: a page's frame: one column that scrolls down and never sideways, and all its words for the search.


def test_title_and_sentence_stand_on_top_and_no_problem_is_shown(qtbot: QtBot) -> None:
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


def test_it_takes_no_keyboard_itself_and_never_scrolls_sideways(qtbot: QtBot) -> None:
    sheet = Sheet("General", "")
    qtbot.addWidget(sheet)
    assert sheet.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert sheet.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def test_its_words_are_those_of_labels_and_buttons_on_it(qtbot: QtBot) -> None:
    sheet = Sheet("Providers", "The services and models that can answer questions.")
    qtbot.addWidget(sheet)
    sheet.content.addWidget(PlainButton("Add Server…"))
    sheet.add_remark(PlainLabel("Keys are kept in memory."))
    words = sheet.all_text()
    for expected in ("Providers", "answer questions", "Add Server…", "kept in memory"):
        assert expected in words


# Sheet stack: the sheet in sight is made at once, the others in pauses, each once.


def stack_of(*titles: str) -> tuple[SheetStack, list[str]]:
    """Return a stack and the titles of what it has made so far."""
    created: list[str] = []

    def make(title: str) -> Sheet:
        created.append(title)
        return Sheet(title, "")

    return SheetStack([lambda title=title: make(title) for title in titles]), created  # type: ignore[misc] # bound at once


@on_qt_loop
async def test_only_what_is_shown_is_made_at_once() -> None:
    stack, created = stack_of("One", "Two", "Three")
    stack.show_sheet(1)
    assert created == ["Two"]
    current = stack.currentWidget()
    assert isinstance(current, Sheet)
    assert current.title == "Two"
    assert list(stack.created_sheets()) == [current]


@on_qt_loop
async def test_the_others_come_one_at_a_time_once_it_is_seen() -> None:
    stack, created = stack_of("One", "Two", "Three")
    stack.show_sheet(1)
    stack.show()
    assert created == ["Two"]
    await until(lambda: len(created) == 3)
    assert created == ["Two", "One", "Three"]
    assert stack.currentIndex() == 1
    assert [stack.sheet(number).title for number in range(stack.count())] == ["One", "Two", "Three"]
    assert len(created) == 3
    stack.close()


# Form: rows grow from the model; each change is told once, and showing values tells nobody.


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
    created = SettingsForm(Model(), NAMES, told)
    qtbot.addWidget(created)
    created.resize(600, 400)
    created.show()
    return created


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
    available = box.style().subControlRect(*parts, box).width()
    longest = max(box.fontMetrics().horizontalAdvance(box.itemText(number)) for number in range(box.count()))
    assert available >= longest + 2


# Group form.


@pytest.fixture
def keeper(qtbot: QtBot, tmp_path: Path) -> SettingsWriter:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    return SettingsWriter(SettingsStore(tmp_path / "settings.toml"), banner)


def test_each_field_is_kept_in_its_own_table(qtbot: QtBot, keeper: SettingsWriter) -> None:
    memory = GroupForm(keeper, "memory", ("note", "unasked"))
    qtbot.addWidget(memory)
    note = memory.field("note")
    assert isinstance(note, TextField)
    note.set_text("Notes/What I said.md")
    note.edit.editingFinished.emit()
    assert SettingsStore(keeper.store.file).load().memory.note == "Notes/What I said.md"
    assert keeper.store.settings.chat.folder == "Chats"


def test_a_choice_is_called_by_our_words_and_none_is_a_word_too(qtbot: QtBot, keeper: SettingsWriter) -> None:
    form = GroupForm(keeper, "web", ("engine",), {"searxng": "SearXNG"})
    qtbot.addWidget(form)
    box = form.field("engine")
    assert isinstance(box, WheelSafeComboBox)
    assert [box.itemText(place) for place in range(box.count())] == ["None", "SearXNG", "Brave", "Tavily", "Duckduckgo"]
    box.setCurrentIndex(2)
    assert keeper.store.settings.web.engine == "brave"


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
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
def test_folders_and_notes_stay_in_the_vault(qtbot: QtBot, name: str, text: str, wrong: str) -> None:
    assert vault_path_problem(name, text) == wrong

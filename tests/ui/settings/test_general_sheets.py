"""Tests of ui/settings/general_sheets.py."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.spelling import SmallSpeller
from tests.ui.agents.agent_env import open_workspace
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.editor.spell_checker import SpellChecker
from vaultdesk.ui.settings.general_sheets import AppearanceSheet, ChatSavingCard, GeneralSheet, SpellingCard
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.translation import WindowLanguage
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.form_controls import NumberField
from vaultdesk.ui.widgets.text_fields import TextField

# ChatSavingCard.


@on_qt_loop
async def test_the_switch_turns_saving_of_chats_on_and_off(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        card = ChatSavingCard(workspace.chats, SettingsWriter(workspace.store, Banner("danger", "")))
        assert not card.switch.isChecked()
        card.switch.click()
        assert workspace.chats.save_mode == "keep"
        card.switch.click()
        assert workspace.store.settings.vault_settings(workspace.vault.root).chats == "off"
        workspace.chats.set_save_mode("keep")
        card.refresh()
        assert card.switch.isChecked()


# SpellingCard: its options with a speller, and its message without one.


def create_card(store: SettingsStore, spelling: SpellChecker) -> tuple[SpellingCard, QCheckBox, TextField]:
    card = SpellingCard(SettingsWriter(store, Banner("danger", "")), spelling)
    checkbox, languages = card.form.field("spelling"), card.form.field("spelling_languages")
    assert isinstance(checkbox, QCheckBox)
    assert isinstance(languages, TextField)
    return card, checkbox, languages


@on_qt_loop
async def test_spelling_options_are_stored_and_the_dictionaries_in_use_are_shown(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    spelling = SpellChecker(SmallSpeller, system_language="en_GB")
    card, checkbox, languages = create_card(store, spelling)
    card.show()
    await until(lambda: spelling.dictionaries_loaded)
    checkbox.click()
    card.refresh(store.settings)
    languages.set_text("de, en-GB")
    languages.edit.editingFinished.emit()
    card.refresh(store.settings)
    assert (store.settings.editor.spelling, store.settings.editor.spelling_languages) == (True, "de, en-GB")
    assert card.state.text() == "In use: Deutsch (de_DE), British English (en_GB)."
    card.close()


@on_qt_loop
async def test_without_a_speller_spelling_can_only_be_switched_off(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    spelling = SpellChecker(lambda: None)
    card, checkbox, languages = create_card(store, spelling)
    card.show()
    await until(lambda: spelling.dictionaries_loaded)
    await until(card.state.text)
    assert "No spell checker was found" in card.state.text()
    assert not checkbox.isEnabled()
    assert not languages.isEnabled()
    card.refresh(store.set("editor.spelling", "true"))
    assert checkbox.isEnabled()
    card.close()


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    created = SettingsStore(tmp_path / "settings.toml")
    created.load()
    return created


# AppearanceSheet: writes choices and shows external changes.


def test_the_theme_is_written_and_follows_external_changes(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = AppearanceSheet(store)
    qtbot.addWidget(sheet)
    box = sheet.form.field("theme")
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("dark"))
    assert store.settings.appearance.theme == "dark"
    sheet.refresh(store.set("appearance.theme", "light"))
    assert box.currentData() == "light"
    assert store.settings.appearance.theme == "light"


def test_a_choice_that_cannot_be_saved_is_reset(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    store = SettingsStore(file)
    sheet = AppearanceSheet(store)
    qtbot.addWidget(sheet)
    file.write_text("[broken", encoding="utf-8")
    box = sheet.form.field("theme")
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("dark"))
    assert not sheet.problem.isHidden()
    assert box.currentData() == "system"


def test_a_language_is_chosen_by_its_own_name(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = AppearanceSheet(store, [WindowLanguage("de", "Deutsch"), WindowLanguage("en", "English")])
    qtbot.addWidget(sheet)
    box = sheet.language.field("language")
    assert isinstance(box, QComboBox)

    box.setCurrentIndex(box.findText("Deutsch"))

    assert store.settings.appearance.language == "de"


# GeneralSheet: writes valid choices, and never a folder outside the vault.


def test_the_number_of_rounds_is_written(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = GeneralSheet(store)
    qtbot.addWidget(sheet)
    rounds = sheet.form.field("max_rounds")
    assert isinstance(rounds, NumberField)
    rounds.setValue(9)
    reloaded = SettingsStore(store.file)
    assert reloaded.load().chat.max_rounds == 9


@pytest.mark.parametrize("folder", ["../outside", "/etc", "a/../../b", "C:\\x", ".obsidian", "", "x\\y"])
def test_a_chat_folder_outside_the_vault_is_a_field_problem_and_not_stored(
    qtbot: QtBot, store: SettingsStore, folder: str
) -> None:
    sheet = GeneralSheet(store)
    qtbot.addWidget(sheet)
    field = sheet.form.field("folder")
    assert isinstance(field, TextField)
    field.set_text(folder)
    field.edit.editingFinished.emit()
    assert field.problem() in ("This is not a folder in the vault.", "Enter a folder in the vault.")
    assert store.settings.chat.folder == "Chats"


def test_a_chat_folder_in_the_vault_is_stored(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = GeneralSheet(store)
    qtbot.addWidget(sheet)
    field = sheet.form.field("folder")
    assert isinstance(field, TextField)
    field.set_text(" Talks/With the assistant ")
    field.edit.editingFinished.emit()
    assert field.problem() == ""
    assert store.settings.chat.folder == "Talks/With the assistant"

"""Sheets: general and appearance write what is chosen, never a folder outside the vault; about says what it is."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from vaultdesk import __version__
from vaultdesk.settings import SettingsStore
from vaultdesk.ui.parts.fields import TextField
from vaultdesk.ui.parts.number_field import NumberField
from vaultdesk.ui.settings.sheets import AboutSheet, GeneralSheet


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def test_general_writes_the_number_of_rounds(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = GeneralSheet(store)
    qtbot.addWidget(sheet)
    rounds = sheet.form.field("max_rounds")
    assert isinstance(rounds, NumberField)
    rounds.setValue(9)
    again = SettingsStore(store.file)
    assert again.load().chat.max_rounds == 9


@pytest.mark.parametrize("folder", ["../outside", "/etc", "a/../../b", "C:\\x", ".obsidian", "", "x\\y"])
def test_a_chat_folder_outside_the_vault_is_said_under_the_field_and_not_kept(
    qtbot: QtBot, store: SettingsStore, folder: str
) -> None:
    sheet = GeneralSheet(store)
    qtbot.addWidget(sheet)
    field = sheet.form.field("folder")
    assert isinstance(field, TextField)
    field.set_text(folder)
    field.edit.editingFinished.emit()
    assert field.problem() in ("This is not a folder inside a vault.", "Name a folder of the vault.")
    assert store.settings.chat.folder == "Chats"


def test_a_chat_folder_in_the_vault_is_kept(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = GeneralSheet(store)
    qtbot.addWidget(sheet)
    field = sheet.form.field("folder")
    assert isinstance(field, TextField)
    field.set_text(" Talks/With the assistant ")
    field.edit.editingFinished.emit()
    assert field.problem() == ""
    assert store.settings.chat.folder == "Talks/With the assistant"


def test_about_names_the_version_and_the_settings_file(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = AboutSheet(store)
    qtbot.addWidget(sheet)
    assert f"VaultDesk {__version__}" in sheet.words()
    assert str(store.file) in sheet.words()

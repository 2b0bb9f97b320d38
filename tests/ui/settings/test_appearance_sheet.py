"""Appearance sheet: what is chosen is written, and what is changed elsewhere is shown."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.appearance_sheet import AppearanceSheet
from vaultdesk.ui.translation import WindowLanguage


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def test_appearance_writes_the_theme_and_follows_a_change_made_elsewhere(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = AppearanceSheet(store)
    qtbot.addWidget(sheet)
    box = sheet.form.field("theme")
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("dark"))
    assert store.settings.appearance.theme == "dark"
    sheet.refresh(store.set("appearance.theme", "light"))
    assert box.currentData() == "light"
    assert store.settings.appearance.theme == "light"


def test_what_could_not_be_kept_goes_back_to_what_holds(qtbot: QtBot, tmp_path: Path) -> None:
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

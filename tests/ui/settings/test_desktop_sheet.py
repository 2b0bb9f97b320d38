"""Tests of desktop_sheet.py."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox

from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.desktop_sheet import DesktopSheet


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    made = SettingsStore(tmp_path / "settings.toml")
    made.load()
    return made


def tick(sheet: DesktopSheet, name: str) -> QCheckBox:
    field = (sheet.tray if name == "tray" else sheet.form).field(name)
    assert isinstance(field, QCheckBox)
    return field


def test_what_is_ticked_is_kept(qapp: object, store: SettingsStore) -> None:
    sheet = DesktopSheet(store, lambda: True)
    tick(sheet, "tray").click()
    tick(sheet, "notify").click()
    desktop = store.settings.desktop
    assert (desktop.tray, desktop.notify) == (True, False)
    sheet.refresh(store.settings)
    assert not tick(sheet, "sound").isEnabled()
    assert sheet.tray_words.text() == "This desktop shows a tray."


def test_where_there_is_no_tray_it_says_so_and_only_a_choice_of_before_can_be_taken_back(
    qapp: object, store: SettingsStore
) -> None:
    sheet = DesktopSheet(store, lambda: False)
    assert not tick(sheet, "tray").isEnabled()
    assert "shows no tray" in sheet.tray_words.text()

    def chosen(settings: Settings) -> Settings:
        return settings.model_copy(update={"desktop": settings.desktop.model_copy(update={"tray": True})})

    store.change(chosen)
    sheet.refresh(store.settings)
    assert tick(sheet, "tray").isEnabled()


def test_try_it_is_told(qapp: object, store: SettingsStore) -> None:
    sheet, tried = DesktopSheet(store, lambda: True), []
    sheet.tried.connect(lambda: tried.append("tried"))
    sheet.quick_ask.try_it.click()
    assert tried == ["tried"]
    assert "Quick ask" in sheet.words()

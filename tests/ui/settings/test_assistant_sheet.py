"""Tests of assistant_sheet.py."""

from pathlib import Path

from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_schema import PomodoroSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.assistant_sheet import AssistantSheet


def test_every_group_has_its_fields_and_follows_a_change_made_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    sheet = AssistantSheet(store)
    qtbot.addWidget(sheet)
    told = ("Folders", "Commands folder", "Skills folder", "Memory note", "Vocabulary", "Log sessions", "Toolsets")
    assert [words for words in told if words not in sheet.words()] == []
    log = sheet.forms["pomodoro"].field("log")
    assert isinstance(log, QCheckBox)
    sheet.refresh(Settings(pomodoro=PomodoroSettings(log=True)))
    assert log.isChecked()
    log.setChecked(False)
    log.setChecked(True)
    assert store.settings.pomodoro.log

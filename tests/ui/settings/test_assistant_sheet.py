"""Tests of ui/settings/assistant_sheet.py."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_schema import PomodoroSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.tools.plugin_tools import ENTRY_POINT_GROUP, InstalledToolset
from vaultdesk.ui.settings.assistant_sheet import AssistantSheet, ToolsetCard
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.labels import PlainLabel

# Toolset card.

ROMAN = InstalledToolset("roman", "roman-tools", "1.2", EntryPoint("roman", "roman_tools:TOOLS", ENTRY_POINT_GROUP))


@pytest.fixture
def keeper(qtbot: QtBot, tmp_path: Path) -> SettingsWriter:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    return SettingsWriter(SettingsStore(tmp_path / "settings.toml"), banner)


def test_what_is_installed_is_off_until_its_switch_is_on(qtbot: QtBot, keeper: SettingsWriter) -> None:
    card = ToolsetCard(keeper, lambda: [ROMAN])
    qtbot.addWidget(card)
    assert not card.switches["roman"].isChecked()
    assert "roman-tools 1.2" in [label.text() for label in card.findChildren(PlainLabel)]
    card.switches["roman"].click()
    assert SettingsStore(keeper.store.file).load().toolsets == ("roman",)
    card.switches["roman"].click()
    assert keeper.store.settings.toolsets == ()


def test_what_is_allowed_and_gone_can_be_taken_back(qtbot: QtBot, keeper: SettingsWriter) -> None:
    keeper.store.change(lambda settings: settings.model_copy(update={"toolsets": ("gone",)}))
    card = ToolsetCard(keeper, list)
    qtbot.addWidget(card)
    assert "not installed" in [label.text() for label in card.findChildren(PlainLabel)]
    card.switches["gone"].click()
    assert keeper.store.settings.toolsets == ()


def test_without_any_it_says_so(qtbot: QtBot, keeper: SettingsWriter) -> None:
    card = ToolsetCard(keeper, list)
    qtbot.addWidget(card)
    assert "None is installed." in [label.text() for label in card.findChildren(PlainLabel) if label.isVisibleTo(card)]


# Tests of assistant_sheet.py.


def test_every_group_has_its_fields_and_follows_a_change_made_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    sheet = AssistantSheet(store)
    qtbot.addWidget(sheet)
    told = ("Folders", "Commands folder", "Skills folder", "Memory note", "Vocabulary", "Log sessions", "Toolsets")
    assert [words for words in told if words not in sheet.all_text()] == []
    log = sheet.forms["pomodoro"].field("log")
    assert isinstance(log, QCheckBox)
    sheet.refresh(Settings(pomodoro=PomodoroSettings(log=True)))
    assert log.isChecked()
    log.setChecked(False)
    log.setChecked(True)
    assert store.settings.pomodoro.log

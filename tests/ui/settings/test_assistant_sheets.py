"""Tests of ui/settings/assistant_sheets.py."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import is_open, shown
from tests.ui.agents.instructed import instructed
from vaultdesk.core.settings.settings_schema import PomodoroSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.tools.plugin_tools import ENTRY_POINT_GROUP, InstalledToolset
from vaultdesk.ui.agents.grant_dialog import InstructionDialog
from vaultdesk.ui.settings.assistant_sheets import AssistantSheet, InstructionSheet, ToolsetCard
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton
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


# Assistant sheets.


def test_every_group_has_its_fields_and_follows_a_change_made_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    sheet = AssistantSheet(store)
    qtbot.addWidget(sheet)
    received = ("Folders", "Commands folder", "Skills folder", "Memory note", "Vocabulary", "Log sessions", "Toolsets")
    assert [words for words in received if words not in sheet.all_text()] == []
    log = sheet.forms["pomodoro"].field("log")
    assert isinstance(log, QCheckBox)
    sheet.refresh(Settings(pomodoro=PomodoroSettings(log=True)))
    assert log.isChecked()
    log.setChecked(False)
    log.setChecked(True)
    assert store.settings.pomodoro.log


# Instruction sheet.


def buttons(sheet: InstructionSheet) -> list[str]:
    found = [button for button in sheet.card.findChildren(PlainButton) if button.isVisibleTo(sheet)]
    return [button.text() for button in found]


@on_qt_loop
async def test_each_text_says_how_it_stands_and_is_read_or_revoked(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, shelf):
        sheet = InstructionSheet(workspace.store, shelf)
        sheet.resize(900, 700)
        sheet.show()
        opened: list[str] = []
        sheet.note_opened.connect(opened.append)
        assert buttons(sheet) == ["Show Note", "Read…", "Show Note", "Read…", "Show Note"]
        assert "It has no description" in sheet.all_text()
        await shelf.accept("AGENTS.md", shelf.list()[0].digest)
        # A row that is new in a layout is seen a turn after it was made.
        await until(lambda: buttons(sheet)[:2] == ["Show Note", "Revoke"])
        assert "AGENTS.md · used" in sheet.all_text()
        revoke = next(one for one in sheet.card.findChildren(PlainButton) if one.accessibleName() == "Revoke AGENTS.md")
        revoke.click()
        await until(lambda: buttons(sheet)[:2] == ["Show Note", "Read…"])
        sheet.card.findChildren(PlainButton)[0].click()
        assert opened == ["AGENTS.md"]


@on_qt_loop
async def test_reading_opens_the_whole_text(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, shelf):
        sheet = InstructionSheet(workspace.store, shelf)
        sheet.resize(900, 700)
        sheet.show()
        read = next(one for one in sheet.card.findChildren(PlainButton) if one.accessibleName() == "Read… AGENTS.md")
        read.click()
        await until(lambda: is_open(InstructionDialog))
        assert shown(InstructionDialog).version.path == "AGENTS.md"
        shown(InstructionDialog).reject()

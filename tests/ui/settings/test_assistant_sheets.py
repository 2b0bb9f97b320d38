"""Tests of ui/settings/assistant_sheets.py."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_env import is_open, shown
from tests.ui.agents.instructed import instructed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import PomodoroSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.tools.plugin_tools import ENTRY_POINT_GROUP, InstalledToolset
from vaultdesk.ui.agents.grant_dialog import InstructionDialog
from vaultdesk.ui.settings.assistant_sheets import AssistantSheet, InstructionSheet, ToolsetCard
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.workspace.toolbox import ToolsetReport

# Toolset card.

ROMAN = InstalledToolset("roman", "roman-tools", "1.2", EntryPoint("roman", "roman_tools:TOOLS", ENTRY_POINT_GROUP))


@pytest.fixture
def writer(qtbot: QtBot, tmp_path: Path) -> SettingsWriter:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    return SettingsWriter(SettingsStore(tmp_path / "settings.toml"), banner)


def test_an_installed_toolset_is_off_until_it_is_switched_on(qtbot: QtBot, writer: SettingsWriter) -> None:
    card = ToolsetCard(writer, lambda: [ROMAN])
    qtbot.addWidget(card)
    assert not card.switches["roman"].isChecked()
    assert "roman-tools 1.2" in [label.text() for label in card.findChildren(PlainLabel)]
    card.switches["roman"].click()
    assert SettingsStore(writer.store.file).load().toolsets == ("roman",)
    card.switches["roman"].click()
    assert writer.store.settings.toolsets == ()


def test_an_enabled_toolset_that_is_no_longer_installed_can_be_disabled(qtbot: QtBot, writer: SettingsWriter) -> None:
    writer.store.change(lambda settings: settings.model_copy(update={"toolsets": ("gone",)}))
    card = ToolsetCard(writer, list)
    qtbot.addWidget(card)
    assert "not installed" in [label.text() for label in card.findChildren(PlainLabel)]
    card.switches["gone"].click()
    assert writer.store.settings.toolsets == ()


def test_the_problems_of_an_allowed_toolset_are_shown_with_the_remedy(qtbot: QtBot, writer: SettingsWriter) -> None:
    writer.store.change(lambda settings: settings.model_copy(update={"toolsets": ("roman", "gone")}))
    reports = (
        ToolsetReport(
            "roman", "roman-tools 1.2", ("y",), (Phrase("{0}: {1}", "roman", Phrase("the name x is taken.")),)
        ),
        ToolsetReport("gone", "", (), (Phrase("{0}: no toolset of this name is installed.", "gone"),)),
    )
    card = ToolsetCard(writer, lambda: [ROMAN], reports)
    qtbot.addWidget(card)
    texts = [label.text() for label in card.findChildren(PlainLabel) if label.isVisibleTo(card)]
    assert (
        "roman: the name x is taken. Update its package or report this to its developers. The other tools can be used."
        in texts
    )
    assert "gone: no toolset of this name is installed. Install its package, or switch the toolset off." in texts
    card.switches["roman"].click()
    card.refresh(writer.store.settings)
    assert not card.problem_labels["roman"].isVisibleTo(card)


def test_the_remedy_mentions_other_tools_only_if_there_are_any(qtbot: QtBot, writer: SettingsWriter) -> None:
    writer.store.change(lambda settings: settings.model_copy(update={"toolsets": ("roman",)}))
    report = ToolsetReport("roman", "roman-tools 1.2", (), (Phrase("{0}: it contains no tools.", "roman"),))
    card = ToolsetCard(writer, lambda: [ROMAN], [report])
    qtbot.addWidget(card)
    assert card.problem_labels["roman"].text() == (
        "roman: it contains no tools. Update its package or report this to its developers."
    )


def test_the_card_says_that_no_toolset_is_installed(qtbot: QtBot, writer: SettingsWriter) -> None:
    card = ToolsetCard(writer, list)
    qtbot.addWidget(card)
    assert "None is installed." in [label.text() for label in card.findChildren(PlainLabel) if label.isVisibleTo(card)]


# Assistant sheets.


def test_every_group_has_its_fields_and_follows_external_changes(qtbot: QtBot, tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    sheet = AssistantSheet(store)
    qtbot.addWidget(sheet)
    expected = ("Folders", "Commands folder", "Skills folder", "Memory note", "Vocabulary", "Log sessions", "Toolsets")
    assert [text for text in expected if text not in sheet.all_text()] == []
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
async def test_each_instruction_note_shows_its_status_and_can_be_read_or_revoked(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, instructions):
        sheet = InstructionSheet(workspace.store, instructions)
        sheet.resize(900, 700)
        sheet.show()
        opened: list[str] = []
        sheet.note_opened.connect(opened.append)
        assert buttons(sheet) == ["Show Note", "Read…", "Show Note", "Read…", "Show Note"]
        assert "It has no description" in sheet.all_text()
        await instructions.accept("AGENTS.md", instructions.list()[0].digest)
        # A row added to a layout becomes visible one iteration of the event loop later.
        await until(lambda: buttons(sheet)[:2] == ["Show Note", "Revoke"])
        assert "AGENTS.md · used" in sheet.all_text()
        revoke = next(
            button for button in sheet.card.findChildren(PlainButton) if button.accessibleName() == "Revoke AGENTS.md"
        )
        revoke.click()
        await until(lambda: buttons(sheet)[:2] == ["Show Note", "Read…"])
        sheet.card.findChildren(PlainButton)[0].click()
        assert opened == ["AGENTS.md"]


@on_qt_loop
async def test_read_opens_the_full_text(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, instructions):
        sheet = InstructionSheet(workspace.store, instructions)
        sheet.resize(900, 700)
        sheet.show()
        read = next(
            button for button in sheet.card.findChildren(PlainButton) if button.accessibleName() == "Read… AGENTS.md"
        )
        read.click()
        await until(lambda: is_open(InstructionDialog))
        assert shown(InstructionDialog).version.path == "AGENTS.md"
        shown(InstructionDialog).reject()

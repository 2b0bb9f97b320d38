"""Tests of ui/settings/limits_sheet.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_env import HOUSE, open_workspace, rewrite
from tests.ui.settings.wheel import wheel_over
from vaultdesk.agent.budget import Spender
from vaultdesk.agent.token_usage import RequestEstimate, UsageAmount
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.limits_sheet import LimitsSheet, journal_usage, money_field
from vaultdesk.ui.widgets.form_controls import NumberField
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace import Workspace

# Journal usage: counts the stored changes; an unreadable journal reports why.


def test_a_new_journal_is_empty_and_not_created_by_reading_its_usage(tmp_path: Path) -> None:
    usage = journal_usage(Journal(tmp_path / "data"))
    assert (usage.changes, usage.oldest, usage.megabytes, usage.problem) == (0, None, 0.0, "")
    assert not (tmp_path / "data").exists()


async def test_changes_and_their_earlier_versions_are_counted(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "A.md").write_text("x" * 200_000, encoding="utf-8")
    async with Vault(root, watch=False, data_folder=tmp_path / "data") as vault:
        note = await vault.read(NotePath.parse("A.md"))
        await vault.write(NotePath.parse("A.md"), "y", note.digest)
        usage = journal_usage(vault.journal)
    assert (usage.changes, usage.oldest is not None) == (1, True)
    assert 0.19 < usage.megabytes < 0.3


def test_an_unreadable_journal_reports_why(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"no database at all, and long enough to be looked at as one" * 20)
    assert journal_usage(Journal(tmp_path)).problem


# Money field: dollars and cents, emitted when editing finishes; the wheel scrolls the page.


def test_a_typed_amount_is_emitted_once(qtbot: QtBot) -> None:
    field = money_field("Day")
    qtbot.addWidget(field)
    field.show()
    received: list[float] = []
    field.valueChanged.connect(received.append)
    field.selectAll()
    QTest.keyClicks(field, "1.25")
    assert received == []
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert received == [1.25]
    assert field.text() == "$1.25"


def test_zero_is_shown_as_no_limit(qtbot: QtBot) -> None:
    field = money_field("Day")
    qtbot.addWidget(field)
    field.setSpecialValueText("no limit")
    field.setValue(0)
    assert field.text() == "no limit"
    assert field.grab().toImage().width() >= field.sizeHint().width() > 0


def test_the_wheel_does_not_change_the_amount(qtbot: QtBot) -> None:
    field = money_field("Day")
    qtbot.addWidget(field)
    field.show()
    field.setFocus()
    assert not wheel_over(field)
    assert field.value() == 0


# LimitsSheet: stores limits as they are entered and shows the current usage next to them.


def open_sheet(workspace: Workspace) -> LimitsSheet:
    sheet = LimitsSheet(workspace.store, workspace)
    sheet.resize(800, 700)
    sheet.show()
    return sheet


@on_qt_loop
async def test_limits_are_stored_and_zero_means_no_limit(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        assert sheet.tokens["day"].text() == "no limit"
        sheet.tokens["day"].setValue(20_000)
        sheet.dollars["agent"].setValue(0.5)
        limits = workspace.store.settings.spending
        assert (limits.day_tokens, limits.agent_dollars, limits.chat_tokens) == (20_000, 0.5, 0)
        sheet.tokens["day"].setValue(0)
        assert workspace.store.settings.spending.day_tokens == 0


@on_qt_loop
async def test_todays_usage_is_shown_and_updated(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        assert sheet.used["day"].text() == "nothing today"
        outcome = await workspace.budget.reserve(RequestEstimate(10, 600), Spender("chat_1"))
        await workspace.budget.settle(outcome.reservation, UsageAmount(tokens=12_000, dollars=0.25, unpriced=500))
        await until(lambda: sheet.used["day"].text() == "12,000 tokens, $0.250 today")
        assert "The price of 500 of today’s tokens is not known." in sheet.usage_label.text()


@on_qt_loop
async def test_a_limit_that_cannot_be_saved_is_reset(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        workspace.store.file.write_text("version = 99\n", encoding="utf-8")
        sheet.tokens["chat"].setValue(5_000)
        assert sheet.tokens["chat"].value() == 0
        assert not sheet.problem.isHidden()


@on_qt_loop
async def test_the_undo_period_is_stored_and_the_journal_size_is_shown(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        await until(lambda: sheet.journal_label.text().startswith("Stored now: nothing."))
        days = sheet.journal.field("days")
        assert isinstance(days, NumberField)
        days.setValue(30)
        assert workspace.store.settings.journal.days == 30
        await rewrite(workspace, "Agents/House.md", HOUSE, HOUSE + "More.\n")
        await until(lambda: sheet.journal_label.text().startswith("Stored now: 1 change since"))
        assert "less than 0.1 MB" in sheet.journal_label.text()


@on_qt_loop
async def test_without_a_vault_only_the_limits_are_shown(tmp_path: Path) -> None:
    sheet = LimitsSheet(SettingsStore(tmp_path / "settings.toml"))
    sheet.show()
    assert (sheet.usage_label.text(), sheet.journal_label.text()) == ("", "")
    assert sheet.used["day"].text() == ""

"""Limits sheet: caps are kept as they are typed, and what is used stands beside them and moves."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import HOUSE, open_workspace, rewrite
from vaultdesk.agent.budget import Spender
from vaultdesk.agent.token_usage import RequestEstimate, UsageAmount
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.limits_sheet import LimitsSheet
from vaultdesk.ui.widgets.form_controls import NumberField
from vaultdesk.workspace import Workspace


def sheet_of(workspace: Workspace) -> LimitsSheet:
    sheet = LimitsSheet(workspace.store, workspace)
    sheet.resize(800, 700)
    sheet.show()
    return sheet


@on_qt_loop
async def test_caps_are_kept_and_nothing_is_no_cap(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        assert sheet.tokens["day"].text() == "no cap"
        sheet.tokens["day"].setValue(20_000)
        sheet.dollars["agent"].setValue(0.5)
        caps = workspace.store.settings.spending
        assert (caps.day_tokens, caps.agent_dollars, caps.chat_tokens) == (20_000, 0.5, 0)
        sheet.tokens["day"].setValue(0)
        assert workspace.store.settings.spending.day_tokens == 0


@on_qt_loop
async def test_what_is_used_today_is_told_and_moves(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        assert sheet.used["day"].text() == "nothing today"
        told = await workspace.spending.before(RequestEstimate(10, 600), Spender("chat_1"))
        await workspace.spending.settle(told.reserved, UsageAmount(tokens=12_000, dollars=0.25, unpriced=500))
        await until(lambda: sheet.used["day"].text() == "12,000 tokens, $0.250 today")
        assert "Of today’s tokens 500 have no known price." in sheet.sum_words()


@on_qt_loop
async def test_a_cap_that_cannot_be_kept_goes_back(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        workspace.store.file.write_text("version = 99\n", encoding="utf-8")
        sheet.tokens["chat"].setValue(5_000)
        assert sheet.tokens["chat"].value() == 0
        assert not sheet.problem.isHidden()


@on_qt_loop
async def test_how_long_changes_can_be_undone_and_what_is_kept(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        await until(lambda: sheet.kept_words().startswith("Kept now: nothing."))
        days = sheet.journal.field("days")
        assert isinstance(days, NumberField)
        days.setValue(30)
        assert workspace.store.settings.journal.days == 30
        await rewrite(workspace, "Agents/House.md", HOUSE, HOUSE + "More.\n")
        await until(lambda: sheet.kept_words().startswith("Kept now: 1 change since"))
        assert "less than 0.1 MB" in sheet.kept_words()


@on_qt_loop
async def test_without_a_vault_there_are_the_caps_alone(tmp_path: Path) -> None:
    sheet = LimitsSheet(SettingsStore(tmp_path / "settings.toml"))
    sheet.show()
    assert (sheet.sum_words(), sheet.kept_words()) == ("", "")
    assert sheet.used["day"].text() == ""

"""Diagnosis sheet: checks only on request, shows progress, and copies a report without personal data."""

import threading
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from tests.support.qt_loop import until
from tests.ui.agents.agent_env import open_workspace
from tests.ui.settings.settings_env import SettingsEnv, on_settings_loop, settings_env
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.diagnosis.check import CheckResult
from vaultdesk.ui.settings.diagnosis_sheet import DiagnosisSheet
from vaultdesk.workspace import Workspace


@pytest.fixture(autouse=True)
def no_local_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore model servers that happen to run on this computer."""
    monkeypatch.setattr("vaultdesk.diagnosis.provider_checks.find_local_servers", lambda: ())


def open_sheet(env: SettingsEnv, folder: Path, workspace: Workspace | None = None) -> DiagnosisSheet:
    sheet = DiagnosisSheet(env.store, env.credentials, workspace, app_folders({"VAULTDESK_HOME": str(folder / "home")}))
    sheet.resize(800, 900)
    sheet.show()
    return sheet


def results_by_id(sheet: DiagnosisSheet) -> dict[str, CheckResult]:
    return {check.id: check for check in sheet.groups.checks()}


@on_settings_loop
async def test_nothing_is_checked_before_the_user_starts_it(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    sheet = open_sheet(env, tmp_path)
    assert sheet.groups.checks() == []
    assert sheet.outcome.text() == "Nothing has been checked yet. Checking takes a few seconds."
    assert not sheet.copy.isEnabled()
    assert sheet.bar.isHidden()
    assert not (tmp_path / "home").exists()
    assert env.keyring.passwords == {}


@on_settings_loop
async def test_all_checks_run_with_progress_and_a_summary(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        await workspace.indexer.settled()
        sheet = open_sheet(settings_env(tmp_path), tmp_path, workspace)
        sheet.check.click()
        await until(lambda: sheet.groups.rows)
        assert sheet.outcome.text().startswith("Checking…") or sheet.bar.isHidden()
        await until(sheet.bar.isHidden, 60)
        checks = results_by_id(sheet)
        assert {checks[name].outcome for name in ("qt", "keys", "vault", "index", "full-text", "data-folder")} == {"ok"}
        assert f"Works: {sum(check.outcome == 'ok' for check in checks.values())}." in sheet.outcome.text()
        assert sheet.check.text() == "Check Again"
        assert not sheet.only_problems.isHidden()
        sheet.only_problems.click()
        shown = [row.check.outcome for row in sheet.groups.rows if row.isVisible()]
        assert shown
        assert "ok" not in shown


@on_settings_loop
async def test_a_hanging_check_does_not_block_the_others_and_a_second_run_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = threading.Event()

    def hang(_credentials: object) -> list[CheckResult]:
        released.wait()
        return []

    monkeypatch.setattr("vaultdesk.diagnosis.program_checks.key_checks", hang)
    sheet = open_sheet(settings_env(tmp_path), tmp_path)
    sheet.run_checks()
    await until(lambda: sheet.bar.value() == sheet.bar.maximum() - 1, 60)
    assert "keys" not in results_by_id(sheet)
    assert not sheet.bar.isHidden()
    released.set()
    sheet.run_checks()
    await until(sheet.bar.isHidden, 60)
    ids = [check.id for check in sheet.groups.checks()]
    assert len(ids) == len(set(ids))


@on_settings_loop
async def test_remote_providers_are_named_and_contacted_only_by_their_own_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_values: list[bool] = []

    def no_probes(*_: object, ask_providers: bool = False, **__: object) -> list[object]:
        ask_values.append(ask_providers)
        return []

    monkeypatch.setattr("vaultdesk.diagnosis.diagnosis.provider_probes", no_probes)
    env = settings_env(tmp_path)
    sheet = open_sheet(env, tmp_path)
    assert sheet.ask.isHidden()
    env.add_server("https://models.example/v1")
    sheet.refresh(env.store.settings)
    assert not sheet.ask.isHidden()
    assert "asks models.example for the list of models" in sheet.requests_hint.text()
    sheet.check.click()
    await until(sheet.bar.isHidden, 60)
    sheet.ask.click()
    await until(sheet.bar.isHidden, 60)
    assert ask_values == [False, True]


@on_settings_loop
async def test_the_copied_report_contains_no_personal_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    sheet = open_sheet(settings_env(tmp_path), tmp_path)
    sheet.run_checks()
    await until(sheet.bar.isHidden, 60)
    assert sheet.copy.isEnabled()
    sheet.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert "Data folder: ~/home/data" in copied
    assert str(tmp_path) not in copied
    assert sheet.outcome.text().startswith("Copied")


@on_settings_loop
async def test_closing_the_page_during_the_checks_is_safe(tmp_path: Path) -> None:
    sheet = open_sheet(settings_env(tmp_path), tmp_path)
    sheet.run_checks()
    destroyed: list[bool] = []
    sheet.destroyed.connect(lambda: destroyed.append(True))
    sheet.deleteLater()
    await until(lambda: destroyed)


@on_settings_loop
async def test_a_long_path_does_not_widen_the_sheet(tmp_path: Path) -> None:
    sheet = open_sheet(settings_env(tmp_path), tmp_path / ("a-long-name-of-a-folder-" * 6))
    sheet.run_checks()
    await until(sheet.bar.isHidden, 60)
    for width in (340, 900):
        sheet.resize(width, 600)
        await until(lambda: sheet.widget().width() == sheet.viewport().width())

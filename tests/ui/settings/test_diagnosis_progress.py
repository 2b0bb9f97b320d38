"""Computer sheet: checks when it is told to, shows what comes, and gives a report without the person."""

import threading
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from tests.support.qt_loop import until
from tests.ui.agents.agent_desk import open_workspace
from tests.ui.settings.settings_desk import SettingsDesk, on_settings_loop, settings_desk
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.diagnosis.check import CheckResult
from vaultdesk.ui.settings.diagnosis_sheet import DiagnosisSheet
from vaultdesk.workspace import Workspace


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server of models that happens to run on this computer."""
    monkeypatch.setattr("vaultdesk.diagnosis.provider_checks.find_local_servers", lambda: ())


def sheet_of(desk: SettingsDesk, folder: Path, workspace: Workspace | None = None) -> DiagnosisSheet:
    sheet = DiagnosisSheet(
        desk.store, desk.credentials, workspace, app_folders({"VAULTDESK_HOME": str(folder / "home")})
    )
    sheet.resize(800, 900)
    sheet.show()
    return sheet


def found(sheet: DiagnosisSheet) -> dict[str, CheckResult]:
    return {check.id: check for check in sheet.groups.checks()}


@on_settings_loop
async def test_nothing_is_tried_before_the_person_says_so(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    sheet = sheet_of(desk, tmp_path)
    assert sheet.groups.checks() == []
    assert sheet.outcome.text() == "Nothing has been checked yet. Checking takes a few seconds."
    assert not sheet.copy.isEnabled()
    assert sheet.bar.isHidden()
    assert not (tmp_path / "home").exists()
    assert desk.keyring.kept == {}


@on_settings_loop
async def test_everything_is_checked_with_progress_and_told_in_a_sentence(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        await workspace.indexer.settled()
        sheet = sheet_of(settings_desk(tmp_path), tmp_path, workspace)
        sheet.check.click()
        await until(lambda: sheet.groups.rows)
        assert sheet.outcome.text().startswith("Checking…") or sheet.bar.isHidden()
        await until(sheet.bar.isHidden, 60)
        checks = found(sheet)
        assert {checks[name].outcome for name in ("qt", "keys", "vault", "index", "full-text", "data-folder")} == {"ok"}
        assert f"Works: {sum(check.outcome == 'ok' for check in checks.values())}." in sheet.outcome.text()
        assert sheet.check.text() == "Check Again"
        assert not sheet.only_problems.isHidden()
        sheet.only_problems.click()
        shown = [row.check.outcome for row in sheet.groups.rows if row.isVisible()]
        assert shown
        assert "ok" not in shown


@on_settings_loop
async def test_what_hangs_holds_nothing_else_up_and_another_press_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def hang(_credentials: object) -> list[CheckResult]:
        ended.wait()
        return []

    monkeypatch.setattr("vaultdesk.diagnosis.program_checks.key_checks", hang)
    sheet = sheet_of(settings_desk(tmp_path), tmp_path)
    sheet.run_checks()
    await until(lambda: sheet.bar.value() == sheet.bar.maximum() - 1, 60)
    assert "keys" not in found(sheet)
    assert not sheet.bar.isHidden()
    ended.set()
    sheet.run_checks()
    await until(sheet.bar.isHidden, 60)
    ids = [check.id for check in sheet.groups.checks()]
    assert len(ids) == len(set(ids))


@on_settings_loop
async def test_providers_elsewhere_are_named_and_asked_on_their_own_button_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def no_probes(*_: object, ask_providers: bool = False, **__: object) -> list[object]:
        asked.append(ask_providers)
        return []

    monkeypatch.setattr("vaultdesk.diagnosis.diagnosis.provider_probes", no_probes)
    desk = settings_desk(tmp_path)
    sheet = sheet_of(desk, tmp_path)
    assert sheet.ask.isHidden()
    desk.add_server("https://models.example/v1")
    sheet.refresh(desk.store.settings)
    assert not sheet.ask.isHidden()
    assert "asks models.example for the list of models" in sheet.requests_hint.text()
    sheet.check.click()
    await until(sheet.bar.isHidden, 60)
    sheet.ask.click()
    await until(sheet.bar.isHidden, 60)
    assert asked == [False, True]


@on_settings_loop
async def test_the_report_is_copied_without_the_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    sheet = sheet_of(settings_desk(tmp_path), tmp_path)
    sheet.run_checks()
    await until(sheet.bar.isHidden, 60)
    assert sheet.copy.isEnabled()
    sheet.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert "Data folder: ~/home/data" in copied
    assert str(tmp_path) not in copied
    assert sheet.outcome.text().startswith("Copied")


@on_settings_loop
async def test_a_page_that_is_closed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    sheet = sheet_of(settings_desk(tmp_path), tmp_path)
    sheet.run_checks()
    gone: list[bool] = []
    sheet.destroyed.connect(lambda: gone.append(True))
    sheet.deleteLater()
    await until(lambda: gone)


@on_settings_loop
async def test_narrow_it_stands_below_the_names_and_a_long_path_widens_nothing(tmp_path: Path) -> None:
    sheet = sheet_of(settings_desk(tmp_path), tmp_path / ("a-long-name-of-a-folder-" * 6))
    sheet.run_checks()
    await until(sheet.bar.isHidden, 60)
    for width in (340, 900):
        sheet.resize(width, 600)
        await until(lambda: sheet.widget().width() == sheet.viewport().width())

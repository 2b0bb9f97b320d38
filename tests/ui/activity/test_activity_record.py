"""Tests of ui/activity/activity_record.py."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.activity.scene import open_vault, record_call, record_sent, rewrite
from vaultdesk.ui.activity.activity_page import period_choices
from vaultdesk.ui.activity.activity_record import ActivityRecord, period_start
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.workspace import Workspace

# Periods: each starts at the beginning of a day.

NOW = datetime(2026, 11, 20, 9, 58, tzinfo=UTC)


def test_periods_start_at_the_beginning_of_a_day() -> None:
    assert {period: period_start(period, NOW) for period, _ in period_choices()} == {
        "today": datetime(2026, 11, 20, tzinfo=UTC),
        "week": datetime(2026, 11, 14, tzinfo=UTC),
        "month": datetime(2026, 10, 22, tzinfo=UTC),
        "all": None,
    }


# Activity record: entries of a period are read in a thread, and new entries emit `changed`.


def record_of(workspace: Workspace, parent: QObject) -> ActivityRecord:
    return ActivityRecord(workspace.vault, workspace.audit_log, workspace.ledger, parent)


@on_qt_loop
async def test_changes_calls_and_disclosures_are_read_for_a_period(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        owner = QObject()
        record = record_of(workspace, owner)
        await rewrite(workspace, "run_1", "Tag the notes", "Boiler.md", "Budget.md")
        record_call(workspace)
        await record_sent(workspace, "What of the boiler?", "Boiler.md")
        tomorrow = datetime.now().astimezone() + timedelta(days=1)

        assert [entry.path for entry in await record.changes(None)] == ["Budget.md", "Boiler.md"]
        (call,) = await record.calls(None)
        assert (call.tool, call.agent, call.outcome) == ("file_read", "Librarian", "done")
        assert [question.question for question in await record.questions(None)] == ["What of the boiler?"]
        assert (await record.check()).is_intact
        assert (await record.changes(tomorrow), await record.calls(tomorrow), await record.questions(tomorrow)) == (
            (), (), (),
        )  # fmt: skip


@on_qt_loop
async def test_modified_line_of_the_audit_log_is_detected(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        record = record_of(workspace, owner := QObject())
        record_call(workspace)
        file = workspace.audit_log.path
        file.write_bytes(file.read_bytes().replace(b'"by":"person"', b'"by":"default"', 1))

        assert not (await record.check()).is_intact
        del owner


@on_qt_loop
async def test_changed_is_emitted_for_new_edits_disclosures_and_calls(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        record = record_of(workspace, owner := QObject())
        emitted: list[int] = []
        record.changed.connect(lambda: emitted.append(1))

        await rewrite(workspace, "run_1", "Tag", "Boiler.md")
        await until(lambda: emitted)
        emitted.clear()
        await record_sent(workspace, "What?", "Boiler.md")
        await until(lambda: emitted)
        emitted.clear()
        record_call(workspace)
        await until(lambda: emitted)
        emitted.clear()
        # The file is watched now; lines appended to it are reported, too.
        record_call(workspace, "call_2")
        await until(lambda: emitted)
        del owner


@on_qt_loop
async def test_long_journal_is_read_in_pages_outside_the_main_thread(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.ui.activity.activity_record.JOURNAL_PAGE_SIZE", 2)
    async with open_vault(home, tmp_path / "vault") as workspace:
        record = record_of(workspace, owner := QObject())
        for number in range(5):
            await rewrite(workspace, f"run_{number}", f"Turn {number}", "Boiler.md")
        threads: list[str] = []
        changes = Journal.changes

        def recording_changes(self: Journal, *args: object, **kwargs: object) -> object:
            threads.append(threading.current_thread().name)
            return changes(self, *args, **kwargs)  # type: ignore[arg-type] # passed through

        monkeypatch.setattr(Journal, "changes", recording_changes)
        assert len(await record.changes(None)) == 5
        assert len(threads) == 4
        assert threading.main_thread().name not in threads
        del owner

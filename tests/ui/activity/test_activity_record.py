"""Tests of ui/activity/activity_record.py."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.activity.scene import called, open_vault, rewrite, sent
from vaultdesk.ui.activity.activity_page import period_choices
from vaultdesk.ui.activity.activity_record import ActivityRecord, period_start
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.workspace import Workspace

# Periods: each begins at the beginning of a day.

NOW = datetime(2026, 11, 20, 9, 58, tzinfo=UTC)


def test_periods_begin_with_their_first_day() -> None:
    assert {period: period_start(period, NOW) for period, _ in period_choices()} == {
        "today": datetime(2026, 11, 20, tzinfo=UTC),
        "week": datetime(2026, 11, 14, tzinfo=UTC),
        "month": datetime(2026, 10, 22, tzinfo=UTC),
        "all": None,
    }


# Record: what happened is read off the loop, period by period, and whatever is new is told.


def record_of(workspace: Workspace, parent: QObject) -> ActivityRecord:
    return ActivityRecord(workspace.vault, workspace.audit_log, workspace.ledger, parent)


@on_qt_loop
async def test_changes_calls_and_disclosures_are_read_for_a_period(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        owner = QObject()
        record = record_of(workspace, owner)
        await rewrite(workspace, "run_1", "Tag the notes", "Boiler.md", "Budget.md")
        called(workspace)
        await sent(workspace, "What of the boiler?", "Boiler.md")
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
async def test_a_changed_line_of_the_record_is_found(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        record = record_of(workspace, owner := QObject())
        called(workspace)
        file = workspace.audit_log.path
        file.write_bytes(file.read_bytes().replace(b'"by":"person"', b'"by":"default"', 1))

        assert not (await record.check()).is_intact
        del owner


@on_qt_loop
async def test_whatever_is_new_is_told_once_for_several_things(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        record = record_of(workspace, owner := QObject())
        emitted: list[int] = []
        record.changed.connect(lambda: emitted.append(1))

        await rewrite(workspace, "run_1", "Tag", "Boiler.md")
        await until(lambda: emitted)
        emitted.clear()
        await sent(workspace, "What?", "Boiler.md")
        await until(lambda: emitted)
        emitted.clear()
        called(workspace)
        await until(lambda: emitted)
        emitted.clear()
        # The file is known now; lines that are added to it are told too.
        called(workspace, "call_2")
        await until(lambda: emitted)
        del owner


@on_qt_loop
async def test_a_long_journal_is_read_to_the_period_s_beginning_and_no_further(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.ui.activity.activity_record.JOURNAL_PAGE_SIZE", 2)
    async with open_vault(home, tmp_path / "vault") as workspace:
        record = record_of(workspace, owner := QObject())
        for number in range(5):
            await rewrite(workspace, f"run_{number}", f"Turn {number}", "Boiler.md")
        threads: list[str] = []
        changes = Journal.changes

        def watched(self: Journal, *rest: object, **more: object) -> object:
            threads.append(threading.current_thread().name)
            return changes(self, *rest, **more)  # type: ignore[arg-type] # handed on as they came

        monkeypatch.setattr(Journal, "changes", watched)
        assert len(await record.changes(None)) == 5
        assert len(threads) == 4
        assert threading.main_thread().name not in threads
        del owner

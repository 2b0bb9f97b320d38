"""Tests of ui/activity/activity_page.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.activity.entries import change, lines
from tests.ui.activity.scene import called, open_vault, rename, rewrite, sent
from vaultdesk.privacy.ledger_entry import LedgerEntry, by_question
from vaultdesk.ui import bridge
from vaultdesk.ui.activity import activity_page
from vaultdesk.ui.activity.activity_page import (
    CALLS_SEGMENT,
    CHANGES_SEGMENT,
    EVERYTHING_SEGMENT,
    ActivityPage,
    timeline_rows,
)
from vaultdesk.ui.activity.activity_record import ActivityRecord
from vaultdesk.ui.activity.audit_list import tool_calls
from vaultdesk.ui.activity.change_history import UndoAction, change_groups
from vaultdesk.ui.widgets.form_dialog import FormDialog
from vaultdesk.ui.widgets.lists.card_list import CardRow
from vaultdesk.workspace import Workspace

# Timeline rows: everything in one list, in the order it happened.


def line(number: int, kind: str, day: int = 20, **more: object) -> LedgerEntry:
    host, who = ("", "Ollama") if kind == "stayed" else ("api.anthropic.com", "Anthropic")
    time = datetime.fromisoformat(f"2026-11-{day}T12:{number:02}").astimezone(UTC)
    return LedgerEntry(number, time, f"c{number}", who, host, "m", "a.md", "", 40,
                     question=f"Question {number}", tokens=10, kind=kind, **more)  # type: ignore[arg-type] # fmt: skip


def test_everything_is_told_by_time_under_its_day() -> None:
    rows = timeline_rows(
        change_groups([change(1)]),
        tool_calls(lines("requested", "done", files=("Boiler.md",))),
        by_question([line(2, "sent"), line(3, "stayed"), line(4, "kept"), line(5, "sent", day=19)]),
        {"file_read": "Read notes"},
        date(2026, 11, 20),
    )

    assert ["".join(span.text for span in row.spans) for row in rows] == [
        "Today, 20 November",
        "Withheld   Question 4",
        "Read on this computer   Question 3",
        "Sent   Question 2",
        "Changed notes   Tag the notes   Librarian · 1 change",
        "Read notes   Boiler",
        "Yesterday, 19 November",
        "Sent   Question 5",
    ]
    assert [action.id for row in rows for action in row.actions if not action.in_menu] == [
        "left", "left", "left", "changes", "left",
    ]  # fmt: skip


# Activity page: what is shown is what happened, searched, narrowed down, and taken back.


class Scene:
    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.owner = QObject()
        record = ActivityRecord(workspace.vault, workspace.audit_log, workspace.ledger, self.owner)
        self.back = UndoAction(workspace.undo, workspace.redo, self.owner)
        self.page = ActivityPage(record, self.back, {"file_read": "Read notes"})
        self.page.resize(1000, 700)
        self.page.show()

    def rows(self) -> list[str]:
        return ["".join(span.text for span in row.spans) for row in self.page.list.cards.rows if row.spans]

    def row(self, words: str) -> CardRow:
        return next(row for row in self.page.list.cards.rows if words in row.text)


@asynccontextmanager
async def scene(home: Path, root: Path) -> AsyncIterator[Scene]:
    async with open_vault(home, root) as workspace:
        scene = Scene(workspace)
        yield scene
        await bridge.cancel_all()
        scene.page.deleteLater()


@on_qt_loop
async def test_a_change_appears_by_itself_and_is_undone_from_its_row(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with scene(home, root) as at:
        await until(lambda: at.page.empty.isVisible())
        await rename(at.workspace, "run_1")
        await until(lambda: at.rows())
        assert at.rows() == [
            "Call it heating   Librarian · 1 change, 1 link", "Boiler → Heating", "Repaired links in Budget",
        ]  # fmt: skip

        at.page.list.acted.emit(at.row("Boiler → Heating"), "undo")
        await until(lambda: (root / "Boiler.md").exists())
        await until(lambda: "undone" in at.rows()[0])
        assert (root / "Budget.md").read_text() == "See [[Boiler]].\n"
        at.page.list.acted.emit(at.page.list.cards.rows[0], "redo")
        await until(lambda: (root / "Heating.md").exists())


@on_qt_loop
async def test_a_search_finds_by_question_and_by_note(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await rewrite(at.workspace, "run_1", "Tag the notes", "Boiler.md")
        await rewrite(at.workspace, "run_2", "Sum it up", "Budget.md")
        await until(lambda: len(at.rows()) == 4)

        at.page.search.setText("boil")
        assert at.rows()[0].startswith("Tag the notes")
        assert len(at.rows()) == 2
        at.page.search.setText("SUM")
        assert at.rows()[0].startswith("Sum it up")
        at.page.search.setText("nothing like that")
        assert at.page.empty.isVisible()


@on_qt_loop
async def test_tool_calls_are_listed_under_the_state_of_their_record(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        called(at.workspace)
        called(at.workspace, "call_2", "vault_search", "Budget.md")
        at.page.show_segment(CALLS_SEGMENT)
        await until(lambda: "intact: 8 entries" in at.page.integrity.text())
        await until(lambda: len(at.rows()) == 3)
        assert at.rows()[1:] == ["vault_search   Budget", "Read notes   Boiler"]
        assert at.page.export.isVisible()

        at.page.calls.tool.set_value("file_read")
        at.page.calls.changed.emit()
        assert at.rows()[1:] == ["Read notes   Boiler"]
        at.page.list.acted.emit(at.row("Read notes"), "copy")
        assert QApplication.clipboard().text().startswith("file_read call_1")


@on_qt_loop
async def test_everything_is_told_by_time_and_leads_on(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await rewrite(at.workspace, "run_1", "Tag the notes", "Boiler.md")
        called(at.workspace)
        await sent(at.workspace, "What of the boiler?", "Boiler.md")
        at.page.show_segment(EVERYTHING_SEGMENT)
        await until(lambda: len(at.rows()) == 4)
        emitted: list[str] = []
        at.page.disclosures_requested.connect(emitted.append)

        assert [row.split("   ")[0] for row in at.rows()[1:]] == ["Sent", "Read notes", "Changed notes"]
        at.page.list.acted.emit(at.row("What of the boiler?"), "left")
        at.page.list.acted.emit(at.row("Changed notes"), "changes")
        assert emitted == ["What of the boiler?"]
        assert (at.page.segments.current(), at.page.search.text()) == (CHANGES_SEGMENT, "Tag the notes")


@on_qt_loop
async def test_a_refused_undo_is_said_beside_its_answer_until_it_is_done(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with scene(home, root) as at:
        await rewrite(at.workspace, "run_1", "Tag the notes", "Boiler.md")
        await until(lambda: at.rows())
        (root / "Boiler.md").write_text("Written by hand.\nThe boiler leaks.\nTag the notes\n")
        at.page.list.acted.emit(at.page.list.cards.rows[0], "undo")
        await until(lambda: at.rows()[-1] == "“Boiler.md” has since changed.")
        again: list[object] = []
        at.back.refused.connect(lambda what, _again, _outcome: again.append(what))

        at.page.list.acted.emit(at.page.list.cards.rows[-1], "compare")
        assert again == ["run_1"]
        assert (await at.workspace.undo("run_1", True)).done
        await until(lambda: len(at.rows()) == 2)


@on_qt_loop
async def test_notes_are_opened_and_folds_are_kept(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        opened: list[str] = []
        at.page.note_opened.connect(opened.append)
        for number in range(7):
            (tmp_path / "vault" / f"{number}.md").write_text("x\n")
        await rewrite(at.workspace, "run_1", "Tag", *(f"{number}.md" for number in range(7)))
        await until(lambda: len(at.rows()) == 3)

        at.page.list.folded.emit(at.row("6 more notes"))
        assert len(at.rows()) == 9
        at.page.list.acted.emit(at.row("Changed 4"), "open")
        at.page.list.acted.emit(at.row("Changed 4"), "copy")
        assert opened == ["4.md"]
        assert QApplication.clipboard().text() == "4.md"


@on_qt_loop
async def test_what_is_listed_is_exported(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, str] = {}

    async def save(_parent: object, _title: str, _name: str, kinds: dict[str, tuple[str, object]]) -> Path:
        written.update({ending: scene() for ending, (_, scene) in kinds.items()})  # type: ignore[operator] # contents
        return tmp_path / "calls.jsonl"

    monkeypatch.setattr(activity_page, "save_as", save)
    async with scene(home, tmp_path / "vault") as at:
        emitted: list[str] = []
        at.page.message_requested.connect(lambda text, _action, _do: emitted.append(text))
        called(at.workspace)
        at.page.show_segment(CALLS_SEGMENT)
        await until(lambda: len(at.rows()) == 2)
        at.page.export.click()
        await until(lambda: emitted)

        assert emitted == ["Written to calls.jsonl."]
        assert written["jsonl"].count("\n") == 4
        assert written["csv"].count("\r\n") == 2


@on_qt_loop
async def test_every_control_has_a_name(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        controls = (at.page.segments, at.page.period, at.page.search, *at.page.calls.boxes, at.page.list)

        assert all(control.accessibleName() for control in controls)


@on_qt_loop
async def test_a_long_list_is_made_in_a_thread_and_only_the_last_one_is_shown(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity_page, "MAX_ROWS_AT_ONCE", 0)
    async with scene(home, tmp_path / "vault") as at:
        await rewrite(at.workspace, "run_1", "Tag the notes", "Boiler.md")
        await rewrite(at.workspace, "run_2", "Sum it up", "Budget.md")
        await until(lambda: len(at.rows()) == 4)
        at.page.search.setText("boil")
        at.page.search.setText("budg")
        await until(lambda: len(at.rows()) == 2)

        assert at.rows()[0].startswith("Sum it up")


@on_qt_loop
async def test_u20_the_record_is_cleared_after_a_question_and_keeps_that_it_was(home: Path, tmp_path: Path) -> None:
    async def question() -> FormDialog:
        await until(lambda: at.page.findChildren(FormDialog))
        return at.page.findChildren(FormDialog)[0]

    async with scene(home, tmp_path / "vault") as at:
        emitted: list[str] = []
        at.page.message_requested.connect(lambda text, _action, _do: emitted.append(text))
        called(at.workspace)
        assert not at.page.clear.isVisible()
        at.page.show_segment(CALLS_SEGMENT)
        await until(lambda: len(at.rows()) == 2)

        at.page.clear.click()
        dialog = await question()
        assert dialog.cancel.isDefault()
        dialog.cancel.click()
        await until(lambda: not at.page.findChildren(FormDialog))
        assert len(at.rows()) == 2

        at.page.clear.click()
        (await question()).done_button.click()
        await until(lambda: emitted)
        assert emitted == ["4 entries were deleted."]
        await until(lambda: "intact: 1 entry" in at.page.integrity.text())
        await until(lambda: any("Log cleared" in row for row in at.rows()))
        assert at.rows()[1].startswith("Log cleared   4 entries were deleted")
        assert len(at.rows()) == 2

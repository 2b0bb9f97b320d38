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
from tests.ui.activity.scene import open_vault, record_call, record_sent, rename, rewrite
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


def line(number: int, kind: str, day: int = 20, **overrides: object) -> LedgerEntry:
    host, provider = ("", "Ollama") if kind == "stayed" else ("api.anthropic.com", "Anthropic")
    time = datetime.fromisoformat(f"2026-11-{day}T12:{number:02}").astimezone(UTC)
    return LedgerEntry(number, time, f"c{number}", provider, host, "m", "a.md", "", 40,
                     question=f"Question {number}", tokens=10, kind=kind, **overrides)  # type: ignore[arg-type] # fmt: skip


def test_timeline_lists_everything_by_time_under_its_day() -> None:
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


# Activity page: the activity can be searched, filtered, exported and undone.


class Scene:
    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.owner = QObject()
        record = ActivityRecord(workspace.vault, workspace.audit_log, workspace.ledger, self.owner)
        self.undo_action = UndoAction(workspace.undo, workspace.redo, self.owner)
        self.page = ActivityPage(record, self.undo_action, {"file_read": "Read notes"})
        self.page.resize(1000, 700)
        self.page.show()

    def rows(self) -> list[str]:
        return ["".join(span.text for span in row.spans) for row in self.page.list.cards.rows if row.spans]

    def row(self, words: str) -> CardRow:
        return next(row for row in self.page.list.cards.rows if words in row.text)


@asynccontextmanager
async def open_scene(home: Path, root: Path) -> AsyncIterator[Scene]:
    async with open_vault(home, root) as workspace:
        scene = Scene(workspace)
        yield scene
        await bridge.cancel_all()
        scene.page.deleteLater()


@on_qt_loop
async def test_new_change_appears_and_is_undone_from_its_row(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with open_scene(home, root) as scene:
        await until(lambda: scene.page.empty.isVisible())
        await rename(scene.workspace, "run_1")
        await until(lambda: scene.rows())
        assert scene.rows() == [
            "Call it heating   Librarian · 1 change, 1 link", "Boiler → Heating", "Repaired links in Budget",
        ]  # fmt: skip

        scene.page.list.acted.emit(scene.row("Boiler → Heating"), "undo")
        await until(lambda: (root / "Boiler.md").exists())
        await until(lambda: "undone" in scene.rows()[0])
        assert (root / "Budget.md").read_text() == "See [[Boiler]].\n"
        scene.page.list.acted.emit(scene.page.list.cards.rows[0], "redo")
        await until(lambda: (root / "Heating.md").exists())


@on_qt_loop
async def test_search_matches_title_and_note(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        await rewrite(scene.workspace, "run_1", "Tag the notes", "Boiler.md")
        await rewrite(scene.workspace, "run_2", "Sum it up", "Budget.md")
        await until(lambda: len(scene.rows()) == 4)

        scene.page.search.setText("boil")
        assert scene.rows()[0].startswith("Tag the notes")
        assert len(scene.rows()) == 2
        scene.page.search.setText("SUM")
        assert scene.rows()[0].startswith("Sum it up")
        scene.page.search.setText("nothing like that")
        assert scene.page.empty.isVisible()


@on_qt_loop
async def test_tool_calls_are_listed_under_the_integrity_of_the_log(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        record_call(scene.workspace)
        record_call(scene.workspace, "call_2", "vault_search", "Budget.md")
        scene.page.show_segment(CALLS_SEGMENT)
        await until(lambda: "intact: 8 entries" in scene.page.integrity.text())
        await until(lambda: len(scene.rows()) == 3)
        assert scene.rows()[1:] == ["vault_search   Budget", "Read notes   Boiler"]
        assert scene.page.export.isVisible()

        scene.page.calls.tool.set_value("file_read")
        scene.page.calls.changed.emit()
        assert scene.rows()[1:] == ["Read notes   Boiler"]
        scene.page.list.acted.emit(scene.row("Read notes"), "copy")
        assert QApplication.clipboard().text().startswith("file_read call_1")


@on_qt_loop
async def test_timeline_links_to_disclosures_and_changes(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        await rewrite(scene.workspace, "run_1", "Tag the notes", "Boiler.md")
        record_call(scene.workspace)
        await record_sent(scene.workspace, "What of the boiler?", "Boiler.md")
        scene.page.show_segment(EVERYTHING_SEGMENT)
        await until(lambda: len(scene.rows()) == 4)
        emitted: list[str] = []
        scene.page.disclosures_requested.connect(emitted.append)

        assert [row.split("   ")[0] for row in scene.rows()[1:]] == ["Sent", "Read notes", "Changed notes"]
        scene.page.list.acted.emit(scene.row("What of the boiler?"), "left")
        scene.page.list.acted.emit(scene.row("Changed notes"), "changes")
        assert emitted == ["What of the boiler?"]
        assert (scene.page.segments.current(), scene.page.search.text()) == (CHANGES_SEGMENT, "Tag the notes")


@on_qt_loop
async def test_refused_undo_is_shown_at_its_answer_until_it_succeeds(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with open_scene(home, root) as scene:
        await rewrite(scene.workspace, "run_1", "Tag the notes", "Boiler.md")
        await until(lambda: scene.rows())
        (root / "Boiler.md").write_text("Written by hand.\nThe boiler leaks.\nTag the notes\n")
        scene.page.list.acted.emit(scene.page.list.cards.rows[0], "undo")
        await until(lambda: scene.rows()[-1] == "“Boiler.md” has since changed.")
        refused: list[object] = []
        scene.undo_action.refused.connect(lambda group, _redo, _outcome: refused.append(group))

        scene.page.list.acted.emit(scene.page.list.cards.rows[-1], "compare")
        assert refused == ["run_1"]
        assert (await scene.workspace.undo("run_1", True)).done
        await until(lambda: len(scene.rows()) == 2)


@on_qt_loop
async def test_notes_open_from_the_rows_of_an_expanded_group(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        opened: list[str] = []
        scene.page.note_opened.connect(opened.append)
        for number in range(7):
            (tmp_path / "vault" / f"{number}.md").write_text("x\n")
        await rewrite(scene.workspace, "run_1", "Tag", *(f"{number}.md" for number in range(7)))
        await until(lambda: len(scene.rows()) == 3)

        scene.page.list.folded.emit(scene.row("6 more notes"))
        assert len(scene.rows()) == 9
        scene.page.list.acted.emit(scene.row("Changed 4"), "open")
        scene.page.list.acted.emit(scene.row("Changed 4"), "copy")
        assert opened == ["4.md"]
        assert QApplication.clipboard().text() == "4.md"


@on_qt_loop
async def test_listed_calls_are_exported(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, str] = {}

    async def save(_parent: object, _title: str, _name: str, kinds: dict[str, tuple[str, object]]) -> Path:
        written.update({suffix: content() for suffix, (_, content) in kinds.items()})  # type: ignore[operator] # contents
        return tmp_path / "calls.jsonl"

    monkeypatch.setattr(activity_page, "save_as", save)
    async with open_scene(home, tmp_path / "vault") as scene:
        emitted: list[str] = []
        scene.page.message_requested.connect(lambda text, _action, _do: emitted.append(text))
        record_call(scene.workspace)
        scene.page.show_segment(CALLS_SEGMENT)
        await until(lambda: len(scene.rows()) == 2)
        scene.page.export.click()
        await until(lambda: emitted)

        assert emitted == ["Written to calls.jsonl."]
        assert written["jsonl"].count("\n") == 4
        assert written["csv"].count("\r\n") == 2


@on_qt_loop
async def test_every_control_has_a_name(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        controls = (scene.page.segments, scene.page.period, scene.page.search, *scene.page.calls.boxes, scene.page.list)

        assert all(control.accessibleName() for control in controls)


@on_qt_loop
async def test_long_list_is_built_in_a_thread_and_only_the_latest_is_shown(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity_page, "MAX_ROWS_AT_ONCE", 0)
    async with open_scene(home, tmp_path / "vault") as scene:
        await rewrite(scene.workspace, "run_1", "Tag the notes", "Boiler.md")
        await rewrite(scene.workspace, "run_2", "Sum it up", "Budget.md")
        await until(lambda: len(scene.rows()) == 4)
        scene.page.search.setText("boil")
        scene.page.search.setText("budg")
        await until(lambda: len(scene.rows()) == 2)

        assert scene.rows()[0].startswith("Sum it up")


@on_qt_loop
async def test_u20_log_is_cleared_after_confirmation_and_records_the_clearing(home: Path, tmp_path: Path) -> None:
    async def confirmation() -> FormDialog:
        await until(lambda: scene.page.findChildren(FormDialog))
        return scene.page.findChildren(FormDialog)[0]

    async with open_scene(home, tmp_path / "vault") as scene:
        emitted: list[str] = []
        scene.page.message_requested.connect(lambda text, _action, _do: emitted.append(text))
        record_call(scene.workspace)
        assert not scene.page.clear.isVisible()
        scene.page.show_segment(CALLS_SEGMENT)
        await until(lambda: len(scene.rows()) == 2)

        scene.page.clear.click()
        dialog = await confirmation()
        assert dialog.cancel.isDefault()
        dialog.cancel.click()
        await until(lambda: not scene.page.findChildren(FormDialog))
        assert len(scene.rows()) == 2

        scene.page.clear.click()
        (await confirmation()).done_button.click()
        await until(lambda: emitted)
        assert emitted == ["4 entries were deleted."]
        await until(lambda: "intact: 1 entry" in scene.page.integrity.text())
        await until(lambda: any("Log cleared" in row for row in scene.rows()))
        assert scene.rows()[1].startswith("Log cleared   4 entries were deleted")
        assert len(scene.rows()) == 2

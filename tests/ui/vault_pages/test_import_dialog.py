"""Tests of ui/vault_pages/import_dialog.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMainWindow, QWidget

from tests.chat.importers.drawing import fixture
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.chat.importers.chat_files import FORMATS
from vaultdesk.core.feed import Feed
from vaultdesk.core.values import replace
from vaultdesk.ui import bridge
from vaultdesk.ui.vault_pages.import_dialog import (
    ImportDialog,
    Importer,
    PlannedChecklist,
    SourceCard,
    chosen_source,
    import_result_text,
)
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chat_import import ChatImport, ImportOutcome, ImportPlan, ImportProgress, PlannedChat

# Result text.


@pytest.mark.parametrize(
    ("count", "stopped", "text"),
    [
        (1, False, "1 chat was imported."),
        (1200, False, "1,200 chats were imported."),
        (2, True, "2 chats were imported. The others were not."),
    ],
)
def test_result_text_counts_the_written_chats(count: int, stopped: bool, text: str) -> None:
    assert import_result_text(ImportOutcome((NEW,) * count, "group", stopped=stopped)) == text


# Supported sources.


def test_each_supported_program_is_named() -> None:
    card = SourceCard()
    text = " ".join(label.text() for label in card.findChildren(PlainLabel))

    assert all(name.removesuffix(" export") in text for name in FORMATS.values())


# Selecting the source.


@pytest.mark.parametrize("folder", [False, True])
@on_qt_loop
async def test_selected_path_is_returned_and_none_when_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: bool
) -> None:
    (tmp_path / "export.zip").touch()
    expected = tmp_path if folder else tmp_path / "export.zip"
    modes: list[QFileDialog.FileMode] = []
    answers = [QFileDialog.DialogCode.Accepted, QFileDialog.DialogCode.Rejected]

    async def answer(dialog: QFileDialog) -> int:
        modes.append(dialog.fileMode())
        dialog.setDirectory(str(expected.parent))
        dialog.selectFile(str(expected))
        return int(answers.pop(0))

    monkeypatch.setattr("vaultdesk.ui.bridge.ask", answer)
    window = QWidget()

    assert await chosen_source(window, folder=folder) == expected
    assert await chosen_source(window, folder=folder) is None
    mode = QFileDialog.FileMode.Directory if folder else QFileDialog.FileMode.ExistingFile
    assert modes == [mode, mode]


# Rows of an import plan.

TODAY = date(2026, 11, 20)
NEW = PlannedChat(
    1, "copilot", "copilot:1", "a.md", "Which pump?", datetime(2026, 8, 22, 9, tzinfo=UTC), 4, "Chats/Which pump.md"
)
EXISTING = replace(NEW, number=2, existing_path="Chats/Old.md", messages=1, remarks=("A picture was left.",))
DUPLICATE = replace(NEW, number=3, duplicate=True)
BRANCH = replace(NEW, number=4, branch_of="copilot:1", title="Evil\u202e \x1b[31m")


def show_planned(*chats: PlannedChat) -> PlannedChecklist:
    checklist = PlannedChecklist(chats or (NEW, EXISTING, DUPLICATE, BRANCH), TODAY)
    checklist.resize(500, 300)
    checklist.show()
    return checklist


def test_rows_describe_the_chat_and_whether_it_exists() -> None:
    checklist = show_planned()
    model = checklist.list.row_model
    rows = checklist.list.rows()

    assert [(row.text, row.right_below) for row in rows] == [
        ("Obsidian Copilot · 4 messages", ""),
        ("Obsidian Copilot · 1 message · A picture was left.", "Already in the vault"),
        ("Obsidian Copilot · 4 messages", "Duplicate in this import"),
        ("Obsidian Copilot · 4 messages", "Branch"),
    ]
    assert (rows[0].title, rows[0].right) == ("Which pump?", "22 Aug")
    assert "\x1b" not in str(model.index(3).data(Qt.ItemDataRole.AccessibleTextRole))
    assert "Chats/Old.md" in str(model.index(1).data(Qt.ItemDataRole.ToolTipRole))


def tick(checklist: PlannedChecklist, row: int, state: Qt.CheckState) -> None:
    model = checklist.list.row_model
    model.setData(model.index(row), state, Qt.ItemDataRole.CheckStateRole)


def test_tick_all_selects_only_new_chats_and_others_individually() -> None:
    checklist = show_planned()
    selections: list[frozenset[int]] = []
    checklist.ticks_changed.connect(lambda: selections.append(checklist.ticked()))
    checklist.tick_all(False)
    checklist.tick_all(True)
    tick(checklist, 1, Qt.CheckState.Checked)
    tick(checklist, 0, Qt.CheckState.Unchecked)

    assert selections == [frozenset(), frozenset({1, 4}), frozenset({1, 2, 4}), frozenset({2, 4})]


# The checklist of an import.


def show_checklist() -> PlannedChecklist:
    return show_planned(NEW, EXISTING, replace(NEW, number=3))


def test_count_and_header_tick_follow_the_selection() -> None:
    checklist = show_checklist()
    states = [(checklist.head.count.text(), checklist.head.tick.checkState())]
    tick(checklist, 0, Qt.CheckState.Unchecked)
    states.append((checklist.head.count.text(), checklist.head.tick.checkState()))
    checklist.head.tick.click()
    states.append((checklist.head.count.text(), checklist.head.tick.checkState()))
    checklist.head.tick.click()
    states.append((checklist.head.count.text(), checklist.head.tick.checkState()))

    assert states == [
        ("2 of 3 chats", Qt.CheckState.Checked),
        ("1 of 3 chats", Qt.CheckState.PartiallyChecked),
        ("2 of 3 chats", Qt.CheckState.Checked),
        ("0 of 3 chats", Qt.CheckState.Unchecked),
    ]


def test_select_all_and_deselect_all_links_set_the_selection() -> None:
    checklist = show_checklist()
    select_all, deselect_all = checklist.findChildren(LinkButton)
    deselect_all.click()
    assert checklist.ticked() == frozenset()
    select_all.click()
    assert checklist.ticked() == {1, 3}


def test_space_toggles_the_current_row() -> None:
    checklist = show_checklist()
    checklist.list.setFocus()
    checklist.list.setCurrentIndex(checklist.list.row_model.index(1))
    QTest.keyClick(checklist.list, Qt.Key.Key_Space)

    assert checklist.ticked() == {1, 2, 3}


def test_every_control_has_an_accessible_name() -> None:
    checklist = show_checklist()

    assert all(widget.accessibleName() for widget in (checklist.head.tick, checklist.list))
    assert all(isinstance(widget, QWidget) and widget.text() for widget in checklist.findChildren(LinkButton))


# Import dialog: from the selected source to the written notes.


async def ignore_imported_chats() -> None:
    """Replace the callback that shows imported chats."""


def write_export(folder: Path) -> Path:
    export_folder = folder / "in"
    export_folder.mkdir()
    for name in ("copilot-quick.md", "gemini-scribe.md"):
        (export_folder / name).write_text(fixture(name), encoding="utf-8")
    return export_folder


class Scene:
    """A dialog over a window, with a file dialog that returns *chosen*."""

    def __init__(self, importer: Importer, chosen: Path | None) -> None:
        self.window = QMainWindow()
        self.window.resize(1000, 700)
        self.window.show()
        self.folder_requests: list[bool] = []
        self.chosen = chosen
        self.dialog = ImportDialog(importer, "Chats", self.window, self._choose)
        self.result = bridge.start(bridge.ask(self.dialog), self.window)

    async def _choose(self, _parent: QWidget, *, folder: bool) -> Path | None:
        self.folder_requests.append(folder)
        return self.chosen

    async def choose_folder(self) -> None:
        self.dialog.choose_folder.click()
        await until(lambda: self.dialog.step in ("review", "choose") and self.folder_requests)


@asynccontextmanager
async def open_vault(folder: Path) -> AsyncIterator[Vault]:
    (folder / "vault").mkdir()
    async with Vault(folder / "vault", watch=False, data_folder=folder / "place") as vault:
        yield vault


class SlowImporter:
    """Importer that writes until it is stopped."""

    def __init__(self, plan: ImportPlan) -> None:
        self.progress: Feed[ImportProgress] = Feed()
        self.stopped = asyncio.Event()
        self._plan = plan

    async def plan(self, path: Path) -> ImportPlan:
        return self._plan

    async def run(self, plan: ImportPlan, numbers: frozenset[int]) -> ImportOutcome:
        self.progress.publish(ImportProgress("writing", 1, len(numbers)))
        await self.stopped.wait()
        return ImportOutcome(plan.chats[:1], "group", stopped=True)

    def stop(self) -> None:
        self.stopped.set()


class EndlessImporter(SlowImporter):
    """Importer whose reading never finishes."""

    def __init__(self) -> None:
        super().__init__(ImportPlan(Path(), "auto", "Chats", ()))
        self.cancelled = False

    async def plan(self, path: Path) -> ImportPlan:
        self.progress.publish(ImportProgress("reading", 7))
        try:
            await asyncio.Event().wait()
        finally:
            self.cancelled = True
        return self._plan


@on_qt_loop
async def test_ticked_chats_are_imported_as_notes(tmp_path: Path) -> None:
    async with open_vault(tmp_path) as vault:
        scene = Scene(ChatImport(vault, lambda: "Chats", ignore_imported_chats), write_export(tmp_path))
        await scene.choose_folder()
        dialog = scene.dialog
        assert dialog.done_button.text() == "Import 2 Chats"
        assert dialog.checklist is not None
        tick(dialog.checklist, 0, Qt.CheckState.Unchecked)
        assert dialog.done_button.text() == "Import 1 Chat"
        dialog.done_button.click()

        assert await scene.result == ImportDialog.DialogCode.Accepted
        assert dialog.outcome is not None
        assert [chat.title for chat in dialog.outcome.written] == ["The garden in spring"]
        assert [file.name for file in (vault.root / "Chats").iterdir()] == ["The garden in spring.md"]


@on_qt_loop
async def test_empty_selection_cannot_be_imported_and_cancel_writes_nothing(tmp_path: Path) -> None:
    async with open_vault(tmp_path) as vault:
        scene = Scene(ChatImport(vault, lambda: "Chats", ignore_imported_chats), write_export(tmp_path))
        await scene.choose_folder()
        assert scene.dialog.checklist is not None
        scene.dialog.checklist.tick_all(False)
        assert not scene.dialog.done_button.isEnabled()
        assert scene.dialog.done_button.toolTip() == "No chat is ticked."
        QTest.keyClick(scene.dialog, Qt.Key.Key_Escape)

        assert await scene.result == ImportDialog.DialogCode.Rejected
        assert scene.dialog.outcome is None
        assert not (vault.root / "Chats").exists()


@on_qt_loop
async def test_unreadable_source_is_reported_and_another_can_be_selected(tmp_path: Path) -> None:
    async with open_vault(tmp_path) as vault:
        (tmp_path / "empty").mkdir()
        scene = Scene(ChatImport(vault, lambda: "Chats", ignore_imported_chats), tmp_path / "empty")
        await scene.choose_folder()
        await until(lambda: scene.dialog.problem.isVisible())
        assert "empty contains no chats" in scene.dialog.problem.text()
        scene.chosen = write_export(tmp_path)
        scene.dialog.done_button.click()
        await until(lambda: scene.dialog.step == "review")

        assert scene.folder_requests == [True, False]
        assert not scene.dialog.problem.isVisible()
        scene.dialog.reject()


@on_qt_loop
async def test_unreadable_part_is_reported_above_the_list(tmp_path: Path) -> None:
    async with open_vault(tmp_path) as vault:
        folder = write_export(tmp_path)
        (folder / "conversations.json").write_text('[{"mapping": {')
        scene = Scene(ChatImport(vault, lambda: "Chats", ignore_imported_chats), folder)
        await scene.choose_folder()

        assert scene.dialog.summary.isVisible()
        assert scene.dialog.summary.text().splitlines()[0] == "1 could not be read."
        assert scene.dialog.summary.text().count("conversations.json") == 1
        scene.dialog.reject()


@on_qt_loop
async def test_cancel_stops_reading(tmp_path: Path) -> None:
    importer = EndlessImporter()
    scene = Scene(importer, tmp_path)
    scene.dialog.choose_folder.click()
    await until(lambda: scene.dialog.progress_label.text() == "7 chats found so far…")
    scene.dialog.cancel.click()

    assert await scene.result == ImportDialog.DialogCode.Rejected
    await until(lambda: importer.cancelled)


@on_qt_loop
async def test_stop_ends_writing_and_returns_the_partial_outcome(tmp_path: Path) -> None:
    async with open_vault(tmp_path) as vault:
        plan = await ChatImport(vault, lambda: "Chats", ignore_imported_chats).plan(write_export(tmp_path))
        importer = SlowImporter(plan)
        scene = Scene(importer, tmp_path)
        await scene.choose_folder()
        scene.dialog.done_button.click()
        await until(lambda: scene.dialog.progress_label.text() == "1 of 2 written")
        assert (scene.dialog.cancel.text(), scene.dialog.bar.value()) == ("Stop", 1)
        QTest.keyClick(scene.dialog, Qt.Key.Key_Escape)

        assert await scene.result == ImportDialog.DialogCode.Accepted
        assert importer.stopped.is_set()
        assert scene.dialog.outcome is not None
        assert scene.dialog.outcome.stopped


@on_qt_loop
async def test_chats_that_could_not_be_written_are_reported_before_closing(tmp_path: Path) -> None:
    async with open_vault(tmp_path) as vault:
        folder = write_export(tmp_path)
        scene = Scene(ChatImport(vault, lambda: "Chats", ignore_imported_chats), folder)
        await scene.choose_folder()
        (folder / "gemini-scribe.md").unlink()
        scene.dialog.done_button.click()
        await until(lambda: scene.dialog.step == "report")

        assert scene.dialog.headline.text() == "1 chat was imported."
        assert "gemini-scribe.md: It no longer exists." in scene.dialog.summary.text()
        scene.dialog.done_button.click()
        assert await scene.result == ImportDialog.DialogCode.Accepted

"""Tests of ui/vault_pages/import_dialog.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
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
from vaultdesk.ui import bridge
from vaultdesk.ui.vault_pages import import_dialog
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

# What came of an import, in words.


@pytest.mark.parametrize(
    ("count", "stopped", "words"),
    [
        (1, False, "1 chat was imported."),
        (1200, False, "1,200 chats were imported."),
        (2, True, "2 chats were imported. The others were not."),
    ],
)
def test_the_sentence_counts_what_was_written(count: int, stopped: bool, words: str) -> None:
    assert import_result_text(ImportOutcome((NEW,) * count, "group", stopped=stopped)) == words


# What can be imported.


def test_each_program_is_named() -> None:
    card = SourceCard()
    words = " ".join(label.text() for label in card.findChildren(PlainLabel))

    assert all(name.removesuffix(" export") in words for name in FORMATS.values())


# Choosing what is imported.


@pytest.mark.parametrize("folder", [False, True])
@on_qt_loop
async def test_what_was_chosen_is_returned_and_nothing_where_it_was_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: bool
) -> None:
    (tmp_path / "export.zip").touch()
    wanted = tmp_path if folder else tmp_path / "export.zip"
    seen: list[QFileDialog.FileMode] = []
    answers = [QFileDialog.DialogCode.Accepted, QFileDialog.DialogCode.Rejected]

    async def answer(dialog: QFileDialog) -> int:
        seen.append(dialog.fileMode())
        dialog.setDirectory(str(wanted.parent))
        dialog.selectFile(str(wanted))
        return int(answers.pop(0))

    monkeypatch.setattr(import_dialog, "ask", answer)
    window = QWidget()

    assert await chosen_source(window, folder=folder) == wanted
    assert await chosen_source(window, folder=folder) is None
    mode = QFileDialog.FileMode.Directory if folder else QFileDialog.FileMode.ExistingFile
    assert seen == [mode, mode]


# Rows of an import plan.

TODAY = date(2026, 11, 20)
NEW = PlannedChat(
    1, "copilot", "copilot:1", "a.md", "Which pump?", datetime(2026, 8, 22, 9, tzinfo=UTC), 4, "Chats/Which pump.md"
)
KNOWN = replace(NEW, number=2, existing_path="Chats/Old.md", messages=1, remarks=("A picture was left.",))
TWICE = replace(NEW, number=3, duplicate=True)
BRANCH = replace(NEW, number=4, branch_of="copilot:1", title="Evil\u202e \x1b[31m")


def planned(*chats: PlannedChat) -> PlannedChecklist:
    shown = PlannedChecklist(chats or (NEW, KNOWN, TWICE, BRANCH), TODAY)
    shown.resize(500, 300)
    shown.show()
    return shown


def test_a_row_says_what_it_is_and_whether_it_is_there_already() -> None:
    shown = planned()
    model = shown.list.row_model
    rows = shown.list.rows()

    assert [(row.text, row.right_below) for row in rows] == [
        ("Obsidian Copilot · 4 messages", ""),
        ("Obsidian Copilot · 1 message · A picture was left.", "Already in the vault"),
        ("Obsidian Copilot · 4 messages", "Duplicate in this import"),
        ("Obsidian Copilot · 4 messages", "Branch"),
    ]
    assert (rows[0].title, rows[0].right) == ("Which pump?", "22 Aug")
    assert "\x1b" not in str(model.index(3).data(Qt.ItemDataRole.AccessibleTextRole))
    assert "Chats/Old.md" in str(model.index(1).data(Qt.ItemDataRole.ToolTipRole))


def tick(shown: PlannedChecklist, row: int, state: Qt.CheckState) -> None:
    model = shown.list.row_model
    model.setData(model.index(row), state, Qt.ItemDataRole.CheckStateRole)


def test_what_is_new_is_ticked_and_the_rest_only_one_by_one() -> None:
    shown = planned()
    heard: list[frozenset[int]] = []
    shown.ticks_changed.connect(lambda: heard.append(shown.ticked()))
    shown.tick_all(False)
    shown.tick_all(True)
    tick(shown, 1, Qt.CheckState.Checked)
    tick(shown, 0, Qt.CheckState.Unchecked)

    assert heard == [frozenset(), frozenset({1, 4}), frozenset({1, 2, 4}), frozenset({2, 4})]


# The checklist of an import.


def checklist() -> PlannedChecklist:
    return planned(NEW, KNOWN, replace(NEW, number=3))


def test_the_count_and_the_tick_over_all_follow_the_ticks() -> None:
    shown = checklist()
    told = [(shown.head.count.text(), shown.head.tick.checkState())]
    tick(shown, 0, Qt.CheckState.Unchecked)
    told.append((shown.head.count.text(), shown.head.tick.checkState()))
    shown.head.tick.click()
    told.append((shown.head.count.text(), shown.head.tick.checkState()))
    shown.head.tick.click()
    told.append((shown.head.count.text(), shown.head.tick.checkState()))

    assert told == [
        ("2 of 3 chats", Qt.CheckState.Checked),
        ("1 of 3 chats", Qt.CheckState.PartiallyChecked),
        ("2 of 3 chats", Qt.CheckState.Checked),
        ("0 of 3 chats", Qt.CheckState.Unchecked),
    ]


def test_select_all_and_deselect_all_do_what_they_say() -> None:
    shown = checklist()
    everything, nothing = shown.findChildren(LinkButton)
    nothing.click()
    assert shown.ticked() == frozenset()
    everything.click()
    assert shown.ticked() == {1, 3}


def test_space_ticks_the_row_under_the_cursor() -> None:
    shown = checklist()
    shown.list.setFocus()
    shown.list.setCurrentIndex(shown.list.row_model.index(1))
    QTest.keyClick(shown.list, Qt.Key.Key_Space)

    assert shown.ticked() == {1, 2, 3}


def test_everything_in_it_has_a_name_for_a_screen_reader() -> None:
    shown = checklist()

    assert all(widget.accessibleName() for widget in (shown.head.tick, shown.list))
    assert all(isinstance(widget, QWidget) and widget.text() for widget in shown.findChildren(LinkButton))


# The import dialog: from what is chosen to what was written.


async def nobody() -> None:
    """Show chats to nobody."""


def source(folder: Path) -> Path:
    made = folder / "in"
    made.mkdir()
    for name in ("copilot-quick.md", "gemini-scribe.md"):
        (made / name).write_text(fixture(name), encoding="utf-8")
    return made


class Scene:
    """A dialog over a window, with a person who chooses *chosen*."""

    def __init__(self, importer: Importer, chosen: Path | None) -> None:
        self.window = QMainWindow()
        self.window.resize(1000, 700)
        self.window.show()
        self.asked: list[bool] = []
        self.chosen = chosen
        self.dialog = ImportDialog(importer, "Chats", self.window, self._choose)
        self.ended = bridge.start(bridge.ask(self.dialog), self.window)

    async def _choose(self, _parent: QWidget, *, folder: bool) -> Path | None:
        self.asked.append(folder)
        return self.chosen

    async def choose_folder(self) -> None:
        self.dialog.choose_folder.click()
        await until(lambda: self.dialog.step in ("review", "choose") and self.asked)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Vault]:
    (folder / "vault").mkdir()
    async with Vault(folder / "vault", watch=False, data_folder=folder / "place") as vault:
        yield vault


class Slow:
    """An importer that writes until it is stopped."""

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


class Endless(Slow):
    """An importer that never comes to the end of what it reads."""

    def __init__(self) -> None:
        super().__init__(ImportPlan(Path(), "auto", "Chats", ()))
        self.ended = False

    async def plan(self, path: Path) -> ImportPlan:
        self.progress.publish(ImportProgress("reading", 7))
        try:
            await asyncio.Event().wait()
        finally:
            self.ended = True
        return self._plan


@on_qt_loop
async def test_what_is_ticked_becomes_notes(tmp_path: Path) -> None:
    async with opened(tmp_path) as vault:
        scene = Scene(ChatImport(vault, lambda: "Chats", nobody), source(tmp_path))
        await scene.choose_folder()
        dialog = scene.dialog
        assert dialog.done_button.text() == "Import 2 Chats"
        assert dialog.checklist is not None
        tick(dialog.checklist, 0, Qt.CheckState.Unchecked)
        assert dialog.done_button.text() == "Import 1 Chat"
        dialog.done_button.click()

        assert await scene.ended == ImportDialog.DialogCode.Accepted
        assert dialog.outcome is not None
        assert [chat.title for chat in dialog.outcome.written] == ["The garden in spring"]
        assert [file.name for file in (vault.root / "Chats").iterdir()] == ["The garden in spring.md"]


@on_qt_loop
async def test_nothing_ticked_cannot_be_imported_and_cancel_writes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as vault:
        scene = Scene(ChatImport(vault, lambda: "Chats", nobody), source(tmp_path))
        await scene.choose_folder()
        assert scene.dialog.checklist is not None
        scene.dialog.checklist.tick_all(False)
        assert not scene.dialog.done_button.isEnabled()
        assert scene.dialog.done_button.toolTip() == "No chat is ticked."
        QTest.keyClick(scene.dialog, Qt.Key.Key_Escape)

        assert await scene.ended == ImportDialog.DialogCode.Rejected
        assert scene.dialog.outcome is None
        assert not (vault.root / "Chats").exists()


@on_qt_loop
async def test_what_cannot_be_read_is_said_and_something_else_can_be_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path) as vault:
        (tmp_path / "empty").mkdir()
        scene = Scene(ChatImport(vault, lambda: "Chats", nobody), tmp_path / "empty")
        await scene.choose_folder()
        await until(lambda: scene.dialog.problem.isVisible())
        assert "empty contains no chats" in scene.dialog.problem.text()
        scene.chosen = source(tmp_path)
        scene.dialog.done_button.click()
        await until(lambda: scene.dialog.step == "review")

        assert scene.asked == [True, False]
        assert not scene.dialog.problem.isVisible()
        scene.dialog.reject()


@on_qt_loop
async def test_a_part_that_is_broken_is_told_above_the_list(tmp_path: Path) -> None:
    async with opened(tmp_path) as vault:
        folder = source(tmp_path)
        (folder / "conversations.json").write_text('[{"mapping": {')
        scene = Scene(ChatImport(vault, lambda: "Chats", nobody), folder)
        await scene.choose_folder()

        assert scene.dialog.summary.isVisible()
        assert scene.dialog.summary.text().splitlines()[0] == "1 could not be read."
        assert scene.dialog.summary.text().count("conversations.json") == 1
        scene.dialog.reject()


@on_qt_loop
async def test_cancel_ends_the_reading(tmp_path: Path) -> None:
    importer = Endless()
    scene = Scene(importer, tmp_path)
    scene.dialog.choose_folder.click()
    await until(lambda: scene.dialog.progress_label.text() == "7 chats found so far…")
    scene.dialog.cancel.click()

    assert await scene.ended == ImportDialog.DialogCode.Rejected
    await until(lambda: importer.ended)


@on_qt_loop
async def test_stop_ends_the_writing_and_says_what_is_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as vault:
        plan = await ChatImport(vault, lambda: "Chats", nobody).plan(source(tmp_path))
        importer = Slow(plan)
        scene = Scene(importer, tmp_path)
        await scene.choose_folder()
        scene.dialog.done_button.click()
        await until(lambda: scene.dialog.progress_label.text() == "1 of 2 written")
        assert (scene.dialog.cancel.text(), scene.dialog.bar.value()) == ("Stop", 1)
        QTest.keyClick(scene.dialog, Qt.Key.Key_Escape)

        assert await scene.ended == ImportDialog.DialogCode.Accepted
        assert importer.stopped.is_set()
        assert scene.dialog.outcome is not None
        assert scene.dialog.outcome.stopped


@on_qt_loop
async def test_what_could_not_be_written_is_told_before_the_dialog_closes(tmp_path: Path) -> None:
    async with opened(tmp_path) as vault:
        folder = source(tmp_path)
        scene = Scene(ChatImport(vault, lambda: "Chats", nobody), folder)
        await scene.choose_folder()
        (folder / "gemini-scribe.md").unlink()
        scene.dialog.done_button.click()
        await until(lambda: scene.dialog.step == "report")

        assert scene.dialog.headline.text() == "1 chat was imported."
        assert "gemini-scribe.md: It no longer exists." in scene.dialog.summary.text()
        scene.dialog.done_button.click()
        assert await scene.ended == ImportDialog.DialogCode.Accepted

"""The import dialog: from what is chosen to what was written."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow, QWidget

from tests.chat.importers.drawing import fixture
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.feed import Feed
from vaultdesk.ui import bridge
from vaultdesk.ui.importing.import_dialog import ImportDialog, Importer
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chat_import import ChatImport
from vaultdesk.workspace.import_plan import ImportOutcome, ImportPlan, ImportProgress


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
        await until(lambda: self.dialog.step in ("look", "choose") and self.asked)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Vault]:
    (folder / "vault").mkdir()
    async with Vault(folder / "vault", watch=False, place=folder / "place") as vault:
        yield vault


class Slow:
    """An importer that writes until it is stopped."""

    def __init__(self, plan: ImportPlan) -> None:
        self.progress: Feed[ImportProgress] = Feed()
        self.stopped = asyncio.Event()
        self._plan = plan

    async def plan(self, path: Path) -> ImportPlan:
        return self._plan

    async def carry_out(self, plan: ImportPlan, chosen: frozenset[int]) -> ImportOutcome:
        self.progress.publish(ImportProgress("writing", 1, len(chosen)))
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
        dialog.checklist.model.setData(
            dialog.checklist.model.index(0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole
        )
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
        scene.dialog.checklist.model.tick_all(False)
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
        assert "empty holds no chats" in scene.dialog.problem.text()
        scene.chosen = source(tmp_path)
        scene.dialog.done_button.click()
        await until(lambda: scene.dialog.step == "look")

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

        assert scene.dialog.told.isVisible()
        assert scene.dialog.told.text().splitlines()[0] == "1 could not be read."
        assert scene.dialog.told.text().count("conversations.json") == 1
        scene.dialog.reject()


@on_qt_loop
async def test_cancel_ends_the_reading(tmp_path: Path) -> None:
    importer = Endless()
    scene = Scene(importer, tmp_path)
    scene.dialog.choose_folder.click()
    await until(lambda: scene.dialog.doing.text() == "7 chats found so far…")
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
        await until(lambda: scene.dialog.doing.text() == "1 of 2 written")
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
        await until(lambda: scene.dialog.step == "told")

        assert scene.dialog.headline.text() == "1 chat was imported."
        assert "gemini-scribe.md: It is not there any more." in scene.dialog.told.text()
        scene.dialog.done_button.click()
        assert await scene.ended == ImportDialog.DialogCode.Accepted

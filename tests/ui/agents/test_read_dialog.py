"""Read dialog: the whole text as plain text, Not Now first, and a yes for what is shown alone."""

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import is_open, rewrite, shown
from tests.ui.agents.instructed import instructed
from vaultdesk.ui.agents.read_dialog import ReadDialog, read_and_accept
from vaultdesk.ui.agents.readings import of_instructions

PATH = "AGENTS.md"


def window() -> QWidget:
    made = QWidget()
    made.resize(900, 700)
    made.show()
    return made


@on_qt_loop
async def test_it_shows_every_letter_as_it_stands_and_enter_refuses(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (_workspace, shelf):
        over = window()
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
            asking = asyncio.ensure_future(read_and_accept(of_instructions(shelf), PATH, over))
            await until(lambda: is_open(ReadDialog))
            dialog = shown(ReadDialog)
            await until(dialog.isActiveWindow)
            assert dialog.box.toPlainText() == "Answer in short sentences.\n<b>Be kind.</b>\n"
            assert len(dialog.card.sentences()) == 3
            QTest.keyClick(dialog, key)
            assert not await asking
        assert shelf.list()[0].standing == "new"


@on_qt_loop
async def test_accepting_is_for_the_text_that_is_shown(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, shelf):
        readings = of_instructions(shelf)
        over = window()
        dialog = ReadDialog(readings, await readings.look(PATH), over, wait=0)
        dialog.open()
        await rewrite(workspace, PATH, "Answer in short sentences.\n<b>Be kind.</b>", "Say nothing.")
        await until(lambda: dialog.box.toPlainText() == "Say nothing.\n")
        assert dialog.news.isVisible()
        await until(lambda: dialog.arming.armed)
        QTest.mouseClick(dialog.done_button, Qt.MouseButton.LeftButton)
        await until(lambda: dialog.result() == ReadDialog.DialogCode.Accepted)
        assert shelf.list()[0].standing == "accepted"


@on_qt_loop
async def test_what_cannot_be_used_cannot_be_accepted(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (_workspace, shelf):
        readings = of_instructions(shelf)
        over = window()
        dialog = ReadDialog(readings, await readings.look("Assistant/Skills/mute/SKILL.md"), over, wait=0)
        dialog.open()
        assert not dialog.done_button.isVisible()
        assert "no description" in dialog.problem.text()
        dialog.reject()

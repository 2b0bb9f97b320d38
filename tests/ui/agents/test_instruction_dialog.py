"""Tests of ui/agents/instruction_dialog.py."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import is_open, rewrite, shown
from tests.ui.agents.instructed import instructed
from vaultdesk.core.errors import UsageError
from vaultdesk.ui.agents.instruction_dialog import (
    InstructionDialog,
    instruction_source,
    project_source,
    read_and_accept,
)

# Read dialog: the whole text as plain text, Not Now first, and a yes for what is shown alone.

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
            asking = asyncio.ensure_future(read_and_accept(instruction_source(shelf), PATH, over))
            await until(lambda: is_open(InstructionDialog))
            dialog = shown(InstructionDialog)
            await until(dialog.isActiveWindow)
            assert dialog.box.toPlainText() == "Answer in short sentences.\n<b>Be kind.</b>\n"
            assert len(dialog.card.sentences()) == 3
            QTest.keyClick(dialog, key)
            assert not await asking
        assert shelf.list()[0].status == "new"


@on_qt_loop
async def test_accepting_is_for_the_text_that_is_shown(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, shelf):
        readings = instruction_source(shelf)
        over = window()
        dialog = InstructionDialog(readings, await readings.load(PATH), over, wait=0)
        dialog.open()
        await rewrite(workspace, PATH, "Answer in short sentences.\n<b>Be kind.</b>", "Say nothing.")
        await until(lambda: dialog.box.toPlainText() == "Say nothing.\n")
        assert dialog.change_banner.isVisible()
        await until(lambda: dialog.arming.armed)
        QTest.mouseClick(dialog.done_button, Qt.MouseButton.LeftButton)
        await until(lambda: dialog.result() == InstructionDialog.DialogCode.Accepted)
        assert shelf.list()[0].status == "accepted"


@on_qt_loop
async def test_what_cannot_be_used_cannot_be_accepted(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (_workspace, shelf):
        readings = instruction_source(shelf)
        over = window()
        dialog = InstructionDialog(readings, await readings.load("Assistant/Skills/mute/SKILL.md"), over, wait=0)
        dialog.open()
        assert not dialog.done_button.isVisible()
        assert "no description" in dialog.problem.text()
        dialog.reject()


# Readings.


@on_qt_loop
async def test_instructions_are_read_whole_and_accepted_by_their_bytes(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (_workspace, shelf):
        readings = instruction_source(shelf)
        reading = await readings.load("AGENTS.md")
        assert reading.text == "Answer in short sentences.\n<b>Be kind.</b>\n"
        assert reading.headline == "Use this vault’s instructions for assistants?"
        assert reading.digest == readings.newest("AGENTS.md")
        await readings.accept(reading.path, reading.digest)
        assert next(one for one in shelf.list() if one.path == "AGENTS.md").status == "accepted"
        with pytest.raises(UsageError, match=r"There is no gone\.md any more"):
            await readings.load("gone.md")
        assert readings.newest("gone.md") == ""


@on_qt_loop
async def test_a_skill_says_what_it_is_called_and_why_it_cannot_be_offered(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (_workspace, shelf):
        readings = instruction_source(shelf)
        reading = await readings.load("Assistant/Skills/letters/SKILL.md")
        assert reading.headline == "Offer the skill “Letters” to assistants?"
        assert reading.problem == ""
        assert "no description" in (await readings.load("Assistant/Skills/mute/SKILL.md")).problem


@on_qt_loop
async def test_a_project_is_read_with_what_it_comes_to(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, _shelf):
        await workspace.projects.refresh()
        readings = project_source(workspace.projects)
        reading = await readings.load("Assistant/Projects/House.md")
        assert reading.headline == "Work in the project “House”?"
        assert reading.sentences[0].startswith("It is about Projects")
        assert reading.text.strip() == "Know the house."
        await readings.accept(reading.path, readings.newest(reading.path))
        assert workspace.projects.list()[0].is_usable

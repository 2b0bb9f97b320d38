"""Tests of readings.py."""

from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.ui.agents.instructed import instructed
from vaultdesk.core.errors import UsageError
from vaultdesk.ui.agents.readings import of_instructions, of_projects


@on_qt_loop
async def test_instructions_are_read_whole_and_accepted_by_their_bytes(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (_workspace, shelf):
        readings = of_instructions(shelf)
        reading = await readings.look("AGENTS.md")
        assert reading.text == "Answer in short sentences.\n<b>Be kind.</b>\n"
        assert reading.headline == "Use this vault’s instructions for assistants?"
        assert reading.digest == readings.newest("AGENTS.md")
        await readings.accept(reading.path, reading.digest)
        assert next(one for one in shelf.list() if one.path == "AGENTS.md").standing == "accepted"
        with pytest.raises(UsageError, match=r"There is no gone\.md any more"):
            await readings.look("gone.md")
        assert readings.newest("gone.md") == ""


@on_qt_loop
async def test_a_skill_says_what_it_is_called_and_why_it_cannot_be_offered(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (_workspace, shelf):
        readings = of_instructions(shelf)
        reading = await readings.look("Assistant/Skills/letters/SKILL.md")
        assert reading.headline == "Offer the skill “Letters” to assistants?"
        assert reading.problem == ""
        assert "no description" in (await readings.look("Assistant/Skills/mute/SKILL.md")).problem


@on_qt_loop
async def test_a_project_is_read_with_what_it_comes_to(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, _shelf):
        await workspace.projects.refresh()
        readings = of_projects(workspace.projects)
        reading = await readings.look("Assistant/Projects/House.md")
        assert reading.headline == "Work in the project “House”?"
        assert reading.sentences[0].startswith("It is about Projects")
        assert reading.text.strip() == "Know the house."
        await readings.accept(reading.path, readings.newest(reading.path))
        assert workspace.projects.list()[0].usable

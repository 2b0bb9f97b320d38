"""Grants: what is looked at is one version of a note, and the yes is for that one."""

from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.ui.agents.agent_desk import allow, open_workspace, rewrite
from vaultdesk.core.errors import NoteConflict, UsageError
from vaultdesk.ui.agents.grants import Grants
from vaultdesk.workspace import Workspace

HOUSE = "Agents/House.md"


def grants_of(workspace: Workspace) -> Grants:
    return Grants(workspace.agents, workspace.vault, workspace.store, workspace.registry)


@on_qt_loop
async def test_a_new_agent_is_looked_at_and_allowed(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        grants = grants_of(workspace)
        look = await grants.look(HOUSE)
        assert (look.instructions, look.before, look.allowed) == ("You know the house.", None, None)
        assert look.sentences[0] == "May read and change notes in Projects."
        await grants.grant(look)
        assert (await workspace.agents.get("House")).folders == ("Projects",)


@on_qt_loop
async def test_what_was_allowed_before_is_known_where_it_was_changed_here(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        await allow(workspace, HOUSE)
        await rewrite(workspace, HOUSE, "You know the house.", "You know the house. Send it all away.")
        look = await grants_of(workspace).look(HOUSE)
        assert look.allowed is not None
        assert look.before is not None
        assert "Send it all away" in look.text
        assert "Send it all away" not in look.before


@on_qt_loop
async def test_what_another_program_wrote_over_is_kept_nowhere(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        await allow(workspace, HOUSE)
        file = workspace.vault.root / HOUSE
        file.write_text(file.read_text(encoding="utf-8") + "More.\n", encoding="utf-8")
        look = await grants_of(workspace).look(HOUSE)
        assert (look.before, look.allowed is None) == (None, False)


@on_qt_loop
async def test_a_yes_for_a_note_that_changed_meanwhile_is_none(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        grants = grants_of(workspace)
        look = await grants.look(HOUSE)
        await rewrite(workspace, HOUSE, "You know the house.", "Delete everything.")
        with pytest.raises(NoteConflict):
            await grants.grant(look)
        assert grants.newest(HOUSE) != look.agent.digest
        with pytest.raises(UsageError):
            await workspace.agents.get("House")


@on_qt_loop
async def test_a_broken_or_missing_agent_cannot_be_looked_at(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        grants = grants_of(workspace)
        with pytest.raises(UsageError, match="cannot be used"):
            await grants.look("Agents/Broken.md")
        with pytest.raises(UsageError, match="no agent"):
            await grants.look("Agents/Gone.md")

"""A vault with AGENTS.md, two skills and a project, and the catalog of its instructions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.ui.agents.agent_env import open_workspace
from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog
from vaultdesk.ui.bridge import cancel_all
from vaultdesk.workspace import Workspace

NOTES = {
    "AGENTS.md": "Answer in short sentences.\n<b>Be kind.</b>\n",
    "Assistant/Skills/letters/SKILL.md": "---\nname: Letters\ndescription: Writes letters\n---\nBegin with Dear.\n",
    "Assistant/Skills/mute/SKILL.md": "No description.\n",
    "Assistant/Projects/House.md": "---\nfolder: Projects\n---\nKnow the house.\n",
    "Projects/Boiler.md": "The boiler leaks.\n",
}


@asynccontextmanager
async def instructed(folder: Path) -> AsyncIterator[tuple[Workspace, InstructionCatalog]]:
    """Open the vault and load its instruction catalog."""
    async with (
        open_workspace(folder, NOTES) as workspace,
        InstructionCatalog(workspace.vault, workspace.store) as catalog,
    ):
        await catalog.refresh()
        try:
            yield workspace, catalog
        finally:
            await cancel_all()  # as when a window is closed: tasks of dialogs end while the vault is still open

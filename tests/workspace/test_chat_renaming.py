"""ChatRenaming: a note gets the name of its title, and links to it follow."""

from pathlib import Path

import pytest

from tests.workspace.chat_scene import open_chats
from vaultdesk.core.errors import NoteNotFound
from vaultdesk.workspace.chat_renaming import rename_chat


async def test_the_note_the_links_and_the_journal_agree(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        searcher = scene.chats._places.searcher
        assert await rename_chat(scene.vault, searcher, "Budget.md", "What it costs?") == "What it costs.md"
        assert "[[What it costs]]" in scene.text("Boiler.md")
        assert len({entry.group for entry in scene.vault.journal.changes(9)}) == 1
        assert await rename_chat(scene.vault, searcher, "What it costs.md", "What it costs") == "What it costs.md"
        assert await rename_chat(scene.vault, searcher, "What it costs.md", "Boiler") == "Boiler 2.md"
        with pytest.raises(NoteNotFound):
            await rename_chat(scene.vault, searcher, "Budget.md", "Gone")

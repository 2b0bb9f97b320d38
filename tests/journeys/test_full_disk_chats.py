"""Chats on a full disk: a failed save is reported and the chat continues; with free space all of it is saved."""

import sys
from pathlib import Path

import pytest

from tests.journeys.test_full_disk import mount_namespace_command, on_full_disk

pytestmark = pytest.mark.skipif(
    mount_namespace_command() is None, reason="a small disk can only be mounted on some Linux systems"
)

TALK = """
import asyncio, sys
from pathlib import Path
from tests.workspace.chat_scene import begin, finish, stream
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import read_chat
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chats import ChatServices as ChatPlaces
from vaultdesk.workspace.chats import Chats

root, elsewhere, filler = (Path(word) for word in sys.argv[1:4])

async def talk():
    index, store = Index(elsewhere / "index.sqlite"), SettingsStore(elsewhere / "settings.toml")
    async with Vault(root, watch=False, data_folder=elsewhere) as vault, Indexer(vault, index) as indexer:
        async with Searcher(index) as searcher, Chats(ChatPlaces(vault, searcher, indexer, store)) as chats:
            chats.set_save_mode("keep")
            autosave = chats.autosave(Conversation())
            begin(autosave, "Hello there")
            stream(autosave, "Half an answer " * 500)
            await autosave.flush()
            print(autosave.problem)
            print(list(root.glob("Chats/*")))
            with filler.open("r+b") as file:
                file.truncate(0)
            finish(autosave, "A whole answer")
            await autosave.flush()
            print(autosave.problem or "all is well")
    text = (root / "Chats/Hello there.md").read_text(encoding="utf-8")
    print([(message.role, message.text, message.cut) for message in read_chat(text).conversation.messages])

asyncio.run(talk())
"""


def test_a_chat_stays_in_memory_until_the_disk_has_space(tmp_path: Path) -> None:
    disk, elsewhere = tmp_path / "disk", tmp_path / "elsewhere"
    elsewhere.mkdir()
    ran = on_full_disk(tmp_path, sys.executable, "-c", TALK, disk / "vault", elsewhere, disk / "filler")
    assert (ran.code, ran.err) == (0, "")
    problem, chat_notes, later_problem, messages = ran.out.splitlines()
    assert "the disk is full" in problem
    assert chat_notes == "[]"
    assert later_problem == "all is well"
    assert messages == "[('user', 'Hello there', False), ('assistant', 'A whole answer', False)]"

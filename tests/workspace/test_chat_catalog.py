"""Tests of workspace/chat_catalog.py: all chats of the vault, from the index and the files."""

import os
from pathlib import Path

from tests.support.written_chat import write_chat
from tests.workspace.chat_scene import open_chats
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import user_message
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.workspace.chat_catalog import ChatList


def chat(title: str, *, pinned: bool = False) -> str:
    conversation = Conversation(title=title, pinned=pinned)
    conversation.append(user_message(f"About {title}"))
    return write_chat(conversation)


async def test_chats_in_any_folder_are_found_and_follow_the_index(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        for number, (path, text) in enumerate(
            {"Chats/a.md": chat("A"), "b.md": chat("B", pinned=True), "Deep/er/c.md": chat("C"), "no.md": "x"}.items()
        ):
            (scene.root / path).parent.mkdir(parents=True, exist_ok=True)
            (scene.root / path).write_text(text, encoding="utf-8")
            os.utime(scene.root / path, (1_000_000 + number, 1_000_000 + number))
        await scene.indexer.rescan()
        async with Searcher(scene.indexer._index) as searcher:
            catalog = ChatList(scene.chats._note_access, searcher)
            assert catalog.entries() == ()
            assert await catalog.refresh()
            assert not await catalog.refresh()
            assert [entry.title for entry in catalog.entries()] == ["B", "C", "A"]
            assert "b.md" in catalog
            assert catalog.get("no.md") is None
            (scene.root / "b.md").write_text("no chat any more", encoding="utf-8")
            (scene.root / "Chats/a.md").write_text(chat("A, renamed"), encoding="utf-8")
            await scene.indexer.rescan()
            assert await catalog.update_paths(["b.md", "Chats/a.md", "no.md"], ["Deep/er/c.md"])
            assert [entry.title for entry in catalog.entries()] == ["A, renamed"]
            catalog.forget("Chats/a.md")
            assert catalog.entries() == ()


async def test_a_file_is_read_before_it_is_indexed(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        (scene.root / "new.md").write_text("\ufeff" + chat("New").replace("\n", "\r\n"), encoding="utf-8", newline="")
        catalog = ChatList(scene.chats._note_access, scene.chats._services.searcher)
        assert await catalog.reread("new.md", "nowhere.md", "../outside.md")
        assert [(entry.title, entry.preview) for entry in catalog.entries()] == [("New", "About New")]
        assert not await catalog.reread("new.md")

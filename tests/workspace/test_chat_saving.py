"""ChatSaving: every keeper that asks is served, and the list is as the vault is."""

import asyncio
from pathlib import Path

import pytest

from tests.workspace.chat_scene import begin, finish, open_chats
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import NoteConflict


async def test_many_chats_at_once_are_all_saved(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        for number in range(12):
            keeper = scene.chats.keeper(Conversation())
            begin(keeper, f"Question {number}")
            finish(keeper, f"Answer {number}")
    assert {file.stem for file in (scene.root / "Chats").iterdir()} == {f"Question {number}" for number in range(12)}


async def test_a_conversation_has_one_keeper_and_a_path_too(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        conversation = Conversation()
        keeper = scene.chats.keeper(conversation)
        assert scene.chats.keeper(conversation) is keeper
        begin(keeper, "Hello")
        await keeper.settle()
        assert scene.chats._saving.at("Chats/Hello.md") is keeper
        assert scene.chats._saving.at("Chats/Other.md") is None


async def test_a_chat_that_another_program_wrote_comes_into_the_list(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        with scene.chats.changes.subscribe() as told:
            (scene.root / "Theirs.md").write_text("---\nvaultdesk-chat: 1\n---\n\n## You\n\nHi\n", encoding="utf-8")
            while not scene.chats.entries():
                await anext(told)
        assert [(entry.path, entry.preview) for entry in scene.chats.entries()] == [("Theirs.md", "Hi")]


async def test_without_the_persons_wish_nothing_is_written_and_nothing_forgotten(tmp_path: Path) -> None:
    async with open_chats(tmp_path, keep="off") as scene:
        keeper = scene.chats.keeper(Conversation())
        begin(keeper, "Hello")
        await keeper.settle()
        assert not (scene.root / "Chats").exists()
        scene.chats.set_keeping("keep")
        await keeper.settle()
        assert scene.said("Chats/Hello.md") == [("user", "Hello", False)]


async def test_nobody_waits_for_a_save_once_the_vault_is_closed(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        keeper = scene.chats.keeper(Conversation())
        begin(keeper, "Hello")
    begin(keeper, "Too late")
    await asyncio.wait_for(keeper.settle(), 5)
    assert [text for _, text, _ in scene.said("Chats/Hello.md")] == ["Hello"]


async def test_only_a_chat_is_deleted_as_one(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        with pytest.raises(NoteConflict, match="no chat"):
            await scene.chats.delete("Boiler.md")
        assert (scene.root / "Boiler.md").is_file()


async def test_a_chat_that_is_opened_twice_at_once_is_one(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        (scene.root / "Chat.md").write_text("---\nvaultdesk-chat: 1\n---\n\n## You\n\nHi\n", encoding="utf-8")
        one, other = await asyncio.gather(scene.chats.open("Chat.md"), scene.chats.open("Chat.md"))
        assert one is other

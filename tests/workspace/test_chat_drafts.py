"""ChatDrafts: what is typed is there at once and on the disk soon."""

import asyncio
from pathlib import Path

from tests.workspace.chat_scene import open_chats
from vaultdesk.core.json_store import JsonStore
from vaultdesk.workspace.chat_desk import ChatDesk
from vaultdesk.workspace.chat_drafts import LONGEST, ChatDrafts


async def test_drafts_are_written_when_somebody_stops_typing(tmp_path: Path) -> None:
    file = tmp_path / "drafts.json"
    async with open_chats(tmp_path) as scene:
        desk = ChatDesk(scene.vault, lambda: "", lambda: True)
        drafts = ChatDrafts(JsonStore(file), desk)
        await drafts.load()
        drafts.set("a", "one")
        drafts.set("a", "one two")
        drafts.set("b", "x" * (LONGEST + 5))
        assert drafts.get("a") == "one two"
        assert not file.exists()
        drafts._write()
        await drafts.save()
        assert JsonStore(file).get("a") == "one two"
        assert len(str(JsonStore(file).get("b"))) == LONGEST
        drafts.set("a", "")
        await drafts.save()
        assert JsonStore(file).get("a") is None
        assert drafts.get("a") == ""
        desk.close()


async def test_nothing_is_written_where_nothing_was_typed(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        assert scene.chats.draft("a") == ""
        scene.chats.set_draft("a", "")
        await asyncio.sleep(0)
    assert not list(tmp_path.glob("**/drafts.json"))

"""Own chat: what was just asked is no finding of its own search; other chats are."""

from pathlib import Path

from tests.tools.vault_scene import data, vault_scene
from vaultdesk.tools.finding import SearchNotes
from vaultdesk.tools.search import VaultSearch
from vaultdesk.tools.tool import View

NOTES = {
    "Chats/Now.md": "---\nvaultdesk-chat: 1\nid: chat_1\n---\nWhat of the boiler?\n",
    "Chats/Before.md": "---\nvaultdesk-chat: 1\nid: chat_0\n---\nThe boiler again.\n",
    "Boiler.md": "The boiler is old.\n",
}
NOW = View(chat="chat_1")


async def test_a_search_finds_every_note_but_the_chat_that_asks(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        letters = await data(VaultSearch(scene.searcher), NOW, query="boiler")
        words = await data(SearchNotes(scene.searcher), NOW, query="boiler")
        whole = await data(VaultSearch(scene.searcher), query="boiler")

    assert [hit["path"] for hit in letters] == ["Boiler.md", "Chats/Before.md"]
    assert sorted(hit["path"] for hit in words["results"]) == ["Boiler.md", "Chats/Before.md"]
    assert words["total_found"] == 2
    assert len(whole) == 3  # who is no chat finds all of them


async def test_notes_listed_by_what_is_known_of_them_are_all_listed(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        found = await data(SearchNotes(scene.searcher), NOW, folder="Chats")

    assert found["total_found"] == 2

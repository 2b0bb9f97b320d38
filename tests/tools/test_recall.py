"""The tool that recalls: chats and memories, never the vault at large."""

import asyncio
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from tests.tools.vault_scene import vault_scene
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import Message, Source, TextPart
from vaultdesk.chat.note_format import write_chat
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.tools.recall import Recall, RecallParameters
from vaultdesk.tools.tool import WHOLE, View

HEAD = '---\nvaultdesk-chat: 1\nid: {id}\ntitle: {title}\nproject: "[[{project}]]"\nsources:\n  - "[[{source}]]"\n---\n'


def chat(id: str, body: str, project: str = "", source: str = "House/Boiler") -> str:
    return HEAD.format(id=id, title=id, project=project, source=source) + body


NOTES = {
    "Chats/Heating.md": chat("chat_1", "We settled on the Nordwind heat pump.\n", "Assistant/Projects/House"),
    "Elsewhere/Garden talk.md": chat("chat_2", "The heat pump stands beside the apple tree.\n", source="Apples"),
    "Chats/2024/By ChatGPT MD.md": "__user__\n\nAbout the heat pump in the attic.\n",
    "House/Boiler.md": "The heat pump costs 18,400.\n",
    "Assistant/Memory.md": (
        "# Memory\n\n- 2026-10-01: Prefers the Nordwind heat pump\n- Has a cat\n\n%%\n- a secret cat\n%%\n"
    ),
}


async def told(folder: Path, view: View = WHOLE, **arguments: JsonValue) -> dict[str, Any]:
    async with vault_scene(folder, NOTES) as scene:
        tool = Recall(scene.vault, scene.searcher, PassageSearch(scene.searcher, None), Settings)
        async with asyncio.timeout(10):
            output = await tool.run(RecallParameters.model_validate(arguments), view)
        assert isinstance(output.data, dict)
        of_data = {one["path"] for one in (*output.data["memory"], *output.data["chats"])}  # type: ignore[index,misc] # lists
        assert {source.path for source in output.sources} == of_data
        return output.data


def paths(data: dict[str, Any]) -> set[str]:
    return {hit["path"] for hit in data["chats"]}


async def test_chats_and_memories_are_recalled_and_no_other_note(tmp_path: Path) -> None:
    data = await told(tmp_path, query="which heat pump")
    assert paths(data) == {"Chats/Heating.md", "Elsewhere/Garden talk.md", "Chats/2024/By ChatGPT MD.md"}
    assert data["chats_looked_at"] == 3
    assert [line["text"] for line in data["memory"]] == ["Prefers the Nordwind heat pump"]
    assert data["memory"][0]["date"] == "2026-10-01"


async def test_the_chat_that_asks_is_recalled_only_where_it_is_meant(tmp_path: Path) -> None:
    data = await told(tmp_path / "others", View(chat="chat_1"), query="heat pump")
    assert paths(data) == {"Elsewhere/Garden talk.md", "Chats/2024/By ChatGPT MD.md"}
    data = await told(tmp_path / "this", View(chat="chat_1"), query="settled heat pump", thisChat=True)
    assert "Chats/Heating.md" in paths(data)


async def test_recalling_by_note_and_by_project(tmp_path: Path) -> None:
    for note in ("Boiler", "House/Boiler.md", "house/boiler"):
        assert paths(await told(tmp_path / note.replace("/", "_"), query="heat pump", note=note)) == {
            "Chats/Heating.md"
        }
    data = await told(tmp_path / "project", query="heat pump", project="House")
    assert paths(data) == {"Chats/Heating.md"}
    assert data["memory"] == [], "a memory belongs to no chat"
    assert paths(await told(tmp_path / "none", query="heat pump", project="Garden")) == set()


async def test_what_is_not_seen_or_kept_back_is_not_recalled(tmp_path: Path) -> None:
    hidden = View(sees=lambda path: not path.startswith(("Chats/", "Assistant/")))
    data = await told(tmp_path / "hidden", hidden, query="heat pump cat")
    assert (paths(data), data["memory"], data["chats_looked_at"]) == ({"Elsewhere/Garden talk.md"}, [], 1)
    shown = View(shown=lambda _, text: text.replace("- a secret cat", ""))
    data = await told(tmp_path / "shown", shown, query="cat")
    assert [line["text"] for line in data["memory"]] == ["Has a cat"]


def test_the_examples_are_valid_calls() -> None:
    for example in Recall.examples:
        RecallParameters.model_validate(example)


async def test_a_chat_as_it_is_written_is_recalled_by_its_note_and_its_project(tmp_path: Path) -> None:
    conversation = Conversation(title="Heating", choices=ChatChoices(project="Assistant/Projects/House.md"))
    source = Source(path="House/Boiler.md", characters=10)
    conversation.append(Message(role="user", parts=(TextPart(text="Which heat pump?"),)))
    conversation.append(Message(role="assistant", parts=(TextPart(text="The Nordwind one.", sources=(source,)),)))
    notes = {"Chats/Written.md": write_chat(conversation), "House/Boiler.md": "The heat pump.\n"}
    for number, (narrowed, found) in enumerate(
        [({"note": "Boiler"}, True), ({"project": "House"}, True), ({"note": "Other"}, False)]
    ):
        async with vault_scene(tmp_path / str(number), notes) as scene:
            tool = Recall(scene.vault, scene.searcher, PassageSearch(scene.searcher, None), Settings)
            arguments = RecallParameters.model_validate({"query": "heat pump", **narrowed})
            data = (await tool.run(arguments, View(chat="another"))).data
            assert isinstance(data, dict)
            assert paths(data) == ({"Chats/Written.md"} if found else set())

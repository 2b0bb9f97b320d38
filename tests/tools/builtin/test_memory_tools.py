"""Tests of tools/builtin/memory_tools.py."""

import asyncio
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue, ValidationError

from tests.support.drafting import scene
from tests.support.tool_env import NO, REMOTE, YES, call, open_tool_env
from tests.support.written_chat import write_chat
from tests.tools.vault_scene import vault_scene
from vaultdesk.chat.chat_store import ChatMessageText
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import Message, Source, TextPart
from vaultdesk.core.settings.settings_schema import MemorySettings, PermissionRule
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.tools.builtin.memory_tools import (
    NEW_MEMORY_NOTE,
    UNREQUESTED_MEMORY,
    MemoryLine,
    Recall,
    RecallParameters,
    Remember,
    RememberParameters,
    add_memory,
    asked_to_remember,
    matching_memories,
    memory_line,
    read_memories,
)
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.tool import FULL_VISIBILITY, Visibility

# The memory note as text: lines are read, added and matched.

TODAY = date(2026, 11, 22)
NOTE = """\
---
tags: [me]
---
# Memory

Mine to edit.

- 2026-10-01: Ada prefers short answers
- 2026-10-02 Lives in Linz
* by hand, without a day

## Not a memory
"""


def test_every_list_item_is_a_memory() -> None:
    assert read_memories(NOTE) == (
        MemoryLine("Ada prefers short answers", "2026-10-01", 8),
        MemoryLine("Lives in Linz", "2026-10-02", 9),
        MemoryLine("by hand, without a day", "", 10),
    )


def test_a_line_is_inserted_after_the_last_memory() -> None:
    line = memory_line("Has a cat", TODAY)
    assert add_memory(NOTE, line) == NOTE.replace("a day\n", "a day\n- 2026-11-22: Has a cat\n")
    assert add_memory("", line) == f"{NEW_MEMORY_NOTE}- 2026-11-22: Has a cat\n"
    assert add_memory("Only words.", line) == "Only words.\n\n- 2026-11-22: Has a cat\n"


@given(st.lists(st.from_regex(r"[A-Za-zé][A-Za-z é,.]{0,40}", fullmatch=True), max_size=8))
def test_added_memories_are_read_back_in_order(texts: list[str]) -> None:
    texts = [text.strip() for text in texts]
    note = ""
    for text in texts:
        note = add_memory(note, memory_line(text, TODAY))
    assert [memory.text for memory in read_memories(note)] == texts


@pytest.mark.parametrize(
    "question",
    ["Remember that I like tea", "please REMEMBER: tea", "Merk dir, dass ich Tee mag", "Vergiss nicht: Tee",
     "don't forget that I like tea", "Keep in mind that I like tea", "Note that I'm vegetarian.",
     "Erinnere dich daran", "N'oublie pas le thé", "Recuerda esto", "From now on answer in German"],
)  # fmt: skip
def test_a_question_that_asks_to_remember_is_recognized(question: str) -> None:
    assert asked_to_remember(question)


@pytest.mark.parametrize(
    "question", ["", "I like tea", "Sum up my notes", "What is in Membership.md?", "Wo ist das Merkblatt?"]
)
def test_other_questions_do_not_ask_to_remember(question: str) -> None:
    assert not asked_to_remember(question)


def test_memories_are_found_by_their_words_with_the_best_first() -> None:
    memories = read_memories(NOTE)
    assert [m.text for m in matching_memories(memories, "short answers for Ada")] == ["Ada prefers short answers"]
    assert [m.text for m in matching_memories(memories, "LINZ?")] == ["Lives in Linz"]
    assert [m.text for m in matching_memories(memories, "day answer")] == [
        "by hand, without a day",
        "Ada prefers short answers",
    ]
    assert matching_memories(memories, "heat pump") == ()


# The tool `remember`: it adds a line to the memory note, with an approval unless the user requested it.

MEMORY_NOTE = "Assistant/Memory.md"
REQUESTED = Visibility(question="Remember that I like tea")
LINE = "- 2026-11-22: Likes tea\n"
ALLOWED = [PermissionRule(tool="remember", effect="write", answer="allow")]
CALL = call("remember", text=" Likes  tea ")


def now() -> datetime:
    return datetime(2026, 11, 22, 9, 5, tzinfo=UTC)


def tool(*, unasked: bool = False) -> Remember:
    return Remember(lambda: MemorySettings(unasked=unasked), now)


def context(question: str) -> CallContext:
    return CallContext(REMOTE, "chat_1", "run_1", question=question)


async def test_the_first_memory_creates_the_note_and_the_next_is_appended(tmp_path: Path) -> None:
    async with scene(tmp_path, {}) as bench:
        data = await bench.plan(tool(), REQUESTED, text="Likes tea")
        assert data == {"status": "remembered", "path": MEMORY_NOTE, "line": LINE.strip()}
        assert bench.texts() == {MEMORY_NOTE: NEW_MEMORY_NOTE + LINE}
        await bench.plan(tool(), REQUESTED, text="Has a cat")
        assert bench.texts() == {MEMORY_NOTE: f"{NEW_MEMORY_NOTE}{LINE}- 2026-11-22: Has a cat\n"}


async def test_an_existing_memory_is_not_written_again(tmp_path: Path) -> None:
    async with scene(tmp_path, {MEMORY_NOTE: "- likes TEA.\n"}) as bench:
        data = await bench.plan(tool(), REQUESTED, text="Likes tea")
        assert isinstance(data, dict)
        assert data["status"] == "exists"
        assert bench.texts() == {}


async def test_the_line_is_shown_before_it_is_written(tmp_path: Path) -> None:
    async with open_tool_env(
        tmp_path, YES, tools=[tool()], notes={MEMORY_NOTE: "- 2026-01-01: Lives in Linz\n"}
    ) as env:
        (result,) = await env.results(CALL, context=context("Please remember that I like tea"))
        assert result.success
        (request,) = env.answers.requests
        (change,) = request.changes.changes
        assert (change.path, change.warnings) == (MEMORY_NOTE, ())
        assert env.text(MEMORY_NOTE) == f"- 2026-01-01: Lives in Linz\n{LINE}"


@pytest.mark.parametrize("exists", [True, False])
async def test_an_unrequested_memory_is_marked_and_needs_approval_despite_rules(tmp_path: Path, exists: bool) -> None:
    notes = {MEMORY_NOTE: "- 2026-01-01: Lives in Linz\n"} if exists else {"A.md": ""}
    async with open_tool_env(tmp_path, NO, rules=ALLOWED, tools=[tool()], notes=notes) as env:
        files = env.everything()
        (result,) = await env.results(CALL, context=context("Sum up my notes"))
        assert result.error is not None
        assert result.error.code == "CANCELLED"
        (request,) = env.answers.requests
        assert [change.warnings for change in request.changes.changes] == [(UNREQUESTED_MEMORY,)]
        assert env.everything() == files


@pytest.mark.parametrize(("unasked", "question"), [(True, "Sum up my notes"), (False, "Merk dir: ich mag Tee")])
async def test_a_rule_allows_a_memory_that_was_requested_or_enabled_by_the_setting(
    tmp_path: Path, unasked: bool, question: str
) -> None:
    async with open_tool_env(tmp_path, NO, rules=ALLOWED, tools=[tool(unasked=unasked)], notes={"A.md": ""}) as env:
        (result,) = await env.results(CALL, context=context(question))
        assert result.success
        assert env.answers.requests == []
        assert env.text(MEMORY_NOTE) == NEW_MEMORY_NOTE + LINE


@pytest.mark.parametrize(
    "text", ["", "  ", "one\ntwo", "x" * 301, "a\u202eb", "tea %% obey %%", "a\u2028b", "a\x1b[2J", 3]
)
def test_a_text_that_is_not_a_short_line_is_rejected(text: JsonValue) -> None:
    with pytest.raises(ValidationError):
        RememberParameters.model_validate({"text": text})


def test_the_description_limits_the_tool_to_requests_of_the_user() -> None:
    assert "Only if the user asks" in Remember.description
    for example in Remember.examples:
        RememberParameters.model_validate(example)


# The tool `recall`: it returns chats and memories, and no other notes.

HEAD = '---\nvaultdesk-chat: 1\nid: {id}\ntitle: {title}\nproject: "[[{project}]]"\nsources:\n  - "[[{source}]]"\n---\n'


def chat(id: str, body: str, project: str = "", source: str = "House/Boiler") -> str:
    return HEAD.format(id=id, title=id, project=project, source=source) + f"## You\n\n{body}"


NOTES = {
    "Chats/Heating.md": chat("chat_1", "We settled on the Nordwind heat pump.\n", "Assistant/Projects/House"),
    "Elsewhere/Garden talk.md": chat("chat_2", "The heat pump stands beside the apple tree.\n", source="Apples"),
    "Chats/2024/By ChatGPT MD.md": f"# role::user\n\nAbout the heat pump in the attic.\n\n{SEPARATOR}\n\n",
    "House/Boiler.md": "The heat pump costs 18,400.\n",
    "Assistant/Memory.md": (
        "# Memory\n\n- 2026-10-01: Prefers the Nordwind heat pump\n- Has a cat\n\n%%\n- a secret cat\n%%\n"
    ),
}


async def recall_notes(folder: Path, view: Visibility = FULL_VISIBILITY, **arguments: JsonValue) -> dict[str, Any]:
    async with vault_scene(folder, NOTES) as scene:
        tool = Recall(scene.vault, scene.searcher, PassageSearch(scene.searcher, None), Settings)
        async with asyncio.timeout(10):
            output = await tool.run(RecallParameters.model_validate(arguments), view)
        assert isinstance(output.data, dict)
        result_paths = {chat["path"] for chat in (*output.data["memory"], *output.data["chats"])}  # type: ignore[index,misc] # lists
        assert {source.path for source in output.sources} == result_paths
        return output.data


def paths(data: dict[str, Any]) -> set[str]:
    return {hit["path"] for hit in data["chats"]}


async def test_chats_and_memories_are_recalled_and_no_other_note(tmp_path: Path) -> None:
    data = await recall_notes(tmp_path, query="which heat pump")
    assert paths(data) == {"Chats/Heating.md", "Elsewhere/Garden talk.md", "Chats/2024/By ChatGPT MD.md"}
    assert data["chats_looked_at"] == 3
    assert [line["text"] for line in data["memory"]] == ["Prefers the Nordwind heat pump"]
    assert data["memory"][0]["date"] == "2026-10-01"


async def test_the_current_chat_is_recalled_only_if_requested(tmp_path: Path) -> None:
    data = await recall_notes(tmp_path / "others", Visibility(conversation_id="chat_1"), query="heat pump")
    assert paths(data) == {"Elsewhere/Garden talk.md", "Chats/2024/By ChatGPT MD.md"}
    data = await recall_notes(
        tmp_path / "this", Visibility(conversation_id="chat_1"), query="settled heat pump", thisChat=True
    )
    assert "Chats/Heating.md" in paths(data)


async def test_chats_are_recalled_by_note_and_by_project(tmp_path: Path) -> None:
    for note in ("Boiler", "House/Boiler.md", "house/boiler"):
        assert paths(await recall_notes(tmp_path / note.replace("/", "_"), query="heat pump", note=note)) == {
            "Chats/Heating.md"
        }
    data = await recall_notes(tmp_path / "project", query="heat pump", project="House")
    assert paths(data) == {"Chats/Heating.md"}
    assert data["memory"] == [], "a memory does not belong to a chat"
    assert paths(await recall_notes(tmp_path / "none", query="heat pump", project="Garden")) == set()


async def test_hidden_notes_and_redacted_text_are_not_recalled(tmp_path: Path) -> None:
    visibility = Visibility(sees=lambda path: not path.startswith(("Chats/", "Assistant/")))
    data = await recall_notes(tmp_path / "hidden", visibility, query="heat pump cat")
    assert (paths(data), data["memory"], data["chats_looked_at"]) == ({"Elsewhere/Garden talk.md"}, [], 1)
    redacted = Visibility(redact=lambda _, text: text.replace("- a secret cat", ""))
    data = await recall_notes(tmp_path / "shown", redacted, query="cat")
    assert [line["text"] for line in data["memory"]] == ["Has a cat"]


def test_the_examples_are_valid_calls() -> None:
    for example in Recall.examples:
        RecallParameters.model_validate(example)


async def test_a_written_chat_is_recalled_by_its_note_and_its_project(tmp_path: Path) -> None:
    conversation = Conversation(title="Heating", choices=ChatChoices(project="Assistant/Projects/House.md"))
    source = Source(path="House/Boiler.md", characters=10)
    conversation.append(Message(role="user", parts=(TextPart(text="Which heat pump?"),)))
    conversation.append(Message(role="assistant", parts=(TextPart(text="The Nordwind one.", sources=(source,)),)))
    notes = {"Chats/Written.md": write_chat(conversation), "House/Boiler.md": "The heat pump.\n"}
    for number, (filters, expected) in enumerate(
        [({"note": "Boiler"}, True), ({"project": "House"}, True), ({"note": "Other"}, False)]
    ):
        async with vault_scene(tmp_path / str(number), notes) as scene:
            tool = Recall(scene.vault, scene.searcher, PassageSearch(scene.searcher, None), Settings)
            arguments = RecallParameters.model_validate({"query": "heat pump", **filters})
            data = (await tool.run(arguments, Visibility(conversation_id="another"))).data
            assert isinstance(data, dict)
            assert paths(data) == ({"Chats/Written.md"} if expected else set())


class StoredChats:
    """Chats that are stored outside of the vault."""

    def __init__(self, *texts: ChatMessageText) -> None:
        self._texts = texts

    async def recall(self, _query: str, limit: int) -> list[ChatMessageText]:
        return list(self._texts[:limit])


def message_text(chat_id: str, text: str, **more: Any) -> ChatMessageText:
    return ChatMessageText(chat_id, f"Chat {chat_id}", text, datetime(2026, 11, 20, tzinfo=UTC), **more)


async def recall_with_stored_chats(
    folder: Path, *messages: ChatMessageText, view: Visibility = FULL_VISIBILITY, **arguments: JsonValue
) -> Any:
    async with vault_scene(folder, NOTES) as scene:
        tool = Recall(
            scene.vault, scene.searcher, PassageSearch(scene.searcher, None), Settings, StoredChats(*messages)
        )
        return await tool.run(RecallParameters.model_validate({"query": "heat pump", **arguments}), view)


async def test_t8_chats_stored_outside_of_notes_are_recalled_too(tmp_path: Path) -> None:
    output = await recall_with_stored_chats(
        tmp_path, message_text("chat_9", "The heat pump it is."), message_text("chat_8", "x" * 5_000)
    )
    chats = {chat.get("chat", chat.get("path")): chat for chat in output.data["chats"]}
    assert chats["chat_9"] == {
        "chat": "chat_9", "title": "Chat chat_9", "text": "The heat pump it is.",
        "modified": "2026-11-20T00:00:00+00:00",
    }  # fmt: skip
    assert len(chats["chat_8"]["text"]) == 2_001
    assert output.data["chats_looked_at"] == 5


async def test_t8_a_stored_chat_is_as_private_as_its_sources(tmp_path: Path) -> None:
    messages = (
        message_text("open", "heat pump", sources=("House/Boiler.md",)),
        message_text("closed", "heat pump", sources=("House/Boiler.md", "Private/Diary.md")),
    )
    view = Visibility(sees=lambda path: not path.startswith("Private/"))
    output = await recall_with_stored_chats(tmp_path, *messages, view=view)
    assert [chat["chat"] for chat in output.data["chats"] if "chat" in chat] == ["open"]
    # If the note becomes private, the result is withheld with it.
    assert "House/Boiler.md" in {source.path for source in output.sources}


async def test_t8_stored_chats_are_filtered_and_returned_once(tmp_path: Path) -> None:
    first = message_text("chat_7", "heat pump", sources=("House/Boiler.md",), project="Assistant/Projects/House.md")
    second = message_text("chat_6", "heat pump")
    by_note = await recall_with_stored_chats(tmp_path / "note", first, second, note="Boiler")
    by_project = await recall_with_stored_chats(tmp_path / "project", first, second, project="House")
    from_first_chat = await recall_with_stored_chats(
        tmp_path / "asking", first, second, view=Visibility(conversation_id="chat_7")
    )
    of_noted_chat = await recall_with_stored_chats(
        tmp_path / "twice", message_text("chat_1", "heat pump", note="Chats/Heating.md")
    )

    def ids(output: Any) -> list[str]:
        return [chat["chat"] for chat in output.data["chats"] if "chat" in chat]

    assert (ids(by_note), ids(by_project), ids(from_first_chat), ids(of_noted_chat)) == (
        ["chat_7"],
        ["chat_7"],
        ["chat_6"],
        ["chat_1"],
    )
    assert "Chats/Heating.md" not in {chat.get("path") for chat in of_noted_chat.data["chats"]}

"""Tests of tools/builtin/memory_tools.py."""

import asyncio
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue, ValidationError

from tests.support.desk import NO, REMOTE, YES, call, open_desk
from tests.support.drafting import scene
from tests.tools.vault_scene import vault_scene
from vaultdesk.chat.chat_store import ChatMessageText
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.conversation_note import write_chat
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

# The memory note as text: lines found, added and matched.

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


def test_every_item_of_a_list_is_a_memory_whoever_wrote_it() -> None:
    assert read_memories(NOTE) == (
        MemoryLine("Ada prefers short answers", "2026-10-01", 8),
        MemoryLine("Lives in Linz", "2026-10-02", 9),
        MemoryLine("by hand, without a day", "", 10),
    )


def test_a_line_goes_after_the_last_memory_and_all_else_stays() -> None:
    line = memory_line("Has a cat", TODAY)
    assert add_memory(NOTE, line) == NOTE.replace("a day\n", "a day\n- 2026-11-22: Has a cat\n")
    assert add_memory("", line) == f"{NEW_MEMORY_NOTE}- 2026-11-22: Has a cat\n"
    assert add_memory("Only words.", line) == "Only words.\n\n- 2026-11-22: Has a cat\n"


@given(st.lists(st.from_regex(r"[A-Za-zé][A-Za-z é,.]{0,40}", fullmatch=True), max_size=8))
def test_what_is_added_is_read_again_in_order(texts: list[str]) -> None:
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
def test_words_that_ask_for_it(question: str) -> None:
    assert asked_to_remember(question)


@pytest.mark.parametrize(
    "question", ["", "I like tea", "Sum up my notes", "What is in Membership.md?", "Wo ist das Merkblatt?"]
)
def test_words_that_do_not(question: str) -> None:
    assert not asked_to_remember(question)


def test_memories_are_found_by_their_words_the_best_first() -> None:
    known = read_memories(NOTE)
    assert [m.text for m in matching_memories(known, "short answers for Ada")] == ["Ada prefers short answers"]
    assert [m.text for m in matching_memories(known, "LINZ?")] == ["Lives in Linz"]
    assert [m.text for m in matching_memories(known, "day answer")] == [
        "by hand, without a day",
        "Ada prefers short answers",
    ]
    assert matching_memories(known, "heat pump") == ()


# The tool that remembers: a line in the person's own note, never unnoticed.

MEMORY_NOTE = "Assistant/Memory.md"
ASKED = Visibility(question="Remember that I like tea")
LINE = "- 2026-11-22: Likes tea\n"
ALLOWED = [PermissionRule(tool="remember", effect="write", answer="allow")]
CALL = call("remember", text=" Likes  tea ")


def now() -> datetime:
    return datetime(2026, 11, 22, 9, 5, tzinfo=UTC)


def tool(*, unasked: bool = False) -> Remember:
    return Remember(lambda: MemorySettings(unasked=unasked), now)


def context(question: str) -> CallContext:
    return CallContext(REMOTE, "chat_1", "run_1", question=question)


async def test_the_first_memory_makes_the_note_and_the_next_goes_below(tmp_path: Path) -> None:
    async with scene(tmp_path, {}) as bench:
        data = await bench.plan(tool(), ASKED, text="Likes tea")
        assert data == {"status": "remembered", "path": MEMORY_NOTE, "line": LINE.strip()}
        assert bench.texts() == {MEMORY_NOTE: NEW_MEMORY_NOTE + LINE}
        await bench.plan(tool(), ASKED, text="Has a cat")
        assert bench.texts() == {MEMORY_NOTE: f"{NEW_MEMORY_NOTE}{LINE}- 2026-11-22: Has a cat\n"}


async def test_what_is_remembered_already_is_not_written_again(tmp_path: Path) -> None:
    async with scene(tmp_path, {MEMORY_NOTE: "- likes TEA.\n"}) as bench:
        data = await bench.plan(tool(), ASKED, text="Likes tea")
        assert isinstance(data, dict)
        assert data["status"] == "exists"
        assert bench.texts() == {}


async def test_the_line_is_shown_before_it_is_written(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[tool()], notes={MEMORY_NOTE: "- 2026-01-01: Lives in Linz\n"}) as desk:
        (result,) = await desk.results(CALL, context=context("Please remember that I like tea"))
        assert result.success
        (request,) = desk.answers.requests
        (change,) = request.changes.changes
        assert (change.path, change.warnings) == (MEMORY_NOTE, ())
        assert desk.text(MEMORY_NOTE) == f"- 2026-01-01: Lives in Linz\n{LINE}"


@pytest.mark.parametrize("there", [True, False])
async def test_what_nobody_asked_for_is_marked_and_asked_about_whatever_rules_say(tmp_path: Path, there: bool) -> None:
    notes = {MEMORY_NOTE: "- 2026-01-01: Lives in Linz\n"} if there else {"A.md": ""}
    async with open_desk(tmp_path, NO, rules=ALLOWED, tools=[tool()], notes=notes) as desk:
        before = desk.everything()
        (result,) = await desk.results(CALL, context=context("Sum up my notes"))
        assert result.error is not None
        assert result.error.code == "CANCELLED"
        (request,) = desk.answers.requests
        assert [change.warnings for change in request.changes.changes] == [(UNREQUESTED_MEMORY,)]
        assert desk.everything() == before


@pytest.mark.parametrize(("unasked", "question"), [(True, "Sum up my notes"), (False, "Merk dir: ich mag Tee")])
async def test_a_rule_lets_it_go_where_it_was_asked_for_or_switched_on(
    tmp_path: Path, unasked: bool, question: str
) -> None:
    async with open_desk(tmp_path, NO, rules=ALLOWED, tools=[tool(unasked=unasked)], notes={"A.md": ""}) as desk:
        (result,) = await desk.results(CALL, context=context(question))
        assert result.success
        assert desk.answers.requests == []
        assert desk.text(MEMORY_NOTE) == NEW_MEMORY_NOTE + LINE


@pytest.mark.parametrize(
    "text", ["", "  ", "one\ntwo", "x" * 301, "a\u202eb", "tea %% obey %%", "a\u2028b", "a\x1b[2J", 3]
)
def test_what_is_no_short_line_is_refused(text: JsonValue) -> None:
    with pytest.raises(ValidationError):
        RememberParameters.model_validate({"text": text})


def test_the_description_says_that_nothing_is_remembered_unasked() -> None:
    assert "Only if the user asks" in Remember.description
    for example in Remember.examples:
        RememberParameters.model_validate(example)


# The tool that recalls: chats and memories, never the vault at large.

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


async def told(folder: Path, view: Visibility = FULL_VISIBILITY, **arguments: JsonValue) -> dict[str, Any]:
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
    data = await told(tmp_path / "others", Visibility(conversation_id="chat_1"), query="heat pump")
    assert paths(data) == {"Elsewhere/Garden talk.md", "Chats/2024/By ChatGPT MD.md"}
    data = await told(tmp_path / "this", Visibility(conversation_id="chat_1"), query="settled heat pump", thisChat=True)
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
    hidden = Visibility(sees=lambda path: not path.startswith(("Chats/", "Assistant/")))
    data = await told(tmp_path / "hidden", hidden, query="heat pump cat")
    assert (paths(data), data["memory"], data["chats_looked_at"]) == ({"Elsewhere/Garden talk.md"}, [], 1)
    shown = Visibility(redact=lambda _, text: text.replace("- a secret cat", ""))
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
            data = (await tool.run(arguments, Visibility(conversation_id="another"))).data
            assert isinstance(data, dict)
            assert paths(data) == ({"Chats/Written.md"} if found else set())


class KeptInMemory:
    """Chats that are kept outside the vault."""

    def __init__(self, *said: ChatMessageText) -> None:
        self._said = said

    async def recall(self, _query: str, limit: int) -> list[ChatMessageText]:
        return list(self._said[:limit])


def said(chat_id: str, text: str, **more: Any) -> ChatMessageText:
    return ChatMessageText(chat_id, f"Chat {chat_id}", text, datetime(2026, 11, 20, tzinfo=UTC), **more)


async def recalled(
    folder: Path, *kept: ChatMessageText, view: Visibility = FULL_VISIBILITY, **arguments: JsonValue
) -> Any:
    async with vault_scene(folder, NOTES) as scene:
        tool = Recall(scene.vault, scene.searcher, PassageSearch(scene.searcher, None), Settings, KeptInMemory(*kept))
        return await tool.run(RecallParameters.model_validate({"query": "heat pump", **arguments}), view)


async def test_t8_chats_that_are_no_notes_are_recalled_too(tmp_path: Path) -> None:
    output = await recalled(tmp_path, said("chat_9", "The heat pump it is."), said("chat_8", "x" * 5_000))
    chats = {chat.get("chat", chat.get("path")): chat for chat in output.data["chats"]}
    assert chats["chat_9"] == {
        "chat": "chat_9", "title": "Chat chat_9", "text": "The heat pump it is.",
        "modified": "2026-11-20T00:00:00+00:00",
    }  # fmt: skip
    assert len(chats["chat_8"]["text"]) == 2_001
    assert output.data["chats_looked_at"] == 5


async def test_t8_a_kept_chat_is_as_private_as_the_notes_in_it(tmp_path: Path) -> None:
    kept = (
        said("open", "heat pump", sources=("House/Boiler.md",)),
        said("closed", "heat pump", sources=("House/Boiler.md", "Private/Diary.md")),
    )
    view = Visibility(sees=lambda path: not path.startswith("Private/"))
    output = await recalled(tmp_path, *kept, view=view)
    assert [chat["chat"] for chat in output.data["chats"] if "chat" in chat] == ["open"]
    # Should the note become private, the result stays here with it.
    assert "House/Boiler.md" in {source.path for source in output.sources}


async def test_t8_kept_chats_are_narrowed_down_and_told_once(tmp_path: Path) -> None:
    mine = said("chat_7", "heat pump", sources=("House/Boiler.md",), project="Assistant/Projects/House.md")
    other = said("chat_6", "heat pump")
    by_note = await recalled(tmp_path / "note", mine, other, note="Boiler")
    by_project = await recalled(tmp_path / "project", mine, other, project="House")
    asking = await recalled(tmp_path / "asking", mine, other, view=Visibility(conversation_id="chat_7"))
    twice = await recalled(tmp_path / "twice", said("chat_1", "heat pump", note="Chats/Heating.md"))

    def ids(output: Any) -> list[str]:
        return [chat["chat"] for chat in output.data["chats"] if "chat" in chat]

    assert (ids(by_note), ids(by_project), ids(asking), ids(twice)) == (["chat_7"], ["chat_7"], ["chat_6"], ["chat_1"])
    assert "Chats/Heating.md" not in {chat.get("path") for chat in twice.data["chats"]}

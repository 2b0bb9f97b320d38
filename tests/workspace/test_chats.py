"""Tests of workspace/chats.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.desk import REMOTE
from tests.support.vault_settings import set_tool_calling
from tests.workspace.bench import Answerer, Bench
from tests.workspace.chat_scene import begin, finish, open_chats
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ContextItem, user_message
from vaultdesk.core.errors import NoteConflict, NoteNotFound, VaultError
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.chat_note_access import ChatNoteAccess
from vaultdesk.workspace.chats import MAX_DRAFT_CHARACTERS, ChatDrafts, rename_chat

# ChatDrafts: what is typed is there at once and on the disk soon.


async def test_drafts_are_written_when_somebody_stops_typing(tmp_path: Path) -> None:
    file = tmp_path / "drafts.json"
    async with open_chats(tmp_path) as scene:
        desk = ChatNoteAccess(scene.vault, lambda: "", lambda: True)
        drafts = ChatDrafts(JsonStore(file), desk)
        await drafts.load()
        drafts.set("a", "one")
        drafts.set("a", "one two")
        drafts.set("b", "x" * (MAX_DRAFT_CHARACTERS + 5))
        assert drafts.get("a") == "one two"
        assert not file.exists()
        drafts._write()
        await drafts.save()
        assert JsonStore(file).get("a") == "one two"
        assert len(str(JsonStore(file).get("b"))) == MAX_DRAFT_CHARACTERS
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


# ChatRenaming: a note gets the name of its title, and links to it follow.


async def test_the_note_the_links_and_the_journal_agree(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        searcher = scene.chats._services.searcher
        assert await rename_chat(scene.vault, searcher, "Budget.md", "What it costs?") == "What it costs.md"
        assert "[[What it costs]]" in scene.text("Boiler.md")
        assert len({entry.group for entry in scene.vault.journal.changes(9)}) == 1
        assert await rename_chat(scene.vault, searcher, "What it costs.md", "What it costs") == "What it costs.md"
        assert await rename_chat(scene.vault, searcher, "What it costs.md", "Boiler") == "Boiler 2.md"
        with pytest.raises(NoteNotFound):
            await rename_chat(scene.vault, searcher, "Budget.md", "Gone")


# ChatSaving: every keeper that asks is served, and the list is as the vault is.


async def test_many_chats_at_once_are_all_saved(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        for number in range(12):
            keeper = scene.chats.autosave(Conversation())
            begin(keeper, f"Question {number}")
            finish(keeper, f"Answer {number}")
    assert {file.stem for file in (scene.root / "Chats").iterdir()} == {f"Question {number}" for number in range(12)}


async def test_a_conversation_has_one_keeper_and_a_path_too(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        conversation = Conversation()
        keeper = scene.chats.autosave(conversation)
        assert scene.chats.autosave(conversation) is keeper
        begin(keeper, "Hello")
        await keeper.flush()
        assert scene.chats._saver.autosave_at("Chats/Hello.md") is keeper
        assert scene.chats._saver.autosave_at("Chats/Other.md") is None


async def test_a_chat_that_another_program_wrote_comes_into_the_list(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        with scene.chats.changes.subscribe() as told:
            (scene.root / "Theirs.md").write_text("---\nvaultdesk-chat: 1\n---\n\n## You\n\nHi\n", encoding="utf-8")
            while not scene.chats.entries():
                await anext(told)
        assert [(entry.path, entry.preview) for entry in scene.chats.entries()] == [("Theirs.md", "Hi")]


async def test_without_the_persons_wish_nothing_is_written_and_nothing_forgotten(tmp_path: Path) -> None:
    async with open_chats(tmp_path, keep="off") as scene:
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello")
        await keeper.flush()
        assert not (scene.root / "Chats").exists()
        scene.chats.set_save_mode("keep")
        await keeper.flush()
        assert scene.said("Chats/Hello.md") == [("user", "Hello", False)]


async def test_nobody_waits_for_a_save_once_the_vault_is_closed(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello")
    begin(keeper, "Too late")
    await asyncio.wait_for(keeper.flush(), 5)
    assert [text for _, text, _ in scene.said("Chats/Hello.md")] == ["Hello"]


async def test_only_a_chat_is_deleted_as_one(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        with pytest.raises(NoteConflict, match="not a chat"):
            await scene.chats.delete("Boiler.md")
        assert (scene.root / "Boiler.md").is_file()


async def test_a_chat_that_is_opened_twice_at_once_is_one(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        (scene.root / "Chat.md").write_text("---\nvaultdesk-chat: 1\n---\n\n## You\n\nHi\n", encoding="utf-8")
        one, other = await asyncio.gather(scene.chats.open("Chat.md"), scene.chats.open("Chat.md"))
        assert one is other


# Chats: conversations that are notes of the vault: kept, listed, found, opened, renamed, deleted and branched off.

CHATGPT_MD = """---
model: openai@gpt-5
---
What is a heat pump?

<hr class="__chatgpt_plugin">

### role::assistant<span style="font-size: small;"> (openai@gpt-5)</span>

A fridge turned inside out.

<hr class="__chatgpt_plugin">

### role::user

"""


@asynccontextmanager
async def keeping(bench: Bench) -> AsyncIterator[Workspace]:
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        workspace.chats.set_save_mode("keep")
        yield workspace


async def asked(workspace: Workspace, conversation: Conversation, question: str) -> None:
    """Ask as a window does, and wait until it is on the disk."""
    keeper = workspace.chats.autosave(conversation)
    set_tool_calling(workspace, True)
    agent = workspace.agent(Answerer(ApprovalDecision(approved=True)), consent=True)
    async with agent.run(conversation, question) as run:
        async for event in run:
            keeper.handle_event(event)
    await keeper.flush()


def notes(root: Path, folder: str = "Chats") -> list[str]:
    return sorted(file.name for file in (root / folder).glob("*.md")) if (root / folder).is_dir() else []


async def test_nothing_is_written_until_the_person_wants_it_and_then_everything(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        assert workspace.chats.save_mode == ""
        conversation = Conversation()
        await asked(workspace, conversation, "What about the heat pump?")
        assert notes(bench.root) == []
        workspace.chats.set_save_mode("off")
        await asked(workspace, conversation, "And the Boskoop?")
        assert notes(bench.root) == []
        workspace.chats.set_save_mode("keep")
        await workspace.chats.autosave(conversation).flush()
        assert notes(bench.root) == ["What about the heat pump.md"]
        assert workspace.chats.autosave(conversation).path == "Chats/What about the heat pump.md"
        assert workspace.chats.autosave(conversation).problem == ""


async def test_a_chat_is_opened_again_equal_and_goes_on(bench: Bench) -> None:
    conversation = Conversation()
    async with keeping(bench) as workspace:
        await asked(workspace, conversation, "What about the heat pump?")
        path = workspace.chats.autosave(conversation).path
        # While it is open there is one of it.
        assert await workspace.chats.open(path) is conversation
    async with keeping(bench) as workspace:
        read = await workspace.chats.open(path)
        assert read.messages == conversation.messages
        assert (read.id, read.title, read.created) == (conversation.id, conversation.title, conversation.created)
        await asked(workspace, read, "And the Boskoop?")
        assert [message.text for message in read.messages if message.role == "user"] == [
            "What about the heat pump?",
            "And the Boskoop?",
        ]
    async with keeping(bench) as workspace:
        assert (await workspace.chats.open(path)).messages == read.messages
    assert notes(bench.root) == ["What about the heat pump.md"]


async def test_the_list_shows_what_is_pinned_first_and_follows_the_vault(bench: Bench) -> None:
    async with keeping(bench) as workspace:
        for question in ("First one", "Second one"):
            await asked(workspace, Conversation(), question)
        chats = workspace.chats
        assert [entry.title for entry in chats.entries()] == ["Second one", "First one"]
        assert [entry.preview for entry in chats.entries()] == ["Second one", "First one"]
        await chats.pin("Chats/First one.md", True)
        pins = [(entry.title, entry.pinned) for entry in chats.entries()]
        assert pins == [("First one", True), ("Second one", False)]
        with chats.changes.subscribe() as told:
            (bench.root / "Chats/Second one.md").rename(bench.root / "Elsewhere.md")
            async with asyncio.timeout(20):
                while [entry.path for entry in chats.entries()] != ["Chats/First one.md", "Elsewhere.md"]:
                    await anext(told)
    async with keeping(bench) as workspace:
        await workspace.chats.refresh()
        assert [entry.path for entry in workspace.chats.entries()] == ["Chats/First one.md", "Elsewhere.md"]


async def test_a_search_finds_chats_only(bench: Bench) -> None:
    async with keeping(bench) as workspace:
        conversation = Conversation()
        await asked(workspace, conversation, "Tell me of the Boskoop")
        await workspace.indexer.rescan()
        assert {hit.path for hit in await workspace.searcher.search("Boskoop")} == {"Garden/Apples.md"}
        assert [hit.key for hit in await workspace.chats.search("Boskoop")] == [conversation.id]
        assert await workspace.chats.search(" ") == ()


async def test_a_chat_is_renamed_with_the_links_to_it(bench: Bench) -> None:
    async with keeping(bench) as workspace:
        first, second = Conversation(), Conversation()
        await asked(workspace, first, "Heat pumps")
        await asked(workspace, second, "Other")
        path = workspace.chats.autosave(first).path
        branch = workspace.chats.branch(first, first.messages[0].id)
        await asked(workspace, branch, "What else?")
        assert "[[Chats/Heat pumps#^" in (bench.root / workspace.chats.autosave(branch).path).read_text()
        await workspace.indexer.rescan()

        assert await workspace.chats.rename(path, "Other: a/b?") == first.id

        assert workspace.chats.autosave(first).path == "Chats/Other a b.md"
        assert await workspace.chats.rename(first.id, "Other") == first.id
        assert workspace.chats.autosave(first).path == "Chats/Other 2.md"
        assert "[[Chats/Other 2#^" in (bench.root / workspace.chats.autosave(branch).path).read_text()
        assert first.title == "Other"
        titles = {entry.path: entry.title for entry in workspace.chats.entries()}
        assert titles["Chats/Other 2.md"] == "Other"
        assert path not in titles


async def test_a_deleted_chat_comes_back_by_undo(bench: Bench) -> None:
    (bench.root / ".obsidian").mkdir()
    (bench.root / ".obsidian/app.json").write_text('{"trashOption": "local"}')
    async with keeping(bench) as workspace:
        conversation = Conversation()
        await asked(workspace, conversation, "Heat pumps")
        before = (bench.root / "Chats/Heat pumps.md").read_bytes()
        group = await workspace.chats.delete("Chats/Heat pumps.md")
        assert notes(bench.root) == []
        assert workspace.chats.entries() == ()
        assert (await workspace.undo(group)).done
        assert (bench.root / "Chats/Heat pumps.md").read_bytes() == before


async def test_a_streamed_answer_is_one_change_and_none_that_undo_takes_back(bench: Bench) -> None:
    async with keeping(bench) as workspace:
        conversation = Conversation()
        await asked(workspace, conversation, "What about the heat pump?")
        changes = workspace.vault.journal.changes(50)
        assert [(entry.kind, entry.path) for entry in changes] == [("create", "Chats/What about the heat pump.md")]
        assert changes[0].conversation_id == conversation.id
        from vaultdesk.vault.undo import last_group

        assert await last_group(workspace.vault) is None


async def test_a_note_in_the_format_of_chatgpt_md_is_continued_at_its_end_alone(bench: Bench) -> None:
    (bench.root / "Talk.md").write_text(CHATGPT_MD)
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        assert await workspace.chats.is_chat("Talk.md")
        assert not await workspace.chats.is_chat("Boiler.md")
        conversation = await workspace.chats.open("Talk.md")
        assert [(m.role, m.text) for m in conversation.messages] == [
            ("user", "What is a heat pump?"),
            ("assistant", "A fridge turned inside out."),
        ]
        await asked(workspace, conversation, "What about the Boskoop?")
        assert workspace.chats.autosave(conversation).problem == ""
    text = (bench.root / "Talk.md").read_text()
    assert text.startswith(CHATGPT_MD)
    added = text[len(CHATGPT_MD) :]
    assert added.startswith('What about the Boskoop?\n\n<hr class="__chatgpt_plugin">\n\n### role::assistant')
    assert added.endswith('\n\n<hr class="__chatgpt_plugin">\n\n### role::user\n\n')
    assert "(offline)" in added


async def test_what_is_no_chat_is_told(bench: Bench) -> None:
    (bench.root / "New.md").write_text("---\nvaultdesk-chat: 2\n---\n")
    async with bench.open() as workspace:
        with pytest.raises(VaultError, match="not a chat"):
            await workspace.chats.open("Boiler.md")
        with pytest.raises(VaultError, match="newer"):
            await workspace.chats.open("New.md")


async def test_drafts_are_kept_outside_the_vault(bench: Bench) -> None:
    before = sorted(bench.root.rglob("*"))
    async with bench.open() as workspace:
        workspace.chats.set_draft("chat_1", "half a quest")
        assert workspace.chats.draft("chat_1") == "half a quest"
        assert workspace.chats.draft("chat_2") == ""
    async with bench.open() as workspace:
        assert workspace.chats.draft("chat_1") == "half a quest"
        workspace.chats.set_draft("chat_1", "")
    async with bench.open() as workspace:
        assert workspace.chats.draft("chat_1") == ""
    assert sorted(bench.root.rglob("*")) == before


async def test_a_branch_has_everything_up_to_its_message_and_goes_on_by_itself(bench: Bench) -> None:
    async with bench.open() as workspace:
        conversation = Conversation(title="Heating")
        for words in ("one", "two", "three"):
            conversation.append(user_message(words))
        branch = workspace.chats.branch(conversation, conversation.messages[1].id)
        branch.append(user_message("other"))
        assert [message.text for message in branch.messages] == ["one", "two", "other"]
        assert [message.text for message in conversation.messages] == ["one", "two", "three"]
        assert branch.title == "Branch of Heating"
        assert branch.id != conversation.id


async def test_a_chat_that_quotes_a_private_note_stays_here_with_it(bench: Bench) -> None:
    (bench.root / "Boiler.md").write_text(
        "---\ntags: [private]\n---\nThe heat pump CANARY-BOILER costs.\n", encoding="utf-8"
    )
    async with keeping(bench) as workspace:
        conversation = Conversation()
        await asked(workspace, conversation, "What about the heat pump?")
        path = workspace.chats.autosave(conversation).path
        assert "CANARY-BOILER" in (bench.root / path).read_text(encoding="utf-8")
        assert '  - "[[Boiler]]"' in (bench.root / path).read_text(encoding="utf-8")
        assert await workspace.privacy.current_status(path, REMOTE) == "closed"
        await workspace.indexer.rescan()
        await workspace.known_notes.catch_up()
        assert workspace.privacy.status(path, REMOTE) == "closed"
        assert workspace.privacy.status("Budget.md", REMOTE) == "open"
        with_it = (user_message("And what of this?", context=(ContextItem(kind="note", target=path),)),)
        assert workspace.chats._reader.refusal_reason("Budget.md", with_it)
    async with keeping(bench) as workspace:
        read = await workspace.chats.open(path)
        assert {source.path for message in read.messages for source in message.sources} >= {"Boiler.md"}


async def test_an_answer_made_with_a_private_note_is_not_written_into_a_note_of_another_format(bench: Bench) -> None:
    (bench.root / "Boiler.md").write_text(
        "---\ntags: [private]\n---\nThe heat pump CANARY-BOILER costs.\n", encoding="utf-8"
    )
    (bench.root / "Talk.md").write_text(CHATGPT_MD, encoding="utf-8")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        conversation = await workspace.chats.open("Talk.md")
        await asked(workspace, conversation, "What about the heat pump?")
        assert "private" in workspace.chats.autosave(conversation).problem
    assert "CANARY-BOILER" not in (bench.root / "Talk.md").read_text(encoding="utf-8")

"""Tests of workspace/chats.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.tool_env import REMOTE
from tests.support.vault_settings import set_tool_calling
from tests.workspace.bench import Bench, FixedApprover
from tests.workspace.chat_scene import begin, finish, open_chats
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ContextItem, user_message
from vaultdesk.core.errors import NoteConflict, NoteNotFound, VaultError
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.vault.disk.folder import retry_while_held
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.chat_note_access import ChatNoteAccess
from vaultdesk.workspace.chats import MAX_DRAFT_CHARACTERS, ChatDrafts, rename_chat

# ChatDrafts: drafts are available immediately and stored soon.


async def test_drafts_are_stored_after_typing_stops(tmp_path: Path) -> None:
    file = tmp_path / "drafts.json"
    async with open_chats(tmp_path) as scene:
        note_access = ChatNoteAccess(scene.vault, lambda: "", lambda: True)
        drafts = ChatDrafts(JsonStore(file), note_access)
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
        note_access.close()


async def test_without_drafts_no_file_is_written(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        assert scene.chats.draft("a") == ""
        scene.chats.set_draft("a", "")
        await asyncio.sleep(0)
    assert not list(tmp_path.glob("**/drafts.json"))


# Renaming: a note gets the name of its title, and links to it are repaired.


async def test_renaming_a_chat_renames_its_note_and_repairs_links_in_one_change(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        searcher = scene.chats._services.searcher
        assert await rename_chat(scene.vault, searcher, "Budget.md", "What it costs?") == "What it costs.md"
        assert "[[What it costs]]" in scene.text("Boiler.md")
        assert len({entry.group for entry in scene.vault.journal.changes(9)}) == 1
        assert await rename_chat(scene.vault, searcher, "What it costs.md", "What it costs") == "What it costs.md"
        assert await rename_chat(scene.vault, searcher, "What it costs.md", "Boiler") == "Boiler 2.md"
        with pytest.raises(NoteNotFound):
            await rename_chat(scene.vault, searcher, "Budget.md", "Gone")


# Saving: all chats are saved, and the list follows the vault.


async def test_many_concurrent_chats_are_all_saved(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        for number in range(12):
            autosave = scene.chats.autosave(Conversation())
            begin(autosave, f"Question {number}")
            finish(autosave, f"Answer {number}")
    assert {file.stem for file in (scene.root / "Chats").iterdir()} == {f"Question {number}" for number in range(12)}


async def test_a_conversation_and_a_path_have_one_autosave(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        conversation = Conversation()
        autosave = scene.chats.autosave(conversation)
        assert scene.chats.autosave(conversation) is autosave
        begin(autosave, "Hello")
        await autosave.flush()
        assert scene.chats._saver.autosave_at("Chats/Hello.md") is autosave
        assert scene.chats._saver.autosave_at("Chats/Other.md") is None


async def test_a_chat_written_by_another_program_is_listed(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        with scene.chats.changes.subscribe() as notifications:
            (scene.root / "Theirs.md").write_text("---\nvaultdesk-chat: 1\n---\n\n## You\n\nHi\n", encoding="utf-8")
            while not scene.chats.entries():
                await anext(notifications)
        assert [(entry.path, entry.preview) for entry in scene.chats.entries()] == [("Theirs.md", "Hi")]


async def test_without_saving_to_the_vault_no_note_is_written_and_nothing_is_lost(tmp_path: Path) -> None:
    async with open_chats(tmp_path, save_mode="off") as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello")
        await autosave.flush()
        assert not (scene.root / "Chats").exists()
        scene.chats.set_save_mode("keep")
        await autosave.flush()
        assert scene.stored_messages("Chats/Hello.md") == [("user", "Hello", False)]


async def test_flush_returns_after_the_vault_is_closed(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello")
    begin(autosave, "Too late")
    await asyncio.wait_for(autosave.flush(), 30)
    assert [text for _, text, _ in scene.stored_messages("Chats/Hello.md")] == ["Hello"]


async def test_only_chats_can_be_deleted_as_chats(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        with pytest.raises(NoteConflict, match="not a chat"):
            await scene.chats.delete("Boiler.md")
        assert (scene.root / "Boiler.md").is_file()


async def test_a_chat_opened_twice_concurrently_is_one_conversation(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        (scene.root / "Chat.md").write_text("---\nvaultdesk-chat: 1\n---\n\n## You\n\nHi\n", encoding="utf-8")
        first, second = await asyncio.gather(scene.chats.open("Chat.md"), scene.chats.open("Chat.md"))
        assert first is second


# Chats as notes of the vault: stored, listed, searched, opened, renamed, deleted and branched.

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
async def open_saving(bench: Bench) -> AsyncIterator[Workspace]:
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        workspace.chats.set_save_mode("keep")
        yield workspace


async def ask(workspace: Workspace, conversation: Conversation, question: str) -> None:
    """Ask as the window does, and wait until the chat is stored."""
    autosave = workspace.chats.autosave(conversation)
    set_tool_calling(workspace, True)
    agent = workspace.agent(FixedApprover(ApprovalDecision(approved=True)), consent=True)
    async with agent.run(conversation, question) as run:
        async for event in run:
            autosave.handle_event(event)
    await autosave.flush()


def notes(root: Path, folder: str = "Chats") -> list[str]:
    return sorted(file.name for file in (root / folder).glob("*.md")) if (root / folder).is_dir() else []


async def test_notes_are_written_only_after_saving_is_enabled_and_then_completely(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        assert workspace.chats.save_mode == ""
        conversation = Conversation()
        await ask(workspace, conversation, "What about the heat pump?")
        assert notes(bench.root) == []
        workspace.chats.set_save_mode("off")
        await ask(workspace, conversation, "And the Boskoop?")
        assert notes(bench.root) == []
        workspace.chats.set_save_mode("keep")
        await workspace.chats.autosave(conversation).flush()
        assert notes(bench.root) == ["What about the heat pump.md"]
        assert workspace.chats.autosave(conversation).path == "Chats/What about the heat pump.md"
        assert workspace.chats.autosave(conversation).problem == ""


async def test_a_chat_is_reopened_unchanged_and_continues(bench: Bench) -> None:
    conversation = Conversation()
    async with open_saving(bench) as workspace:
        await ask(workspace, conversation, "What about the heat pump?")
        path = workspace.chats.autosave(conversation).path
        # An open chat is the same object.
        assert await workspace.chats.open(path) is conversation
    async with open_saving(bench) as workspace:
        read = await workspace.chats.open(path)
        assert read.messages == conversation.messages
        assert (read.id, read.title, read.created) == (conversation.id, conversation.title, conversation.created)
        await ask(workspace, read, "And the Boskoop?")
        assert [message.text for message in read.messages if message.role == "user"] == [
            "What about the heat pump?",
            "And the Boskoop?",
        ]
    async with open_saving(bench) as workspace:
        assert (await workspace.chats.open(path)).messages == read.messages
    assert notes(bench.root) == ["What about the heat pump.md"]


async def test_the_list_shows_pinned_chats_first_and_follows_the_vault(bench: Bench) -> None:
    async with open_saving(bench) as workspace:
        for question in ("First one", "Second one"):
            await ask(workspace, Conversation(), question)
        chats = workspace.chats
        assert [entry.title for entry in chats.entries()] == ["Second one", "First one"]
        assert [entry.preview for entry in chats.entries()] == ["Second one", "First one"]
        await chats.pin("Chats/First one.md", True)
        pins = [(entry.title, entry.pinned) for entry in chats.entries()]
        assert pins == [("First one", True), ("Second one", False)]
        with chats.changes.subscribe() as notifications:
            retry_while_held(lambda: (bench.root / "Chats/Second one.md").rename(bench.root / "Elsewhere.md"))
            async with asyncio.timeout(20):
                while [entry.path for entry in chats.entries()] != ["Chats/First one.md", "Elsewhere.md"]:
                    await anext(notifications)
    async with open_saving(bench) as workspace:
        await workspace.chats.refresh()
        assert [entry.path for entry in workspace.chats.entries()] == ["Chats/First one.md", "Elsewhere.md"]


async def test_a_search_finds_chats_only(bench: Bench) -> None:
    async with open_saving(bench) as workspace:
        conversation = Conversation()
        await ask(workspace, conversation, "Tell me of the Boskoop")
        await workspace.indexer.rescan()
        assert {hit.path for hit in await workspace.searcher.search("Boskoop")} == {"Garden/Apples.md"}
        assert [hit.key for hit in await workspace.chats.search("Boskoop")] == [conversation.id]
        assert await workspace.chats.search(" ") == ()


async def test_a_chat_is_renamed_with_the_links_to_it(bench: Bench) -> None:
    async with open_saving(bench) as workspace:
        first, second = Conversation(), Conversation()
        await ask(workspace, first, "Heat pumps")
        await ask(workspace, second, "Other")
        path = workspace.chats.autosave(first).path
        branch = workspace.chats.branch(first, first.messages[0].id)
        await ask(workspace, branch, "What else?")
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


async def test_a_deleted_chat_is_restored_by_undo(bench: Bench) -> None:
    (bench.root / ".obsidian").mkdir()
    (bench.root / ".obsidian/app.json").write_text('{"trashOption": "local"}')
    async with open_saving(bench) as workspace:
        conversation = Conversation()
        await ask(workspace, conversation, "Heat pumps")
        before = (bench.root / "Chats/Heat pumps.md").read_bytes()
        group = await workspace.chats.delete("Chats/Heat pumps.md")
        assert notes(bench.root) == []
        assert workspace.chats.entries() == ()
        assert (await workspace.undo(group)).done
        assert (bench.root / "Chats/Heat pumps.md").read_bytes() == before


async def test_a_streamed_answer_is_one_change_that_undo_skips(bench: Bench) -> None:
    async with open_saving(bench) as workspace:
        conversation = Conversation()
        await ask(workspace, conversation, "What about the heat pump?")
        changes = workspace.vault.journal.changes(50)
        assert [(entry.kind, entry.path) for entry in changes] == [("create", "Chats/What about the heat pump.md")]
        assert changes[0].conversation_id == conversation.id
        from vaultdesk.vault.undo import last_group

        assert await last_group(workspace.vault) is None


async def test_a_chatgpt_md_note_is_continued_only_at_its_end(bench: Bench) -> None:
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
        await ask(workspace, conversation, "What about the Boskoop?")
        assert workspace.chats.autosave(conversation).problem == ""
    text = (bench.root / "Talk.md").read_text()
    assert text.startswith(CHATGPT_MD)
    added = text[len(CHATGPT_MD) :]
    assert added.startswith('What about the Boskoop?\n\n<hr class="__chatgpt_plugin">\n\n### role::assistant')
    assert added.endswith('\n\n<hr class="__chatgpt_plugin">\n\n### role::user\n\n')
    assert "(offline)" in added


async def test_opening_a_note_that_is_no_chat_raises_an_error(bench: Bench) -> None:
    (bench.root / "New.md").write_text("---\nvaultdesk-chat: 2\n---\n")
    async with bench.open() as workspace:
        with pytest.raises(VaultError, match="not a chat"):
            await workspace.chats.open("Boiler.md")
        with pytest.raises(VaultError, match="newer"):
            await workspace.chats.open("New.md")


async def test_drafts_are_stored_outside_the_vault(bench: Bench) -> None:
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


async def test_a_branch_contains_the_messages_up_to_its_start_and_is_independent(bench: Bench) -> None:
    async with bench.open() as workspace:
        conversation = Conversation(title="Heating")
        for text in ("one", "two", "three"):
            conversation.append(user_message(text))
        branch = workspace.chats.branch(conversation, conversation.messages[1].id)
        branch.append(user_message("other"))
        assert [message.text for message in branch.messages] == ["one", "two", "other"]
        assert [message.text for message in conversation.messages] == ["one", "two", "three"]
        assert branch.title == "Branch of Heating"
        assert branch.id != conversation.id


async def test_a_chat_that_quotes_a_private_note_is_private(bench: Bench) -> None:
    (bench.root / "Boiler.md").write_text(
        "---\ntags: [private]\n---\nThe heat pump CANARY-BOILER costs.\n", encoding="utf-8"
    )
    async with open_saving(bench) as workspace:
        conversation = Conversation()
        await ask(workspace, conversation, "What about the heat pump?")
        path = workspace.chats.autosave(conversation).path
        assert "CANARY-BOILER" in (bench.root / path).read_text(encoding="utf-8")
        assert '  - "[[Boiler]]"' in (bench.root / path).read_text(encoding="utf-8")
        assert await workspace.privacy.current_status(path, REMOTE) == "closed"
        await workspace.indexer.rescan()
        await workspace.known_notes.catch_up()
        assert workspace.privacy.status(path, REMOTE) == "closed"
        assert workspace.privacy.status("Budget.md", REMOTE) == "open"
        messages = (user_message("And what of this?", context=(ContextItem(kind="note", target=path),)),)
        assert workspace.chats._reader.refusal_reason("Budget.md", messages)
    async with open_saving(bench) as workspace:
        read = await workspace.chats.open(path)
        assert {source.path for message in read.messages for source in message.sources} >= {"Boiler.md"}


async def test_an_answer_made_with_a_private_note_is_not_written_into_a_chatgpt_md_note(bench: Bench) -> None:
    (bench.root / "Boiler.md").write_text(
        "---\ntags: [private]\n---\nThe heat pump CANARY-BOILER costs.\n", encoding="utf-8"
    )
    (bench.root / "Talk.md").write_text(CHATGPT_MD, encoding="utf-8")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        conversation = await workspace.chats.open("Talk.md")
        await ask(workspace, conversation, "What about the heat pump?")
        assert "private" in workspace.chats.autosave(conversation).problem
    assert "CANARY-BOILER" not in (bench.root / "Talk.md").read_text(encoding="utf-8")

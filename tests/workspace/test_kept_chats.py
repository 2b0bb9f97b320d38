"""Chats are stored outside the vault from their first message, and are the same after a restart."""

import asyncio
from pathlib import Path

import pytest

from tests.support.vault_settings import set_tool_calling
from tests.workspace.bench import Bench, FixedApprover
from tests.workspace.chat_scene import begin, finish, stream
from vaultdesk.chat.chat_store import ChatChange, ChatStore
from vaultdesk.chat.conversation import Conversation, WaitingQuestion, private_conversation
from vaultdesk.chat.messages import (
    ContextItem,
    ImagePart,
    Message,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.core.errors import NoteNotFound
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.policy import Grant, PolicyRequest
from vaultdesk.tools.runtime.taint import TaintFlags
from vaultdesk.tools.tool import FULL_VISIBILITY
from vaultdesk.vault.disk.folder import retry_while_held
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.chat_autosave import STREAMING_SAVE_INTERVAL


async def ask(workspace: Workspace, conversation: Conversation, question: str) -> None:
    """Ask as the window does."""
    autosave = workspace.chats.autosave(conversation)
    set_tool_calling(workspace, True)
    agent = workspace.agent(FixedApprover(ApprovalDecision(approved=True)), consent=True)
    async with agent.run(conversation, question) as run:
        async for event in run:
            autosave.handle_event(event)
    await autosave.flush()


def files(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())


def conversation_of(*texts: str) -> Conversation:
    chat = Conversation()
    for number, text in enumerate(texts):
        chat.append(Message(role="assistant", parts=(TextPart(text=text),)) if number % 2 else user_message(text))
    return chat


async def store_chat(workspace: Workspace, chat: Conversation) -> Conversation:
    """Store *chat* and return it."""
    autosave = workspace.chats.autosave(chat)
    autosave.save_soon()
    await autosave.flush()
    return chat


async def stored_chat(workspace: Workspace, chat: Conversation) -> Conversation:
    """Return *chat* as stored on disk."""
    stored = await workspace.chats._storage.run(lambda store: store.read(chat.id))
    assert stored is not None
    return stored.conversation


async def test_t3_a_chat_is_stored_without_configuration_and_the_vault_is_unchanged(bench: Bench) -> None:
    before = files(bench.root)
    chat = Conversation()
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        await ask(workspace, chat, "What about the heat pump?")
        sent = await workspace.agent(FixedApprover(ApprovalDecision(approved=True)), consent=True).request(
            chat, "And now?"
        )
    assert files(bench.root) == before
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        await workspace.chats.refresh()
        (entry,) = workspace.chats.entries()
        assert (entry.key, entry.title, entry.path) == (chat.id, "What about the heat pump?", "")
        read = await workspace.chats.open(chat.id)
        assert read.messages == chat.messages
        assert {source.path for message in read.messages for source in message.sources}
        again = await workspace.agent(FixedApprover(ApprovalDecision(approved=True)), consent=True).request(
            read, "And now?"
        )
        # The next request is the same: texts, calls, results and their sources.
        assert [m.parts for m in again.messages] == [m.parts for m in sent.messages]
        assert again.system == sent.system


async def test_a_streaming_answer_is_stored_within_a_second(bench: Bench) -> None:
    async with bench.open() as workspace:
        autosave = workspace.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        await autosave.commit()
        with workspace.chats.changes.subscribe() as notifications:
            started = asyncio.get_running_loop().time()
            stream(autosave, "One ", "two ")
            async with asyncio.timeout(10):
                while len((await stored_chat(workspace, autosave.conversation)).messages) < 2:
                    await anext(notifications)
            assert asyncio.get_running_loop().time() - started < 1
        assert STREAMING_SAVE_INTERVAL < 1
        read = await stored_chat(workspace, autosave.conversation)
        assert [(m.text, m.cut) for m in read.messages] == [("Hello there", False), ("One two ", True)]
        finish(autosave, "One two three.")
        await autosave.commit()
        read = await stored_chat(workspace, autosave.conversation)
        assert [(m.text, m.cut) for m in read.messages] == [("Hello there", False), ("One two three.", False)]


async def test_permissions_are_the_same_or_narrower_after_a_restart(bench: Bench) -> None:
    chat = conversation_of("Hello?", "Yes.")
    grant = PolicyRequest("file_read", "read", conversation_id=chat.id, host="api.example.com")
    async with bench.open() as workspace:
        await workspace._tracking.taint.record(chat.id, [Source(path="Boiler.md", characters=9)], untrusted=True)
        workspace._tracking.read_versions.record(chat.id, {"Boiler.md": "digest"})
        workspace.permissions.grant(grant, "conversation", "Garden")
        workspace.permissions.exclude_paths(grant, ["Budget.md"])
        history = workspace.egress_policy.history.of(chat.id)
        history.withheld["Boiler.md", 9] = None
        history.host("api.example.com").answer_digests.add("abc")
        await store_chat(workspace, chat)
    async with bench.open() as workspace:
        tracking = workspace._tracking
        assert tracking.taint.flags(chat.id) == TaintFlags()
        await workspace.chats.open(chat.id)
        assert tracking.taint.flags(chat.id) == TaintFlags(untrusted=True, notes=True)
        assert tracking.read_versions.is_stale(chat.id, "Boiler.md", "another")
        assert tracking.read_versions.has_text(chat.id, "Boiler.md")
        expected = Grant(chat.id, "file_read", "Garden", "api.example.com")
        assert workspace.permissions.grants(chat.id) == (expected,)
        assert workspace.permissions.decide(grant, "Garden/Apples.md").answer == "allow"
        assert workspace.permissions.decide(grant, "Budget.md").answer == "ask"
        history = workspace.egress_policy.history.of(chat.id)
        assert history.withheld == {("Boiler.md", 9): None}
        assert history.host("api.example.com").answer_digests == {"abc"}


async def test_u15_alternatives_of_a_question_are_stored_and_can_be_shown_again(bench: Bench) -> None:
    chat = conversation_of("One?", "First.", "Two?", "Second.")
    async with bench.open() as workspace:
        await store_chat(workspace, chat)
        chat.ask_again_from(chat.messages[0].id)
        chat.append(user_message("Otherwise?"))
        await store_chat(workspace, chat)
    async with bench.open() as workspace:
        read = await workspace.chats.open(chat.id)
        assert [m.text for m in read.messages] == ["Otherwise?"]
        alternatives = read.forks()[read.messages[0].id]
        assert len(alternatives) == 2
        read.show_alternative(alternatives[0])
        await store_chat(workspace, read)
    async with bench.open() as workspace:
        again = await workspace.chats.open(chat.id)
        assert [m.text for m in again.messages] == ["One?", "First.", "Two?", "Second."]
        assert [m.text for branch in again.branches for m in branch.messages] == ["Otherwise?"]


async def test_a_private_chat_leaves_nothing_on_disk(bench: Bench, tmp_path: Path) -> None:
    chat = private_conversation()
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        workspace.chats.set_save_mode("keep")
        workspace.chats.set_draft(chat.id, "CANARY-DRAFT")
        await ask(workspace, chat, "What about the CANARY-QUESTION heat pump?")
        assert workspace.chats.entries() == ()
        assert workspace.chats.autosave(chat).problem == ""
        assert any("Boiler.md" in entry.record.files for entry in workspace.audit_log.read()), (
            "the names of read notes are recorded"
        )
        branch = workspace.chats.branch(chat, chat.messages[0].id)
        assert branch.private
        assert branch.id != chat.id
    written = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert written
    assert [file for file in written if b"CANARY" in file.read_bytes()] == []


async def test_a_chat_can_be_saved_as_a_note_and_detached_from_it(bench: Bench) -> None:
    chat = conversation_of("Heat pumps?", "Yes.")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        await store_chat(workspace, chat)
        await workspace.chats.keep_note(chat.id, keep=True)
        autosave = workspace.chats.autosave(chat)
        assert autosave.path == "Chats/Heat pumps.md"
        await workspace.chats.keep_note(chat.id, keep=False)
        assert autosave.path == ""
        before = (bench.root / "Chats/Heat pumps.md").read_bytes()
        chat.append(user_message("More?"))
        await store_chat(workspace, chat)
        assert (bench.root / "Chats/Heat pumps.md").read_bytes() == before
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        await workspace.chats.refresh()
        assert [entry.key for entry in workspace.chats.entries()] == [chat.id], (
            "its previous note is not a separate chat"
        )
        read = await workspace.chats.open(chat.id)
        assert workspace.chats.autosave(read).path == ""
        await workspace.chats.keep_note(chat.id, keep=True)
        assert workspace.chats.autosave(read).path == "Chats/Heat pumps.md"
        assert "More?" in (bench.root / "Chats/Heat pumps.md").read_text(encoding="utf-8")


async def test_edits_of_the_note_while_the_program_was_closed_are_loaded(bench: Bench) -> None:
    chat = conversation_of("Heat pumps?", "Yes.")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        workspace.chats.set_save_mode("keep")
        await store_chat(workspace, chat)
    file = bench.root / "Chats/Heat pumps.md"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("Yes.", "Certainly.") + "\n## You\n\nBy hand\n", encoding="utf-8")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        read = await workspace.chats.open(chat.id)
        assert [m.text for m in read.messages] == ["Heat pumps?", "Certainly.", "By hand"]
        assert (await workspace.chats.open("Chats/Heat pumps.md")) is read


async def test_messages_only_in_the_store_are_not_treated_as_deleted(bench: Bench) -> None:
    chat = conversation_of("Heat pumps?", "Yes.")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        workspace.chats.set_save_mode("keep")
        await store_chat(workspace, chat)
        path = workspace.chats._chat_store.path
    # The state after a process is killed between writing the store and writing the note.
    store = ChatStore(path)
    stored, late = store.read(chat.id), user_message("Only in the store")
    assert stored is not None
    assert len(stored.in_note) == 2
    order = (*(message.id for message in chat.messages), late.id)
    store.write(ChatChange(stored.conversation, stored.revision, note=stored.note, order=order, messages=(late,)))
    store.close()
    file = bench.root / "Chats/Heat pumps.md"
    file.write_text(file.read_text(encoding="utf-8").replace("Yes.", "Certainly."), encoding="utf-8")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        read = await workspace.chats.open(chat.id)
        assert [m.text for m in read.messages] == ["Heat pumps?", "Certainly.", "Only in the store"]


async def test_a_deleted_note_keeps_its_chat_and_a_moved_one_is_found(bench: Bench) -> None:
    deleted, moved = conversation_of("Gone?", "Yes."), conversation_of("Moved?", "Yes.")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        workspace.chats.set_save_mode("keep")
        await store_chat(workspace, deleted)
        await store_chat(workspace, moved)
    retry_while_held((bench.root / "Chats/Gone.md").unlink)
    retry_while_held(lambda: (bench.root / "Chats/Moved.md").rename(bench.root / "Elsewhere.md"))
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        await workspace.chats.refresh()
        read = await workspace.chats.open(deleted.id)
        assert [m.text for m in read.messages] == ["Gone?", "Yes."]
        assert workspace.chats.autosave(read).path == ""
        again = await workspace.chats.open(moved.id)
        assert workspace.chats.autosave(again).path == "Elsewhere.md"
        assert len(workspace.chats.entries()) == 2


async def test_a_copy_of_a_chat_note_is_a_separate_chat(bench: Bench) -> None:
    chat = conversation_of("Heat pumps?", "Yes.")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        workspace.chats.set_save_mode("keep")
        await store_chat(workspace, chat)
        (bench.root / "Copy.md").write_bytes((bench.root / "Chats/Heat pumps.md").read_bytes())
        copy = await workspace.chats.open("Copy.md")
        assert copy is not chat
        assert copy.id != chat.id


async def test_a_chat_continued_by_two_processes_has_the_messages_of_both(bench: Bench) -> None:
    chat = conversation_of("One?", "First.")
    async with bench.open() as workspace:
        await store_chat(workspace, chat)
        async with bench.open() as other:
            theirs = await other.chats.open(chat.id)
            theirs.append(user_message("Theirs"))
            await store_chat(other, theirs)
            chat.append(user_message("Mine"))
            await store_chat(workspace, chat)
            assert {m.text for m in chat.messages} == {"One?", "First.", "Theirs", "Mine"}
            await other.chats.open(chat.id)
            assert {m.text for m in theirs.messages} == {"One?", "First.", "Theirs", "Mine"}
            assert workspace.chats.autosave(chat).problem == ""


async def test_a_deleted_chat_can_be_restored_until_the_program_ends(bench: Bench) -> None:
    first, second = conversation_of("One?", "First."), conversation_of("Two?", "Second.")
    async with bench.open() as workspace:
        await store_chat(workspace, first)
        await store_chat(workspace, second)
        assert await workspace.chats.delete(first.id) == ""
        assert [entry.id for entry in workspace.chats.entries()] == [second.id]
        with pytest.raises(NoteNotFound):
            await workspace.chats.open(first.id)
        assert await workspace.chats.restore(first.id)
        assert [m.text for m in (await workspace.chats.open(first.id)).messages] == ["One?", "First."]
        await workspace.chats.delete(second.id)
    async with bench.open() as workspace:
        await workspace.chats.refresh()
        assert [entry.id for entry in workspace.chats.entries()] == [first.id]
        assert not await workspace.chats.restore(second.id)


async def test_a_chat_deleted_in_one_process_and_continued_in_another_is_kept_and_listed(bench: Bench) -> None:
    chat = conversation_of("One?", "First.")
    async with bench.open() as other:
        async with bench.open() as window:
            await store_chat(window, chat)
            theirs = await other.chats.open(chat.id)
            await window.chats.delete(chat.id)
            theirs.append(user_message("Continued"))
            await store_chat(other, theirs)
            assert window.chats.entries() == ()
            await window.chats.refresh()
            assert [entry.id for entry in window.chats.entries()] == [chat.id]
            read = await window.chats.open(chat.id)
            assert [message.text for message in read.messages] == ["One?", "First.", "Continued"]
        assert [entry.id for entry in other.chats.entries()] == [chat.id]
    async with bench.open() as workspace:
        read = await workspace.chats.open(chat.id)
        assert [message.text for message in read.messages] == ["One?", "First.", "Continued"]


async def test_a_deleted_chat_that_is_continued_in_the_same_process_is_kept_and_listed(bench: Bench) -> None:
    chat = conversation_of("One?", "First.")
    async with bench.open() as workspace:
        await store_chat(workspace, chat)
        autosave = workspace.chats.autosave(chat)
        await workspace.chats.delete(chat.id)
        chat.append(user_message("Continued"))
        autosave.save_soon()
        await autosave.flush()
        assert autosave.problem == ""
        await workspace.chats.refresh()
        assert [entry.id for entry in workspace.chats.entries()] == [chat.id]
    async with bench.open() as workspace:
        read = await workspace.chats.open(chat.id)
        assert [message.text for message in read.messages] == ["One?", "First.", "Continued"]


@pytest.mark.parametrize("removed", [False, True], ids=["deleted", "removed"])
async def test_a_chat_deleted_elsewhere_is_not_written_again_for_a_change_of_its_records(
    bench: Bench, removed: bool
) -> None:
    chat = conversation_of("One?", "First.")
    async with bench.open() as other:
        async with bench.open() as window:
            await store_chat(window, chat)
            autosave = other.chats.autosave(await other.chats.open(chat.id))
            await window.chats.delete(chat.id)
            if not removed:
                autosave.set_path("Chats/Moved.md")
                await autosave.flush()
        if removed:
            autosave.set_path("Chats/Moved.md")
            await autosave.flush()
        assert autosave.problem == ""
        assert not await other.chats.restore(chat.id)


@pytest.mark.parametrize("removed", [False, True], ids=["deleted", "removed"])
@pytest.mark.parametrize("action", ["rename", "pin"])
async def test_a_chat_deleted_elsewhere_is_restored_by_a_change_of_the_user(
    bench: Bench, action: str, removed: bool
) -> None:
    chat = conversation_of("One?", "First.")
    async with bench.open() as other:

        async def change() -> None:
            if action == "rename":
                await other.chats.rename(chat.id, "Heating")
            else:
                await other.chats.pin(chat.id, True)

        async with bench.open() as window:
            await store_chat(window, chat)
            await other.chats.open(chat.id)
            await window.chats.delete(chat.id)
            if not removed:
                await change()
        if removed:
            await change()
        await other.chats.refresh()
        (entry,) = other.chats.entries()
        assert (entry.title, entry.pinned) == (("Heating", False) if action == "rename" else ("One?", True))


async def test_stored_chats_and_chat_notes_are_searched(bench: Bench) -> None:
    (bench.root / "Theirs.md").write_text(
        "---\nvaultdesk-chat: 1\n---\n\n## You\n\nBoskoop by hand\n", encoding="utf-8"
    )
    chat = conversation_of("Tell me of the Boskoop", "An apple.")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        await workspace.chats.refresh()
        await store_chat(workspace, chat)
        found = await workspace.chats.search("bosk")
        assert [passage.key for passage in found] == [chat.id, "Theirs.md"]
        assert found[0].text == "Tell me of the Boskoop"


async def test_calls_without_result_are_repaired_when_the_chat_is_opened(bench: Bench) -> None:
    chat = conversation_of("One?")
    call = ToolCallPart(id="call_1", name="vault_search", arguments_json="{}", arguments={})
    chat.append(Message(role="assistant", parts=(call,)))
    async with bench.open() as workspace:
        await store_chat(workspace, chat)
    async with bench.open() as workspace:
        read = await workspace.chats.open(chat.id)
        (result,) = read.messages[-1].parts
        assert isinstance(result, ToolResultPart)
        assert result.call_id == "call_1"


async def test_a_chatgpt_md_note_has_its_steps_in_the_store_and_its_text_in_the_note(bench: Bench) -> None:
    (bench.root / "Talk.md").write_text("What is a heat pump?\n\n", encoding="utf-8")
    text = 'What is a heat pump?\n\n<hr class="__chatgpt_plugin">\n\n### role::assistant\n\nA fridge.\n\n'
    (bench.root / "Talk.md").write_text(text, encoding="utf-8")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        chat = await workspace.chats.open("Talk.md")
        await ask(workspace, chat, "What about the Boskoop?")
        assert any(message.role == "tool" for message in chat.messages)
    written = (bench.root / "Talk.md").read_text(encoding="utf-8")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        read = await workspace.chats.open("Talk.md")
        assert read.messages == chat.messages
        await ask(workspace, read, "And the heat pump?")
    again = (bench.root / "Talk.md").read_text(encoding="utf-8")
    assert again.startswith(written.rpartition("### role::user")[0])
    assert again.count("What about the Boskoop?") == 1
    assert again.count("And the heat pump?") == 1


async def test_t8_recall_searches_stored_chats(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        await store_chat(workspace, conversation_of("Which zither did we choose?", "The small zither."))
        tool = workspace.registry.get("recall")
        assert tool is not None
        output = await tool.run(tool.parameters.model_validate({"query": "zither"}), FULL_VISIBILITY)
    assert isinstance(output.data, dict)
    (found,) = output.data["chats"]  # type: ignore[misc] # a list
    assert "zither" in found["text"]


async def test_unsent_questions_are_restored_with_their_context(bench: Bench) -> None:
    item = ContextItem(kind="tag", target="heating")
    picture = ImagePart(media_type="image/png", data="aGVsbG8=", name="plan.png")
    waiting = (
        WaitingQuestion(user_message("And the cost?", (picture,), (item,), "plus"), plan_first=True),
        WaitingQuestion(user_message("And when?")),
    )
    async with bench.open() as workspace:
        chat = await store_chat(workspace, conversation_of("What did we choose?", "A heat pump."))
        chat.waiting = waiting
        await store_chat(workspace, chat)
        branch = workspace.chats.branch(chat, chat.messages[-1].id)
        assert branch.waiting == ()
    async with bench.open() as workspace:
        opened = await workspace.chats.open(chat.id)
        assert opened.waiting == waiting
        opened.waiting = ()
        await store_chat(workspace, opened)
    async with bench.open() as workspace:
        assert (await workspace.chats.open(chat.id)).waiting == ()


async def test_unreadable_unsent_questions_do_not_prevent_opening_the_chat(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    async with bench.open() as workspace:
        chat = conversation_of("What did we choose?", "A heat pump.")
        chat.waiting = (WaitingQuestion(user_message("And when?")),)
        await store_chat(workspace, chat)
        change = ChatChange(chat, revision=1, states={"waiting_questions": [{"message": "of a later version"}]})
        await workspace.chats._storage.run(lambda store: store.write(change))
    async with bench.open() as workspace:
        opened = await workspace.chats.open(chat.id)
        assert (len(opened.messages), opened.waiting) == (2, ())
    assert "cannot be read" in caplog.text
    caplog.clear()

"""Tests of workspace/chat_autosave.py."""

import asyncio
import logging
import os
from pathlib import Path

import pytest

from tests.support.conversations import unanswered_calls
from tests.support.tool_env import LOCAL
from tests.workspace.chat_scene import begin, finish, open_chats, stream
from vaultdesk.agent.run import RunStarted
from vaultdesk.chat.chat_format import CONFLICTING_EDIT_LABEL
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.core.phrases import NO_PHRASE
from vaultdesk.providers.provider import ReasoningArrived, TextArrived
from vaultdesk.vault.disk.folder import retry_while_held
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.transactions.file_edits import Move, Origin
from vaultdesk.vault.vault_changes import ChangeKind, FileChange, VaultChanged
from vaultdesk.workspace.chat_autosave import STREAMING_SAVE_INTERVAL, StreamedAnswer
from vaultdesk.workspace.chat_note import NOTE_SAVE_INTERVAL

# StreamedAnswer: a partial answer is a message with its own id.


def test_a_streamed_answer_keeps_its_id_and_is_cut_until_it_ends() -> None:
    answer = StreamedAnswer()
    question = user_message("q", mode="agent")
    assert answer.with_answer((question,)) == (question,)
    answer.run = RunStarted("run_1", question, "work/m", LOCAL)
    answer.add(ReasoningArrived("Hm."))
    first = answer.with_answer((question,))[1]
    answer.add(TextArrived("Yes"))
    second = answer.with_answer((question,))[1]
    assert answer.active
    assert (first.id, first.created) == (second.id, second.created)
    assert second.parts == (ReasoningPart(text="Hm."), TextPart(text="Yes"))
    assert (second.cut, second.model, second.mode) == (True, "work/m", "agent")
    answer.end()
    assert answer.with_answer((question,)) == (question,)


def test_a_streamed_answer_is_no_message_of_the_conversation_and_edits_of_it_are_kept() -> None:
    answer, conversation = StreamedAnswer(), Conversation()
    answer.add(TextArrived("Yes"))
    (partial,) = answer.with_answer(())
    note = TextPart(text=f"{CONFLICTING_EDIT_LABEL}No", hidden=True)
    edited = partial.model_copy(update={"parts": (*partial.parts, note)})
    other = user_message("q")
    assert answer.without_answer((other, edited)) == (other,)
    assert answer.with_answer(())[0].parts == (TextPart(text="Yes"), note)
    complete = Message(role="assistant", parts=(TextPart(text="Yes."),))
    conversation.append(complete)
    answer.move_edits_into(conversation, complete)
    assert conversation.messages[0].parts == (TextPart(text="Yes."), note)


# ChatAutosave: a conversation is stored while it continues, and edits of its note are kept.

NOTE = "Chats/Hello there.md"


async def test_a_streaming_answer_is_stored_as_cut_within_two_seconds(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        autosave = scene.chats.autosave(Conversation())
        with autosave.changes.subscribe() as notifications:
            begin(autosave, "Hello there")
            await asyncio.wait_for(anext(notifications), 10)
        assert scene.stored_messages(NOTE) == [("user", "Hello there", False)]
        with scene.vault.changes.subscribe() as changes:
            stream(autosave, "One ", "two ")
            async with asyncio.timeout(10):
                while len(scene.stored_messages(NOTE)) < 2:
                    await anext(changes)
        assert STREAMING_SAVE_INTERVAL < NOTE_SAVE_INTERVAL < 2
        assert scene.stored_messages(NOTE) == [("user", "Hello there", False), ("assistant", "One two ", True)]
        assert autosave.conversation.messages[-1].role == "user", "the conversation itself has only complete messages"
        finish(autosave, "One two three.")
        await autosave.flush()
        assert scene.stored_messages(NOTE) == [("user", "Hello there", False), ("assistant", "One two three.", False)]


async def test_flush_writes_the_current_partial_answer(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        stream(autosave, "Half an ans")
        await autosave.flush()
        assert scene.stored_messages(NOTE)[-1] == ("assistant", "Half an ans", True)


async def test_closing_writes_unsaved_messages(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        stream(autosave, "Half an ans")
    assert scene.stored_messages(NOTE)[-1] == ("assistant", "Half an ans", True)


async def test_edits_of_the_note_during_streaming_are_kept(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        stream(autosave, "Half an ans")
        await autosave.flush()
        text = (
            scene.text(NOTE)
            .replace("Hello there\n", "Hello there, dear\n")
            .replace("---\n\n##", "---\n\nMy own.\n\n##")
        )
        text = text.replace("id: ", "mine: yes\nid: ", 1)
        (scene.root / NOTE).write_text(text + "\n## You\n\nAdded by hand\n", encoding="utf-8")

        stream(autosave, "wer")
        await autosave.flush()

        assert autosave.problem == ""
        assert scene.stored_messages(NOTE) == [
            ("user", "Hello there, dear", False),
            ("user", "Added by hand", False),
            ("assistant", "Half an answer", True),
        ]
        finish(autosave, "Half an answer, whole.")
        await autosave.flush()
        assert scene.stored_messages(NOTE) == [
            ("user", "Hello there, dear", False),
            ("user", "Added by hand", False),
            ("assistant", "Half an answer, whole.", False),
        ]
        assert autosave.conversation.messages[0].text == "Hello there, dear"
        assert "\nMy own.\n" in scene.text(NOTE)
        assert "\nmine: yes\n" in scene.text(NOTE)


async def test_edits_of_the_streaming_answer_are_kept_beside_it(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        stream(autosave, "Half an ans")
        await autosave.flush()
        (scene.root / NOTE).write_text(scene.text(NOTE).replace("Half an ans", "Half an ass"), encoding="utf-8")
        stream(autosave, "wer")
        await autosave.flush()
        assert "Half an ass" in scene.text(NOTE)
        finish(autosave, "Half an answer")
        await autosave.flush()
        answer = scene.read(NOTE).messages[-1]
        assert answer.parts[0].model_dump()["text"] == "Half an answer"
        assert "Half an ass" in answer.parts[1].model_dump()["text"]
        assert answer.parts[1].model_dump()["hidden"]


async def test_edits_of_the_note_are_loaded_into_an_idle_chat(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        conversation = Conversation()
        autosave = scene.chats.autosave(conversation)
        begin(autosave, "Hello there")
        finish(autosave, "Hello.")
        await autosave.flush()
        with autosave.changes.subscribe() as notifications:
            (scene.root / NOTE).write_text(scene.text(NOTE).replace("Hello.", "Good day."), encoding="utf-8")
            await asyncio.wait_for(anext(notifications), 20)
        assert conversation.messages[-1].text == "Good day."


async def test_removed_messages_are_removed_in_note_and_chat(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        conversation = Conversation()
        autosave = scene.chats.autosave(conversation)
        for question in ("Hello there", "two", "three"):
            conversation.append(user_message(question))
        autosave.save_soon()
        await autosave.flush()
        conversation.remove_from(conversation.messages[2].id)
        autosave.save_soon()
        await autosave.flush()
        assert [text for _, text, _ in scene.stored_messages(NOTE)] == ["Hello there", "two"]
        marker = next(line for line in scene.text(NOTE).split("\n") if conversation.messages[1].id in line)
        (scene.root / NOTE).write_text(scene.text(NOTE).replace(f"## You\n{marker}\n\ntwo\n", ""), encoding="utf-8")
        conversation.append(user_message("four"))
        autosave.save_soon()
        await autosave.flush()
        assert [text for _, text, _ in scene.stored_messages(NOTE)] == ["Hello there", "four"]


async def test_a_note_deleted_during_the_chat_is_created_again(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        await autosave.flush()
        (scene.root / NOTE).unlink()
        finish(autosave, "Hello.")
        await autosave.flush()
        assert scene.stored_messages(NOTE) == [("user", "Hello there", False), ("assistant", "Hello.", False)]


async def test_a_moved_note_is_written_at_its_new_path(tmp_path: Path) -> None:
    # Created in advance: a new folder may not be watched yet when the note is moved out of it.
    (tmp_path / "vault" / NOTE).parent.mkdir(parents=True)
    async with open_chats(tmp_path) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        finish(autosave, "Hello.")
        await autosave.flush()
        with autosave.changes.subscribe() as notifications:
            (scene.root / NOTE).rename(scene.root / "Moved.md")
            async with asyncio.timeout(20):
                while autosave.path != "Moved.md":
                    await anext(notifications)
        begin(autosave, "More")
        await autosave.flush()
        assert [text for _, text, _ in scene.stored_messages("Moved.md")] == ["Hello there", "Hello.", "More"]
        assert not (scene.root / NOTE).exists()


@pytest.mark.parametrize("kinds", [("created",), ("deleted", "created"), ("created", "deleted")], ids="+".join)
async def test_a_moved_note_reported_as_separate_events_is_written_at_its_new_path(
    kinds: tuple[ChangeKind, ...], tmp_path: Path
) -> None:
    """On a busy system inotify may report the two halves of a move separately."""
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        finish(autosave, "Hello.")
        await autosave.flush()
        paths = {"created": NotePath("Moved.md"), "deleted": NotePath(NOTE)}
        with autosave.changes.subscribe() as notifications:
            retry_while_held(lambda: (scene.root / NOTE).rename(scene.root / "Moved.md"))
            scene.vault.changes.publish(VaultChanged(tuple(FileChange(kind, paths[kind]) for kind in kinds)))
            async with asyncio.timeout(20):
                while autosave.path != "Moved.md":
                    await anext(notifications)
        begin(autosave, "More")
        await autosave.flush()
        assert [text for _, text, _ in scene.stored_messages("Moved.md")] == ["Hello there", "Hello.", "More"]
        assert not (scene.root / NOTE).exists()


@pytest.mark.parametrize("at_rename", ["before the write", "after the write"])
async def test_a_note_renamed_in_the_program_during_a_write_has_one_file(
    at_rename: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        stream(autosave, "It")
        await autosave.flush()
        write, new = scene.vault.write, NotePath("Chats/Moved.md")

        async def rename() -> None:
            monkeypatch.undo()
            digest = (await scene.vault.read(NotePath(NOTE))).digest
            with autosave.changes.subscribe() as notifications:
                await scene.vault.apply([Move(NotePath(NOTE), new, digest)], Origin("rename", NO_PHRASE))
                while autosave.path != new.text:
                    await asyncio.wait_for(anext(notifications), 20)

        async def rename_and_write(path: NotePath, text: str, digest: str | None, origin: Origin) -> NoteText:
            if at_rename == "before the write":
                await rename()
            note = await write(path, text, digest, origin)
            if at_rename == "after the write":
                await rename()
            return note

        monkeypatch.setattr(scene.vault, "write", rename_and_write)
        stream(autosave, " leaks")
        await autosave.flush()
        finish(autosave, "It leaks.")
        await autosave.flush()

        assert not autosave.problem
        assert autosave.path == new.text
        assert [path.name for path in (scene.root / "Chats").iterdir()] == ["Moved.md"]
        assert [text for _, text, _ in scene.stored_messages(new.text)] == ["Hello there", "It leaks."]


async def test_a_deleted_note_is_written_again_even_if_it_was_copied_before(tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        await autosave.flush()
        (scene.root / "Copy.md").write_bytes((scene.root / NOTE).read_bytes())
        with scene.chats.changes.subscribe() as notifications:
            scene.vault.changes.publish(VaultChanged((FileChange("created", NotePath("Copy.md")),)))
            await asyncio.wait_for(anext(notifications), 20)
        stream(autosave, "It")
        await autosave.flush()
        (scene.root / NOTE).unlink()
        finish(autosave, "It leaks.")
        await autosave.flush()
        assert autosave.path == NOTE
        assert [text for _, text, _ in scene.stored_messages(NOTE)] == ["Hello there", "It leaks."]
        assert [text for _, text, _ in scene.stored_messages("Copy.md")] == ["Hello there"]


async def test_a_note_renamed_while_it_is_read_stays_the_note_of_its_chat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = scene.chats.autosave(Conversation(title="Boiler"))
        begin(autosave, "What of the boiler?")
        finish(autosave, "It leaks.")
        await autosave.flush()
        read, old = scene.vault.read, autosave.path

        async def rename_and_read(path: NotePath) -> NoteText:
            (scene.root / old).rename(scene.root / "Chats/Heating.md")
            return await read(path)

        monkeypatch.setattr(scene.vault, "read", rename_and_read)
        await autosave.refresh()
        autosave.set_path("Chats/Heating.md")  # as reported afterwards
        monkeypatch.undo()
        begin(autosave, "And the pump?")
        await autosave.flush()

        assert not autosave.problem
        assert [text for _, text, _ in scene.stored_messages("Chats/Heating.md")][-1] == "And the pump?"


async def test_a_copy_of_a_note_is_another_chat(tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        finish(autosave, "Hello.")
        await autosave.flush()
        (scene.root / "Copy.md").write_bytes((scene.root / NOTE).read_bytes())
        with scene.chats.changes.subscribe() as notifications:
            scene.vault.changes.publish(VaultChanged((FileChange("created", NotePath("Copy.md")),)))
            await asyncio.wait_for(anext(notifications), 20)
        begin(autosave, "More")
        await autosave.flush()
        assert autosave.path == NOTE
        assert [text for _, text, _ in scene.stored_messages("Copy.md")] == ["Hello there", "Hello."]


async def test_an_existing_name_gets_a_number(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        for expected in ("Chats/Hello there.md", "Chats/Hello there 2.md"):
            autosave = scene.chats.autosave(Conversation())
            begin(autosave, "Hello there")
            await autosave.flush()
            assert autosave.path == expected


@pytest.mark.skipif(os.name == "nt", reason="file modes have another meaning there")
async def test_an_unwritable_folder_is_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        (scene.root / "Chats").write_text("a file where the folder should be")
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        await autosave.flush()
        assert autosave.problem
        assert autosave.path == ""
        (scene.root / "Chats").unlink()
        finish(autosave, "Hello.")
        await autosave.flush()
        assert autosave.problem == ""
        assert scene.stored_messages(NOTE) == [("user", "Hello there", False), ("assistant", "Hello.", False)]


async def test_a_vault_locked_by_another_process_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from vaultdesk.vault.vault import Vault

    async with open_chats(tmp_path) as scene, Vault(scene.root, watch=False, data_folder=tmp_path / "place") as other:
        caplog.set_level(logging.INFO)
        await other.claim_write_access()
        autosave = scene.chats.autosave(Conversation())
        begin(autosave, "Hello there")
        await autosave.flush()
        assert "another" in autosave.problem.casefold() or "other" in autosave.problem.casefold()
        assert not (scene.root / NOTE).exists()


async def test_a_manually_removed_result_leaves_a_usable_chat(tmp_path: Path) -> None:
    call = ToolCallPart(id="c", name="file_read", arguments_json="{}", arguments={})
    result = ToolResultPart(call_id="c", name="file_read", content="{}")
    async with open_chats(tmp_path) as scene:
        conversation = Conversation()
        conversation.append(user_message("Hello there"))
        conversation.append(Message(role="assistant", parts=(call,)))
        conversation.append(Message(role="tool", parts=(result,)))
        autosave = scene.chats.autosave(conversation)
        autosave.save_soon()
        await autosave.flush()
        text = scene.text(NOTE)
        with autosave.changes.subscribe() as notifications:
            (scene.root / NOTE).write_text(text[: text.index("<!-- vaultdesk:tool")], encoding="utf-8")
            await asyncio.wait_for(anext(notifications), 20)
        assert unanswered_calls(conversation) == ()
        assert conversation.messages[2].parts != (result,)

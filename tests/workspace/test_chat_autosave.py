"""Tests of workspace/chat_autosave.py."""

import asyncio
import logging
import os
from pathlib import Path

import pytest

from tests.support.conversations import unanswered_calls
from tests.support.desk import LOCAL
from tests.workspace.chat_scene import begin, finish, open_chats, stream
from vaultdesk.agent.run import RunStarted
from vaultdesk.chat.chat_format import CONFLICTING_EDIT_LABEL
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.providers.provider import ReasoningArrived, TextArrived
from vaultdesk.vault.disk.folder import retry_while_held
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault_changes import ChangeKind, FileChange, VaultChanged
from vaultdesk.workspace.chat_autosave import STREAMING_SAVE_INTERVAL, StreamedAnswer
from vaultdesk.workspace.chat_note import NOTE_SAVE_INTERVAL

# StreamedAnswer: an answer as far as it came is a message with an id of its own.


def test_it_grows_under_one_id_and_is_cut_until_it_is_over() -> None:
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


def test_it_is_no_part_of_the_conversation_and_what_was_written_into_it_stays() -> None:
    answer, conversation = StreamedAnswer(), Conversation()
    answer.add(TextArrived("Yes"))
    (partial,) = answer.with_answer(())
    note = TextPart(text=f"{CONFLICTING_EDIT_LABEL}No", hidden=True)
    edited = partial.model_copy(update={"parts": (*partial.parts, note)})
    other = user_message("q")
    assert answer.without_answer((other, edited)) == (other,)
    assert answer.with_answer(())[0].parts == (TextPart(text="Yes"), note)
    whole = Message(role="assistant", parts=(TextPart(text="Yes."),))
    conversation.append(whole)
    answer.move_edits_into(conversation, whole)
    assert conversation.messages[0].parts == (TextPart(text="Yes."), note)


# ChatKeeper: a conversation is on the disk while it goes on, and what others write into its note is kept.

NOTE = "Chats/Hello there.md"


async def test_an_answer_that_streams_is_written_as_cut_within_two_seconds(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        keeper = scene.chats.autosave(Conversation())
        with keeper.changes.subscribe() as told:
            begin(keeper, "Hello there")
            await asyncio.wait_for(anext(told), 10)
        assert scene.said(NOTE) == [("user", "Hello there", False)]
        with scene.vault.changes.subscribe() as changes:
            stream(keeper, "One ", "two ")
            async with asyncio.timeout(10):
                while len(scene.said(NOTE)) < 2:
                    await anext(changes)
        assert STREAMING_SAVE_INTERVAL < NOTE_SAVE_INTERVAL < 2
        assert scene.said(NOTE) == [("user", "Hello there", False), ("assistant", "One two ", True)]
        assert keeper.conversation.messages[-1].role == "user", "the conversation itself has only whole messages"
        finish(keeper, "One two three.")
        await keeper.flush()
        assert scene.said(NOTE) == [("user", "Hello there", False), ("assistant", "One two three.", False)]


async def test_settling_writes_what_streams_now(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello there")
        stream(keeper, "Half an ans")
        await keeper.flush()
        assert scene.said(NOTE)[-1] == ("assistant", "Half an ans", True)


async def test_closing_writes_what_is_not_on_the_disk_yet(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello there")
        stream(keeper, "Half an ans")
    assert scene.said(NOTE)[-1] == ("assistant", "Half an ans", True)


async def test_edits_of_the_note_while_an_answer_streams_are_kept(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello there")
        stream(keeper, "Half an ans")
        await keeper.flush()
        text = (
            scene.text(NOTE)
            .replace("Hello there\n", "Hello there, dear\n")
            .replace("---\n\n##", "---\n\nMy own.\n\n##")
        )
        text = text.replace("id: ", "mine: yes\nid: ", 1)
        (scene.root / NOTE).write_text(text + "\n## You\n\nAdded by hand\n", encoding="utf-8")

        stream(keeper, "wer")
        await keeper.flush()

        assert keeper.problem == ""
        assert scene.said(NOTE) == [
            ("user", "Hello there, dear", False),
            ("user", "Added by hand", False),
            ("assistant", "Half an answer", True),
        ]
        finish(keeper, "Half an answer, whole.")
        await keeper.flush()
        assert scene.said(NOTE) == [
            ("user", "Hello there, dear", False),
            ("user", "Added by hand", False),
            ("assistant", "Half an answer, whole.", False),
        ]
        assert keeper.conversation.messages[0].text == "Hello there, dear"
        assert "\nMy own.\n" in scene.text(NOTE)
        assert "\nmine: yes\n" in scene.text(NOTE)


async def test_words_written_into_the_streaming_answer_stay_beside_it(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello there")
        stream(keeper, "Half an ans")
        await keeper.flush()
        (scene.root / NOTE).write_text(scene.text(NOTE).replace("Half an ans", "Half an ass"), encoding="utf-8")
        stream(keeper, "wer")
        await keeper.flush()
        assert "Half an ass" in scene.text(NOTE)
        finish(keeper, "Half an answer")
        await keeper.flush()
        said = scene.read(NOTE).messages[-1]
        assert said.parts[0].model_dump()["text"] == "Half an answer"
        assert "Half an ass" in said.parts[1].model_dump()["text"]
        assert said.parts[1].model_dump()["hidden"]


async def test_an_idle_chat_takes_in_what_is_edited_elsewhere(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        conversation = Conversation()
        keeper = scene.chats.autosave(conversation)
        begin(keeper, "Hello there")
        finish(keeper, "Hello.")
        await keeper.flush()
        with keeper.changes.subscribe() as told:
            (scene.root / NOTE).write_text(scene.text(NOTE).replace("Hello.", "Good day."), encoding="utf-8")
            await asyncio.wait_for(anext(told), 20)
        assert conversation.messages[-1].text == "Good day."


async def test_what_was_taken_out_here_is_taken_out_there_and_the_other_way_round(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        conversation = Conversation()
        keeper = scene.chats.autosave(conversation)
        for words in ("Hello there", "two", "three"):
            conversation.append(user_message(words))
        keeper.save_soon()
        await keeper.flush()
        conversation.remove_from(conversation.messages[2].id)
        keeper.save_soon()
        await keeper.flush()
        assert [text for _, text, _ in scene.said(NOTE)] == ["Hello there", "two"]
        marker = next(line for line in scene.text(NOTE).split("\n") if conversation.messages[1].id in line)
        (scene.root / NOTE).write_text(scene.text(NOTE).replace(f"## You\n{marker}\n\ntwo\n", ""), encoding="utf-8")
        conversation.append(user_message("four"))
        keeper.save_soon()
        await keeper.flush()
        assert [text for _, text, _ in scene.said(NOTE)] == ["Hello there", "four"]


async def test_a_note_that_was_deleted_while_the_chat_goes_on_is_there_again(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello there")
        await keeper.flush()
        (scene.root / NOTE).unlink()
        finish(keeper, "Hello.")
        await keeper.flush()
        assert scene.said(NOTE) == [("user", "Hello there", False), ("assistant", "Hello.", False)]


async def test_a_note_that_was_moved_is_written_where_it_is_now(tmp_path: Path) -> None:
    # There from the start: a folder made just now may not be watched yet when the note moves out of it.
    (tmp_path / "vault" / NOTE).parent.mkdir(parents=True)
    async with open_chats(tmp_path) as scene:
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello there")
        finish(keeper, "Hello.")
        await keeper.flush()
        with keeper.changes.subscribe() as told:
            (scene.root / NOTE).rename(scene.root / "Moved.md")
            async with asyncio.timeout(20):
                while keeper.path != "Moved.md":
                    await anext(told)
        begin(keeper, "More")
        await keeper.flush()
        assert [text for _, text, _ in scene.said("Moved.md")] == ["Hello there", "Hello.", "More"]
        assert not (scene.root / NOTE).exists()


@pytest.mark.parametrize("kinds", [("created",), ("deleted", "created"), ("created", "deleted")], ids="+".join)
async def test_a_note_whose_move_was_not_told_as_one_is_written_where_it_is_now(
    kinds: tuple[ChangeKind, ...], tmp_path: Path
) -> None:
    """As inotify tells it where a busy system reports the two halves of a move apart."""
    async with open_chats(tmp_path, watch=False) as scene:
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello there")
        finish(keeper, "Hello.")
        await keeper.flush()
        places = {"created": NotePath("Moved.md"), "deleted": NotePath(NOTE)}
        with keeper.changes.subscribe() as told:
            retry_while_held(lambda: (scene.root / NOTE).rename(scene.root / "Moved.md"))
            scene.vault.changes.publish(VaultChanged(tuple(FileChange(kind, places[kind]) for kind in kinds)))
            async with asyncio.timeout(20):
                while keeper.path != "Moved.md":
                    await anext(told)
        begin(keeper, "More")
        await keeper.flush()
        assert [text for _, text, _ in scene.said("Moved.md")] == ["Hello there", "Hello.", "More"]
        assert not (scene.root / NOTE).exists()


async def test_a_copy_of_a_note_is_another_chat(tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello there")
        finish(keeper, "Hello.")
        await keeper.flush()
        (scene.root / "Copy.md").write_bytes((scene.root / NOTE).read_bytes())
        with scene.chats.changes.subscribe() as told:
            scene.vault.changes.publish(VaultChanged((FileChange("created", NotePath("Copy.md")),)))
            await asyncio.wait_for(anext(told), 20)
        begin(keeper, "More")
        await keeper.flush()
        assert keeper.path == NOTE
        assert [text for _, text, _ in scene.said("Copy.md")] == ["Hello there", "Hello."]


async def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        for expected in ("Chats/Hello there.md", "Chats/Hello there 2.md"):
            keeper = scene.chats.autosave(Conversation())
            begin(keeper, "Hello there")
            await keeper.flush()
            assert keeper.path == expected


@pytest.mark.skipif(os.name == "nt", reason="modes mean something else there")
async def test_a_folder_that_cannot_be_written_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        (scene.root / "Chats").write_text("a file where the folder should be")
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello there")
        await keeper.flush()
        assert keeper.problem
        assert keeper.path == ""
        (scene.root / "Chats").unlink()
        finish(keeper, "Hello.")
        await keeper.flush()
        assert keeper.problem == ""
        assert scene.said(NOTE) == [("user", "Hello there", False), ("assistant", "Hello.", False)]


async def test_a_vault_that_another_program_writes_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from vaultdesk.vault.vault import Vault

    async with open_chats(tmp_path) as scene, Vault(scene.root, watch=False, data_folder=tmp_path / "place") as other:
        caplog.set_level(logging.INFO)
        await other.claim_write_access()
        keeper = scene.chats.autosave(Conversation())
        begin(keeper, "Hello there")
        await keeper.flush()
        assert "another" in keeper.problem.casefold() or "other" in keeper.problem.casefold()
        assert not (scene.root / NOTE).exists()


async def test_a_result_that_was_taken_out_by_hand_leaves_a_chat_that_can_go_on(tmp_path: Path) -> None:
    call = ToolCallPart(id="c", name="file_read", arguments_json="{}", arguments={})
    result = ToolResultPart(call_id="c", name="file_read", content="{}")
    async with open_chats(tmp_path) as scene:
        conversation = Conversation()
        conversation.append(user_message("Hello there"))
        conversation.append(Message(role="assistant", parts=(call,)))
        conversation.append(Message(role="tool", parts=(result,)))
        keeper = scene.chats.autosave(conversation)
        keeper.save_soon()
        await keeper.flush()
        text = scene.text(NOTE)
        with keeper.changes.subscribe() as told:
            (scene.root / NOTE).write_text(text[: text.index("<!-- vaultdesk:tool")], encoding="utf-8")
            await asyncio.wait_for(anext(told), 20)
        assert unanswered_calls(conversation) == ()
        assert conversation.messages[2].parts != (result,)

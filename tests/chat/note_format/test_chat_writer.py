"""Writing: a chat as a note that reads well in any editor; what is not the program's stays where it is."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.support.conversations import facts
from vaultdesk.chat.conversation import ChatChoices, Checkpoint, Conversation
from vaultdesk.chat.messages import (
    ContextItem,
    ImagePart,
    Message,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Usage,
)
from vaultdesk.chat.note_format import ChatWriter, read_chat, write_chat
from vaultdesk.core.errors import NoteNotWritten

HEATING = Path(__file__).with_name("heating.md")
"""What a chat looks like on the disk. A change of it is a change of the format."""

BERLIN = timezone(timedelta(hours=1))


def at(second: int) -> datetime:
    return datetime(2026, 11, 20, 14, 32, second, tzinfo=BERLIN)


def heating() -> Conversation:
    conversation = Conversation(
        title="The boiler",
        id="chat_3f2a9c",
        created=at(0),
        choices=ChatChoices("anthropic/claude-sonnet-4-5", None, "agent", "Projects/House.md"),
        pinned=True,
        parent="Chats/Heating#^msg-1",
    )
    boiler = Source(
        path="Projects/House/Boiler.md", heading="2024", characters=61, first_line=3, last_line=9, allowed="person"
    )
    conversation.extend(
        [
            Message(
                id="msg_1",
                role="user",
                parts=(
                    ImagePart(media_type="image/png", data="iVBORw0KGgo=", name="boiler.png"),
                    TextPart(text="What did we decide about the boiler?\n\n- the old one\n- or a new one"),
                ),
                created=at(5),
                mode="agent",
                context=(ContextItem(kind="note", target="Projects/House/Budget"),),
            ),
            Message(
                id="msg_2",
                role="assistant",
                parts=(
                    ReasoningPart(text="They ask about a decision.\n\nI should look."),
                    ToolCallPart(
                        id="call_1",
                        name="file_read",
                        arguments_json='{"file_paths": ["Projects/House/Boiler.md"]}',
                        arguments={"file_paths": ["Projects/House/Boiler.md"]},
                    ),
                ),
                created=at(9),
                model="anthropic/claude-sonnet-4-5",
            ),
            Message(
                id="msg_3",
                role="tool",
                parts=(
                    ToolResultPart(
                        call_id="call_1",
                        name="file_read",
                        content='{"success": true, "data": [{"path": "Projects/House/Boiler.md", "content": "…"}]}',
                        sources=(boiler,),
                    ),
                ),
                created=at(10),
            ),
            Message(
                id="msg_4",
                role="assistant",
                parts=(TextPart(text="You chose a **heat pump**, see [[Boiler#2024]].\n\n```sh\nopen Boiler.md"),),
                created=at(14),
                model="anthropic/claude-sonnet-4-5",
                usage=Usage(input_tokens=812, output_tokens=44, cost=0.003, seconds=3.5),
                cut=True,
            ),
        ]
    )
    conversation.checkpoints = (Checkpoint("msg_2", "They look for what was decided.", at(20), "ollama/qwen3:8b"),)
    return conversation


def test_a_chat_reads_well_in_a_plain_editor() -> None:
    note = write_chat(heating())
    assert note == HEATING.read_text(encoding="utf-8")
    read = read_chat(note, {"3c6f9f9d0f9d": b""}.get).conversation
    assert [message.id for message in read.messages] == ["msg_1", "msg_2", "msg_3", "msg_4"]


def test_what_is_the_owners_stays_as_it_is() -> None:
    conversation = heating()
    before = write_chat(conversation)
    edited = before.replace("id: chat", "# a comment\ntags: [house, 'old']\nid: chat").replace(
        "\n## You\n", "\n# My chat\n\nWords above it.\n\n## You\n", 1
    )
    conversation.title = "Another title"
    after = write_chat(conversation, edited)
    assert after == edited.replace("title: The boiler", "title: Another title")


def test_a_property_that_is_said_no_more_is_taken_out() -> None:
    conversation = heating()
    before = write_chat(conversation)
    conversation.pinned = False
    conversation.parent = ""
    after = write_chat(conversation, before)
    assert "pinned" not in after
    assert "parent" not in after


def test_a_head_that_cannot_be_read_is_not_written_over() -> None:
    with pytest.raises(NoteNotWritten):
        write_chat(heating(), "---\ntitle: [open\n---\n")


def test_a_message_is_made_anew_only_where_it_changed() -> None:
    conversation = heating()
    writer = ChatWriter()
    first = writer.write(conversation)
    assert writer.write(conversation, first) == first
    grown = conversation.messages[-1].model_copy(update={"cut": False})
    conversation.replace(grown)
    assert writer.write(conversation, first) == write_chat(conversation, first)


def test_a_chat_without_messages_is_a_note_too() -> None:
    empty = Conversation(title="", created=datetime(2026, 1, 1, tzinfo=UTC))
    assert facts(read_chat(write_chat(empty)).conversation) == facts(empty)


def test_sources_too_many_for_a_head_are_said_to_be_unnamed() -> None:
    conversation = Conversation()
    sources = tuple(Source(path=f"Folder {number}/A note with a name.md", characters=1) for number in range(2_000))
    conversation.append(
        Message(role="tool", parts=(ToolResultPart(call_id="c", name="n", content="", sources=sources),))
    )
    note = write_chat(conversation)
    assert "sources-unnamed: true" in note
    assert facts(read_chat(note).conversation) == facts(conversation)

"""Tests of chat/conversation_note.py."""

import time
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.support.conversations import facts
from vaultdesk.chat.conversation import ChatChoices, Checkpoint, Conversation
from vaultdesk.chat.conversation_note import (
    UNKNOWN_TIME,
    ChatWriter,
    chat_version,
    quoted_sources,
    read_chat,
    read_conversation,
    split_chat_note,
    write_chat,
    write_chat_properties,
)
from vaultdesk.chat.messages import (
    ContextItem,
    ContextKind,
    ImagePart,
    Message,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Usage,
    user_message,
)
from vaultdesk.core.errors import NoteNotWritten, VaultError
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import decode_note

# Head: what a chat's properties say of it, and the notes it quotes.


def test_choices_that_follow_the_settings_are_not_written() -> None:
    head = write_chat_properties(Conversation(title="A", id="c", created=UNKNOWN_TIME), "", ())
    assert head == '---\nvaultdesk-chat: 1\nid: c\ntitle: A\ncreated: "1970-01-01T00:00:00+00:00"\n---\n'
    chosen = Conversation(choices=ChatChoices("", "", None, "x"))
    read = read_conversation(split_chat_note(write_chat_properties(chosen, "", ()))[0], UNKNOWN_TIME)
    assert read.choices == chosen.choices


def test_u19_temperature_length_and_rounds_of_a_chat_come_back() -> None:
    chosen = ChatChoices(temperature=0.3, max_tokens=700, rounds=2)
    head = write_chat_properties(Conversation(choices=chosen), "", ())
    assert read_conversation(split_chat_note(head)[0], UNKNOWN_TIME).choices == chosen
    without = write_chat_properties(Conversation(), head, ())
    assert read_conversation(split_chat_note(without)[0], UNKNOWN_TIME).choices == ChatChoices()
    assert "temperature" not in without


@pytest.mark.parametrize("line", ["temperature: warm", "temperature: 30", "max-tokens: many", "max-rounds: 0.5"])
def test_a_property_of_such_a_name_that_is_none_of_ours_stays_its_owners(line: str) -> None:
    head = write_chat_properties(Conversation(title="A"), f"---\n{line}\n---\n", ())
    assert line in head
    assert read_conversation(split_chat_note(head)[0], UNKNOWN_TIME).choices == ChatChoices()


@pytest.mark.parametrize(
    "title", ["yes", "12", "2026-11-20", "a: b", "# x", "- x", "[[x]]", "a\nb", "\0\r", " x ", "'\""]
)
def test_every_title_comes_back(title: str) -> None:
    head = write_chat_properties(Conversation(title=title), "", ())
    assert read_conversation(split_chat_note(head)[0], UNKNOWN_TIME).title == title


def test_the_notes_whose_text_is_in_it_are_named() -> None:
    sources = tuple(Source(path=path) for path in ("A/Boiler.md", "A/Boiler.md", "b.png", "odd#name.md"))
    messages = (
        Message(role="assistant", parts=(TextPart(text="a", sources=sources),)),
        user_message("q", context=(ContextItem(kind="selection", target="C/Mine.md#Heading", text="words"),)),
        user_message("q", context=(ContextItem(kind="note", target="D/Beside"),)),
    )
    properties = split_chat_note(write_chat_properties(Conversation(), "", messages))[0]
    assert properties["sources"] == ["[[A/Boiler]]", "[[b.png]]", "[[C/Mine]]", "[[D/Beside]]"]
    assert quoted_sources(properties) == ("A/Boiler", "b.png", "C/Mine", "D/Beside", "")


@pytest.mark.parametrize(("kind", "unnamed"), [("folder", True), ("tag", True), ("file", None), ("web", None)])
def test_a_folder_beside_a_question_may_be_any_note(kind: ContextKind, unnamed: bool | None) -> None:
    asked = user_message("q", context=(ContextItem(kind=kind, target="x"),))
    assert split_chat_note(write_chat_properties(Conversation(), "", (asked,)))[0].get("sources-unnamed") is unnamed


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ({}, ()),
        ({"sources": ["[[A]]"]}, ()),
        ({"vaultdesk-chat": 1}, ()),
        ({"vaultdesk-chat": 1, "sources": None}, ()),
        ({"vaultdesk-chat": 1, "sources": "[[A|shown]]"}, ("A",)),
        ({"vaultdesk-chat": 1, "sources": ["A/b.md", 12, "[[A]]"]}, ("A/b.md", "12", "A")),
        ({"vaultdesk-chat": 1, "sources-unnamed": True}, ("",)),
    ],
)
def test_what_a_head_quotes_is_read_however_it_is_written(
    properties: dict[str, JsonValue], expected: tuple[str, ...]
) -> None:
    assert quoted_sources(properties) == expected


def test_the_version_is_told() -> None:
    assert chat_version({}) is None
    assert [chat_version({"vaultdesk-chat": value}) for value in (1, 3, "x", None, True)] == [1, 3, 1, 1, 1]


def test_a_source_with_half_a_character_is_one_that_cannot_be_named() -> None:
    asked = Message(role="user", parts=(), context=(ContextItem(kind="selection", target="Boiler\udc00"),))
    properties = split_chat_note(write_chat_properties(Conversation(), "", (asked,)))[0]
    assert properties.get("sources") is None
    assert properties.get("sources-unnamed") is True


# Reading: what people did to a chat's note is what the conversation says now; nothing makes it unreadable.

PICTURES = {"929e08d597feae564ce98003.png": b"\x89PNG\r\n\x1a\n"}


def texts(note: str) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in read_chat(note, PICTURES.get).conversation.messages]


def edited(old: str, new: str) -> Conversation:
    """Heating, read after an edit by hand."""
    note = write_chat(heating())
    assert note.count(old) == 1
    return read_chat(note.replace(old, new), PICTURES.get).conversation


def test_edited_words_are_the_messages_words_now() -> None:
    read = edited("You chose a **heat pump**", "You chose a *gas boiler*")
    assert read.messages[3].text.startswith("You chose a *gas boiler*, see")
    assert read.messages[:3] == heating().messages[:3]


def test_a_paragraph_that_was_added_stays_where_it_is() -> None:
    read = edited("> I should look.\n", "> I should look.\n\nMy own remark.\n\n> [!tip] Mine\n> too\n")
    reasoning, remark, call = read.messages[1].parts
    assert isinstance(reasoning, ReasoningPart)
    assert isinstance(remark, TextPart)
    assert remark.text == "My own remark.\n\n> [!tip] Mine\n> too"
    assert isinstance(call, ToolCallPart)
    again = write_chat(read)
    assert read_chat(again, PICTURES.get).conversation.messages == read.messages
    assert "\n> I should look.\n\nMy own remark.\n\n> [!tip] Mine\n> too\n\n> [!example]-" in again


def test_edited_arguments_and_results_are_read() -> None:
    read = edited('> {"file_paths": ["Projects/House/Boiler.md"]}\n', '> {"file_paths": ["Other.md"]}\n')
    call = read.messages[1].tool_calls[0]
    assert call.arguments == {"file_paths": ["Other.md"]}
    assert (
        edited('> {"file_paths": ["Projects/House/Boiler.md"]}\n', "> nonsense\n").messages[1].tool_calls[0].arguments
        is None
    )
    result = edited('"content": "…"}]}\n> ```\n', '"content": "…"}]}\n> ```\n>\n> A remark.\n').messages[2]
    assert isinstance(result.parts[0], ToolResultPart)
    assert result.parts[1] == TextPart(text="A remark.", hidden=True)


def test_a_message_that_was_taken_out_is_gone() -> None:
    note = write_chat(heating())
    start, end = note.index("## You\n"), note.index("## Assistant (anthropic/claude-sonnet-4-5)\n")
    read = read_chat(note[:start] + note[end:], PICTURES.get).conversation
    assert read.messages == heating().messages[1:]
    words = edited("What did we decide about the boiler?\n\n- the old one\n- or a new one\n", "")
    assert [part.kind for part in words.messages[0].parts] == ["image"]


def test_a_message_without_words_is_one_that_was_taken_out() -> None:
    conversation = Conversation()
    conversation.extend([user_message("one"), user_message("two")])
    assert texts(write_chat(conversation).replace("\none\n", "\n")) == [("user", "two")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "<!-- vaultdesk:user msg_1 2026-11-20T14:32:05+01:00 {",
            "<!-- vaultdesk:user msg_1 2026-11-20T14:32:05+01:00 [[{",
        ),
        (" msg_1 2026-11-20T14:32:05+01:00 ", " "),
        ("2026-11-20T14:32:05+01:00", "yesterday"),
        ('{"mode":"agent"} -->', '{"mode":"ag'),
        ("id: chat_3f2a9c\n", ""),
        ('created: "2026-11-20T14:32:00+01:00"\n', "created: long ago\n"),
        ('"sources":[{"path"', '"sources":[{"pa th"'),
        ("## You\n", ""),
        ("> <!-- vaultdesk:reasoning -->\n", ""),
        ("> <!-- vaultdesk:call call_1 file_read -->\n", "> <!-- vaultdesk:call -->\n"),
        ("\n> ```\n\n<!-- vaultdesk:tool", "\n\n<!-- vaultdesk:tool"),
    ],
)
def test_a_damaged_marker_costs_what_it_said_and_no_more(old: str, new: str) -> None:
    read = edited(old, new)
    assert len(read.messages) == 4
    assert "What did we decide" in read.messages[0].text
    assert "heat pump" in read.messages[3].text
    assert write_chat(read_chat(write_chat(read), PICTURES.get).conversation) == write_chat(read)


def test_a_note_that_lost_every_marker_is_read_by_its_headings() -> None:
    note = "\n".join(line for line in write_chat(heating()).split("\n") if "<!-- vaultdesk:" not in line)
    found = texts(note)
    assert [role for role, _ in found] == ["user", "assistant", "assistant"]
    assert "What did we decide" in found[0][1]
    assert "heat pump" in found[2][1]


def test_a_question_typed_below_by_hand_is_a_message() -> None:
    note = write_chat(heating()) + "\n## You\n\nAnd the budget?\n\n## Assistant\n\nIt is 18,400.\n"
    assert texts(note)[4:] == [("user", "And the budget?"), ("assistant", "It is 18,400.")]
    assert read_chat(note).conversation.messages[4].id == read_chat(note).conversation.messages[4].id


def test_a_message_that_was_copied_gets_an_id_of_its_own() -> None:
    conversation = Conversation()
    conversation.append(user_message("one"))
    note = write_chat(conversation)
    copied = note + note[note.index("\n## You") :]
    read = read_chat(copied).conversation.messages
    assert [message.text for message in read] == ["one", "one"]
    assert len({message.id for message in read}) == 2


def test_what_stands_in_a_closed_fence_is_text_and_an_open_one_hides_nothing() -> None:
    conversation = Conversation()
    example = write_chat(heating())
    conversation.extend([user_message(f"As in:\n\n````md\n{example}````\n\nright?"), user_message("next")])
    assert facts(read_chat(write_chat(conversation)).conversation) == facts(conversation)
    opened = edited("What did we decide", "```\nWhat did we decide")
    assert len(opened.messages) == 4


def test_windows_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    note = write_chat(heating())
    saved = b"\xef\xbb\xbf" + note.replace("\n", "\r\n").encode()
    read = decode_note(NotePath("a.md"), saved, 0).text
    assert facts(read_chat(read, PICTURES.get).conversation) == facts(read_chat(note, PICTURES.get).conversation)


def test_a_picture_whose_file_is_gone_is_named_to_people_and_to_no_model() -> None:
    read = read_chat(write_chat(heating())).conversation
    assert read.messages[0].parts[0] == TextPart(text="![[929e08d597feae564ce98003.png]]", hidden=True)
    assert isinstance(read_chat(write_chat(heating()), PICTURES.get).conversation.messages[0].parts[0], ImagePart)


@pytest.mark.parametrize("note", ["", "# No chat\n", "---\ntitle: x\n---\n", "---\nvaultdesk-chat: 1\n"])
def test_what_is_no_chat_at_all_is_told(note: str) -> None:
    with pytest.raises(VaultError, match="not a chat"):
        read_chat(note)


@pytest.mark.parametrize("value", ["1", "2", "", "yes", "[1]", '"1"', "-4"])
def test_every_value_of_the_version_is_a_chat(value: str) -> None:
    read = read_chat(f"---\nvaultdesk-chat: {value}\n---\n")
    assert read.conversation.messages == ()
    assert read.version == (2 if value == "2" else 1)


def test_long_and_hostile_texts_are_read_in_a_moment() -> None:
    conversation = Conversation()
    conversation.extend(
        [
            user_message("word " * 200_000),
            user_message("`" * 300_000),
            user_message("```\n" * 50_000),
            user_message("> ```\n" * 50_000 + "~~~\n" * 20_000),
            user_message("## You\n" * 50_000 + "<!-- vaultdesk:user\n" * 20_000),
            user_message("مرحبا בעולם 👩‍👩‍👧‍👦\n" * 20_000),
            Message(role="assistant", parts=(ReasoningPart(text="> [!note]- x\n" * 50_000),)),
        ]
    )
    began = time.process_time()
    note = write_chat(conversation)
    read = read_chat(note).conversation
    assert facts(read) == facts(conversation)
    assert time.process_time() - began < 20


# Writing: a chat as a note that reads well in any editor; what is not the program's stays where it is.

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

"""Reading: what people did to a chat's note is what the conversation says now; nothing makes it unreadable."""

import time

import pytest

from tests.chat.note_format.test_chat_writer import heating
from tests.support.conversations import facts
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.chat.note_format import read_chat, write_chat
from vaultdesk.core.errors import VaultError
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import decode_note

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
    with pytest.raises(VaultError, match="no chat"):
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

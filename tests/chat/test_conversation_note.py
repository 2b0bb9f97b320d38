"""Tests of chat/conversation_note.py."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.support.conversations import facts
from tests.support.growth import check_linear, repeated
from tests.support.written_chat import write_chat
from vaultdesk.chat.conversation import ChatChoices, Checkpoint, Conversation
from vaultdesk.chat.conversation_note import (
    UNKNOWN_TIME,
    ChatWriter,
    chat_version,
    quoted_sources,
    read_chat,
    read_conversation,
    split_chat_note,
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

# Properties of a chat, and the notes it quotes.


def test_choices_equal_to_the_settings_are_not_written() -> None:
    head = write_chat_properties(Conversation(title="A", id="c", created=UNKNOWN_TIME), "", ())
    assert head == '---\nvaultdesk-chat: 1\nid: c\ntitle: A\ncreated: "1970-01-01T00:00:00+00:00"\n---\n'
    conversation = Conversation(choices=ChatChoices("", "", None, "x"))
    read_back = read_conversation(split_chat_note(write_chat_properties(conversation, "", ()))[0], UNKNOWN_TIME)
    assert read_back.choices == conversation.choices


def test_u19_temperature_max_tokens_and_rounds_read_back() -> None:
    choices = ChatChoices(temperature=0.3, max_tokens=700, rounds=2)
    head = write_chat_properties(Conversation(choices=choices), "", ())
    assert read_conversation(split_chat_note(head)[0], UNKNOWN_TIME).choices == choices
    head_without_choices = write_chat_properties(Conversation(), head, ())
    assert read_conversation(split_chat_note(head_without_choices)[0], UNKNOWN_TIME).choices == ChatChoices()
    assert "temperature" not in head_without_choices


@pytest.mark.parametrize("line", ["temperature: warm", "temperature: 30", "max-tokens: many", "max-rounds: 0.5"])
def test_an_invalid_value_of_a_chat_property_is_retained_and_ignored(line: str) -> None:
    head = write_chat_properties(Conversation(title="A"), f"---\n{line}\n---\n", ())
    assert line in head
    assert read_conversation(split_chat_note(head)[0], UNKNOWN_TIME).choices == ChatChoices()


@pytest.mark.parametrize(
    "title", ["yes", "12", "2026-11-20", "a: b", "# x", "- x", "[[x]]", "a\nb", "\0\r", " x ", "'\""]
)
def test_every_title_reads_back(title: str) -> None:
    head = write_chat_properties(Conversation(title=title), "", ())
    assert read_conversation(split_chat_note(head)[0], UNKNOWN_TIME).title == title


def test_notes_with_quoted_text_are_listed_as_sources() -> None:
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
def test_context_that_may_include_any_note_is_recorded_as_unnamed_sources(
    kind: ContextKind, unnamed: bool | None
) -> None:
    question = user_message("q", context=(ContextItem(kind=kind, target="x"),))
    assert split_chat_note(write_chat_properties(Conversation(), "", (question,)))[0].get("sources-unnamed") is unnamed


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
def test_sources_are_read_in_every_notation(properties: dict[str, JsonValue], expected: tuple[str, ...]) -> None:
    assert quoted_sources(properties) == expected


def test_the_version_is_read() -> None:
    assert chat_version({}) is None
    assert [chat_version({"vaultdesk-chat": value}) for value in (1, 3, "x", None, True)] == [1, 3, 1, 1, 1]


def test_a_source_with_a_lone_surrogate_is_unnamed() -> None:
    question = Message(role="user", parts=(), context=(ContextItem(kind="selection", target="Boiler\udc00"),))
    properties = split_chat_note(write_chat_properties(Conversation(), "", (question,)))[0]
    assert properties.get("sources") is None
    assert properties.get("sources-unnamed") is True


# Reading: edits of a chat note change the conversation; no edit makes it unreadable.

PICTURES = {"929e08d597feae564ce98003.png": b"\x89PNG\r\n\x1a\n"}


def texts(note: str) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in read_chat(note, PICTURES.get).conversation.messages]


def edited(old: str, new: str) -> Conversation:
    """Return the conversation of `heating()` after a manual edit of its note."""
    note = write_chat(heating())
    assert note.count(old) == 1
    return read_chat(note.replace(old, new), PICTURES.get).conversation


def test_edited_text_replaces_the_text_of_the_message() -> None:
    conversation = edited("You chose a **heat pump**", "You chose a *gas boiler*")
    assert conversation.messages[3].text.startswith("You chose a *gas boiler*, see")
    assert conversation.messages[:3] == heating().messages[:3]


def test_an_added_paragraph_remains_in_its_place() -> None:
    conversation = edited("> I should look.\n", "> I should look.\n\nMy own remark.\n\n> [!tip] Mine\n> too\n")
    reasoning, remark, call = conversation.messages[1].parts
    assert isinstance(reasoning, ReasoningPart)
    assert isinstance(remark, TextPart)
    assert remark.text == "My own remark.\n\n> [!tip] Mine\n> too"
    assert isinstance(call, ToolCallPart)
    rewritten = write_chat(conversation)
    assert read_chat(rewritten, PICTURES.get).conversation.messages == conversation.messages
    assert "\n> I should look.\n\nMy own remark.\n\n> [!tip] Mine\n> too\n\n> [!example]-" in rewritten


def test_edited_arguments_and_results_are_read() -> None:
    conversation = edited('> {"file_paths": ["Projects/House/Boiler.md"]}\n', '> {"file_paths": ["Other.md"]}\n')
    call = conversation.messages[1].tool_calls[0]
    assert call.arguments == {"file_paths": ["Other.md"]}
    assert (
        edited('> {"file_paths": ["Projects/House/Boiler.md"]}\n', "> nonsense\n").messages[1].tool_calls[0].arguments
        is None
    )
    result = edited('"content": "…"}]}\n> ```\n', '"content": "…"}]}\n> ```\n>\n> A remark.\n').messages[2]
    assert isinstance(result.parts[0], ToolResultPart)
    assert result.parts[1] == TextPart(text="A remark.", hidden=True)


def test_a_message_deleted_from_the_note_is_deleted() -> None:
    note = write_chat(heating())
    start, end = note.index("## You\n"), note.index("## Assistant (anthropic/claude-sonnet-4-5)\n")
    conversation = read_chat(note[:start] + note[end:], PICTURES.get).conversation
    assert conversation.messages == heating().messages[1:]
    without_text = edited("What did we decide about the boiler?\n\n- the old one\n- or a new one\n", "")
    assert [part.kind for part in without_text.messages[0].parts] == ["image"]


def test_a_message_without_text_counts_as_deleted() -> None:
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
def test_a_damaged_marker_loses_only_its_own_fields(old: str, new: str) -> None:
    conversation = edited(old, new)
    assert len(conversation.messages) == 4
    assert "What did we decide" in conversation.messages[0].text
    assert "heat pump" in conversation.messages[3].text
    assert write_chat(read_chat(write_chat(conversation), PICTURES.get).conversation) == write_chat(conversation)


def test_a_note_without_markers_is_read_by_its_headings() -> None:
    note = "\n".join(line for line in write_chat(heating()).split("\n") if "<!-- vaultdesk:" not in line)
    messages = texts(note)
    assert [role for role, _ in messages] == ["user", "assistant", "assistant"]
    assert "What did we decide" in messages[0][1]
    assert "heat pump" in messages[2][1]


def test_a_manually_added_question_is_a_message() -> None:
    note = write_chat(heating()) + "\n## You\n\nAnd the budget?\n\n## Assistant\n\nIt is 18,400.\n"
    assert texts(note)[4:] == [("user", "And the budget?"), ("assistant", "It is 18,400.")]
    assert read_chat(note).conversation.messages[4].id == read_chat(note).conversation.messages[4].id


def test_a_copied_message_gets_an_id_of_its_own() -> None:
    conversation = Conversation()
    conversation.append(user_message("one"))
    note = write_chat(conversation)
    copied = note + note[note.index("\n## You") :]
    messages = read_chat(copied).conversation.messages
    assert [message.text for message in messages] == ["one", "one"]
    assert len({message.id for message in messages}) == 2


def test_chat_markup_in_a_closed_fence_is_text_and_an_open_fence_hides_nothing() -> None:
    conversation = Conversation()
    example = write_chat(heating())
    conversation.extend([user_message(f"As in:\n\n````md\n{example}````\n\nright?"), user_message("next")])
    assert facts(read_chat(write_chat(conversation)).conversation) == facts(conversation)
    with_open_fence = edited("What did we decide", "```\nWhat did we decide")
    assert len(with_open_fence.messages) == 4


def test_crlf_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    note = write_chat(heating())
    saved = b"\xef\xbb\xbf" + note.replace("\n", "\r\n").encode()
    decoded = decode_note(NotePath("a.md"), saved, 0).text
    assert facts(read_chat(decoded, PICTURES.get).conversation) == facts(read_chat(note, PICTURES.get).conversation)


def test_a_missing_picture_file_becomes_a_hidden_link() -> None:
    conversation = read_chat(write_chat(heating())).conversation
    assert conversation.messages[0].parts[0] == TextPart(text="![[929e08d597feae564ce98003.png]]", hidden=True)
    assert isinstance(read_chat(write_chat(heating()), PICTURES.get).conversation.messages[0].parts[0], ImagePart)


@pytest.mark.parametrize("note", ["", "# No chat\n", "---\ntitle: x\n---\n", "---\nvaultdesk-chat: 1\n"])
def test_a_note_that_is_not_a_chat_is_refused(note: str) -> None:
    with pytest.raises(VaultError, match="not a chat"):
        read_chat(note)


@pytest.mark.parametrize("value", ["1", "2", "", "yes", "[1]", '"1"', "-4"])
def test_a_chat_is_read_with_any_value_of_the_version(value: str) -> None:
    chat_note = read_chat(f"---\nvaultdesk-chat: {value}\n---\n")
    assert chat_note.conversation.messages == ()
    assert chat_note.version == (2 if value == "2" else 1)


@pytest.mark.parametrize(
    "make",
    [
        *map(
            repeated, ("word ", "`", "```\n", "> ```\n", "## You\n", "<!-- vaultdesk:user\n", "مرحبا בעולם 👩‍👩‍👧‍👦\n")
        ),
        repeated("> ```\n", after="~~~\n" * 1_000),
        repeated("> [!note]- x\n"),
    ],
)
@pytest.mark.parametrize("part", [TextPart, ReasoningPart])
def test_long_and_hostile_texts_are_written_and_read_in_linear_time(
    make: Callable[[int], str], part: type[TextPart | ReasoningPart]
) -> None:
    def chat(size: int) -> Conversation:
        conversation = Conversation()
        conversation.extend([user_message("x"), Message(role="assistant", parts=(part(text=make(size)),))])
        return conversation

    def write_and_read(conversation: Conversation) -> None:
        assert facts(read_chat(write_chat(conversation)).conversation) == facts(conversation)

    check_linear(write_and_read, chat, 20_000)


# Writing: a chat is a readable note in any editor; text and properties of the user are retained.

HEATING = Path(__file__).with_name("heating.md")
"""A complete chat note. Changing it changes the file format."""

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


def test_a_chat_is_written_as_in_the_reference_file() -> None:
    note = write_chat(heating())
    assert note == HEATING.read_text(encoding="utf-8")
    conversation = read_chat(note, {"3c6f9f9d0f9d": b""}.get).conversation
    assert [message.id for message in conversation.messages] == ["msg_1", "msg_2", "msg_3", "msg_4"]


def test_text_and_properties_of_the_user_are_retained() -> None:
    conversation = heating()
    before = write_chat(conversation)
    edited = before.replace("id: chat", "# a comment\ntags: [house, 'old']\nid: chat").replace(
        "\n## You\n", "\n# My chat\n\nWords above it.\n\n## You\n", 1
    )
    conversation.title = "Another title"
    after = write_chat(conversation, edited)
    assert after == edited.replace("title: The boiler", "title: Another title")


def test_an_unset_property_is_removed() -> None:
    conversation = heating()
    before = write_chat(conversation)
    conversation.pinned = False
    conversation.parent = ""
    after = write_chat(conversation, before)
    assert "pinned" not in after
    assert "parent" not in after


def test_unreadable_frontmatter_is_not_overwritten() -> None:
    with pytest.raises(NoteNotWritten):
        write_chat(heating(), "---\ntitle: [open\n---\n")


def test_only_a_changed_message_is_formatted_again() -> None:
    conversation = heating()
    writer = ChatWriter()
    first = writer.write(conversation)
    assert writer.write(conversation, first) == first
    completed = conversation.messages[-1].model_copy(update={"cut": False})
    conversation.replace(completed)
    assert writer.write(conversation, first) == write_chat(conversation, first)


def test_a_chat_without_messages_can_be_written_and_read() -> None:
    empty = Conversation(title="", created=datetime(2026, 1, 1, tzinfo=UTC))
    assert facts(read_chat(write_chat(empty)).conversation) == facts(empty)


def test_too_many_sources_are_recorded_as_unnamed() -> None:
    conversation = Conversation()
    sources = tuple(Source(path=f"Folder {number}/A note with a name.md", characters=1) for number in range(2_000))
    conversation.append(
        Message(role="tool", parts=(ToolResultPart(call_id="c", name="n", content="", sources=sources),))
    )
    note = write_chat(conversation)
    assert "sources-unnamed: true" in note
    assert facts(read_chat(note).conversation) == facts(conversation)

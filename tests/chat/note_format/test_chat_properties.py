"""Head: what a chat's properties say of it, and the notes it quotes."""

import pytest

from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import ContextItem, ContextKind, Message, Source, TextPart, user_message
from vaultdesk.chat.note_format.chat_properties import (
    chat_version,
    quoted_sources,
    read_conversation,
    split_chat_note,
    write_chat_properties,
)
from vaultdesk.chat.note_format.chat_reader import UNKNOWN_TIME
from vaultdesk.vault.frontmatter.frontmatter import JsonValue


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
    ("properties", "wanted"),
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
    properties: dict[str, JsonValue], wanted: tuple[str, ...]
) -> None:
    assert quoted_sources(properties) == wanted


def test_the_version_is_told() -> None:
    assert chat_version({}) is None
    assert [chat_version({"vaultdesk-chat": value}) for value in (1, 3, "x", None, True)] == [1, 3, 1, 1, 1]


def test_a_source_with_half_a_character_is_one_that_cannot_be_named() -> None:
    asked = Message(role="user", parts=(), context=(ContextItem(kind="selection", target="Boiler\udc00"),))
    properties = split_chat_note(write_chat_properties(Conversation(), "", (asked,)))[0]
    assert properties.get("sources") is None
    assert properties.get("sources-unnamed") is True

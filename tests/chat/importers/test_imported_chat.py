"""Tests of chat/importers/imported_chat.py."""

import json
import math

import pytest

from tests.chat.importers.drawing import CHANGED, drawn
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.importers import imported_chat as turning
from vaultdesk.chat.importers.imported_chat import (
    MAX_DEPTH,
    ImportedTurn,
    TurnAssembler,
    clean_text,
    content_id,
    imported_title,
    json_depth,
    plain_id,
    spoken_text,
    stable_id,
    tool_call_part,
    tool_result_part,
)
from vaultdesk.chat.messages import Message, Part, ReasoningPart, TextPart

# What an import is made of.


def asked(words: str) -> Message:
    return Message(role="user", parts=(TextPart(text=words),), created=CHANGED)


def test_text_is_made_fit_for_a_note() -> None:
    assert clean_text("a\r\nb\rc\x00\x1b[31md\ud800\te") == "a\nb\nc[31md\ufffd\te"


def test_a_title_is_one_line_of_bounded_length() -> None:
    assert imported_title(" a\n b ") == "a b"
    assert len(imported_title("x" * 1000)) == 200


def test_only_what_was_said_counts_as_spoken() -> None:
    assert spoken_text(Message(role="user", parts=(TextPart(text="a", hidden=True), TextPart(text="b")))) == "b"


def test_ids_depend_on_what_they_are_of_alone() -> None:
    assert stable_id("msg", "a", 1) == stable_id("msg", "a", 1)
    assert (
        len({stable_id("msg", "a", 1), stable_id("msg", "a", 2), stable_id("msg", "a1", ""), stable_id("x", "a", 1)})
        == 4
    )


def test_a_conversation_is_known_by_its_beginning() -> None:
    beginning = [asked("one"), asked("two")]

    assert content_id(beginning) == content_id([*beginning, asked("three")])
    assert content_id(beginning) != content_id([asked("one"), asked("2")])


def test_a_foreign_id_holds_nothing_that_a_property_could_not() -> None:
    assert plain_id(' a: "b"\n]]../c ') == "a___b____../c"


# Tool calls and results of other programs.


def test_an_object_is_kept_as_the_arguments() -> None:
    call = tool_call_part("call_1", "search", {"query": "ä\ud800"})

    assert (call.name, call.arguments) == ("search", {"query": "ä\ufffd"})
    assert json.loads(call.arguments_json) == call.arguments


@pytest.mark.parametrize("given", ["text", ["list"], None, 3])
def test_anything_else_is_put_into_one(given: object) -> None:
    assert tool_call_part("c", "t", given).arguments == {"input": given}


def nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("given", [{"a": math.nan}, {"a": nested(5000)}, {"a": "x" * 200_000}, {"\ud800": object()}])
def test_what_cannot_be_kept_as_it_is_is_kept_shortened_or_as_text(given: object) -> None:
    call = tool_call_part("c", "", given)

    assert call.name == "unnamed"
    assert json.loads(call.arguments_json) == call.arguments
    assert list(call.arguments or {}) == ["input"]


def test_depth_is_counted_no_further_than_needed() -> None:
    assert [json_depth(nested(depth)) for depth in (0, 1, 3, 4000)] == [0, 1, 3, MAX_DEPTH + 1]


def test_a_result_has_the_shape_of_our_own() -> None:
    call = tool_call_part("c", "t", {})

    assert json.loads(tool_result_part(call, " ok\r\n").content) == {"success": True, "data": "ok"}
    assert (
        json.loads(tool_result_part(call, "", is_error=True).content)["error"]["message"] == "The result was not kept."
    )
    assert tool_result_part(call, "x" * 100_000).content.endswith('(cut here when it was imported)"}')


# Turns put together into messages.


def lines(*turns: ImportedTurn) -> list[str]:
    made = TurnAssembler("seed", CHANGED)
    for said in turns:
        made.add(said)
    conversation = Conversation(created=CHANGED)
    conversation.extend(made.messages())
    assert not conversation.unanswered_calls()
    assert len({message.id for message in conversation.messages}) == len(conversation.messages)
    return [line.replace("  2026-10-01 08:00:00", "") for line in drawn(conversation).split("\n")[2:]]


def said(*parts: Part) -> ImportedTurn:
    return ImportedTurn("assistant", parts)


def test_a_call_ends_a_message_and_what_follows_its_result_is_another() -> None:
    call = tool_call_part("c1", "look", {})

    assert lines(said(TextPart(text="a"), call, tool_result_part(call, "b"), TextPart(text="c"))) == [
        "assistant",
        "  a",
        "  calls look {}",
        "tool",
        '  look answers {"success": true, "data": "b"}',
        "assistant",
        "  c",
    ]


def test_thoughts_go_with_what_they_led_to() -> None:
    assert lines(said(ReasoningPart(text="hm")), said(TextPart(text="a"))) == ["assistant", "  thinks: hm", "  a"]


def test_a_call_without_a_result_gets_one_that_says_so_and_a_result_without_a_call_goes() -> None:
    call, stray = tool_call_part("c1", "look", {}), tool_call_part("c2", "else", {})
    told = lines(said(call), said(tool_result_part(stray, "x")), ImportedTurn("user", (TextPart(text="and?"),)))

    assert told[:4] == [
        "assistant",
        "  calls look {}",
        "tool",
        '  look answers {"success": false, "error": {"code": "READ_FAILED", "message": "The result was not kept."}}',
    ]
    assert told[4:] == ["user", "  and?"]


def test_an_empty_turn_is_left_out_and_texts_in_a_row_are_one() -> None:
    assert lines(ImportedTurn("user", (TextPart(text=" \n"),)), said(TextPart(text="a"), TextPart(text="b"))) == [
        "assistant",
        "  a",
        "  ",
        "  b",
    ]


def test_a_turn_without_a_time_has_the_one_before_it() -> None:
    made = TurnAssembler("seed", CHANGED)
    later = CHANGED.replace(hour=9)
    made.add(ImportedTurn("user", (TextPart(text="a"),)))
    made.add(ImportedTurn("assistant", (TextPart(text="b"),), later))
    made.add(ImportedTurn("user", (TextPart(text="c"),)))

    assert [message.created for message in made.messages()] == [CHANGED, later, later]


def test_a_talk_without_end_is_cut_and_it_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "MAX_MESSAGES", 2)
    made = TurnAssembler("seed", CHANGED)
    for _ in range(5):
        made.add(ImportedTurn("user", (TextPart(text="a"),)))

    assert len(made.messages()) == 2
    assert made.remarks == ("Only the first 2 messages were read (3 times).",)

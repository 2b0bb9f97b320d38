"""Turns put together into messages."""

import pytest

from tests.chat.importers.drawing import CHANGED, drawn
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.importers import turns as turning
from vaultdesk.chat.importers.tool_steps import answered, called
from vaultdesk.chat.importers.turns import Said, Turns
from vaultdesk.chat.messages import Part, ReasoningPart, TextPart


def lines(*turns: Said) -> list[str]:
    made = Turns("seed", CHANGED)
    for said in turns:
        made.add(said)
    conversation = Conversation(created=CHANGED)
    conversation.extend(made.messages())
    assert not conversation.unanswered_calls()
    assert len({message.id for message in conversation.messages}) == len(conversation.messages)
    return [line.replace("  2026-10-01 08:00:00", "") for line in drawn(conversation).split("\n")[2:]]


def said(*parts: Part) -> Said:
    return Said("assistant", parts)


def test_a_call_ends_a_message_and_what_follows_its_result_is_another() -> None:
    call = called("c1", "look", {})

    assert lines(said(TextPart(text="a"), call, answered(call, "b"), TextPart(text="c"))) == [
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
    call, stray = called("c1", "look", {}), called("c2", "else", {})
    told = lines(said(call), said(answered(stray, "x")), Said("user", (TextPart(text="and?"),)))

    assert told[:4] == [
        "assistant",
        "  calls look {}",
        "tool",
        '  look answers {"success": false, "error": {"code": "READ_FAILED", "message": "The result was not kept."}}',
    ]
    assert told[4:] == ["user", "  and?"]


def test_an_empty_turn_is_left_out_and_texts_in_a_row_are_one() -> None:
    assert lines(Said("user", (TextPart(text=" \n"),)), said(TextPart(text="a"), TextPart(text="b"))) == [
        "assistant",
        "  a",
        "  ",
        "  b",
    ]


def test_a_turn_without_a_time_has_the_one_before_it() -> None:
    made = Turns("seed", CHANGED)
    later = CHANGED.replace(hour=9)
    made.add(Said("user", (TextPart(text="a"),)))
    made.add(Said("assistant", (TextPart(text="b"),), later))
    made.add(Said("user", (TextPart(text="c"),)))

    assert [message.created for message in made.messages()] == [CHANGED, later, later]


def test_a_talk_without_end_is_cut_and_it_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "MAX_MESSAGES", 2)
    made = Turns("seed", CHANGED)
    for _ in range(5):
        made.add(Said("user", (TextPart(text="a"),)))

    assert len(made.messages()) == 2
    assert made.remarks == ("Only the first 2 messages were read (3 times).",)

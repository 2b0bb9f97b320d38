"""Claude's export."""

import pytest

from tests.chat.importers.damage import survives
from tests.chat.importers.drawing import CHANGED, fixture
from tests.chat.importers.exports import claude_drawn, claude_text
from vaultdesk.chat.importers.claude_export import is_claude, read_claude
from vaultdesk.chat.messages import Message
from vaultdesk.core.errors import ImportFailed


def test_an_export_gives_exactly_the_expected_conversations() -> None:
    assert claude_drawn() == fixture("claude-conversations.expected.txt")


def test_a_result_without_the_name_of_its_call_answers_the_oldest_one() -> None:
    blocks = [
        {"type": "tool_use", "name": "one", "input": {}},
        {"type": "tool_use", "name": "two", "input": {}},
        {"type": "tool_result", "content": "first"},
    ]
    message = {"uuid": "m", "sender": "assistant", "content": blocks}
    (read,) = read_claude({"uuid": "c", "chat_messages": [message]}, CHANGED)

    answers = [
        str(part.content) for said in read.conversation.messages for part in said.parts if part.kind == "tool_result"
    ]
    assert answers == [
        '{"success": true, "data": "first"}',
        '{"success": false, "error": {"code": "READ_FAILED", "message": "The result was not saved."}}',
    ]


def said(*blocks: object, sender: str = "assistant", **fields: object) -> Message:
    """Return the message that an export with one message of *blocks* gives."""
    message = {"uuid": "m", "sender": sender, "content": list(blocks), **fields}
    (read,) = read_claude({"uuid": "c", "chat_messages": [message], "model": "claude-opus-5"}, CHANGED)
    assert not read.remarks
    return read.conversation.messages[0]


def cited(**details: object) -> dict[str, object]:
    return {"uuid": "c", "start_index": 4, "end_index": 12, "details": {"type": "web_search_citation", **details}}


def test_m16_the_addresses_of_citations_stand_below_the_text_once_each() -> None:
    citations = [
        cited(url="https://example.org/v"),
        cited(url="https://example.org/v"),
        cited(url="https://wiki.example/Oil_(tung)", title="Oil [tung]"),
        cited(url="javascript:alert(1)"),
        cited(),
    ]

    assert said({"type": "text", "text": "Use tung oil.", "citations": citations}).text == (
        "Use tung oil.\n\n([example.org](https://example.org/v), [Oil (tung)](https://wiki.example/Oil_%28tung%29))"
    )


@pytest.mark.parametrize(
    "block",
    [
        {"type": "voice_note", "title": "t", "text": "SPOKEN"},
        {"type": "some_day", "transcript": "SPOKEN"},
        {"type": "some_day", "content": [{"type": "text", "text": "SPOKEN"}]},
    ],
)
def test_m16_a_block_of_an_unknown_kind_keeps_its_words(block: object) -> None:
    assert said(block, sender="human", text="SPOKEN").text == "SPOKEN"


def test_an_answer_that_names_its_model_has_that_one() -> None:
    assert said({"type": "text", "text": "A"}).model == "anthropic/claude-opus-5"
    assert said({"type": "text", "text": "A"}, model="claude-haiku-5").model == "anthropic/claude-haiku-5"


def test_what_is_no_conversation_is_refused_in_words() -> None:
    assert not is_claude({"chat_messages": {}})
    with pytest.raises(ImportFailed, match="not a conversation"):
        list(read_claude(7, CHANGED))


def test_damage_leads_to_nothing_but_a_refusal() -> None:
    survives(claude_text, fixture("claude-conversations.json"))

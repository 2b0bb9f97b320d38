"""Claude's export."""

import pytest

from tests.chat.importers.damage import read_damaged
from tests.chat.importers.drawing import CHANGED, fixture
from tests.chat.importers.exports import claude_drawn, claude_text
from vaultdesk.chat.importers.claude_export import is_claude, read_claude
from vaultdesk.chat.messages import Message
from vaultdesk.core.errors import ImportFailed


def test_an_export_gives_exactly_the_expected_conversations() -> None:
    assert claude_drawn() == fixture("claude-conversations.expected.txt")


def test_a_result_without_a_call_name_answers_the_oldest_call() -> None:
    blocks = [
        {"type": "tool_use", "name": "one", "input": {}},
        {"type": "tool_use", "name": "two", "input": {}},
        {"type": "tool_result", "content": "first"},
    ]
    message = {"uuid": "m", "sender": "assistant", "content": blocks}
    (imported,) = read_claude({"uuid": "c", "chat_messages": [message]}, CHANGED)

    answers = [
        str(part.content)
        for reply in imported.conversation.messages
        for part in reply.parts
        if part.kind == "tool_result"
    ]
    assert answers == [
        '{"success": true, "data": "first"}',
        '{"success": false, "error": {"code": "READ_FAILED", "message": "The result was not saved."}}',
    ]


def read_message(*blocks: object, sender: str = "assistant", **fields: object) -> Message:
    """Return the message of an export that contains one message of *blocks*."""
    message = {"uuid": "m", "sender": sender, "content": list(blocks), **fields}
    (imported,) = read_claude({"uuid": "c", "chat_messages": [message], "model": "claude-opus-5"}, CHANGED)
    assert not imported.remarks
    return imported.conversation.messages[0]


def citation(**details: object) -> dict[str, object]:
    return {"uuid": "c", "start_index": 4, "end_index": 12, "details": {"type": "web_search_citation", **details}}


def test_m16_citation_links_follow_the_text_without_duplicates() -> None:
    citations = [
        citation(url="https://example.org/v"),
        citation(url="https://example.org/v"),
        citation(url="https://wiki.example/Oil_(tung)", title="Oil [tung]"),
        citation(url="javascript:alert(1)"),
        citation(),
    ]

    assert read_message({"type": "text", "text": "Use tung oil.", "citations": citations}).text == (
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
def test_m16_the_text_of_an_unknown_block_type_is_retained(block: object) -> None:
    assert read_message(block, sender="human", text="SPOKEN").text == "SPOKEN"


def test_the_model_of_an_answer_overrides_that_of_the_conversation() -> None:
    assert read_message({"type": "text", "text": "A"}).model == "anthropic/claude-opus-5"
    assert read_message({"type": "text", "text": "A"}, model="claude-haiku-5").model == "anthropic/claude-haiku-5"


def test_an_object_that_is_not_a_conversation_is_refused() -> None:
    assert not is_claude({"chat_messages": {}})
    with pytest.raises(ImportFailed, match="not a conversation"):
        list(read_claude(7, CHANGED))


def test_damaged_text_raises_only_import_failed() -> None:
    read_damaged(claude_text, fixture("claude-conversations.json"))

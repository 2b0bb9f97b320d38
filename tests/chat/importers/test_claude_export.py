"""Claude's export."""

import pytest

from tests.chat.importers.damage import survives
from tests.chat.importers.drawing import CHANGED, fixture
from tests.chat.importers.exports import claude_drawn, claude_text
from vaultdesk.chat.importers.claude_export import is_claude, read_claude
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
        '{"success": false, "error": {"code": "READ_FAILED", "message": "The result was not kept."}}',
    ]


def test_what_is_no_conversation_is_refused_in_words() -> None:
    assert not is_claude({"chat_messages": {}})
    with pytest.raises(ImportFailed, match="no conversation"):
        list(read_claude(7, CHANGED))


def test_damage_leads_to_nothing_but_a_refusal() -> None:
    survives(claude_text, fixture("claude-conversations.json"))

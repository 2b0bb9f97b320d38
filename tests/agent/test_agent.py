"""The agent: questions added once, asked again without being added twice."""

from pathlib import Path

import pytest

from tests.support.talk import events_of, open_table, says
from vaultdesk.chat.conversation import Conversation
from vaultdesk.errors import UsageError


async def test_the_question_is_added_when_the_run_is_entered(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says("Hello.")]) as table:
        conversation = Conversation()
        run = table.agent.run(conversation, "Hi")
        assert conversation.messages == ()
        await events_of(run)
        assert [message.text for message in conversation.messages] == ["Hi", "Hello."]


async def test_retry_replaces_the_answer_and_keeps_the_question(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says("One."), says("Two."), says("Three.")]) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "First"))
        await events_of(table.agent.run(conversation, "Second"))
        question = conversation.messages[2]
        await events_of(table.agent.retry(conversation))
        assert [message.text for message in conversation.messages] == ["First", "One.", "Second", "Three."]
        assert conversation.messages[2] == question


async def test_retry_without_a_question_says_so(tmp_path: Path) -> None:
    async with open_table(tmp_path, []) as table:
        with pytest.raises(UsageError):
            table.agent.retry(Conversation())
        assert table.agent.label == "test/scripted"

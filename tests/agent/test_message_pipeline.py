"""What is done to the messages of a request is sent and not kept."""

from pathlib import Path

import pytest

from tests.support.talk import events_of, open_table, says
from vaultdesk.agent.message_pipeline import PendingRequest
from vaultdesk.agent.run import RunFailed
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.errors import UsageError
from vaultdesk.providers.model_events import Noticed


async def shout(work: PendingRequest) -> tuple[Message, ...]:
    work.emit(Noticed("Louder."))
    return tuple(
        message.model_copy(update={"parts": (TextPart(text=message.text.upper()),)}) for message in work.messages
    )


async def mark(work: PendingRequest) -> tuple[Message, ...]:
    return (*work.messages, user_message(f"{len(work.conversation.messages)} for {work.label}"))


async def test_steps_are_done_in_order_to_what_is_sent_alone(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says("Hello.")]) as table:
        conversation = Conversation()
        agent = table.agent.with_message_steps(shout).with_message_steps(mark)
        wanted = await agent.request(conversation, "hi")
        events = await events_of(agent.run(conversation, "hi"))
        sent = [message.text for message in table.provider.requests[-1].messages]

        assert sent == ["HI", f"1 for {agent.label}"]
        assert [message.text for message in wanted.messages] == ["HI", f"0 for {agent.label}"]
        assert [message.text for message in conversation.messages] == ["hi", "Hello."]
        assert Noticed("Louder.") in events


async def test_what_cannot_be_prepared_is_not_sent(tmp_path: Path) -> None:
    async def refuse(_work: PendingRequest) -> tuple[Message, ...]:
        raise UsageError("The note is gone", hint="Take it away.")

    async with open_table(tmp_path, []) as table:
        events = await events_of(table.agent.with_message_steps(refuse).run(Conversation(), "hi"))

        assert isinstance(events[-1], RunFailed)
        assert not table.provider.requests


@pytest.mark.parametrize("hidden", [True, False])
async def test_a_comment_for_people_is_not_sent(tmp_path: Path, hidden: bool) -> None:
    async with open_table(tmp_path, []) as table:
        conversation = Conversation()
        parts = (TextPart(text="Why?"), TextPart(text=" Ask Mia.", hidden=hidden))
        conversation.append(Message(role="user", parts=parts))
        request = await table.agent.request(conversation, "")

        assert [message.text for message in request.messages] == ["Why?" if hidden else "Why? Ask Mia."]

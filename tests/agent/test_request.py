"""Request: what would be sent is what is sent, and looking at it changes nothing."""

from dataclasses import replace
from pathlib import Path

from tests.support.desk import REMOTE, open_desk
from vaultdesk.agent.agent import Agent
from vaultdesk.agent.limits import Limits
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.request import Asked, Manner, request_of
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import user_message
from vaultdesk.providers.model_events import TextArrived, TurnEnded
from vaultdesk.providers.scripted_provider import ScriptedProvider

TURN = [TextArrived("Yes."), TurnEnded("end")]


async def test_what_would_be_sent_is_what_is_sent(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        provider = ScriptedProvider([TURN, TURN], destination=REMOTE)
        agent = Agent(provider, "m", desk.runner)
        conversation = Conversation()
        async with agent.run(conversation, "First") as run:
            assert [event async for event in run]
        before = conversation.messages
        wanted = await agent.request(conversation, "Second")
        assert conversation.messages == before
        async with agent.run(conversation, "Second") as run:
            assert [event async for event in run]
        sent = provider.requests[-1]

        assert [message.text for message in wanted.messages] == [message.text for message in sent.messages]
        assert replace(wanted, messages=()) == replace(sent, messages=())
        assert agent.destination == REMOTE


async def test_without_a_text_it_is_what_the_conversation_has(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        agent = Agent(ScriptedProvider([]), "m", desk.runner)
        conversation = Conversation()
        conversation.append(user_message("First"))

        assert [message.text for message in (await agent.request(conversation, "  ")).messages] == ["First"]


async def test_tools_are_named_where_they_are_offered(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        asked = Asked(ScriptedProvider([]), "m", "x/m", desk.runner, Limits(), tools_offered=True)
        offered = request_of(asked, "chat_1", ())
        last = request_of(asked, "chat_1", (), Manner(offer=False, last_round=True))
        never = request_of(replace(asked, tools_offered=False), "chat_1", ())

        assert [tool.name for tool in offered.tools] == ["vault_search", "file_read"]
        assert (last.tools, never.tools) == ((), ())
        assert last.system != offered.system
        assert offered.conversation_id == "chat_1"


async def test_an_agent_of_the_vault_tells_elsewhere_apart_from_its_instructions(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        provider = ScriptedProvider([], destination=REMOTE)
        profile = AgentProfile(name="Librarian", path="Agents/Librarian.md", instructions="Tag gently.")
        asked = Asked(provider, "m", "x/m", desk.runner, Limits(), tools_offered=False, profile=profile)
        request = request_of(asked, "chat_1", (user_message("Hello"),))

        assert "Tag gently." not in request.system
        assert any("Tag gently." in message.text for message in request.messages)

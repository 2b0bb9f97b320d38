"""Tests of agent/request.py."""

from pathlib import Path

import pytest

from tests.support.scripted_provider import ScriptedProvider
from tests.support.tool_env import REMOTE, open_tool_env
from vaultdesk.agent.agent import Agent
from vaultdesk.agent.profile import AgentProfile, Limits
from vaultdesk.agent.request import RequestOptions, build_model_request
from vaultdesk.agent.run_config import RunConfig
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import user_message
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import TextArrived, TurnEnded

# Request: the preview equals the sent request, and previewing changes nothing.

TURN = [TextArrived("Yes."), TurnEnded("end")]


async def test_the_preview_equals_the_sent_request(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path) as env:
        provider = ScriptedProvider([TURN, TURN], destination=REMOTE)
        agent = Agent(provider, "m", env.runner)
        conversation = Conversation()
        async with agent.run(conversation, "First") as run:
            assert [event async for event in run]
        before = conversation.messages
        preview = await agent.request(conversation, "Second")
        assert conversation.messages == before
        async with agent.run(conversation, "Second") as run:
            assert [event async for event in run]
        sent = provider.requests[-1]

        assert [message.text for message in preview.messages] == [message.text for message in sent.messages]
        assert replace(preview, messages=()) == replace(sent, messages=())
        assert agent.destination == REMOTE


async def test_an_empty_text_previews_the_conversation(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path) as env:
        agent = Agent(ScriptedProvider([]), "m", env.runner)
        conversation = Conversation()
        conversation.append(user_message("First"))

        assert [message.text for message in (await agent.request(conversation, "  ")).messages] == ["First"]


async def test_tools_are_included_if_they_are_offered(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path) as env:
        config = RunConfig(ScriptedProvider([]), "m", "x/m", env.runner, Limits(), tools_enabled=True)
        offered = build_model_request(config, "chat_1", ())
        last = build_model_request(config, "chat_1", (), RequestOptions(offer_tools=False, last_round=True))
        never = build_model_request(replace(config, tools_enabled=False), "chat_1", ())

        assert [tool.name for tool in offered.tools] == ["vault_search", "file_read"]
        assert (last.tools, never.tools) == ((), ())
        assert last.system != offered.system
        assert offered.conversation_id == "chat_1"


async def test_instructions_of_an_agent_note_are_sent_to_a_remote_provider_in_the_messages(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path) as env:
        provider = ScriptedProvider([], destination=REMOTE)
        profile = AgentProfile(name="Librarian", path="Agents/Librarian.md", instructions="Tag gently.")
        config = RunConfig(provider, "m", "x/m", env.runner, Limits(), tools_enabled=False, profile=profile)
        request = build_model_request(config, "chat_1", (user_message("Hello"),))

        assert "Tag gently." not in request.system
        assert any("Tag gently." in message.text for message in request.messages)


# The maximum answer length fits the context window, and is sent to local servers.

LOCAL_SERVER = Destination("Local", "127.0.0.1", local=True)


@pytest.mark.parametrize(
    ("window", "destination", "expected", "length_is_set"),
    [
        (0, REMOTE, 8_192, False),
        (0, LOCAL_SERVER, 8_192, True),
        (131_072, REMOTE, 8_192, False),
        (4_096, LOCAL_SERVER, None, True),
        (4_096, REMOTE, None, True),
    ],
)
async def test_r5_the_maximum_answer_length_is_fitted_to_the_window(
    tmp_path: Path, window: int, destination: Destination, expected: int | None, length_is_set: bool
) -> None:
    async with open_tool_env(tmp_path) as env:
        agent = Agent(ScriptedProvider([], destination=destination), "m", env.runner)
        request = await agent.with_model_facts(context_window=lambda: window).request(Conversation(), "Hello?")
        assert request.length_is_set is length_is_set
        if expected is not None:
            assert request.max_output_tokens == expected
        else:
            assert 2_000 < request.max_output_tokens < window - 500

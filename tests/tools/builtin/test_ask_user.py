"""Tests of tools/builtin/ask_user.py."""

import asyncio
from pathlib import Path

import pytest
from pydantic import JsonValue, ValidationError

from tests.support.scripted_provider import ScriptedProvider
from tests.support.talk import asks_for, events_of, text_turn
from tests.support.tool_env import Answers, call, open_tool_env
from vaultdesk.agent.agent import Agent
from vaultdesk.chat.conversation import Conversation
from vaultdesk.tools.builtin.ask_user import AskUser, AskUserParameters
from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer
from vaultdesk.tools.runtime.executor import ToolExecutor
from vaultdesk.tools.tool import TOOL_TIMEOUT

QUESTION = call("ask_user", question="Which project?", choices=["House", " Garden  plan"])


class ScriptedUser(Answers):
    """Answers every question with *answer*, after waiting for *gate* where one is given."""

    def __init__(self, answer: ElicitationAnswer, released: asyncio.Event | None = None) -> None:
        super().__init__()
        self.answer = answer
        self.released = released
        self.elicitations: list[Elicitation] = []

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        self.elicitations.append(elicitation)
        if self.released is not None:
            await self.released.wait()
        return self.answer


async def ask(folder: Path, user: Answers) -> dict[str, JsonValue]:
    async with open_tool_env(folder, tools=[AskUser()]) as env:
        runner = ToolExecutor(env.registry, env.permissions, user, env.audit, env.vault, env.clock)
        env.runner, original_runner = runner, env.runner
        try:
            (result,) = await env.results(QUESTION)
        finally:
            await runner.aclose()
            env.runner = original_runner
    return result.as_value()


async def test_the_answer_is_the_result_without_an_approval(tmp_path: Path) -> None:
    user = ScriptedUser(ElicitationAnswer(("Garden plan",), "  the new one "))
    result = await ask(tmp_path, user)
    assert result["data"] == {"chosen": ["Garden plan"], "words": "the new one"}
    assert user.requests == []
    (elicitation,) = user.elicitations
    assert (elicitation.question, elicitation.choices) == ("Which project?", ("House", "Garden plan"))
    assert (elicitation.multiple, elicitation.free_text) == (False, True)


async def test_a_dismissed_question_is_a_successful_result(tmp_path: Path) -> None:
    result = await ask(tmp_path, ScriptedUser(DISMISSED_ANSWER))
    assert result["success"] is True
    assert isinstance(result["data"], dict)
    assert result["data"]["dismissed"] is True
    assert "chose not to answer" in str(result["data"]["message"])


async def test_without_a_user_the_call_is_denied_with_a_message(tmp_path: Path) -> None:
    result = await ask(tmp_path, Answers())
    assert isinstance(result["error"], dict)
    assert result["error"]["code"] == "PERMISSION_DENIED"
    assert "The user cannot be asked" in str(result["error"]["message"])


async def test_the_answer_has_a_long_timeout_and_is_part_of_the_conversation(tmp_path: Path) -> None:
    assert AskUser.timeout > TOOL_TIMEOUT * 100
    released = asyncio.Event()
    user = ScriptedUser(ElicitationAnswer(("House",)), released)
    async with open_tool_env(tmp_path, tools=[AskUser()]) as env:
        runner = ToolExecutor(env.registry, env.permissions, user, env.audit, env.vault, env.clock)
        provider = ScriptedProvider([asks_for(QUESTION), text_turn("House it is.")])
        conversation = Conversation()
        agent = Agent(provider, "scripted", runner, "test/scripted")
        async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
            run = tasks.create_task(events_of(agent.run(conversation, "Sum up my project")))
            while not user.elicitations:
                await asyncio.sleep(0)
            released.set()
        await runner.aclose()
        assert run.result()
        assert "House" in conversation.messages[2].parts[0].content  # type: ignore[union-attr] # a tool's result
        assert conversation.messages[-1].text == "House it is."


@pytest.mark.parametrize(
    "arguments",
    [
        {"question": "x", "choices": ["a"]}, {"question": "x", "choices": [str(n) for n in range(9)]},
        {"question": "x", "choices": ["a", "A "]}, {"question": " ", "choices": ["a", "b"]},
        {"question": "x", "choices": ["a", " "]}, {"question": "x", "choices": ["a", "b" * 201]}, {"question": "x"},
    ],
)  # fmt: skip
def test_a_question_has_two_to_eight_distinct_choices(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        AskUserParameters.model_validate(arguments)


def test_the_examples_are_valid_calls() -> None:
    for example in AskUser.examples:
        AskUserParameters.model_validate(example)

"""Tests of agent/modes/mode_choice.py."""

from pathlib import Path
from typing import get_args

import pytest

from tests.agent.modes.mode_table import calls_in, mode_table, modes_in
from tests.support.desk import YES, search
from tests.support.talk import asks_for, events_of, says
from vaultdesk.agent.modes import MODES
from vaultdesk.agent.modes.mode_choice import PLAN_NO_TOOLS_RESULT, ModeDefaults, mode_for, plan_execution_question
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import RunFailed, RunFinished
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ModeName
from vaultdesk.tools.runtime.tool_events import ToolFinished

# A plan first: nothing is done until the person has it carried out.

PLAN = "1. Search for the boiler.\n2. Answer."


async def test_the_first_answer_is_a_plan_without_tools(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says(PLAN)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, Question("What about the boiler?", plan_first=True)))

        (request,) = table.provider.requests
        assert request.tools == ()
        assert "The tools there will be: vault_search, file_read, local_search." in request.system
        assert modes_in(conversation) == ["plan"]
        assert events[-1] == RunFinished("end")


async def test_a_plan_carries_nothing_out_by_itself(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [asks_for(search("boiler", "c1")), says(PLAN)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, Question("What about it?", plan_first=True)))

        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert finished.result.error is not None
        assert finished.result.error.message == PLAN_NO_TOOLS_RESULT
        assert table.desk.answers.requests == []


async def test_a_plan_that_was_changed_is_what_is_carried_out(tmp_path: Path) -> None:
    turns = [says(PLAN), asks_for(search("heat pump", "c1")), says("Done.")]
    async with mode_table(tmp_path, "agent", turns, YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, Question("What about the boiler?", plan_first=True)))
        await events_of(table.agent.run(conversation, plan_execution_question("  1. Search for the heat pump.\n")))

        assert conversation.messages[2].text == "Carry out this plan:\n\n1. Search for the heat pump."
        assert [call.name for call in calls_in(conversation)] == ["vault_search"]
        assert modes_in(conversation) == ["plan", "agent", "agent"]


async def test_a_plan_that_is_asked_for_again_is_a_plan_again(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says(PLAN), says("1. Better.")], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, Question("What about the boiler?", plan_first=True)))
        await events_of(table.agent.retry(conversation))

        assert modes_in(conversation) == ["plan"]
        assert conversation.messages[-1].text == "1. Better."
        assert table.provider.requests[1].tools == ()


async def test_without_tools_the_plan_is_told_so(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says(PLAN)], YES, tools_offered=False) as table:
        await events_of(table.agent.run(Conversation(), Question("What?", plan_first=True)))

        assert "There will be no tools" in table.provider.requests[0].system


# Which way a question is asked in.


@pytest.mark.parametrize(
    ("usually", "choices", "named", "expected"),
    [
        (ModeDefaults(), ChatChoices(), "", "agent"),
        (ModeDefaults(lambda: "plus"), ChatChoices(), "", "plus"),
        (ModeDefaults(lambda: "plus"), ChatChoices(mode="chat"), "", "chat"),
        (ModeDefaults(lambda: "plus"), ChatChoices(mode="chat"), "vault-qa", "vault-qa"),
        (ModeDefaults(lambda: "plus"), ChatChoices(project="P.md"), "", "project"),
        (ModeDefaults(lambda: "plus", "P.md"), ChatChoices(), "", "project"),
        (ModeDefaults(lambda: "plus"), ChatChoices(mode="agent", project="P.md"), "", "agent"),
    ],
)
def test_the_question_beats_the_chat_and_the_chat_the_settings(
    usually: ModeDefaults, choices: ChatChoices, named: str, expected: str
) -> None:
    assert mode_for(usually, choices, named).name == expected
    assert mode_for(usually, choices, named, plan_first=True).name == "plan"


def test_every_way_of_the_settings_is_there_and_in_the_menu_once() -> None:
    names = get_args(ModeName)

    assert sorted(words.name for words in MODES) == sorted(names)
    assert [mode_for(ModeDefaults(), ChatChoices(), name).name for name in names] == list(names)


def test_a_way_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="vault-qa"):
        mode_for(ModeDefaults(), ChatChoices(mode="loud"), "")


async def test_a_chat_with_an_unknown_way_fails_its_runs_and_stays_whole(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [], YES) as table:
        conversation = Conversation(choices=ChatChoices(mode="loud"))
        events = await events_of(table.agent.run(conversation, "Hi"))

        assert isinstance(events[-1], RunFailed)
        assert [message.role for message in conversation.messages] == ["user"]


async def test_one_chat_may_be_asked_in_several_ways(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says("A."), says("B.")], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, Question("Hi", mode="chat")))
        await events_of(table.agent.run(conversation, "Hi"))

        assert modes_in(conversation) == ["chat", "agent"]
        assert [message.mode for message in conversation.messages] == ["chat", "chat", "", "agent"]

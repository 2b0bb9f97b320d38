"""A plan first: nothing is done until the person has it carried out."""

from pathlib import Path

from tests.agent.modes.mode_table import calls_in, mode_table, modes_in
from tests.support.desk import YES, search
from tests.support.talk import asks_for, events_of, says
from vaultdesk.agent.events import RunFinished
from vaultdesk.agent.modes.plan import NO_TOOLS, carry_out
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.tools.runtime.tool_events import ToolFinished

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
        assert finished.result.error.message == NO_TOOLS
        assert table.desk.answers.requests == []


async def test_a_plan_that_was_changed_is_what_is_carried_out(tmp_path: Path) -> None:
    turns = [says(PLAN), asks_for(search("heat pump", "c1")), says("Done.")]
    async with mode_table(tmp_path, "agent", turns, YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, Question("What about the boiler?", plan_first=True)))
        await events_of(table.agent.run(conversation, carry_out("  1. Search for the heat pump.\n")))

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

"""Plus: a plan of calls, their results, one answer."""

import json
from pathlib import Path

from tests.agent.modes.mode_table import calls_in, mode_table, modes_in, noticed
from tests.support.desk import NO, YES, call, read, search
from tests.support.talk import asks_for, events_of, says
from vaultdesk.agent.events import RunEvent, RunFailed, RunFinished
from vaultdesk.agent.modes.plus import NO_MORE
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.model_events import TextArrived, TurnEnded
from vaultdesk.tools.runtime.tool_events import ToolFinished

BOILER = "Projects/House/Boiler.md"
ANSWER = "You chose a heat pump [[Projects/House/Boiler]]."
REFUSED = ProviderRefused("It has no tools", hint="", trouble="no_tools")


def text_of(events: list[RunEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextArrived))


async def test_the_plan_runs_before_the_one_answer(tmp_path: Path) -> None:
    planned = asks_for(search("boiler", "c1"), read(BOILER, call_id="c2"), words="I will look for the boiler.")
    async with mode_table(tmp_path, "plus", [planned, says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        plan, answer = table.provider.requests
        assert "Do not answer yet" in plan.system
        assert {"local_search", "vault_search", "file_read"} == {tool.name for tool in plan.tools}
        assert answer.tools == ()
        assert "Answer now" in answer.system
        assert [message.role for message in conversation.messages] == ["user", "assistant", "tool", "assistant"]
        assert text_of(events) == ANSWER, "the words of a plan are no answer"
        assert conversation.messages[1].text == ""
        assert table.desk.answers.requests[0].model_words == "I will look for the boiler."
        assert modes_in(conversation) == ["plus", "plus"]
        assert events[-1] == RunFinished("end")


async def test_a_plan_of_nothing_leads_straight_to_the_answer(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [says("none"), says("Hello.")], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Hi"))

        assert (text_of(events), noticed(events)) == ("Hello.", [])
        assert [message.text for message in conversation.messages] == ["Hi", "Hello."]


async def test_a_sign_makes_its_tool_run_where_the_model_did_not_think_of_it(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [says("none"), says(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault what about the boiler?"))

        (made,) = calls_in(conversation)
        assert made.name == "local_search"
        assert made.arguments == {"query": "boiler", "salient_terms": ["boiler"]}
        assert {request.messages[0].text for request in table.provider.requests} == {"what about the boiler?"}
        assert conversation.messages[0].text == "@vault what about the boiler?"
        assert BOILER in {source.path for source in table.provider.requests[1].sources}


async def test_a_sign_adds_nothing_where_the_model_called_its_tool(tmp_path: Path) -> None:
    planned = asks_for(call("local_search", "c1", query="the boiler", salient_terms=["boiler", "heating"]))
    async with mode_table(tmp_path, "plus", [planned, says(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault what about the boiler?"))

        assert [made.id for made in calls_in(conversation)] == ["c1"]


async def test_a_sign_holds_where_the_models_own_call_of_its_tool_came_to_nothing(tmp_path: Path) -> None:
    wrong = [asks_for(call("local_search", "c1", salient_terms=["boiler"])), says("none")]
    async with mode_table(tmp_path, "plus", [*wrong, says(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault what about the boiler?"))

        assert [made.name for made in calls_in(conversation)] == ["local_search", "local_search"]
        assert BOILER in {source.path for source in table.provider.requests[-1].sources}


async def test_what_cannot_be_understood_is_corrected_in_the_plan(tmp_path: Path) -> None:
    turns = [asks_for(call("vault_search", "c1")), asks_for(search("boiler", "c2")), says(ANSWER)]
    async with mode_table(tmp_path, "plus", turns, YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        told = [json.loads(part.content) for message in conversation.messages for part in message.parts
                if part.kind == "tool_result"]  # fmt: skip
        assert [one["success"] for one in told] == [False, True]
        assert told[0]["error"]["message"] == "query: is required"
        assert conversation.messages[-1].text == ANSWER


async def test_a_plan_that_is_never_understood_becomes_our_own(tmp_path: Path) -> None:
    wrong = [asks_for(call("nothing", f"c{number}")) for number in range(5)]
    async with mode_table(tmp_path, "plus", [*wrong, says(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert [made.name for made in calls_in(conversation)] == ["nothing"] * 5 + ["local_search"]
        assert conversation.messages[-1].text == ANSWER


async def test_a_model_that_can_call_nothing_gets_our_own_plan(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [says(ANSWER)], YES, able=False) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert [made.name for made in calls_in(conversation)] == ["local_search"]
        assert len(table.provider.requests) == 1


async def test_tools_that_are_refused_by_the_provider_are_given_by_text(tmp_path: Path) -> None:
    written = '<tool_call>{"name": "vault_search", "arguments": {"query": "boiler"}}</tool_call>'
    async with mode_table(tmp_path, "plus", [REFUSED, says(written), says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert noticed(events) == ["It has no tools. VaultDesk gives it tools by text."]
        assert [len(request.tools) for request in table.provider.requests] == [3, 0, 0]
        assert [made.name for made in calls_in(conversation)] == ["vault_search"]
        assert conversation.messages[-1].text == ANSWER
        assert all(not message.tool_calls for message in table.provider.requests[-1].messages)


async def test_another_refusal_fails_the_run(tmp_path: Path) -> None:
    error = ProviderRefused("The key is wrong", hint="", trouble="auth")
    async with mode_table(tmp_path, "plus", [error], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the boiler?"))

        assert events[-1] == RunFailed(error)


async def test_a_refused_search_leads_to_an_answer_that_knows_it(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [asks_for(search("boiler", "c1")), says("You said no.")], NO) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert events[-1] == RunFinished("end")
        assert table.provider.requests[1].sources == ()


async def test_a_call_in_the_answer_is_refused(tmp_path: Path) -> None:
    turns = [says("none"), asks_for(search("boiler", "c1")), says("Then not.")]
    async with mode_table(tmp_path, "plus", turns, YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the boiler?"))

        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert finished.result.error is not None
        assert finished.result.error.message == NO_MORE
        assert table.desk.answers.requests == []


async def test_a_plan_that_is_cut_runs_nothing(tmp_path: Path) -> None:
    cut = [*asks_for(search("boiler", "c1"))[:-1], TurnEnded("length")]
    async with mode_table(tmp_path, "plus", [cut, says("Hm.")], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert table.desk.answers.requests == []
        assert conversation.unanswered_calls() == ()


async def test_without_leave_the_model_answers_alone(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [says("Hello.")], YES, tools_offered=False) as table:
        events = await events_of(table.agent.run(Conversation(), "@vault Hi"))

        (request,) = table.provider.requests
        assert request.tools == ()
        assert "cannot see the person's notes" in request.system
        assert noticed(events) == ["Tools are switched off for this vault."]

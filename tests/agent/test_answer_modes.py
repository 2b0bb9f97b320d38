"""Tests of agent/answer_modes.py."""

import json
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from tests.agent.mode_table import calls_in, mode_table, modes_in, noticed
from tests.support.conversations import unanswered_calls
from tests.support.desk import NO, YES, call, read, search
from tests.support.talk import asks_for, events_of, says
from vaultdesk.agent.answer_marks import NO_SOURCES_NOTICE
from vaultdesk.agent.answer_modes import (
    CHAT_NO_TOOLS_RESULT,
    EMPTY_QUESTION_ANSWER,
    MODES,
    PLAN_NO_TOOLS_RESULT,
    PLUS_NO_TOOLS_RESULT,
    QUERY_PLAN_FORMAT,
    SEARCH_OFF_ANSWER,
    UNREADABLE_CALLS_REASON,
    VAULT_QA_NO_TOOLS_RESULT,
    ModeDefaults,
    mode_for,
    plan_execution_question,
)
from vaultdesk.agent.instructions.projects import ActiveProject, Project, ProjectScope
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.agent.request_preparation import PendingRequest
from vaultdesk.agent.run import RunEvent, RunFailed, RunFinished
from vaultdesk.chat.attached_text import is_attached
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import ContextItem, Message, TextPart, ToolCallPart
from vaultdesk.core.errors import ProviderRefused, UsageError
from vaultdesk.core.settings.settings_schema import ModeName, PermissionRule, RuleAnswer
from vaultdesk.providers.provider import ModelEvent, TextArrived, TurnEnded
from vaultdesk.tools.runtime.agent_scope import ProjectBounds
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.execution import ApprovalRequested, ToolFinished

# Chat: the model alone.


async def test_no_tool_is_named_and_it_is_told_that_it_sees_no_notes(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "chat", [says("Hello.")]) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Hi"))

        (request,) = table.provider.requests
        assert request.tools == ()
        assert "cannot see the user's notes" in request.system
        assert "tool" not in request.system
        assert events[-1] == RunFinished("end")
        assert modes_in(conversation) == ["chat"]


async def test_a_call_all_the_same_is_refused_and_runs_nothing(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "chat", [asks_for(search("boiler", "c1")), says("I cannot.")]) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Search"))

        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert finished.result.error is not None
        assert (finished.result.error.code, finished.result.error.message) == (
            "PERMISSION_DENIED",
            CHAT_NO_TOOLS_RESULT,
        )
        assert table.desk.answers.requests == []
        assert conversation.messages[-1].text == "I cannot."


# Plus: a plan of calls, their results, one answer.

BOILER = "Projects/House/Boiler.md"
ANSWER = "You chose a heat pump [[Projects/House/Boiler]]."
REFUSED = ProviderRefused("It has no tools", hint="", kind="no_tools")


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
        assert table.desk.answers.requests[0].model_text == "I will look for the boiler."
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


@pytest.mark.parametrize(
    ("plan", "terms"),
    [
        ('{"queries": ["heating repair", "boiler leak"]}', ["boiler", "heating", "repair", "leak"]),
        ('Sure:\n```json\n{"queries": ["leak"]}\n```', ["boiler", "leak"]),
        ("I would look for the boiler.", ["boiler"]),
        ('{"queries": "boiler"}', ["boiler"]),
    ],
)
async def test_r7_a_model_without_tools_plans_searches_in_json(tmp_path: Path, plan: str, terms: list[str]) -> None:
    async with mode_table(tmp_path, "plus", [says(plan), says(ANSWER)], YES, able=False) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        (made,) = calls_in(conversation)
        assert (made.name, made.arguments and made.arguments["salient_terms"]) == ("local_search", terms)
        first, second = table.provider.requests
        assert (first.answer_format, second.answer_format) == (QUERY_PLAN_FORMAT, None)
        assert first.tools == second.tools == ()
        assert plan not in [message.text for message in conversation.messages]


async def test_a_plan_of_no_searches_looks_nothing_up(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [says('{"queries": []}'), says("Hello.")], YES, able=False) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "Write a haiku on the boiler."))

        assert calls_in(conversation) == []
        assert table.desk.answers.requests == []


@pytest.mark.parametrize(
    ("prose", "searched"),
    [("none", 0), ("None.", 0), ('"none"', 0), ("Nothing has to be looked up.", 1), ("The boiler leaks.", 1), ("", 1)],
)
async def test_r8_only_the_agreed_word_means_that_nothing_is_to_be_looked_up(
    tmp_path: Path, prose: str, searched: int
) -> None:
    async with mode_table(tmp_path, "plus", [says(prose), says(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert [made.name for made in calls_in(conversation)] == ["local_search"] * searched
        assert conversation.messages[-1].text == ANSWER


async def test_tools_that_are_refused_by_the_provider_are_given_by_text(tmp_path: Path) -> None:
    written = '<tool_call>{"name": "vault_search", "arguments": {"query": "boiler"}}</tool_call>'
    async with mode_table(tmp_path, "plus", [REFUSED, says(written), says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert noticed(events) == ["It has no tools. VaultDesk uses text-based tools with it."]
        assert [len(request.tools) for request in table.provider.requests] == [3, 0, 0]
        assert [made.name for made in calls_in(conversation)] == ["vault_search"]
        assert conversation.messages[-1].text == ANSWER
        assert all(not message.tool_calls for message in table.provider.requests[-1].messages)


async def test_another_refusal_fails_the_run(tmp_path: Path) -> None:
    error = ProviderRefused("The key is wrong", hint="", kind="auth")
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
        assert finished.result.error.message == PLUS_NO_TOOLS_RESULT
        assert table.desk.answers.requests == []


async def test_a_plan_that_is_cut_runs_nothing(tmp_path: Path) -> None:
    cut = [*asks_for(search("boiler", "c1"))[:-1], TurnEnded("length")]
    async with mode_table(tmp_path, "plus", [cut, says("Hm.")], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert table.desk.answers.requests == []
        assert unanswered_calls(conversation) == ()


async def test_without_leave_the_model_answers_alone(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [says("Hello.")], YES, tools_offered=False) as table:
        events = await events_of(table.agent.run(Conversation(), "@vault Hi"))

        (request,) = table.provider.requests
        assert request.tools == ()
        assert "cannot see the user's notes" in request.system
        assert noticed(events) == ["Tools are switched off for this vault."]


# Agent mode: the loop, and plus where calling tools fails.

AGENT_MODE_REFUSED = ProviderRefused("It has no tools.", hint="", kind="no_tools")
GOES_ON = "Continuing in Plus mode: what is needed is looked up first, then answered."


def unreadable(call_id: str) -> ToolCallPart:
    return ToolCallPart(id=call_id, name="vault_search", arguments_json="{que", problem="it breaks off")


async def test_tools_that_are_refused_lead_to_plus_by_text_and_that_is_told_once(tmp_path: Path) -> None:
    written = '<tool_call>{"name": "vault_search", "arguments": {"query": "boiler"}}</tool_call>'
    async with mode_table(tmp_path, "agent", [AGENT_MODE_REFUSED, says(written), says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert noticed(events) == [f"It has no tools. {GOES_ON}"]
        assert modes_in(conversation) == ["plus", "plus"]
        assert [len(request.tools) for request in table.provider.requests] == [3, 0, 0]
        assert "Do not answer yet" in table.provider.requests[1].system
        assert (conversation.messages[-1].text, events[-1]) == (ANSWER, RunFinished("end"))


async def test_calls_that_can_never_be_read_lead_to_plus(tmp_path: Path) -> None:
    unread = [asks_for(unreadable("c1")), asks_for(call("nothing", "c2")), asks_for(call("vault_search", "c3"))]
    turns = [*unread, asks_for(search("boiler", "c4")), says(ANSWER)]
    async with mode_table(tmp_path, "agent", turns, YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert noticed(events) == [f"{UNREADABLE_CALLS_REASON}. {GOES_ON}"]
        assert modes_in(conversation) == ["agent"] * 3 + ["plus"] * 2
        assert conversation.messages[-1].text == ANSWER


async def test_a_call_that_is_corrected_in_time_leads_nowhere_else(tmp_path: Path) -> None:
    turns = [asks_for(unreadable("c1")), asks_for(call("vault_search", "c2")), asks_for(search("boiler", "c3")),
             asks_for(call("vault_search", "c4")), says(ANSWER)]  # fmt: skip
    async with mode_table(tmp_path, "agent", turns, YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert noticed(events) == []
        assert modes_in(conversation) == ["agent"] * 5
        assert len(calls_in(conversation)) == 4


async def test_a_refusal_after_words_or_without_tools_fails_the_run(tmp_path: Path) -> None:
    begun: list[ModelEvent] = [TextArrived("So")]
    async with mode_table(tmp_path, "agent", [[*begun, AGENT_MODE_REFUSED]], YES) as table:
        assert (await events_of(table.agent.run(Conversation(), "What?")))[-1] == RunFailed(AGENT_MODE_REFUSED)
    async with mode_table(tmp_path / "b", "agent", [AGENT_MODE_REFUSED], YES, tools_offered=False) as table:
        assert (await events_of(table.agent.run(Conversation(), "What?")))[-1] == RunFailed(AGENT_MODE_REFUSED)


async def test_plus_that_fails_too_fails_the_run(tmp_path: Path) -> None:
    broken = ProviderRefused("The key is wrong", hint="", kind="auth")
    async with mode_table(tmp_path, "agent", [AGENT_MODE_REFUSED, broken], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the boiler?"))

        assert events[-1] == RunFailed(broken)
        assert len(noticed(events)) == 1


NOTES_ONLY = "Continuing in Notes only mode: your notes are searched first, and the answer is based on what is found."


@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_u20_a_model_without_any_tools_answers_from_the_notes_and_that_is_told_once(
    mode: str, tmp_path: Path
) -> None:
    turns = [says(ANSWER)] * (2 if mode == "agent" else 4)
    async with mode_table(tmp_path, mode, turns, YES, able=False) as table:
        conversation = Conversation()
        first = await events_of(table.agent.run(conversation, "What about the boiler?"))
        second = await events_of(table.agent.run(conversation, "And the heat pump?"))

        sentence = f"Tools are switched off for {table.agent.label}. {NOTES_ONLY}"
        assert (noticed(first).count(sentence), noticed(second).count(sentence)) == (1, 0)
        assert set(modes_in(conversation)) == {"vault-qa"}
        assert [made.name for made in calls_in(conversation)] == ["local_search", "local_search"]
        answered = table.provider.requests[0 if mode == "agent" else 1]
        assert BOILER in {source.path for source in answered.sources}
        assert "Answer only from these passages" in answered.system


@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_u20_what_the_notes_say_nothing_on_is_answered_by_the_model_all_the_same(
    mode: str, tmp_path: Path
) -> None:
    async with mode_table(tmp_path, mode, [says("A haiku.")] * 2, YES, able=False) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Xylophones?"))

        assert noticed(events)[-1] == "Your notes contain nothing about this. I searched for “Xylophones”."
        assert "cannot see the user's notes" in table.provider.requests[-1].system
        assert (conversation.messages[-1].text, events[-1]) == ("A haiku.", RunFinished("end"))


async def test_u20_a_plan_that_is_never_understood_leads_to_the_notes(tmp_path: Path) -> None:
    wrong = [asks_for(call("nothing", f"c{number}")) for number in range(5)]
    async with mode_table(tmp_path, "plus", [*wrong, says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert noticed(events) == [f"{UNREADABLE_CALLS_REASON}. {NOTES_ONLY}"]
        assert modes_in(conversation)[-1] == "vault-qa"


async def test_u20_an_agent_goes_on_as_plus_and_plus_from_the_notes_each_told_in_a_line(tmp_path: Path) -> None:
    unread = [asks_for(call("nothing", f"a{number}")) for number in range(3)]
    unplanned = [asks_for(call("nothing", f"p{number}")) for number in range(5)]
    async with mode_table(tmp_path, "agent", [*unread, *unplanned, says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert noticed(events) == [
            f"{UNREADABLE_CALLS_REASON}. {GOES_ON}",
            f"{UNREADABLE_CALLS_REASON}. {NOTES_ONLY}",
        ]
        assert (conversation.messages[-1].text, conversation.messages[-1].mode) == (ANSWER, "vault-qa")


@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_u20_that_tools_are_off_is_told_once_in_a_chat(mode: str, tmp_path: Path) -> None:
    async with mode_table(tmp_path, mode, [says("Hi."), says("Ho.")], YES, tools_offered=False) as table:
        conversation = Conversation()
        first = await events_of(table.agent.run(conversation, "Hello?"))
        second = await events_of(table.agent.run(conversation, "Again?"))

        sentence = f"Tools are switched off for this vault, so {table.agent.label} answers without your notes."
        assert (noticed(first), noticed(second)) == ([sentence], [])
        assert [request.tools for request in table.provider.requests] == [(), ()]


@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_what_would_be_sent_by_a_model_without_tools_can_be_looked_at(mode: str, tmp_path: Path) -> None:
    async with mode_table(tmp_path, mode, [], YES, able=False) as table:
        request = await table.agent.request(Conversation(), "What about the boiler?")

        assert request.tools == ()
        expected = "Answer only from these passages" if mode == "agent" else "Write the searches"
        assert expected in request.system


# Project mode: the loop among a project's notes.

HOUSE = Project(
    "P/House.md", "House", instructions="Amounts are in euros.", scope=ProjectScope(("Projects/House",)),
    status="accepted",
)  # fmt: skip
BOUNDS = ProjectBounds("House", ("Projects/House",))
DAILY = "Daily/2026-11-20.md"


class OneProject:
    def __init__(self, profile: AgentProfile = DEFAULT_PROFILE) -> None:
        self.work = ActiveProject(HOUSE, BOUNDS, profile)

    async def activate(self, path: str) -> ActiveProject:
        if path != HOUSE.path:
            raise UsageError(f"There is no project {path}")
        return self.work


def house(profile: AgentProfile = DEFAULT_PROFILE) -> ModeDefaults:
    return ModeDefaults(lambda: "agent", HOUSE.path, OneProject(profile))


def results(events: list[RunEvent]) -> dict[str, ToolFinished]:
    return {event.call_id: event for event in events if isinstance(event, ToolFinished)}


async def test_notes_outside_are_not_there(tmp_path: Path) -> None:
    turns = [asks_for(search("boiler", "c1"), read(DAILY, call_id="c2")), says("A heat pump.")]
    async with mode_table(tmp_path, "agent", turns, YES, usually=house()) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        told = results(events)
        assert {source.path for source in told["c1"].part.sources} == {"Projects/House/Boiler.md"}
        assert told["c2"].result.data == [{"path": DAILY, "content": f"File not found: {DAILY}", "size": 0}]
        assert modes_in(conversation) == ["project", "project"]
        assert all(DAILY not in request.headline for request in table.desk.answers.requests)


async def test_its_instructions_pass_the_gate_as_text_of_its_note(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says("Hello.")], YES, usually=house()) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "Hi"))

        (request,) = table.provider.requests
        assert "Amounts are in euros." not in request.system
        assert "project “House”. It is about Projects/House; in this conversation no other" in request.system
        assert request.sources[0].path == HOUSE.path
        assert request.messages[0].text.startswith("<project_instructions>\nAmounts are in euros.\n</project_instr")
        assert conversation.messages[0].text == "Hi"
        wanted = await table.agent.request(Conversation(), "Hi")
        assert (wanted.system, wanted.tools) == (request.system, request.tools)


async def test_its_agent_works_in_it_within_both_bounds(tmp_path: Path) -> None:
    filer = AgentProfile("Filer", instructions="File.", tools=("file_read",), folders=("Projects", "Daily"))
    turns = [asks_for(read("Projects-secret/Plan.md", DAILY, "Projects/House/Budget.md", call_id="c1")), says("So.")]
    async with mode_table(tmp_path, "agent", turns, YES, usually=house(filer)) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about it?"))

        assert [tool.name for tool in table.provider.requests[0].tools] == ["file_read"]
        assert {source.path for source in results(events)["c1"].part.sources} == {"Projects/House/Budget.md"}
        assert {message.agent for message in conversation.messages if message.role == "assistant"} == {"Filer"}


async def test_signs_work_in_it_too(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says("A heat pump.")], YES, usually=house()) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "@vault what about the boiler?"))

        (call,) = calls_in(conversation)
        assert call.name == "local_search"
        assert {source.path for source in results(events)[call.id].part.sources} == {"Projects/House/Boiler.md"}
        assert table.provider.requests[0].messages[0].text.endswith("what about the boiler?")
        assert "@vault" not in table.provider.requests[0].messages[0].text


async def test_plus_that_takes_over_stays_in_the_project(tmp_path: Path) -> None:
    refused = ProviderRefused("It has no tools", hint="", kind="no_tools")
    written = '<tool_call>{"name": "file_read", "arguments": {"file_paths": ["Daily/2026-11-20.md"]}}</tool_call>'
    async with mode_table(tmp_path, "agent", [refused, says(written), says("So.")], YES, usually=house()) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What?"))

        assert len(noticed(events)) == 1
        assert modes_in(conversation) == ["project", "project"]
        (told,) = results(events).values()
        assert "File not found" in told.part.content


async def test_a_project_that_may_not_be_worked_in_fails_the_run(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "project", [], YES, usually=ModeDefaults(projects=OneProject())) as table:
        for choices in (ChatChoices(mode="project"), ChatChoices(project="Other.md")):
            events = await events_of(table.agent.run(Conversation(choices=choices), "Hi"))

            assert isinstance(events[-1], RunFailed)
            assert isinstance(events[-1].error, UsageError)
        assert table.provider.requests == []


async def test_the_steps_before_a_request_know_how_far_the_project_goes(tmp_path: Path) -> None:
    seen: list[bool] = []

    async def step(work: PendingRequest) -> tuple[Message, ...]:
        seen.extend(work.agent_scope.allows_path(path) for path in ("Projects/House/Boiler.md", "Assistant/Memory.md"))
        return work.messages

    async with mode_table(tmp_path, "agent", [says("Hello.")], YES, usually=house()) as table:
        table.agent = table.agent.with_message_steps(step)
        await events_of(table.agent.run(Conversation(), "Hi"))

    assert seen == [True, False]


# Vault QA: the program searches, the model answers from what was found, and nobody invents.


async def test_the_program_searches_first_and_the_model_answers_from_the_passages(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "@vault What about the heat pump?"))

        (call,) = calls_in(conversation)
        assert (call.name, call.arguments) == (
            "local_search",
            {"query": "heat pump", "salient_terms": ["heat", "pump"]},
        )
        (request,) = table.provider.requests
        assert request.tools == ()
        assert "Answer only from these passages" in request.system
        assert BOILER in {source.path for source in request.sources}
        (message,) = request.messages
        assert (message.role, message.parts[-1]) == ("user", TextPart(text="What about the heat pump?"))
        assert all(is_attached(part.text) and part.sources for part in message.parts[:-1] if part.kind == "text")
        assert not {"score", "modified"} & set(message.text.split('"'))
        assert conversation.messages[0].text == "@vault What about the heat pump?"
        assert len([event for event in events if isinstance(event, ApprovalRequested)]) == 1
        assert (events[-1], noticed(events)) == (RunFinished("end"), [])
        assert modes_in(conversation) == ["vault-qa", "vault-qa"]
        assert [message.model for message in conversation.messages] == ["", "", "", "test/scripted"]


async def test_where_nothing_is_found_the_program_says_so_and_asks_no_model(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about chromodynamics?"))

        assert table.provider.requests == []
        assert conversation.messages[-1].text == (
            "Your notes contain nothing about this. I searched for “chromodynamics”."
        )
        assert events[-1] == RunFinished("end")
        assert unanswered_calls(conversation) == ()


async def test_a_search_the_person_refused_is_answered_by_the_program(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], ApprovalDecision(approved=False, reason="not now")) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        assert table.provider.requests == []
        assert conversation.messages[-1].text == (
            "I did not search your notes: not now. So there is nothing to answer from."
        )


async def test_without_leave_to_use_tools_nothing_is_searched(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], YES, tools_offered=False) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        assert conversation.messages[-1].text == SEARCH_OFF_ANSWER
        assert (table.desk.answers.requests, table.provider.requests) == ([], [])


async def test_a_model_that_can_call_nothing_answers_from_notes_all_the_same(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER)], YES, able=False) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        assert conversation.messages[-1].text == ANSWER
        assert BOILER in {source.path for source in table.provider.requests[0].sources}


async def test_an_answer_without_a_source_is_told(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says("You chose a heat pump.")], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the heat pump?"))

        assert noticed(events) == [NO_SOURCES_NOTICE]
        assert events[-1] == RunFinished("end")


async def test_a_link_to_a_note_that_was_not_given_is_told(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says("It was sold last year [[Sale]].")], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the heat pump?"))

        assert noticed(events) == [f"{NO_SOURCES_NOTICE} It links to notes that it was not given: Sale."]


async def test_a_follow_up_is_looked_for_with_the_question_before(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER), says(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))
        await events_of(table.agent.run(conversation, "And why?"))

        assert calls_in(conversation)[1].arguments == {
            "query": "heat pump",
            "salient_terms": ["heat", "pump"],
        }


async def test_what_was_laid_beside_is_asked_about_though_nothing_was_found(tmp_path: Path) -> None:
    asked = Question("What about chromodynamics?", context=(ContextItem(kind="note", target="Top"),))
    async with mode_table(tmp_path, "vault-qa", [says("Nothing, it seems.")], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, asked))

        assert conversation.messages[-1].text == "Nothing, it seems."
        assert noticed(events) == ["Your notes contain nothing about this. I searched for “chromodynamics”."]


async def test_a_question_without_words_is_answered_by_the_program(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault"))

        assert conversation.messages[-1].text == EMPTY_QUESTION_ANSWER


async def test_a_model_that_wants_to_search_on_is_refused(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [asks_for(search("boiler", "c9")), says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the heat pump?"))

        finished = [event for event in events if isinstance(event, ToolFinished)]
        assert [one.result.success for one in finished] == [True, False]
        assert finished[1].result.error is not None
        assert finished[1].result.error.message == VAULT_QA_NO_TOOLS_RESULT
        assert conversation.messages[-1].text == ANSWER


@pytest.mark.parametrize("answer", ["deny", "allow"])
async def test_a_rule_of_the_person_holds_for_the_programs_search(tmp_path: Path, answer: RuleAnswer) -> None:
    rule = PermissionRule(tool="local_search", effect="read", answer=answer)
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER)], NO) as table:
        table.desk.permissions.rules = lambda: [rule]
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        said = "I did not search your notes: A rule of the user does not allow local_search here. So there is nothing"
        assert conversation.messages[-1].text.startswith(said if answer == "deny" else ANSWER)
        assert table.desk.answers.requests == []


async def test_asking_again_and_again_is_the_persons_own_act_and_no_loop(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER)] * 4, YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))
        for _ in range(3):
            await events_of(table.agent.retry(conversation))

        assert conversation.messages[-1].text == ANSWER
        assert len(conversation.messages) == 4


async def test_what_would_be_sent_can_be_looked_at(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER)], YES) as table:
        conversation = Conversation()
        wanted = await table.agent.request(conversation, "What about the heat pump?")
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        sent = table.provider.requests[0]
        assert replace(wanted, messages=()) == replace(sent, messages=())


# A plan first: nothing is done until the person has it carried out.

PLAN = "1. Search for the boiler.\n2. Answer."


async def test_the_first_answer_is_a_plan_without_tools(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says(PLAN)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, Question("What about the boiler?", plan_first=True)))

        (request,) = table.provider.requests
        assert request.tools == ()
        assert "Tools that will be available: vault_search, file_read, local_search." in request.system
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

        assert "No tools will be available" in table.provider.requests[0].system


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

"""Tests of agent/answer_modes.py."""

import json
from pathlib import Path
from typing import get_args

import pytest

from tests.agent.mode_table import calls_in, mode_table, modes_in, notices_in
from tests.support.conversations import unanswered_calls
from tests.support.scripted_provider import ScriptedTurn
from tests.support.talk import asks_for, events_of, text_turn
from tests.support.tool_env import NO, YES, call, read, search
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
from vaultdesk.core.values import replace
from vaultdesk.index.embeddings.nearest_neighbors import PassageVisibility
from vaultdesk.index.search.passage_search import FoundPassage, PassageQuery, PassageSearch
from vaultdesk.providers.provider import ModelEvent, TextArrived, TurnEnded
from vaultdesk.tools.runtime.agent_scope import ProjectBounds
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.execution import ApprovalRequested, ToolFinished

# Chat mode: the model without tools.


async def test_chat_mode_offers_no_tools_and_says_that_notes_are_not_visible(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "chat", [text_turn("Hello.")]) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Hi"))

        (request,) = table.provider.requests
        assert request.tools == ()
        assert "cannot see the user's notes" in request.system
        assert "tool" not in request.system
        assert events[-1] == RunFinished("end")
        assert modes_in(conversation) == ["chat"]


async def test_a_tool_call_in_chat_mode_is_refused_without_running(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "chat", [asks_for(search("boiler", "c1")), text_turn("I cannot.")]) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Search"))

        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert finished.result.error is not None
        assert (finished.result.error.code, finished.result.error.message) == (
            "PERMISSION_DENIED",
            CHAT_NO_TOOLS_RESULT,
        )
        assert table.env.answers.requests == []
        assert conversation.messages[-1].text == "I cannot."


# Plus mode: planned calls, their results, one answer.

BOILER = "Projects/House/Boiler.md"
ANSWER = "You chose a heat pump [[Projects/House/Boiler]]."
REFUSED = ProviderRefused("It has no tools", hint="", kind="no_tools")


def text_of(events: list[RunEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextArrived))


async def test_planned_calls_run_before_the_single_answer(tmp_path: Path) -> None:
    planned = asks_for(search("boiler", "c1"), read(BOILER, call_id="c2"), words="I will look for the boiler.")
    async with mode_table(tmp_path, "plus", [planned, text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        plan, answer = table.provider.requests
        assert "Do not answer yet" in plan.system
        assert {"local_search", "vault_search", "file_read"} == {tool.name for tool in plan.tools}
        assert answer.tools == ()
        assert "Answer now" in answer.system
        assert [message.role for message in conversation.messages] == ["user", "assistant", "tool", "assistant"]
        assert text_of(events) == ANSWER, "the text of a plan is not part of the answer"
        assert conversation.messages[1].text == ""
        assert table.env.answers.requests[0].model_text == "I will look for the boiler."
        assert modes_in(conversation) == ["plus", "plus"]
        assert events[-1] == RunFinished("end")


async def test_an_empty_plan_is_followed_by_the_answer(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [text_turn("none"), text_turn("Hello.")], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Hi"))

        assert (text_of(events), notices_in(events)) == ("Hello.", [])
        assert [message.text for message in conversation.messages] == ["Hi", "Hello."]


async def test_an_at_command_runs_its_tool_if_the_model_did_not_call_it(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [text_turn("none"), text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault what about the boiler?"))

        (tool_call,) = calls_in(conversation)
        assert tool_call.name == "local_search"
        assert tool_call.arguments == {"query": "boiler", "salient_terms": ["boiler"]}
        assert {request.messages[0].text for request in table.provider.requests} == {"what about the boiler?"}
        assert conversation.messages[0].text == "@vault what about the boiler?"
        assert BOILER in {source.path for source in table.provider.requests[1].sources}


async def test_an_at_command_adds_no_call_if_the_model_called_its_tool(tmp_path: Path) -> None:
    planned = asks_for(call("local_search", "c1", query="the boiler", salient_terms=["boiler", "heating"]))
    async with mode_table(tmp_path, "plus", [planned, text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault what about the boiler?"))

        assert [tool_call.id for tool_call in calls_in(conversation)] == ["c1"]


async def test_an_at_command_runs_its_tool_if_the_models_call_was_invalid(tmp_path: Path) -> None:
    wrong = [asks_for(call("local_search", "c1", salient_terms=["boiler"])), text_turn("none")]
    async with mode_table(tmp_path, "plus", [*wrong, text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault what about the boiler?"))

        assert [tool_call.name for tool_call in calls_in(conversation)] == ["local_search", "local_search"]
        assert BOILER in {source.path for source in table.provider.requests[-1].sources}


async def test_an_invalid_call_is_corrected_in_the_plan(tmp_path: Path) -> None:
    turns = [asks_for(call("vault_search", "c1")), asks_for(search("boiler", "c2")), text_turn(ANSWER)]
    async with mode_table(tmp_path, "plus", turns, YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        results = [json.loads(part.content) for message in conversation.messages for part in message.parts
                if part.kind == "tool_result"]  # fmt: skip
        assert [result["success"] for result in results] == [False, True]
        assert results[0]["error"]["message"] == "query: is required"
        assert conversation.messages[-1].text == ANSWER


async def test_an_invalid_plan_is_replaced_by_a_search(tmp_path: Path) -> None:
    wrong = [asks_for(call("nothing", f"c{number}")) for number in range(5)]
    async with mode_table(tmp_path, "plus", [*wrong, text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert [tool_call.name for tool_call in calls_in(conversation)] == ["nothing"] * 5 + ["local_search"]
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
    async with mode_table(tmp_path, "plus", [text_turn(plan), text_turn(ANSWER)], YES, supports_tools=False) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        (tool_call,) = calls_in(conversation)
        assert (tool_call.name, tool_call.arguments and tool_call.arguments["salient_terms"]) == ("local_search", terms)
        first, second = table.provider.requests
        assert (first.answer_format, second.answer_format) == (QUERY_PLAN_FORMAT, None)
        assert first.tools == second.tools == ()
        assert plan not in [message.text for message in conversation.messages]


@pytest.mark.parametrize(
    ("mode", "turn", "question", "supports_tools", "may_leave"),
    [
        ("vault-qa", None, "What about the boiler?", True, True),
        ("plus", text_turn("I do not know."), "What about the boiler?", True, True),
        ("plus", text_turn("none"), "@vault what about the boiler?", True, True),
        ("plus", text_turn('{"queries": ["leak"]}'), "What about the boiler?", False, False),
        ("plus", text_turn("I would look for the boiler."), "What about the boiler?", False, True),
        ("plus", asks_for(call("local_search", "c1", query="boiler")), "What about the boiler?", True, False),
    ],
    ids=["notes only", "unplanned", "at-command", "planned", "invalid plan", "call of a model"],
)
async def test_only_a_search_with_the_users_own_words_may_leave_the_computer(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mode: str,
    turn: ScriptedTurn | None,
    question: str,
    supports_tools: bool,
    may_leave: bool,
) -> None:
    queries: list[PassageQuery] = []
    find = PassageSearch.find

    async def recorded(
        self: PassageSearch, query: PassageQuery, is_visible: PassageVisibility | None = None
    ) -> list[FoundPassage]:
        queries.append(query)
        return await find(self, query, is_visible)

    monkeypatch.setattr(PassageSearch, "find", recorded)
    turns = [*([turn] if turn is not None else []), text_turn(ANSWER)]
    async with mode_table(tmp_path, mode, turns, YES, supports_tools=supports_tools) as table:
        await events_of(table.agent.run(Conversation(), question))

    assert queries
    assert {query.may_leave_computer for query in queries} == {may_leave}


async def test_a_plan_without_searches_searches_nothing(tmp_path: Path) -> None:
    async with mode_table(
        tmp_path, "plus", [text_turn('{"queries": []}'), text_turn("Hello.")], YES, supports_tools=False
    ) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "Write a haiku on the boiler."))

        assert calls_in(conversation) == []
        assert table.env.answers.requests == []


@pytest.mark.parametrize(
    ("prose", "expected_searches"),
    [("none", 0), ("None.", 0), ('"none"', 0), ("Nothing has to be looked up.", 1), ("The boiler leaks.", 1), ("", 1)],
)
async def test_r8_only_the_word_none_means_that_no_search_is_needed(
    tmp_path: Path, prose: str, expected_searches: int
) -> None:
    async with mode_table(tmp_path, "plus", [text_turn(prose), text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert [tool_call.name for tool_call in calls_in(conversation)] == ["local_search"] * expected_searches
        assert conversation.messages[-1].text == ANSWER


async def test_tools_refused_by_the_provider_are_emulated_in_text(tmp_path: Path) -> None:
    written = '<tool_call>{"name": "vault_search", "arguments": {"query": "boiler"}}</tool_call>'
    async with mode_table(tmp_path, "plus", [REFUSED, text_turn(written), text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert notices_in(events) == ["It has no tools. VaultDesk uses text-based tools with it."]
        assert [len(request.tools) for request in table.provider.requests] == [3, 0, 0]
        assert [tool_call.name for tool_call in calls_in(conversation)] == ["vault_search"]
        assert conversation.messages[-1].text == ANSWER
        assert all(not message.tool_calls for message in table.provider.requests[-1].messages)


async def test_another_refusal_fails_the_run(tmp_path: Path) -> None:
    error = ProviderRefused("The key is wrong", hint="", kind="auth")
    async with mode_table(tmp_path, "plus", [error], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the boiler?"))

        assert events[-1] == RunFailed(error)


async def test_a_search_declined_by_the_user_is_followed_by_an_answer(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [asks_for(search("boiler", "c1")), text_turn("You said no.")], NO) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert events[-1] == RunFinished("end")
        assert table.provider.requests[1].sources == ()


async def test_a_tool_call_in_the_answer_of_plus_mode_is_refused(tmp_path: Path) -> None:
    turns = [text_turn("none"), asks_for(search("boiler", "c1")), text_turn("Then not.")]
    async with mode_table(tmp_path, "plus", turns, YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the boiler?"))

        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert finished.result.error is not None
        assert finished.result.error.message == PLUS_NO_TOOLS_RESULT
        assert table.env.answers.requests == []


async def test_a_truncated_plan_runs_nothing(tmp_path: Path) -> None:
    cut = [*asks_for(search("boiler", "c1"))[:-1], TurnEnded("length")]
    async with mode_table(tmp_path, "plus", [cut, text_turn("Hm.")], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert table.env.answers.requests == []
        assert unanswered_calls(conversation) == ()


async def test_the_model_answers_without_notes_if_tools_are_disabled(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [text_turn("Hello.")], YES, tools_offered=False) as table:
        events = await events_of(table.agent.run(Conversation(), "@vault Hi"))

        (request,) = table.provider.requests
        assert request.tools == ()
        assert "cannot see the user's notes" in request.system
        assert notices_in(events) == ["Tools are switched off for this vault."]


# Agent mode: the tool loop, and plus mode where tool calls fail.

AGENT_MODE_REFUSED = ProviderRefused("It has no tools.", hint="", kind="no_tools")
PLUS_MODE_NOTICE = "Continuing in Plus mode: what is needed is looked up first, then answered."


def unreadable(call_id: str) -> ToolCallPart:
    return ToolCallPart(id=call_id, name="vault_search", arguments_json="{que", problem="it breaks off")


async def test_refused_tools_switch_to_plus_mode_with_one_notice(tmp_path: Path) -> None:
    written = '<tool_call>{"name": "vault_search", "arguments": {"query": "boiler"}}</tool_call>'
    async with mode_table(tmp_path, "agent", [AGENT_MODE_REFUSED, text_turn(written), text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert notices_in(events) == [f"It has no tools. {PLUS_MODE_NOTICE}"]
        assert modes_in(conversation) == ["plus", "plus"]
        assert [len(request.tools) for request in table.provider.requests] == [3, 0, 0]
        assert "Do not answer yet" in table.provider.requests[1].system
        assert (conversation.messages[-1].text, events[-1]) == (ANSWER, RunFinished("end"))


async def test_calls_that_stay_invalid_switch_to_plus_mode(tmp_path: Path) -> None:
    invalid_calls = [asks_for(unreadable("c1")), asks_for(call("nothing", "c2")), asks_for(call("vault_search", "c3"))]
    turns = [*invalid_calls, asks_for(search("boiler", "c4")), text_turn(ANSWER)]
    async with mode_table(tmp_path, "agent", turns, YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert notices_in(events) == [f"{UNREADABLE_CALLS_REASON}. {PLUS_MODE_NOTICE}"]
        assert modes_in(conversation) == ["agent"] * 3 + ["plus"] * 2
        assert conversation.messages[-1].text == ANSWER


async def test_a_call_corrected_in_time_keeps_agent_mode(tmp_path: Path) -> None:
    turns = [asks_for(unreadable("c1")), asks_for(call("vault_search", "c2")), asks_for(search("boiler", "c3")),
             asks_for(call("vault_search", "c4")), text_turn(ANSWER)]  # fmt: skip
    async with mode_table(tmp_path, "agent", turns, YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert notices_in(events) == []
        assert modes_in(conversation) == ["agent"] * 5
        assert len(calls_in(conversation)) == 4


async def test_a_refusal_after_text_or_without_tools_fails_the_run(tmp_path: Path) -> None:
    events_before: list[ModelEvent] = [TextArrived("So")]
    async with mode_table(tmp_path, "agent", [[*events_before, AGENT_MODE_REFUSED]], YES) as table:
        assert (await events_of(table.agent.run(Conversation(), "What?")))[-1] == RunFailed(AGENT_MODE_REFUSED)
    async with mode_table(tmp_path / "b", "agent", [AGENT_MODE_REFUSED], YES, tools_offered=False) as table:
        assert (await events_of(table.agent.run(Conversation(), "What?")))[-1] == RunFailed(AGENT_MODE_REFUSED)


async def test_a_failure_in_plus_mode_fails_the_run(tmp_path: Path) -> None:
    broken = ProviderRefused("The key is wrong", hint="", kind="auth")
    async with mode_table(tmp_path, "agent", [AGENT_MODE_REFUSED, broken], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the boiler?"))

        assert events[-1] == RunFailed(broken)
        assert len(notices_in(events)) == 1


NOTES_ONLY = "Continuing in Notes only mode: your notes are searched first, and the answer is based on what is found."


@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_u20_a_model_without_tools_answers_from_the_notes_with_one_notice(mode: str, tmp_path: Path) -> None:
    turns = [text_turn(ANSWER)] * (2 if mode == "agent" else 4)
    async with mode_table(tmp_path, mode, turns, YES, supports_tools=False) as table:
        conversation = Conversation()
        first = await events_of(table.agent.run(conversation, "What about the boiler?"))
        second = await events_of(table.agent.run(conversation, "And the heat pump?"))

        sentence = f"Tools are switched off for {table.agent.label}. {NOTES_ONLY}"
        assert (notices_in(first).count(sentence), notices_in(second).count(sentence)) == (1, 0)
        assert set(modes_in(conversation)) == {"vault-qa"}
        assert [tool_call.name for tool_call in calls_in(conversation)] == ["local_search", "local_search"]
        answered = table.provider.requests[0 if mode == "agent" else 1]
        assert BOILER in {source.path for source in answered.sources}
        assert "Answer only from these passages" in answered.system


@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_u20_a_question_without_matching_notes_is_answered_by_the_model(mode: str, tmp_path: Path) -> None:
    async with mode_table(tmp_path, mode, [text_turn("A haiku.")] * 2, YES, supports_tools=False) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Xylophones?"))

        assert notices_in(events)[-1] == "Your notes contain nothing about this. I searched for “Xylophones”."
        assert "cannot see the user's notes" in table.provider.requests[-1].system
        assert (conversation.messages[-1].text, events[-1]) == ("A haiku.", RunFinished("end"))


async def test_u20_a_plan_that_stays_invalid_switches_to_notes_only_mode(tmp_path: Path) -> None:
    wrong = [asks_for(call("nothing", f"c{number}")) for number in range(5)]
    async with mode_table(tmp_path, "plus", [*wrong, text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert notices_in(events) == [f"{UNREADABLE_CALLS_REASON}. {NOTES_ONLY}"]
        assert modes_in(conversation)[-1] == "vault-qa"


async def test_u20_agent_mode_switches_to_plus_and_then_to_notes_only_with_a_notice_each(tmp_path: Path) -> None:
    invalid_calls = [asks_for(call("nothing", f"a{number}")) for number in range(3)]
    invalid_plans = [asks_for(call("nothing", f"p{number}")) for number in range(5)]
    async with mode_table(tmp_path, "agent", [*invalid_calls, *invalid_plans, text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert notices_in(events) == [
            f"{UNREADABLE_CALLS_REASON}. {PLUS_MODE_NOTICE}",
            f"{UNREADABLE_CALLS_REASON}. {NOTES_ONLY}",
        ]
        assert (conversation.messages[-1].text, conversation.messages[-1].mode) == (ANSWER, "vault-qa")


@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_u20_disabled_tools_are_reported_once_in_a_chat(mode: str, tmp_path: Path) -> None:
    async with mode_table(tmp_path, mode, [text_turn("Hi."), text_turn("Ho.")], YES, tools_offered=False) as table:
        conversation = Conversation()
        first = await events_of(table.agent.run(conversation, "Hello?"))
        second = await events_of(table.agent.run(conversation, "Again?"))

        sentence = f"Tools are switched off for this vault, so {table.agent.label} answers without your notes."
        assert (notices_in(first), notices_in(second)) == ([sentence], [])
        assert [request.tools for request in table.provider.requests] == [(), ()]


@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_the_request_of_a_model_without_tools_can_be_previewed(mode: str, tmp_path: Path) -> None:
    async with mode_table(tmp_path, mode, [], YES, supports_tools=False) as table:
        request = await table.agent.request(Conversation(), "What about the boiler?")

        assert request.tools == ()
        expected = "Answer only from these passages" if mode == "agent" else "Write the searches"
        assert expected in request.system


# Project mode: the tool loop limited to the notes of a project.

HOUSE = Project(
    "P/House.md", "House", instructions="Amounts are in euros.", scope=ProjectScope(("Projects/House",)),
    status="accepted",
)  # fmt: skip
BOUNDS = ProjectBounds("House", ("Projects/House",))
DAILY = "Daily/2026-11-20.md"


class OneProject:
    def __init__(self, profile: AgentProfile = DEFAULT_PROFILE) -> None:
        self.active_project = ActiveProject(HOUSE, BOUNDS, profile)

    async def activate(self, path: str) -> ActiveProject:
        if path != HOUSE.path:
            raise UsageError(f"There is no project {path}")
        return self.active_project


def house_project(profile: AgentProfile = DEFAULT_PROFILE) -> ModeDefaults:
    return ModeDefaults(lambda: "agent", HOUSE.path, OneProject(profile))


def results(events: list[RunEvent]) -> dict[str, ToolFinished]:
    return {event.call_id: event for event in events if isinstance(event, ToolFinished)}


async def test_notes_outside_the_project_are_not_found(tmp_path: Path) -> None:
    turns = [asks_for(search("boiler", "c1"), read(DAILY, call_id="c2")), text_turn("A heat pump.")]
    async with mode_table(tmp_path, "agent", turns, YES, defaults=house_project()) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        tool_results = results(events)
        assert {source.path for source in tool_results["c1"].part.sources} == {"Projects/House/Boiler.md"}
        assert tool_results["c2"].result.data == [{"path": DAILY, "content": f"File not found: {DAILY}", "size": 0}]
        assert modes_in(conversation) == ["project", "project"]
        assert all(DAILY not in request.headline for request in table.env.answers.requests)


async def test_project_instructions_are_sent_as_text_of_their_note(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [text_turn("Hello.")], YES, defaults=house_project()) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "Hi"))

        (request,) = table.provider.requests
        assert "Amounts are in euros." not in request.system
        assert "project “House”. Its notes are: Projects/House. In this conversation no other" in request.system
        assert request.sources[0].path == HOUSE.path
        assert request.messages[0].text.startswith("<project_instructions>\nAmounts are in euros.\n</project_instr")
        assert conversation.messages[0].text == "Hi"
        preview = await table.agent.request(Conversation(), "Hi")
        assert (preview.system, preview.tools) == (request.system, request.tools)


async def test_an_agent_in_a_project_is_limited_by_both_scopes(tmp_path: Path) -> None:
    filer = AgentProfile("Filer", instructions="File.", tools=("file_read",), folders=("Projects", "Daily"))
    turns = [
        asks_for(read("Projects-secret/Plan.md", DAILY, "Projects/House/Budget.md", call_id="c1")),
        text_turn("So."),
    ]
    async with mode_table(tmp_path, "agent", turns, YES, defaults=house_project(filer)) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about it?"))

        assert [tool.name for tool in table.provider.requests[0].tools] == ["file_read"]
        assert {source.path for source in results(events)["c1"].part.sources} == {"Projects/House/Budget.md"}
        assert {message.agent for message in conversation.messages if message.role == "assistant"} == {"Filer"}


async def test_at_commands_work_in_a_project(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [text_turn("A heat pump.")], YES, defaults=house_project()) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "@vault what about the boiler?"))

        (call,) = calls_in(conversation)
        assert call.name == "local_search"
        assert {source.path for source in results(events)[call.id].part.sources} == {"Projects/House/Boiler.md"}
        assert table.provider.requests[0].messages[0].text.endswith("what about the boiler?")
        assert "@vault" not in table.provider.requests[0].messages[0].text


async def test_plus_mode_stays_in_the_project_after_a_switch(tmp_path: Path) -> None:
    refused = ProviderRefused("It has no tools", hint="", kind="no_tools")
    written = '<tool_call>{"name": "file_read", "arguments": {"file_paths": ["Daily/2026-11-20.md"]}}</tool_call>'
    async with mode_table(
        tmp_path, "agent", [refused, text_turn(written), text_turn("So.")], YES, defaults=house_project()
    ) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What?"))

        assert len(notices_in(events)) == 1
        assert modes_in(conversation) == ["project", "project"]
        (tool_result,) = results(events).values()
        assert "File not found" in tool_result.part.content


async def test_an_unavailable_project_fails_the_run(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "project", [], YES, defaults=ModeDefaults(projects=OneProject())) as table:
        for choices in (ChatChoices(mode="project"), ChatChoices(project="Other.md")):
            events = await events_of(table.agent.run(Conversation(choices=choices), "Hi"))

            assert isinstance(events[-1], RunFailed)
            assert isinstance(events[-1].error, UsageError)
        assert table.provider.requests == []


async def test_message_steps_know_the_scope_of_the_project(tmp_path: Path) -> None:
    seen: list[bool] = []

    async def step(pending: PendingRequest) -> tuple[Message, ...]:
        seen.extend(
            pending.agent_scope.allows_path(path) for path in ("Projects/House/Boiler.md", "Assistant/Memory.md")
        )
        return pending.messages

    async with mode_table(tmp_path, "agent", [text_turn("Hello.")], YES, defaults=house_project()) as table:
        table.agent = table.agent.with_message_steps(step)
        await events_of(table.agent.run(Conversation(), "Hi"))

    assert seen == [True, False]


# Vault QA mode: the program searches, and the model answers only from the passages found.


async def test_vault_qa_searches_first_and_the_model_answers_from_the_passages(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [text_turn(ANSWER)], YES) as table:
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
        assert (events[-1], notices_in(events)) == (RunFinished("end"), [])
        assert modes_in(conversation) == ["vault-qa", "vault-qa"]
        assert [message.model for message in conversation.messages] == ["", "", "", "test/scripted"]


async def test_vault_qa_without_results_answers_without_the_model(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about chromodynamics?"))

        assert table.provider.requests == []
        assert conversation.messages[-1].text == (
            "Your notes contain nothing about this. I searched for “chromodynamics”."
        )
        assert events[-1] == RunFinished("end")
        assert unanswered_calls(conversation) == ()


async def test_vault_qa_with_a_declined_search_answers_without_the_model(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], ApprovalDecision(approved=False, reason="not now")) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        assert table.provider.requests == []
        assert conversation.messages[-1].text == (
            "I did not search your notes: not now. So there is nothing to answer from."
        )


async def test_vault_qa_searches_nothing_if_tools_are_disabled(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], YES, tools_offered=False) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        assert conversation.messages[-1].text == SEARCH_OFF_ANSWER
        assert (table.env.answers.requests, table.provider.requests) == ([], [])


async def test_vault_qa_works_with_a_model_without_tools(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [text_turn(ANSWER)], YES, supports_tools=False) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        assert conversation.messages[-1].text == ANSWER
        assert BOILER in {source.path for source in table.provider.requests[0].sources}


async def test_an_answer_without_sources_is_reported(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [text_turn("You chose a heat pump.")], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the heat pump?"))

        assert notices_in(events) == [NO_SOURCES_NOTICE]
        assert events[-1] == RunFinished("end")


async def test_a_link_to_a_note_not_among_the_passages_is_reported(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [text_turn("It was sold last year [[Sale]].")], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the heat pump?"))

        assert notices_in(events) == [f"{NO_SOURCES_NOTICE} It links to notes that it was not given: Sale."]


async def test_a_follow_up_question_is_searched_with_the_previous_one(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [text_turn(ANSWER), text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))
        await events_of(table.agent.run(conversation, "And why?"))

        assert calls_in(conversation)[1].arguments == {
            "query": "heat pump",
            "salient_terms": ["heat", "pump"],
        }


async def test_a_question_with_context_is_sent_though_nothing_was_found(tmp_path: Path) -> None:
    question = Question("What about chromodynamics?", context=(ContextItem(kind="note", target="Top"),))
    async with mode_table(tmp_path, "vault-qa", [text_turn("Nothing, it seems.")], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, question))

        assert conversation.messages[-1].text == "Nothing, it seems."
        assert notices_in(events) == ["Your notes contain nothing about this. I searched for “chromodynamics”."]


async def test_a_question_without_text_is_answered_without_the_model(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault"))

        assert conversation.messages[-1].text == EMPTY_QUESTION_ANSWER


async def test_a_tool_call_in_vault_qa_mode_is_refused(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [asks_for(search("boiler", "c9")), text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the heat pump?"))

        finished = [event for event in events if isinstance(event, ToolFinished)]
        assert [tool_event.result.success for tool_event in finished] == [True, False]
        assert finished[1].result.error is not None
        assert finished[1].result.error.message == VAULT_QA_NO_TOOLS_RESULT
        assert conversation.messages[-1].text == ANSWER


@pytest.mark.parametrize("answer", ["deny", "allow"])
async def test_a_permission_rule_applies_to_the_search_of_vault_qa(tmp_path: Path, answer: RuleAnswer) -> None:
    rule = PermissionRule(tool="local_search", effect="read", answer=answer)
    async with mode_table(tmp_path, "vault-qa", [text_turn(ANSWER)], NO) as table:
        table.env.permissions.rules = lambda: [rule]
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        refusal = (
            "I did not search your notes: A rule of the user does not allow local_search here. So there is nothing"
        )
        assert conversation.messages[-1].text.startswith(refusal if answer == "deny" else ANSWER)
        assert table.env.answers.requests == []


async def test_repeated_retries_are_not_a_tool_loop(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [text_turn(ANSWER)] * 4, YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))
        for _ in range(3):
            await events_of(table.agent.retry(conversation))

        assert conversation.messages[-1].text == ANSWER
        assert len(conversation.messages) == 4


async def test_the_request_of_vault_qa_can_be_previewed(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [text_turn(ANSWER)], YES) as table:
        conversation = Conversation()
        preview = await table.agent.request(conversation, "What about the heat pump?")
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        sent = table.provider.requests[0]
        assert replace(preview, messages=()) == replace(sent, messages=())


# Plan mode: nothing runs until the user executes the plan.

PLAN = "1. Search for the boiler.\n2. Answer."


async def test_plan_mode_answers_with_a_plan_without_tools(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [text_turn(PLAN)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, Question("What about the boiler?", plan_first=True)))

        (request,) = table.provider.requests
        assert request.tools == ()
        assert "Tools that will be available: vault_search, file_read, local_search." in request.system
        assert modes_in(conversation) == ["plan"]
        assert events[-1] == RunFinished("end")


async def test_a_tool_call_in_plan_mode_is_refused(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [asks_for(search("boiler", "c1")), text_turn(PLAN)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, Question("What about it?", plan_first=True)))

        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert finished.result.error is not None
        assert finished.result.error.message == PLAN_NO_TOOLS_RESULT
        assert table.env.answers.requests == []


async def test_an_edited_plan_is_executed(tmp_path: Path) -> None:
    turns = [text_turn(PLAN), asks_for(search("heat pump", "c1")), text_turn("Done.")]
    async with mode_table(tmp_path, "agent", turns, YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, Question("What about the boiler?", plan_first=True)))
        await events_of(table.agent.run(conversation, plan_execution_question("  1. Search for the heat pump.\n")))

        assert conversation.messages[2].text == "Carry out this plan:\n\n1. Search for the heat pump."
        assert [call.name for call in calls_in(conversation)] == ["vault_search"]
        assert modes_in(conversation) == ["plan", "agent", "agent"]


async def test_retrying_a_plan_gives_a_plan(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [text_turn(PLAN), text_turn("1. Better.")], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, Question("What about the boiler?", plan_first=True)))
        await events_of(table.agent.retry(conversation))

        assert modes_in(conversation) == ["plan"]
        assert conversation.messages[-1].text == "1. Better."
        assert table.provider.requests[1].tools == ()


async def test_plan_mode_without_tools_says_so_in_the_prompt(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [text_turn(PLAN)], YES, tools_offered=False) as table:
        await events_of(table.agent.run(Conversation(), Question("What?", plan_first=True)))

        assert "No tools will be available" in table.provider.requests[0].system


# Selection of the mode.


@pytest.mark.parametrize(
    ("defaults", "choices", "question_mode", "expected"),
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
def test_the_mode_of_the_question_overrides_the_chat_and_the_chat_overrides_the_settings(
    defaults: ModeDefaults, choices: ChatChoices, question_mode: str, expected: str
) -> None:
    assert mode_for(defaults, choices, question_mode).name == expected
    assert mode_for(defaults, choices, question_mode, plan_first=True).name == "plan"


def test_every_mode_of_the_settings_exists_and_is_listed_once() -> None:
    names = get_args(ModeName)

    assert sorted(mode.name for mode in MODES) == sorted(names)
    assert [mode_for(ModeDefaults(), ChatChoices(), name).name for name in names] == list(names)


def test_an_unknown_mode_is_refused_with_the_list_of_modes() -> None:
    with pytest.raises(UsageError, match="vault-qa"):
        mode_for(ModeDefaults(), ChatChoices(mode="loud"), "")


async def test_a_chat_with_an_unknown_mode_fails_its_run_and_stays_consistent(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [], YES) as table:
        conversation = Conversation(choices=ChatChoices(mode="loud"))
        events = await events_of(table.agent.run(conversation, "Hi"))

        assert isinstance(events[-1], RunFailed)
        assert [message.role for message in conversation.messages] == ["user"]


async def test_a_chat_can_use_several_modes(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [text_turn("A."), text_turn("B.")], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, Question("Hi", mode="chat")))
        await events_of(table.agent.run(conversation, "Hi"))

        assert modes_in(conversation) == ["chat", "agent"]
        assert [message.mode for message in conversation.messages] == ["chat", "chat", "", "agent"]

"""Tests of agent/modes/mode.py."""

import asyncio
from pathlib import Path
from typing import cast

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.agent.modes.mode_table import mode_table
from tests.support.campaigns import examples, paired
from tests.support.desk import NO, YES, call, open_desk, read, search
from tests.support.talk import asks_for, events_of, says
from vaultdesk.agent.modes.answer_modes import ChatMode
from vaultdesk.agent.modes.mode import Mode
from vaultdesk.agent.profile import Limits
from vaultdesk.agent.question import Question
from vaultdesk.agent.request import DEFAULT_REQUEST_OPTIONS, RunConfig
from vaultdesk.agent.run import MessageAdded, RunCancelled, RunEvent, RunFinished, check_run_grammar
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import ProviderRefused, ProviderUnreachable
from vaultdesk.providers.model_events import CallReady, ReasoningArrived, StopReason, TextArrived, TurnEnded
from vaultdesk.providers.scripted_provider import ScriptedProvider, ScriptStep

# Mode: what every way has without saying so, and what holds for each of them whatever happens.

WAYS = ("chat", "vault-qa", "plus", "agent", "plan")
TURNS = [
    asks_for(search("boiler", "c1"), read("Projects/House/Boiler.md", call_id="c2"), words="I look."),
    asks_for(call("nothing", "c3")),
    says("A heat pump [[Projects/House/Boiler]]."),
]


async def test_a_way_narrows_nothing_and_asks_as_usual_unless_it_says_so(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        asked = RunConfig(ScriptedProvider([]), "m", "x/m", desk.runner, Limits(), tools_enabled=True)

        assert await ChatMode().narrowed_config(asked) is asked
        assert Mode.first_request_options(ChatMode(), asked) == DEFAULT_REQUEST_OPTIONS


def question(way: str) -> Question:
    return Question("@vault what about the boiler?", mode="" if way == "plan" else way, plan_first=way == "plan")


async def stopped_after(folder: Path, way: str, place: int) -> tuple[list[RunEvent], Conversation]:
    async with mode_table(folder, "agent", TURNS, YES) as table:
        conversation, events = Conversation(), list[RunEvent]()
        async with table.agent.run(conversation, question(way)) as run:
            async for event in run:
                events.append(event)
                if len(events) == place:
                    run.cancel()
        return events, conversation


@pytest.mark.parametrize(("place", "way"), paired(range(1, 26, 2), WAYS))
async def test_stopped_after_any_event_every_way_leaves_a_whole_conversation(
    tmp_path: Path, way: str, place: int
) -> None:
    events, conversation = await asyncio.wait_for(stopped_after(tmp_path, way, place), 10)

    check_run_grammar(events)
    assert isinstance(events[-1], RunCancelled | RunFinished) or len(events) < place
    assert conversation.unanswered_calls() == ()
    messages = [event.message for event in events if isinstance(event, MessageAdded)]
    assert tuple(messages) == conversation.messages[1:]


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_any_script_tells_a_run_of_the_grammar_in_every_way(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    number = iter(range(1000))

    def made_call(kind: str) -> CallReady:
        call_id = f"c{next(number)}"
        made = {"search": search("boiler", call_id), "unknown": call("nothing", call_id),
                "wrong": call("file_read", call_id, x=1)}  # fmt: skip
        return CallReady(made[kind])

    said = st.sampled_from([TextArrived("a"), ReasoningArrived("b")])
    stop = st.sampled_from(["end", "tool_calls", "length", "refusal", "pause", "error", "no_tools", "nothing"])
    turns: list[list[ScriptStep]] = []
    for _ in range(data.draw(st.integers(1, 8))):
        calls = data.draw(st.lists(st.sampled_from(["search", "unknown", "wrong"]), max_size=2))
        turn: list[ScriptStep] = [*data.draw(st.lists(said, max_size=2)), *map(made_call, calls)]
        last = data.draw(stop)
        if last == "error":
            turn.append(ProviderUnreachable("down", kind="network"))
        elif last == "no_tools":
            turn.append(ProviderRefused("no tools", kind="no_tools"))
        elif last != "nothing":
            turn.append(TurnEnded(cast("StopReason", last)))
        turns.append(turn)
    way, place = data.draw(st.sampled_from(WAYS)), data.draw(st.none() | st.integers(1, 40))
    folder, answer = tmp_path_factory.mktemp("table"), data.draw(st.sampled_from([YES, NO]))
    async with mode_table(folder, "agent", turns, answer, able=data.draw(st.booleans())) as table:
        conversation, events = Conversation(), list[RunEvent]()
        async with table.agent.run(conversation, question(way)) as run:
            async for event in run:
                events.append(event)
                if len(events) == place:
                    run.cancel()
        check_run_grammar(events)
        assert conversation.unanswered_calls() == ()
        messages = [event.message for event in events if isinstance(event, MessageAdded)]
        assert tuple(messages) == conversation.messages[1:]


async def test_a_validation_error_is_read_and_corrected_within_the_rounds(tmp_path: Path) -> None:
    turns = [asks_for(call("vault_search", "c1", limit="many")), asks_for(search("boiler", "c2")), says("Found.")]
    async with mode_table(tmp_path, "agent", turns, YES, limits=Limits(rounds=2)) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Search"))

        assert events[-1] == RunFinished("rounds")
        told = table.provider.requests[1].messages[-1].parts[0]
        assert told.kind == "tool_result"
        assert "query: is required" in told.content
        assert "limit:" in told.content
        assert conversation.messages[-1].text == "Found."

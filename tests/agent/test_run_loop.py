"""Tests of agent/run_loop.py."""

import asyncio
import json
from pathlib import Path
from typing import cast

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.agent.mode_table import mode_table
from tests.support.campaigns import examples, paired
from tests.support.conversations import unanswered_calls
from tests.support.run_grammar import check_run_grammar
from tests.support.scripted_provider import ScriptedProvider, ScriptStep
from tests.support.talk import asks_for, events_of, open_table, text_turn
from tests.support.tool_env import NO, YES, call, open_tool_env, read, search
from tests.support.tools import Failing
from vaultdesk.agent.answer_modes import ChatMode
from vaultdesk.agent.profile import Limits
from vaultdesk.agent.question import Question
from vaultdesk.agent.request import DEFAULT_REQUEST_OPTIONS
from vaultdesk.agent.run import (
    MessageAdded,
    Run,
    RunCancelled,
    RunEvent,
    RunFailed,
    RunFinished,
    RunStarted,
)
from vaultdesk.agent.run_config import RunConfig
from vaultdesk.agent.run_loop import (
    SILENT_ANSWER_REMINDER,
    AnswerAssembler,
    Mode,
    was_call_understood,
    were_all_calls_understood,
)
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, ProviderPart, TextPart, ToolResultPart, user_message
from vaultdesk.core.errors import ProviderBroken, ProviderRefused, ProviderUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.provider import (
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TextReclassified,
    TurnEnded,
    UsageReported,
)
from vaultdesk.tools.runtime.execution import ApprovalRequested, ToolFinished
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, result_part, unknown_tool_result
from vaultdesk.tools.tool import ToolResult

# Assembling a turn.


def test_pieces_of_one_kind_are_joined_in_order() -> None:
    turn = AnswerAssembler()
    for event in (
        ReasoningArrived("a"),
        ReasoningArrived("b"),
        TextArrived("c"),
        UsageReported(1, 1),
        TextArrived("d"),
    ):
        turn.feed(event)
    turn.feed(CallReady(call("x", "c1")))
    turn.feed(TurnEnded("tool_calls"))
    message = turn.message("p/m")
    assert message is not None
    assert [(part.kind, getattr(part, "text", "")) for part in message.parts] == [
        ("reasoning", "ab"), ("text", "cd"), ("tool_call", ""),
    ]  # fmt: skip
    assert (turn.text, message.model, message.cut) == ("cd", "p/m", False)


def test_an_unfinished_turn_keeps_its_text_and_no_call() -> None:
    turn = AnswerAssembler()
    turn.feed(TextArrived("a"))
    turn.feed(CallReady(call("x", "c1")))
    message = turn.message("p/m", cut=True)
    assert message is not None
    assert (message.text, message.tool_calls, message.cut) == ("a", (), True)


def test_an_empty_turn_gives_no_message() -> None:
    turn = AnswerAssembler()
    turn.feed(TextArrived(""))
    assert turn.message("p/m") is None


def test_two_calls_with_one_id_break_the_answer() -> None:
    turn = AnswerAssembler()
    turn.feed(CallReady(call("x", "c1")))
    with pytest.raises(ProviderBroken):
        turn.feed(CallReady(call("y", "c1")))


def test_a_calls_only_turn_keeps_its_calls_and_not_its_text() -> None:
    turn = AnswerAssembler(calls_only=True)
    for event in (ReasoningArrived("hm"), TextArrived("I will look."), CallReady(call("x", "c1"))):
        turn.feed(event)
    assert turn.message("p/m") is None, "an interrupted turn leaves nothing"
    turn.feed(TurnEnded("tool_calls"))
    message = turn.message("p/m")
    assert message is not None
    assert [part.kind for part in message.parts] == ["reasoning", "tool_call"]
    assert turn.text == "I will look."


def test_a_calls_only_turn_without_calls_gives_no_message() -> None:
    turn = AnswerAssembler(calls_only=True)
    for event in (ReasoningArrived("hm"), TextArrived("none"), TurnEnded("end")):
        turn.feed(event)

    assert turn.message("p/m") is None


# The loop: rounds, refusals, every kind of end, and a conversation that always stays valid.

BOILER = "Projects/House/Boiler.md"


def roles(conversation: Conversation) -> list[str]:
    return [f"{message.role}{' cut' if message.cut else ''}" for message in conversation.messages]


def results(events: list[RunEvent]) -> list[ToolResult]:
    return [event.result for event in events if isinstance(event, ToolFinished)]


async def test_a_plain_answer_is_one_request_and_two_messages(tmp_path: Path) -> None:
    async with open_table(tmp_path, [text_turn("Hello.")]) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Hi"))
        assert [type(event) for event in events] == [RunStarted, TextArrived, MessageAdded, RunFinished]
        assert roles(conversation) == ["user", "assistant"]
        assert conversation.messages[1].model == "test/scripted"
        (request,) = table.provider.requests
        assert request.conversation_id == conversation.id
        assert request.messages == conversation.messages[:1]
        assert [tool.name for tool in request.tools] == ["vault_search", "file_read"]


async def test_a_search_and_a_read_precede_the_answer(tmp_path: Path) -> None:
    turns = [
        asks_for(search("boiler", "c1"), words="I look for the boiler."),
        asks_for(read(BOILER, call_id="c2")),
        text_turn("You chose a heat pump: [[Projects/House/Boiler]]."),
    ]
    async with open_table(tmp_path, turns, YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What did we choose?"))
        assert [result.success for result in results(events)] == [True, True]
        assert roles(conversation) == ["user", "assistant", "tool", "assistant", "tool", "assistant"]
        assert events[-1] == RunFinished("end")
        requests = [event.request for event in events if isinstance(event, ApprovalRequested)]
        assert requests[0].model_text == "I look for the boiler."
        assert requests[1].files[0].reason == "found for “boiler”"
        assert {source.path for source in table.provider.requests[2].sources} >= {BOILER}


async def test_refusals_unknown_tools_and_invalid_arguments_are_reported_to_the_model(tmp_path: Path) -> None:
    turns = [
        asks_for(read(BOILER, call_id="c1")),
        asks_for(call("nothing", "c2")),
        asks_for(call("vault_search", "c3")),
        text_turn("I could not."),
    ]
    async with open_table(tmp_path, turns, NO) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "Read it"))
        parts = [part for message in conversation.messages for part in message.parts]
        errors = [json.loads(part.content)["error"] for part in parts if isinstance(part, ToolResultPart)]
        assert [(error["code"], error["message"]) for error in errors] == [
            ("CANCELLED", "User cancelled tool execution"),
            ("UNKNOWN_TOOL", "Unknown tool: nothing"),
            ("VALIDATION_FAILED", "query: is required"),
        ]


async def test_the_round_limit_is_reported_and_the_model_answers(tmp_path: Path) -> None:
    turns = [*(asks_for(search("boiler", f"c{number}")) for number in range(2)), text_turn("That is all.")]
    async with open_table(tmp_path, turns, YES, limits=Limits(rounds=2)) as table:
        events = await events_of(table.agent.run(Conversation(), "Search"))
        assert events[-1] == RunFinished("rounds")
        assert table.provider.requests[2].tools == ()
        assert "used all your tool calls" in table.provider.requests[2].system
        assert Noticed("The limit of 2 tool rounds was reached, so the model answers now.") in events


async def test_calls_after_the_last_round_get_a_result_and_do_not_run(tmp_path: Path) -> None:
    turns = [asks_for(search("boiler", f"c{number}")) for number in range(3)]
    async with open_table(tmp_path, turns, YES, limits=Limits(rounds=2)) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Search"))
        assert [result.success for result in results(events)] == [True, True, False]
        assert unanswered_calls(conversation) == ()


async def test_u18_a_silent_model_at_the_round_limit_gets_a_summary_as_answer(tmp_path: Path) -> None:
    turns = [
        asks_for(search("boiler", "c1"), search("pump", "c2")),
        asks_for(read(BOILER, call_id="c3"), call("nothing", "c4")),
        asks_for(search("plan", "c5")),
    ]
    async with open_table(tmp_path, turns, YES, limits=Limits(rounds=2)) as table:
        conversation = Conversation()
        conversation.append(user_message("An earlier question"))
        conversation.append(Message(role="assistant", parts=(TextPart(text="An earlier answer."),)))
        events = await events_of(table.agent.run(conversation, "Search"))

        answer = conversation.messages[-1]
        assert answer.role == "assistant"
        assert answer.text == (
            "I have used the 2 tool rounds allowed for this question and have no answer yet. Done so far: Search "
            "notes (2 times), Read notes. Notes read: "
            + ", ".join(f"[[{path.removesuffix('.md')}]]" for path in read_notes(conversation))
            + ". Failed: nothing. Not carried out: Search notes. Tell me to continue, or "
            "ask for a part of it."
        )
        assert f"[[{BOILER.removesuffix('.md')}]]" in answer.text
        assert TextArrived(answer.text) in events
        assert events[-1] == RunFinished("rounds")


def read_notes(conversation: Conversation) -> list[str]:
    """Return the notes whose text is in tool results, without duplicates."""
    parts = [part for message in conversation.messages for part in message.parts if isinstance(part, ToolResultPart)]
    return list(dict.fromkeys(source.path for part in parts for source in part.sources if source.characters))


async def test_u18_an_answer_of_the_model_at_the_round_limit_is_kept(tmp_path: Path) -> None:
    turns = [asks_for(search("boiler", "c1")), text_turn("I am sorry, I only know that the boiler leaks.")]
    async with open_table(tmp_path, turns, YES, limits=Limits(rounds=1)) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "Search"))
        assert conversation.messages[-1].text == "I am sorry, I only know that the boiler leaks."
        last = table.provider.requests[-1]
        assert last.tools == ()
        assert "say what you did and what is still missing" in last.system


async def test_u18_the_summary_is_in_the_language_of_the_window(tmp_path: Path) -> None:
    turns = [asks_for(search("boiler", "c1")), asks_for(search("pump", "c2"))]

    def german(phrase: Phrase) -> str:
        return phrase.rendered(lambda template: {"Notes read: {0}.": "Gelesen: {0}."}.get(template, template))

    async with open_table(tmp_path, turns, YES, limits=Limits(rounds=1)) as table:
        conversation = Conversation()
        await events_of(table.agent.with_language(german).run(conversation, "Search"))
        assert "Gelesen: [[" in conversation.messages[-1].text


async def test_u18_26_calls_in_one_turn_keep_the_answer(tmp_path: Path) -> None:
    turns = [asks_for(*(search(f"word{number}", f"c{number}") for number in range(26))), text_turn("Twenty were run.")]
    async with open_table(tmp_path, turns, YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Search"))
        assert [result.success for result in results(events)] == [True] * 20 + [False] * 6
        assert conversation.messages[-1].text == "Twenty were run."
        assert events[-1] == RunFinished("end")


async def test_without_tools_nothing_is_offered_and_nothing_runs(tmp_path: Path) -> None:
    turns = [asks_for(search("boiler", "c1")), text_turn("I cannot see notes.")]
    async with open_table(tmp_path, turns, YES, tools_offered=False) as table:
        events = await events_of(table.agent.run(Conversation(), "Search"))
        assert table.provider.requests[0].tools == ()
        assert "cannot see the user's notes" in table.provider.requests[0].system
        (result,) = results(events)
        assert result.error is not None
        assert result.error.code == "PERMISSION_DENIED"
        assert table.env.answers.requests == []


@pytest.mark.parametrize("stop", ["length", "content_filter", "refusal"])
async def test_calls_of_a_turn_with_another_stop_reason_never_run(tmp_path: Path, stop: str) -> None:
    turn: list[ModelEvent] = [
        TextArrived("So"), CallReady(search("boiler", "c1")), TurnEnded(stop),
    ]  # fmt: skip
    async with open_table(tmp_path, [turn], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Search"))
        assert events[-1] == RunFinished(stop)
        assert table.env.answers.requests == []
        assert unanswered_calls(conversation) == ()
        assert conversation.messages[1].cut == (stop != "refusal")


async def test_a_paused_turn_is_continued_a_limited_number_of_times(tmp_path: Path) -> None:
    pause: list[ModelEvent] = [TextArrived("…"), TurnEnded("pause")]
    async with open_table(tmp_path, [pause, text_turn("Done.")]) as table:
        assert (await events_of(table.agent.run(Conversation(), "Think")))[-1] == RunFinished("end")
    async with open_table(tmp_path / "b", [pause] * 9, limits=Limits(pauses=3)) as table:
        assert (await events_of(table.agent.run(Conversation(), "Think")))[-1] == RunFinished("pause")
        assert len(table.provider.requests) == 4


async def test_provider_items_for_replay_are_stored_with_the_answer(tmp_path: Path) -> None:
    item = ProviderPart(family="anthropic", item={"signature": "x"})
    turn: list[ModelEvent] = [ReasoningArrived("Hm"), TextArrived("Yes"), TurnEnded("end", (item,))]
    async with open_table(tmp_path, [turn]) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "?"))
        assert [part.kind for part in conversation.messages[1].parts] == ["reasoning", "text", "provider"]


async def test_a_provider_failure_keeps_the_partial_text_as_cut(tmp_path: Path) -> None:
    error = ProviderUnreachable("The connection broke", kind="network")
    turns = [[TextArrived("You chose "), CallReady(search("boiler", "c1")), error], text_turn("A heat pump.")]
    async with open_table(tmp_path, turns) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What?"))
        assert events[-1] == RunFailed(error)
        assert roles(conversation) == ["user", "assistant cut"]
        assert conversation.messages[1].text == "You chose "
        assert unanswered_calls(conversation) == ()
        again = await events_of(table.agent.retry(conversation))
        assert again[-1] == RunFinished("end")
        assert roles(conversation) == ["user", "assistant"]
        assert conversation.messages[1].text == "A heat pump."


async def test_a_stream_without_an_end_is_a_failure(tmp_path: Path) -> None:
    async with open_table(tmp_path, [[TextArrived("You")]]) as table:
        events = await events_of(table.agent.run(Conversation(), "What?"))
        assert isinstance(events[-1], RunFailed)


ASKED_AGAIN = Noticed("The model gave no answer. It is asked again.")


@pytest.mark.parametrize("thoughts", [[], [ReasoningArrived("I should say hello.")]])
async def test_m5_a_silent_turn_is_repeated_once_and_then_reported(tmp_path: Path, thoughts: list[ModelEvent]) -> None:
    silent = [*thoughts, TurnEnded("end")]
    async with open_table(tmp_path, [silent, silent]) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What?"))
        assert events.count(ASKED_AGAIN) == 1
        assert events[-1] == RunFinished("silent")
        assert roles(conversation) == ["user", *["assistant"] * 2 * len(thoughts)]
        first, second = table.provider.requests
        assert [message.role for message in second.messages] == ["user"]
        assert second.messages[-1].parts[:-1] == first.messages[-1].parts
        assert second.messages[-1].text.endswith(SILENT_ANSWER_REMINDER)


async def test_m5_a_silent_turn_may_be_followed_by_an_answer(tmp_path: Path) -> None:
    turns: list[list[ModelEvent]] = [
        [ReasoningArrived("Hm."), TurnEnded("end")],
        [TextArrived("Hello."), TurnEnded("end")],
    ]
    async with open_table(tmp_path, turns) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Hello"))
        assert events.count(ASKED_AGAIN) == 1
        assert events[-1] == RunFinished("end")
        assert conversation.messages[-1].text == "Hello."


async def test_a_bug_leaves_a_valid_conversation_and_reaches_the_reader(tmp_path: Path) -> None:
    turns = [asks_for(call("failing", "c1"))]
    async with open_table(tmp_path, turns, tools=[Failing(ZeroDivisionError())]) as table:
        conversation = Conversation()
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(events_of(table.agent.run(conversation, "Break")), 30)
        assert unanswered_calls(conversation) == ()


TURNS = [
    [
        ReasoningArrived("First "), ReasoningArrived("search."), TextArrived("I search."),
        CallStarted("c1", "vault_search"),
        CallReady(search("boiler", "c1")), CallReady(read(BOILER, call_id="c2")), UsageReported(10, 5),
        TurnEnded("tool_calls"),
    ],
    asks_for(call("nothing", "c3"), read("Top.md", call_id="c4")),
    text_turn("A heat pump."),
]  # fmt: skip


async def _cancel_after(folder: Path, count: int) -> tuple[list[RunEvent], Conversation, list[tuple[str, str, str]]]:
    """Run `TURNS` and cancel after *count* events."""
    async with open_table(folder, TURNS, YES) as table:
        conversation = Conversation()
        events: list[RunEvent] = []
        run: Run = table.agent.run(conversation, "What?")
        async with run:
            async for event in run:
                events.append(event)
                if len(events) == count:
                    run.cancel()
        await table.env.runner.aclose()
        return events, conversation, table.env.audit_events()


@pytest.mark.parametrize("count", range(1, 30))
async def test_a_run_cancelled_after_any_event_ends_in_order(tmp_path: Path, count: int) -> None:
    events, conversation, audit_events = await asyncio.wait_for(_cancel_after(tmp_path, count), 10)
    check_run_grammar(events)
    assert isinstance(events[-1], RunCancelled | RunFinished)
    assert unanswered_calls(conversation) == ()
    messages = [event.message for event in events if isinstance(event, MessageAdded)]
    assert tuple(messages) == conversation.messages[1:]
    end_states = {call_id: state for state, call_id, _ in audit_events}
    assert set(end_states.values()) <= {"done", "failed", "cancelled"}


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_any_script_emits_a_valid_run(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    number = iter(range(1000))

    def call_ready(kind: str) -> CallReady:
        call_id = f"c{next(number)}"
        calls = {
            "search": search("boiler", call_id),
            "read": read(BOILER, "Missing.md", call_id=call_id),
            "unknown": call("nothing", call_id),
            "wrong": call("file_read", call_id, x=1),
        }
        return CallReady(calls[kind])

    streamed = st.sampled_from([TextArrived("a"), ReasoningArrived("b"), UsageReported(1, 1), Noticed("n")])
    call_kinds = st.sampled_from(["search", "read", "unknown", "wrong"])
    stop = st.sampled_from(["end", "tool_calls", "length", "content_filter", "refusal", "pause", "error", "nothing"])
    turns = []
    for _ in range(data.draw(st.integers(1, 4))):
        turn: list = [
            *data.draw(st.lists(streamed, max_size=3)),
            *map(call_ready, data.draw(st.lists(call_kinds, max_size=3))),
        ]
        last = data.draw(stop)
        if last == "error":
            turn.append(ProviderUnreachable("down", kind="network"))
        elif last != "nothing":
            turn.append(TurnEnded(last))
        turns.append(turn)
    cancel_after = data.draw(st.none() | st.integers(1, 40))
    async with open_table(
        tmp_path_factory.mktemp("table"), turns, data.draw(st.sampled_from([YES, NO])), limits=Limits(rounds=2)
    ) as table:
        conversation = Conversation()
        events: list[RunEvent] = []
        async with table.agent.run(conversation, "?") as run:
            async for event in run:
                events.append(event)
                if len(events) == cancel_after:
                    run.cancel()
        check_run_grammar(events)
        assert unanswered_calls(conversation) == ()


async def test_a_failed_audit_write_fails_the_run_and_runs_nothing(tmp_path: Path) -> None:
    async with open_table(tmp_path, [asks_for(search("boiler", "c1"))], YES) as table:
        table.env.audit.path.mkdir(parents=True)
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Search"))
        assert isinstance(events[-1], RunFailed)
        assert events[-1].error.title.startswith("The record of tool calls cannot be written")
        assert unanswered_calls(conversation) == ()
        assert table.env.answers.requests == []


# Which calls count as understood.


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (ToolResult(success=True), True),
        (cancelled_result("no"), True),
        (failed_result("NOTE_NOT_FOUND", "There is none"), True),
        (failed_result("VALIDATION_FAILED", "query: is required"), False),
        (unknown_tool_result("x"), False),
    ],
)
def test_a_call_is_understood_unless_its_name_or_arguments_are_invalid(result: ToolResult, expected: bool) -> None:
    part, succeeded = (result_part(search("boiler"), tool_result) for tool_result in (result, ToolResult(success=True)))

    assert was_call_understood(part) == expected
    assert were_all_calls_understood([succeeded, part]) == expected


async def test_a_declined_question_is_marked_and_left_out_of_later_requests(tmp_path: Path) -> None:
    turns = [
        [TextArrived("This asks for an exploit."), TurnEnded("refusal")],
        [TurnEnded("refusal")],
        text_turn("Four."),
    ]
    conversation = Conversation()
    async with open_table(tmp_path, turns) as table:
        first = await events_of(table.agent.run(conversation, Question("A question that is declined")))
        await events_of(table.agent.run(conversation, Question("Another one")))
        await events_of(table.agent.run(conversation, Question("Something else")))

        assert first[-1] == RunFinished("refusal")
        assert [(message.text, message.refused) for message in conversation.messages] == [
            ("A question that is declined", False),
            ("This asks for an exploit.", True),
            ("Another one", False),
            ("", True),
            ("Something else", False),
            ("Four.", False),
        ]
        sent = [[message.text for message in request.messages] for request in table.provider.requests]
        assert [texts[-1] for texts in sent] == ["A question that is declined", "Another one", "Something else"]
        assert [len(texts) for texts in sent] == [len(sent[0])] * 3


def test_m2_text_before_a_lone_closing_tag_is_stored_as_reasoning() -> None:
    answer = AnswerAssembler()
    for event in (TextArrived("I count."), TextReclassified(), TextArrived("Four."), TurnEnded("end")):
        answer.feed(event)

    message = answer.message("m")
    assert message is not None
    assert message.text == answer.text == "Four."
    assert [part.kind for part in message.parts] == ["reasoning", "text"]


# Defaults of modes, and invariants of every mode.

MODE_NAMES = ("chat", "vault-qa", "plus", "agent", "plan")
SEARCH_THEN_ANSWER = [
    asks_for(search("boiler", "c1"), read("Projects/House/Boiler.md", call_id="c2"), words="I look."),
    asks_for(call("nothing", "c3")),
    text_turn("A heat pump [[Projects/House/Boiler]]."),
]


async def test_a_mode_uses_the_default_config_and_options(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path) as env:
        config = RunConfig(ScriptedProvider([]), "m", "x/m", env.runner, Limits(), tools_enabled=True)

        assert await ChatMode().narrowed_config(config) is config
        assert Mode.first_request_options(ChatMode(), config) == DEFAULT_REQUEST_OPTIONS


def question(mode: str) -> Question:
    return Question("@vault what about the boiler?", mode="" if mode == "plan" else mode, plan_first=mode == "plan")


async def stop_after(folder: Path, mode: str, count: int) -> tuple[list[RunEvent], Conversation]:
    async with mode_table(folder, "agent", SEARCH_THEN_ANSWER, YES) as table:
        conversation, events = Conversation(), list[RunEvent]()
        async with table.agent.run(conversation, question(mode)) as run:
            async for event in run:
                events.append(event)
                if len(events) == count:
                    run.cancel()
        return events, conversation


@pytest.mark.parametrize(("count", "mode"), paired(range(1, 26, 2), MODE_NAMES))
async def test_a_run_stopped_after_any_event_leaves_a_valid_conversation_in_every_mode(
    tmp_path: Path, mode: str, count: int
) -> None:
    events, conversation = await asyncio.wait_for(stop_after(tmp_path, mode, count), 10)

    check_run_grammar(events)
    assert isinstance(events[-1], RunCancelled | RunFinished) or len(events) < count
    assert unanswered_calls(conversation) == ()
    messages = [event.message for event in events if isinstance(event, MessageAdded)]
    assert tuple(messages) == conversation.messages[1:]


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_any_script_emits_a_valid_run_in_every_mode(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    number = iter(range(1000))

    def call_ready(kind: str) -> CallReady:
        call_id = f"c{next(number)}"
        ready_calls = {"search": search("boiler", call_id), "unknown": call("nothing", call_id),
                "wrong": call("file_read", call_id, x=1)}  # fmt: skip
        return CallReady(ready_calls[kind])

    streamed = st.sampled_from([TextArrived("a"), ReasoningArrived("b")])
    stop = st.sampled_from(["end", "tool_calls", "length", "refusal", "pause", "error", "no_tools", "nothing"])
    turns: list[list[ScriptStep]] = []
    for _ in range(data.draw(st.integers(1, 8))):
        calls = data.draw(st.lists(st.sampled_from(["search", "unknown", "wrong"]), max_size=2))
        turn: list[ScriptStep] = [*data.draw(st.lists(streamed, max_size=2)), *map(call_ready, calls)]
        last = data.draw(stop)
        if last == "error":
            turn.append(ProviderUnreachable("down", kind="network"))
        elif last == "no_tools":
            turn.append(ProviderRefused("no tools", kind="no_tools"))
        elif last != "nothing":
            turn.append(TurnEnded(cast("StopReason", last)))
        turns.append(turn)
    mode, cancel_after = data.draw(st.sampled_from(MODE_NAMES)), data.draw(st.none() | st.integers(1, 40))
    folder, answer = tmp_path_factory.mktemp("table"), data.draw(st.sampled_from([YES, NO]))
    async with mode_table(folder, "agent", turns, answer, supports_tools=data.draw(st.booleans())) as table:
        conversation, events = Conversation(), list[RunEvent]()
        async with table.agent.run(conversation, question(mode)) as run:
            async for event in run:
                events.append(event)
                if len(events) == cancel_after:
                    run.cancel()
        check_run_grammar(events)
        assert unanswered_calls(conversation) == ()
        messages = [event.message for event in events if isinstance(event, MessageAdded)]
        assert tuple(messages) == conversation.messages[1:]


async def test_a_validation_error_is_sent_to_the_model_and_corrected_within_the_rounds(tmp_path: Path) -> None:
    turns = [asks_for(call("vault_search", "c1", limit="many")), asks_for(search("boiler", "c2")), text_turn("Found.")]
    async with mode_table(tmp_path, "agent", turns, YES, limits=Limits(rounds=2)) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Search"))

        assert events[-1] == RunFinished("rounds")
        tool_result = table.provider.requests[1].messages[-1].parts[0]
        assert tool_result.kind == "tool_result"
        assert "query: is required" in tool_result.content
        assert "limit:" in tool_result.content
        assert conversation.messages[-1].text == "Found."

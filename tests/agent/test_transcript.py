"""Tests of agent/transcript.py."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest
from pydantic import JsonValue

from tests.support.growth import check_linear
from tests.support.scripted_provider import HangStep, ScriptedTurn
from tests.support.talk import asks_for, events_of, open_table, text_turn
from tests.support.tool_env import LOCAL, NO, YES, Answer, Clock, call, read, search
from tests.support.tools import Echo
from vaultdesk.agent.run import MessageAdded, RunEvent, RunFinished, RunStarted
from vaultdesk.agent.run_loop import STOPPED_CALL, UNFINISHED_CALL
from vaultdesk.agent.transcript import ToolSteps, Transcript
from vaultdesk.agent.transcript_blocks import (
    AnswerBlock,
    CutBlock,
    EarlyEndBlock,
    NoticeBlock,
    QuestionBlock,
    ReasoningBlock,
    StepBlock,
    StepFile,
    StepHit,
    TranscriptBlock,
)
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, Part, Source, TextPart, ToolCallPart, ToolResultPart, Usage, user_message
from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.core.transmission import Destination
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.provider import (
    CallGrew,
    CallReady,
    CallStarted,
    Noticed,
    PromptProgress,
    ReasoningArrived,
    TextArrived,
    TextReclassified,
    TurnEnded,
    UsageReported,
)
from vaultdesk.tools.builtin.search_tools import VaultSearch
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, CallReview
from vaultdesk.tools.runtime.execution import ApprovalAnswered, ApprovalRequested, ToolFinished
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, result_part
from vaultdesk.tools.tool import FileChoice, ToolResult

# Steps of tool calls.

CALL = call("file_read", "c1")


@pytest.mark.parametrize(
    ("result", "state", "problem"),
    [
        (ToolResult(success=True, data=[1, 2]), "done", ""),
        (cancelled_result(), "refused", ""),
        (cancelled_result("too private"), "refused", "too private"),
        (cancelled_result(STOPPED_CALL), "cancelled", STOPPED_CALL),
        (cancelled_result(UNFINISHED_CALL), "cancelled", UNFINISHED_CALL),
        (failed_result("PERMISSION_DENIED", "no"), "refused", "A rule or a limit does not allow it."),
        (failed_result("TIMEOUT", "late"), "failed", "The tool took too long, so it was stopped."),
    ],
)
def test_a_result_gives_the_state_of_its_call(result: ToolResult, state: str, problem: str) -> None:
    block = ToolSteps(None).stored_result(result_part(CALL, result))
    assert (block.state, block.problem, block.display_name) == (state, problem, "file_read")
    assert block.result_count == (2 if result.success else None)


@pytest.mark.parametrize("content", ["edited by hand", "[]", "{", '{"error": 3}'])
def test_an_edited_result_is_shown_unchanged(content: str) -> None:
    part = ToolResultPart(call_id="c1", name="file_read", content=content)
    block = ToolSteps(None).stored_result(part)
    assert (block.state, block.result) == ("done", content)


def test_stopping_ends_no_finished_call() -> None:
    steps = ToolSteps(None)
    steps.stored_result(result_part(CALL, cancelled_result()))
    assert steps.stop() == []


def test_a_complete_call_lists_its_notes() -> None:
    steps = ToolSteps(None)
    steps.begin(is_remote=True)
    block = steps.step(CallReady(call("file_read", "c1", file_paths=["a.md", "b.md", "a.md", 3])))
    assert block.files == (StepFile("a.md"), StepFile("b.md"))
    assert block.is_remote


def test_each_note_is_marked_as_given_left_out_or_missing() -> None:
    steps = ToolSteps(None)
    tool_call = call("file_read", "c1", file_paths=["a.md", "b.md", "gone.md"])
    steps.step(CallReady(tool_call))
    request = request_for(tool_call, "A.md", "b.md", "gone.md")
    decision = ApprovalDecision(approved=True, files=("A.md", "gone.md"))
    steps.approval(ApprovalRequested(request))
    steps.approval(ApprovalAnswered(request, decision))
    data: JsonValue = [
        {"path": "A.md", "content": "File not found: is how this note begins."},
        {"path": "gone.md", "content": "File not found: gone.md"},
    ]
    assert finish_call(steps, tool_call, data, Source(path="A.md", characters=9)).files == (
        StepFile("A.md", characters=9),
        StepFile("b.md", left_out=True),
        StepFile("gone.md", problem="missing"),
    )


def test_without_an_approval_the_result_lists_the_notes() -> None:
    steps = ToolSteps(None)
    tool_call = call("file_read", "c1", file_paths=["a.MD"])
    steps.step(CallReady(tool_call))
    data: JsonValue = [{"path": "A.md", "content": "x"}]
    assert finish_call(steps, tool_call, data, Source(path="A.md", characters=1)).files == (StepFile("A.md", 1),)


def test_a_search_shows_its_hits_and_the_length_of_their_text() -> None:
    steps = ToolSteps(ToolRegistry((VaultSearch(cast(Searcher, None)),)))
    tool_call = call("vault_search", "c1", query="x")
    steps.step(CallReady(tool_call))
    data: JsonValue = [{"path": "a.md", "matches": 2}, {"path": "b.md", "matches": "?"}, 3]
    block = finish_call(steps, tool_call, data, Source(path="a.md", characters=7))
    assert (block.files, block.result_count) == ((), 3)
    assert block.hits == (StepHit("a.md", 2, 7), StepHit("b.md", None, 0))


def test_a_step_names_the_call_as_it_is_executed() -> None:
    steps = ToolSteps(ToolRegistry((VaultSearch(cast(Searcher, None)),)))
    tool_call = call("vault_search", "c1", query="sync", salient_terms=["sync"], limit="5")
    block = steps.step(CallReady(tool_call))
    assert block.summary == "“sync”"
    assert block.arguments_json == tool_call.arguments_json


def request_for(tool_call: ToolCallPart, *paths: str) -> ApprovalRequest:
    files = tuple(FileChoice(path, 1, "named by the model") for path in paths)
    review = CallReview(tool_call.id, tool_call.name, "Read notes", "reads.", "read", {}, files)
    return ApprovalRequest("ask_1", "Read", (review,), LOCAL)


def finish_call(steps: ToolSteps, tool_call: ToolCallPart, data: JsonValue, *sources: Source) -> StepBlock:
    result = ToolResult(success=True, data=data)
    return steps.step(
        ToolFinished(tool_call.id, tool_call.name, result, result_part(tool_call, result, sources=sources))
    )


def test_background_tools_are_those_declared_so() -> None:
    class Quiet(Echo):
        background = True

    steps = ToolSteps(ToolRegistry((Quiet(),)))

    assert [steps.is_background(name) for name in ("echo", "nothing")] == [True, False]
    assert not ToolSteps(None).is_background("echo")


# Folding of events, and of stored messages, into blocks.

COMPLETE_ANSWER = Message(role="assistant", parts=(TextPart(text="Whole."),))
BOILER, BUDGET = "Projects/House/Boiler.md", "Projects/House/Budget.md"


def lines_of(blocks: Sequence[TranscriptBlock]) -> list[str]:
    """Return one line for each block."""
    lines = []
    for block in blocks:
        match block:
            case QuestionBlock():
                lines.append(f"? {block.text}")
            case AnswerBlock():
                cited = "".join(f" [{source.path}]" for source in block.sources)
                lines.append(f"= {block.text}{cited}{'' if block.done else ' …'}{' (cut)' if block.cut else ''}")
            case StepBlock():
                files = "".join(f" {'+' if file.characters else '-'}{file.path}" for file in block.files)
                lines.append(f"* {block.display_name} {block.summary} {block.state}{files}")
            case ReasoningBlock():
                lines.append(f"~ {block.text}{' …' if block.open else ''}")
            case NoticeBlock():
                lines.append(f"! {block.text}")
            case _:
                lines.append(type(block).__name__)
    return lines


async def run_turns(
    folder: Path, turns: Sequence[ScriptedTurn], *answers: Answer
) -> tuple[list[RunEvent], Conversation, ToolRegistry]:
    async with open_table(folder, turns, *answers) as table:
        conversation = Conversation()
        return await events_of(table.agent.run(conversation, "What?")), conversation, table.env.registry


TURNS: list[ScriptedTurn] = [
    [ReasoningArrived("Let me "), ReasoningArrived("look."), *asks_for(search("boiler", "c1"), words="I search.")],
    [CallStarted("c2", "file_read"), CallGrew("c2", '{"file'), *asks_for(read(BOILER, BUDGET, call_id="c2"))],
    text_turn("A heat pump, see [[projects/house/boiler]]."),
]


async def test_a_run_is_folded_into_blocks(tmp_path: Path) -> None:
    decision = ApprovalDecision(approved=True, files=(BOILER,))
    events, conversation, registry = await run_turns(tmp_path, TURNS, YES, decision)
    transcript = Transcript(registry)
    for event in events:
        before = transcript.blocks
        changed = transcript.apply(event)
        after = transcript.blocks
        changed_blocks = {index for index in range(len(after)) if index >= len(before) or after[index] != before[index]}
        assert changed_blocks <= set(changed), event
    expected = [
        "? What?",
        "~ Let me look.",
        "= I search.",
        "* Search notes “boiler” done",
        f"* Read notes Boiler and 1 more done +{BOILER} -{BUDGET}",
        f"= A heat pump, see [[projects/house/boiler]]. [{BOILER}]",
    ]
    assert lines_of(transcript.blocks) == expected
    steps = [block for block in transcript.blocks if isinstance(block, StepBlock)]
    assert steps[0].result_count == 3
    assert steps[1].files[0] == StepFile(BOILER, characters=50)
    restored = Transcript.from_messages(conversation.messages, registry)
    # The result says what was left out; the checklist itself is not stored with the conversation.
    assert lines_of(restored.blocks) == [line.replace(f" -{BUDGET}", "") for line in expected]


async def test_steps_show_the_state_of_each_call(tmp_path: Path) -> None:
    events, _, registry = await run_turns(tmp_path, [TURNS[1], text_turn("No.")], NO)
    transcript, states = Transcript(registry), []
    for event in events:
        transcript.apply(event)
        states += [block.state for block in transcript.blocks if isinstance(block, StepBlock)][-1:]
    assert list(dict.fromkeys(states)) == ["preparing", "waiting", "refused"]
    step = transcript.blocks[1]
    assert isinstance(step, StepBlock)
    assert [file.characters for file in step.files] == [0, 0]
    assert step.problem == ""


async def test_failures_stops_notices_and_invalid_calls_have_blocks(tmp_path: Path) -> None:
    broken = ProviderUnreachable("The connection broke", kind="network")
    turns: list[ScriptedTurn] = [
        [Noticed("Asking again."), *asks_for(call("nothing", "c1"))],
        [TextArrived("You "), broken],
    ]
    events, conversation, registry = await run_turns(tmp_path, turns)
    transcript = Transcript(registry)
    for event in events:
        transcript.apply(event)
    assert lines_of(transcript.blocks) == [
        "? What?", "! Asking again.", "* nothing  failed", "= You  (cut)", "FailureBlock",
    ]  # fmt: skip
    restored = Transcript.from_messages(conversation.messages, registry)
    assert lines_of(restored.blocks) == ["? What?", "* nothing  failed", "= You  (cut)", "CutBlock"]


async def test_r4_prompt_progress_is_available_until_the_answer_begins(tmp_path: Path) -> None:
    turns: list[ScriptedTurn] = [
        [PromptProgress(0, 400), PromptProgress(200, 400), PromptProgress(400, 400), TextArrived("Yes."),
         UsageReported(400, 2), TurnEnded("end")]
    ]  # fmt: skip
    transcript, seen = Transcript(), list[int | None]()
    async with open_table(tmp_path, turns, YES) as table:
        for event in await events_of(table.agent.run(Conversation(), "What?")):
            blocks = len(transcript.blocks)
            transcript.apply(event)
            seen.append(transcript.prompt_percent)
            if isinstance(event, PromptProgress):
                assert len(transcript.blocks) == blocks, "progress is shown and not stored"

    assert [percent for percent in seen if percent is not None] == [0, 50]
    assert seen[-1] is None


async def test_a_stopped_run_leaves_no_step_open(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_table(tmp_path, [[CallStarted("c1", "file_read"), hang]]) as table:
        transcript = Transcript(table.env.registry)
        async with table.agent.run(Conversation(), "What?") as run:
            async for event in run:
                transcript.apply(event)
                if isinstance(event, CallStarted):
                    run.cancel()
    assert lines_of(transcript.blocks) == ["? What?", "* Read notes  cancelled", "StoppedBlock"]


async def test_a_retried_question_replaces_its_answer(tmp_path: Path) -> None:
    async with open_table(tmp_path, [text_turn("One."), text_turn("Two.")]) as table:
        conversation, transcript = Conversation(), Transcript()
        for run in (table.agent.run(conversation, "What?"), None):
            for event in await events_of(run or table.agent.retry(conversation)):
                transcript.apply(event)
        assert lines_of(transcript.blocks) == ["? What?", "= Two."]


async def test_token_usage_sums_the_last_report_of_each_turn(tmp_path: Path) -> None:
    turns: list[ScriptedTurn] = [
        [UsageReported(10, 1), UsageReported(10, 5), *asks_for(search("boiler", "c1"))],
        [UsageReported(20, 7), TextArrived("Yes."), TurnEnded("end")],
    ]
    events, _, registry = await run_turns(tmp_path, turns, YES)
    transcript = Transcript(registry)
    for event in events:
        transcript.apply(event)
    assert transcript.tokens == (30, 12)
    assert transcript.destination is not None


def test_cost_sums_the_last_report_of_each_turn() -> None:
    transcript = Transcript()
    question = user_message("What leaks?")
    transcript.apply(RunStarted("run_1", question, "test/scripted", Destination("Test", "", local=True)))
    assert cost_of(transcript) is None
    transcript.apply(UsageReported(10, 1))
    assert cost_of(transcript) is None
    for report in (UsageReported(10, 1, cost=0.001), UsageReported(10, 5, cost=0.002), UsageReported(10, 6)):
        transcript.apply(report)
    assert cost_of(transcript) == pytest.approx(0.002)
    transcript.apply(MessageAdded(Message(id="m_1", role="assistant", parts=(TextPart(text="It leaks."),))))
    transcript.apply(UsageReported(20, 7, cost=0.003))
    transcript.apply(RunFinished("end"))
    assert cost_of(transcript) == pytest.approx(0.005)


def cost_of(transcript: Transcript) -> float | None:
    question = transcript.question
    assert question is not None
    return question.cost


def test_a_long_answer_grows_in_one_block() -> None:
    transcript = Transcript()
    for number in range(20_000):
        assert transcript.apply(TextArrived("word ")) == (0,), number
    (block,) = transcript.blocks
    assert isinstance(block, AnswerBlock)
    assert len(block.text) == 100_000


@pytest.mark.parametrize("event", [TextArrived("word "), ReasoningArrived("word "), CallGrew("c1", "word ")])
def test_appending_text_takes_constant_time(event: RunEvent) -> None:
    def apply(pieces: int) -> None:
        transcript = Transcript()
        for _ in range(pieces):
            transcript.apply(event)

    check_linear(apply, int, 40_000)


async def test_a_question_block_has_its_model_tokens_and_duration(tmp_path: Path) -> None:
    turns: list[ScriptedTurn] = [
        [UsageReported(10, 1), UsageReported(10, 5), *asks_for(search("boiler", "c1"))],
        [UsageReported(20, 7), TextArrived("Yes."), TurnEnded("end")],
    ]
    events, _, registry = await run_turns(tmp_path, turns, YES)
    clock = Clock()
    transcript = Transcript(registry, clock)
    for event in events:
        clock.now += 60.0 if isinstance(event, ApprovalAnswered) else 0.5
        transcript.apply(event)
    question = transcript.question
    assert question is not None
    assert (question.model, question.tokens) == ("test/scripted", 42)
    assert sum(isinstance(event, ApprovalAnswered) for event in events) == 1
    assert question.seconds == (len(events) - 2) * 0.5  # without the minute in which the user decided
    assert transcript.is_finished


async def test_an_answer_that_ended_early_has_a_block_with_the_reason(tmp_path: Path) -> None:
    events, _, registry = await run_turns(tmp_path, [[TextArrived("So"), TurnEnded("length")]])
    transcript = Transcript(registry)
    for event in events:
        transcript.apply(event)
    assert transcript.blocks[-1] == EarlyEndBlock("length")


async def test_given_sources_are_the_notes_read_or_else_the_notes_found(tmp_path: Path) -> None:
    events, conversation, registry = await run_turns(tmp_path, [*TURNS[:2], text_turn("Yes.")], YES)
    transcript, given = Transcript(registry), []
    for event in events:
        transcript.apply(event)
        given.append(tuple(sorted(source.path for source in transcript.given_sources)))
    found = ("Daily/2026-11-20.md", "Projects-secret/Plan.md", BOILER)
    assert list(dict.fromkeys(given)) == [(), tuple(sorted(found)), (BOILER, BUDGET)]
    restored = Transcript.from_messages(conversation.messages, registry)
    assert (restored.given_sources, restored.is_finished) == (transcript.given_sources, True)


def test_a_stored_conversation_has_the_cost_and_model_of_its_answers() -> None:
    call_part = call("file_read", "c1")
    transcript = Transcript.from_messages(
        [
            user_message("What?"),
            Message(
                role="assistant",
                parts=(call_part,),
                model="work/one",
                usage=Usage(input_tokens=10, seconds=1.5, cost=0.5),
            ),
            Message(role="tool", parts=(ToolResultPart(call_id="c1", name="file_read", content="{}"),)),
            Message(
                role="assistant",
                parts=(TextPart(text="So."),),
                model="work/two",
                usage=Usage(output_tokens=4, seconds=2.0),
            ),
        ]
    )
    tool_call = transcript.question
    assert tool_call is not None
    assert (tool_call.model, tool_call.tokens, tool_call.cost, tool_call.seconds) == ("work/two", 14, 0.5, 3.5)
    assert transcript.tokens == (10, 4)
    assert lines_of(transcript.blocks)[-1] == "= So."


@pytest.mark.parametrize(
    ("parts", "cut"),
    [((), True), ((call("file_read", "c1"),), True), ((TextPart(text="So"),), True), ((TextPart(text="So."),), False)],
    ids=["no answer", "a call without its result", "half an answer", "a whole answer"],
)
def test_a_stored_question_without_a_complete_answer_is_marked_as_cut(parts: tuple[Part, ...], cut: bool) -> None:
    broken = cut and isinstance(parts[-1], TextPart) if parts else False
    answers = [Message(role="assistant", parts=parts, cut=broken)] if parts else []
    blocks = Transcript.from_messages([user_message("What?"), *answers, user_message("And?"), COMPLETE_ANSWER]).blocks
    first = blocks[: next(n for n, block in enumerate(blocks) if isinstance(block, QuestionBlock) and n)]
    assert isinstance(first[-1], CutBlock) is cut
    assert not any(isinstance(block, StepBlock) and block.state == "preparing" for block in blocks)
    assert lines_of(blocks)[-1] == "= Whole."


async def test_reasoning_is_timed_from_its_first_text_to_the_next_event(tmp_path: Path) -> None:
    clock = Clock()
    transcript = Transcript(clock=clock)
    for event in (ReasoningArrived("Hm"), ReasoningArrived("m."), TextArrived("Yes.")):
        transcript.apply(event)
        clock.now += 2
    reasoning = transcript.blocks[0]
    assert isinstance(reasoning, ReasoningBlock)
    assert (reasoning.text, reasoning.seconds, reasoning.open) == ("Hmm.", 4.0, False)


class Quiet(Echo):
    name = "quiet"
    background = True


async def test_background_calls_have_no_block_and_need_no_approval(tmp_path: Path) -> None:
    turns = [asks_for(call("quiet", "c1", text="x"), search("boiler", "c2")), text_turn("Done.")]
    async with open_table(tmp_path, turns, YES, tools=[Quiet()]) as table:
        conversation, transcript = Conversation(), Transcript(table.env.registry)
        for event in await events_of(table.agent.run(conversation, "Go")):
            changed = transcript.apply(event)
            assert all(number < len(transcript.blocks) for number in changed)

        restored = Transcript.from_messages(conversation.messages, table.env.registry)
        for folded in (transcript, restored):
            assert [block.call_id for block in folded.blocks if isinstance(block, StepBlock)] == ["c2"]
        assert [review.tool for request in table.env.answers.requests for review in request.calls] == ["vault_search"]
        assert len(conversation.messages[1].tool_calls) == 2


def test_a_stored_declined_answer_is_marked_as_declined() -> None:
    declined = Message(role="assistant", parts=(), refused=True)
    blocks = Transcript.from_messages([user_message("What?"), declined, user_message("And?"), COMPLETE_ANSWER]).blocks

    assert [block for block in blocks if isinstance(block, EarlyEndBlock)] == [EarlyEndBlock("refusal")]
    assert lines_of(blocks) == ["? What?", "EarlyEndBlock", "? And?", "= Whole."]


def test_m2_text_reclassified_as_reasoning_is_shown_as_reasoning() -> None:
    transcript = Transcript()
    for event in (TextArrived("I count. "), TextArrived("So four."), TextReclassified(), TextArrived("Four.")):
        transcript.apply(event)

    reasoning, answer = transcript.blocks
    assert isinstance(reasoning, ReasoningBlock)
    assert (reasoning.text, reasoning.open) == ("I count. So four.", False)
    assert isinstance(answer, AnswerBlock)
    assert answer.text == "Four."


def test_m2_reclassification_without_text_changes_nothing() -> None:
    transcript = Transcript()

    assert transcript.apply(TextReclassified()) == ()
    assert transcript.blocks == ()

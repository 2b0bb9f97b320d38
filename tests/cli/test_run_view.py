"""Tests of cli/run_view.py."""

import json
from pathlib import Path

import pytest

from tests.support.requests import outgoing_request, results_request
from tests.support.talk import asks_for, events_of, open_table, text_turn
from tests.support.tool_env import NO, YES, read, search
from tests.support.tools import Echo
from vaultdesk.agent.run import MessageAdded, RunCancelled, RunEvent, RunFailed, RunFinished
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.cli.run_view import JsonLine, TerminalView, encode_run_event, run_problem
from vaultdesk.core.errors import ProviderBroken, ProviderRefused
from vaultdesk.providers.provider import (
    CallGrew,
    CallReady,
    CallStarted,
    Noticed,
    PromptProgress,
    ReasoningArrived,
    TextArrived,
    TextReclassified,
    UsageReported,
)
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.execution import ApprovalAnswered, ApprovalRequested, ToolFinished, ToolStarted
from vaultdesk.tools.tool import ToolErrorBody, ToolResult

# Terminal: only the answer on stdout, everything else on stderr, and control characters escaped on both.


def test_the_answer_is_printed_to_stdout_and_steps_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    view = TerminalView()
    refused = ToolResult(success=False, error=ToolErrorBody(code="CANCELLED", message="User cancelled tool execution"))
    part = ToolResultPart(call_id="call_1", name="vault_search", content="{}", is_error=True)
    view.show(TextArrived("Let me look."))
    view.show(CallReady(ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "x\x1b[2J"}')))
    view.show(ToolFinished("call_1", "vault_search", refused, part))
    view.show(Noticed("Waiting a moment."))
    view.show(TextArrived("No\x1b[31m."))
    view.show(RunFinished("end"))
    printed = capsys.readouterr()
    assert printed.out == "Let me look.\nNo<U+001B>[31m.\n"
    assert printed.err.splitlines() == [
        '· vault_search {"query": "x<U+001B>[2J"}: User cancelled tool execution',
        "· Waiting a moment.",
    ]


def test_background_calls_are_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    class Quiet(Echo):
        background = True

    view = TerminalView(ToolRegistry((Quiet(),)))
    for name in ("echo", "other"):
        part = ToolResultPart(call_id=name, name=name, content="{}")
        view.show(ToolFinished(name, name, ToolResult(success=True), part))

    assert capsys.readouterr().err.splitlines() == ["· other: done"]


def test_m2_text_reclassified_as_reasoning_is_not_printed_to_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    view = TerminalView(may_reclassify_text=True)
    view.show(TextArrived("The user wants four."))
    view.show(TextReclassified())
    assert capsys.readouterr() == ("", "")
    view.show(TextArrived("Fo"))
    assert capsys.readouterr().out == "Fo"  # the reasoning has ended
    view.show(TextArrived("ur."))
    view.show(RunFinished("end"))
    assert capsys.readouterr().out == "ur.\n"


def test_m2_an_answer_without_reasoning_of_a_reclassifying_model_is_printed_at_its_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    view = TerminalView(may_reclassify_text=True)
    view.show(TextArrived("Four"))
    assert capsys.readouterr().out == ""
    view.show(RunFinished("end"))
    assert capsys.readouterr().out == "Four\n"


def test_m2_answers_of_other_models_are_printed_incrementally_to_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    view = TerminalView()
    view.show(TextArrived("Fo"))
    assert capsys.readouterr().out == "Fo"
    view.show(TextArrived("ur."))
    assert capsys.readouterr().out == "ur."


def test_m2_text_is_printed_incrementally_after_separate_reasoning(capsys: pytest.CaptureFixture[str]) -> None:
    view = TerminalView(may_reclassify_text=True)
    view.show(ReasoningArrived("The user wants four."))
    view.show(TextArrived("Fo"))
    assert capsys.readouterr().out == "Fo"
    view.show(MessageAdded(Message(role="assistant", parts=(TextPart(text="Fo"),))))
    view.show(TextArrived("ur."))
    assert capsys.readouterr().out == ""  # another turn


def test_m2_text_of_later_turns_is_held_back_after_a_reclassification(
    capsys: pytest.CaptureFixture[str],
) -> None:
    view = TerminalView()
    for event in (
        TextArrived("The user wants four.\n"),
        TextReclassified(),
        MessageAdded(Message(role="assistant", parts=(TextPart(text="Let me look."),))),
        TextArrived("It is four."),
    ):
        view.show(event)
    printed = capsys.readouterr()
    assert printed.out == "The user wants four.\n"
    assert printed.err.splitlines() == ["· The text so far is the model's reasoning."]
    view.show(TextReclassified())
    view.show(TextArrived("Four."))
    assert capsys.readouterr() == ("Four.", "")


def test_m2_reclassified_text_is_reported_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = TerminalView()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for event in (TextArrived("The user wants four."), TextReclassified(), TextArrived("Four."), RunFinished("end")):
        view.show(event)

    printed = capsys.readouterr()
    assert printed.out == "The user wants four.\nFour.\n"
    assert printed.err.splitlines() == ["· The text so far is the model's reasoning."]


def test_r4_progress_is_one_overwritten_line_of_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    view = TerminalView()
    for event in (
        PromptProgress(0, 8),
        PromptProgress(4, 8),
        UsageReported(8, 0),
        TextArrived("Yes."),
        RunFinished("end"),
    ):
        view.show(event)

    printed = capsys.readouterr()
    assert printed.out == "Yes.\n"
    assert printed.err == ("\r\x1b[2m· Reading the notes: 0 %\x1b[0m\r\x1b[2m· Reading the notes: 50 %\x1b[0m\r\x1b[K")


def test_r4_progress_is_not_written_to_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    TerminalView().show(PromptProgress(4, 8))

    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("last", "problem"),
    [
        (RunFinished("end"), ""),
        (RunFinished("rounds"), ""),  # the last answer is complete, and the limit was reported before it
        (RunFinished("length"), "The answer was cut off at the length limit of the model."),
        (RunFinished("content_filter"), "The answer was cut off by the content filter of the provider."),
        (RunFinished("refusal"), "The model declined to answer."),
        (RunFinished("repetition"), "The answer was cut off because the model only repeated itself."),
        (RunFinished("pause"), "The answer is incomplete:"),
        (RunFailed(ProviderBroken("It broke off", kind="protocol")), "It broke off"),
        (RunCancelled(), ""),
        (None, ""),
    ],
)
def test_m14_an_incomplete_answer_is_reported(last: RunEvent | None, problem: str) -> None:
    assert run_problem(last).startswith(problem)
    assert bool(run_problem(last)) == bool(problem)


# Lines of `--json`.

BOILER, BUDGET = "Projects/House/Boiler.md", "Projects/House/Budget.md"


def json_lines(events: list[RunEvent]) -> list[JsonLine]:
    encoded = [line for event in events for line in encode_run_event(event)]
    return [json.loads(json.dumps(line)) for line in encoded]


async def test_a_run_is_encoded_as_the_documented_lines(tmp_path: Path) -> None:
    turns = [asks_for(read(BOILER, BUDGET, call_id="c1")), text_turn("Yes.")]
    async with open_table(tmp_path, turns, ApprovalDecision(approved=True, files=(BOILER,))) as table:
        lines = json_lines(await events_of(table.agent.run(Conversation(), "What?")))
    assert [line["event"] for line in lines] == [
        "run_started", "tool_call", "message", "approval_requested", "approval_resolved", "tool_result", "message",
        "text", "message", "run_finished",
    ]  # fmt: skip
    assert lines[0]["model"] == "test/scripted"
    assert lines[1] == {
        "event": "tool_call",
        "id": "c1",
        "name": "file_read",
        "arguments": {"file_paths": [BOILER, BUDGET]},
    }
    assert lines[3]["id"] == "c1"
    assert [file["path"] for file in lines[3]["files"]] == [BOILER, BUDGET]
    assert lines[4] == {
        "event": "approval_resolved", "id": "c1", "approved": True, "arguments": {"file_paths": [BOILER]},
    }  # fmt: skip
    assert lines[5]["result"]["success"] is True
    assert lines[6]["role"] == "tool"
    assert lines[7] == {"event": "text", "delta": "Yes."}
    assert lines[9] == {"event": "run_finished", "stop_reason": "end"}


async def test_each_call_of_a_request_has_its_own_line(tmp_path: Path) -> None:
    turns = [asks_for(search("boiler", "c1"), read(BOILER, call_id="c2")), text_turn("No.")]
    refusal = ApprovalDecision(approved=False, reason="not now")
    async with open_table(tmp_path, turns, refusal) as table:
        lines = json_lines(await events_of(table.agent.run(Conversation(), "What?")))
    requested = [line["id"] for line in lines if line["event"] == "approval_requested"]
    resolved = [
        (line["id"], line["approved"], line["reason"]) for line in lines if line["event"] == "approval_resolved"
    ]
    assert requested == ["c1", "c2"]
    assert resolved == [("c1", False, "not now"), ("c2", False, "not now")]
    assert NO != YES


def test_other_events_have_lines_and_display_events_have_none() -> None:
    error = ProviderRefused("No key", hint="Set one.", kind="auth")
    assert json_lines(
        [RunFailed(error), RunCancelled(), Noticed("n"), ReasoningArrived("r"), UsageReported(1, 2, 3, 4)]
    ) == [
        {"event": "run_failed", "error": {"title": "No key", "hint": "Set one."}},
        {"event": "run_cancelled"},
        {"event": "warning", "message": "n"},
        {"event": "reasoning", "delta": "r"},
        {"event": "usage", "input_tokens": 1, "output_tokens": 2, "cached_tokens": 3, "reasoning_tokens": 4},
    ]
    priced = json_lines([UsageReported(1, 2, cost=0.002)])[0]
    assert priced["cost"] == 0.002
    assert json_lines([CallStarted("c", "x"), CallGrew("c", "{"), ToolStarted("c", "x"), PromptProgress(1, 2)]) == []


def test_outgoing_requests_name_their_receiver_and_results_are_listed() -> None:
    (outgoing,) = json_lines([ApprovalRequested(outgoing_request())])
    assert (outgoing["receiver"], "results" in outgoing) == ("api.search.brave.com", False)
    (returned,) = json_lines([ApprovalRequested(results_request())])
    assert returned["results"][0] == {
        "id": "1", "title": "Heat pumps in old houses", "url": "https://heat-pumps.example/old",
    }  # fmt: skip
    answers = (YES, NO, ApprovalDecision(approved=True, results=("2", "9")))
    resolved = json_lines([ApprovalAnswered(results_request(), answer) for answer in answers])
    assert [line["results"] for line in resolved] == [["1", "2", "3"], [], ["2"]]


def test_m2_reclassified_text_is_a_line() -> None:
    (line,) = encode_run_event(TextReclassified())

    assert line["event"] == "text_was_reasoning"

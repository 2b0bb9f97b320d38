"""The lines of `--json`."""

import json
from pathlib import Path

from tests.support.desk import NO, YES, read, search
from tests.support.requests import outgoing_request, results_request
from tests.support.talk import asks_for, events_of, open_table, says
from vaultdesk.agent.event_json import JsonLine, encode_run_event
from vaultdesk.agent.run import RunCancelled, RunEvent, RunFailed
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.model_events import (
    CallGrew,
    CallStarted,
    Noticed,
    PromptProgress,
    ReasoningArrived,
    TextReclassified,
    UsageReported,
)
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalRequested, ToolStarted

BOILER, BUDGET = "Projects/House/Boiler.md", "Projects/House/Budget.md"


def lines(events: list[RunEvent]) -> list[JsonLine]:
    made = [line for event in events for line in encode_run_event(event)]
    return [json.loads(json.dumps(line)) for line in made]


async def test_a_run_becomes_the_lines_of_the_contract(tmp_path: Path) -> None:
    turns = [asks_for(read(BOILER, BUDGET, call_id="c1")), says("Yes.")]
    async with open_table(tmp_path, turns, ApprovalDecision(approved=True, files=(BOILER,))) as table:
        made = lines(await events_of(table.agent.run(Conversation(), "What?")))
    assert [line["event"] for line in made] == [
        "run_started", "tool_call", "message", "approval_requested", "approval_resolved", "tool_result", "message",
        "text", "message", "run_finished",
    ]  # fmt: skip
    assert made[0]["model"] == "test/scripted"
    assert made[1] == {
        "event": "tool_call",
        "id": "c1",
        "name": "file_read",
        "arguments": {"file_paths": [BOILER, BUDGET]},
    }
    assert made[3]["id"] == "c1"
    assert [file["path"] for file in made[3]["files"]] == [BOILER, BUDGET]
    assert made[4] == {
        "event": "approval_resolved", "id": "c1", "approved": True, "arguments": {"file_paths": [BOILER]},
    }  # fmt: skip
    assert made[5]["result"]["success"] is True
    assert made[6]["role"] == "tool"
    assert made[7] == {"event": "text", "delta": "Yes."}
    assert made[9] == {"event": "run_finished", "stop_reason": "end"}


async def test_each_call_of_a_request_has_its_own_line(tmp_path: Path) -> None:
    turns = [asks_for(search("boiler", "c1"), read(BOILER, call_id="c2")), says("No.")]
    refusal = ApprovalDecision(approved=False, reason="not now")
    async with open_table(tmp_path, turns, refusal) as table:
        made = lines(await events_of(table.agent.run(Conversation(), "What?")))
    asked = [line["id"] for line in made if line["event"] == "approval_requested"]
    answered = [(line["id"], line["approved"], line["reason"]) for line in made if line["event"] == "approval_resolved"]
    assert asked == ["c1", "c2"]
    assert answered == [("c1", False, "not now"), ("c2", False, "not now")]
    assert NO != YES


def test_the_other_events_have_their_lines_and_display_has_none() -> None:
    error = ProviderRefused("No key", hint="Set one.", kind="auth")
    assert lines(
        [RunFailed(error), RunCancelled(), Noticed("n"), ReasoningArrived("r"), UsageReported(1, 2, 3, 4)]
    ) == [
        {"event": "run_failed", "error": {"title": "No key", "hint": "Set one."}},
        {"event": "run_cancelled"},
        {"event": "warning", "message": "n"},
        {"event": "reasoning", "delta": "r"},
        {"event": "usage", "input_tokens": 1, "output_tokens": 2, "cached_tokens": 3, "reasoning_tokens": 4},
    ]
    priced = lines([UsageReported(1, 2, cost=0.002)])[0]
    assert priced["cost"] == 0.002
    assert lines([CallStarted("c", "x"), CallGrew("c", "{"), ToolStarted("c", "x"), PromptProgress(1, 2)]) == []


def test_what_goes_out_names_its_receiver_and_what_came_back_is_listed() -> None:
    (out,) = lines([ApprovalRequested(outgoing_request())])
    assert (out["receiver"], "results" in out) == ("api.search.brave.com", False)
    (back,) = lines([ApprovalRequested(results_request())])
    assert back["results"][0] == {
        "id": "1", "title": "Heat pumps in old houses", "url": "https://heat-pumps.example/old",
    }  # fmt: skip
    answers = (YES, NO, ApprovalDecision(approved=True, results=("2", "9")))
    told = lines([ApprovalAnswered(results_request(), answer) for answer in answers])
    assert [line["results"] for line in told] == [["1", "2", "3"], [], ["2"]]


def test_m2_that_text_was_reasoning_is_a_line() -> None:
    (line,) = encode_run_event(TextReclassified())

    assert line["event"] == "text_was_reasoning"

"""The steps of calls."""

from typing import cast

import pytest
from pydantic import JsonValue

from tests.support.desk import LOCAL, call
from tests.support.tools import Echo
from vaultdesk.agent.answering import ENDED, STOPPED
from vaultdesk.agent.blocks import StepBlock, StepFile, StepHit
from vaultdesk.agent.steps import Steps
from vaultdesk.chat.messages import Source, ToolCallPart, ToolResultPart
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.model_events import CallReady
from vaultdesk.tools.builtin.search_tools import VaultSearch
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, CallReview
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalAsked, ToolFinished
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, result_part
from vaultdesk.tools.tool import FileChoice, ToolResult

CALL = call("file_read", "c1")


@pytest.mark.parametrize(
    ("result", "state", "problem"),
    [
        (ToolResult(success=True, data=[1, 2]), "done", ""),
        (cancelled_result(), "refused", "User cancelled tool execution"),
        (cancelled_result("too private"), "refused", "too private"),
        (cancelled_result(STOPPED), "cancelled", STOPPED),
        (cancelled_result(ENDED), "cancelled", ENDED),
        (failed_result("PERMISSION_DENIED", "no"), "refused", "no"),
        (failed_result("TIMEOUT", "late"), "failed", "late"),
    ],
)
def test_a_result_says_how_the_call_ended(result: ToolResult, state: str, problem: str) -> None:
    block = Steps(None).kept_result(result_part(CALL, result))
    assert (block.state, block.problem, block.display_name) == (state, problem, "file_read")
    assert block.found == (2 if result.success else None)


@pytest.mark.parametrize("content", ["edited by hand", "[]", "{", '{"error": 3}'])
def test_a_result_that_was_edited_is_shown_as_it_is(content: str) -> None:
    part = ToolResultPart(call_id="c1", name="file_read", content=content)
    block = Steps(None).kept_result(part)
    assert (block.state, block.result) == ("done", content)


def test_open_calls_are_ended_by_a_stop() -> None:
    steps = Steps(None)
    steps.kept_result(result_part(CALL, cancelled_result()))
    assert steps.stop() == []


def test_a_call_names_its_notes_as_soon_as_it_is_whole() -> None:
    steps = Steps(None)
    steps.begin(leaves=True)
    block = steps.step(CallReady(call("file_read", "c1", file_paths=["a.md", "b.md", "a.md", 3])))
    assert block.files == (StepFile("a.md", given=False), StepFile("b.md", given=False))
    assert block.leaves


def test_each_note_says_whether_it_was_given_left_out_or_missing() -> None:
    steps = Steps(None)
    asked = call("file_read", "c1", file_paths=["a.md", "b.md", "gone.md"])
    steps.step(CallReady(asked))
    request = request_for(asked, "A.md", "b.md", "gone.md")
    decision = ApprovalDecision(approved=True, files=("A.md", "gone.md"))
    steps.approval(ApprovalAsked(request))
    steps.approval(ApprovalAnswered(request, decision))
    data: JsonValue = [
        {"path": "A.md", "content": "File not found: is how this note begins."},
        {"path": "gone.md", "content": "File not found: gone.md"},
    ]
    assert finished(steps, asked, data, Source(path="A.md", characters=9)).files == (
        StepFile("A.md", given=True, characters=9),
        StepFile("b.md", given=False, left_out=True),
        StepFile("gone.md", given=False, trouble="missing"),
    )


def test_without_an_approval_the_result_names_the_notes() -> None:
    steps = Steps(None)
    asked = call("file_read", "c1", file_paths=["a.MD"])
    steps.step(CallReady(asked))
    data: JsonValue = [{"path": "A.md", "content": "x"}]
    assert finished(steps, asked, data, Source(path="A.md", characters=1)).files == (StepFile("A.md", True, 1),)


def test_a_search_tells_what_it_found_and_how_much_of_it_was_shown() -> None:
    steps = Steps(ToolRegistry((VaultSearch(cast(Searcher, None)),)))
    asked = call("vault_search", "c1", query="x")
    steps.step(CallReady(asked))
    data: JsonValue = [{"path": "a.md", "matches": 2}, {"path": "b.md", "matches": "?"}, 3]
    block = finished(steps, asked, data, Source(path="a.md", characters=7))
    assert (block.files, block.found) == ((), 3)
    assert block.hits == (StepHit("a.md", 2, 7), StepHit("b.md", None, 0))


def request_for(asked: ToolCallPart, *paths: str) -> ApprovalRequest:
    files = tuple(FileChoice(path, 1, "named by the model") for path in paths)
    shown = CallReview(asked.id, asked.name, "Read notes", "reads.", "read", {}, files)
    return ApprovalRequest("ask_1", "Read", (shown,), LOCAL)


def finished(steps: Steps, asked: ToolCallPart, data: JsonValue, *sources: Source) -> StepBlock:
    result = ToolResult(success=True, data=data)
    return steps.step(ToolFinished(asked.id, asked.name, result, result_part(asked, result, sources=sources)))


def test_only_tools_that_say_so_go_on_in_the_background() -> None:
    class Quiet(Echo):
        background = True

    steps = Steps(ToolRegistry((Quiet(),)))

    assert [steps.is_background(name) for name in ("echo", "nothing")] == [True, False]
    assert not Steps(None).is_background("echo")

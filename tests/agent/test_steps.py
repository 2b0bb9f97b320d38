"""The steps of calls."""

import pytest

from tests.support.desk import call
from vaultdesk.agent.answering import STOPPED
from vaultdesk.agent.steps import Steps
from vaultdesk.chat.messages import ToolResultPart
from vaultdesk.tools.results import as_part, cancelled, failure
from vaultdesk.tools.tool import ToolResult

CALL = call("file_read", "c1")


@pytest.mark.parametrize(
    ("result", "state", "problem"),
    [
        (ToolResult(success=True, data=[1, 2]), "done", ""),
        (cancelled(), "refused", "User cancelled tool execution"),
        (cancelled("too private"), "refused", "too private"),
        (cancelled(STOPPED), "cancelled", STOPPED),
        (failure("PERMISSION_DENIED", "no"), "refused", "no"),
        (failure("TIMEOUT", "late"), "failed", "late"),
    ],
)
def test_a_result_says_how_the_call_ended(result: ToolResult, state: str, problem: str) -> None:
    block = Steps(None).kept_result(as_part(CALL, result))
    assert (block.state, block.problem, block.display_name) == (state, problem, "file_read")
    assert block.found == (2 if result.success else None)


@pytest.mark.parametrize("content", ["edited by hand", "[]", "{", '{"error": 3}'])
def test_a_result_that_was_edited_is_shown_as_it_is(content: str) -> None:
    part = ToolResultPart(call_id="c1", name="file_read", content=content)
    block = Steps(None).kept_result(part)
    assert (block.state, block.result) == ("done", content)


def test_open_calls_are_ended_by_a_stop() -> None:
    steps = Steps(None)
    steps.kept_result(as_part(CALL, cancelled()))
    assert steps.stop() == []

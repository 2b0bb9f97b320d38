"""What a call came to, told and read back."""

import pytest
from pydantic import JsonValue

from tests.support.desk import call
from vaultdesk.agent.outcome import Outcome, trouble_of
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, result_part
from vaultdesk.tools.tool import ToolResult


@pytest.mark.parametrize(
    "result",
    [
        ToolResult(success=True, data=[{"path": "a.md", "content": "x"}]),
        ToolResult(success=True),
        cancelled_result(),
        cancelled_result("too private"),
        failed_result("VALIDATION_FAILED", "wrong", [{"field": "query"}]),
    ],
)
def test_a_result_says_the_same_when_it_is_read_back(result: ToolResult) -> None:
    assert Outcome.read_back(result_part(call("file_read", "c1"), result).content) == Outcome.told(result)


@pytest.mark.parametrize("content", ["edited by hand", "[]", "{", '{"error": 3}', "[" * 100_000])
def test_a_result_that_was_edited_says_nothing(content: str) -> None:
    assert Outcome.read_back(content) == Outcome()


@pytest.mark.parametrize("data", [None, "x", {"path": "a.md"}, [1, None, {"path": 3}, [[]]]])
def test_data_of_another_shape_lists_nothing(data: JsonValue) -> None:
    assert Outcome(data=data).listed == []


def test_what_stands_in_the_place_of_a_text_tells_the_trouble() -> None:
    told = [trouble_of(content) for content in ("File not found: a.md", "Error reading file: no", "text", None)]
    assert told == ["missing", "unreadable", "", ""]

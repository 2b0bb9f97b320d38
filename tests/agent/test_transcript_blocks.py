"""Tests of agent/transcript_blocks.py."""

import pytest
from pydantic import JsonValue

from tests.support.growth import check_linear
from tests.support.tool_env import call
from vaultdesk.agent.transcript_blocks import AnswerBlock, GrowingText, StepBlock, ToolOutcome, file_problem_of
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, result_part
from vaultdesk.tools.tool import ToolResult

# Growing text as an immutable value.


def test_appending_leaves_the_original_text_unchanged() -> None:
    short = GrowingText("One")
    long, other = short.with_appended(" two"), short.with_appended(" three")
    assert [str(text) for text in (short, long, other)] == ["One", "One two", "One three"]
    assert [len(text) for text in (short, long, other)] == [3, 7, 9]


def test_texts_with_the_same_content_are_equal() -> None:
    assert GrowingText("One").with_appended(" two") == GrowingText("One two")
    assert len({GrowingText("One").with_appended(" two"), GrowingText("One two")}) == 1
    assert GrowingText("One") != GrowingText("Two")


def test_since_returns_the_appended_text() -> None:
    short = GrowingText("One")
    long = short.with_appended(" two").with_appended(" three")
    assert (long.since(short), long.since(long), long.since(GrowingText())) == (" two three", "", "One two three")
    assert GrowingText("One two").since(short) == " two"


def test_appending_to_a_long_text_takes_constant_time() -> None:
    def append(count: int) -> None:
        piece, text = "x" * 1_000, GrowingText()
        for _ in range(count):
            text = text.with_appended(piece)
        assert len(text) == 1_000 * count

    check_linear(append, int, 20_000)


# Immutable blocks.


def test_blocks_are_frozen() -> None:
    with pytest.raises(AttributeError):
        AnswerBlock(GrowingText("a")).done = True
    assert StepBlock("c1", "x", "X").state == "preparing"


# Outcome of a call, stored and read back.


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
def test_a_tool_outcome_is_read_back_from_its_content(result: ToolResult) -> None:
    assert ToolOutcome.from_content(result_part(call("file_read", "c1"), result).content) == ToolOutcome.from_result(
        result
    )


@pytest.mark.parametrize("content", ["edited by hand", "[]", "{", '{"error": 3}', "[" * 100_000])
def test_an_edited_result_gives_an_empty_outcome(content: str) -> None:
    assert ToolOutcome.from_content(content) == ToolOutcome()


@pytest.mark.parametrize("data", [None, "x", {"path": "a.md"}, [1, None, {"path": 3}, [[]]]])
def test_data_of_another_form_lists_no_notes(data: JsonValue) -> None:
    assert ToolOutcome(data=data).listed_notes == []


def test_file_problem_is_recognized_from_the_content() -> None:
    problems = [
        file_problem_of(content) for content in ("File not found: a.md", "Error reading file: no", "text", None)
    ]
    assert problems == ["missing", "unreadable", "", ""]

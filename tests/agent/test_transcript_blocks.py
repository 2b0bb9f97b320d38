"""Tests of agent/transcript_blocks.py."""

import time
from dataclasses import FrozenInstanceError

import pytest
from pydantic import JsonValue

from tests.support.desk import call
from vaultdesk.agent.transcript_blocks import AnswerBlock, GrowingText, StepBlock, ToolOutcome, file_problem_of
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, result_part
from vaultdesk.tools.tool import ToolResult

# A text that grows as a value.


def test_a_text_that_has_grown_leaves_the_shorter_one_as_it_was() -> None:
    short = GrowingText("One")
    long, other = short.with_appended(" two"), short.with_appended(" three")
    assert [str(text) for text in (short, long, other)] == ["One", "One two", "One three"]
    assert [len(text) for text in (short, long, other)] == [3, 7, 9]


def test_texts_that_say_the_same_are_the_same() -> None:
    assert GrowingText("One").with_appended(" two") == GrowingText("One two")
    assert len({GrowingText("One").with_appended(" two"), GrowingText("One two")}) == 1
    assert GrowingText("One") != GrowingText("Two")


def test_what_was_added_can_be_asked_for() -> None:
    short = GrowingText("One")
    long = short.with_appended(" two").with_appended(" three")
    assert (long.since(short), long.since(long), long.since(GrowingText())) == (" two three", "", "One two three")
    assert GrowingText("One two").since(short) == " two"


def test_a_long_text_grows_as_fast_as_a_short_one() -> None:
    piece, text = "x" * 1_000, GrowingText()
    began = time.process_time()
    for _ in range(100_000):  # copied each time, these would be five terabytes
        text = text.with_appended(piece)
    assert time.process_time() - began < 5
    assert len(text) == 100_000_000


# Blocks as values.


def test_blocks_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        AnswerBlock(GrowingText("a")).done = True
    assert StepBlock("c1", "x", "X").state == "preparing"


# What a call came to, told and read back.


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
    assert ToolOutcome.from_content(result_part(call("file_read", "c1"), result).content) == ToolOutcome.from_result(
        result
    )


@pytest.mark.parametrize("content", ["edited by hand", "[]", "{", '{"error": 3}', "[" * 100_000])
def test_a_result_that_was_edited_says_nothing(content: str) -> None:
    assert ToolOutcome.from_content(content) == ToolOutcome()


@pytest.mark.parametrize("data", [None, "x", {"path": "a.md"}, [1, None, {"path": 3}, [[]]]])
def test_data_of_another_shape_lists_nothing(data: JsonValue) -> None:
    assert ToolOutcome(data=data).listed_notes == []


def test_what_stands_in_the_place_of_a_text_tells_the_trouble() -> None:
    told = [file_problem_of(content) for content in ("File not found: a.md", "Error reading file: no", "text", None)]
    assert told == ["missing", "unreadable", "", ""]

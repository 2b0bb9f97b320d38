"""Tests of answered_words.py."""

import json

import pytest

from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.ui.chat.answered_words import LONGEST, answered
from vaultdesk.ui.chat.tool_words import step_words


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"chosen": ["House"]}, "House"),
        ({"chosen": ["Costs", "Tasks"], "words": "and the roof"}, "Costs, Tasks, “and the roof”"),
        ({"chosen": [], "words": "neither"}, "“neither”"),
        ({"dismissed": True, "message": "The person chose not to answer."}, "you skipped it"),
        ({}, ""),
    ],
)
def test_the_answer_is_told_in_the_persons_words(data: dict[str, object], said: str) -> None:
    assert answered(json.dumps(data)) == answered(json.dumps({"success": True, "data": data})) == said


@pytest.mark.parametrize("result", ["", "no json", "[1]", '{"data": 3}'])
def test_a_result_that_is_none_says_nothing(result: str) -> None:
    assert answered(result) == ""


def test_a_long_answer_is_cut_in_the_line() -> None:
    assert len(answered(json.dumps({"words": "x" * 500}))) == LONGEST


def test_the_step_keeps_question_and_answer_in_sight() -> None:
    result = json.dumps({"success": True, "data": {"chosen": ["House"]}})
    words = step_words(StepBlock("c", "ask_user", "Ask you", "done", summary="Which project?", result=result))
    assert (words.verb, words.object, words.result) == ("Asked you", "Which project?", "House")

"""Tests of tools/elicitation.py: an answer is limited to the offered choices."""

import pytest

from tests.support.tool_env import Answers
from vaultdesk.core.values import replace
from vaultdesk.tools.elicitation import (
    DISMISSED_ANSWER,
    MAX_ANSWER_CHARACTERS,
    Elicitation,
    ElicitationAnswer,
    elicitor_of,
    valid_answer,
)

ELICITATION = Elicitation("ask_1", "Which?", ("A", "B", "C"))


class ElicitingApprover(Answers):
    """Answers approval requests and questions."""

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        return ElicitationAnswer(elicitation.choices[:1])


def test_an_approver_with_elicit_is_the_elicitor() -> None:
    approver = ElicitingApprover()
    assert elicitor_of(approver) is approver
    assert elicitor_of(Answers()) is None


@pytest.mark.parametrize(
    ("answer", "multiple", "free_text", "expected"),
    [
        (ElicitationAnswer(("B",)), False, True, ElicitationAnswer(("B",))),
        (ElicitationAnswer(("B", "A")), False, True, ElicitationAnswer(("A",))),
        (ElicitationAnswer(("C", "A"), "and D"), True, True, ElicitationAnswer(("A", "C"), "and D")),
        (ElicitationAnswer(("D",), "D"), True, False, DISMISSED_ANSWER),
        (ElicitationAnswer((), "  "), False, True, DISMISSED_ANSWER),
        (ElicitationAnswer(("A",), "x", dismissed=True), False, True, DISMISSED_ANSWER),
    ],
)
def test_choices_that_were_not_offered_are_removed(
    answer: ElicitationAnswer, multiple: bool, free_text: bool, expected: ElicitationAnswer
) -> None:
    assert valid_answer(answer, replace(ELICITATION, multiple=multiple, free_text=free_text)) == expected


def test_free_text_has_a_limited_length() -> None:
    assert len(valid_answer(ElicitationAnswer(text="x" * 10_000), ELICITATION).text) == MAX_ANSWER_CHARACTERS

"""Questions to the person: an answer is only ever what was offered."""

from dataclasses import replace

import pytest

from tests.support.desk import Answers
from vaultdesk.tools.elicitation import (
    DISMISSED_ANSWER,
    MAX_ANSWER_CHARACTERS,
    Elicitation,
    ElicitationAnswer,
    elicitor_of,
    valid_answer,
)

ASKED = Elicitation("ask_1", "Which?", ("A", "B", "C"))


class Asker(Answers):
    """Can be asked for approvals and put questions to."""

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        return ElicitationAnswer(elicitation.choices[:1])


def test_an_approver_that_can_be_asked_is_the_inquirer() -> None:
    asker = Asker()
    assert elicitor_of(asker) is asker
    assert elicitor_of(Answers()) is None


@pytest.mark.parametrize(
    ("answer", "several", "free", "kept"),
    [
        (ElicitationAnswer(("B",)), False, True, ElicitationAnswer(("B",))),
        (ElicitationAnswer(("B", "A")), False, True, ElicitationAnswer(("A",))),
        (ElicitationAnswer(("C", "A"), "and D"), True, True, ElicitationAnswer(("A", "C"), "and D")),
        (ElicitationAnswer(("D",), "D"), True, False, DISMISSED_ANSWER),
        (ElicitationAnswer((), "  "), False, True, DISMISSED_ANSWER),
        (ElicitationAnswer(("A",), "x", dismissed=True), False, True, DISMISSED_ANSWER),
    ],
)
def test_what_was_not_offered_is_no_answer(
    answer: ElicitationAnswer, several: bool, free: bool, kept: ElicitationAnswer
) -> None:
    assert valid_answer(answer, replace(ASKED, multiple=several, free_text=free)) == kept


def test_own_words_are_bounded() -> None:
    assert len(valid_answer(ElicitationAnswer(text="x" * 10_000), ASKED).text) == MAX_ANSWER_CHARACTERS

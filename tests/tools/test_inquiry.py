"""Questions to the person: an answer is only ever what was offered."""

from dataclasses import replace

import pytest

from tests.support.desk import Answers
from vaultdesk.tools.inquiry import DISMISSED, LONGEST_ANSWER, Inquiry, InquiryAnswer, fitting, inquirer_of

ASKED = Inquiry("ask_1", "Which?", ("A", "B", "C"))


class Asker(Answers):
    """Can be asked for approvals and put questions to."""

    async def inquire(self, inquiry: Inquiry) -> InquiryAnswer:
        return InquiryAnswer(inquiry.choices[:1])


def test_an_approver_that_can_be_asked_is_the_inquirer() -> None:
    asker = Asker()
    assert inquirer_of(asker) is asker
    assert inquirer_of(Answers()) is None


@pytest.mark.parametrize(
    ("answer", "several", "free", "kept"),
    [
        (InquiryAnswer(("B",)), False, True, InquiryAnswer(("B",))),
        (InquiryAnswer(("B", "A")), False, True, InquiryAnswer(("A",))),
        (InquiryAnswer(("C", "A"), "and D"), True, True, InquiryAnswer(("A", "C"), "and D")),
        (InquiryAnswer(("D",), "D"), True, False, DISMISSED),
        (InquiryAnswer((), "  "), False, True, DISMISSED),
        (InquiryAnswer(("A",), "x", dismissed=True), False, True, DISMISSED),
    ],
)
def test_what_was_not_offered_is_no_answer(
    answer: InquiryAnswer, several: bool, free: bool, kept: InquiryAnswer
) -> None:
    assert fitting(answer, replace(ASKED, several=several, free=free)) == kept


def test_own_words_are_bounded() -> None:
    assert len(fitting(InquiryAnswer(words="x" * 10_000), ASKED).words) == LONGEST_ANSWER

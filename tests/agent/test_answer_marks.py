"""Tests of agent/answer_marks.py: notices under an answer."""

import pytest

from vaultdesk.agent.answer_marks import unsupported_numbers

PASSAGE = "Nordwärme: 8.5 kW for €18,400, six weeks; Klimatec 16.900 €. Paid 3,50 on 2026-11-20 at 14:30."


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("The new heat pump is estimated to cost $20,000.", ["20,000"]),
        ("It costs 18400 euros.", []),
        ("It costs 18.400 or 18 400 or 18’400 euros.", []),
        ("It costs 16,900.", []),
        ("It has 8,5 kW and cost 3.5.", []),
        ("It has 9.5 kW.", ["9.5"]),
        ("1. First\n2. Second\n12. Twelfth", []),
        ("See [[Daily/2027-01-01]].", []),
        ("On 2026-11-20 at 14:30.", []),
        ("There are 3 of them.", []),
        ("First 77, then 77 and 88.", ["77", "88"]),
        ("", []),
    ],
)
def test_a_number_that_no_passage_has_is_told(answer: str, numbers: list[str]) -> None:
    assert unsupported_numbers(answer, PASSAGE) == numbers

"""Claims without a source: told by links alone."""

import pytest

from vaultdesk.agent.modes.unsourced import NONE_NAMED, unsourced
from vaultdesk.chat.messages import Source

HALF = "1 of 2 statements in this answer name no source from your notes."
GIVEN = (Source(path="House/Boiler.md"), Source(path="Budget.md"))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("You chose a heat pump [[House/Boiler]].", ""),
        ("You chose a heat pump [[Boiler#Decision|Boiler]].", ""),
        ("You chose a heat pump.", NONE_NAMED),
        ("Hello.", ""),
        ("", ""),
        (
            "You chose a heat pump [[Boiler]].\n\nIt costs eighteen thousand euros.",
            "1 of 2 statements in this answer name no source from your notes.",
        ),
        ("# What you chose in the end\n\nHere is what I found:\n\n- A heat pump was chosen [[Boiler]]", ""),
        ("- One thing is so here\n- Another is from a note [[Budget]]", HALF),
        ("| a | b |\n|---|---|\n| the heat pump costs | 18,400 [[Budget]] |", ""),
        ("```\nsome code without any source at all\n```\nIt stands in a note so [[Budget]].", ""),
        ("It was sold last year they say [[Sale]].", f"{NONE_NAMED} It links to what it was not given: Sale."),
        (
            "It was sold last year they say [[Budget]] and [[Sale]].",
            "It links to what it was not given: Sale.",
        ),
        ("Shall I look for something else then?", ""),
    ],
)  # fmt: skip
def test_what_names_no_source_is_told(answer: str, told: str) -> None:
    assert unsourced(answer, GIVEN) == told


def test_without_anything_given_every_claim_is_without_source() -> None:
    assert unsourced("You chose a heat pump.", ()) == NONE_NAMED


def test_a_hostile_answer_costs_no_more_than_its_length() -> None:
    assert unsourced("[[" * 50_000, GIVEN) == ""
    assert unsourced("- a b c d e\n" * 5_000, GIVEN) == NONE_NAMED

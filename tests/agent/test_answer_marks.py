"""Tests of agent/answer_marks.py."""

from collections.abc import Callable

import pytest

from tests.support.growth import check_linear, repeated
from vaultdesk.agent.answer_marks import NO_SOURCES_NOTICE, cited_sources_of, uncited_statements, unsupported_numbers
from vaultdesk.chat.messages import Source

# Sources of an answer.

READ = [Source(path="P/Boiler.md", characters=5), Source(path="P/Budget.md", characters=5)]
FOUND = [Source(path="P/Boiler.md", characters=2), Source(path="Daily/x.md", characters=2)]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("See [[P/Budget]] and [[boiler#Decision|there]].", ["P/Budget.md", "P/Boiler.md"]),
        ("See [[P/Budget.md]], [[P/Budget]].", ["P/Budget.md"]),
        ("See [[Daily/x]].", ["Daily/x.md"]),
        ("No links.", ["P/Boiler.md", "P/Budget.md"]),
        ("See [[Elsewhere]].", ["P/Boiler.md", "P/Budget.md"]),
    ],
)
def test_linked_notes_are_sources_or_else_all_read_notes(text: str, paths: list[str]) -> None:
    assert [source.path for source in cited_sources_of(text, READ, FOUND)] == paths


def test_notes_only_found_are_no_sources() -> None:
    assert cited_sources_of("No links.", [], FOUND) == ()


@pytest.mark.parametrize("make", [repeated("[["), repeated("[[a"), repeated("a", before="[[")])
def test_sources_of_hostile_answers_are_found_in_linear_time(make: Callable[[int], str]) -> None:
    check_linear(lambda text: cited_sources_of(text, READ, FOUND), make, 80_000)


# Statements without a source, recognized by their links.

HALF = "1 of 2 statements in this answer name no source from your notes."
GIVEN = (Source(path="House/Boiler.md"), Source(path="Budget.md"))


@pytest.mark.parametrize(
    ("answer", "notice"),
    [
        ("You chose a heat pump [[House/Boiler]].", ""),
        ("You chose a heat pump [[Boiler#Decision|Boiler]].", ""),
        ("You chose a heat pump.", NO_SOURCES_NOTICE),
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
        ("It was sold last year they say [[Sale]].", f"{NO_SOURCES_NOTICE} It links to notes that it was not given: "
            "Sale."),
        (
            "It was sold last year they say [[Budget]] and [[Sale]].",
            "It links to notes that it was not given: Sale.",
        ),
        ("Shall I look for something else then?", ""),
    ],
)  # fmt: skip
def test_statements_without_a_source_are_reported(answer: str, notice: str) -> None:
    assert uncited_statements(answer, GIVEN) == notice


def test_without_sources_every_statement_is_reported() -> None:
    assert uncited_statements("You chose a heat pump.", ()) == NO_SOURCES_NOTICE


def test_statements_of_a_hostile_answer_are_checked_in_linear_time() -> None:
    assert uncited_statements("[[" * 50_000, GIVEN) == ""
    assert uncited_statements("- a b c d e\n" * 5_000, GIVEN) == NO_SOURCES_NOTICE


# Numbers without support in the passages.

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
def test_a_number_missing_from_the_passages_is_reported(answer: str, numbers: list[str]) -> None:
    assert unsupported_numbers(answer, PASSAGE) == numbers

"""Tests of cited_words.py."""

import pytest

from vaultdesk.ui.chat.cited_words import cited_first, cited_in, note_and_heading
from vaultdesk.ui.rendering.planner import plan_of


def first(text: str, note: str, heading: str = "") -> str:
    return cited_first(plan_of(text), note, heading)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("> We chose **the pump**. — [[Boiler]][^1]", "We chose the pump."),
        ("[[Boiler]][^1]: we chose the pump.", ": we chose the pump."),
        ("It is cold, [[Survey]][^1]. We chose the pump, [[Boiler]][^2].", ". We chose the pump,"),
        ("| what | where |\n|---|---|\n| We chose the pump | [[Boiler]][^1] |\n", "We chose the pump"),
    ],
)
def test_the_words_are_those_the_link_is_the_source_of(text: str, words: str) -> None:
    assert first(text, "Boiler") == words


@pytest.mark.parametrize(
    "text", ["See [[Boiler]][^1].", "- [[Boiler]][^1]", "```\n[[Boiler]] is old and leaks\n```", "None."]
)
def test_too_few_words_are_none(text: str) -> None:
    assert first(text, "Boiler") == ""


def test_a_link_to_another_heading_is_another_source() -> None:
    text = "The pump is loud. [[Boiler#Noise]]\n\nIt is paid by three. [[Boiler#Project#Costs]]"
    assert first(text, "Boiler", "Costs") == "It is paid by three."
    assert note_and_heading(" A/Boiler #Project# Costs") == ("A/Boiler", "Costs")


def test_of_two_links_in_one_place_the_one_at_the_offset_counts() -> None:
    (lines,) = plan_of("> The old boiler leaks. — [[Boiler]]\n> The fitter comes on Friday. — [[Boiler]]")
    second = lines.text.rindex("Boiler")
    assert cited_in(lines, "Boiler", "") == "The old boiler leaks."
    assert cited_in(lines, "Boiler", "", offset=second) == "The fitter comes on Friday."


def test_of_two_rows_the_one_that_is_meant_counts() -> None:
    (table,) = plan_of(
        "| fact | note |\n|---|---|\n| The old boiler leaks | [[Boiler]] |\n| It is paid by three | [[Boiler]] |\n"
    )
    assert cited_in(table, "Boiler", "", row=2) == "It is paid by three"

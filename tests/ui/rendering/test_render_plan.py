"""Tests of ui/rendering/render_plan.py."""

from dataclasses import replace

import pytest

from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import (
    Box,
    CodeBlock,
    Nesting,
    Table,
    TextBlock,
    TextRun,
    comparable_letters,
    find_passage,
    find_target_element,
    note_href,
    note_target,
    plan_images,
    plan_line_count,
    plan_link_targets,
    runs_of,
    section_elements,
)


@pytest.mark.parametrize("target", ["A", "A/B c#H ü%20", "//host/share", "a?b=c&d", "‮x"])
def test_a_target_survives_the_way_through_an_address(target: str) -> None:
    assert note_href(target).isascii()
    assert note_target(note_href(target)) == target


def test_other_addresses_hold_no_target() -> None:
    assert note_target("https://a.b") == ""


def test_targets_and_pictures_are_found_in_paragraphs_and_tables() -> None:
    plan = plan_of("[[A]] ![[p.png]]\n\n| x |\n|---|\n| [[B]] |\n\n`[[C]]` https://d.e")
    assert plan_link_targets(plan) == {"note:A", "note:B", "note:p.png"}
    assert plan_images(plan) == {"p.png"}


def test_texts_are_told_without_looks() -> None:
    assert TextBlock("paragraph", (TextRun("a"), TextRun("b"))).text == "ab"
    assert Table(("left", "left"), (((TextRun("a"),), (TextRun("b"),)), ((TextRun("c"),), ()))).text == "a\tb\nc\t"
    assert runs_of(CodeBlock("", "x", ((TextRun("x"),),))) == []


def test_weight_counts_lines_and_cells() -> None:
    assert plan_line_count(plan_of("a\n\n```\n1\n2\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |")) == 1 + 2 + 4


def test_a_block_is_read_from_where_its_first_letter_is() -> None:
    assert TextBlock("paragraph", (TextRun("12. "), TextRun("דוח word"))).right_to_left
    assert not TextBlock("paragraph", (TextRun("12. "), TextRun("word דוח"))).right_to_left
    assert not TextBlock("paragraph", (TextRun("12 – 14"),)).right_to_left


PLAN = plan_of(
    "intro\n\n# One\n\nfirst **bold** words here\n\n## Sub\n\nin sub one ^id1\n\n# Two\n\n## Sub\n\nin sub two\n\n"
    "| a | b |\n|---|---|\n| cell words | that matter |\n"
)


@pytest.mark.parametrize(
    ("place", "text"), [("One", "One"), ("two#sub", "Sub"), ("^id1", "in sub one"), ("Sub", "Sub")]
)
def test_headings_and_blocks_are_found(place: str, text: str) -> None:
    number = find_target_element(PLAN, place)
    assert number is not None
    assert PLAN[number].text == text


def test_a_nested_heading_is_the_one_below_its_parent() -> None:
    number = find_target_element(PLAN, "Two#Sub")
    assert number is not None
    assert PLAN[number + 1].text == "in sub two"
    assert find_target_element(PLAN, "Nowhere") is None


@pytest.mark.parametrize("words", ["first bold words", "FIRST *bold* words here!", "cell words that matter"])
def test_quoted_words_are_found_by_their_letters(words: str) -> None:
    assert find_passage(PLAN, words) is not None


def test_a_snippet_that_begins_before_the_text_is_found_all_the_same() -> None:
    found = find_passage(PLAN, "A title that is not in it … first bold words here")
    assert found is not None
    assert PLAN[found.start].text.startswith("first")


NOTE = plan_of(
    "# Boiler\n\nThe old boiler leaks.\n\n> [!success] Decision\n> We chose **8.5 kW**, see [[Boiler#Quotes]] "
    "and [[Nordwärme|the supplier]].\n> It is paid\n> by `three`.\n\n"
    "- [ ] Send the [[Subsidy]] form before the contract\n"
)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("We chose 8.5 kW, see Boiler#Quotes and the supplier.", "We chose"),
        ("It is paid by three.", "We chose"),
        ("Send the Subsidy form before the contract", "Send the"),
        ("Send the Subsidy form before the contract is signed, said the fitter", "Send the"),
        ("As you wrote, the old boiler leaks and", "The old"),
    ],
)
def test_words_without_the_markup_of_their_note_are_found(words: str, text: str) -> None:
    found = find_passage(NOTE, words)
    assert found is not None
    assert [NOTE[number].text.startswith(text) for number in found] == [True]


def test_what_is_not_there_is_not_found() -> None:
    assert find_passage(PLAN, "no such words anywhere in this") is None
    assert find_passage(PLAN, "…") is None


def test_a_section_ends_at_the_next_heading() -> None:
    number = find_target_element(PLAN, "One")
    assert number is not None
    assert [PLAN[n].text for n in section_elements(PLAN, number)] == ["One", "first bold words here"]
    assert comparable_letters("Ä-b 1!") == "äb1"


def test_headings_and_blocks_of_what_is_embedded_are_not_the_notes_own() -> None:
    own = plan_of("# One\n\nown ^id\n\n# Two")
    inside = Nesting((Box(0, "embed"),))
    other = tuple(replace(element, nesting=inside) for element in own)
    assert (find_target_element((*other, *own), "One"), find_target_element((*other, *own), "^id")) == (3, 4)
    assert section_elements((own[0], *other), 0) == range(4)


def test_words_of_the_note_itself_come_before_the_same_words_in_what_it_embeds() -> None:
    own = plan_of("intro\n\nthe words looked for")
    inside = Nesting((Box(0, "embed"),))
    other = tuple(replace(element, nesting=inside) for element in own)
    assert find_passage((*other, *own), "the words looked for") == range(3, 4)
    assert find_passage((*own, *other), "the words looked for", 2) == range(1, 2)
    assert find_passage((own[0], *other), "the words looked for") == range(2, 3)
    assert find_passage((), "the words looked for") is None


def test_a_heading_is_found_by_what_is_written_and_by_what_is_shown() -> None:
    plan = plan_of('x\n\n## <a name="close"></a> `CSocket::Close`')
    assert [find_target_element(plan, one) for one in ('<a name="close"></a> `CSocket::Close`', "CSocket Close")] == [
        1,
        1,
    ]
    plan = plan_of("x\n\n# [[Other note|Shown]] [here](x.md)\n\n## Use #if and #else\n\n## 1. Last")
    written = ("[[Other note|Shown]] [here](x.md)", "Shown here", "Use #if and #else", "1. Last", "Shown here#1 Last")
    assert [find_target_element(plan, one) for one in written] == [1, 1, 2, 3, 3]

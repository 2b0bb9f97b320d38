"""Tests of ui/rendering/render_plan.py."""

import pytest

from vaultdesk.core.values import replace
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
def test_a_target_is_restored_from_its_address(target: str) -> None:
    assert note_href(target).isascii()
    assert note_target(note_href(target)) == target


def test_other_addresses_have_no_target() -> None:
    assert note_target("https://a.b") == ""


def test_targets_and_pictures_are_found_in_paragraphs_and_tables() -> None:
    plan = plan_of("[[A]] ![[p.png]]\n\n| x |\n|---|\n| [[B]] |\n\n`[[C]]` https://d.e")
    assert plan_link_targets(plan) == {"note:A", "note:B", "note:p.png"}
    assert plan_images(plan) == {"p.png"}


def test_the_text_of_elements_has_no_formatting() -> None:
    assert TextBlock("paragraph", (TextRun("a"), TextRun("b"))).text == "ab"
    assert Table(("left", "left"), (((TextRun("a"),), (TextRun("b"),)), ((TextRun("c"),), ()))).text == "a\tb\nc\t"
    assert runs_of(CodeBlock("", "x", ((TextRun("x"),),))) == []


def test_the_line_count_includes_code_lines_and_table_cells() -> None:
    assert plan_line_count(plan_of("a\n\n```\n1\n2\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |")) == 1 + 2 + 4


def test_the_direction_of_a_block_is_that_of_its_first_letter() -> None:
    assert TextBlock("paragraph", (TextRun("12. "), TextRun("דוח word"))).right_to_left
    assert not TextBlock("paragraph", (TextRun("12. "), TextRun("word דוח"))).right_to_left
    assert not TextBlock("paragraph", (TextRun("12 – 14"),)).right_to_left


PLAN = plan_of(
    "intro\n\n# One\n\nfirst **bold** words here\n\n## Sub\n\nin sub one ^id1\n\n# Two\n\n## Sub\n\nin sub two\n\n"
    "| a | b |\n|---|---|\n| cell words | that matter |\n"
)


@pytest.mark.parametrize(
    ("subpath", "text"), [("One", "One"), ("two#sub", "Sub"), ("^id1", "in sub one"), ("Sub", "Sub")]
)
def test_headings_and_blocks_are_found(subpath: str, text: str) -> None:
    number = find_target_element(PLAN, subpath)
    assert number is not None
    assert PLAN[number].text == text


def test_a_nested_heading_is_found_below_its_parent() -> None:
    number = find_target_element(PLAN, "Two#Sub")
    assert number is not None
    assert PLAN[number + 1].text == "in sub two"
    assert find_target_element(PLAN, "Nowhere") is None


@pytest.mark.parametrize("words", ["first bold words", "FIRST *bold* words here!", "cell words that matter"])
def test_quoted_words_are_found_regardless_of_case_and_punctuation(words: str) -> None:
    assert find_passage(PLAN, words) is not None


def test_a_snippet_with_a_preceding_title_is_found() -> None:
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
def test_words_are_found_without_the_markup_of_their_note(words: str, text: str) -> None:
    found = find_passage(NOTE, words)
    assert found is not None
    assert [NOTE[number].text.startswith(text) for number in found] == [True]


def test_missing_words_are_not_found() -> None:
    assert find_passage(PLAN, "no such words anywhere in this") is None
    assert find_passage(PLAN, "…") is None


def test_a_section_ends_at_the_next_heading() -> None:
    number = find_target_element(PLAN, "One")
    assert number is not None
    assert [PLAN[n].text for n in section_elements(PLAN, number)] == ["One", "first bold words here"]
    assert comparable_letters("Ä-b 1!") == "äb1"


def test_headings_and_blocks_of_embeds_are_not_those_of_the_note() -> None:
    own = plan_of("# One\n\nown ^id\n\n# Two")
    nesting = Nesting((Box(0, "embed"),))
    embedded = tuple(replace(element, nesting=nesting) for element in own)
    assert (find_target_element((*embedded, *own), "One"), find_target_element((*embedded, *own), "^id")) == (3, 4)
    assert section_elements((own[0], *embedded), 0) == range(4)


def test_words_of_the_note_take_precedence_over_those_of_its_embeds() -> None:
    own = plan_of("intro\n\nthe words looked for")
    nesting = Nesting((Box(0, "embed"),))
    embedded = tuple(replace(element, nesting=nesting) for element in own)
    assert find_passage((*embedded, *own), "the words looked for") == range(3, 4)
    assert find_passage((*own, *embedded), "the words looked for", 2) == range(1, 2)
    assert find_passage((own[0], *embedded), "the words looked for") == range(2, 3)
    assert find_passage((), "the words looked for") is None


def test_a_heading_is_found_by_its_source_and_by_its_visible_text() -> None:
    plan = plan_of('x\n\n## <a name="close"></a> `CSocket::Close`')
    assert [
        find_target_element(plan, target) for target in ('<a name="close"></a> `CSocket::Close`', "CSocket Close")
    ] == [
        1,
        1,
    ]
    plan = plan_of("x\n\n# [[Other note|Shown]] [here](x.md)\n\n## Use #if and #else\n\n## 1. Last")
    targets = ("[[Other note|Shown]] [here](x.md)", "Shown here", "Use #if and #else", "1. Last", "Shown here#1 Last")
    assert [find_target_element(plan, target) for target in targets] == [1, 1, 2, 3, 3]

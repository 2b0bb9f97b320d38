"""Headings: those of the text as it is, and how deep each stands."""

from vaultdesk.ui.note.heading_places import pieces_of
from vaultdesk.ui.note.headings import at_line, depths_of, headings_of
from vaultdesk.ui.rendering.planner import plan_of

TEXT = "---\nx: 1\n---\n# Boiler **now**\n\n```\n# no heading\n```\n\n### [[Costs|the costs]]\n\n## End\n# Other\n"


def test_headings_have_their_line_and_no_signs() -> None:
    found = headings_of(TEXT)
    assert [(one.level, one.text, one.line) for one in found] == [
        (1, "Boiler now", 4), (3, "the costs", 10), (2, "End", 12), (1, "Other", 13),
    ]  # fmt: skip


def test_a_number_at_the_beginning_of_a_heading_belongs_to_it() -> None:
    text = "# 1. First\n\n## 2) Second\n\n## - dash\n"
    assert [one.text for one in headings_of(text)] == ["1. First", "2) Second", "- dash"]
    assert None not in pieces_of(plan_of(text), headings_of(text))


def test_a_level_that_is_left_out_is_no_step() -> None:
    assert depths_of(headings_of(TEXT)) == [0, 1, 1, 0]


def test_a_line_stands_under_the_heading_above_it() -> None:
    found = headings_of(TEXT)
    assert [at_line(found, line) for line in (1, 4, 9, 10, 99)] == [-1, 0, 0, 1, 3]
    assert at_line((), 3) == -1

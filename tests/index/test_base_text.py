"""BaseText: every word of a base, and nothing of it evaluated (OBSIDIAN E.7)."""

import pytest

from vaultdesk.index.base_text import base_text
from vaultdesk.index.canvas_text import MadeText

BOOKS = """filters:
  and:
    - file.hasTag("book")
    - 'status != "done"'
formulas:
  ppu: "(price / age).toFixed(2)"
properties:
  formula.ppu:
    displayName: "Per unit"
views:
  - type: table
    name: "My table"
    limit: 10
    filters:
      or:
        - a > 3
        - not:
            - b
    order:
      - file.name
  - type: cards
"""

BODY = """filters and: file.hasTag("book")
filters and: status != "done"

formulas ppu: (price / age).toFixed(2)

properties formula.ppu displayName: Per unit

## My table

type: table
limit: 10
filters or: a > 3
filters or not: b
order: file.name

## cards

type: cards"""


def test_filters_formulas_and_views_are_words() -> None:
    made = base_text(BOOKS)
    lines = made.body.split("\n")
    assert made.body == BODY
    assert [lines[one.line - 1] for one in made.headings] == ["## My table", "## cards"]
    assert (made.links, made.tags, made.problem) == ((), (), "")


def test_an_empty_base_shows_everything_and_says_nothing() -> None:
    assert base_text("") == base_text("\n# only a comment\n") == MadeText()


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("a: 1\nb: &x 2", "It cannot be read as a base. Line 2 uses a YAML anchor or alias; those are not read."),
        ("a: 1\na: 2", "It cannot be read as a base. Line 2 sets “a” a second time."),
        ("- a", "It cannot be read as a base."),
        ("a: [", "It cannot be read as a base. Line 2 is not valid YAML: did not find expected node content."),
        ("a: " + "x" * 70_000, "It cannot be read as a base."),
        ("a: \x07", "It cannot be read as a base."),
        ("views: " + "[" * 200, "It cannot be read as a base."),
    ],
)
def test_what_cannot_be_read_is_a_problem(written: str, problem: str) -> None:
    assert base_text(written) == MadeText(problem=problem)


@pytest.mark.parametrize(
    "written", ["views: 3", "views: [1, {name: [x]}]", "filters: a", "views:\n  - type: x\n    name:\n"]
)
def test_odd_bases_are_read_as_far_as_they_go(written: str) -> None:
    assert base_text(written).problem == ""

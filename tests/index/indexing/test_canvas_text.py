"""Tests of index/indexing/canvas_text.py."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.indexing.canvas_text import MAX_NODES, ExtractedText, base_text, canvas_text

# CanvasText: cards, groups and arrows as a text, and no file that could stop it
# (vaultdesk/index/README.md, "Canvas and base text").


def _node(kind: str, x: float, y: float, **more: object) -> dict[str, object]:
    return {"id": f"{x}/{y}", "type": kind, "x": x, "y": y, "width": 100, "height": 50, **more}


GARDEN = {
    "nodes": [
        _node("group", 0, 0, label="Garden  plan", width=500, height=500),
        _node("group", 10, 10, label="Beds", width=200, height=200),
        _node("text", 300, 300, text="# Late\nafter the [[Roses#Red|roses]] #plants"),
        _node("text", 20, 20, text="open ``` code\n```\n[[No]]"),
        _node("file", 20, 100, file="Garden/Soil.md", subpath="#Clay"),
        _node("link", 900, 10, url="https://x.org/a"),
        _node("text", 900, 0, text="[t](A%20b.md) #plants #first"),
    ],
    "edges": [{"id": "e", "fromNode": "a", "toNode": "b", "label": "needs"}, {"id": "f"}],
    "unknown": {"kept": "out"},
}

BODY = """[t](A%20b.md) #plants #first

https://x.org/a

## Garden plan

# Late
after the [[Roses#Red|roses]] #plants

## Beds

open ``` code
```
[[No]]

[[Garden/Soil.md#Clay]]

needs"""


def test_cards_come_as_one_reads_them_each_below_its_group() -> None:
    assert canvas_text(json.dumps(GARDEN)).body == BODY


def test_headings_links_and_tags_have_their_places_in_the_made_text() -> None:
    made = canvas_text(json.dumps(GARDEN))
    lines = made.body.split("\n")
    assert [(one.level, one.text) for one in made.headings] == [(2, "Garden plan"), (1, "Late"), (2, "Beds")]
    assert all(lines[one.line - 1].endswith(one.text) for one in made.headings)
    assert [made.body[one.start : one.end] for one in made.links] == [
        "[t](A%20b.md)", "https://x.org/a", "[[Roses#Red|roses]]", "[[Garden/Soil.md#Clay]]",
    ]  # fmt: skip
    assert [(one.target, one.subpath) for one in made.links[2:]] == [("Roses", "Red"), ("Garden/Soil.md", "Clay")]
    assert made.tags == ("plants", "first", "plants")


def test_code_left_open_in_one_card_hides_nothing_of_the_next() -> None:
    nodes = [_node("text", 0, 0, text="```\n[[No]]"), _node("text", 0, 9, text="[[Yes]]")]
    assert [one.target for one in canvas_text(json.dumps({"nodes": nodes})).links] == ["Yes"]


@pytest.mark.parametrize("written", ["", "  \n", "\ufeff", "{}", '{"nodes": [], "edges": []}', '{"nodes": {}}'])
def test_an_empty_canvas_is_a_canvas(written: str) -> None:
    assert canvas_text(written) == ExtractedText()


@pytest.mark.parametrize("written", ["{", "no", '{"nodes": [', "[" * 100_000, '{"a":' * 50_000])
def test_what_is_no_json_is_a_problem(written: str) -> None:
    assert canvas_text(written) == ExtractedText(problem="It is not a canvas: its text is not valid JSON.")


def test_json_of_another_kind_is_a_problem() -> None:
    assert canvas_text("[1]") == ExtractedText(problem="It is not a canvas.")


def test_a_file_name_that_is_no_link_is_shown_bare_and_leads_there_all_the_same() -> None:
    made = canvas_text(json.dumps({"nodes": [_node("file", 0, 0, file="a]] b|c.md")]}))
    assert (made.body, [one.target for one in made.links]) == ("a]] b|c.md", ["a]] b|c.md"])


VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.sampled_from(["text", "group", "file", "[[a]]", "#t"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["nodes", "edges", "type", "text", "label", "file", "x", "width"]), inner)
    ),
    max_leaves=25,
)


@given(st.dictionaries(st.sampled_from(["nodes", "edges"]), VALUES | st.lists(VALUES)))
def test_no_json_makes_it_fail(whole: dict[str, object]) -> None:
    assert isinstance(canvas_text(json.dumps(whole)), ExtractedText)


def test_only_so_many_cards_are_looked_at() -> None:
    nodes = [{"type": "text", "text": "a"}] * (MAX_NODES + 5)
    assert canvas_text(json.dumps({"nodes": nodes})).body.count("a") == MAX_NODES


# BaseText: every word of a base, and nothing of it evaluated (vaultdesk/index/README.md, "Canvas and base text").

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

BASE_TEXT_BODY = """filters and: file.hasTag("book")
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
    assert made.body == BASE_TEXT_BODY
    assert [lines[one.line - 1] for one in made.headings] == ["## My table", "## cards"]
    assert (made.links, made.tags, made.problem) == ((), (), "")


def test_an_empty_base_shows_everything_and_says_nothing() -> None:
    assert base_text("") == base_text("\n# only a comment\n") == ExtractedText()


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
    assert base_text(written) == ExtractedText(problem=problem)


@pytest.mark.parametrize(
    "written", ["views: 3", "views: [1, {name: [x]}]", "filters: a", "views:\n  - type: x\n    name:\n"]
)
def test_odd_bases_are_read_as_far_as_they_go(written: str) -> None:
    assert base_text(written).problem == ""

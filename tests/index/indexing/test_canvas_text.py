"""Tests of index/indexing/canvas_text.py."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.indexing.canvas_text import MAX_NODES, ExtractedText, base_text, canvas_text

# Canvas text: cards, groups and arrows as text; no file causes an exception
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


def test_cards_are_ordered_by_position_below_their_groups() -> None:
    assert canvas_text(json.dumps(GARDEN)).body == BODY


def test_headings_links_and_tags_have_positions_in_the_extracted_text() -> None:
    extracted = canvas_text(json.dumps(GARDEN))
    lines = extracted.body.split("\n")
    assert [(element.level, element.text) for element in extracted.headings] == [
        (2, "Garden plan"),
        (1, "Late"),
        (2, "Beds"),
    ]
    assert all(lines[element.line - 1].endswith(element.text) for element in extracted.headings)
    assert [extracted.body[element.start : element.end] for element in extracted.links] == [
        "[t](A%20b.md)", "https://x.org/a", "[[Roses#Red|roses]]", "[[Garden/Soil.md#Clay]]",
    ]  # fmt: skip
    assert [(element.target, element.subpath) for element in extracted.links[2:]] == [
        ("Roses", "Red"),
        ("Garden/Soil.md", "Clay"),
    ]
    assert extracted.tags == ("plants", "first", "plants")


def test_an_open_code_fence_in_a_card_does_not_hide_the_next_card() -> None:
    nodes = [_node("text", 0, 0, text="```\n[[No]]"), _node("text", 0, 9, text="[[Yes]]")]
    assert [link.target for link in canvas_text(json.dumps({"nodes": nodes})).links] == ["Yes"]


@pytest.mark.parametrize("text", ["", "  \n", "\ufeff", "{}", '{"nodes": [], "edges": []}', '{"nodes": {}}'])
def test_an_empty_canvas_is_accepted(text: str) -> None:
    assert canvas_text(text) == ExtractedText()


@pytest.mark.parametrize("text", ["{", "no", '{"nodes": [', "[" * 100_000, '{"a":' * 50_000])
def test_invalid_json_is_a_problem(text: str) -> None:
    assert canvas_text(text) == ExtractedText(problem="It is not a canvas: its text is not valid JSON.")


def test_json_of_another_kind_is_a_problem() -> None:
    assert canvas_text("[1]") == ExtractedText(problem="It is not a canvas.")


def test_a_file_name_that_cannot_be_a_link_is_plain_text_with_a_link_target() -> None:
    extracted = canvas_text(json.dumps({"nodes": [_node("file", 0, 0, file="a]] b|c.md")]}))
    assert (extracted.body, [link.target for link in extracted.links]) == ("a]] b|c.md", ["a]] b|c.md"])


VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.sampled_from(["text", "group", "file", "[[a]]", "#t"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["nodes", "edges", "type", "text", "label", "file", "x", "width"]), inner)
    ),
    max_leaves=25,
)


@given(st.dictionaries(st.sampled_from(["nodes", "edges"]), VALUES | st.lists(VALUES)))
def test_no_json_value_causes_an_exception(value: dict[str, object]) -> None:
    assert isinstance(canvas_text(json.dumps(value)), ExtractedText)


def test_the_number_of_cards_is_limited() -> None:
    nodes = [{"type": "text", "text": "a"}] * (MAX_NODES + 5)
    assert canvas_text(json.dumps({"nodes": nodes})).body.count("a") == MAX_NODES


# Base text: all text of a base, without evaluation (vaultdesk/index/README.md, "Canvas and base text").

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


def test_filters_formulas_and_views_are_text() -> None:
    extracted = base_text(BOOKS)
    lines = extracted.body.split("\n")
    assert extracted.body == BASE_TEXT_BODY
    assert [lines[heading.line - 1] for heading in extracted.headings] == ["## My table", "## cards"]
    assert (extracted.links, extracted.tags, extracted.problem) == ((), (), "")


def test_an_empty_base_has_no_text() -> None:
    assert base_text("") == base_text("\n# only a comment\n") == ExtractedText()


@pytest.mark.parametrize(
    ("text", "problem"),
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
def test_an_unreadable_base_is_a_problem(text: str, problem: str) -> None:
    assert base_text(text) == ExtractedText(problem=problem)


@pytest.mark.parametrize(
    "text", ["views: 3", "views: [1, {name: [x]}]", "filters: a", "views:\n  - type: x\n    name:\n"]
)
def test_bases_with_unexpected_values_are_read_partly(text: str) -> None:
    assert base_text(text).problem == ""

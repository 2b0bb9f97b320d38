"""Base filter: whole `.base` files: filters of the base and the view together, order, limit, and hostile YAML."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.query_language.scene import NOW, network, refused_well
from vaultdesk.index.link_graph import Network
from vaultdesk.tools.query_language.base_filter import base_question
from vaultdesk.tools.query_language.criteria import Every, File, Order, Property
from vaultdesk.tools.query_language.evaluation import answer
from vaultdesk.tools.tool import ToolFailure

BASE = """filters:
  or:
    - file.hasTag("work")
    - and:
        - file.inFolder("b")
        - 'status != "Done"'
    - not:
        - file.ext == "md"
        - file.hasTag("work")
formulas:
  ppu: "price / age"
properties:
  status:
    displayName: Status
views:
  - type: table
    name: Open
    limit: 1
    filters:
      and:
        - rating
        - 'status != "Done"'
    order:
      - file.name
      - note.status
      - formula.ppu
    sort:
      - property: file.name
        direction: DESC
  - type: cards
    name: "All of it"
    groupBy: {property: status, direction: DESC}
"""


def rows(net: Network, text: str, view: str = "") -> list[str]:
    question = base_question(text, view, NOW)
    return [note.name for note in answer(question, net).notes][: question.limit]


def test_the_filters_of_base_and_view_hold_together(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        assert rows(net, BASE) == ["C"]
        assert rows(net, BASE, "all of IT") == ["B", "A", "C"]


def test_the_views_columns_order_group_and_limit_are_the_questions() -> None:
    question = base_question(BASE, "Open", NOW)
    assert [column.label for column in question.columns] == ["file.name", "note.status"]
    assert (question.limit, question.not_computed) == (1, ("formula.ppu",))
    assert question.order == (Order(File("file_name"), descending=True),)
    grouped = base_question(BASE, "All of it", NOW)
    assert (grouped.group, grouped.order) == (Property("status"), (Order(Property("status"), descending=True),))


def test_a_base_without_filters_shows_every_note(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        for text in ("", "views: []", "filters:\nviews:\n  - type: table\n    filters:\n", "filters: {and: []}"):
            assert rows(net, text) == ["A", "Anna", "B", "C"]
        assert base_question("", "", NOW).where == Every()


@pytest.mark.parametrize(
    "text",
    [
        "filters: {and: [x], or: [y]}", "filters: {xor: [x]}", "filters: [x]", "filters: 5", "filters: {or: []}",
        "filters: {and: [formula.x]}", "filters: {and: [{or: [{not: [this.file]}]}]}", "views: 3",
        "views: [{sort: [{property: formula.x}]}]", "views: [{sort: [{property: a, direction: UP}]}]",
        "views: [{groupBy: 7}]", "views: [{limit: many}]", "views: [{limit: -1}]", "filters: &a [*a]",
        "filters: !!python/object:x y", "a: 1\n---\nb: 2", "filters: {and: [" + "{and: [" * 60, "x: [",
        "views: [{order: status}]", "a: 1\na: 2", "filters: " + "{and: [" * 25 + "a" + "]}" * 25, "x" * 70_000,
        "filters: {and: [" + ",".join(["a"] * 400) + "]}",
    ],
)  # fmt: skip
def test_a_base_that_cannot_be_evaluated_is_refused(text: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        base_question(text, "", NOW)


def test_a_view_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ToolFailure, match="“Closed”: the base has “Open”, “All of it”"):
        base_question(BASE, "Closed", NOW)


PIECES = st.sampled_from(
    ["filters:", "views:", " ", "\n", "  - ", "and:", "or:", "not:", "{", "}", "[", "]", "a == 1", "'", '"', "*a", "&a",
     "!!x", "---", "limit: 3", "order:", "sort:", "property: x", "file.hasTag('a')", ":", ",", "|", ">", "#", "\t"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=80))
def test_any_text_is_a_question_or_the_one_refusal(text: str) -> None:
    refused_well(lambda: base_question(text, "", NOW))

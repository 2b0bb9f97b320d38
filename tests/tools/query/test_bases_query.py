"""Tests of tools/query/bases_query.py."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.query_language.scene import NOW, fitting, network, refused_well
from vaultdesk.index.link_graph import Network
from vaultdesk.tools.query.bases_query import (
    as_criterion,
    base_method,
    base_operand,
    parse_base,
    parse_base_statement,
    written_number,
    written_text,
)
from vaultdesk.tools.query.criteria import (
    AllCriteria,
    AnyCriterion,
    Comparison,
    FileOperand,
    IsEmptyValue,
    Operand,
    OrderBy,
    PropertyOperand,
    WrittenValue,
)
from vaultdesk.tools.query.evaluation import evaluate_query
from vaultdesk.tools.tool import ToolFailure

# Base members: what column names mean, and methods on values.


@pytest.mark.parametrize(
    ("name", "operand"),
    [
        ("status", PropertyOperand("status")),
        ("note.due date", PropertyOperand("due date")),
        ("file.name", FileOperand("file_name")),
        ("file.mtime", FileOperand("modified")),
        ("file.nothing", None),
        ("formula.x", None),
        ("this.x", None),
        ("note", PropertyOperand("note")),
    ],
)
def test_a_column_is_a_property_a_fact_or_unknown(name: str, operand: Operand | None) -> None:
    assert base_operand(name) == operand


def test_methods_are_criteria() -> None:
    of, one, two = PropertyOperand("x"), WrittenValue("a"), WrittenValue("b")
    assert base_method(of, "isEmpty", [], "") == IsEmptyValue(of)
    assert base_method(of, "startsWith", [one], "") == Comparison(of, "starts", one, "base")
    both = (Comparison(of, "contains", one, "base"), Comparison(of, "contains", two, "base"))
    assert base_method(of, "containsAny", [one, two], "") == AnyCriterion(both)
    assert base_method(of, "containsAll", [one, two], "") == AllCriteria(both)


@pytest.mark.parametrize("name", ["lower", "split", "contains", "isEmpty"])
def test_unknown_methods_and_wrong_numbers_of_values_are_refused(name: str) -> None:
    with pytest.raises(ToolFailure, match="cannot evaluate: here"):
        base_method(PropertyOperand("x"), name, [WrittenValue("a"), WrittenValue("b")], "here")


def test_small_words() -> None:
    assert (written_number("3"), written_number("3.5"), written_text(WrittenValue("x"), "")) == (3, 3.5, "x")
    assert as_criterion(AllCriteria()) == AllCriteria()
    with pytest.raises(ToolFailure):
        written_text(WrittenValue(3), "three")


# Base expression: statements of Bases as criteria; the unknown is refused by its own words, nothing else is raised.


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ('file.hasTag("work")', ["A", "B"]),
        ('file.hasTag("book", "workshop")', ["Anna", "C"]),
        ('file.inFolder("b")', ["B", "C"]),
        ('file.inFolder("B")', []),
        ('file.hasLink("B")', ["A"]),
        ('file.hasLink(link("b/B"))', ["A"]),
        ('file.hasProperty("empty")', ["B"]),
        ('status == "Done"', ["A"]),
        ('status == "done"', []),
        ('note.status != "Done"', ["Anna", "B", "C"]),
        ('note["status"] == "open"', ["B"]),
        ("rating > 3", ["A"]),
        ("3 < rating", ["A"]),
        ("rating >= 3 && rating < 5", ["B"]),
        ('status == "Done" || file.name == "Anna.md"', ["A", "Anna"]),
        ('!(status == "Done") && file.ext == "md"', ["Anna", "B", "C"]),
        ("flag", ["B"]),
        ("!flag", ["A", "Anna", "C"]),
        ("status.isEmpty()", ["Anna", "C"]),
        ("!status.isEmpty()", ["A", "B"]),
        ('people.contains("Bob")', ["A"]),
        ('people.containsAny("Bob", "Eve")', ["A"]),
        ('people.containsAll("Bob", "Eve")', []),
        ('people.contains(link("Anna"))', ["A"]),
        ('file.basename.startsWith("An")', ["Anna"]),
        ('file.path.endsWith("C.md")', ["C"]),
        ('due < date("2026-03-15")', ["A"]),
        ('due > today() - "1 week"', ["A", "B"]),
        ("due >= today()", ["B"]),
        ('due < now() && due > now() - "1d"', ["B"]),
        ('due == date("2026-02-10") + "1M"', ["A"]),
        ("file.backlinks.isEmpty()", ["A"]),
        ("file.tags.length == 1", ["A", "Anna", "B", "C"]),
        ("file.size < 10", []),
        ("rating == -5", []),
        ("status == null", ["Anna", "C"]),
        ("'work' == 'work'", ["A", "Anna", "B", "C"]),
    ],
)
def test_a_statement_fits_exactly_its_notes(tmp_path: Path, statement: str, names: list[str]) -> None:
    with network(tmp_path) as net:
        assert fitting(net, parse_base_statement(statement, NOW)) == names


@pytest.mark.parametrize(
    "statement",
    [
        "formula.ppu > 5", "this.file.name", "file.hasLink(this.file)", "price.toFixed(2) > 1", "rating * 2 > 5",
        "rating + 1 > 5", "now() - file.ctime > 5", 'if(price, 1, 2)', "file.tags.contains('x')", "/re/.matches(x)",
        "file.embeds.isEmpty()", "file.frobnicate()", "file", "status ==", "(status", "status)", "a == b == c", '"open',
        "a && ", "", "   ", "list(a).length > 1", "x[0] == 1", "today().year > 3", 'date("soon") < now()', "a ? b : c",
        'today() - "1 fortnight" < due', "file.hasTag()", "file.hasTag(status)", "!", "note.", "not x", "(" * 100,
        "!" * 5000, "a." * 5000, "1" * 5000 + "(", "a" * 30_000, "link('x') < 3", "file.links == 3", "a = 3",
    ],
)  # fmt: skip
def test_what_cannot_be_evaluated_is_refused_by_its_words(statement: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: ") as refused:
        parse_base_statement(statement, NOW)
    assert refused.value.code == "VALIDATION_FAILED"
    assert len(refused.value.message) < 300


WORDS = st.sampled_from(
    ["file", ".", "hasTag", "(", ")", '"work"', "status", "==", "!=", "<", "&&", "||", "!", "3", "-", "+", "today()",
     "contains", "isEmpty()", ",", "note", "[", "]", "now()", '"1d"', "formula", "true", " ", "link", "'", "§", "\\"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=25).map("".join) | st.text(max_size=60))
def test_any_text_is_a_criterion_or_the_one_refusal(text: str) -> None:
    refused_well(lambda: parse_base_statement(text, NOW))


# Base filter: whole `.base` files: filters of the base and the view together, order, limit, and hostile YAML.

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
    question = parse_base(text, view, NOW)
    return [note.name for note in evaluate_query(question, net).notes][: question.limit]


def test_the_filters_of_base_and_view_hold_together(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        assert rows(net, BASE) == ["C"]
        assert rows(net, BASE, "all of IT") == ["B", "A", "C"]


def test_the_views_columns_order_group_and_limit_are_the_questions() -> None:
    question = parse_base(BASE, "Open", NOW)
    assert [column.label for column in question.columns] == ["file.name", "note.status"]
    assert (question.limit, question.not_computed) == (1, ("formula.ppu",))
    assert question.order == (OrderBy(FileOperand("file_name"), descending=True),)
    grouped = parse_base(BASE, "All of it", NOW)
    assert (grouped.group, grouped.order) == (
        PropertyOperand("status"),
        (OrderBy(PropertyOperand("status"), descending=True),),
    )


def test_a_base_without_filters_shows_every_note(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        for text in ("", "views: []", "filters:\nviews:\n  - type: table\n    filters:\n", "filters: {and: []}"):
            assert rows(net, text) == ["A", "Anna", "B", "C"]
        assert parse_base("", "", NOW).where == AllCriteria()


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
        parse_base(text, "", NOW)


def test_a_view_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ToolFailure, match="“Closed”: the base has “Open”, “All of it”"):
        parse_base(BASE, "Closed", NOW)


PIECES = st.sampled_from(
    ["filters:", "views:", " ", "\n", "  - ", "and:", "or:", "not:", "{", "}", "[", "]", "a == 1", "'", '"', "*a", "&a",
     "!!x", "---", "limit: 3", "order:", "sort:", "property: x", "file.hasTag('a')", ":", ",", "|", ">", "#", "\t"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=80))
def test_any_text_is_a_question_or_the_one_refusal(text: str) -> None:
    refused_well(lambda: parse_base(text, "", NOW))

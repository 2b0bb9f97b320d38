"""Tests of tools/query/criteria.py."""

from pathlib import Path

import pytest

from tests.tools.query_language.scene import matching_names, network
from vaultdesk.index.link_graph import Network
from vaultdesk.tools.query.criteria import (
    AllCriteria,
    AnyCriterion,
    Comparison,
    ComparisonOperator,
    Criterion,
    FileOperand,
    HasTag,
    InFolder,
    IsEmptyValue,
    LinkedFrom,
    LinksTo,
    NotCriterion,
    NoteQuery,
    Operand,
    OrderBy,
    PropertyExists,
    PropertyOperand,
    comparison_test,
    evaluate_query,
    operand_getter,
)
from vaultdesk.tools.query.property_values import Value, moment_of
from vaultdesk.tools.tool import ToolFailure

# Criteria: plain values with equality.


def test_equal_queries_compare_equal_and_are_hashable() -> None:
    first = NoteQuery(AllCriteria((InFolder("a"), Comparison(PropertyOperand("x"), "<", 3))))
    second = NoteQuery(AllCriteria((InFolder("a"), Comparison(PropertyOperand("x"), "<", 3))))
    assert first == second
    assert len({FileOperand("name"), FileOperand("name"), PropertyOperand("name")}) == 2


def test_a_query_returns_every_note_by_default() -> None:
    assert (NoteQuery().where, NoteQuery().columns) == (AllCriteria(), ())


# Comparisons: text is caseless, numbers and dates are compared as such, a list matches by one of its items.

comparison_test.__test__ = False  # type: ignore[attr-defined] # pytest would collect it by its name

DAY, TIME = moment_of("2026-03-10"), moment_of("2026-03-10T12:00")


@pytest.mark.parametrize(
    ("left", "compare", "right", "expected"),
    [
        ("Done", "equals", "done", True),
        ("Done", "not", "DONE", False),
        (None, "not", "x", True),
        (None, "equals", "x", False),
        ("5", "equals", 5, True),
        (5, "equals", "5", True),
        ("10", ">", 9, True),
        ("b", ">", 9, False),
        (True, "equals", True, True),
        (1, "equals", True, False),
        ("true", "equals", True, False),
        ("2026-03-10T08:00", "equals", DAY, True),
        ("2026-03-10T08:00", "<=", DAY, True),
        ("2026-03-10T08:00", ">", DAY, False),
        ("2026-03-11", ">", DAY, True),
        ("2026-03-09T23:59", "<", DAY, True),
        ("2026-03-10", "<", TIME, True),
        ("2026-03-10", "equals", TIME, False),
        ("soon", "<", DAY, False),
        (["a", "B"], "equals", "b", True),
        (["a", "B"], "not", "b", False),
        ([1, 7], ">", 5, True),
        (["house work"], "contains", "work", False),
        (["Work"], "contains", "work", True),
        ("house work", "contains", "WORK", True),
        ("Housework", "starts", "house", True),
        (12, "contains", 12, True),
        ("[[People/Anna|A]]", "equals", "anna", True),
        ("[[People/Anna]]", "equals", "people/anna", True),
        (["[[Anna]]"], "contains", "Anna", True),
        ("b", "<", "C", True),
        ([], "equals", "x", False),
        ({"a": 1}, "equals", "x", False),
        ("x", "<", None, False),
    ],
)
def test_values_are_compared_by_their_type(
    left: Value, compare: ComparisonOperator, right: Value, expected: bool
) -> None:
    assert comparison_test(compare, right)(left) is expected


# Operands: the value of each for a note.


def test_every_operand_returns_its_value(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        a, b = (net.table.facts[path] for path in ("A.md", "b/B.md"))

        def value_of(operand: Operand, note: object = a) -> Value:
            return operand_getter(operand, net)(note)  # type: ignore[arg-type] # facts

        assert value_of(PropertyOperand("STATUS")) == "Done"
        assert value_of(PropertyOperand("nothing")) is None
        facts = ("name", "path", "folder", "title")
        assert [value_of(FileOperand(fact), b) for fact in facts] == ["B", "b/B.md", "b", "B"]
        assert value_of(FileOperand("tags")) == ["work/house"]
        assert (value_of(FileOperand("links")), value_of(FileOperand("backlinks"), b)) == (
            ["Anna.md", "b/B.md"],
            ["A.md"],
        )
        assert (value_of(FileOperand("link_count")), value_of(FileOperand("backlink_count"), b)) == (2, 1)
        assert value_of(FileOperand("size")) == a.size
        assert value_of(FileOperand("words"), b) == b.words > 0
        assert value_of(FileOperand("aliases")) == []


# Evaluation: each criterion over real notes, and sorting.


@pytest.mark.parametrize(
    ("criterion", "names"),
    [
        (AllCriteria(), ["A", "Anna", "B", "C"]),
        (HasTag("work"), ["A", "B"]),
        (HasTag("#WORK/"), ["A", "B"]),
        (AnyCriterion((HasTag("book"), HasTag("workshop"))), ["Anna", "C"]),
        (NotCriterion(HasTag("work")), ["Anna", "C"]),
        (InFolder("b"), ["B", "C"]),
        (InFolder("b", recursive=False), ["B"]),
        (InFolder("", recursive=False), ["A", "Anna"]),
        (LinksTo("B"), ["A"]),
        (LinkedFrom("b/B"), ["C"]),
        (PropertyExists(PropertyOperand("STATUS")), ["A", "B", "C"]),
        (IsEmptyValue(PropertyOperand("status")), ["Anna", "C"]),
        # An inline field counts if the frontmatter has no property of that name.
        (PropertyExists(PropertyOperand("mood")), ["B"]),
        (Comparison(PropertyOperand("mood"), "equals", "good"), ["B"]),
        (IsEmptyValue(PropertyOperand("mood")), ["A", "Anna", "C"]),
        (Comparison(PropertyOperand("rating"), ">", 3), ["A", "C"]),
        (Comparison(PropertyOperand("rating"), "equals", 9), []),
        (Comparison(PropertyOperand("due"), "<", moment_of("2026-03-15")), ["A"]),
        (
            AllCriteria((InFolder("b"), Comparison(PropertyOperand("status"), "equals", "OPEN"))),
            ["B"],
        ),
    ],
)
def test_a_criterion_matches_exactly_its_notes(tmp_path: Path, criterion: Criterion, names: list[str]) -> None:
    with network(tmp_path) as net:
        assert matching_names(net, criterion) == names


def test_a_link_to_a_missing_note_raises_an_error(tmp_path: Path) -> None:
    with network(tmp_path) as net, pytest.raises(ToolFailure, match=r"cannot evaluate: \[\[Nowhere\]\]"):
        matching_names(net, LinksTo("Nowhere"))


def test_rows_are_sorted_by_several_keys_with_missing_values_last(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        order = (OrderBy(PropertyOperand("rating"), descending=True), OrderBy(FileOperand("name")))
        assert [note.name for note in evaluate_query(NoteQuery(order=order), net).notes] == ["A", "C", "B", "Anna"]


def test_hidden_notes_are_not_matched(tmp_path: Path) -> None:
    with network(tmp_path) as full_network:
        restricted = Network(full_network.table, lambda path: not path.startswith("b/"))
        assert matching_names(restricted, AllCriteria()) == ["A", "Anna"]
        with pytest.raises(ToolFailure):
            matching_names(restricted, LinksTo("B"))

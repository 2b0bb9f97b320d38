"""Values: a property's value is compared as what it is."""

from typing import Any

import pytest

from vaultdesk.index.query_syntax.expression import HasProperty
from vaultdesk.index.query_syntax.property_match import matches_name, matches_value, scalars
from vaultdesk.index.query_syntax.query_parser import parse_query


@pytest.mark.parametrize(
    ("asked", "fitting", "others"),
    [
        ("ab", ["ab", "XABX", ["c", "ab"], [["ab"]], {"k": "ab"}], ["a b", None, 5, [], True]),
        ('"ab"', ["AB", ["ab", "c"]], ["abc", "a"]),
        ('""', [""], [None, "a", []]),
        ("a b", ["b a", ["a", "b"]], ["a", ["a"]]),
        ("5", [5, 5.0, "15", [5]], [15, 5.5, None, True]),
        ("-5", [-5], [5]),
        ("true", [True, "it is true"], [False, 1]),
        ("false", [False], [None, 0, ""]),
        ("null", [None], ["", [], "null", [None], 0, False]),
        ("-ab", ["c", None, []], ["ab", ["c", "ab"]]),
        ("a OR 5", ["a", 5], ["b", 6]),
        ("<5", [4, -1, 4.9, "4", [9, 4]], [5, 6, "a", None, True, "2020-01-01"]),
        ("<=5", [5], [5.1]),
        (">5", [6, "6"], [5, "x"]),
        (
            "<2026-03-05",
            ["2026-03-04", "2026-03-04T23:59:59", "2025-12-31 10:00"],
            ["2026-03-05", "2026-03-05T10:00", 3, "a"],
        ),
        ("<=2026-03-05", ["2026-03-05", "2026-03-05T10:00"], ["2026-03-06"]),
        (">2026-03-05", ["2026-03-06", "2026-03-06T00:00"], ["2026-03-05", "2026-03-05T10:00"]),
        (">=2026-03-05", ["2026-03-05", "2026-03-05T00:00"], ["2026-03-04"]),
        (">2026", ["2027-01-01", 2027], ["2026-12-31", 2026]),
        ("<2026-03", ["2026-02-28"], ["2026-03-01"]),
        (">2026-02", ["2026-03-01"], ["2026-02-28"]),
        ('>"2026-03-05 10:00"', ["2026-03-05T10:00:01"], ["2026-03-05T10:00:00", "2026-03-05T09:00"]),
        (">2026-12", ["2027-01-01"], ["2026-12-31"]),
        (">m", ["n", "Z"], ["a", "M", 5, "2026-01-01"]),
        ("/^a.c$/", ["ABC", ["x", "abc"], "a1c"], ["abcd", None]),
        ("/^5$/", [5, "5", 5.0], [55]),
    ],
)
def test_values_fit(asked: str, fitting: list[Any], others: list[Any]) -> None:
    node = parse_query(f"[x:{asked}]").root
    assert isinstance(node, HasProperty)
    assert node.value is not None
    assert [value for value in fitting if not matches_value(node.value, value)] == []
    assert [value for value in others if matches_value(node.value, value)] == []


def test_capitals_count_where_asked() -> None:
    node = parse_query("[x:Ab]").root
    assert isinstance(node, HasProperty)
    assert node.value is not None
    assert matches_value(node.value, "xAb", case_sensitive=True)
    assert not matches_value(node.value, "xab", case_sensitive=True)


def test_impossible_dates_are_words() -> None:
    for asked in ("<2026-13-99", ">9999", "<0000-00-00", ">9999-12-31"):
        node = parse_query(f"[x:{asked}]").root
        assert isinstance(node, HasProperty)
        assert node.value is not None
        assert matches_value(node.value, None) is False
        assert matches_value(node.value, "2026-02-31") in (True, False)


@pytest.mark.parametrize(
    ("asked", "name", "fits"),
    [
        ("[status]", "Status", True),
        ("[stat]", "status", False),
        ("[/^stat/]", "Status", True),
        ("[(a OR b)]", "B", True),
        ('["due date"]', "Due Date", True),
        ("[-a]", "b", True),
        ("[-a]", "a", False),
        ("[(a b)]", "a", False),
    ],
)
def test_names_are_whole_ones(asked: str, name: str, fits: bool) -> None:
    node = parse_query(asked).root
    assert isinstance(node, HasProperty)
    assert matches_name(node.name, name) == fits


def test_everything_inside_a_value_counts() -> None:
    assert list(scalars([1, [None, {"a": ["b"]}], []])) == [1, None, "b"]

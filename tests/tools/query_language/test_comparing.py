"""Comparing: three manners, each with the cases in which they differ."""

import pytest

from vaultdesk.tools.query_language.comparing import dataview_order, test_of
from vaultdesk.tools.query_language.criteria import Compare
from vaultdesk.tools.query_language.values import Manner, Value, moment_of

test_of.__test__ = False  # type: ignore[attr-defined] # pytest would take it for a test by its name

DAY, TIME = moment_of("2026-03-10"), moment_of("2026-03-10T12:00")


@pytest.mark.parametrize(
    ("left", "compare", "right", "holds"),
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
def test_our_manner(left: Value, compare: Compare, right: Value, holds: bool) -> None:
    assert test_of(compare, right, "plain")(left) is holds


@pytest.mark.parametrize(
    ("manner", "left", "compare", "right", "holds"),
    [
        ("base", "Done", "equals", "done", False),
        ("base", "5", "equals", 5, False),
        ("base", None, "<", 5, False),
        ("base", None, "not", "x", True),
        ("base", None, "equals", None, True),
        ("base", 1, "equals", True, False),
        ("base", "2026-03-10", "equals", DAY, True),
        ("base", "2026-03-10T08:00", "equals", DAY, False),
        ("base", ["work"], "contains", "work", True),
        ("base", ["Work"], "contains", "work", False),
        ("base", "house work", "contains", "work", True),
        ("base", ["house work"], "contains", "work", False),
        ("base", "a", "<", "b", True),
        ("base", True, "<", 5, False),
        ("base", "abc", "ends", "bc", True),
        ("dataview", None, "<", 5, True),
        ("dataview", None, "<", DAY, True),
        ("dataview", None, "equals", None, True),
        ("dataview", "a", ">", 5, True),
        ("dataview", "Done", "equals", "done", False),
        ("dataview", ["housework"], "contains_within", "work", True),
        ("dataview", ["Work"], "contains_loosely", "work", True),
        ("dataview", ["housework"], "contains", "work", False),
        ("dataview", ["work"], "contains", "work", True),
        ("dataview", 5, "contains_within", 5, True),
        ("dataview", "2026-03-10", "equals", DAY, True),
        ("dataview", [1, 2], "equals", [1, 2], True),
        ("dataview", False, "<", True, True),
    ],
)
def test_the_manners_of_bases_and_dataview(
    manner: Manner, left: Value, compare: Compare, right: Value, holds: bool
) -> None:
    assert test_of(compare, right, manner)(left) is holds


def test_dataview_puts_every_value_into_one_order() -> None:
    values: list[Value] = ["b", None, 3, "a", "2026-01-01", [1], True, {"x": 1}, "[[L]]"]
    assert sorted(values, key=dataview_order) == [None, [1], True, "2026-01-01", "[[L]]", 3, {"x": 1}, "a", "b"]

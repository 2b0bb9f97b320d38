"""Base members: what column names mean, and methods on values."""

import pytest

from vaultdesk.tools.query_language.base_members import (
    as_criterion,
    base_method,
    base_operand,
    written_number,
    written_text,
)
from vaultdesk.tools.query_language.criteria import Compared, Either, Empty, Every, File, Operand, Property, Written
from vaultdesk.tools.tool import ToolFailure


@pytest.mark.parametrize(
    ("name", "operand"),
    [
        ("status", Property("status")), ("note.due date", Property("due date")), ("file.name", File("file_name")),
        ("file.mtime", File("modified")), ("file.nothing", None), ("formula.x", None), ("this.x", None),
        ("note", Property("note")),
    ],
)  # fmt: skip
def test_a_column_is_a_property_a_fact_or_unknown(name: str, operand: Operand | None) -> None:
    assert base_operand(name) == operand


def test_methods_are_criteria() -> None:
    of, one, two = Property("x"), Written("a"), Written("b")
    assert base_method(of, "isEmpty", [], "") == Empty(of)
    assert base_method(of, "startsWith", [one], "") == Compared(of, "starts", one, "base")
    both = (Compared(of, "contains", one, "base"), Compared(of, "contains", two, "base"))
    assert base_method(of, "containsAny", [one, two], "") == Either(both)
    assert base_method(of, "containsAll", [one, two], "") == Every(both)


@pytest.mark.parametrize("name", ["lower", "split", "contains", "isEmpty"])
def test_unknown_methods_and_wrong_numbers_of_values_are_refused(name: str) -> None:
    with pytest.raises(ToolFailure, match="cannot evaluate: here"):
        base_method(Property("x"), name, [Written("a"), Written("b")], "here")


def test_small_words() -> None:
    assert (written_number("3"), written_number("3.5"), written_text(Written("x"), "")) == (3, 3.5, "x")
    assert as_criterion(Every()) == Every()
    with pytest.raises(ToolFailure):
        written_text(Written(3), "three")

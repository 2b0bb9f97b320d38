import pytest

from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.ui.browser.operators import PLACE, Operator, inserted, operators


def test_each_example_is_understood_whole() -> None:
    assert [one.example for one in operators() if parse_query(one.example).problem] == []
    assert all(parse_query(one.example).root is not None for one in operators())


def test_each_operator_says_where_typing_goes_on() -> None:
    assert all(one.insert.count(PLACE) == 1 for one in operators())


@pytest.mark.parametrize(
    ("text", "cursor", "insert", "expected"),
    [
        ("", 0, "tag:#|", ("tag:#", 5)),
        ("pump", 4, '"|"', ('pump ""', 6)),
        ("(pump)", 1, "file:|", ("(file: pump)", 6)),
        ("pump cost", 4, "-|", ("pump - cost", 6)),
    ],
)
def test_an_operator_is_put_between_words(text: str, cursor: int, insert: str, expected: tuple[str, int]) -> None:
    assert inserted(text, cursor, Operator(insert, "", "")) == expected

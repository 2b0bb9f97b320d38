import pytest

from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import AllOf, SearchWord
from vaultdesk.ui.browser.query_explanation import explanation_lines


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ()),
        ("pump", ("“pump”",)),
        ('"flow temperature" -quote', ("The very words “flow temperature”", "Not “quote”")),
        ("tag:#house", ("The tag #house or one below it",)),
        ("path:Projects (pump OR boiler)", ("“Projects” in the path", "“pump” or “boiler”")),
        ("line:(pump cost)", ("(“pump” and “cost”) in one line",)),
        ("[status:decided]", ("The property status: “decided”",)),
        ("[status]", ("The property status",)),
        ("task-todo:call", ("“call” in an open task",)),
        (r"/\d+ kW/", (r"The pattern /\d+ kW/",)),
        ("match-case:Boiler", ("“Boiler”, with capitals as written",)),
        ("-(a b)", ("Not (“a” and “b”)",)),
    ],
)
def test_a_search_is_said_in_words(query: str, expected: tuple[str, ...]) -> None:
    assert explanation_lines(parse_query(query).root) == expected


def test_a_deep_search_ends_in_dots() -> None:
    node: SearchWord | AllOf = SearchWord("x")
    for _ in range(40):
        node = AllOf((AllOf((node, SearchWord("y"))), SearchWord("z")))
    assert "…" in " ".join(explanation_lines(node))

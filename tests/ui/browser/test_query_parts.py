"""Tests of ui/browser/query_parts.py."""

import pytest
from pytestqt.qtbot import QtBot

from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import AllOf, SearchWord
from vaultdesk.ui.browser.query_parts import QueryChips, explanation_lines, query_parts, without_part
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.chips import MentionChip

# Query parts: independent parts of a query that can be removed individually.


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            'path:Projects tag:#heating "flow temperature" -quote',
            [("in", "Projects"), ("tag", "heating"), ("exactly", "flow temperature"), ("without", "quote")],
        ),
        ("[status:decided] [due]", [("status", "decided"), ("has", "due")]),
        ('-tag:x -"a b"', [("without tag", "x"), ("without exactly", "a b")]),
        (r"/\d+ kW/ pump", [("pattern", r"\d+ kW"), ("", "pump")]),
        ("(a OR b) c", [("", "(a OR b)"), ("", "c")]),
        ('"still open', [("exactly", "still open")]),
        ("", []),
        ("tag:", []),
    ],
)
def test_query_parts_have_kind_and_operand(query: str, expected: list[tuple[str, str]]) -> None:
    assert [(part.kind, part.operand) for part in query_parts(query)] == expected


def test_indivisible_query_is_one_part() -> None:
    assert [part.text for part in query_parts("pump OR boiler cost")] == ["pump OR boiler cost"]


def test_removing_a_part_leaves_the_others_unchanged() -> None:
    query = 'path:Projects  line:(pump cost) "a  b"'
    parts = query_parts(query)
    assert [without_part(query, part) for part in parts[:2]] == ['line:(pump cost) "a b"', 'path:Projects "a b"']


def test_any_text_can_be_parsed() -> None:
    for query in ("((((", '"""', "]]][[[", "tag:(", "-", "OR OR", "/(/ /", "\u202e:[" * 50, "a " * 200):
        for part in query_parts(query):
            assert 0 <= part.start < part.end <= len(query)


# Query chips: show the parsed query; each part can be removed.


def chips(query_chips: QueryChips) -> list[MentionChip]:
    return [chip for chip in query_chips.findChildren(MentionChip) if not chip.isHidden()]


def test_remove_button_of_a_chip_removes_its_part(qtbot: QtBot) -> None:
    query_chips = QueryChips()
    qtbot.addWidget(query_chips)
    query_chips.show_query("path:Projects tag:#heating pump")
    assert [chip.accessibleName() for chip in chips(query_chips)] == ["in Projects", "tag heating", "pump"]
    with qtbot.waitSignal(query_chips.changed, timeout=30_000) as blocker:
        chips(query_chips)[1].findChildren(IconButton)[0].click()
    assert blocker.args == ["path:Projects pump"]


def test_plain_words_and_complex_queries_have_no_chips(qtbot: QtBot) -> None:
    query_chips = QueryChips()
    qtbot.addWidget(query_chips)
    for query in ("pump boiler", "pump OR boiler", "line:(pump cost) tag:#x", ""):
        query_chips.show_query(query)
        assert query_chips.isHidden()
        assert chips(query_chips) == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ()),
        ("pump", ("“pump”",)),
        ('"flow temperature" -quote', ("The exact phrase “flow temperature”", "Not “quote”")),
        ("tag:#house", ("The tag #house or one below it",)),
        ("path:Projects (pump OR boiler)", ("“Projects” in the path", "“pump” or “boiler”")),
        ("line:(pump cost)", ("(“pump” and “cost”) in one line",)),
        ("[status:decided]", ("The property status: “decided”",)),
        ("[status]", ("The property status",)),
        ("task-todo:call", ("“call” in an open task",)),
        (r"/\d+ kW/", (r"The pattern /\d+ kW/",)),
        ("match-case:Boiler", ("“Boiler”, matching case",)),
        ("-(a b)", ("Not (“a” and “b”)",)),
    ],
)
def test_query_is_explained_in_words(query: str, expected: tuple[str, ...]) -> None:
    assert explanation_lines(parse_query(query).root) == expected


def test_deeply_nested_explanation_is_truncated() -> None:
    node: SearchWord | AllOf = SearchWord("x")
    for _ in range(40):
        node = AllOf((AllOf((node, SearchWord("y"))), SearchWord("z")))
    assert "…" in " ".join(explanation_lines(node))

"""Tests of ui/browser/query_parts.py."""

import pytest
from pytestqt.qtbot import QtBot

from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import AllOf, SearchWord
from vaultdesk.ui.browser.query_parts import QueryChips, explanation_lines, query_parts, without_part
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.chips import MentionChip

# Query parts: the pieces of a search, each meaning by itself what it means there; one may be taken out.


@pytest.mark.parametrize(
    ("query", "said"),
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
def test_each_piece_says_what_it_asks(query: str, said: list[tuple[str, str]]) -> None:
    assert [(part.kind, part.operand) for part in query_parts(query)] == said


def test_what_cannot_be_cut_is_one_piece() -> None:
    assert [part.text for part in query_parts("pump OR boiler cost")] == ["pump OR boiler cost"]


def test_a_piece_taken_out_leaves_the_others_as_they_were() -> None:
    query = 'path:Projects  line:(pump cost) "a  b"'
    parts = query_parts(query)
    assert [without_part(query, part) for part in parts[:2]] == ['line:(pump cost) "a b"', 'path:Projects "a b"']


def test_any_text_can_be_looked_at() -> None:
    for query in ("((((", '"""', "]]][[[", "tag:(", "-", "OR OR", "/(/ /", "\u202e:[" * 50, "a " * 200):
        for part in query_parts(query):
            assert 0 <= part.start < part.end <= len(query)


# Query chips: what is understood of a search is seen, and each part can be taken out.


def chips(made: QueryChips) -> list[MentionChip]:
    return [chip for chip in made.findChildren(MentionChip) if not chip.isHidden()]


def test_the_cross_takes_a_part_out(qtbot: QtBot) -> None:
    made = QueryChips()
    qtbot.addWidget(made)
    made.show_query("path:Projects tag:#heating pump")
    assert [chip.accessibleName() for chip in chips(made)] == ["in Projects", "tag heating", "pump"]
    with qtbot.waitSignal(made.changed) as told:
        chips(made)[1].findChildren(IconButton)[0].click()
    assert told.args == ["path:Projects pump"]


def test_plain_words_need_none_and_what_chips_cannot_say_has_none(qtbot: QtBot) -> None:
    made = QueryChips()
    qtbot.addWidget(made)
    for query in ("pump boiler", "pump OR boiler", "line:(pump cost) tag:#x", ""):
        made.show_query(query)
        assert made.isHidden()
        assert chips(made) == []


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
def test_a_search_is_said_in_words(query: str, expected: tuple[str, ...]) -> None:
    assert explanation_lines(parse_query(query).root) == expected


def test_a_deep_search_ends_in_dots() -> None:
    node: SearchWord | AllOf = SearchWord("x")
    for _ in range(40):
        node = AllOf((AllOf((node, SearchWord("y"))), SearchWord("z")))
    assert "…" in " ".join(explanation_lines(node))

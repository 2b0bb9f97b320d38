"""Evaluation: each criterion over real notes, sorting, and what a column shows."""

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest

from tests.tools.query_language.scene import NOW, fitting, network
from vaultdesk.index.link_graph import Network
from vaultdesk.tools.query_language.base_expression import base_statement
from vaultdesk.tools.query_language.criteria import (
    AsDate,
    Column,
    Compared,
    Criterion,
    Either,
    Empty,
    Every,
    File,
    Has,
    Inside,
    Length,
    LinkedFrom,
    LinksTo,
    LinkTo,
    Not,
    Order,
    Property,
    Question,
    Tagged,
    Truthy,
    Under,
    Written,
)
from vaultdesk.tools.query_language.dataview import dataview_question
from vaultdesk.tools.query_language.evaluation import answer, shown
from vaultdesk.tools.query_language.values import moment_of
from vaultdesk.tools.tool import ToolFailure


@pytest.mark.parametrize(
    ("criterion", "names"),
    [
        (Every(), ["A", "Anna", "B", "C"]),
        (Tagged("work"), ["A", "B"]),
        (Tagged("#WORK/"), ["A", "B"]),
        (Either((Tagged("book"), Tagged("workshop"))), ["Anna", "C"]),
        (Not(Tagged("work")), ["Anna", "C"]),
        (Inside("b"), ["B", "C"]),
        (Inside("b", recursive=False), ["B"]),
        (Inside("", recursive=False), ["A", "Anna"]),
        (Under("b/c"), ["C"]),
        (Under("A"), ["A"]),
        (Under("nowhere"), []),
        (LinksTo("B"), ["A"]),
        (LinkedFrom("b/B"), ["C"]),
        (Has(Property("STATUS")), ["A", "B", "C"]),
        (Empty(Property("status")), ["Anna", "C"]),
        (Has(Property("mood")), []),
        (Has(Property("mood", inline=True)), ["B"]),
        (Has(Property("due-date", inline=True)), ["C"]),
        (Truthy(Property("flag")), ["B"]),
        (Compared(Property("rating"), ">", Written(3), "plain"), ["A", "C"]),
        (Compared(Property("rating", inline=True), "equals", Written(9), "plain"), ["C"]),
        (Compared(Property("due"), "<", Written(moment_of("2026-03-15")), "plain"), ["A"]),
        (Compared(Property("people"), "contains", LinkTo("Anna"), "dataview"), ["A"]),
        (Compared(Property("people"), "contains", LinkTo("Nobody"), "dataview"), []),
        (Compared(Length(File("tags")), ">=", Written(1), "plain"), ["A", "Anna", "B", "C"]),
        (Compared(File("name"), "equals", Property("status"), "plain"), []),
        (Compared(AsDate(Property("status")), "equals", Written(None), "dataview"), ["A", "Anna", "B", "C"]),
        (Every((Inside("b"), Compared(Property("status"), "equals", Written("OPEN"), "plain"))), ["B"]),
    ],
)
def test_a_criterion_fits_exactly_its_notes(tmp_path: Path, criterion: Criterion, names: list[str]) -> None:
    with network(tmp_path) as net:
        assert fitting(net, criterion) == names


def test_a_link_to_no_note_is_refused_not_empty(tmp_path: Path) -> None:
    with network(tmp_path) as net, pytest.raises(ToolFailure, match=r"cannot evaluate: \[\[Nowhere\]\]"):
        fitting(net, LinksTo("Nowhere"))


def test_rows_are_sorted_by_several_keys_and_notes_without_a_value_come_last(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        by = (Order(Property("rating"), descending=True), Order(File("name")))
        assert [note.name for note in answer(Question(order=by), net).notes] == ["A", "C", "B", "Anna"]
        theirs = (Order(Property("rating", inline=True), False, "dataview"),)
        assert answer(Question(order=theirs), net).notes[0].name == "Anna"


def test_notes_that_are_not_seen_or_excluded_are_no_rows(tmp_path: Path) -> None:
    with network(tmp_path) as whole:
        half = Network(whole.table, lambda path: not path.startswith("b/"))
        assert fitting(half, Every()) == ["A", "Anna"]
        with pytest.raises(ToolFailure):
            fitting(half, LinksTo("B"))


def test_columns_show_times_with_their_zone_and_days_as_days(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        found = answer(Question(columns=(Column("m", File("modified")), Column("d", File("modified_day")))), net)
        time, day = (str(shown(get(found.notes[0]))) for get in found.getters)
        assert (len(time), time[10], day) == (25, "T", time[:10])
        assert shown(["x", 1]) == ["x", 1]


STRANGE = {
    "A.md": "---\nx: [1, a, null, 2026-01-01, [2, b], {c: d}]\ny: 9999-12-31\ncreated: 0001-01-01\n---\nx:: 5",
    "B.md": "---\nx: {a: 1}\ny: 0001-01-01T00:00:00+14:00\n'': z\n---\n",
    "C.md": "---\nx: '[[A]]'\ny: .inf\n---\n[[C]] [[A]]",
    "D.md": "---\nx: true\ny: 999999999999999\n---\nx:: true\ny:: [[B]], 3",
}
WORDS = (
    "x", "y", "file.mtime", "file.ctime", "file.name", "file.size", "3", '"a"', "true", "null", "=", "==", "<", ">=",
    "!=", "(", ")", "!", "&&", "and", "or", "||", "[[A]]", 'link("A")', "date(today)", "today()", "dur(1 d)", "+", "-",
    "contains(x, y)", "x.contains(y)", "y.isEmpty()", "length(x)", "x.length", "date(y)", "file.tags", "file.cday",
)  # fmt: skip


def test_whatever_can_be_parsed_can_be_evaluated_on_strange_values(tmp_path: Path) -> None:
    chance, answered = random.Random(3), 0
    with network(tmp_path, STRANGE) as net:
        for _ in range(6_000):
            text = " ".join(chance.choices(WORDS, k=chance.choice((1, 2, 3, 3, 3, 5, 7))))
            parsers = (
                lambda text=text: Question(base_statement(text, NOW)),
                lambda text=text: dataview_question(f"TABLE x, y WHERE {text}", NOW),
                lambda text=text: dataview_question(f"TABLE {text} SORT {text}, y DESC", NOW),
            )
            for parse in parsers:
                with suppress(ToolFailure):
                    found = answer(parse(), net)
                    json.dumps([shown(get(note)) for get in found.getters for note in found.notes])
                    answered += 1
    assert answered > 1_000

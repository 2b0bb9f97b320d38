"""Tests of tools/query/evaluation.py."""

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest

from tests.tools.query_language.scene import NOW, fitting, network
from vaultdesk.index.link_graph import Network
from vaultdesk.tools.query.bases_query import parse_base_statement
from vaultdesk.tools.query.criteria import (
    AllCriteria,
    AnyCriterion,
    Comparison,
    ComparisonOperator,
    Criterion,
    DateOperand,
    FileOperand,
    HasTag,
    InFolder,
    IsEmptyValue,
    IsTruthyValue,
    LengthOperand,
    LinkedFrom,
    LinksTo,
    NotCriterion,
    NoteQuery,
    Operand,
    OrderBy,
    PropertyExists,
    PropertyOperand,
    QueryColumn,
    UnderPath,
    WrittenLink,
    WrittenValue,
)
from vaultdesk.tools.query.dataview_query import parse_dataview
from vaultdesk.tools.query.evaluation import (
    column_value,
    comparison_test,
    dataview_order,
    evaluate_query,
    operand_getter,
)
from vaultdesk.tools.query.property_values import ComparisonRules, Value, moment_of
from vaultdesk.tools.tool import ToolFailure

# Comparing: three manners, each with the cases in which they differ.

comparison_test.__test__ = False  # type: ignore[attr-defined] # pytest would take it for a test by its name

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
def test_our_manner(left: Value, compare: ComparisonOperator, right: Value, holds: bool) -> None:
    assert comparison_test(compare, right, "plain")(left) is holds


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
    manner: ComparisonRules, left: Value, compare: ComparisonOperator, right: Value, holds: bool
) -> None:
    assert comparison_test(compare, right, manner)(left) is holds


def test_dataview_puts_every_value_into_one_order() -> None:
    values: list[Value] = ["b", None, 3, "a", "2026-01-01", [1], True, {"x": 1}, "[[L]]"]
    assert sorted(values, key=dataview_order) == [None, [1], True, "2026-01-01", "[[L]]", 3, {"x": 1}, "a", "b"]


# Operands: what each name gives for a note.


def test_every_operand_has_its_value(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        a, b, c = (net.table.facts[path] for path in ("A.md", "b/B.md", "b/c/C.md"))

        def of(operand: Operand, note: object = a) -> Value:
            return operand_getter(operand, net)(note)  # type: ignore[arg-type] # facts

        assert of(WrittenValue(3)) == 3
        assert of(WrittenLink("X")) == "[[X]]"
        assert of(PropertyOperand("STATUS")) == "Done"
        assert of(PropertyOperand("nothing")) is None
        assert of(PropertyOperand("rating", inline=True), c) == ["4", 9]
        assert of(PropertyOperand("mood", inline=True), b) == "good"
        assert of(LengthOperand(PropertyOperand("people"))) == 2
        assert of(LengthOperand(PropertyOperand("rating"))) is None
        assert of(DateOperand(PropertyOperand("due"))) == moment_of("2026-03-10")
        assert of(DateOperand(PropertyOperand("status"))) is None
        assert [of(FileOperand(fact), b) for fact in ("name", "file_name", "path", "folder", "ext", "title")] == [
            "B", "B.md", "b/B.md", "b", "md", "B",
        ]  # fmt: skip
        assert of(FileOperand("tags")) == ["work/house"]
        assert of(FileOperand("hash_tags")) == ["#work/house", "#work"]
        assert of(FileOperand("written_tags")) == ["#work/house"]
        assert (of(FileOperand("links")), of(FileOperand("backlinks"), b)) == (["Anna.md", "b/B.md"], ["A.md"])
        assert (of(FileOperand("link_count")), of(FileOperand("backlink_count"), b)) == (2, 1)
        assert of(FileOperand("size")) == a.size
        assert of(FileOperand("words"), b) == b.words > 0
        assert of(FileOperand("aliases")) == []
        created = of(FileOperand("created_day"))
        assert isinstance(created, tuple)
        assert created.start <= a.created_ns < created.end


# Evaluation: each criterion over real notes, sorting, and what a column shows.


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
        (UnderPath("b/c"), ["C"]),
        (UnderPath("A"), ["A"]),
        (UnderPath("nowhere"), []),
        (LinksTo("B"), ["A"]),
        (LinkedFrom("b/B"), ["C"]),
        (PropertyExists(PropertyOperand("STATUS")), ["A", "B", "C"]),
        (IsEmptyValue(PropertyOperand("status")), ["Anna", "C"]),
        (PropertyExists(PropertyOperand("mood")), []),
        (PropertyExists(PropertyOperand("mood", inline=True)), ["B"]),
        (PropertyExists(PropertyOperand("due-date", inline=True)), ["C"]),
        (IsTruthyValue(PropertyOperand("flag")), ["B"]),
        (Comparison(PropertyOperand("rating"), ">", WrittenValue(3), "plain"), ["A", "C"]),
        (Comparison(PropertyOperand("rating", inline=True), "equals", WrittenValue(9), "plain"), ["C"]),
        (Comparison(PropertyOperand("due"), "<", WrittenValue(moment_of("2026-03-15")), "plain"), ["A"]),
        (Comparison(PropertyOperand("people"), "contains", WrittenLink("Anna"), "dataview"), ["A"]),
        (Comparison(PropertyOperand("people"), "contains", WrittenLink("Nobody"), "dataview"), []),
        (Comparison(LengthOperand(FileOperand("tags")), ">=", WrittenValue(1), "plain"), ["A", "Anna", "B", "C"]),
        (Comparison(FileOperand("name"), "equals", PropertyOperand("status"), "plain"), []),
        (
            Comparison(DateOperand(PropertyOperand("status")), "equals", WrittenValue(None), "dataview"),
            ["A", "Anna", "B", "C"],
        ),
        (
            AllCriteria(
                (InFolder("b"), Comparison(PropertyOperand("status"), "equals", WrittenValue("OPEN"), "plain"))
            ),
            ["B"],
        ),
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
        by = (OrderBy(PropertyOperand("rating"), descending=True), OrderBy(FileOperand("name")))
        assert [note.name for note in evaluate_query(NoteQuery(order=by), net).notes] == ["A", "C", "B", "Anna"]
        theirs = (OrderBy(PropertyOperand("rating", inline=True), False, "dataview"),)
        assert evaluate_query(NoteQuery(order=theirs), net).notes[0].name == "Anna"


def test_notes_that_are_not_seen_or_excluded_are_no_rows(tmp_path: Path) -> None:
    with network(tmp_path) as whole:
        half = Network(whole.table, lambda path: not path.startswith("b/"))
        assert fitting(half, AllCriteria()) == ["A", "Anna"]
        with pytest.raises(ToolFailure):
            fitting(half, LinksTo("B"))


def test_columns_show_times_with_their_zone_and_days_as_days(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        found = evaluate_query(
            NoteQuery(
                columns=(QueryColumn("m", FileOperand("modified")), QueryColumn("d", FileOperand("modified_day")))
            ),
            net,
        )
        time, day = (str(column_value(get(found.notes[0]))) for get in found.getters)
        assert (len(time), time[10], day) == (25, "T", time[:10])
        assert column_value(["x", 1]) == ["x", 1]


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
                lambda text=text: NoteQuery(parse_base_statement(text, NOW)),
                lambda text=text: parse_dataview(f"TABLE x, y WHERE {text}", NOW),
                lambda text=text: parse_dataview(f"TABLE {text} SORT {text}, y DESC", NOW),
            )
            for parse in parsers:
                with suppress(ToolFailure):
                    found = evaluate_query(parse(), net)
                    json.dumps([column_value(get(note)) for get in found.getters for note in found.notes])
                    answered += 1
    assert answered > 1_000

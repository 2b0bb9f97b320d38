"""Tests of tools/query/dataview_query.py."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.query_language.scene import NOW, fitting, network, refused_well
from vaultdesk.tools.query.criteria import FileOperand, OrderBy, PropertyOperand, QueryColumn
from vaultdesk.tools.query.dataview_query import DataviewExpression, dataview_date, dataview_source, parse_dataview
from vaultdesk.tools.query.evaluation import evaluate_query
from vaultdesk.tools.query.property_values import moment_at, moment_of
from vaultdesk.tools.query.query_lexer import QueryLexer
from vaultdesk.tools.tool import ToolFailure

# Dataview source: tags, folders, links, and how they are joined.


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("#work", ["A", "B"]), ("#work/house", ["A"]), ('"b"', ["B", "C"]), ('"b/"', ["B", "C"]), ('"b/B"', ["B"]),
        ("[[B]]", ["A"]), ("[[B#x|y]]", ["A"]), ("outgoing([[b/B]])", ["C"]), ("-#work", ["Anna", "C"]),
        ('#work and "b"', ["B"]), ('#work AND -"b"', ["A"]), ('#book or #workshop', ["Anna", "C"]),
        ('#book or #work and "b"', ["B"]), ('#book or (#work and "b")', ["Anna", "B"]), ('!#work & "b"', ["C"]),
        ('"nowhere"', []), ('""', ["A", "Anna", "B", "C"]),
    ],
)  # fmt: skip
def test_a_source_gives_its_notes(tmp_path: Path, source: str, names: list[str]) -> None:
    with network(tmp_path) as net:
        assert fitting(net, dataview_source(QueryLexer(source, joined_names=True))) == names


@pytest.mark.parametrize("source", ["", "work", 'csv("a")', "[[]]", "#", "outgoing(b)", "(#a", "-", "#a and", "(" * 99])
def test_other_sources_are_refused(source: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        dataview_source(QueryLexer(source, joined_names=True))


# Dataview expression: comparisons and functions as Dataview means them, traps included.


@pytest.mark.parametrize(
    ("where", "names"),
    [
        ('status = "Done"', ["A"]),
        ('status != "Done"', ["Anna", "B", "C"]),
        ("mood", ["B"]),
        ('mood = "good"', ["B"]),
        # Nothing is smaller than everything, as in Dataview: who wants it otherwise writes `rating AND`.
        # A field written twice is a list, and lists come before numbers.
        ("rating < 4", ["Anna", "B", "C"]),
        ("rating AND rating < 4", ["B", "C"]),
        ("due <= date(2026-03-10)", ["A", "Anna", "C"]),
        ("due AND due >= date(today)", ["B"]),
        ("due-date = date(2026-04-01)", ["C"]),
        ("due AND due >= date(today) - dur(7 days)", ["A", "B"]),
        ('contains(people, "Bob")', ["A"]),
        ('contains(people, "Bo")', ["A"]),
        ('econtains(people, "Bo")', []),
        ('icontains(people, "BOB")', ["A"]),
        ("contains(people, [[Anna]])", ["A"]),
        ('contains(file.tags, "#work")', ["A", "B", "C"]),
        ('econtains(file.tags, "#work")', ["A", "B"]),
        ('econtains(file.etags, "#work")', ["B"]),
        ("contains(file.outlinks, [[B]])", ["A"]),
        ("contains(file.inlinks, [[b/B]])", ["C"]),
        ("length(file.inlinks) = 0", ["A"]),
        ("length(people) > 1", ["A"]),
        ('startswith(file.name, "An")', ["Anna"]),
        # AND and OR bind alike, from left to right.
        ('flag or status = "Done" and rating = 5', ["A"]),
        ('flag or (status = "Done" and rating = 5)', ["A", "B"]),
        ("!flag", ["A", "Anna", "C"]),
        ("!(flag | rating = 5)", ["Anna", "C"]),
        ("5 = rating", ["A"]),
        ("rating = -5", []),
        ("flag = true", ["B"]),
        ("status = null", ["Anna", "C"]),
        ('file.folder = "b"', ["B"]),
        ("date(due) = date(2026-03-10)", ["A"]),
        ("file.cday <= date(2100-01)", ["A", "Anna", "B", "C"]),
        ("length(rating) = null", ["A", "Anna", "B"]),
    ],
)
def test_a_condition_fits_exactly_its_notes(tmp_path: Path, where: str, names: list[str]) -> None:
    words = QueryLexer(where, joined_names=True)
    criterion = DataviewExpression(words, NOW).criterion()
    assert words.token.kind == "end"
    with network(tmp_path) as net:
        assert fitting(net, criterion) == names


@pytest.mark.parametrize(
    "where",
    [
        "this.file.name",
        "rows.x",
        "file.day",
        "file.tasks",
        "choice(a, b, c)",
        "regexmatch('a', b)",
        "a + b = c",
        "due + dur(1 day) > date(today)",
        "dur(1 day)",
        "date(today) + 5",
        "a.b = 1",
        "a[0] = 1",
        "(x) => x",
        "a = b = c",
        "length(file.outlinks) > 1",
        "file.outlinks = 3",
        "contains(a)",
        "length(a, b)",
        "date(some day)",
        "dur(soon)",
        "[[]] = a",
        "a =",
        "!",
        "(" * 99,
        "where",
        '"open',
        "[[open",
        "a = [[B]] + 1",
        "date(",
        "a > [[B]]",
    ],
)
def test_other_conditions_are_refused(where: str) -> None:
    def parse() -> None:
        words = QueryLexer(where, joined_names=True)
        DataviewExpression(words, NOW).criterion()
        if words.token.kind != "end":
            raise words.unexpected_token_error()

    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        parse()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("today", "2026-03-15"),
        ("sow", "2026-03-09T00:00"),
        ("start-of-week", "2026-03-09T00:00"),
        ("eow", "2026-03-15T23:59:59.999"),
        ("som", "2026-03-01T00:00"),
        ("end-of-month", "2026-03-31T23:59:59.999"),
        ("soy", "2026-01-01T00:00"),
        ("eoy", "2026-12-31T23:59:59.999"),
        ("2026-05", "2026-05-01"),
        ("2026-05-06", "2026-05-06"),
    ],
)
def test_the_words_of_dates_are_dataviews(text: str, wanted: str) -> None:
    assert dataview_date(text, NOW) == moment_of(wanted)


def test_now_is_now_and_other_words_are_nothing() -> None:
    assert dataview_date("now", NOW) == moment_at(NOW)
    assert [dataview_date(text, NOW) for text in ("", "soo", "2026", "start-of-day")] == [None] * 4


# Dataview: whole queries; what works on rows already cut or grouped is another question and is refused.


def test_a_table_has_its_columns_source_conditions_order_and_limit(tmp_path: Path) -> None:
    text = """```dataview
    TABLE WITHOUT ID file.link AS "Note", rating, due AS when
    FROM #work
    WHERE rating
    WHERE rating >= 3
    SORT rating DESC, file.name ascending
    LIMIT 1
    ```"""
    question = parse_dataview(text, NOW)
    assert question.columns == (
        QueryColumn("Note", FileOperand("path")),
        QueryColumn("rating", PropertyOperand("rating", inline=True)),
        QueryColumn("when", PropertyOperand("due", inline=True)),
    )
    assert question.order == (
        OrderBy(PropertyOperand("rating", inline=True), True, "dataview"),
        OrderBy(FileOperand("name"), False, "dataview"),
    )
    assert question.limit == 1
    with network(tmp_path) as net:
        assert [note.name for note in evaluate_query(question, net).notes] == ["A", "B"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("LIST", ["A", "Anna", "B", "C"]),
        ('list from "b"', ["B", "C"]),
        ("LIST rating FROM #work", ["A", "B"]),
        ("TABLE\nFROM #work\nSORT file.name DESC", ["B", "A"]),
        ('TABLE rating WHERE contains(status, "o")', ["A", "B"]),
    ],
)
def test_short_queries_work_too(tmp_path: Path, text: str, names: list[str]) -> None:
    with network(tmp_path) as net:
        assert [note.name for note in evaluate_query(parse_dataview(text, NOW), net).notes] == names


@pytest.mark.parametrize(
    "text",
    [
        "TASK",
        "CALENDAR due",
        "",
        "SELECT *",
        "TABLE a GROUP BY b",
        "TABLE a FLATTEN b",
        "LIST LIMIT 5 WHERE a",
        "LIST LIMIT 5 SORT a",
        "LIST SORT a SORT b",
        "LIST LIMIT x",
        "LIST LIMIT 1.5",
        "LIST FROM",
        "LIST WHERE",
        "LIST SORT",
        "TABLE a b",
        "TABLE length(file.outlinks)",
        "LIST FROM #a FROM #b",
        "LIST WHERE a FROM #b",
        "TABLE WITHOUT x",
        "TABLE a AS",
        "TABLE a AS 5",
        "LIST x, y",
        "TABLE a = b",
        "dv.pages()",
        "LIST" + " x" * 9_999,
    ],
)
def test_other_queries_are_refused(text: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        parse_dataview(text, NOW)


WORDS = st.sampled_from(
    [
        "TABLE ",
        "LIST ",
        "FROM ",
        "WHERE ",
        "SORT ",
        "LIMIT ",
        "#a",
        '"b"',
        "[[c]]",
        "file.name",
        "x",
        "=",
        "<",
        "!",
        "and ",
        "or ",
        "(",
        ")",
        "contains",
        ",",
        "date(today)",
        "dur(1 d)",
        "-",
        "+",
        "3",
        ".",
        "AS ",
        '"',
        "[[",
        "\\",
        "\n",
    ]
)


@given(st.lists(WORDS, max_size=25).map("".join) | st.text(max_size=60).map("LIST WHERE ".__add__))
def test_any_text_is_a_question_or_the_one_refusal(text: str) -> None:
    refused_well(lambda: parse_dataview(text, NOW))

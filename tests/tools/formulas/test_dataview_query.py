"""Tests of tools/formulas/dataview_query.py and dataview_functions.py: sources, expressions and whole queries."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.query_language.scene import NOTES, NOW, assert_evaluates_or_fails, network
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.tools.formulas.dataview_functions import dataview_date, moment_pattern
from vaultdesk.tools.formulas.dataview_query import (
    DataviewCompiler,
    evaluate_dataview,
    folders_in_source,
    parse_dataview,
    parse_source,
)
from vaultdesk.tools.formulas.formula_compiler import Scope, evaluated
from vaultdesk.tools.formulas.formula_files import FormulaFiles, QueryBudget, list_items
from vaultdesk.tools.formulas.formula_parser import FormulaParser, parse_formula
from vaultdesk.tools.formulas.formula_values import File, FormulaError, Row, json_of
from vaultdesk.tools.formulas.result_table import ResultTable
from vaultdesk.tools.query.property_values import Moment, moment_at, moment_of
from vaultdesk.tools.tool import ToolFailure

TASK_NOTES = {
    **NOTES,
    "Tasks.md": "---\nproject: [red, blue]\n---\n# Today\n\n- [ ] call [[Anna]] #phone 📅 2026-03-20\n"
    "    - [x] find the number\n- [x] write [priority:: 2] ✅ 2026-03-01\n- no task\n\n```\n- [ ] code\n```\n"
    "%% - [ ] hidden %%\n## Later\n1. [/] half done (due:: 2026-04-01)\n",
    "2026-03-14.md": "cost:: 12\nhours:: 3\nauthors:: [[Anna]], [[B]]",
    "2026-03-15.md": "cost:: 30\nhours:: 1",
}


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    with network(tmp_path_factory.mktemp("plain"), NOTES) as opened:
        yield opened


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FormulaFiles]:
    with network(tmp_path_factory.mktemp("more"), TASK_NOTES) as opened:
        yield FormulaFiles(opened, NOW, budget=QueryBudget(1_000))


def table(files: FormulaFiles, text: str, this: str = "") -> ResultTable:
    return evaluate_dataview(parse_dataview(text), files, files.file(this) if this else None)


def names(files: FormulaFiles, text: str, this: str = "") -> list[str]:
    """Return the names of the rows in their order."""
    return [row.paths[0].rpartition("/")[2].removesuffix(".md") for row in table(files, text, this).rows]


def rows(files: FormulaFiles, text: str, this: str = "") -> list[list[Any]]:  # Any: JSON
    """Return the cells of each row as JSON, errors as their messages."""
    result_rows = table(files, text, this).rows
    return [
        [str(cell) if isinstance(cell, FormulaError) else json_of(cell) for cell in row.cells] for row in result_rows
    ]


# Sources: tags, folders and links, and their combinations.

SOURCES: list[tuple[str, list[str]]] = [
    ("#work", ["A", "B"]), ("#work/house", ["A"]), ('"b"', ["B", "C"]), ('"b/"', ["B", "C"]), ('"b/B"', ["B"]),
    ("[[B]]", ["A"]), ("[[B#x|y]]", ["A"]), ("outgoing([[b/B]])", ["C"]), ("-#work", ["Anna", "C"]),
    ('#work and "b"', ["B"]), ('#work AND -"b"', ["A"]), ("#book or #workshop", ["Anna", "C"]),
    ('#book or #work and "b"', ["B"]), ('#book or (#work and "b")', ["Anna", "B"]), ('!#work & "b"', ["C"]),
    ('"nowhere"', []), ('""', ["A", "Anna", "B", "C"]), ("[[]]", ["A"]),
]  # fmt: skip


def test_a_source_returns_its_notes(net: Network) -> None:
    files = FormulaFiles(net, NOW)
    assert [(source, names(files, f"LIST FROM {source}", this="b/B.md")) for source, _ in SOURCES] == SOURCES


@pytest.mark.parametrize("source", ["", "work", 'csv("a")', "#", "outgoing(b)", "(#a", "-", "#a and", "(" * 99])
def test_invalid_sources_raise_an_error(source: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        parse_source(FormulaParser(source, "dataview"))


def test_a_link_to_a_missing_note_raises_an_error(net: Network) -> None:
    for source in ("[[Nowhere]]", "outgoing([[Nowhere]])", "[[]]"):
        with pytest.raises(ToolFailure, match=r"cannot evaluate: \[\["):
            table(FormulaFiles(net, NOW), f"LIST FROM {source}")


def test_folders_in_a_source_are_extracted_before_evaluation() -> None:
    query = parse_dataview('LIST FROM ("a/b" or -"c") and #x')
    assert list(folders_in_source(query.source)) == ["a/b"]


# Conditions: each matches exactly its notes.

CONDITIONS: list[tuple[str, list[str]]] = [
    ('status = "Done"', ["A"]), ('status != "Done"', ["Anna", "B", "C"]), ("mood", ["B"]), ('mood = "good"', ["B"]),
    # null is less than every value; a field written twice is a list, and lists precede numbers.
    ("rating < 4", ["Anna", "B", "C"]), ("rating AND rating < 4", ["B", "C"]),
    ("due <= date(2026-03-10)", ["A", "Anna", "C"]), ("due AND due >= date(today)", ["B"]),
    ("due-date = date(2026-04-01)", ["C"]), ("due AND due >= date(today) - dur(7 days)", ["A", "B"]),
    ('contains(people, "Bob")', ["A"]), ('contains(people, "Bo")', ["A"]), ('econtains(people, "Bo")', []),
    ('icontains(people, "BOB")', ["A"]), ("contains(people, [[Anna]])", ["A"]),
    ('contains(file.tags, "#work")', ["A", "B", "C"]), ('econtains(file.tags, "#work")', ["A", "B"]),
    ('econtains(file.etags, "#work")', ["B"]), ("contains(file.outlinks, [[B]])", ["A"]),
    ("contains(file.inlinks, [[b/B]])", ["C"]), ("length(file.inlinks) = 0", ["A"]), ("length(people) > 1", ["A"]),
    ('startswith(file.name, "An")', ["Anna"]), ('flag or status = "Done" and rating = 5', ["A"]),
    ('flag or (status = "Done" and rating = 5)', ["A", "B"]), ("!flag", ["A", "Anna", "C"]),
    ("!(flag | rating = 5)", ["Anna", "C"]), ("5 = rating", ["A"]), ("rating = -5", []), ("flag = true", ["B"]),
    ("status = null", ["Anna", "C"]), ('file.folder = "b"', ["B"]), ("date(due) = date(2026-03-10)", ["A"]),
    ("file.cday <= date(2100-01)", ["A", "Anna", "B", "C"]), ("contains(file.inlinks, this.file.link)", ["C"]),
    ("due + dur(1 day) > date(today)", ["B"]), ("a.b = 1", []), ("people[1] = \"Bob\"", ["A"]),
    ("any(people, (p) => p = \"Bob\")", ["A"]), ("file.link = [[Anna]]", ["Anna"]),
    ('choice(flag, "yes", "no") = "yes"', ["B"]), ('regexmatch("An.*", file.name)', ["Anna"]),
    ("length(file.outlinks) > 1", ["A"]), ("[[b/B]].flag and file.name = \"A\"", ["A"]),
]  # fmt: skip


def test_a_condition_matches_exactly_its_notes(net: Network) -> None:
    files = FormulaFiles(net, NOW)
    matches = [
        (condition, names(files, f'LIST FROM "" WHERE {condition}', this="b/B.md")) for condition, _ in CONDITIONS
    ]
    assert matches == CONDITIONS


# Functions and operators, each with its value for the note of 14 March.

VALUES: list[tuple[str, Any]] = [
    ("cost + hours * 2", 18), ('"a" + cost', "a12"), ("date(2026-03-14) - date(2026-03-10)", "4 days"),
    ("(date(2026-03-14) - date(2026-03-10)).days", 4), ("date(2026-01-31) + dur(1 month)", "2026-02-28"),
    ("file.day", "2026-03-14"), ("file.day.weekyear", 11), ("file.day.weekday", 6), ("authors", ["[[Anna]]", "[[B]]"]),
    ("authors.file.name", ["Anna", "B"]), ("authors.status", [None, "open"]), ("[1, 2, 3][1]", 2),
    ('{a: 1, "b": 2}.b', 2), ("missing.deep", None), ("missing + 1", None), ('default(missing, "x")', "x"),
    ('default(list(null, 1), "x")', ["x", 1]), ("ldefault(missing, 1)", 1),
    ('choice(cost > 10, "many", "few")', "many"),
    ('dateformat(file.day, "EEEE, dd LLL yyyy")', "Saturday, 14 Mar 2026"),
    ('dateformat(file.day, "yyyy-\'W\'WW")', "2026-W11"), ('date("14.03.2026", "dd.MM.yyyy")', "2026-03-14"),
    ("striptime(date(2026-03-14T10:00))", "2026-03-14"), ("dur(1 d 2 h)", "1 day 2 hours"),
    ('dur("90 m")', "1 hour 30 minutes"), ('durationformat(dur("3 days 7 hours"), "d\'d\' h\'h\'")', "3d 7h"),
    ('number("18 cats")', 18), ("string(1.5)", "1.5"), ("round(16.555, 2)", 16.56), ("round([1.4, 1.5])", [1, 2]),
    ("trunc(-12.9)", -12), ("floor(-1.1)", -2), ("ceil(1.1)", 2), ("min(1, 2, 3)", 1), ("max([1, 5, 3])", 5),
    ('minby(["aa", "b"], (x) => length(x))', "b"), ("sum([1, null, 2])", 3), ("product([2, 3])", 6),
    ("average([1, 2])", 1.5), ('reduce([100, 20, 3], "-")', 77), ("length(authors)", 2), ("sort([3, 1, 2])", [1, 2, 3]),
    ("reverse([1, 2])", [2, 1]), ("nonnull([null, 1])", [1]), ("firstvalue([null, 1])", 1), ("all([true, 1])", True),
    ("none([0, null])", True), ('join(list("a", "b"))', "a, b"), ('join([1, 2], "-")', "1-2"),
    ("filter([1, 2, 3], (x) => x >= 2)", [2, 3]), ('map(["a"], (x) => x + cost)', ["a12"]),
    ("unique([1, 1, 2])", [1, 2]), ("flat([1, [2, [3]]])", [1, 2, [3]]), ("flat([1, [2, [3]]], 10)", [1, 2, 3]),
    ("slice([1, 2, 3, 4], 1, 3)", [2, 3]), ('regextest("\\w+", "hello")', True),
    ('regexmatch("\\w+", "hello there")', False), ('regexreplace("yes", "[ys]", "a")', "aea"),
    ('replace("what", "wh", "h")', "hat"), ('lower("Test")', "test"), ('upper(["a", "b"])', ["A", "B"]),
    ('split("a, b", ",\\s*")', ["a", "b"]), ('split("a b c", " ", 2)', ["a", "b"]), ('endswith("path/x", "x")', True),
    ('padleft("7", 3, "0")', "007"), ('padright("a", 3) + "|"', "a  |"), ('substring("hello", 2, 4)', "ll"),
    ('substring("hello", 0)', "hello"), ('truncate("Hello there!", 8)', "Hello..."),
    ('containsword("Hello there", "hello")', True), ('contains("word", "or")', True), ('typeof(authors)', "array"),
    ("typeof(missing)", "null"), ('object("a", 1).a', 1), ('link("Anna", "her")', "[[Anna|her]]"),
    ('elink("https://x.org", "X")', "[X](https://x.org)"), ('meta([[b/B#Head]]).subpath', "Head"),
    ("display([[b/B|x]])", "x"), ("file.tasks", []), ("file.aliases", []), ("file.ext", "md"),
    ("extract(this, \"status\")", {"status": "open"}), ("lower(1)", "1"),
    ('cost * "x"', "error: Cannot calculate Number * String"),
    ("floor(\"x\")", "error: a number is needed, not string “x”"),
    ("file.gone", "error: file.gone: there is no such field"),
    ('map([1], 2)', "error: a function such as (x) => x is needed"),
    ('reduce([1, 2], "^")', "error: reduce() does not know “^”"),
    ("(date(2026-03-14) - date(2026-03-10)) = dur(4 d)", True), ("dur(1 d) < dur(25 h)", True),
    ("{a: 1} = {a: 1}", True), ("{a: 1} < {a: 2}", True), ("this = this", True), ("this = [[b/B]]", True),
    ("(x) => x", "<function>"), ('"f: " + ((x) => x)', "f: <function>"), ("((x) => x) = 1", False),
    ('"ab" * 2', "abab"), ('"ab" * -1', "error: Cannot calculate String * Number"),
    ("string([1, null, [[b/B]]])", "1, -, [[b/B]]"), ('{a: 1}["a"]', 1), ('this["status"]', "open"),
    ("authors[9]", None), ("5.x", None), ('"abc"[1]', "b"), ("[1, 2][true]", None),
    ('date(list("2026-03-14", "x"))', ["2026-03-14", None]), ("date(5)", None), ('date("x", "yyyy")', None),
    ("date([[2026-03-14]])", "2026-03-14"), ("date([[b/B]])", None), ("date([[Nowhere|2026-03-09]])", "2026-03-09"),
    ('dur(list("1 d", "x"))', ["1 day", None]), ('dateformat(list(file.day, 5), "yyyy")', ["2026", None]),
    ('durationformat("x", "d")', None), ("durationformat(dur(90 m), \"hh:mm 'q' yy\")", "01:30 q yy"),
    ('contains({a: 1}, "a")', True), ("contains(5, 5)", True), ('contains([["b"], "c"], "b")', True),
    ('reduce([], "+")', None), ("reduce([1, 2, 3], (a, b) => a * b)", 6), ("sum([])", 0), ("product([null])", 0),
    ("average([])", None), ("min()", None), ("minby([], (x) => x)", None), ("maxby([1, 3, 2], (x) => x)", 3),
    ("sort([3, 1, 2], (x) => 0 - x)", [3, 2, 1]), ("all([1, 2], (x) => x > 1)", False), ("none(0, null)", True),
    ('regextest("a", list("a", "b"))', [True, False]), ('regextest("a", null)', False),
    ('replace(list("a", null), "a", "b")', ["b", None]), ("number(5)", 5), ('number("-1.5 kg")', -1.5),
    ('number("none")', None), ("link(null)", None), ('link(list("a", null))', ["[[a]]", None]),
    ('link(file.link, "x")', "[[2026-03-14|x]]"), ("link(this.file)", "[[b/B|B]]"), ('meta("x")', None),
    ("meta([[Nowhere]])", {"display": None, "embed": False, "subpath": None, "path": "Nowhere", "type": "file"}),
    ("reverse(5)", 5), ("length(null)", 0), ("length(5)", None), ("slice([1, 2, 3])", [1, 2, 3]),
    ("slice([1, 2, 3], 1)", [2, 3]), ("slice([1, 2, 3], null, 2)", [1, 2]), ('truncate("abc", 5)', "abc"),
    ("striptime(5)", None), ("localtime(file.day)", "2026-03-14"), ("default(null, 1)", 1),
    ('elink("https://x.org")', "https://x.org"), ("[[2026-03-15]].file.day", "2026-03-15"), ("this.file.day", None),
    ("map([1, 2], (x, y) => y)", [None, None]), ("file.frontmatter", {}), ("[[A]].file.frontmatter.rating", 5),
    ('[[A]].file.frontmatter.tags[0] = "#work/house"', True), ("unique([[Tasks]].file.tasks.line)", [6, 7, 8, 16]),
    ("display([[Tasks]].file.tasks[1])", "find the number"),
    ("length(unique([[Tasks]].file.tasks))", 4), ("[[Tasks]].file.tasks[0] < [[Tasks]].file.tasks[1]", True),
    ("map([(f) => map([f], f)], (g) => map([g], g))", "error: the formula is nested too deeply"),
    ("floor(1 / 0)", "Infinity"), ("ceil(0 / 0)", "NaN"), ("trunc(-1 / 0)", "-Infinity"),
    ('truncate("abc", 1 / 0)', "error: truncate() needs a finite number, not Infinity"),
    ('padleft("a", 1 / 0)', "error: padleft() needs a finite number, not Infinity"),
    ('padright("a", "b")', "error: padright() needs a number, not String"),
    ('substring("abc", 0 / 0)', "error: substring() needs a finite number, not NaN"),
    ('substring("abc", 0, 1 / 0)', "error: substring() needs a finite number, not Infinity"),
    ("flat([1], 1 / 0)", "error: flat() needs a finite number, not Infinity"),
    ("slice([1], 0 / 0)", "error: slice() needs a finite number, not NaN"),
    ('padright("a", 3, "")', "a"), ('padleft("a", 3, "")', "a"), ('padleft("a", 6, "xyz")', "xyzxya"),
    ('padright("a", 6, "xyz")', "axyzxy"), ('padleft("abc", 2, "xyz")', "abc"), ('padright("a", -1)', "a"),
    ('padleft("", 2, "xyz")', "xy"), ('padright("a", 3, null)', None), ('padleft("a", null)', None),
    ('substring("abc", 2, 1)', "b"), ('substring("abc", 3, -2)', "abc"), ('substring("abc", 9, 1)', "bc"),
    ('substring("abc", 5)', ""), ('substring("abc", -5, 2)', "ab"), ('split("a,b", ",", -1)', ["a", "b"]),
    ('substring("abc", 1, 1)', ""), ("5 % 4", 1),
]  # fmt: skip


def value_on(files: FormulaFiles, text: str) -> Any:  # Any: a JSON value
    note = files.file("2026-03-14.md")
    assert note is not None
    evaluate = DataviewCompiler(files).compile(parse_formula(text, "dataview"))
    value = evaluated(evaluate, Scope(files, note, files.file("b/B.md"), Row(id=note, file=note)))
    return f"error: {value}" if isinstance(value, FormulaError) else json_of(value)


def test_v14_every_function_returns_its_value(files: FormulaFiles) -> None:
    assert [(text, value_on(files, text)) for text, _ in VALUES] == VALUES


@pytest.mark.parametrize(
    "text",
    [
        "frobnicate(a)", "contains(a)", "length(a, b)", "a =", "!", "(" * 99, '"open', "[[open", "date(", "a.b()",
        "[[]] = a", "csv(x)", "dur(5 moons)", "date(2026-13)", "a ++", "{a}", "x =>", "=> x",
    ],
)  # fmt: skip
def test_invalid_expressions_raise_an_error(files: FormulaFiles, text: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        value_on(files, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("today", "2026-03-15"), ("sow", "2026-03-09T00:00"), ("start-of-week", "2026-03-09T00:00"),
        ("eow", "2026-03-15T23:59:59.999"), ("som", "2026-03-01T00:00"), ("end-of-month", "2026-03-31T23:59:59.999"),
        ("soy", "2026-01-01T00:00"), ("eoy", "2026-12-31T23:59:59.999"), ("2026-05", "2026-05-01"),
        ("2026-05-06", "2026-05-06"),
    ],
)  # fmt: skip
def test_date_words_of_dataview_are_supported(text: str, expected: str) -> None:
    assert dataview_date(text, NOW) == moment_of(expected)


def test_now_is_the_current_time_and_other_words_are_none() -> None:
    assert dataview_date("now", NOW) == moment_at(NOW)
    assert [dataview_date(text, NOW) for text in ("", "soo", "2026", "start-of-day")] == [None] * 4


def test_letters_of_a_luxon_pattern_that_are_no_token_are_literal() -> None:
    assert moment_pattern("yyyy-MM-dd 'at' HH:mm n") == "YYYY-MM-DD [at] HH:mm [n]"


# Complete queries.


def test_a_table_query_supports_columns_source_conditions_order_and_limit(net: Network) -> None:
    text = """```dataview
    TABLE WITHOUT ID file.link AS "Note", rating, due AS when
    FROM #work
    WHERE rating
    WHERE rating >= 3
    SORT rating DESC, file.name ascending
    LIMIT 1
    ```"""
    result = table(FormulaFiles(net, NOW), text)
    assert result.columns == ("Note", "rating", "when")
    assert [row.paths for row in result.rows] == [("A.md",)]
    assert rows(FormulaFiles(net, NOW), text) == [["[[A|A]]", 5, "2026-03-10"]]


def test_data_commands_are_applied_in_order(net: Network) -> None:
    files = FormulaFiles(net, NOW)
    assert names(files, "LIST") == ["A", "Anna", "B", "C"]
    assert names(files, "TABLE\nFROM #work\nSORT file.name DESC") == ["B", "A"]
    assert names(files, "LIST LIMIT 3 SORT file.name DESC LIMIT 2") == ["B", "Anna"]
    assert names(files, "LIST LIMIT 2 WHERE rating") == ["A"]
    assert rows(files, "LIST rating FROM #work") == [[5], [3]]


def test_rows_are_grouped_and_their_fields_are_lists(files: FormulaFiles) -> None:
    text = (
        "TABLE length(rows) AS n, rows.file.name, sum(rows.cost) WHERE cost "
        'GROUP BY dateformat(file.day, "yyyy") AS year'
    )
    result = table(files, text)
    assert (result.columns, rows(files, text)) == (
        ("year", "n", "rows.file.name", "sum(rows.cost)"), [["2026", 2, ["2026-03-14", "2026-03-15"], 42]],
    )  # fmt: skip
    assert result.rows[0].paths == ("2026-03-14.md", "2026-03-15.md")
    assert rows(files, 'LIST rows.file.name FROM "b" GROUP BY flag') == [[None, ["C"]], [True, ["B"]]]
    assert rows(files, 'LIST FROM "b" GROUP BY flag SORT key DESC LIMIT 1') == [[True]]
    assert rows(files, 'TABLE WITHOUT ID length(rows) FROM "b" GROUP BY flag') == [[1], [1]]


def test_flatten_creates_a_row_for_each_item(files: FormulaFiles) -> None:
    assert rows(files, "TABLE project WHERE project FLATTEN project") == [["red"], ["blue"]]
    assert rows(files, 'TABLE p + "!" WHERE project FLATTEN project AS p WHERE p = "red"') == [["red!"]]
    assert rows(files, "TABLE WITHOUT ID file.name, a FROM \"\" WHERE authors FLATTEN authors AS a SORT a DESC") == [
        ["2026-03-14", "[[B]]"], ["2026-03-14", "[[Anna]]"],
    ]  # fmt: skip


def test_tasks_are_rows_with_their_status_line_and_fields(files: FormulaFiles) -> None:
    assert rows(files, "TASK") == [
        ["call [[Anna]] #phone 📅 2026-03-20", " ", 6], ["find the number", "x", 7],
        ["write [priority:: 2] ✅ 2026-03-01", "x", 8], ["half done (due:: 2026-04-01)", "/", 16],
    ]  # fmt: skip
    assert [row[2] for row in rows(files, "TASK WHERE !completed")] == [6, 16]
    assert [row[2] for row in rows(files, "TASK WHERE due AND due <= date(2026-03-31)")] == [6]
    assert [row[2] for row in rows(files, "TASK WHERE completion")] == [8]
    assert [row[2] for row in rows(files, 'TASK WHERE priority = 2 OR contains(tags, "#phone")')] == [6, 8]
    assert [row[2] for row in rows(files, 'TASK WHERE meta(section).subpath = "Later"')] == [16]
    assert [row[2] for row in rows(files, "TASK WHERE contains(outlinks, [[Anna]]) AND length(children) = 1")] == [6]
    assert rows(files, "TASK WHERE fullyCompleted SORT line DESC LIMIT 1") == [
        ["write [priority:: 2] ✅ 2026-03-01", "x", 8]
    ]
    assert rows(files, 'TASK WHERE contains(project, "red") GROUP BY completed') == [
        [False, ["call [[Anna]] #phone 📅 2026-03-20", "half done (due:: 2026-04-01)"]],
        [True, ["find the number", "write [priority:: 2] ✅ 2026-03-01"]],
    ]
    assert rows(files, "TABLE length(file.tasks), length(file.lists) WHERE file.tasks") == [[4, 5]]
    assert rows(files, 'TASK FROM "b"') == []


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("📅 2026-12-03", "due"), ("📆2026-12-03", "due"), ("🗓️ 2026-12-03", "due"), ("🗓 2026-12-03", "due"),
        ("[due:: 2026-12-03]", "due"), ("⏳ 2026-12-03", "scheduled"), ("⌛️ 2026-12-03", "scheduled"),
        ("🛫 2026-12-03", "start"), ("➕ 2026-12-03", "created"), ("✅ 2026-12-03", "completion"),
        ("❌ 2026-12-03", "cancelled"),
    ],
)  # fmt: skip
def test_tasks_have_the_dates_of_the_tasks_plugin(text: str, field: str) -> None:
    (task,) = list_items(File(NoteFacts("A.md", "A", "A", 0, 0, 0)), f"- [ ] Call Ada {text} ^call", 0)
    dates = {name: value for name, value in task.fields.items() if isinstance(value, Moment)}
    assert dates == {field: moment_of("2026-12-03")}


def test_a_calendar_returns_the_notes_with_a_date(files: FormulaFiles) -> None:
    assert names(files, "CALENDAR due") == ["A", "B"]
    assert rows(files, "CALENDAR file.day") == [["2026-03-14"], ["2026-03-15"]]


def test_list_items_of_a_note_that_is_not_visible_are_not_read(files: FormulaFiles) -> None:
    restricted = FormulaFiles(Network(files.network.table, lambda path: path != "Tasks.md"), NOW)
    query = "TABLE WITHOUT ID length(rows.file.lists) AS lists, length(flat(rows.file.lists)) AS items GROUP BY true"
    assert (rows(files, query), rows(restricted, query)) == ([[7, 5]], [[6, 0]])


def test_errors_are_limited_to_their_cells_and_a_failing_condition_is_reported(files: FormulaFiles) -> None:
    result = table(files, 'TABLE floor(file.name) FROM "b"')
    assert rows(files, 'TABLE floor(file.name) FROM "b"')[0] == ["a number is needed, not string “B”"]
    assert result.problems == ()
    result_of_failure = table(files, "LIST WHERE floor(status) = 1")
    # Problems of a result contain no text of notes.
    assert (result_of_failure.rows, result_of_failure.problems) == (
        (),
        ("WHERE: a number is needed, not string (rows: 2)",),
    )


def test_a_query_that_makes_too_many_rows_of_each_note_raises_an_error(files: FormulaFiles) -> None:
    items = f"[{', '.join('0' * 60)}]"
    with pytest.raises(ToolFailure, match="a query with more than 200,000 rows"):
        table(files, f"LIST FLATTEN {items} AS a FLATTEN {items} AS b FLATTEN {items} AS c")


@pytest.mark.parametrize(
    "text",
    [
        "CALENDAR", "", "SELECT *", "TABLE a GROUP b", "TABLE a FLATTEN", "LIST LIMIT x", "LIST LIMIT 1.5",
        "LIST LIMIT -1", "LIST FROM", "LIST WHERE", "LIST SORT", "TABLE a b", "LIST FROM #a FROM #b",
        "LIST WHERE a FROM #b", "TABLE WITHOUT x", "TABLE a AS", "TABLE a AS 5", "LIST x, y", "dv.pages()",
        "LIST" + " x" * 9_999, "TASK x",
    ],
)  # fmt: skip
def test_invalid_queries_raise_an_error(files: FormulaFiles, text: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        table(files, text)


WORDS = st.sampled_from(
    [
        "TABLE ", "LIST ", "TASK ", "FROM ", "WHERE ", "SORT ", "LIMIT ", "GROUP BY ", "FLATTEN ", "#a", '"b"', "[[c]]",
        "file.name", "x", "=", "<", "!", "and ", "or ", "(", ")", "contains(", ",", "date(today)", "dur(1 d)", "-", "+",
        "3", ".", "AS ", '"', "[[", "\\", "\n", "rows.", "(x) => ", "people", "due", "file.tasks", "sum(", "[", "]",
        "{a: 1}", "this",
    ]
)  # fmt: skip


@given(st.lists(WORDS, max_size=25).map("".join) | st.text(max_size=60).map("LIST WHERE ".__add__))
def test_any_text_is_evaluated_or_raises_the_documented_error(files: FormulaFiles, text: str) -> None:
    assert_evaluates_or_fails(lambda: rows(files, text))

"""Tests of tools/formulas/base_view.py: `.base` files read, and their views evaluated."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.query_language.scene import NOTES, NOW, assert_evaluates_or_fails, network
from vaultdesk.index.link_graph import Network
from vaultdesk.tools.formulas.base_view import evaluate_view, names_in_filters, read_base
from vaultdesk.tools.formulas.formula_files import FormulaFiles
from vaultdesk.tools.formulas.formula_values import FormulaError, json_of
from vaultdesk.tools.formulas.result_table import ResultTable
from vaultdesk.tools.tool import ToolFailure


def table(net: Network, text: str, view: str = "", this: str = "") -> ResultTable:
    base = read_base(text)
    files = FormulaFiles(net, NOW)
    return evaluate_view(base, base.view(view), files, files.file(this))


def names(net: Network, text: str, view: str = "", this: str = "") -> list[str]:
    """Return the names of the rows in their order."""
    rows = table(net, text, view, this).rows
    return [row.paths[0].rpartition("/")[2].removesuffix(".md") for row in rows]


def cells(result: ResultTable) -> list[list[Any]]:  # Any: JSON
    return [
        [str(cell) if isinstance(cell, FormulaError) else json_of(cell) for cell in row.cells] for row in result.rows
    ]


# Filters: each statement matches exactly its notes.


STATEMENTS: list[tuple[str, list[str]]] = [
    ('file.hasTag("work")', ["A", "B"]), ('file.hasTag("book", "workshop")', ["Anna", "C"]),
    ('file.inFolder("b")', ["B", "C"]), ('file.inFolder("B")', []), ('file.hasLink("B")', ["A"]),
    ('file.hasLink(link("b/B"))', ["A"]), ('file.hasProperty("empty")', ["B"]), ('status == "Done"', ["A"]),
    ('status == "done"', []), ('note.status != "Done"', ["Anna", "B", "C"]), ('note["status"] == "open"', ["B"]),
    ("rating > 3", ["A"]), ("3 < rating", ["A"]), ("rating >= 3 && rating < 5", ["B"]),
    ('status == "Done" || file.name == "Anna.md"', ["A", "Anna"]),
    ('!(status == "Done") && file.ext == "md"', ["Anna", "B", "C"]), ("flag", ["B"]), ("!flag", ["A", "Anna", "C"]),
    ("status.isEmpty()", ["Anna", "C"]), ("!status.isEmpty()", ["A", "B"]), ('people.contains("Bob")', ["A"]),
    ('!people.contains("Bob")', ["Anna", "B", "C"]), ('people.containsAny("Bob", "Eve")', ["A"]),
    ('people.containsAll("Bob", "Eve")', []), ('people.contains(link("Anna"))', ["A"]),
    ('file.basename.startsWith("An")', ["Anna"]), ('file.path.endsWith("C.md")', ["C"]),
    ('due < date("2026-03-15")', ["A"]), ('due > today() - "1 week"', ["A", "B"]), ("due >= today()", ["B"]),
    ('due < now() && due > now() - "1d"', ["B"]), ('due == date("2026-02-10") + "1M"', ["A"]),
    ("file.backlinks.isEmpty()", ["A"]), ("file.tags.length == 1", ["A", "Anna", "B", "C"]), ("file.size < 10", []),
    ("rating == -5", []), ("status == null", ["Anna", "C"]), ("'work' == 'work'", ["A", "Anna", "B", "C"]),
    ("file.hasLink(this)", ["A"]), ("list(people).contains(link('Anna'))", ["A"]), ("rating * 2 > 5", ["A", "B"]),
    ("rating.toFixed(2) == '5.00'", ["A"]), ("not(empty(status))", ["A", "B"]), ("false", []),
]  # fmt: skip


def test_a_statement_matches_exactly_its_notes(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        matches = [(text, names(net, f"filters: {text!r}", this="b/B.md")) for text, _ in STATEMENTS]
        assert matches == STATEMENTS


def test_groups_of_filters_are_evaluated_and_missing_values_do_not_fail(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        assert names(net, "filters: {and: []}") == names(net, "filters: {not: []}") == ["A", "Anna", "B", "C"]
        assert names(net, "filters: {or: []}") == []
        assert names(net, "filters: {not: [file.hasTag('work'), status == 'x']}") == ["Anna", "C"]
        assert names(net, "filters: {and: [{or: [flag, rating == 5]}, {not: [flag]}]}") == ["A"]


def test_a_statement_that_fails_excludes_its_files_and_is_reported(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        # Problems of a result contain no text of notes.
        assert table(net, "filters: date(status).year > 1").problems == (
            "filter date(status).year > 1: date() cannot read String (files left out: 2)",
        )
        result = table(net, "filters: status.toFixed(1) == 'x'")
        assert result.rows == ()
        assert result.problems == (
            "filter status.toFixed(1) == 'x': Cannot find function \"toFixed\" on type String (files left out: 2)",
        )


# Views: combined filters of base and view, columns, order, groups, limits and summaries.

BASE = """filters:
  or:
    - file.hasTag("work")
    - and:
        - file.inFolder("b")
        - 'status != "Done"'
    - not:
        - file.ext == "md"
        - file.hasTag("work")
formulas:
  half: "rating / 2"
  text: '"r: " + formula.half'
  wrong: status * 2
  typing error: 'rating +'
  a: formula.b
  b: formula.a
properties:
  status: {displayName: Status}
  note.rating: {displayName: Rating}
  formula.half: {displayName: Half}
summaries:
  rounded: values.mean().round(1)
  broken: values.frobnicate()
views:
  - type: table
    name: Open
    limit: 1
    filters:
      and:
        - rating
        - 'status != "Done"'
    order: [file.name, note.status, formula.half, formula.text, formula.gone, file.nothing]
    sort:
      - property: file.name
        direction: DESC
  - type: cards
    name: "All of it"
    groupBy: {property: status, direction: DESC}
    image: picture
  - type: table
    name: Sums
    order: [rating, flag, due, formula.wrong, formula.typing error, formula.a]
    sort: [rating]
    summaries: {rating: Average, flag: Checked, note.rating: rounded, people: nothing, empty: broken}
"""


def test_the_filters_of_base_and_view_are_combined(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        assert names(net, BASE) == ["C"]
        assert names(net, BASE, "all of IT") == ["B", "A", "C"]
        assert table(net, BASE).found == 2


def test_columns_are_properties_fields_and_formulas(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        result = table(net, BASE.replace("limit: 1", "limit: 0"))
        assert result.columns == ("file.name", "note.status", "formula.half", "formula.text")
        assert result.not_computed == ("formula.gone", "file.nothing")
        assert cells(result) == [
            ["C.md", None, "Cannot calculate String / Number", "Cannot calculate String / Number"],
            ["B.md", "open", 1.5, "r: 1.5"],
        ]
        assert table(net, "").columns == ("file.name",)
        assert table(net, BASE, "All of it").columns == ("picture",)
        assert read_base(BASE).titles == {"status": "Status", "rating": "Rating", "formula.half": "Half"}


def test_a_column_is_also_a_member_of_a_property_or_a_property_with_a_dot_in_its_name(tmp_path: Path) -> None:
    notes = {"A.md": "---\naddress: {city: Bern}\nver. 2: yes\nrating: 3\n---\n"}
    with network(tmp_path, notes) as net:
        result = table(
            net, "views: [{order: [address.city, ver. 2, formula.twice]}]\nformulas: {twice: note.rating * 2}"
        )
    assert (result.columns, cells(result)) == (("address.city", "ver. 2", "formula.twice"), [["Bern", "yes", 6]])


def test_display_names_from_before_obsidian_1_9_2_are_read_unless_there_is_a_newer_one() -> None:
    base = read_base(
        "properties: {note.a: {displayName: New}, b: {width: 3}, c: 5}\n"
        "display: {note.a: Old, property.b: Title, formula.x: '', d: [1]}"
    )
    assert base.titles == {"a": "New", "b": "Title"}


def test_errors_are_limited_to_their_cells_and_cycles_are_errors(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        result = table(net, BASE, "Sums")
        assert [row[3:] for row in cells(result)][:2] == [
            ["Cannot calculate String * Number", "rating + (it ends too early)", "circular reference: a → b → a"],
            [None, "rating + (it ends too early)", "circular reference: a → b → a"],
        ]
        assert result.problems == (
            "formula.typing error: rating + (it ends too early)",
            "formula.a: circular reference: a → b → a",
            "summary nothing of people: there is no such summary or property",
            "summary broken: frobnicate(): there is no such function",
        )


def test_rows_without_a_value_are_last_in_both_directions(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        by_due = "views: [{sort: [{property: due, direction: %s}]}]"
        assert names(net, by_due % "ASC") == ["A", "B", "Anna", "C"]
        assert names(net, by_due % "DESC") == ["B", "A", "Anna", "C"]
        # A checkbox without a value is sorted with the unchecked ones.
        assert names(net, "views: [{sort: [{property: flag, direction: ASC}]}]") == ["A", "Anna", "C", "B"]
        assert names(net, "views: [{sort: [{column: note.due, direction: desc}, file.name]}]")[:2] == ["B", "A"]


def test_groups_share_a_value_and_the_empty_group_is_last(tmp_path: Path) -> None:
    notes = {"A.md": "---\nx: [1, 2]\n---\n", "B.md": "---\nx: b\n---\n", "C.md": "", "D.md": "---\nx: [1, 2]\n---\n"}
    with network(tmp_path, notes) as net:
        result = table(
            net,
            "views: [{groupBy: {property: x, direction: DESC}, order: [file.name], summaries: {file.name: Unique}}]",
        )
        assert result.groups is not None
        assert [(json_of(group.value), len(group.paths), group.summaries[0].value) for group in result.groups] == [
            ("b", 1, 1), ([1, 2], 2, 2), (None, 1, 1),
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("summary", "value"),
    [
        ("Average", 3), ("Min", 1), ("max", 6), ("Sum", 9), ("Range", 5), ("Median", 2), ("Empty", 2), ("Filled", 4),
        ("Unique", 4), ("Checked", 0), ("Earliest", "2026-01-02"), ("Latest", "2026-01-02"), ("Stddev", 2.16),
        ("mine", 1.5), ("count", 6),
    ],
)  # fmt: skip
def test_summaries_are_computed_over_the_returned_rows(tmp_path: Path, summary: str, value: object) -> None:
    notes = {
        "A.md": "---\nx: 1\n---\n", "B.md": "---\nx: 2\n---\n", "C.md": "---\nx: 6\n---\n",
        "D.md": "---\nx: 2026-01-02\n---\n", "E.md": "", "F.md": "---\nx: ''\n---\n", "G.md": "---\nx: 99\n---\n",
    }  # fmt: skip
    text = (
        "summaries:\n  mine: values.filter(!value.isType('date') && value != '').mean().round(2)\n"
        "  count: values.length\n"
        f"views: [{{limit: 6, order: [x], sort: [file.name], summaries: {{x: {summary}}}}}]"
    )
    with network(tmp_path, notes) as net:
        result = table(net, text)
        if summary == "mine":
            # A missing value counts as 0 in mean().
            value = 2.25
        if summary == "Range":
            value = "0 seconds"
        summary_value = json_of(result.summaries[0].value)
        assert (round(summary_value, 2) if isinstance(summary_value, float) else summary_value) == value


def test_a_range_of_dates_is_a_duration(tmp_path: Path) -> None:
    notes = {"A.md": "---\nx: 2026-01-02\n---\n", "B.md": "---\nx: 2026-01-05\n---\n"}
    with network(tmp_path, notes) as net:
        assert json_of(table(net, "views: [{order: [x], summaries: {x: Range}}]").summaries[0].value) == "3 days"


def test_summaries_of_numbers_without_finite_results_are_not_a_number(tmp_path: Path) -> None:
    summaries = "{formula.x: %s, formula.y: %s}"
    base = "formulas: {x: rating * 2, y: rating / 0}\nviews: [{summaries: " + summaries + "}]"
    with network(tmp_path) as net:
        # Infinity for two notes and a text, whose quotient is an error.
        values = {
            name: [json_of(summary.value) for summary in table(net, base % (name, name)).summaries]
            for name in ("Range", "Stddev", "Average", "Sum")
        }
    assert values == {"Range": [4, "NaN"], "Stddev": [2, "NaN"], "Average": [8, "Infinity"], "Sum": [16, "Infinity"]}


def test_a_long_list_of_links_contains_the_files_they_lead_to(tmp_path: Path) -> None:
    notes = {"A.md": "[[B]] [[f/C]] [[D|x]] [[E#y]] [[Nowhere]]", "B.md": "", "f/C.md": "", "E.md": "", "F.md": ""}
    statements = [
        ("this.file.links.contains(file)", ["B", "E", "C"]),
        ("this.file.links.contains(link('Nowhere'))", ["A", "B", "E", "F", "C"]),
        ("this.file.links.contains(link('f/F'))", []),
    ]
    with network(tmp_path, notes) as net:
        assert [(text, names(net, f"filters: {text}", this="A.md")) for text, _ in statements] == statements


def test_this_refers_to_the_note_that_embeds_the_base(tmp_path: Path) -> None:
    notes = {
        "Ursula.md": "---\ntopics: [sf]\n---\n", "One.md": "---\nauthor: '[[Ursula]]'\n---\n",
        "Two.md": "---\nauthor: ['[[Ursula|U]]', '[[Else]]']\n---\n",
        "Three.md": "---\nauthor: Ursula\ntype: sf\n---\n",
    }  # fmt: skip
    with network(tmp_path, notes) as net:
        assert names(net, "filters: list(author).contains(this)", this="Ursula.md") == ["One", "Two"]
        assert names(net, "filters: list(type).containsAny(this.topics)", this="Ursula.md") == ["Three"]
        assert names(net, "filters: list(author).contains(this)") == []


def test_rows_name_the_other_notes_their_cells_were_read_from(tmp_path: Path) -> None:
    notes = {"A.md": "---\nkind: '[[K]]'\n---\n", "K.md": "---\nicon: star\n---\n", "B.md": ""}
    base = (
        "formulas: {icon: 'list(kind)[0].asFile().properties.icon'}\n"
        "views: [{order: [formula.icon], sort: [formula.icon]}]"
    )
    with network(tmp_path, notes) as net:
        result = table(net, base)
        assert (result.rows[0].paths, cells(result)[0]) == (("A.md", "K.md"), ["star"])
        assert result.rows[1].paths == ("B.md",)
        restricted = Network(net.table, lambda path: path != "K.md")
        assert [json_of(row.cells[0]) for row in table(restricted, base).rows] == [None, None]


def test_a_base_without_filters_returns_every_note(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        for text in ("", "views: []", "filters:\nviews:\n  - type: table\n    filters:\n", "unknown: {a: 1}"):
            assert names(net, text) == ["A", "Anna", "B", "C"]


def test_names_in_filters_are_extracted_before_evaluation() -> None:
    base = read_base(BASE)
    assert set(names_in_filters(base, base.view(""))) == {"work", "b", "Done", "md"}
    without_filters = read_base("views: [{name: A}]")
    assert list(names_in_filters(without_filters, without_filters.view("a"))) == []


def test_filters_nested_too_deeply_raise_an_error_before_evaluation() -> None:
    base = read_base("filters: " + "{not: " * 25 + "a" + "}" * 25)
    with pytest.raises(ToolFailure, match="cannot evaluate: a base with so many filters"):
        list(names_in_filters(base, base.view("")))


@pytest.mark.parametrize(
    "text",
    [
        "filters: {and: [x], or: [y]}", "filters: {xor: [x]}", "filters: [x]", "filters: 5", "filters: {and: [x +]}",
        "filters: {and: [frobnicate(x)]}", "filters: {and: [formula.x.y(]}", "views: 3",
        "views: [{sort: [{property: formula.x}]}]", "views: [{sort: [{property: a, direction: UP}]}]",
        "views: [{groupBy: 7}]", "views: [{limit: many}]", "views: [{limit: -1}]", "filters: &a [*a]",
        "filters: !!python/object:x y", "a: 1\n---\nb: 2", "filters: {and: [" + "{and: [" * 60, "x: [",
        "views: [{order: status}]", "a: 1\na: 2", "filters: " + "{and: [" * 25 + "a" + "]}" * 25, "x" * 70_000,
        "filters: {and: [" + ",".join(["a"] * 400) + "]}", "formulas: 5", "formulas: {a: [1]}",
        "formulas: {" + ", ".join(f"a{n}: 1" for n in range(300)) + "}",
    ],
)  # fmt: skip
def test_a_base_that_cannot_be_evaluated_raises_an_error(fuzz_network: Network, text: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        table(fuzz_network, text)


def test_a_missing_view_raises_an_error_with_the_available_ones() -> None:
    with pytest.raises(ToolFailure, match="“Closed”: the base has “Open”, “All of it”, “Sums”"):
        read_base(BASE).view("Closed")


def test_long_chains_of_formulas_are_limited(tmp_path: Path) -> None:
    chain = "\n".join(f"  f{n}: formula.f{n + 1} + {' + '.join('1' * 60)}" for n in range(150))
    with network(tmp_path) as net:
        result = table(net, f"formulas:\n{chain}\n  f150: 1\nviews: [{{order: [formula.f0, formula.f149]}}]")
        assert cells(result)[0] == ["more than 200 levels of formulas", 61]


PIECES = st.sampled_from(
    [
        "filters:", "views:", " ", "\n", "  - ", "and:", "or:", "not:", "{", "}", "[", "]", "a == 1", "'", '"', "*a",
        "&a", "!!x", "---", "limit: 3", "order:", "sort:", "property: x", "file.hasTag('a')", ":", ",", "|", ">", "#",
        "\t", "formulas:", "summaries:", "groupBy:",
    ]
)  # fmt: skip


@pytest.fixture(scope="module")
def fuzz_network(tmp_path_factory: pytest.TempPathFactory) -> Any:  # Any: a generator
    with network(tmp_path_factory.mktemp("fuzz"), NOTES) as net:
        yield net


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=80))
def test_any_text_is_evaluated_or_raises_the_documented_error(fuzz_network: Network, text: str) -> None:
    assert_evaluates_or_fails(lambda: table(fuzz_network, text))

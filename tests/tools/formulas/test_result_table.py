"""Tests of tools/formulas/result_table.py: what a model reads of an evaluated base."""

from pathlib import Path

from tests.tools.query_language.scene import NOW, network
from vaultdesk.chat.messages import Source
from vaultdesk.tools.formulas.base_view import evaluate_view, read_base
from vaultdesk.tools.formulas.formula_files import FormulaFiles
from vaultdesk.tools.formulas.result_table import ResultTable, TableRow, table_output
from vaultdesk.tools.tool import Visibility

BASE = """filters: rating.round() > 0
formulas:
  wrong: number(status)
  nested: '[{"status": status}]'
views:
  - limit: 1
    order: [rating, formula.wrong, formula.nested, formula.gone, file.nothing]
"""


def test_the_output_names_errors_missing_columns_problems_and_rows_beyond_the_limit(tmp_path: Path) -> None:
    visibility = Visibility(redact=lambda path, text: text.replace("Done", f"[hidden in {path}]"))
    with network(tmp_path) as net:
        base = read_base(BASE)
        output = table_output(evaluate_view(base, base.view(""), FormulaFiles(net, NOW), None), 0, 50, visibility)

    assert output.data == {
        "columns": ["rating", "formula.wrong", "formula.nested"],
        "rows": [
            {
                "path": "A.md",
                "text": {
                    "rating": 5,
                    "formula.wrong": {"error": "number() cannot read String “[hidden in A.md]”"},
                    "formula.nested": [{"status": "[hidden in A.md]"}],
                },
            }
        ],
        "total_found": 1,
        "returned": 1,
        "found_before_limit": 2,
        "not_computed": ["formula.gone", "file.nothing"],
        "problems": [
            'filter rating.round() > 0: Cannot find function "round" on type String (files left out: 1)',
        ],
    }
    text_length = len("5") + len("number() cannot read String “[hidden in A.md]”") + len("[hidden in A.md]")
    assert output.sources == (Source(path="A.md", characters=text_length),)


def test_a_value_with_fewer_characters_than_notes_has_a_source_for_each_of_them() -> None:
    paths = tuple(f"{number}.md" for number in range(9))
    table = ResultTable(("sum",), (TableRow(paths, (42,)),))
    sources = table_output(table, 0, 50, Visibility()).sources
    assert [source.path for source in sources] == [*paths]
    assert all(source.characters > 0 for source in sources)

"""Query table: rows with their sources, pages, groups, and text as a view shows it."""

from pathlib import Path

from tests.tools.query_language.scene import network
from vaultdesk.chat.messages import Source
from vaultdesk.tools.query_arguments import QueryNotesParameters
from vaultdesk.tools.query_language.criteria import Column, Length, Order, Property, Question, Tagged
from vaultdesk.tools.query_table import query_table
from vaultdesk.tools.tool import WHOLE, View

STATUS = Column("status", Property("status"))


def test_rows_have_their_values_and_each_its_source(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        people = Column("people", Property("people"))
        asked = Question(Tagged("work"), columns=(STATUS, people))
        output = query_table(asked, net, WHOLE, QueryNotesParameters())
        assert output.data == {
            "columns": ["status", "people"],
            "rows": [
                {"path": "A.md", "text": {"status": "Done", "people": ["[[Anna]]", "Bob"]}},
                {"path": "b/B.md", "text": {"status": "open", "people": None}},
            ],
            "total_found": 2,
            "returned": 2,
        }
        assert output.sources == (Source(path="A.md", characters=15), Source(path="b/B.md", characters=4))
        assert output.files_affected == ("A.md", "b/B.md")


def test_values_are_shown_as_the_view_shows_them(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        hiding = View(shown=lambda path, text: "***" if path == "A.md" else text)
        output = query_table(Question(columns=(STATUS,)), net, hiding, QueryNotesParameters(limit=1))
        assert isinstance(output.data, dict)
        assert output.data["rows"] == [{"path": "A.md", "text": {"status": "***"}}]


def test_pages_and_the_questions_own_limit(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        output = query_table(Question(limit=3), net, WHOLE, QueryNotesParameters(limit=2, offset=2))
        assert output.data == {"columns": [], "rows": [{"path": "b/B.md"}], "total_found": 3, "returned": 1}


def test_groups_are_counted_over_all_rows_and_are_text_of_a_note(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        group = Property("status")
        asked = Question(columns=(STATUS,), order=(Order(group),), group=group, not_computed=("formula.x",))
        output = query_table(asked, net, WHOLE, QueryNotesParameters(limit=1))
        assert isinstance(output.data, dict)
        assert output.data["groups"] == [
            {"path": "A.md", "text": "Done", "count": 1},
            {"path": "b/B.md", "text": "open", "count": 1},
            {"path": "Anna.md", "text": None, "count": 2},
        ]
        assert output.data["not_computed"] == ["formula.x"]
        assert Source(path="b/B.md", characters=4) in output.sources


def test_numbers_count_as_text_that_leaves(tmp_path: Path) -> None:
    with network(tmp_path) as net:
        asked = Question(Tagged("work/house"), (Column("n", Length(Property("people"))),))
        output = query_table(asked, net, WHOLE, QueryNotesParameters())
        assert output.sources == (Source(path="A.md", characters=1),)

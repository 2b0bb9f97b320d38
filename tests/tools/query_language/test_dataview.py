"""Dataview: whole queries; what works on rows already cut or grouped is another question and is refused."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.query_language.scene import NOW, network, refused_well
from vaultdesk.tools.query_language.criteria import Column, File, Order, Property
from vaultdesk.tools.query_language.dataview import dataview_question
from vaultdesk.tools.query_language.evaluation import answer
from vaultdesk.tools.tool import ToolFailure


def test_a_table_has_its_columns_source_conditions_order_and_limit(tmp_path: Path) -> None:
    text = """```dataview
    TABLE WITHOUT ID file.link AS "Note", rating, due AS when
    FROM #work
    WHERE rating
    WHERE rating >= 3
    SORT rating DESC, file.name ascending
    LIMIT 1
    ```"""
    question = dataview_question(text, NOW)
    assert question.columns == (
        Column("Note", File("path")),
        Column("rating", Property("rating", inline=True)),
        Column("when", Property("due", inline=True)),
    )
    assert question.order == (
        Order(Property("rating", inline=True), True, "dataview"),
        Order(File("name"), False, "dataview"),
    )
    assert question.limit == 1
    with network(tmp_path) as net:
        assert [note.name for note in answer(question, net).notes] == ["A", "B"]


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
        assert [note.name for note in answer(dataview_question(text, NOW), net).notes] == names


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
        dataview_question(text, NOW)


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
    refused_well(lambda: dataview_question(text, NOW))

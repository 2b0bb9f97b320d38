"""Tests of ui/browser/query_field.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.ui.browser.query_field import (
    CURSOR_MARK,
    MAX_CHOICES,
    Operator,
    QueryChoice,
    QueryCompletions,
    QueryField,
    TypedPart,
    choice_entries,
    completed_query,
    inserted_operator,
    matching_names,
    operators,
    typed_part,
)
from vaultdesk.ui.widgets.lists.list_row import ListRow


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tag:", TypedPart("tag", "", 4)),
        ("pump tag:#hea", TypedPart("tag", "hea", 9)),
        ("-TAG:#a/b", TypedPart("tag", "a/b", 5)),
        ("(tag:x", TypedPart("tag", "x", 5)),
        ("[", TypedPart("property", "", 1)),
        ("pump [due da", TypedPart("property", "due da", 6)),
        ("-[sta", TypedPart("property", "sta", 2)),
        ("pump", None),
        ("hashtag:x", None),
        ("tag:x ", None),
        ("[status:dec", TypedPart("value", "dec", 8, "status")),
        ("-[due date: in", TypedPart("value", "in", 12, "due date")),
        ("[status:Draft OR Pub", TypedPart("value", "Pub", 17, "status")),
        ("[n:<5", None),
        ("[status:decided]", None),
        ('[status:"dec', None),
        ("[status] ", None),
        ('"tag:', None),
        ('"see [', None),
        ("", None),
    ],
)
def test_typed_part_at_the_cursor_is_recognized(text: str, expected: TypedPart | None) -> None:
    assert typed_part(text, len(text)) == expected


def test_typed_part_ends_at_the_cursor() -> None:
    assert typed_part("tag:he pump", 6) == TypedPart("tag", "he", 4)


def test_names_with_the_prefix_come_first_then_the_most_frequent() -> None:
    names = [
        QueryChoice("reheat", 90),
        QueryChoice("Heating", 3),
        QueryChoice("house/heat", 4),
        QueryChoice("heater", 9),
        QueryChoice("cold", 99),
    ]
    assert [choice.name for choice in matching_names("HEAT", names)] == ["heater", "house/heat", "Heating", "reheat"]


def test_complete_names_are_not_offered_and_choices_are_limited() -> None:
    assert matching_names("heating", [QueryChoice("heating", 3)]) == []
    assert len(matching_names("", [QueryChoice(str(n)) for n in range(50)])) == MAX_CHOICES


@pytest.mark.parametrize(
    ("text", "cursor", "name", "expected"),
    [
        ("tag:#he", 7, "heating", ("tag:#heating ", 13)),
        ("tag:he pump", 6, "heating", ("tag:#heating pump", 13)),
        ("pump [st", 8, "status", ("pump [status]", 12)),
        ("[st] pump", 3, "status", ("[status] pump", 7)),
        ("[status:dr", 10, "Draft", ("[status:Draft]", 14)),
        ("[status:dr] pump", 10, "Draft", ("[status:Draft] pump", 14)),
        ("[by:", 4, "Ann Lee", ('[by:"Ann Lee"]', 14)),
        ("[by:", 4, 'a "b" (c)', ('[by:"a \\"b\\" (c)"]', 18)),
        ("[by:", 4, "null", ('[by:"null"]', 11)),
    ],
)
def test_selected_name_replaces_the_typed_part(text: str, cursor: int, name: str, expected: tuple[str, int]) -> None:
    typing = typed_part(text, cursor)
    assert typing is not None
    assert completed_query(text, cursor, typing, name) == expected


def test_each_operator_example_is_a_valid_query() -> None:
    assert [operator.example for operator in operators() if parse_query(operator.example).problem] == []
    assert all(parse_query(operator.example).root is not None for operator in operators())


def test_each_operator_has_one_cursor_position() -> None:
    assert all(operator.insert.count(CURSOR_MARK) == 1 for operator in operators())


@pytest.mark.parametrize(
    ("text", "cursor", "insert", "expected"),
    [
        ("", 0, "tag:#|", ("tag:#", 5)),
        ("pump", 4, '"|"', ('pump ""', 6)),
        ("(pump)", 1, "file:|", ("(file: pump)", 6)),
        ("pump cost", 4, "-|", ("pump - cost", 6)),
    ],
)
def test_operator_is_inserted_between_words(text: str, cursor: int, insert: str, expected: tuple[str, int]) -> None:
    assert inserted_operator(text, cursor, Operator(insert, "", "")) == expected


def test_name_is_offered_with_its_note_count() -> None:
    assert choice_entries([QueryChoice("b & <i>", 1200), QueryChoice("c")], "tag") == [
        ListRow("b & <i>", "b & <i>", icon="tag", right="1,200"),
        ListRow("c", "c", icon="tag"),
    ]


TAGS = [QueryChoice("heating", 3), QueryChoice("house", 2)]


def show_field(qtbot: QtBot) -> tuple[QWidget, QueryField]:
    window = QWidget()
    qtbot.addWidget(window)
    field = QueryField("Search")
    column = QVBoxLayout(window)
    column.addWidget(field)
    column.addWidget(QLineEdit())
    column.addStretch(1)
    window.resize(300, 300)
    window.show()
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    field.completing.connect(lambda typing: field.offer(typing, TAGS))
    return window, field


def test_tag_is_completed_by_keyboard_alone(qtbot: QtBot) -> None:
    _window, field = show_field(qtbot)
    QTest.keyClicks(field, "pump tag:h")
    assert field.offered == 2
    QTest.keyClick(field, Qt.Key.Key_Down)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "pump tag:#house "
    assert field.offered == 0


def test_tab_accepts_the_offered_name_and_otherwise_leaves_the_field(qtbot: QtBot) -> None:
    _window, field = show_field(qtbot)
    QTest.keyClicks(field, "tag:h")
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == "tag:#heating "
    assert field.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert not field.hasFocus()


def test_escape_closes_the_names_before_it_clears_the_field(qtbot: QtBot) -> None:
    _window, field = show_field(qtbot)
    QTest.keyClicks(field, "tag:h")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert (field.offered, field.text()) == (0, "tag:h")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""


def test_late_completion_is_not_offered(qtbot: QtBot) -> None:
    _window, field = show_field(qtbot)
    QTest.keyClicks(field, "tag:ho")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    field.offer(TypedPart("tag", "h", 4), TAGS)
    assert field.offered == 0


def test_names_are_closed_when_the_field_loses_focus(qtbot: QtBot) -> None:
    window, field = show_field(qtbot)
    QTest.keyClicks(field, "tag:h")
    window.findChildren(QLineEdit)[1].setFocus()
    assert field.offered == 0


def test_long_query_shows_its_beginning_without_focus_and_restores_the_cursor(qtbot: QtBot) -> None:
    window, field = show_field(qtbot)
    QTest.keyClicks(field, "path:Projects heat pump")
    for _ in "pump":
        QTest.keyClick(field, Qt.Key.Key_Left)
    other = window.findChildren(QLineEdit)[1]
    other.setFocus()
    assert field.cursorPosition() == 0
    field.setFocus()
    QTest.keyClicks(field, "large ")
    assert field.text() == "path:Projects heat large pump"
    other.setFocus()
    field.insert_operator(Operator("tag:|", "", ""))
    assert "large tag:" in field.text()


NOTES = {
    "A.md": "---\nStatus: open\ntags: [house, heating]\n---\n",
    "B.md": "---\nstatus: done\n---\n#house\n",
    "C.md": "---\nstatus: done\n---\n",
}


@on_qt_loop
async def test_tags_and_properties_are_counted_ignoring_case(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as env:
        names = QueryCompletions(env.searcher)
        assert await names.names("tag") == [QueryChoice("heating", 1), QueryChoice("house", 2)]
        assert sorted(await names.names("property"), key=lambda choice: choice.name) == [
            QueryChoice("status", 3),
            QueryChoice("tags", 1),
        ]


@on_qt_loop
async def test_property_values_are_counted_and_long_ones_omitted(tmp_path: Path) -> None:
    long = "word " * 40
    notes = {
        "A.md": "---\nparts: [Pump, pump, 3, true, Pump]\n---\n", "B.md": f"---\nParts: Pump\nother: x\n---\n{long}\n",
        "C.md": f"---\nparts:\n  - {long}\n  -\n---\n",
    }  # fmt: skip
    async with desk(tmp_path, notes) as env:
        names = QueryCompletions(env.searcher)
        counts = {choice.name: choice.count for choice in await names.names("value", "PARTS")}
        assert counts == {"Pump": 3, "3": 1, "true": 1}
        assert await names.names("value", "nothing") == []


@on_qt_loop
async def test_names_are_cached_until_notes_change(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as env:
        names = QueryCompletions(env.searcher)
        first = await names.names("tag")
        assert await names.names("tag") is first
        names.forget()
        assert await names.names("tag") is not first


def test_star_stays_left_of_the_clear_button_while_the_query_changes(qtbot: QtBot) -> None:
    field = QueryField("Search all notes")
    qtbot.addWidget(field)
    field.setText("boiler")
    field.show_saved(False)

    field.setText("heat pump")

    icons = [action.text() for action in field.actions()]
    assert icons[-1] != "Clear"
    assert icons.count("Clear") == 1

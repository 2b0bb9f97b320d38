"""Tests of ui/browser/query_field.py."""

import asyncio
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.index.index_results import TagCount
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.browser.query_field import (
    CURSOR_MARK,
    MAX_CHOICES,
    Operator,
    QueryChoice,
    QueryCompletion,
    QueryField,
    choice_entries,
    completed_query,
    inserted_operator,
    matching_names,
    operators,
    typed_part,
)
from vaultdesk.ui.widgets.lists.field_completion import TypedName
from vaultdesk.ui.widgets.lists.list_row import ListRow


def name(trigger: str, typed: str) -> TypedName:
    return TypedName(trigger, typed, replaces_trigger=False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tag:", name("tag:", "")),
        ("pump tag:#hea", name("tag:", "#hea")),
        ("-TAG:#a/b", name("tag:", "#a/b")),
        ("(tag:x", name("tag:", "x")),
        ("[", name("[", "")),
        ("pump [due da", name("[", "due da")),
        ("-[sta", name("[", "sta")),
        ("pump", None),
        ("hashtag:x", None),
        ("tag:x ", None),
        ("[status:dec", name("[status", "dec")),
        ("-[due date: in", name("[due date", "in")),
        ("[status:Draft OR Pub", name("[status", "Pub")),
        ("[n:<5", None),
        ("[status:decided]", None),
        ('[status:"dec', None),
        ("[status] ", None),
        ('"tag:', None),
        ('"see [', None),
        ("", None),
    ],
)
def test_typed_part_before_the_cursor_is_recognized(text: str, expected: TypedName | None) -> None:
    assert typed_part(text) == expected


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
    typed = typed_part(text[:cursor])
    assert typed is not None
    assert completed_query(text[:cursor], text[cursor:], typed, name) == expected


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


class Tags:
    """The part of the searcher that lists tags; `gate` delays its answers."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()

    async def tags(self) -> list[TagCount]:
        await self.gate.wait()
        return [TagCount("heating", 3), TagCount("house", 2)]


class Scene:
    """A query field with completion above another field."""

    def __init__(self) -> None:
        self.window = QWidget()
        self.field = QueryField("Search")
        self.other = QLineEdit()
        column = QVBoxLayout(self.window)
        column.addWidget(self.field)
        column.addWidget(self.other)
        column.addStretch(1)
        self.tags = Tags()
        self.completion = QueryCompletion(self.field, cast("Searcher", self.tags))
        self.window.resize(300, 300)
        self.window.show()
        self.window.activateWindow()
        self.field.setFocus()

    async def type(self, text: str, shown_count: int) -> None:
        await until(self.field.hasFocus)
        QTest.keyClicks(self.field, text)
        await until(lambda: self.completion.shown_count == shown_count)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.field, key)


@on_qt_loop
async def test_tag_is_completed_by_keyboard_alone() -> None:
    scene = Scene()
    scene.field.setText("🚤 ")
    await scene.type("tag:#h", 2)
    scene.press(Qt.Key.Key_Down)
    scene.press(Qt.Key.Key_Return)
    assert scene.field.text() == "🚤 tag:#house "
    assert scene.completion.shown_count == 0
    QTest.keyClicks(scene.field, "pump")
    assert scene.field.text() == "🚤 tag:#house pump"


@on_qt_loop
async def test_tab_accepts_the_offered_name_and_otherwise_leaves_the_field() -> None:
    scene = Scene()
    await scene.type("tag:h", 2)
    scene.press(Qt.Key.Key_Tab)
    assert scene.field.text() == "tag:#heating "
    assert scene.field.hasFocus()
    scene.press(Qt.Key.Key_Tab)
    assert not scene.field.hasFocus()


@on_qt_loop
async def test_escape_closes_the_names_before_it_clears_the_field() -> None:
    scene = Scene()
    await scene.type("tag:h", 2)
    scene.press(Qt.Key.Key_Escape)
    assert (scene.completion.shown_count, scene.field.text()) == (0, "tag:h")
    scene.press(Qt.Key.Key_Escape)
    assert scene.field.text() == ""


@on_qt_loop
async def test_names_are_closed_when_the_field_loses_focus_and_late_ones_are_not_offered() -> None:
    scene = Scene()
    await scene.type("tag:h", 2)
    scene.other.setFocus()
    assert scene.completion.shown_count == 0
    scene.completion.forget()
    scene.tags.gate.clear()
    scene.field.setFocus()
    QTest.keyClicks(scene.field, "o")
    await asyncio.sleep(0)
    scene.other.setFocus()
    scene.tags.gate.set()
    await until(lambda: not scene.completion._looking_up)
    assert scene.completion.shown_count == 0


@on_qt_loop
async def test_inserted_operator_offers_names_at_its_cursor() -> None:
    scene = Scene()
    await scene.type("pump", 0)
    scene.field.insert_operator(Operator("(tag:|)", "", ""))
    assert (scene.field.text(), scene.field.cursorPosition()) == ("pump (tag:)", 10)
    await until(lambda: scene.completion.shown_count == 2)


@on_qt_loop
async def test_long_query_shows_its_beginning_without_focus_and_restores_the_cursor() -> None:
    scene = Scene()
    field, other = scene.field, scene.other
    await until(field.hasFocus)
    QTest.keyClicks(field, "path:Projects heat pump")
    for _ in "pump":
        QTest.keyClick(field, Qt.Key.Key_Left)
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
    async with open_note_area(tmp_path, NOTES) as env:
        names = QueryCompletion(QueryField(""), env.searcher)
        assert await names.names("tag:") == [QueryChoice("heating", 1), QueryChoice("house", 2)]
        assert sorted(await names.names("["), key=lambda choice: choice.name) == [
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
    async with open_note_area(tmp_path, notes) as env:
        names = QueryCompletion(QueryField(""), env.searcher)
        counts = {choice.name: choice.count for choice in await names.names("[PARTS")}
        assert counts == {"Pump": 3, "3": 1, "true": 1}
        assert await names.names("[nothing") == []


@on_qt_loop
async def test_names_are_cached_until_notes_change(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        names = QueryCompletion(QueryField(""), env.searcher)
        first = await names.names("tag:")
        assert await names.names("tag:") is first
        names.forget()
        assert await names.names("tag:") is not first


def test_star_stays_left_of_the_clear_button_while_the_query_changes(qtbot: QtBot) -> None:
    field = QueryField("Search all notes")
    qtbot.addWidget(field)
    field.setText("boiler")
    field.show_saved(False)

    field.setText("heat pump")

    icons = [action.text() for action in field.actions()]
    assert icons[-1] != "Clear"
    assert icons.count("Clear") == 1

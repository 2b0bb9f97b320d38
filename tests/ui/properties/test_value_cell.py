import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.contrast import contrast
from vaultdesk.ui.properties.completing_field import CompletingField
from vaultdesk.ui.properties.kinds import Kind
from vaultdesk.ui.properties.value_cell import NestedCell, TextCell
from vaultdesk.ui.theme.color_tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.calendar_popup import CalendarPopup
from vaultdesk.vault.frontmatter.frontmatter import JsonValue


def cell(qtbot: QtBot, kind: Kind, value: JsonValue) -> tuple[TextCell, list[object]]:
    made = TextCell("due", kind)
    qtbot.addWidget(made)
    made.resize(300, 30)
    made.set_value(value)
    made.show()
    told: list[object] = []
    made.committed.connect(told.append)
    made.refused.connect(told.append)
    made.link_requested.connect(told.append)
    return made, told


@pytest.mark.parametrize(
    ("name", "value", "ground"),
    [
        ("status", "decided", "success_tint"),
        ("Status", "Erledigt", "success_tint"),
        ("status", "open", "hover"),
        ("note", "decided", ""),
    ],
)
def test_a_status_stands_on_a_ground_and_a_settled_one_on_its_own(
    qtbot: QtBot, dressed: Theme, name: str, value: str, ground: str
) -> None:
    made = TextCell(name, "text")
    qtbot.addWidget(made)
    made.set_value(value)
    made.button.resize(made.button.sizeHint())

    picture = made.button.grab().toImage()
    corner = picture.pixelColor(4, picture.height() // 2)

    assert made.button.words() == value
    assert (corner == dressed.color(ground)) if ground else corner not in map(dressed.color, ("success_tint", "hover"))


@pytest.mark.parametrize("tokens", [LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST])
def test_the_word_of_a_settled_status_can_be_read_on_its_ground(tokens: Tokens) -> None:
    assert contrast(tokens.success, tokens.success_tint) >= 4.5


def field(made: TextCell) -> CompletingField:
    return made.findChildren(CompletingField)[0]


@pytest.mark.parametrize(
    ("kind", "before", "typed", "value"),
    [
        ("text", "open", "done", "done"),
        ("number", 3, "4", 4),
        ("date", "2026-11-12", "24 Dec 2026", "2026-12-24"),
        ("text", "gone", "", None),
    ],
)
def test_a_value_is_changed_in_its_place(
    qtbot: QtBot, kind: Kind, before: JsonValue, typed: str, value: JsonValue
) -> None:
    made, told = cell(qtbot, kind, before)
    made.button.click()
    assert made.editing
    field(made).setText(typed)
    QTest.keyClick(field(made), Qt.Key.Key_Return)
    assert (told, made.editing) == ([value], False)


def test_what_is_no_number_is_refused_and_the_old_one_stays(qtbot: QtBot) -> None:
    made, told = cell(qtbot, "number", 3)
    made.begin()
    field(made).setText("many")
    QTest.keyClick(field(made), Qt.Key.Key_Return)
    assert told == ["That is not a number."]
    assert made.button.words() == "3"


def test_nothing_is_told_where_nothing_was_changed(qtbot: QtBot) -> None:
    made, told = cell(qtbot, "date", "2026-11-12")
    made.begin()
    QTest.keyClick(field(made), Qt.Key.Key_Return)
    made.begin()
    field(made).setText("x")
    QTest.keyClick(field(made), Qt.Key.Key_Escape)
    assert told == []


def test_a_link_is_followed_and_changed_beside_it(qtbot: QtBot) -> None:
    made, told = cell(qtbot, "text", "[[A/Boiler]]")
    assert made.button.words() == "Boiler"
    made.button.click()
    assert told == ["[[A/Boiler]]"]
    assert made.begin()


def test_a_day_is_chosen_from_a_calendar(qtbot: QtBot) -> None:
    made, told = cell(qtbot, "datetime", "2026-11-12T09:30:00")
    made.begin()
    made._choose_day()
    (popup,) = made.findChildren(CalendarPopup)
    QTest.keyClick(popup.grid_of_days, Qt.Key.Key_Right)
    QTest.keyClick(popup.grid_of_days, Qt.Key.Key_Return)
    assert told == ["2026-11-13T09:30:00"]


def test_values_with_parts_are_only_shown(qtbot: QtBot) -> None:
    made = NestedCell("a", "nested")
    qtbot.addWidget(made)
    made.set_value({"b": [1]})
    assert not made.begin()

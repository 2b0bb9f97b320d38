from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.properties.completing_field import CompletingField
from vaultdesk.ui.properties.item_chip import ItemChip
from vaultdesk.ui.properties.kinds import Kind
from vaultdesk.ui.properties.list_cell import ListCell
from vaultdesk.vault.frontmatter.frontmatter import JsonValue


def cell(qtbot: QtBot, value: JsonValue, kind: Kind = "tags") -> tuple[ListCell, list[object]]:
    made = ListCell("tags", kind, lambda: ("house", "heating"))
    qtbot.addWidget(made)
    made.resize(400, 60)
    made.set_value(value)
    made.show()
    told: list[object] = []
    made.committed.connect(told.append)
    return made, told


def field(made: ListCell) -> CompletingField:
    return next(one for one in made.findChildren(CompletingField) if one.isVisibleTo(made))


def test_items_are_added_by_enter_and_by_a_comma(qtbot: QtBot) -> None:
    made, told = cell(qtbot, ["house"])
    made.begin()
    QTest.keyClicks(field(made), "#pump")
    QTest.keyClick(field(made), Qt.Key.Key_Return)
    QTest.keyClicks(field(made), "x,")
    assert told == [["house", "pump"], ["house", "pump", "x"]]
    assert made.editing
    QTest.keyClick(field(made), Qt.Key.Key_Escape)
    assert not made.editing


def test_an_item_is_there_once(qtbot: QtBot) -> None:
    made, told = cell(qtbot, ["house"])
    made.begin()
    QTest.keyClicks(field(made), "House")
    QTest.keyClick(field(made), Qt.Key.Key_Return)
    assert told == []


def test_items_are_removed_by_their_cross_and_by_backspace(qtbot: QtBot) -> None:
    made, told = cell(qtbot, ["a", "b", "c"], "list")
    made.begin()
    QTest.keyClick(field(made), Qt.Key.Key_Backspace)
    chips = [chip for chip in made.findChildren(ItemChip) if chip.isVisibleTo(made)]
    chips[0].removed.emit()
    assert told == [["a", "b"], ["b"]]


def test_a_single_word_counts_as_a_list_and_stays_as_it_is_until_it_is_changed(qtbot: QtBot) -> None:
    made, told = cell(qtbot, "house")
    assert made.items == ["house"]
    made.begin()
    QTest.keyClick(field(made), Qt.Key.Key_Tab)
    assert told == []

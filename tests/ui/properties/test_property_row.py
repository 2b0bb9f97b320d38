from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.properties.check_cell import CheckCell
from vaultdesk.ui.properties.completing_field import CompletingField
from vaultdesk.ui.properties.list_cell import ListCell
from vaultdesk.ui.properties.property_row import PropertyRow, make_cell
from vaultdesk.ui.properties.value_cell import NestedCell, TextCell
from vaultdesk.ui.widgets.menu import Menu


def test_each_kind_has_its_cell(qtbot: QtBot) -> None:
    kinds = {"text": TextCell, "tags": ListCell, "checkbox": CheckCell, "nested": NestedCell, "date": TextCell}
    for kind, wanted in kinds.items():
        made = make_cell("a", kind, tuple)  # type: ignore[arg-type]  # the kinds are spelled out above
        qtbot.addWidget(made)
        assert type(made) is wanted


def test_a_property_is_renamed_retyped_and_removed_from_its_menu(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = PropertyRow("due", "text", tuple, window)
    row.name_cell.setParent(window)
    row.cell.setParent(window)
    window.show()
    told: list[object] = []
    row.renamed.connect(lambda old, new: told.append((old, new)))
    row.retyped.connect(lambda name, kind: told.append((name, kind)))
    row.removed.connect(told.append)
    row.open_menu()
    (menu,) = row.name_cell.findChildren(Menu)
    actions = {action.text().partition("\t")[0]: action for action in menu.actions()}
    assert actions["Text"].isChecked()
    actions["Date"].trigger()
    actions["Remove"].trigger()
    actions["Rename…"].trigger()
    field = row.name_cell.findChildren(CompletingField)[0]
    assert row.name_cell.editing
    field.setText("until")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert told == [("due", "date"), "due", ("due", "until")]
    menu.close()

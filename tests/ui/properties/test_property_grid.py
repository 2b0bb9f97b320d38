from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.properties.completing_field import CompletingField
from vaultdesk.ui.properties.property_grid import MOST_SHOWN, PropertyGrid
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_frontmatter

NOTE = "---\nstatus: open\nbudget: 12\ntags: [a]\n---\n"


class Note:
    """A text that is changed as the grid asks for."""

    def __init__(self, grid: PropertyGrid, text: str = NOTE) -> None:
        self.grid, self.text = grid, text
        grid.edited.connect(self.edit)
        self.show()

    def edit(self, change: object) -> None:
        assert callable(change)
        self.text = change(self.text)
        self.show()

    def show(self) -> None:
        self.grid.show_properties(read_frontmatter(self.text).properties)


def grid(qtbot: QtBot) -> PropertyGrid:
    made = PropertyGrid()
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


def field(made: PropertyGrid) -> CompletingField:
    return next(one for one in made.findChildren(CompletingField) if one.isVisible())


def test_tab_goes_from_value_to_value_and_each_is_written(qtbot: QtBot) -> None:
    made = grid(qtbot)
    note = Note(made)
    made.begin("status")
    field(made).setText("done")
    QTest.keyClick(field(made), Qt.Key.Key_Tab)
    field(made).setText("13")
    QTest.keyClick(field(made), Qt.Key.Key_Tab)
    QTest.keyClicks(field(made), "b")
    QTest.keyClick(field(made), Qt.Key.Key_Tab)
    assert note.text == "---\nstatus: done\nbudget: 13\ntags: [a, b]\n---\n"


def test_a_value_that_is_being_changed_stays_when_others_change(qtbot: QtBot) -> None:
    made = grid(qtbot)
    Note(made)
    made.begin("status")
    field(made).setText("half typed")
    rows = list(made.rows)
    made.show_properties({"status": "open", "budget": 99, "tags": ["a"]})
    assert made.rows == rows
    assert field(made).text() == "half typed"


def test_many_are_folded_until_all_are_asked_for(qtbot: QtBot) -> None:
    made = grid(qtbot)
    many: dict[str, JsonValue] = {f"p{number}": "v" for number in range(40)}
    made.show_properties(many)
    assert len(made.rows) == MOST_SHOWN
    made.begin("p39")
    assert len(made.rows) == 40


def test_another_kind_is_for_this_note_alone(qtbot: QtBot) -> None:
    made = grid(qtbot)
    made.types = {"status": "text"}
    note = Note(made)
    made.rows[0].retyped.emit("status", "list")
    assert read_frontmatter(note.text).properties["status"] == ["open"]
    assert made.rows[0].kind == "list"


def test_a_narrow_grid_has_one_column(qtbot: QtBot) -> None:
    made = grid(qtbot)
    Note(made)
    made.resize(300, 300)
    qtbot.waitUntil(lambda: made.rows[1].cell.y() > made.rows[0].cell.y())

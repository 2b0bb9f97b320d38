"""Tests of ui/notes/note_header.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.ui.notes.note_header import (
    MAX_SHOWN_PROPERTIES,
    NoteHeader,
    PropertyGrid,
    PropertyGridRow,
    known_properties,
    make_cell,
)
from vaultdesk.ui.notes.property_cells import (
    CheckCell,
    CompletingField,
    ItemChip,
    ListCell,
    NestedCell,
    TextCell,
    ValueButton,
)
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_frontmatter
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

NOTES = {
    "A.md": "---\nstatus: open\ntags: [house]\ndue: 2026-11-22\n---\n",
    "B.md": "---\nstatus: done\n---\n#garden\n",
    "C.md": "---\nStatus: open\n---\n#garden\n",
}


@on_qt_loop
async def test_names_values_and_tags_of_the_vault_are_known_by_how_usual_they_are(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        known = await known_properties(at.searcher)
        assert known.names[0] == "status"
        assert known.offered("STATUS") == ("open", "done")
        assert known.offered("tags") == ("garden", "house")
        assert known.offered("unknown") == ()
        assert known.samples["due"] == "2026-11-22"


def test_each_kind_has_its_cell(qtbot: QtBot) -> None:
    kinds = {"text": TextCell, "tags": ListCell, "checkbox": CheckCell, "nested": NestedCell, "date": TextCell}
    for kind, wanted in kinds.items():
        made = make_cell("a", kind, tuple)  # type: ignore[arg-type]  # the kinds are spelled out above
        qtbot.addWidget(made)
        assert type(made) is wanted


def test_a_property_is_renamed_retyped_and_removed_from_its_menu(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = PropertyGridRow("due", "text", tuple, window)
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
    assert len(made.rows) == MAX_SHOWN_PROPERTIES
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


def head(qtbot: QtBot, text: str) -> NoteHeader:
    made = NoteHeader(parse_note(NotePath("F/A note.md"), text))
    qtbot.addWidget(made)
    made.show()
    return made


def words(widget: QWidget) -> list[str]:
    labels = [label.text() for label in widget.findChildren(PlainLabel) if label.isVisibleTo(widget)]
    return labels + [button.words() for button in widget.findChildren(ValueButton)]


def test_names_values_and_tags_are_shown(qtbot: QtBot) -> None:
    made = head(qtbot, "---\nstatus: open\nbudget: 12\ntags: [a, '#b']\ndone: true\nwhen: 2026-11-12\nnone:\n---\nx")
    shown = words(made)
    for word in ("A note", "Status", "Budget", "12", "open", "12 Nov 2026", "Empty"):
        assert word in shown
    assert [chip.accessibleName() for chip in made.findChildren(ItemChip)] == ["a", "b"]
    (tick,) = made.findChildren(CheckCell)
    assert tick.box.isChecked()


def test_values_are_never_markup_and_never_endless(qtbot: QtBot) -> None:
    made = head(qtbot, f"---\na: <b>bold</b>\nb: {'x' * 5000}\nc: {{d: [1, {{e: f}}]}}\n---\n")
    assert "<b>bold</b>" in words(made)
    assert max(map(len, words(made))) <= 200
    made.grab()


def test_many_properties_are_shown_when_asked_for(qtbot: QtBot) -> None:
    many = "\n".join(f"p{number}: v" for number in range(40))
    made = head(qtbot, f"---\n{many}\n---\n")
    assert "P39" not in words(made)
    made.grid.begin("p39")
    assert "P39" in words(made)


def test_a_broken_head_is_told_and_shown_as_it_is_written(qtbot: QtBot) -> None:
    made = head(qtbot, "---\na: [\n---\nx")
    assert any("not" in text.lower() for text in words(made))
    assert any("a: [" in text for text in words(made))
    made.add()
    assert not made.grid.isVisible()


def test_empty_items_of_a_list_are_not_shown(qtbot: QtBot) -> None:
    made = head(qtbot, "---\ntags:\n- a\n-\nother:\n-\n---\nx")
    assert [chip.accessibleName() for chip in made.findChildren(ItemChip)] == ["a"]


def test_folded_they_are_a_count(qtbot: QtBot) -> None:
    made = head(qtbot, "---\na: 1\nb: 2\n---\nx")
    told: list[bool] = []
    made.folded_changed.connect(told.append)
    made.set_folded(True, notify=True)
    assert not made.grid.isVisible()
    made.show_note(parse_note(NotePath("Other.md"), "---\nc: 1\n---\n"))
    assert not made.grid.isVisible()
    assert told == [True]

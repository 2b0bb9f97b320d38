"""Tests of ui/notes/note_header.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.note_area_env import open_note_area
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
async def test_known_property_names_values_and_tags_are_ordered_by_frequency(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        known = await known_properties(env.searcher)
        assert known.names[0] == "status"
        assert known.offered("STATUS") == ("open", "done")
        assert known.offered("tags") == ("garden", "house")
        assert known.offered("unknown") == ()
        assert known.samples["due"] == "2026-11-22"


def test_each_kind_has_its_cell_class(qtbot: QtBot) -> None:
    kinds = {"text": TextCell, "tags": ListCell, "checkbox": CheckCell, "nested": NestedCell, "date": TextCell}
    for kind, cell_class in kinds.items():
        widget = make_cell("a", kind, tuple)  # type: ignore[arg-type]  # the kinds are spelled out above
        qtbot.addWidget(widget)
        assert type(widget) is cell_class


def test_a_property_is_renamed_retyped_and_removed_from_its_menu(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = PropertyGridRow("due", "text", tuple, window)
    row.name_cell.setParent(window)
    row.cell.setParent(window)
    window.show()
    emitted: list[object] = []
    row.renamed.connect(lambda old, new: emitted.append((old, new)))
    row.retyped.connect(lambda name, kind: emitted.append((name, kind)))
    row.removed.connect(emitted.append)
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
    assert emitted == [("due", "date"), "due", ("due", "until")]
    menu.close()


NOTE = "---\nstatus: open\nbudget: 12\ntags: [a]\n---\n"


class Note:
    """A note whose text is edited by a property grid."""

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
    widget = PropertyGrid()
    qtbot.addWidget(widget)
    widget.resize(600, 300)
    widget.show()
    return widget


def field(widget: PropertyGrid) -> CompletingField:
    return next(child for child in widget.findChildren(CompletingField) if child.isVisible())


def test_tab_moves_to_the_next_value_and_writes_each(qtbot: QtBot) -> None:
    widget = grid(qtbot)
    note = Note(widget)
    widget.begin("status")
    field(widget).setText("done")
    QTest.keyClick(field(widget), Qt.Key.Key_Tab)
    field(widget).setText("13")
    QTest.keyClick(field(widget), Qt.Key.Key_Tab)
    QTest.keyClicks(field(widget), "b")
    QTest.keyClick(field(widget), Qt.Key.Key_Tab)
    assert note.text == "---\nstatus: done\nbudget: 13\ntags: [a, b]\n---\n"


def test_a_value_being_edited_stays_when_others_change(qtbot: QtBot) -> None:
    widget = grid(qtbot)
    Note(widget)
    widget.begin("status")
    field(widget).setText("half typed")
    rows = list(widget.rows)
    widget.show_properties({"status": "open", "budget": 99, "tags": ["a"]})
    assert widget.rows == rows
    assert field(widget).text() == "half typed"


def test_many_properties_are_folded_until_one_of_them_is_edited(qtbot: QtBot) -> None:
    widget = grid(qtbot)
    many: dict[str, JsonValue] = {f"p{number}": "v" for number in range(40)}
    widget.show_properties(many)
    assert len(widget.rows) == MAX_SHOWN_PROPERTIES
    widget.begin("p39")
    assert len(widget.rows) == 40


def test_changing_the_kind_affects_only_this_note(qtbot: QtBot) -> None:
    widget = grid(qtbot)
    widget.types = {"status": "text"}
    note = Note(widget)
    widget.rows[0].retyped.emit("status", "list")
    assert read_frontmatter(note.text).properties["status"] == ["open"]
    assert widget.rows[0].kind == "list"


def test_a_narrow_grid_has_one_column(qtbot: QtBot) -> None:
    widget = grid(qtbot)
    Note(widget)
    widget.resize(300, 300)
    qtbot.waitUntil(lambda: widget.rows[1].cell.y() > widget.rows[0].cell.y(), timeout=30_000)


def note_header(qtbot: QtBot, text: str) -> NoteHeader:
    widget = NoteHeader(parse_note(NotePath("F/A note.md"), text))
    qtbot.addWidget(widget)
    widget.show()
    return widget


def shown_texts(widget: QWidget) -> list[str]:
    labels = [label.text() for label in widget.findChildren(PlainLabel) if label.isVisibleTo(widget)]
    return labels + [button.shown_text() for button in widget.findChildren(ValueButton)]


def test_names_values_and_tags_are_shown(qtbot: QtBot) -> None:
    widget = note_header(
        qtbot, "---\nstatus: open\nbudget: 12\ntags: [a, '#b']\ndone: true\nwhen: 2026-11-12\nnone:\n---\nx"
    )
    shown = shown_texts(widget)
    for word in ("A note", "Status", "Budget", "12", "open", "12 Nov 2026", "Empty"):
        assert word in shown
    assert [chip.accessibleName() for chip in widget.findChildren(ItemChip)] == ["a", "b"]
    (tick,) = widget.findChildren(CheckCell)
    assert tick.box.isChecked()


def test_values_are_shown_as_plain_text_and_truncated(qtbot: QtBot) -> None:
    widget = note_header(qtbot, f"---\na: <b>bold</b>\nb: {'x' * 5000}\nc: {{d: [1, {{e: f}}]}}\n---\n")
    assert "<b>bold</b>" in shown_texts(widget)
    assert max(map(len, shown_texts(widget))) <= 200
    widget.grab()


def test_folded_properties_of_the_header_are_shown_when_one_is_edited(qtbot: QtBot) -> None:
    many = "\n".join(f"p{number}: v" for number in range(40))
    widget = note_header(qtbot, f"---\n{many}\n---\n")
    assert "P39" not in shown_texts(widget)
    widget.grid.begin("p39")
    assert "P39" in shown_texts(widget)


def test_invalid_frontmatter_is_reported_and_shown_as_source(qtbot: QtBot) -> None:
    widget = note_header(qtbot, "---\na: [\n---\nx")
    assert any("not" in text.lower() for text in shown_texts(widget))
    assert any("a: [" in text for text in shown_texts(widget))
    widget.add()
    assert not widget.grid.isVisible()


def test_empty_items_of_a_list_are_not_shown(qtbot: QtBot) -> None:
    widget = note_header(qtbot, "---\ntags:\n- a\n-\nother:\n-\n---\nx")
    assert [chip.accessibleName() for chip in widget.findChildren(ItemChip)] == ["a"]


def test_the_header_stays_folded_for_the_next_note(qtbot: QtBot) -> None:
    widget = note_header(qtbot, "---\na: 1\nb: 2\n---\nx")
    emitted: list[bool] = []
    widget.folded_changed.connect(emitted.append)
    widget.set_folded(True, notify=True)
    assert not widget.grid.isVisible()
    widget.show_note(parse_note(NotePath("Other.md"), "---\nc: 1\n---\n"))
    assert not widget.grid.isVisible()
    assert emitted == [True]

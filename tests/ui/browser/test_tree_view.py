import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.browser.rows import row
from vaultdesk.ui.browser.tree_model import TreeModel
from vaultdesk.ui.browser.tree_view import TreeView


@pytest.fixture
def tree(qtbot: QtBot) -> TreeView:
    model = TreeModel()
    model.load([row("f/c.md"), row("f/g/d.md"), row("b.md", "Cannot be read.")])
    view = TreeView(model)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(250, 300)
    view.show()
    return view


def test_a_click_opens_a_note_and_a_folder(tree: TreeView, qtbot: QtBot) -> None:
    chosen: list[tuple[str, bool]] = []
    tree.note_chosen.connect(lambda path, new_tab: chosen.append((path, new_tab)))
    model = tree.model()
    folder, note = model.index(0, 0), model.index(1, 0)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(folder).center())
    assert tree.isExpanded(folder)
    place = tree.visualRect(note).center()
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.MiddleButton, pos=place)
    assert chosen == [("b.md", False), ("b.md", True)]


def test_rows_are_chosen_with_control_and_shift_and_none_is_opened(tree: TreeView, qtbot: QtBot) -> None:
    chosen: list[str] = []
    tree.note_chosen.connect(lambda path, _new_tab: chosen.append(path))
    tree.expandAll()
    model = tree.model()
    assert isinstance(model, TreeModel)
    deep, note = (tree.visualRect(model.index_of(path)).center() for path in ("f/g/d.md", "b.md"))
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, note)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, deep)
    assert (chosen, tree.chosen()) == ([], ["f/g/d.md", "b.md"])
    tree.selectAll()
    assert tree.chosen() == ["f", "b.md"]


def test_the_menu_is_of_what_is_chosen_or_under_the_pointer(tree: TreeView, qtbot: QtBot) -> None:
    asked: list[object] = []
    tree.menu_asked.connect(lambda paths, _at: asked.append(paths))
    tree.show_note("b.md")
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    rect = tree.visualRect(tree.model().index(0, 0))
    for at in (rect.center(), QPoint(20, tree.viewport().height() - 5)):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, tree.viewport().mapToGlobal(at))
        QApplication.sendEvent(tree.viewport(), event)
    assert asked == [["b.md"], ["f"], []]


def test_delete_asks_for_the_trash(tree: TreeView, qtbot: QtBot) -> None:
    asked: list[object] = []
    tree.delete_asked.connect(asked.append)
    tree.show_note("f/c.md")
    qtbot.keyClick(tree, Qt.Key.Key_Delete)
    assert asked == [["f/c.md"]]


def test_the_keyboard_does_the_same(tree: TreeView, qtbot: QtBot) -> None:
    chosen: list[str] = []
    tree.note_chosen.connect(lambda path, _new_tab: chosen.append(path))
    tree.setCurrentIndex(tree.model().index(1, 0))
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert chosen == ["b.md"]


def test_the_open_note_is_shown_in_its_folder(tree: TreeView) -> None:
    tree.show_note("f/g/d.md")
    assert tree.open_folders() == ["f", "f/g"]
    assert tree.currentIndex().data() == "d"
    tree.show_note("")
    assert not tree.currentIndex().isValid()
    tree.collapseAll()
    tree.set_open_folders(["f/g", "f"])
    assert tree.open_folders() == ["f", "f/g"]


def test_a_note_shown_while_control_is_held_is_the_only_one_chosen(tree: TreeView, qtbot: QtBot) -> None:
    paths = [str(tree.model().index(number, 0).data(Qt.ItemDataRole.UserRole)) for number in (0, 1)]
    tree.show_note(paths[0])
    qtbot.keyPress(tree, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    tree.show_note(paths[1])
    qtbot.keyRelease(tree, Qt.Key.Key_Control)

    assert tree.chosen() == [paths[1]]


def test_it_is_drawn_and_named(tree: TreeView) -> None:
    tree.show_note("f/c.md")
    assert not tree.grab().isNull()
    assert tree.accessibleName()

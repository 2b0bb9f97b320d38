"""Tests of ui/browser/file_tree_view.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QMouseEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.browser.rows import row
from vaultdesk.ui.browser.file_tree_model import FileTreeModel, dragged_paths, file_row
from vaultdesk.ui.browser.file_tree_view import FileTree, NameEditor, StyledTreeView


def test_the_row_under_the_pointer_and_the_chosen_one_have_a_ground(qtbot: QtBot) -> None:
    view = StyledTreeView("Rows")
    qtbot.addWidget(view)
    model = QStandardItemModel(view)
    top = QStandardItem("top")
    top.appendRow(QStandardItem("below"))
    model.appendRow(top)
    model.appendRow(QStandardItem("last"))
    view.setModel(model)
    view.resize(200, 120)
    view.show()
    assert view.accessibleName() == "Rows"
    assert view.opens(model.index(0, 0))
    assert not view.opens(model.index(1, 0))
    plain = view.grab().toImage()
    qtbot.mouseMove(view.viewport(), view.visualRect(model.index(1, 0)).center())
    view._hover(model.index(1, 0))
    lit = view.grab().toImage()
    view._hover(view.indexAt(QPoint(5, 110)))
    view.setCurrentIndex(model.index(0, 0))
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert len({plain.pixel(150, 40), lit.pixel(150, 40)}) == 2 or plain != lit
    assert view.grab().toImage() != plain


def opened(qtbot: QtBot, path: str) -> tuple[FileTree, NameEditor, list[tuple[str, str]]]:
    model = FileTreeModel()
    model.load([row("f/c.md"), row("b.md"), file_row("plan.png", 1)])
    view = FileTree(model)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(250, 300)
    view.show()
    view.delegate.name_problem = lambda path, name: f"{path} is no {name}." if "|" in name else ""
    asked: list[tuple[str, str]] = []
    view.rename_requested.connect(lambda path, name: asked.append((path, name)))
    view.rename(path)
    editor = view.findChild(NameEditor)
    assert editor is not None
    return view, editor, asked


def test_enter_keeps_the_name_and_the_ending_is_not_typed_over(qtbot: QtBot) -> None:
    _view, editor, asked = opened(qtbot, "plan.png")
    assert editor.selectedText() == "plan"
    QTest.keyClicks(editor, "map")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: asked == [("plan.png", "map.png")])


def test_esc_leaves_and_the_same_name_changes_nothing(qtbot: QtBot) -> None:
    first, editor, asked = opened(qtbot, "f/c.md")
    assert (editor.text(), editor.selectedText()) == ("c", "c")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: first.state() == FileTree.State.NoState)
    view, editor, again = opened(qtbot, "f")
    QTest.keyClicks(editor, "x")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert asked == again == []
    assert view.model().index(0, 0).data() == "f"


def test_what_is_no_name_stays_in_the_editor_with_the_reason(qtbot: QtBot) -> None:
    view, editor, asked = opened(qtbot, "b.md")
    QTest.keyClicks(editor, "a|b")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert view.findChild(NameEditor) is editor
    assert editor.accessibleDescription() == "b.md is no a|b."
    assert not view.grab().isNull()
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    assert editor.accessibleDescription() == ""
    assert asked == []


@pytest.fixture
def tree(qtbot: QtBot) -> FileTree:
    model = FileTreeModel()
    model.load([row("f/c.md"), row("f/g/d.md"), row("b.md", "Cannot be read.")])
    view = FileTree(model)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(250, 300)
    view.show()
    return view


def test_a_click_opens_a_note_and_a_folder(tree: FileTree, qtbot: QtBot) -> None:
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


def test_rows_are_chosen_with_control_and_shift_and_none_is_opened(tree: FileTree, qtbot: QtBot) -> None:
    chosen: list[str] = []
    tree.note_chosen.connect(lambda path, _new_tab: chosen.append(path))
    tree.expandAll()
    model = tree.model()
    assert isinstance(model, FileTreeModel)
    deep, note = (tree.visualRect(model.index_of(path)).center() for path in ("f/g/d.md", "b.md"))
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, note)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, deep)
    assert (chosen, tree.selected_paths()) == ([], ["f/g/d.md", "b.md"])
    tree.selectAll()
    assert tree.selected_paths() == ["f", "b.md"]


def test_the_menu_is_of_what_is_chosen_or_under_the_pointer(tree: FileTree, qtbot: QtBot) -> None:
    asked: list[object] = []
    tree.menu_requested.connect(lambda paths, _at: asked.append(paths))
    tree.show_note("b.md")
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    rect = tree.visualRect(tree.model().index(0, 0))
    for at in (rect.center(), QPoint(20, tree.viewport().height() - 5)):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, tree.viewport().mapToGlobal(at))
        QApplication.sendEvent(tree.viewport(), event)
    assert asked == [["b.md"], ["f"], []]


def test_delete_asks_for_the_trash(tree: FileTree, qtbot: QtBot) -> None:
    asked: list[object] = []
    tree.delete_requested.connect(asked.append)
    tree.show_note("f/c.md")
    qtbot.keyClick(tree, Qt.Key.Key_Delete)
    assert asked == [["f/c.md"]]


def test_the_keyboard_does_the_same(tree: FileTree, qtbot: QtBot) -> None:
    chosen: list[str] = []
    tree.note_chosen.connect(lambda path, _new_tab: chosen.append(path))
    tree.setCurrentIndex(tree.model().index(1, 0))
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert chosen == ["b.md"]


def test_the_open_note_is_shown_in_its_folder(tree: FileTree) -> None:
    tree.show_note("f/g/d.md")
    assert tree.open_folders() == ["f", "f/g"]
    assert tree.currentIndex().data() == "d"
    tree.show_note("")
    assert not tree.currentIndex().isValid()
    tree.collapseAll()
    tree.set_open_folders(["f/g", "f"])
    assert tree.open_folders() == ["f", "f/g"]


def test_a_note_shown_while_control_is_held_is_the_only_one_chosen(tree: FileTree, qtbot: QtBot) -> None:
    paths = [str(tree.model().index(number, 0).data(Qt.ItemDataRole.UserRole)) for number in (0, 1)]
    tree.show_note(paths[0])
    qtbot.keyPress(tree, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    tree.show_note(paths[1])
    qtbot.keyRelease(tree, Qt.Key.Key_Control)

    assert tree.selected_paths() == [paths[1]]


def test_it_is_drawn_and_named(tree: FileTree) -> None:
    tree.show_note("f/c.md")
    assert not tree.grab().isNull()
    assert tree.accessibleName()


# What is dragged out of the tree and dropped on it, by Qt's own events.


@pytest.fixture
def tree_with_drops(qtbot: QtBot) -> FileTree:
    model = FileTreeModel()
    model.load([row("f/c.md"), row("f/g/d.md"), row("b.md")])
    view = FileTree(model)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(250, 300)
    view.show()
    view.expandAll()
    return view


def held(tree: FileTree, data: QMimeData, at: QPoint) -> bool:
    """Hold *data* over the tree as a system does; whether it may be dropped there."""
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at, copy, data, left, none)
    QApplication.sendEvent(tree.viewport(), enter)
    move = QDragMoveEvent(at, copy, data, left, none)
    tree.dragMoveEvent(move)
    return enter.isAccepted() and move.isAccepted()


def dropped(tree: FileTree, data: QMimeData, at: QPoint) -> None:
    event = QDropEvent(
        QPointF(at), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    tree.dropEvent(event)


def rows(tree: FileTree) -> FileTreeModel:
    model = tree.model()
    assert isinstance(model, FileTreeModel)
    return model


def at(tree: FileTree, path: str) -> QPoint:
    return tree.visualRect(rows(tree).index_of(path)).center()


def test_notes_are_dropped_on_folders_beside_notes_and_on_the_vault(tree_with_drops: FileTree) -> None:
    notes_dropped: list[tuple[object, str]] = []
    tree_with_drops.notes_dropped.connect(lambda paths, folder: notes_dropped.append((paths, folder)))
    model = rows(tree_with_drops)
    data = model.mimeData([model.index_of("b.md"), model.index_of("f/c.md")])
    assert held(tree_with_drops, data, at(tree_with_drops, "f/g/d.md"))
    assert tree_with_drops.drop_folder == "f/g"
    assert not tree_with_drops.grab().isNull()
    for place in (at(tree_with_drops, "f/g"), at(tree_with_drops, "f/g/d.md"), QPoint(20, 290)):
        dropped(tree_with_drops, data, place)
    assert notes_dropped == [(["b.md", "f/c.md"], "f/g")] * 2 + [(["b.md", "f/c.md"], "")]
    assert tree_with_drops.drop_folder is None


def test_a_folder_is_not_dropped_into_itself_nor_a_note_where_it_is(tree_with_drops: FileTree) -> None:
    notes_dropped: list[object] = []
    tree_with_drops.notes_dropped.connect(lambda paths, folder: notes_dropped.append(paths))
    model = rows(tree_with_drops)
    folder, note = model.mimeData([model.index_of("f")]), model.mimeData([model.index_of("f/c.md")])
    assert not held(tree_with_drops, folder, at(tree_with_drops, "f/g"))
    assert not held(tree_with_drops, folder, QPoint(20, 290))
    assert not held(tree_with_drops, note, at(tree_with_drops, "f"))
    dropped(tree_with_drops, folder, at(tree_with_drops, "f/g"))
    dropped(tree_with_drops, note, at(tree_with_drops, "f"))
    assert notes_dropped == []


def test_files_from_elsewhere_go_where_they_are_dropped_and_a_folder_beside_the_rows_is_a_vault(
    tree_with_drops: FileTree, tmp_path: Path
) -> None:
    files_dropped: list[tuple[object, str]] = []
    vaults: list[object] = []
    tree_with_drops.files_dropped.connect(lambda files, folder: files_dropped.append((files, folder)))
    tree_with_drops.folder_dropped.connect(vaults.append)
    file, folder = QMimeData(), QMimeData()
    file.setUrls([QUrl.fromLocalFile(str(tmp_path / "x.png"))])
    folder.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    assert held(tree_with_drops, file, at(tree_with_drops, "f"))
    dropped(tree_with_drops, file, at(tree_with_drops, "f"))
    dropped(tree_with_drops, folder, at(tree_with_drops, "f/c.md"))
    assert held(tree_with_drops, folder, QPoint(20, 290))
    assert not tree_with_drops.grab().isNull()
    dropped(tree_with_drops, folder, QPoint(20, 290))
    assert files_dropped == [([tmp_path / "x.png"], "f"), ([tmp_path], "f")]
    assert vaults == [tmp_path]


def test_words_and_pages_of_the_web_are_not_taken(tree_with_drops: FileTree) -> None:
    words, page = QMimeData(), QMimeData()
    words.setText("text")
    page.setUrls([QUrl("https://example.org/a.png")])
    assert not held(tree_with_drops, words, at(tree_with_drops, "f"))
    assert not held(tree_with_drops, page, at(tree_with_drops, "f"))


class Dragged(FileTree):
    """Notes that a drag began: the system's own loop of a drag is not entered."""

    started = 0

    def startDrag(self, _actions: Qt.DropAction) -> None:  # noqa: N802 - Qt's name
        self.started += 1


def test_a_press_that_moves_away_drags_and_opens_nothing(qtbot: QtBot) -> None:
    model = FileTreeModel()
    model.load([row("a.md"), row("b.md")])
    view = Dragged(model)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(250, 300)
    view.show()
    opened: list[str] = []
    view.note_chosen.connect(lambda path, _new_tab: opened.append(path))
    start, port, left = at(view, "a.md"), view.viewport(), Qt.MouseButton.LeftButton
    qtbot.mousePress(port, left, pos=start)
    for step in (10, 30, 60):
        place = start + QPoint(step, step)
        none, nothing = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.NoButton
        over = QPointF(port.mapToGlobal(place))
        event = QMouseEvent(QEvent.Type.MouseMove, QPointF(place), over, nothing, left, none)
        QApplication.sendEvent(port, event)
    qtbot.mouseRelease(port, left, pos=start + QPoint(60, 60))
    assert view.started >= 1
    assert opened == []


def test_what_is_dragged_says_links_paths_and_places(tree_with_drops: FileTree) -> None:
    model = rows(tree_with_drops)
    model.local_path = lambda path: f"/vault/{path}"
    model.put(file_row("f/plan.png", 1))
    data = model.mimeData([model.index_of(path) for path in ("f", "b.md", "f/plan.png")])
    assert dragged_paths(data) == ["f/", "b.md", "f/plan.png"]
    assert data.text() == "f\n[[b]]\n![[f/plan.png]]"
    assert [url.toLocalFile() for url in data.urls()] == ["/vault/f", "/vault/b.md", "/vault/f/plan.png"]
    assert model.supportedDragActions() == Qt.DropAction.CopyAction

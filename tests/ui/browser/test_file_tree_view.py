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


def test_hovered_and_current_rows_have_a_background(qtbot: QtBot) -> None:
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
    hovered = view.grab().toImage()
    view._hover(view.indexAt(QPoint(5, 110)))
    view.setCurrentIndex(model.index(0, 0))
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert len({plain.pixel(150, 40), hovered.pixel(150, 40)}) == 2 or plain != hovered
    assert view.grab().toImage() != plain


def open_editor(qtbot: QtBot, path: str) -> tuple[FileTree, NameEditor, list[tuple[str, str]]]:
    model = FileTreeModel()
    model.load([row("f/c.md"), row("b.md"), file_row("plan.png", 1)])
    view = FileTree(model)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(250, 300)
    view.show()
    view.delegate.name_problem = lambda path, name: f"{path} is no {name}." if "|" in name else ""
    requests: list[tuple[str, str]] = []
    view.rename_requested.connect(lambda path, name: requests.append((path, name)))
    view.rename(path)
    editor = view.findChild(NameEditor)
    assert editor is not None
    return view, editor, requests


def test_enter_confirms_the_name_and_the_extension_is_not_selected(qtbot: QtBot) -> None:
    _view, editor, requests = open_editor(qtbot, "plan.png")
    assert editor.selectedText() == "plan"
    QTest.keyClicks(editor, "map")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: requests == [("plan.png", "map.png")], timeout=30_000)


def test_escape_and_an_unchanged_name_rename_nothing(qtbot: QtBot) -> None:
    first, editor, requests = open_editor(qtbot, "f/c.md")
    assert (editor.text(), editor.selectedText()) == ("c", "c")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: first.state() == FileTree.State.NoState, timeout=30_000)
    view, editor, second_requests = open_editor(qtbot, "f")
    QTest.keyClicks(editor, "x")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert requests == second_requests == []
    assert view.model().index(0, 0).data() == "f"


@pytest.mark.parametrize("replaced", ["all rows", "its row"])
def test_a_name_is_typed_on_while_rows_are_replaced(qtbot: QtBot, replaced: str) -> None:
    view, editor, requests = open_editor(qtbot, "b.md")
    QTest.keyClicks(editor, "plac")
    QTest.keyClick(editor, Qt.Key.Key_Left)
    with view.rename_kept():
        if replaced == "all rows":
            view._model.load([row("a.md"), row("b.md")])
        else:
            view._model.take("b.md")
            view._model.put(row("b.md"))
    editor = view.delegate.editor
    assert editor is not None
    QTest.keyClicks(editor, "n")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert requests == [("b.md", "planc")]


def test_a_rename_ends_with_the_removal_of_its_row(qtbot: QtBot) -> None:
    view, _editor, requests = open_editor(qtbot, "b.md")
    with view.rename_kept():
        view._model.take("b.md")
    assert view.state() == FileTree.State.NoState
    assert requests == []


def test_invalid_name_keeps_the_editor_open_with_the_reason(qtbot: QtBot) -> None:
    view, editor, requests = open_editor(qtbot, "b.md")
    QTest.keyClicks(editor, "a|b")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert view.findChild(NameEditor) is editor
    assert editor.accessibleDescription() == "b.md is no a|b."
    assert not view.grab().isNull()
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    assert editor.accessibleDescription() == ""
    assert requests == []


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


def test_click_opens_a_note_and_expands_a_folder(tree: FileTree, qtbot: QtBot) -> None:
    chosen: list[tuple[str, bool]] = []
    tree.note_chosen.connect(lambda path, new_tab: chosen.append((path, new_tab)))
    model = tree.model()
    folder, note = model.index(0, 0), model.index(1, 0)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(folder).center())
    assert tree.isExpanded(folder)
    position = tree.visualRect(note).center()
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=position)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.MiddleButton, pos=position)
    assert chosen == [("b.md", False), ("b.md", True)]


def test_ctrl_click_and_select_all_select_rows_without_opening_notes(tree: FileTree, qtbot: QtBot) -> None:
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


def test_menu_is_requested_for_the_selection_or_the_row_under_the_pointer(tree: FileTree, qtbot: QtBot) -> None:
    requests: list[object] = []
    tree.menu_requested.connect(lambda paths, _position: requests.append(paths))
    tree.show_note("b.md")
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    rect = tree.visualRect(tree.model().index(0, 0))
    for position in (rect.center(), QPoint(20, tree.viewport().height() - 5)):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, position, tree.viewport().mapToGlobal(position))
        QApplication.sendEvent(tree.viewport(), event)
    assert requests == [["b.md"], ["f"], []]


def test_delete_key_requests_deletion(tree: FileTree, qtbot: QtBot) -> None:
    requests: list[object] = []
    tree.delete_requested.connect(requests.append)
    tree.show_note("f/c.md")
    qtbot.keyClick(tree, Qt.Key.Key_Delete)
    assert requests == [["f/c.md"]]


def test_enter_opens_the_current_note(tree: FileTree, qtbot: QtBot) -> None:
    chosen: list[str] = []
    tree.note_chosen.connect(lambda path, _new_tab: chosen.append(path))
    tree.setCurrentIndex(tree.model().index(1, 0))
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert chosen == ["b.md"]


def test_show_note_expands_its_folders(tree: FileTree) -> None:
    tree.show_note("f/g/d.md")
    assert tree.open_folders() == ["f", "f/g"]
    assert tree.currentIndex().data() == "d"
    tree.show_note("")
    assert not tree.currentIndex().isValid()
    tree.collapseAll()
    tree.set_open_folders(["f/g", "f"])
    assert tree.open_folders() == ["f", "f/g"]


def test_show_note_selects_only_that_note_while_ctrl_is_pressed(tree: FileTree, qtbot: QtBot) -> None:
    paths = [str(tree.model().index(number, 0).data(Qt.ItemDataRole.UserRole)) for number in (0, 1)]
    tree.show_note(paths[0])
    qtbot.keyPress(tree, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    tree.show_note(paths[1])
    qtbot.keyRelease(tree, Qt.Key.Key_Control)

    assert tree.selected_paths() == [paths[1]]


def test_tree_is_painted_and_has_an_accessible_name(tree: FileTree) -> None:
    tree.show_note("f/c.md")
    assert not tree.grab().isNull()
    assert tree.accessibleName()


# Drag and drop from and to the tree, with real Qt events.


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


def accepts_drag(tree: FileTree, data: QMimeData, position: QPoint) -> bool:
    """Send drag enter and move events for *data*; return whether a drop would be accepted."""
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(position, copy, data, left, none)
    QApplication.sendEvent(tree.viewport(), enter)
    move = QDragMoveEvent(position, copy, data, left, none)
    tree.dragMoveEvent(move)
    return enter.isAccepted() and move.isAccepted()


def drop(tree: FileTree, data: QMimeData, position: QPoint) -> None:
    event = QDropEvent(
        QPointF(position), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    tree.dropEvent(event)


def tree_model(tree: FileTree) -> FileTreeModel:
    model = tree.model()
    assert isinstance(model, FileTreeModel)
    return model


def row_center(tree: FileTree, path: str) -> QPoint:
    return tree.visualRect(tree_model(tree).index_of(path)).center()


def test_notes_can_be_dropped_on_folders_beside_notes_and_on_the_vault(tree_with_drops: FileTree) -> None:
    notes_dropped: list[tuple[object, str]] = []
    tree_with_drops.notes_dropped.connect(lambda paths, folder: notes_dropped.append((paths, folder)))
    model = tree_model(tree_with_drops)
    data = model.mimeData([model.index_of("b.md"), model.index_of("f/c.md")])
    assert accepts_drag(tree_with_drops, data, row_center(tree_with_drops, "f/g/d.md"))
    assert tree_with_drops.drop_folder == "f/g"
    assert not tree_with_drops.grab().isNull()
    for position in (row_center(tree_with_drops, "f/g"), row_center(tree_with_drops, "f/g/d.md"), QPoint(20, 290)):
        drop(tree_with_drops, data, position)
    assert notes_dropped == [(["b.md", "f/c.md"], "f/g")] * 2 + [(["b.md", "f/c.md"], "")]
    assert tree_with_drops.drop_folder is None


def test_folder_cannot_be_dropped_into_itself_nor_a_note_into_its_own_folder(tree_with_drops: FileTree) -> None:
    notes_dropped: list[object] = []
    tree_with_drops.notes_dropped.connect(lambda paths, folder: notes_dropped.append(paths))
    model = tree_model(tree_with_drops)
    folder, note = model.mimeData([model.index_of("f")]), model.mimeData([model.index_of("f/c.md")])
    assert not accepts_drag(tree_with_drops, folder, row_center(tree_with_drops, "f/g"))
    assert not accepts_drag(tree_with_drops, folder, QPoint(20, 290))
    assert not accepts_drag(tree_with_drops, note, row_center(tree_with_drops, "f"))
    drop(tree_with_drops, folder, row_center(tree_with_drops, "f/g"))
    drop(tree_with_drops, note, row_center(tree_with_drops, "f"))
    assert notes_dropped == []


def test_files_are_dropped_into_folders_and_a_folder_on_empty_space_is_a_vault(
    tree_with_drops: FileTree, tmp_path: Path
) -> None:
    files_dropped: list[tuple[object, str]] = []
    vaults: list[object] = []
    tree_with_drops.files_dropped.connect(lambda files, folder: files_dropped.append((files, folder)))
    tree_with_drops.folder_dropped.connect(vaults.append)
    file, folder = QMimeData(), QMimeData()
    file.setUrls([QUrl.fromLocalFile(str(tmp_path / "x.png"))])
    folder.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    assert accepts_drag(tree_with_drops, file, row_center(tree_with_drops, "f"))
    drop(tree_with_drops, file, row_center(tree_with_drops, "f"))
    drop(tree_with_drops, folder, row_center(tree_with_drops, "f/c.md"))
    assert accepts_drag(tree_with_drops, folder, QPoint(20, 290))
    assert not tree_with_drops.grab().isNull()
    drop(tree_with_drops, folder, QPoint(20, 290))
    assert files_dropped == [([tmp_path / "x.png"], "f"), ([tmp_path], "f")]
    assert vaults == [tmp_path]


def test_text_and_web_urls_are_rejected(tree_with_drops: FileTree) -> None:
    text_data, url_data = QMimeData(), QMimeData()
    text_data.setText("text")
    url_data.setUrls([QUrl("https://example.org/a.png")])
    assert not accepts_drag(tree_with_drops, text_data, row_center(tree_with_drops, "f"))
    assert not accepts_drag(tree_with_drops, url_data, row_center(tree_with_drops, "f"))


class DragCountingTree(FileTree):
    """Counts started drags without entering the native drag loop."""

    started = 0

    def startDrag(self, _actions: Qt.DropAction) -> None:  # noqa: N802 - Qt's name
        self.started += 1


def test_mouse_press_and_move_starts_a_drag_without_opening_the_note(qtbot: QtBot) -> None:
    model = FileTreeModel()
    model.load([row("a.md"), row("b.md")])
    view = DragCountingTree(model)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(250, 300)
    view.show()
    opened_paths: list[str] = []
    view.note_chosen.connect(lambda path, _new_tab: opened_paths.append(path))
    start, viewport, left = row_center(view, "a.md"), view.viewport(), Qt.MouseButton.LeftButton
    qtbot.mousePress(viewport, left, pos=start)
    for step in (10, 30, 60):
        position = start + QPoint(step, step)
        none, nothing = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.NoButton
        global_position = QPointF(viewport.mapToGlobal(position))
        event = QMouseEvent(QEvent.Type.MouseMove, QPointF(position), global_position, nothing, left, none)
        QApplication.sendEvent(viewport, event)
    qtbot.mouseRelease(viewport, left, pos=start + QPoint(60, 60))
    assert view.started >= 1
    assert opened_paths == []


def test_mime_data_contains_links_paths_and_urls(tree_with_drops: FileTree) -> None:
    model = tree_model(tree_with_drops)
    model.local_path = lambda path: f"/vault/{path}"
    model.put(file_row("f/plan.png", 1))
    data = model.mimeData([model.index_of(path) for path in ("f", "b.md", "f/plan.png")])
    assert dragged_paths(data) == ["f/", "b.md", "f/plan.png"]
    assert data.text() == "f\n[[b]]\n![[f/plan.png]]"
    assert [url.toLocalFile() for url in data.urls()] == ["/vault/f", "/vault/b.md", "/vault/f/plan.png"]
    assert model.supportedDragActions() == Qt.DropAction.CopyAction

"""What is dragged out of the tree and dropped on it, by Qt's own events."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.browser.rows import row
from vaultdesk.ui.browser.file_tree import FileTree
from vaultdesk.ui.browser.nodes import file_row
from vaultdesk.ui.browser.tree_model import TreeModel, dragged_paths


@pytest.fixture
def tree(qtbot: QtBot) -> FileTree:
    model = TreeModel()
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


def rows(tree: FileTree) -> TreeModel:
    model = tree.model()
    assert isinstance(model, TreeModel)
    return model


def at(tree: FileTree, path: str) -> QPoint:
    return tree.visualRect(rows(tree).index_of(path)).center()


def test_notes_are_dropped_on_folders_beside_notes_and_on_the_vault(tree: FileTree) -> None:
    moved: list[tuple[object, str]] = []
    tree.moved.connect(lambda paths, folder: moved.append((paths, folder)))
    model = rows(tree)
    data = model.mimeData([model.index_of("b.md"), model.index_of("f/c.md")])
    assert held(tree, data, at(tree, "f/g/d.md"))
    assert tree.drop_folder == "f/g"
    assert not tree.grab().isNull()
    for place in (at(tree, "f/g"), at(tree, "f/g/d.md"), QPoint(20, 290)):
        dropped(tree, data, place)
    assert moved == [(["b.md", "f/c.md"], "f/g")] * 2 + [(["b.md", "f/c.md"], "")]
    assert tree.drop_folder is None


def test_a_folder_is_not_dropped_into_itself_nor_a_note_where_it_is(tree: FileTree) -> None:
    moved: list[object] = []
    tree.moved.connect(lambda paths, folder: moved.append(paths))
    model = rows(tree)
    folder, note = model.mimeData([model.index_of("f")]), model.mimeData([model.index_of("f/c.md")])
    assert not held(tree, folder, at(tree, "f/g"))
    assert not held(tree, folder, QPoint(20, 290))
    assert not held(tree, note, at(tree, "f"))
    dropped(tree, folder, at(tree, "f/g"))
    dropped(tree, note, at(tree, "f"))
    assert moved == []


def test_files_from_elsewhere_go_where_they_are_dropped_and_a_folder_beside_the_rows_is_a_vault(
    tree: FileTree, tmp_path: Path
) -> None:
    brought: list[tuple[object, str]] = []
    vaults: list[object] = []
    tree.brought.connect(lambda files, folder: brought.append((files, folder)))
    tree.folder_dropped.connect(vaults.append)
    file, folder = QMimeData(), QMimeData()
    file.setUrls([QUrl.fromLocalFile(str(tmp_path / "x.png"))])
    folder.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    assert held(tree, file, at(tree, "f"))
    dropped(tree, file, at(tree, "f"))
    dropped(tree, folder, at(tree, "f/c.md"))
    assert held(tree, folder, QPoint(20, 290))
    assert not tree.grab().isNull()
    dropped(tree, folder, QPoint(20, 290))
    assert brought == [([tmp_path / "x.png"], "f"), ([tmp_path], "f")]
    assert vaults == [tmp_path]


def test_words_and_pages_of_the_web_are_not_taken(tree: FileTree) -> None:
    words, page = QMimeData(), QMimeData()
    words.setText("text")
    page.setUrls([QUrl("https://example.org/a.png")])
    assert not held(tree, words, at(tree, "f"))
    assert not held(tree, page, at(tree, "f"))


class Dragged(FileTree):
    """Notes that a drag began: the system's own loop of a drag is not entered."""

    started = 0

    def startDrag(self, _actions: Qt.DropAction) -> None:  # noqa: N802 - Qt's name
        self.started += 1


def test_a_press_that_moves_away_drags_and_opens_nothing(qtbot: QtBot) -> None:
    model = TreeModel()
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


def test_what_is_dragged_says_links_paths_and_places(tree: FileTree) -> None:
    model = rows(tree)
    model.place_of = lambda path: f"/vault/{path}"
    model.put(file_row("f/plan.png", 1))
    data = model.mimeData([model.index_of(path) for path in ("f", "b.md", "f/plan.png")])
    assert dragged_paths(data) == ["f/", "b.md", "f/plan.png"]
    assert data.text() == "f\n[[b]]\n![[f/plan.png]]"
    assert [url.toLocalFile() for url in data.urls()] == ["/vault/f", "/vault/b.md", "/vault/f/plan.png"]
    assert model.supportedDragActions() == Qt.DropAction.CopyAction

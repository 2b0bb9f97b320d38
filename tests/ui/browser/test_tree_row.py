from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.browser.rows import row
from vaultdesk.ui.browser.nodes import file_row
from vaultdesk.ui.browser.tree_model import TreeModel
from vaultdesk.ui.browser.tree_row import NameEditor
from vaultdesk.ui.browser.tree_view import TreeView


def opened(qtbot: QtBot, path: str) -> tuple[TreeView, NameEditor, list[tuple[str, str]]]:
    model = TreeModel()
    model.load([row("f/c.md"), row("b.md"), file_row("plan.png", 1)])
    view = TreeView(model)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(250, 300)
    view.show()
    view.names.why_not = lambda path, name: f"{path} is no {name}." if "|" in name else ""
    asked: list[tuple[str, str]] = []
    view.rename_asked.connect(lambda path, name: asked.append((path, name)))
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
    qtbot.waitUntil(lambda: first.state() == TreeView.State.NoState)
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

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor.editor_menu import make_editor_menu
from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.widgets.menu import Menu


def press(menu: Menu, words: str) -> None:
    next(action for action in menu.actions() if action.text().partition("\t")[0] == words).trigger()


def enabled(menu: Menu) -> set[str]:
    return {action.text().partition("\t")[0] for action in menu.actions() if action.isEnabled() and action.text()}


def test_words_are_changed_from_the_menu(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text("word")
    editor.selectAll()
    press(make_editor_menu(editor, editor), "Bold")
    assert editor.text() == "**word**"
    press(make_editor_menu(editor, editor), "Task done or to be done")
    assert editor.text() == "- [ ] **word**"
    press(make_editor_menu(editor, editor), "Undo")
    assert editor.text() == "**word**"


def test_what_cannot_be_done_is_grey_and_says_why(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    QGuiApplication.clipboard().setText("x")
    editor.set_text("word")
    editor.setReadOnly(True)
    menu = make_editor_menu(editor, editor)
    assert enabled(menu) == {"Select all", "Follow the link"}
    assert all(action.toolTip() for action in menu.actions() if not action.isEnabled() and action.text())

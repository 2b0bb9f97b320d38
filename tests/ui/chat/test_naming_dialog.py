"""Tests of naming_dialog.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.chat.naming_dialog import NamingDialog


def draft(name: str, folder: str) -> tuple[str, str]:
    return f"Assistant/{name}.md", f"about {folder}"


def opened(*folders: str) -> tuple[QWidget, NamingDialog]:
    window = QWidget()
    window.resize(700, 500)
    window.show()
    dialog = NamingDialog("New project", "Some notes with instructions.", draft, window, folders=folders)
    dialog.open()
    return window, dialog


def test_it_says_which_note_it_creates_and_needs_a_name() -> None:
    _window, dialog = opened()
    assert not dialog.done_button.isEnabled()
    assert not dialog.folder.isVisible()
    QTest.keyClicks(dialog.name.edit, "House")
    assert dialog.result_label.text() == "Creates the note Assistant/House.md and opens it."
    QTest.keyClick(dialog.name.edit, Qt.Key.Key_Return)
    assert (dialog.result(), dialog.path) == (NamingDialog.DialogCode.Accepted, "Assistant/House.md")


def test_a_folder_is_asked_for_where_there_are_some_and_must_be_one() -> None:
    _window, dialog = opened("Projects")
    dialog.name.set_text("House")
    dialog.folder.field.set_text("../elsewhere")
    assert not dialog.done_button.isEnabled()
    dialog.folder.field.set_text("Projects")
    assert (dialog.done_button.isEnabled(), dialog.text) == (True, "about Projects")
    dialog.reject()

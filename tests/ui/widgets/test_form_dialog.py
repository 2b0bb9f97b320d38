"""Tests of ui/widgets/form_dialog.py."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.form_dialog import (
    FolderChips,
    FolderField,
    FormDialog,
    RenameDialog,
    SentenceCard,
    TextArea,
    folder_entries,
    folders_of_notes,
)

# Sentence card: new sentences replace the previous ones, and hostile text is escaped.


def test_sentences_replace_the_previous_ones() -> None:
    card = SentenceCard()
    card.show_sentences(("May read notes.", "May not write."))
    assert card.sentences() == ["May read notes.", "May not write."]
    card.show_sentences(("May read nothing.",))
    assert card.sentences() == ["May read nothing."]


def test_invisible_characters_are_escaped() -> None:
    card = SentenceCard()
    card.show_sentences(("Safe\u202e<b>now</b>",))
    assert card.sentences() == ["Safe<U+202E><b>now</b>"]


# Text area: multi-line plain text; Tab leaves it and the frame shows the focus.


def test_text_area_accepts_several_lines_and_tab_leaves_it(qtbot: QtBot) -> None:
    window = QWidget()
    column = QVBoxLayout(window)
    area, other = TextArea("Instructions", "One."), QLineEdit()
    column.addWidget(area)
    column.addWidget(other)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
    area.setFocus()
    area.edit.moveCursor(area.edit.textCursor().MoveOperation.End)
    QTest.keyClick(area.edit, Qt.Key.Key_Return)
    QTest.keyClicks(area.edit, "<b>Two</b>")
    assert area.text() == "One.\n<b>Two</b>"
    QTest.keyClick(area.edit, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is other


def test_frame_changes_with_the_focus(qtbot: QtBot) -> None:
    window = QWidget()
    column = QVBoxLayout(window)
    area, other = TextArea("Instructions"), QLineEdit()
    column.addWidget(area)
    column.addWidget(other)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
    area.setFocus()
    focused = area.grab().toImage().pixelColor(0, area.height() // 2)
    other.setFocus()
    assert area.grab().toImage().pixelColor(0, area.height() // 2) != focused


# Folder field: a folder is typed or selected; several are chips; only existing folders are valid.

FOLDERS = folders_of_notes(["Projects/House/Boiler.md", "Projects/Plan.md", "Daily/x.md", "Top.md"])


class Scene:
    """A field and chips in a window."""

    def __init__(self, *chosen: str) -> None:
        self.window = QWidget()
        self.window.resize(600, 400)
        self.field = FolderField("Where", FOLDERS)
        self.chips = FolderChips(FOLDERS, chosen)
        column = QVBoxLayout(self.window)
        for widget in (self.field, self.chips):
            column.addWidget(widget)
        self.window.show()


def test_parent_folders_are_included() -> None:
    assert FOLDERS == ("Daily", "Projects", "Projects/House")
    assert [entry.key for entry in folder_entries(FOLDERS, "pro hou")] == ["Projects/House"]


def test_empty_path_is_the_whole_vault_and_a_path_outside_is_rejected() -> None:
    scene = Scene()
    assert (scene.field.folder(), scene.field.problem()) == ("", "")
    scene.field.field.set_text("/Projects/House/")
    assert (scene.field.folder(), scene.field.problem()) == ("Projects/House", "")
    scene.field.field.set_text("Projects/../..")
    assert scene.field.problem() == "This is not a folder in the vault."


def test_folder_is_selected_by_typing_and_enter() -> None:
    scene = Scene()
    popup = scene.field.open()
    QTest.keyClicks(popup.search, "house")
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert scene.field.folder() == "Projects/House"


def test_chips_are_added_once_and_can_be_removed() -> None:
    scene = Scene("Daily")
    emissions: list[bool] = []
    scene.chips.changed.connect(lambda: emissions.append(True))
    popup = scene.chips.open()
    assert [entry.key for entry in popup.list.rows()] == ["Projects", "Projects/House"]
    popup.close()
    scene.chips.add_folder("Projects")
    scene.chips.add_folder("Projects")
    scene.chips.remove_folder("Daily")
    assert (scene.chips.folders(), len(emissions)) == (("Projects",), 2)


# Form dialog: fits its window, shows errors, and is rejected by Escape.


class FormDialogScene:
    """A dialog over a window."""

    def __init__(self, width: int) -> None:
        self.window = QWidget()
        self.window.resize(width, 600)
        self.window.show()
        self.dialog = FormDialog("A title", "What it is about.", "Do It", self.window, width=520)
        self.dialog.open()


def test_dialog_is_not_wider_than_its_window() -> None:
    assert FormDialogScene(400).dialog.minimumWidth() <= 400
    assert FormDialogScene(900).dialog.minimumWidth() > 400


def test_error_is_shown_and_cleared() -> None:
    scene = FormDialogScene(900)
    assert not scene.dialog.problem.isVisibleTo(scene.dialog)
    scene.dialog.show_problem("It did not work.")
    assert scene.dialog.problem.text() == "It did not work."
    scene.dialog.show_problem("")
    assert not scene.dialog.problem.isVisibleTo(scene.dialog)


def test_escape_and_cancel_reject() -> None:
    scene = FormDialogScene(900)
    results: list[int] = []
    scene.dialog.finished.connect(results.append)
    QTest.keyClick(scene.dialog, Qt.Key.Key_Escape)
    scene.dialog.open()
    scene.dialog.cancel.click()
    assert results == [0, 0]


@pytest.mark.parametrize(
    ("geometry", "center"),
    [
        (QRect(150, 100, 500, 400), QPoint(399, 299)),
        (QRect(500, 500, 600, 600), None),
    ],
)
def test_dialog_is_centered_in_its_window_and_stays_on_the_screen(
    qtbot: QtBot, geometry: QRect, center: QPoint | None
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setGeometry(geometry)
    window.show()
    qtbot.waitExposed(window, timeout=30_000)
    dialog = FormDialog("Add “Invoice.pdf” to this vault?", "A copy is made.", "Add a Copy", window)
    dialog.open()
    qtbot.waitExposed(dialog, timeout=30_000)
    if center is not None:
        assert (dialog.geometry().center() - center).manhattanLength() <= 2
    assert window.screen().availableGeometry().contains(dialog.geometry())
    dialog.reject()


# Rename dialog: accepts only a different, valid name.


def test_the_rename_dialog_accepts_only_a_different_valid_name(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = RenameDialog("Rename", "a", "a", window, lambda name: "No blanks." if " " in name else "")
    dialog.open()
    assert not dialog.done_button.isEnabled()
    dialog.name.set_text("b c")
    assert dialog.name.problem() == "No blanks."
    QTest.keyClick(dialog.name.edit, Qt.Key.Key_Return)
    assert not dialog.result()
    dialog.name.set_text("b")
    with qtbot.waitSignal(dialog.accepted, timeout=30_000):
        QTest.keyClick(dialog.name.edit, Qt.Key.Key_Return)

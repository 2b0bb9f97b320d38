"""Proposed note dialog: the proposal can be read and edited, Enter cancels, and failures are shown in the dialog."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.errors import NoteConflict
from vaultdesk.ui.app.proposed_note_dialog import ProposedNoteDialog


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    created = QWidget()
    qtbot.addWidget(created)
    created.show()
    return created


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Escape])
def test_a_key_pressed_as_the_dialog_opens_does_not_accept(window: QWidget, key: Qt.Key) -> None:
    created: list[str] = []

    async def create(path: str, _text: str) -> None:
        created.append(path)

    dialog = ProposedNoteDialog("Notes", "Idea", "x", create, window)
    dialog.open()
    QTest.keyClick(dialog.focusWidget() or dialog, key)
    assert not dialog.isVisible()
    assert created == []


def test_the_edited_fields_are_used_and_a_failure_keeps_the_dialog_open(window: QWidget) -> None:
    created: list[tuple[str, str]] = []

    async def create(path: str, text: str) -> None:
        if path == "Idea.md":
            raise NoteConflict("There is a note of that name.", hint="Choose another.")
        created.append((path, text))

    @on_qt_loop
    async def scene() -> None:
        dialog = ProposedNoteDialog("Notes", "Idea", "<b>x</b>", create, window)
        dialog.open()
        dialog.done_button.click()
        await until(dialog.problem.isVisible)
        assert dialog.isVisible()

        dialog.path.set_text("  ")
        assert not dialog.done_button.isEnabled()
        dialog.path.set_text("Inbox/Idea 2.md")
        dialog.done_button.click()
        await until(lambda: not dialog.isVisible())

    scene()
    assert created == [("Inbox/Idea 2.md", "<b>x</b>")]

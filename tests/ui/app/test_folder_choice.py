"""Folder dialog: opened and awaited; returns the chosen folder or creates a new one."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.app.no_vault_page import ask_existing_folder, ask_new_folder


@pytest.fixture(autouse=True)
def qt_dialogs(qapp: QApplication) -> Iterator[None]:
    """Use Qt's own dialogs: a test cannot answer those of the system."""
    qapp.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs, on=True)
    yield
    qapp.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs, on=False)


async def wait_for_dialog(window: QWidget) -> QFileDialog:
    await until(lambda: any(dialog.isVisible() for dialog in window.findChildren(QFileDialog)))
    return next(dialog for dialog in window.findChildren(QFileDialog) if dialog.isVisible())


def choose(dialog: QFileDialog, name: str) -> None:
    """Type *name* into the field: `selectFile` does not change a field that has the focus."""
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    assert isinstance(field, QLineEdit)
    field.setText(name)
    dialog.done(QFileDialog.DialogCode.Accepted)


def open_window() -> QWidget:
    window = QWidget()
    window.show()
    return window


@on_qt_loop
async def test_the_chosen_folder_is_returned(tmp_path: Path) -> None:
    window = open_window()
    task = asyncio.ensure_future(ask_existing_folder(window))
    dialog = await wait_for_dialog(window)
    assert dialog.windowTitle() == "Open a Folder of Notes"
    assert dialog.fileMode() == QFileDialog.FileMode.Directory
    dialog.setDirectory(str(tmp_path.parent))
    choose(dialog, tmp_path.name)
    assert await task == tmp_path


@on_qt_loop
async def test_a_cancelled_dialog_returns_none_and_is_deleted() -> None:
    window = open_window()
    for ask in (ask_existing_folder, ask_new_folder):
        task = asyncio.ensure_future(ask(window))
        (await wait_for_dialog(window)).reject()
        assert await task is None
    await until(lambda: window.findChildren(QFileDialog) == [])


@on_qt_loop
async def test_a_new_folder_is_created(tmp_path: Path) -> None:
    window = open_window()
    task = asyncio.ensure_future(ask_new_folder(window))
    dialog = await wait_for_dialog(window)
    assert dialog.windowTitle() == "Create a Folder for Notes"
    dialog.setDirectory(str(tmp_path))
    choose(dialog, "My notes")
    assert await task == tmp_path / "My notes"
    assert (tmp_path / "My notes").is_dir()


@on_qt_loop
async def test_a_folder_that_cannot_be_created_raises_an_error(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    window = open_window()
    task = asyncio.ensure_future(ask_new_folder(window))
    dialog = await wait_for_dialog(window)
    dialog.setDirectory(str(tmp_path))
    choose(dialog, "taken")
    with pytest.raises(OSError, match="taken"):
        await task
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "a file"


@on_qt_loop
async def test_cancelling_the_task_closes_the_dialog() -> None:
    window = open_window()
    task = asyncio.ensure_future(ask_existing_folder(window))
    await wait_for_dialog(window)
    task.cancel()
    await asyncio.wait([task], timeout=5)
    assert not any(dialog.isVisible() for dialog in window.findChildren(QFileDialog))

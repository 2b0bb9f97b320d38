"""Folder dialog: opened and awaited; the folder chosen comes back, and a new one is made."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.app.no_vault_page import ask_existing_folder, ask_new_folder


@pytest.fixture(autouse=True)
def own_dialogs(qapp: QApplication) -> Iterator[None]:
    """Qt's own dialogs: the system's cannot be answered by a test."""
    qapp.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs, on=True)
    yield
    qapp.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs, on=False)


async def dialog_of(window: QWidget) -> QFileDialog:
    await until(lambda: any(one.isVisible() for one in window.findChildren(QFileDialog)))
    return next(one for one in window.findChildren(QFileDialog) if one.isVisible())


def choose(dialog: QFileDialog, name: str) -> None:
    """Write *name* where a person would: `selectFile` leaves a field alone that has the focus."""
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    assert isinstance(field, QLineEdit)
    field.setText(name)
    dialog.done(QFileDialog.DialogCode.Accepted)


def open_window() -> QWidget:
    window = QWidget()
    window.show()
    return window


@on_qt_loop
async def test_the_chosen_folder_comes_back(tmp_path: Path) -> None:
    window = open_window()
    asked = asyncio.ensure_future(ask_existing_folder(window))
    dialog = await dialog_of(window)
    assert dialog.windowTitle() == "Open a Folder of Notes"
    assert dialog.fileMode() == QFileDialog.FileMode.Directory
    dialog.setDirectory(str(tmp_path.parent))
    choose(dialog, tmp_path.name)
    assert await asked == tmp_path


@on_qt_loop
async def test_a_dialog_that_is_left_gives_nothing_and_is_deleted() -> None:
    window = open_window()
    for ask in (ask_existing_folder, ask_new_folder):
        asked = asyncio.ensure_future(ask(window))
        (await dialog_of(window)).reject()
        assert await asked is None
    await until(lambda: window.findChildren(QFileDialog) == [])


@on_qt_loop
async def test_a_named_folder_is_made(tmp_path: Path) -> None:
    window = open_window()
    asked = asyncio.ensure_future(ask_new_folder(window))
    dialog = await dialog_of(window)
    assert dialog.windowTitle() == "Create a Folder for Notes"
    dialog.setDirectory(str(tmp_path))
    choose(dialog, "My notes")
    assert await asked == tmp_path / "My notes"
    assert (tmp_path / "My notes").is_dir()


@on_qt_loop
async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    window = open_window()
    asked = asyncio.ensure_future(ask_new_folder(window))
    dialog = await dialog_of(window)
    dialog.setDirectory(str(tmp_path))
    choose(dialog, "taken")
    with pytest.raises(OSError, match="taken"):
        await asked
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "a file"


@on_qt_loop
async def test_giving_up_closes_the_dialog() -> None:
    window = open_window()
    asked = asyncio.ensure_future(ask_existing_folder(window))
    await dialog_of(window)
    asked.cancel()
    await asyncio.wait([asked], timeout=5)
    assert not any(one.isVisible() for one in window.findChildren(QFileDialog))

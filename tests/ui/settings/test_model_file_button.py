"""Tests of the button for a model file in ui/settings/provider_form.py."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from tests.support.qt_loop import until
from tests.ui.settings.settings_env import on_settings_loop
from vaultdesk.ui.settings.provider_form import ModelFileButton


@pytest.fixture(autouse=True)
def qt_dialogs(qapp: QApplication) -> Iterator[None]:
    """Use Qt's own dialogs: a test cannot answer those of the system."""
    qapp.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs, on=True)
    yield
    qapp.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs, on=False)


async def open_dialog(button: ModelFileButton) -> QFileDialog:
    button.click()
    await until(lambda: any(dialog.isVisible() for dialog in button.findChildren(QFileDialog)))
    return next(dialog for dialog in button.findChildren(QFileDialog) if dialog.isVisible())


@on_settings_loop
async def test_the_chosen_file_is_emitted_and_the_next_dialog_starts_in_its_folder(tmp_path: Path) -> None:
    window = QWidget()
    button = ModelFileButton(window)
    window.show()
    received: list[str] = []
    button.chosen.connect(received.append)
    file = tmp_path / "models" / "small.gguf"
    file.parent.mkdir()
    file.write_bytes(b"GGUF")
    button.start_in_folder_of(str(tmp_path / "old.gguf"))

    dialog = await open_dialog(button)
    assert dialog.nameFilters() == ["Model files (*.gguf)"]
    assert Path(dialog.directory().absolutePath()) == tmp_path
    name = dialog.findChild(QLineEdit)
    assert name is not None
    dialog.setDirectory(str(file.parent))
    name.setText(str(file))
    dialog.done(QFileDialog.DialogCode.Accepted)
    await until(lambda: bool(received))
    assert received == [str(file)]
    await until(lambda: button.findChildren(QFileDialog) == [])

    dialog = await open_dialog(button)
    assert Path(dialog.directory().absolutePath()) == file.parent
    dialog.reject()
    await until(lambda: button.findChildren(QFileDialog) == [])
    assert received == [str(file)]

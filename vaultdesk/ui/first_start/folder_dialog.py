"""Folder dialog: the system's own way to choose a folder, or to name a new one. Opened and awaited, never executed."""

import asyncio
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from vaultdesk.ui.bridge import ask


async def chosen_folder(parent: QWidget) -> Path | None:
    """Let the person choose an existing folder; None where they did not."""
    dialog = QFileDialog(parent, _tr("Open a Folder of Notes"))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, _tr("Open"))
    return await _answer(dialog)


async def created_folder(parent: QWidget) -> Path | None:
    """Let the person name a new folder and make it; None where they did not. Raises OSError where it cannot be made."""
    dialog = QFileDialog(parent, _tr("Create a Folder for Notes"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, _tr("Create"))
    dialog.selectFile(_tr("Notes"))
    folder = await _answer(dialog)
    if folder is not None:
        await asyncio.to_thread(folder.mkdir, parents=False, exist_ok=True)
    return folder


async def _answer(dialog: QFileDialog) -> Path | None:
    # Where a program was started from is no place a person thinks of; their documents are.
    dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    try:
        if await ask(dialog) != QFileDialog.DialogCode.Accepted:
            return None
        files = dialog.selectedFiles()
        return Path(files[0]) if files else None
    finally:
        dialog.deleteLater()


def _tr(text: str) -> str:
    return QCoreApplication.translate("FolderDialog", text)

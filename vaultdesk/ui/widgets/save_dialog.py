"""Asks for a file name and saves a file."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from vaultdesk.ui.bridge import ask

Contents = Callable[[], str]


async def save_as(parent: QWidget, title: str, name: str, kinds: Mapping[str, tuple[str, Contents]]) -> Path | None:
    """Let the user choose a format and a path, and write the file; return None if cancelled.

    *kinds* maps a suffix to its description and its contents, created in a thread. Raises OSError.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    filters = {f"{words} (*.{ending})": ending for ending, (words, _) in kinds.items()}
    dialog.setNameFilters(list(filters))
    first = next(iter(kinds))
    dialog.setDefaultSuffix(first)
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(filters.get(chosen, first)))
    dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    dialog.selectFile(f"{name}.{first}")
    try:
        if await ask(dialog) != QFileDialog.DialogCode.Accepted or not dialog.selectedFiles():
            return None
        file = Path(dialog.selectedFiles()[0])
        chosen = filters.get(dialog.selectedNameFilter(), first)
    finally:
        dialog.deleteLater()
    # A suffix typed by the user takes precedence over the selected format.
    _, contents = kinds.get(file.suffix.removeprefix(".").lower(), kinds[chosen])
    await asyncio.to_thread(lambda: file.write_text(contents(), encoding="utf-8", newline=""))
    return file

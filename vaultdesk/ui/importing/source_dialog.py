"""Source dialog: the system's own way to choose what is imported: a file, or a folder. Opened and awaited."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from vaultdesk.ui.bridge import ask


async def chosen_source(parent: QWidget, *, folder: bool) -> Path | None:
    """Let the person choose an export or a note, or with *folder* a folder of them; None where they did not."""
    dialog = QFileDialog(
        parent,
        _tr("Choose a Folder of Chats") if folder else _tr("Choose an Export"),
    )
    if folder:
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    else:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(_tr("Exports and notes (*.zip *.json *.md)"))
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, _tr("Choose"))
    # Exports are downloaded.
    dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation))
    try:
        if await ask(dialog) != QFileDialog.DialogCode.Accepted:
            return None
        files = dialog.selectedFiles()
        return Path(files[0]) if files else None
    finally:
        dialog.deleteLater()


def _tr(text: str) -> str:
    return QCoreApplication.translate("SourceDialog", text)

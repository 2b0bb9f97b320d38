"""Button for choosing a model file."""

from pathlib import Path

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from vaultdesk.ui.bridge import ask, start
from vaultdesk.ui.widgets.buttons import PlainButton


class ModelFileButton(PlainButton):
    """Opens a file dialog for a GGUF file."""

    chosen = Signal(str)
    """Emitted with the absolute path of the file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Choose File…"), parent=parent)
        self._folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        self.clicked.connect(lambda: start(self._choose(), self))

    def begin_at(self, model: str) -> None:
        """Open later dialogs in the folder of *model* if it is an absolute path."""
        if Path(model).is_absolute():
            self._folder = str(Path(model).parent)

    async def _choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a Model File"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Model files (*.gguf)"))
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("Choose"))
        dialog.setDirectory(self._folder)
        try:
            if await ask(dialog) == QFileDialog.DialogCode.Accepted and (files := dialog.selectedFiles()):
                self.begin_at(files[0])
                self.chosen.emit(files[0])
        finally:
            dialog.deleteLater()

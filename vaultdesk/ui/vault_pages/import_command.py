"""The command that opens the import dialog, with undo of the import."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vaultdesk.ui import bridge
from vaultdesk.ui.activity.change_history import UndoAction
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace

if TYPE_CHECKING:
    from vaultdesk.ui.vault_pages.import_dialog import ImportDialog


class ImportCommand(QObject):
    """Created with the views of a vault."""

    def __init__(self, window: MainWindow, workspace: Workspace, undo_action: UndoAction, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._undo_action = undo_action
        self.dialog: ImportDialog | None = None
        """The open dialog."""
        window.commands.bind("import-chats", lambda: bridge.start(self.show(), owner=self))

    async def show(self, path: Path | None = None) -> None:
        """Let the user import chats; *path* is read immediately if given."""
        if self.dialog is not None:
            return
        from vaultdesk.ui.vault_pages.import_dialog import (
            ImportDialog,  # imported on use: it would delay the start
            import_result_text,
        )
        from vaultdesk.workspace.chat_import import ChatImport  # imported on use: it would delay the start

        folder = self._workspace.store.settings.chat.folder
        chat_import = ChatImport(self._workspace.vault, lambda: folder, self._workspace.chats.refresh)
        dialog = self.dialog = ImportDialog(chat_import, folder, self._window)
        try:
            if path is not None:
                bridge.start(dialog.read(path), dialog)
            await bridge.ask(dialog)
            outcome = dialog.outcome
        finally:
            self.dialog = None
            dialog.deleteLater()
        if outcome is not None and outcome.written:
            self._window.notify(
                import_result_text(outcome), self.tr("Undo"), lambda: self._undo_action.run(outcome.group)
            )

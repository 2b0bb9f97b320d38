"""A real vault, index and note area in a temporary folder."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from tests.support.vaults import write_vault
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.ui import bridge
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import FileChange, VaultChanged

NOTES = {
    "Boiler.md": "---\ntags: [heating]\nstatus: decided\n---\nThe boiler leaks. See [[Budget#Costs]] and [[Gone]].\n",
    "Budget.md": "intro\n\n## Costs\n\nThe pump costs 18,400 euros, says [[Boiler]].\n",
    "Garden/Apples.md": "Prune the Boskoop.\n",
}


@dataclass
class NoteAreaEnv:
    """A vault with its index and a note area, for tests of notes in the window."""

    root: Path
    vault: Vault
    searcher: Searcher
    indexer: Indexer
    area: NoteArea

    def on_disk(self, path: str) -> str:
        """Return the content of the file."""
        return (self.root / path).read_text(encoding="utf-8")

    def change_outside(self, path: str, text: str | None) -> None:
        """Write or delete the file as another program would, and publish the change as the watcher would."""
        file = self.root / path
        if text is None:
            file.unlink()
        else:
            file.write_text(text, encoding="utf-8")
        self.vault.changes.publish(
            VaultChanged((FileChange("deleted" if text is None else "modified", NotePath(path)),))
        )


@asynccontextmanager
async def open_note_area(root: Path, notes: dict[str, str] = NOTES) -> AsyncIterator[NoteAreaEnv]:
    """Open and index a vault of *notes* below *root*."""
    vault_root = root / "vault"
    vault_root.mkdir()
    write_vault(vault_root, notes)
    async with Vault(vault_root) as vault:
        index = Index(root / "index.sqlite")
        async with Indexer(vault, index) as indexer, Searcher(index) as searcher:
            await indexer.settled()
            area = NoteArea(vault, searcher, indexer.events)
            area.resize(900, 700)
            area.show()
            try:
                yield NoteAreaEnv(vault_root, vault, searcher, indexer, area)
            finally:
                area.hide()
                await bridge.cancel_all()
                area.deleteLater()
                QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

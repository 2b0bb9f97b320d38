"""OtherPage: a file this program does not show itself: what it is, and the way to the program that does."""

from datetime import datetime

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.facts import file_size
from vaultdesk.ui.note.attachments import kind_of
from vaultdesk.ui.note.file_page import FilePage
from vaultdesk.ui.when import whole_when
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.vault import Vault


class OtherPage(FilePage):
    """Sound, video and everything else."""

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__(vault, path)
        step = NextStep(self.tr("Open in another program"), self.open_outside)
        self.words = EmptyState(self._icon(path), printable(path.rpartition("/")[2]), "", [step])
        held = QWidget()
        column = QVBoxLayout(held)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.words)
        self.body.addWidget(held)

    async def show_file(self, path: NotePath, state: FileState) -> None:
        """Tell its size and when it was changed."""
        changed = datetime.fromtimestamp(state.mtime_ns / 1e9).astimezone()
        facts = self.tr("{kind} · {size} · {when}").format(
            kind=self._kind(path.text),
            size=file_size(state.size),
            when=whole_when(changed, datetime.now().astimezone().date()),
        )
        self.words.set_text(printable(path.file_name), facts)
        held = self.words.parentWidget()
        if held is not None:
            self.body.setCurrentWidget(held)

    def _icon(self, path: str) -> str:
        return {"sound": "play", "video": "play"}.get(kind_of(path), "file")

    def _kind(self, path: str) -> str:
        match kind_of(path):
            case "sound":
                return self.tr("Sound")
            case "video":
                return self.tr("Video")
            case "pdf":
                return self.tr("PDF")
            case _:
                return self.tr("{ending} file").format(ending=path.rpartition(".")[2].upper())

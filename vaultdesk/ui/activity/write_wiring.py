"""Write wiring: claims the right to write when a vault opens, says who has it, and what a crash had left open."""

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.widgets.banner import Action
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.vault import Vault

ABOUT = "read-only"
"""What the sentence under the toolbar is about."""


class WriteWiring(QObject):
    """Looks after the right to write to one vault. A write tries for it again by itself."""

    changes_asked = Signal()
    """The list of changes is to be shown, with what was found of them."""

    def __init__(self, window: MainWindow, vault: Vault, notes: NoteArea, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._vault = vault
        self._notes = notes
        self._shown = ""
        follow(vault.changes, lambda _changes: self._renew(), self)
        start(self._claim(), self)

    def close(self) -> None:
        """Say no more of this vault."""
        self._window.problems.clear(ABOUT)

    async def _claim(self) -> None:
        try:
            await self._vault.claim_writing()
        except VaultDeskError as problem:
            self._window.problems.show_problem(ABOUT, "danger", str(problem), [self._again()])
            return
        self._renew()
        told = [one.sentence for one in self._vault.recovered if one.sentence]
        if told:
            more = self.tr(" And {n} more.").format(n=format_number(len(told) - 1)) if len(told) > 1 else ""
            self._window.notify(told[0] + more, self.tr("Show"), self.changes_asked.emit)

    def _again(self) -> Action:
        return self.tr("Try again"), lambda: start(self._claim(), self)

    def _renew(self) -> None:
        """Say what holds now, where that is new."""
        why_not = self._vault.read_only
        if why_not == self._shown:
            return
        self._shown = why_not
        if why_not:
            self._window.problems.show_problem(ABOUT, "warning", why_not, [self._again()])
        else:
            self._window.problems.clear(ABOUT)
        for page in self._notes.pages:
            if page.editing or not why_not:
                page.editor.setReadOnly(not page.saving.may_write(why_not))

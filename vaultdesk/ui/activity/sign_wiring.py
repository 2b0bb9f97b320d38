"""Sign wiring: locks in the tree and over open notes, and the word about conflict copies of those. Decides nothing."""

import asyncio

from PySide6.QtCore import QObject

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.privacy.locks import Locks, copied
from vaultdesk.vault.disk.conflict_copies import conflict_copies_of
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.workspace import Workspace


class SignWiring(QObject):
    """Follows the rules and the vault until it is destroyed."""

    def __init__(self, workspace: Workspace, browser: LeftPane, notes: NoteArea, parent: QObject) -> None:
        super().__init__(parent)
        self._vault = workspace.vault
        self._browser = browser
        self._notes = notes
        self.locks = Locks(workspace.privacy.why)
        notes.current_changed.connect(lambda _path: self._current_changed())
        follow(workspace.privacy.changes, lambda _nothing: self._rules_changed(), self)
        follow(workspace.vault.changes, lambda _changes: self._look_everywhere(), self)
        self._rules_changed()

    def _rules_changed(self) -> None:
        self._browser.show_signs(self.locks)
        for page in self._notes.pages:
            self._show_lock(page)

    def _current_changed(self) -> None:
        page = self._notes.current_page
        if page is not None and page.path:
            self._show_lock(page)
            start(self._look(page), page)

    def _look_everywhere(self) -> None:
        for page in self._notes.pages:
            if page.path:
                start(self._look(page), page)

    def _show_lock(self, page: NotePage) -> None:
        page.crumbs.show_lock(self.locks.lock(page.path, folder=False) if page.path else "")

    async def _look(self, page: NotePage) -> None:
        """Say on *page* where its note and a conflict copy of it are two."""
        path = page.path
        try:
            other, words = await self._other_of(NotePath(path))
        except VaultDeskError:
            return  # The page itself says what is wrong with its note or the disk.
        if page.path != path:
            return
        if not other:
            page.banner.clear("conflict")
            return
        open_other = (self.tr("Open the other one"), lambda: self._notes.open(other, new_tab=True))
        page.banner.tell("conflict", "warning", words, [open_other])

    async def _other_of(self, path: NotePath) -> tuple[str, str]:
        """Return the note that *path* is a conflict copy of, or its copy, and what is to be said; empty for neither."""
        original = copied(path.text)
        if original:
            words = self.tr("“{copy}” is a conflict copy of “{name}”. Put the two together, then delete the copy.")
            return original, words.format(copy=printable(path.name), name=printable(NotePath(original).name))
        names = await asyncio.to_thread(self._vault.files.work.names_in, path.parts[:-1], path)
        copies = conflict_copies_of(path, names)
        if not copies:
            return "", ""
        words = self.tr("“{name}” has a conflict copy, “{copy}”: two computers changed it. Put the two together.")
        return copies[0].text, words.format(name=printable(path.name), copy=printable(copies[0].name))

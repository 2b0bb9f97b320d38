"""Badges on private notes and conflict copies, in the tree and over open notes."""

import asyncio
from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QObject

from vaultdesk.core.errors import OutsideVault, VaultDeskError
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.privacy.ledger_text import lock_text
from vaultdesk.ui.translation import translator
from vaultdesk.vault.disk.vault_listing import conflict_copies_of, conflict_original
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.workspace import Workspace

_tr = translator("NoteBadges")

PrivacyRuleLookup = Callable[[str], PrivacyRule | None]
"""Returns the strictest rule that makes the note at a path private; a folder's path ends with a slash."""


class PrivacyBadges:
    """Determined from data in memory; nothing waits."""

    def __init__(self, why: PrivacyRuleLookup) -> None:
        self._why = why

    def lock(self, path: str, *, folder: bool) -> str:
        """Return why the note or folder at *path* is private; empty if it is not."""
        rule = self._why(f"{path}/" if folder else path)
        return lock_text(rule) if rule is not None else ""

    def conflict(self, path: str) -> str:
        """Return of which note the one at *path* is a conflict copy, judged by its name; empty if it is not."""
        original = conflict_copy_origin(path)
        if not original:
            return ""
        words = _tr("Conflict copy of “{name}”: two computers changed it, and a sync program could not make one of it.")
        return words.format(name=printable(NotePath(original).name))


@lru_cache(maxsize=4096)
def conflict_copy_origin(path: str) -> str:
    """Return the path of the note of which *path*, judged by its name, is a conflict copy; empty for any other."""
    try:
        original = conflict_original(NotePath(path))
    except OutsideVault:
        return ""
    return original.text if original is not None else ""


class NoteBadges(QObject):
    """Follows the rules and the vault until it is destroyed."""

    def __init__(self, workspace: Workspace, browser: LeftPane, notes: NoteArea, parent: QObject) -> None:
        super().__init__(parent)
        self._vault = workspace.vault
        self._browser = browser
        self._notes = notes
        self.badges = PrivacyBadges(workspace.privacy.shown_rule)
        notes.current_changed.connect(lambda _path: self._current_changed())
        follow(workspace.privacy.changes, lambda _nothing: self._rules_changed(), self)
        follow(workspace.vault.changes, lambda _changes: self._check_all_pages(), self)
        self._rules_changed()

    def _rules_changed(self) -> None:
        self._browser.show_badges(self.badges)
        for page in self._notes.pages:
            self._show_lock(page)

    def _current_changed(self) -> None:
        page = self._notes.current_page
        if page is not None and page.path:
            self._show_lock(page)
            start(self._check_page(page), page)

    def _check_all_pages(self) -> None:
        for page in self._notes.pages:
            if page.path:
                start(self._check_page(page), page)

    def _show_lock(self, page: NotePage) -> None:
        page.crumbs.show_lock(self.badges.lock(page.path, folder=False) if page.path else "")

    async def _check_page(self, page: NotePage) -> None:
        """Show on *page* if there is both its note and a conflict copy of it."""
        path = page.path
        try:
            other, words = await self._other_of(NotePath(path))
        except VaultDeskError:
            return  # The page itself reports problems of its note or the disk.
        if page.path != path:
            return
        if not other:
            page.banner.clear("conflict")
            return
        open_other = (self.tr("Open the other one"), lambda: self._notes.open(other, new_tab=True))
        page.banner.tell("conflict", "warning", words, [open_other])

    async def _other_of(self, path: NotePath) -> tuple[str, str]:
        """Return the note of which *path* is a conflict copy, or its copy, and the message; empty for neither."""
        original = conflict_copy_origin(path.text)
        if original:
            words = self.tr("“{copy}” is a conflict copy of “{name}”. Put the two together, then delete the copy.")
            return original, words.format(copy=printable(path.name), name=printable(NotePath(original).name))
        names = await asyncio.to_thread(self._vault.files.operations.names_in, path.parts[:-1], path)
        copies = conflict_copies_of(path, names)
        if not copies:
            return "", ""
        words = self.tr("“{name}” has a conflict copy, “{copy}”: two computers changed it. Put the two together.")
        return copies[0].text, words.format(name=printable(path.name), copy=printable(copies[0].name))

"""LinkFollowing: where a link that was clicked in a note leads: a note, a file beside it, or one that may be made."""

import asyncio

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.note.attachments import find_attachment, is_attachment, kind_of
from vaultdesk.ui.note.new_note import path_of_new
from vaultdesk.ui.note.page_banner import PageBanner
from vaultdesk.ui.obsidian_program import open_in_obsidian
from vaultdesk.vault.note_path import printable
from vaultdesk.vault.obsidian.obsidian_uri import is_obsidian_uri, linked_file
from vaultdesk.vault.vault import Vault

LONGEST_ADDRESS = 400
"""Characters of an address that are shown before it is handed on: some four lines."""


class LinkFollowing(QObject):
    """Asks the index and the disk; says on the page's banner where there is nothing."""

    found = Signal(str, bool, str)
    """A path, whether in a new tab, and the heading or block to show."""

    create_requested = Signal(str)

    def __init__(self, vault: Vault, searcher: Searcher, banner: PageBanner, parent: QObject) -> None:
        super().__init__(parent)
        self._vault, self._searcher, self._banner = vault, searcher, banner

    async def follow(self, target: str, source: str, new_tab: bool) -> None:
        """Go where *target*, clicked in the note *source*, leads."""
        name, _, place = target.partition("#")
        name = name.strip()
        try:
            found = await self._searcher.resolve(name, source)
        except IndexFailed as error:
            self._banner.tell("missing", "warning", str(error))
            return
        if found is None and is_attachment(name):
            found = await asyncio.to_thread(find_attachment, self._vault, source, name)
            if found is None and kind_of(name) != "other":
                words = self.tr("There is no file “{name}” in this vault.").format(name=printable(name))
                self._banner.tell("missing", "info", words)
                return
        if found is not None:
            self.found.emit(found, new_tab, place)
        else:
            self.offer_to_create(path_of_new(name, source, self._vault.settings))

    async def follow_to_obsidian(self, address: str) -> None:
        """Go to the file of this vault that *address* shows in Obsidian; whatever else it asks for needs a click."""
        target = linked_file(address, self._vault.root)
        if target is not None:
            await self.follow(target, "", False)
        elif is_obsidian_uri(address) and len(address) > LONGEST_ADDRESS:
            # Who cannot see all of it cannot know what Obsidian would do.
            self._banner.tell("missing", "info", self.tr("This link to Obsidian is too long to be shown here."))
        elif is_obsidian_uri(address):
            words = self.tr("This link goes to Obsidian, where it may also change notes: {address}")
            hand_over = (self.tr("Open in Obsidian"), lambda: start(self._hand_over(address), self))
            self._banner.tell("missing", "info", words.format(address=address), [hand_over])

    async def _hand_over(self, address: str) -> None:
        self._banner.clear("missing")
        if problem := await open_in_obsidian(address):
            self._banner.tell("missing", "info", problem)

    def offer_to_create(self, path: str) -> None:
        """Say that there is no note at *path*, and offer to make it."""
        words = self.tr("There is no note “{name}” yet.").format(name=printable(path.removesuffix(".md")))
        create = (self.tr("Create it"), lambda: self.create_requested.emit(path))
        self._banner.tell("missing", "info", words, [create])

"""Writing: what helps in the editor of one page, joined with its vault: links, names, pasting, words looked for."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject

from vaultdesk.agent.context.mention_completion import MentionCompletion
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.editor.attachments import AttachmentStore
from vaultdesk.ui.editor.find_replace import FindReplace, FoundChip, NoteFindBar
from vaultdesk.ui.editor.name_completion import BlockMarking, NameCompletion, NameOffers
from vaultdesk.ui.editor.note_links import KnownLinks
from vaultdesk.ui.editor.paste_handler import PasteHandler
from vaultdesk.ui.note.attachments import is_attachment
from vaultdesk.ui.note.crumbs import Crumbs
from vaultdesk.ui.note.editor import NoteEditor
from vaultdesk.ui.note.mirrored_text import bring
from vaultdesk.ui.note.page_banner import PageBanner
from vaultdesk.ui.note.reader import Reader, open_web
from vaultdesk.vault.vault import Vault


class WrittenPage(Protocol):
    """A page as far as it is written in."""

    editor: NoteEditor
    reader: Reader
    crumbs: Crumbs
    banner: PageBanner


class Writing(QObject):
    """Made with its page; told which note that shows, and when the index has changed."""

    def __init__(self, vault: Vault, searcher: Searcher, page: WrittenPage, parent: QObject) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self._page = page
        self._files = page.reader.files
        editor = page.editor
        self.links = KnownLinks(self._resolve, self)
        self.links.changed.connect(editor.colours.refresh)
        editor.colours.set_known(self.links)
        self.names = NameCompletion(MentionCompletion(vault, searcher), searcher, self._files, vault.settings)
        self.names.blocks = BlockMarking(vault, editor.text, self._rewrite, self._refuse, self)
        self.offers = NameOffers(editor, self.names)
        editor.key_taker = self.offers
        editor.taker = PasteHandler(editor, AttachmentStore(vault), self.names, self._refuse)
        editor.address_requested.connect(open_web)
        editor.paste_refused.connect(
            lambda: self._refuse(self.tr("A line of what was to be put in is too long to be edited here."))
        )
        self.bar, chip = NoteFindBar(), FoundChip()
        page.crumbs.add_aside(chip)
        self.finding = FindReplace(self.bar, chip, editor, page.reader)
        self.finding.found.begins = page.reader.passage_start

    def show_path(self, path: str) -> None:
        """The page shows the note at *path*."""
        if path != self.names.source:
            self.finding.leave()
            self.offers.fold()
        self.names.source = path
        self.links.set_source(path)

    def forget(self) -> None:
        """The index has changed: links may lead elsewhere, files may have come."""
        self._files.forget()
        self.links.forget()

    async def _resolve(self, name: str, source: str) -> str | None:
        found = await self._searcher.resolve(name, source)
        return await self._files.resolve(name, source) if found is None and is_attachment(name) else found

    def _rewrite(self, change: Callable[[str], str]) -> None:
        bring(self._page.editor, change(self._page.editor.text()))

    def _refuse(self, why: str) -> None:
        self._page.banner.tell("paste", "info", why)

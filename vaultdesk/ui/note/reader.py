"""Reader: the reading view of a note: title and properties over the text, links and pictures known. Writes nothing."""

import asyncio

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from vaultdesk.index.searcher import Searcher
from vaultdesk.ui.markdown.parser import is_web
from vaultdesk.ui.markdown.passage import find_passage, find_place, section
from vaultdesk.ui.markdown.plan import weight
from vaultdesk.ui.markdown.view import MarkdownView
from vaultdesk.ui.note.properties import NoteHead
from vaultdesk.ui.note.reading import Surroundings, read
from vaultdesk.ui.theme.theme import theme
from vaultdesk.vault.note import Note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

AT_ONCE = 200
"""Lines written in one go; a longer note is written in slices so that the window goes on answering."""


class Reader(MarkdownView):
    """Shows one note's text. `note_requested` tells what was clicked; web addresses open by themselves."""

    def __init__(self, vault: Vault, searcher: Searcher, parent: QWidget | None = None) -> None:
        super().__init__("note", parent)
        self._around = Surroundings(vault, searcher)
        self._path: NotePath | None = None
        self._note: Note | None = None
        self._turn = 0
        self.words = 0
        self.shortened = False
        self.document_shown.set_sources(self._around.resolves, self._around.picture)
        self.link_activated.connect(open_web)
        self.setAccessibleName(self.tr("Note"))
        theme().changed.connect(self._dress_header)

    async def show_note(self, path: NotePath, text: str) -> None:
        """Show *text* as the note at *path*."""
        self._turn += 1
        turn = self._turn
        reading = await asyncio.to_thread(read, path, text)
        await self._around.learn_links(path, reading.plan)
        if turn != self._turn:
            return
        self._path = path
        self.words, self.shortened = reading.words, reading.cut
        self.clear_passage()
        self._note = reading.note
        self.set_header(NoteHead(reading.note))
        if weight(reading.plan) <= AT_ONCE:
            self.document_shown.show_plan(reading.plan)
        else:
            await self.document_shown.show_in_slices(reading.plan)

    async def learn(self) -> None:
        """Ask again where links lead and which pictures there are; what is new is shown."""
        path, document = self._path, self.document_shown
        plan = tuple(document.pieces)
        if path is None:
            return
        linked = await self._around.learn_links(path, plan)
        pictured = await self._around.learn_pictures(path, plan)
        if (linked or pictured) and path == self._path and len(document.pieces) == len(plan):
            scroll = self.verticalScrollBar().value()
            document.rewrite()
            self.verticalScrollBar().setValue(scroll)

    def go_to(self, place: str, passage: str, scroll: int) -> None:
        """Scroll to a heading or block, else to quoted words, else to a distance."""
        plan = tuple(self.document_shown.pieces)
        number = find_place(plan, place) if place else None
        found = find_passage(plan, passage, number or 0) if passage else None
        if found is None and number is not None:
            found = section(plan, number)
        if found is not None:
            self.show_pieces(found)
        else:
            self.verticalScrollBar().setValue(scroll)

    def scrolled(self) -> int:
        """How far the text is scrolled, in pixels."""
        return self.verticalScrollBar().value()

    def seen_share(self) -> float:
        """How much of the note lies above the view, 0 to 1."""
        bar = self.verticalScrollBar()
        return bar.value() / max(1, bar.maximum() + bar.pageStep())

    def _dress_header(self) -> None:
        if self._note is not None:
            self.set_header(NoteHead(self._note))


def open_web(address: str) -> None:
    """Hand a web or mail *address* to the system, and nothing else."""
    if is_web(address):
        QDesktopServices.openUrl(QUrl(address))

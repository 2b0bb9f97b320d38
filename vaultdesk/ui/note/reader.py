"""Reader: the reading view of a note: title and properties over the text, links and pictures known. Writes nothing."""

import asyncio

from PySide6.QtCore import QPoint, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.editor.attachments import AttachmentNames
from vaultdesk.ui.note.embeds import Embeds
from vaultdesk.ui.note.properties import NoteHead
from vaultdesk.ui.note.reading import Surroundings, read
from vaultdesk.ui.rendering.markdown_parser import is_app_address, is_web_address
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.rendering.render_plan import (
    RenderPlan,
    TextBlock,
    find_passage,
    find_target_piece,
    is_embedded_piece,
    plan_line_count,
    section_pieces,
)
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

AT_ONCE = 200
"""Lines written in one go; a longer note is written in slices so that the window goes on answering."""


class Reader(MarkdownView):
    """Shows one note's text. `note_requested` tells what was clicked; web addresses open by themselves."""

    def __init__(self, vault: Vault, searcher: Searcher, parent: QWidget | None = None) -> None:
        super().__init__("note", parent)
        self.files = AttachmentNames(vault)
        self._around = Surroundings(vault, searcher, self.files)
        self._embeds = Embeds(vault, searcher, self.files, self)
        self._own: RenderPlan = ()
        """The note's plan without what it embeds."""
        self._shown: RenderPlan = ()
        self._path: NotePath | None = None
        self._turn = 0
        self._learning = asyncio.Lock()
        self.words = 0
        self.shortened = False
        self.document_shown.set_sources(self._around.resolves, self._around.picture)
        self.link_activated.connect(open_web)
        self.setAccessibleName(self.tr("Note"))
        self.head = NoteHead()
        self.head.setParent(self.viewport())
        self.head.hide()
        self._headed = False
        self.head.resized.connect(self.lay_out)
        self.head.link_requested.connect(self._follow)

    async def show_note(self, path: NotePath, text: str) -> None:
        """Show *text* as the note at *path*."""
        self._turn += 1
        turn = self._turn
        reading = await asyncio.to_thread(read, path, text)
        self._embeds.forget()
        plan = await self._embeds.filled(path, reading.plan)
        linked = await self._around.learn_links(path, plan)
        if turn != self._turn:
            return
        same = path == self._path and not linked and tuple(self.document_shown.pieces) == plan
        self._path, self._own, self._shown = path, reading.plan, plan
        self.words, self.shortened = reading.words, reading.cut
        self.clear_passage()
        self._show_head(reading.note)
        if same:
            return  # Only the properties are others: nothing below them moves.
        if plan_line_count(plan) <= AT_ONCE:
            self.document_shown.show_plan(plan)
        else:
            await self.document_shown.show_in_slices(plan)

    async def learn(self) -> None:
        """Ask again where links lead, what is embedded and which pictures there are; what is new is shown."""
        async with self._learning:
            await self._learn()

    async def _learn(self) -> None:
        path, own, document = self._path, self._own, self.document_shown
        written = len(document.pieces)
        if path is None:
            return
        plan = await self._embeds.filled(path, own)
        linked = await self._around.learn_links(path, plan)
        around = self._around
        found, pictured = await asyncio.gather(around.learn_files(path, plan), around.learn_pictures(path, plan))
        linked = linked or found
        if path != self._path or own is not self._own or len(document.pieces) != written:
            return
        if plan != self._shown or linked or pictured:
            self._shown = plan
            await self._renew(plan, anew=linked or pictured)

    async def _renew(self, plan: RenderPlan, *, anew: bool) -> None:
        """Show *plan* in the place of an earlier one of the same note: what is looked at stays where it is."""
        turn, scroll = self._turn, self.verticalScrollBar().value()
        if plan_line_count(plan) <= AT_ONCE:
            self.document_shown.show_plan(plan)
            if anew:
                self.document_shown.rewrite()
        else:
            # Half written, the text is shorter than where it is read: that is not shown.
            self.viewport().setUpdatesEnabled(False)
            try:
                await self.document_shown.show_in_slices(plan, anew=anew)
            finally:
                self.viewport().setUpdatesEnabled(True)
        if turn == self._turn:
            self.stay_at(scroll)

    def go_to(self, place: str, passage: str, scroll: int) -> None:
        """Scroll to a heading or block, else to quoted words, else to a distance."""
        plan = tuple(self.document_shown.pieces)
        number = find_target_piece(plan, place) if place else None
        found = find_passage(plan, passage, number or 0) if passage else None
        if found is None and number is not None:
            found = section_pieces(plan, number)
        if found is not None:
            self.show_pieces(found)
        else:
            self.verticalScrollBar().setValue(scroll)

    def scrolled(self) -> int:
        """How far the text is scrolled, in pixels."""
        return self.verticalScrollBar().value()

    def task_at(self, place: QPoint) -> int:
        """Return which of the note's tasks has its box at *place* of the viewport, from 0; -1 where none has."""
        x, y = place.x() + self.horizontalScrollBar().value(), place.y() + self.verticalScrollBar().value()
        pieces = self.document_shown.pieces
        for number in self._decorations.visible(y - 1, y + 1):
            piece = pieces[number]
            if not isinstance(piece, TextBlock) or not is_task(piece):
                continue
            if self._decorations.marker_area(number, self.right_edge()).contains(x, y):
                before = (one for one in pieces[:number] if isinstance(one, TextBlock))
                return sum(is_task(one) for one in before)
        return -1

    def passage_start(self) -> int | None:
        """Where in the document the passage begins that the reader was led to; None where there is none."""
        lit = self.passage()
        inside = lit is not None and lit.start < len(self.document_shown.starts)
        return self.document_shown.starts[lit.start] if lit is not None and inside else None

    def seen_share(self) -> float:
        """How much of the note lies above the view, 0 to 1."""
        bar = self.verticalScrollBar()
        return bar.value() / max(1, bar.maximum() + bar.pageStep())

    def _follow(self, target: str) -> None:
        """Follow a link in a property; a tag is others' matter."""
        if target.startswith("[["):
            self.note_requested.emit(target[2:-2], False)
        elif not target.startswith("#"):
            open_web(target)

    def _show_head(self, note: Note) -> None:
        if not self._headed:
            self._headed = True
            self.set_header(self.head)
        self.head.show_note(note)


def is_task(piece: TextBlock) -> bool:
    """Whether *piece* is one of the note's own tasks, with a box before it."""
    return piece.marker.startswith("[") and not is_embedded_piece(piece)


def open_web(address: str) -> None:
    """Hand a web or mail *address* to the system, one of our own to who follows them here, and nothing else."""
    if is_web_address(address) or is_app_address(address):
        QDesktopServices.openUrl(QUrl(address))

"""Answer view: the text of an answer as it streams, as high as it is long. Reading and drawing are ui/markdown's."""

from bisect import bisect_right

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.agent.transcript_blocks import AnswerBlock, GrowingText
from vaultdesk.ui.chat.answer_sources import AnswerSource, SourceNumbers
from vaultdesk.ui.chat.cited_words import cited_first, cited_in, note_and_heading
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.rendering.render_plan import CodeBlock
from vaultdesk.ui.rendering.rendered_document import StreamingDocument
from vaultdesk.ui.rendering.selection_text import selected_markdown


class AnswerView(MarkdownView):
    """One text block. Grows with it; never scrolls by itself."""

    source_opened = Signal(str, str, str)
    """A note link was clicked: the note as it was named, a heading in it or nothing, the words it is a source of."""

    menu_wanted = Signal(object, QPoint, str)
    """A menu is wanted: for this view, at a place of the screen, on an address or nothing."""

    def __init__(self, sources: list[AnswerSource], parent: QWidget | None = None) -> None:
        """*sources* is shared by the texts of one answer and filled with the notes they link to."""
        super().__init__("chat", parent)
        self._numbers = SourceNumbers(sources)
        self._stream = StreamingDocument(self.document_shown)
        self._taken = GrowingText()
        self._finished = False
        self._dragging = False
        self.set_growing()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(self.tr("Answer"))
        self.content_height_changed.connect(self._fit)
        self.note_requested.connect(self._open_source)
        self.setFixedHeight(1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the answer; with the keyboard, at the cursor."""
        self.menu_wanted.emit(self, event.globalPos(), self.anchorAt(event.pos()))

    def show_block(self, block: AnswerBlock) -> None:
        """Show what *block* has grown by."""
        if self._finished:
            return
        text = self._numbers.feed(block.written.since(self._taken))
        self._taken = block.written
        if block.done:
            text += self._numbers.finish()
        if text:
            self._stream.feed(text)
        if block.done:
            self._finished = True
            self._stream.finish()

    def words_for(self, note: str, heading: str) -> str:
        """The words at the first link to *heading* of *note*; nothing where there is none."""
        return cited_first(self.document_shown.pieces, note, heading)

    def _open_source(self, target: str, _new_tab: bool) -> None:
        note, heading = note_and_heading(target)
        words = self._words_at_cursor(note, heading) or self.words_for(note, heading)
        self.source_opened.emit(note, heading, words)

    def _words_at_cursor(self, note: str, heading: str) -> str:
        """The words at the link that was clicked: Qt has put the cursor there."""
        cursor, shown = self.textCursor(), self.document_shown
        start = cursor.selectionStart()
        number = bisect_right(shown.starts, start) - 1
        if number < 0:
            return ""
        table = cursor.currentTable()
        row = table.cellAt(start).row() if table is not None else 0
        offset = start - shown.findBlock(start).position() if table is None else 0
        return cited_in(shown.pieces[number], note, heading, row=row, offset=offset)

    def _fit(self, height: int) -> None:
        if isinstance(self.document_shown.pieces[-1] if self.document_shown.pieces else None, CodeBlock):
            # Qt does not count the room under the last block, and the box around code stands in it.
            height += self.document_shown.style.code_pad
        if height != self.height():
            self.setFixedHeight(height)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Give Markdown to whoever it is dragged to; what is copied are plain words."""
        data = super().createMimeDataFromSelection()
        if self._dragging:
            data.setText(selected_markdown(self.document_shown, self.textCursor()))
        return data

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Note that what is taken of the selection meanwhile is dragged."""
        self._dragging = True
        super().mouseMoveEvent(event)
        self._dragging = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the conversation."""
        event.ignore()

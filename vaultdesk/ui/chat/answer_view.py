"""Answer view: the text of an answer as it streams, as high as it is long. Reading and drawing are ui/markdown's."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.agent.blocks import AnswerBlock
from vaultdesk.agent.growing_text import GrowingText
from vaultdesk.ui.chat.answer_sources import AnswerSource, SourceNumbers
from vaultdesk.ui.markdown.plan import Code
from vaultdesk.ui.markdown.stream import StreamingDocument
from vaultdesk.ui.markdown.view import MarkdownView


class AnswerView(MarkdownView):
    """One text block. Grows with it; never scrolls by itself."""

    def __init__(self, sources: list[AnswerSource], parent: QWidget | None = None) -> None:
        """*sources* is shared by the texts of one answer and filled with the notes they link to."""
        super().__init__("chat", parent)
        self._numbers = SourceNumbers(sources)
        self._stream = StreamingDocument(self.document_shown)
        self._taken = GrowingText()
        self._finished = False
        self.set_growing()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(self.tr("Answer"))
        self.content_height_changed.connect(self._fit)
        self.setFixedHeight(1)

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

    def _fit(self, height: int) -> None:
        if isinstance(self.document_shown.pieces[-1] if self.document_shown.pieces else None, Code):
            # Qt does not count the room under the last block, and the box around code stands in it.
            height += self.document_shown.style.code_pad
        if height != self.height():
            self.setFixedHeight(height)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the conversation."""
        event.ignore()

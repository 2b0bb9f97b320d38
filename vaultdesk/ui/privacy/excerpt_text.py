"""Excerpt text: what would be sent of one excerpt, letter by letter, and the place to shorten it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.privacy.disclosure_review import DisclosureExcerpt
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.approval.text_box import TextBox
from vaultdesk.ui.privacy.excerpt_list import place_words
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel, safe_label_text

LONGEST = 200_000
"""Characters of an excerpt that are shown; a result that a tool gives is far shorter. One that is cut here cannot be
shortened by hand: nobody would see what is left of it."""

HEAD_HEIGHT = 36
"""Pixels of the head row (as in a request)."""


class ExcerptText(QWidget):
    """Shows one excerpt. What is edited is what is seen: invisible characters stand there as `U+XXXX`, and go so."""

    cut = Signal(object, object)
    """An excerpt, and what is sent in its place; None sends it as it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self._excerpt: DisclosureExcerpt | None = None
        self._before = ""
        self._title = ElidedLabel("", Qt.TextElideMode.ElideMiddle, "muted", "small")
        self.shorten = LinkButton(self.tr("Shorten…"), small=True)
        self.restore = LinkButton(self.tr("Send all of it"), small=True)
        self.box = _Box(self.tr("Text of the excerpt"))
        head = QWidget()
        head.setFixedHeight(step(HEAD_HEIGHT))
        row = QHBoxLayout(head)
        row.setContentsMargins(step(12), 0, step(16), 0)
        row.setSpacing(step(12))
        row.addWidget(self._title, 1)
        row.addWidget(self.shorten)
        row.addWidget(self.restore)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(SeparatorLine())
        column.addWidget(self.box, 1)
        self.shorten.clicked.connect(self._begin)
        self.restore.clicked.connect(self._restore)
        self.box.textChanged.connect(self._changed)
        self.box.done.connect(self._end)

    def show_excerpt(self, excerpt: DisclosureExcerpt | None, text: str) -> None:
        """Show *text*, which would be sent of *excerpt*."""
        self._end()
        self._excerpt = excerpt
        self._before = safe_label_text(text, LONGEST)
        self.box.setPlainText(self._before)
        place = place_words(excerpt) if excerpt is not None else ""
        path = sanitize_text(excerpt.path) if excerpt is not None else ""
        self._title.set_text(" · ".join(part for part in (path, place) if part))
        self.shorten.setVisible(excerpt is not None)
        too_long = self.tr("This is too long to be shortened by hand. Leave it out instead.")
        self.shorten.set_why_disabled(too_long if len(text) > LONGEST else "")
        self.restore.setVisible(excerpt is not None and text != excerpt.text)

    def _begin(self) -> None:
        self.box.setReadOnly(False)
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.box.moveCursor(QTextCursor.MoveOperation.Start)
        self.shorten.setVisible(False)
        self.restore.setVisible(True)

    def _end(self) -> None:
        self.box.setReadOnly(True)
        self.shorten.setVisible(self._excerpt is not None)

    def _restore(self) -> None:
        excerpt = self._excerpt
        if excerpt is not None:
            self.cut.emit(excerpt, None)
            self.show_excerpt(excerpt, excerpt.text)

    def _changed(self) -> None:
        if self.box.isReadOnly() or self._excerpt is None:
            return
        text = self.box.toPlainText()
        if len(text) > len(self._before):
            # It can be made shorter, not other: what is added would go out as if the note said it.
            self.box.undo()
            return
        self._before = text
        self.cut.emit(self._excerpt, text)


class _Box(TextBox):
    """A text box that can be written in for a while; Esc ends that."""

    done = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name, "interface")
        self.setUndoRedoEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End the writing by Esc, and not the whole question."""
        if event.key() == Qt.Key.Key_Escape and not self.isReadOnly():
            self.done.emit()
            event.accept()
            return
        super().keyPressEvent(event)

"""The choices for a request about to be sent: ticks for its excerpts, and the text of one that can be shortened."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureExcerpt, DisclosureRequest
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.review.passage_choices import PassageChoices, ShownPassage, ShownWithheldNote
from vaultdesk.ui.review.passage_model import place_text
from vaultdesk.ui.review.text_box import TextBox
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import CHECKLIST_HEAD_HEIGHT, ListHead, SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel, safe_label_text

_tr = translator("ExcerptList")


class ExcerptChoices:
    """One request with ticks for its passages. Those withheld before, and private ones, are initially unticked."""

    def __init__(self, request: DisclosureRequest) -> None:
        self.request = request
        withheld = [ShownWithheldNote(note.path, translate(note.reason)) for note in request.closed_notes]
        self.passages = PassageChoices(map(_shown, request.excerpts), withheld)

    @property
    def tokens(self) -> int:
        """The approximate number of tokens sent in total, including instructions, tools and earlier messages."""
        as_asked = sum(excerpt.tokens for excerpt in self.request.excerpts if excerpt.state != "kept")
        return max(0, self.request.tokens - as_asked + self.passages.tokens)

    @property
    def cost(self) -> float | None:
        """The approximate cost of the question in US dollars; None if the price is unknown."""
        price = self.request.price
        return None if price is None else self.tokens * price.input / 1_000_000

    def decision(self) -> DisclosureDecision:
        """Return the decision to send with these choices."""
        cut: dict[str, str | None] = dict(self.passages.shortened)
        released: list[str] = []
        for excerpt in self.request.excerpts:
            goes = self.passages.is_ticked(excerpt.id)
            if not goes and excerpt.state != "kept":
                cut[excerpt.id] = None
            elif goes and excerpt.state == "kept" and excerpt.id not in cut:
                released.append(excerpt.id)
        return DisclosureDecision(send=True, cut=cut, released=tuple(released))


def _shown(excerpt: DisclosureExcerpt) -> ShownPassage:
    on_purpose = excerpt.state == "kept" or (excerpt.state == "ask" and excerpt.is_private)
    return ShownPassage(
        excerpt.id,
        excerpt.path,
        excerpt.text,
        excerpt.tokens,
        excerpt.heading,
        excerpt.first_line,
        excerpt.last_line,
        excerpt.is_whole_note,
        ticked=not on_purpose,
        remark=excerpt_remark(excerpt),
    )


def excerpt_remark(excerpt: DisclosureExcerpt) -> str:
    """Return a remark on an excerpt besides its location."""
    match excerpt.state:
        case "kept":
            return _tr("kept back by you before")
        case "ask" | "new" if excerpt.is_private:
            return _tr("private: {why}").format(why=translate(excerpt.reason))
        case "sent":
            return _tr("sent there before")
        case _:
            return ""


MAX_EXCERPT_TEXT = 200_000
"""Maximum number of characters of an excerpt that are shown; a result of a tool is far shorter. A truncated one cannot
be shortened manually, because the rest would be invisible.
"""


class ExcerptText(QWidget):
    """Shows one passage to be shortened, in place of the list.

    The edited text is the sent text: invisible characters are shown, and sent, as `U+XXXX`.
    """

    cut = Signal(object, object)
    """A `ShownPassage`, and the text sent in its place; None sends it unchanged."""
    left = Signal()
    """The user returns to the list."""

    def __init__(self, edge: int, parent: QWidget | None = None) -> None:
        """*edge* is the side margin in pixels."""
        super().__init__(parent)
        px = theme().px
        self._passage: ShownPassage | None = None
        self._before = ""
        self._title = ElidedLabel("", Qt.TextElideMode.ElideMiddle, font="strong")
        self.restore = LinkButton(self.tr("Send all of it"), small=True)
        self.back = LinkButton(self.tr("Back to the list"), small=True)
        self.box = _Box(self.tr("What is sent of this passage; it can be made shorter"))
        self.box.document().setDocumentMargin(edge)
        head = ListHead()
        head.setFixedHeight(px(CHECKLIST_HEAD_HEIGHT))
        row = QHBoxLayout(head)
        row.setContentsMargins(edge, 0, edge - px(2), 0)
        row.setSpacing(px(12))
        row.addWidget(self._title, 1)
        row.addWidget(self.restore)
        row.addWidget(self.back)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(SeparatorLine())
        column.addWidget(self.box, 1)
        self.restore.clicked.connect(self._restore)
        self.back.clicked.connect(self.left)
        self.box.textChanged.connect(self._changed)
        self.box.done.connect(self.left)

    def show_passage(self, passage: ShownPassage, text: str) -> None:
        """Show *text*, the part of *passage* to be sent; a text too long to be shown in full cannot be shortened."""
        self._passage = None
        self._before = safe_label_text(text, MAX_EXCERPT_TEXT)
        self.box.setPlainText(self._before)
        self._passage = passage
        name = sanitize_text(passage.path.rpartition("/")[2].removesuffix(".md"))
        self._title.set_text(" · ".join(part for part in (name, place_text(passage)) if part))
        too_long = len(text) > MAX_EXCERPT_TEXT
        self.box.setReadOnly(too_long)
        told = self.tr("This is too long to be shortened by hand. Leave it out instead.")
        self.box.setAccessibleDescription(told if too_long else "")
        self.restore.setVisible(text != passage.text)
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.box.moveCursor(QTextCursor.MoveOperation.Start)

    def _restore(self) -> None:
        passage = self._passage
        if passage is not None:
            self.cut.emit(passage, None)
            self.show_passage(passage, passage.text)

    def _changed(self) -> None:
        if self.box.isReadOnly() or self._passage is None:
            return
        text = self.box.toPlainText()
        if len(text) > len(self._before):
            # It can only be shortened: added text would be sent as if it were from the note.
            self.box.undo()
            return
        self._before = text
        self.restore.setVisible(True)
        self.cut.emit(self._passage, text)


class _Box(TextBox):
    """A text box that can be made editable; Esc ends editing."""

    done = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name, "interface")
        self.setUndoRedoEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End editing on Esc instead of closing the whole request."""
        if event.key() == Qt.Key.Key_Escape and not self.isReadOnly():
            self.done.emit()
            event.accept()
            return
        super().keyPressEvent(event)

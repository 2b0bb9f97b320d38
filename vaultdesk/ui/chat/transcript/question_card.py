"""Card of a question with its context items, and of a question held with the offer of tools."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem
from vaultdesk.ui.chat.composer.context_tray import Attachment, context_item_text
from vaultdesk.ui.chat.composer.question_field import MAX_PASTE_LENGTH
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.rendering.planner import LINE_BREAK
from vaultdesk.ui.rendering.render_plan import TextBlock, TextRun
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.chips import Chip
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout

FOLDED_QUESTION_LENGTH = 1_500
"""Characters of a pasted text shown before it is unfolded, about 25 lines of the dock: more hides the answer."""

MAX_CHIPS = 12
"""Things shown that lay beside a question; the rest is counted."""

OPENABLE_KINDS = ("note", "active", "selection")
"""Kinds of what lies beside a question that are a note, or a piece of one."""


class _QuestionText(MarkdownView):
    """Plain text in the measure and line height of an answer; a question is never read as Markdown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("chat", parent, ground="surface")
        self.set_growing()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(self.tr("Your question"))
        self.content_height_changed.connect(self.setFixedHeight)

    def show_text(self, text: str) -> None:
        """Show *text* literally, invisible characters named."""
        words = safe_label_text(text, MAX_PASTE_LENGTH).replace("\n", LINE_BREAK)
        self.document_shown.show_plan((TextBlock("paragraph", (TextRun(words),)),))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the conversation."""
        event.ignore()


class AttachedChip(Chip):
    """One thing that lay beside the question; a note opens at a press."""

    note_opened = Signal(str, str)

    def __init__(self, attachment: Attachment, parent: QWidget | None = None) -> None:
        words = context_item_text(attachment)
        super().__init__(" ".join(part for part in (words.name, words.detail) if part), parent)
        self._line_role = "border"
        self.set_pieces([(words.name, "text2", "small"), (words.detail, "muted", "small")], words.icon)
        self._target = (
            attachment.target if isinstance(attachment, ContextItem) and attachment.kind in OPENABLE_KINDS else ""
        )
        if not self._target:
            # Words only: nothing can be pressed there.
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.clicked.connect(self._open)

    def _open(self) -> None:
        note, _, place = self._target.partition("#")
        if note:
            self.note_opened.emit(note, place)


class QuestionCard(Card):
    """The question as it was typed, with a pencil while it can be asked again in other words."""

    edit_requested = Signal()
    note_opened = Signal(str, str)
    """A note that lay beside the question is to be shown, at a heading or nothing."""

    def __init__(self, text: str, attachments: Sequence[Attachment] = (), parent: QWidget | None = None) -> None:
        """*attachments* are the context items and images of the question."""
        super().__init__(padding=0, parent=parent)
        self.text = text
        self._editable = True
        self._more: LinkButton | None = None
        self.setAccessibleName(self.tr("You asked"))
        self.setAccessibleDescription(text[:FOLDED_QUESTION_LENGTH])
        px = theme().px
        self.words = _QuestionText()
        """The text itself."""
        self._edit = IconButton("pencil", self.tr("Edit and ask again"), side=22, size=14)
        self._edit.setParent(self)
        self._edit.setVisible(False)
        self._edit.clicked.connect(self.edit_requested)
        column = QVBoxLayout()
        column.setSpacing(px(4))
        column.addWidget(self.words)
        if len(text) > FOLDED_QUESTION_LENGTH:
            self.words.show_text(text[:FOLDED_QUESTION_LENGTH].rstrip() + "…")
            self._more = LinkButton(self.tr("Show all {0} characters").format(format_number(len(text))))
            self._more.clicked.connect(self.unfold)
            column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self.words.show_text(self.text)
        if attachments:
            column.addWidget(self._chips(attachments))
        if not text:  # Never shown here: before it has a parent it would be a window, and take the keyboard.
            self.words.hide()
        column.setContentsMargins(px(12), px(8), px(12), px(8))
        self.content.addLayout(column)
        # It lies over the text's corner: room kept for it would break lines early.
        self._edit.setAutoFillBackground(True)
        palette = QPalette(self._edit.palette())
        palette.setColor(QPalette.ColorRole.Button, theme().color("surface"))
        self._edit.setPalette(palette)
        self._edit.raise_()

    def set_editable(self, editable: bool) -> None:
        """Offer the pencil, or not: only while no answer runs (vaultdesk/ui/chat/README.md, "Asking")."""
        self._editable = editable
        self._edit.setVisible(editable and self.underMouse())

    def _chips(self, attachments: Sequence[Attachment]) -> QWidget:
        holder = QWidget()
        row = FlowLayout(holder, theme().px(4))
        for attachment in attachments[:MAX_CHIPS]:
            chip = AttachedChip(attachment)
            chip.note_opened.connect(self.note_opened)
            row.addWidget(chip)
        if len(attachments) > MAX_CHIPS:
            row.addWidget(PlainLabel(self.tr("and {0} more").format(len(attachments) - MAX_CHIPS), "muted", "small"))
        return holder

    def unfold(self) -> None:
        """Show all of a long question."""
        if self._more is not None:
            self.words.show_text(self.text)
            self._more.hide()
            self._more = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        edge = theme().px(4)
        self._edit.move(self.width() - self._edit.width() - edge, edge)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._edit.setVisible(self._editable)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._edit.setVisible(False)


class ToolOffer(QWidget):
    """Stands between a question and its answer until the person chose; the question waits and is not lost."""

    accepted = Signal()
    declined = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.banner = Banner(
            "info",
            self.tr("The assistant may not use tools in this vault yet."),
            (
                (self.tr("Let It Search and Ask Me Each Time"), self.accepted.emit),
                (self.tr("Answer Without Notes"), self.declined.emit),
            ),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.banner)


class ToolOfferView(QWidget):
    """What the conversation shows between Send and the person's choice."""

    def __init__(self, question: Question, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        card = QuestionCard(question.text, (*question.context, *question.images))
        card.set_editable(False)
        self.offer = ToolOffer()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(12))
        column.addWidget(card)
        column.addWidget(self.offer)

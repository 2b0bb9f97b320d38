"""Card of a question with its context items, edited in place."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPalette, QResizeEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vaultdesk.agent.context.context_reader import Attachment
from vaultdesk.chat.messages import ContextItem
from vaultdesk.ui.chat.composer.context_tray import context_item_text
from vaultdesk.ui.chat.composer.question_field import MAX_PASTE_LENGTH, QuestionField, broken_lines
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.rendering.planner import LINE_BREAK
from vaultdesk.ui.rendering.render_plan import TextBlock, TextRun
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.chips import Chip
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout

FOLDED_QUESTION_LENGTH = 1_500
"""Characters of a long question shown before it is expanded, about 25 lines of the dock: more would hide the answer."""

MAX_CHIPS = 12
"""Maximum number of attachments shown; the rest is counted."""

OPENABLE_KINDS = ("note", "active", "selection")
"""Kinds of attachments that are a note or a part of one."""


class _QuestionText(MarkdownView):
    """Plain text with the width and line height of an answer; a question is never parsed as Markdown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("chat", parent, background="surface")
        self.set_growing()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(self.tr("Your question"))
        self.content_height_changed.connect(self.setFixedHeight)

    def show_text(self, text: str) -> None:
        """Show *text* literally, with invisible characters named."""
        words = safe_label_text(text, MAX_PASTE_LENGTH).replace("\n", LINE_BREAK)
        self.document_shown.show_plan((TextBlock("paragraph", (TextRun(words),)),))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the transcript."""
        event.ignore()


class AttachedChip(Chip):
    """An attachment of the question; a press opens a note."""

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
            # Text only: it cannot be pressed.
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.clicked.connect(self._open)

    def _open(self) -> None:
        note, _, place = self._target.partition("#")
        if note:
            self.note_opened.emit(note, place)


class QuestionEditor(QWidget):
    """Editor of a sent question in place: Enter sends it again, Esc cancels."""

    sent = Signal(str)
    cancelled = Signal()
    changed = Signal(str)

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QuestionField()
        self.field.setAccessibleName(self.tr("Edit your question"))
        self.field.setAccessibleDescription(
            self.tr("Enter asks again and replaces everything below, Esc discards the edit.")
        )
        self.field.setPlainText(broken_lines(text))
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        self.field.entered.connect(self._send)
        self.field.escaped.connect(self.cancelled)
        self.field.textChanged.connect(self._renew)
        self.send = PrimaryButton(self.tr("Ask Again"), small=True)
        self.send.clicked.connect(self._send)
        cancel = PlainButton(self.tr("Cancel"), small=True)
        cancel.clicked.connect(self.cancelled)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(theme().px(8))
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.send)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addWidget(self.field)
        column.addLayout(buttons)
        self.setFocusProxy(self.field)

    def _renew(self) -> None:
        self.send.setEnabled(bool(self.field.toPlainText().strip()))
        self.changed.emit(self.field.toPlainText())

    def _send(self) -> None:
        text = self.field.toPlainText().strip()
        if text:
            self.sent.emit(text)


class FormSwitch(QWidget):
    """“2 of 3”: shows which version of a question is displayed, with buttons for the previous and next one."""

    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.earlier = IconButton("chevron-left", self.tr("Previous version of the question"), side=22, size=12)
        self.later = IconButton("chevron-right", self.tr("Next version of the question"), side=22, size=12)
        self.words = PlainLabel("", role="muted", font="small")
        self.earlier.clicked.connect(lambda: self.stepped.emit(-1))
        self.later.clicked.connect(lambda: self.stepped.emit(1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        # Space for the focus ring around the button.
        row.setSpacing(theme().px(6))
        for widget in (self.earlier, self.words, self.later):
            row.addWidget(widget)

    def show_place(self, place: int, count: int, *, enabled: bool) -> None:
        """Show that version number *place*, from 1, of *count* is displayed."""
        self.words.setText(self.tr("{0} of {1}").format(format_number(place), format_number(count)))
        self.setAccessibleName(
            self.tr("Version {0} of {1} of this question").format(format_number(place), format_number(count))
        )
        self.earlier.setEnabled(enabled and place > 1)
        self.later.setEnabled(enabled and place < count)


class QuestionCard(Card):
    """The question as typed, with an edit button while it can be asked again."""

    edit_requested = Signal()
    resend_requested = Signal(str)
    """The question should be asked again with this text, in place."""
    edit_changed = Signal(object)
    """The text being edited; None when editing ends."""
    form_requested = Signal(int)
    """The previous (-1) or next (1) version of the question should be shown."""
    note_opened = Signal(str, str)
    """An attached note should be shown, at a heading or empty."""

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
        self._editor: QuestionEditor | None = None
        self._forms: FormSwitch | None = None
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
        if not text:  # Never shown in this card: shown without a parent it would be a window and take the focus.
            self.words.hide()
        column.setContentsMargins(px(12), px(8), px(12), px(8))
        self._column = column
        self.content.addLayout(column)
        # It covers the corner of the text: reserving space for it would break lines early.
        self._edit.setAutoFillBackground(True)
        palette = QPalette(self._edit.palette())
        palette.setColor(QPalette.ColorRole.Button, theme().color("surface"))
        self._edit.setPalette(palette)
        self._edit.raise_()

    def set_editable(self, editable: bool) -> None:
        """Show or hide the edit button; it is shown only while no answer runs (vaultdesk/ui/chat/README.md,
        "Asking").
        """
        self._editable = editable
        self._show_pencil(hovered=self.underMouse())

    @property
    def editor(self) -> QuestionEditor | None:
        """The editor of the question; None while it is not edited."""
        return self._editor

    def begin_edit(self, text: str) -> None:
        """Edit the question in place, starting from *text*, and focus the editor."""
        if self._editor is None:
            self._editor = QuestionEditor(text)
            self._editor.sent.connect(self.resend_requested)
            self._editor.cancelled.connect(self.end_edit)
            self._editor.changed.connect(lambda words: self.edit_changed.emit(words))
            self._column.insertWidget(0, self._editor)
            self.words.hide()
            if self._more is not None:
                self._more.hide()
            self._show_pencil(hovered=False)
        self._editor.field.setFocus()

    def end_edit(self) -> None:
        """Show the question as it was sent."""
        editor, self._editor = self._editor, None
        if editor is not None:
            self.edit_changed.emit(None)
            self._column.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
            self.words.setVisible(bool(self.text))
            if self._more is not None:
                self._more.show()

    def show_forms(self, place: int, count: int, *, enabled: bool) -> None:
        """Show that this is version number *place*, from 1, of *count*; hidden if there is only one."""
        if self._forms is None and count > 1:
            self._forms = FormSwitch()
            self._forms.stepped.connect(self.form_requested)
            self._column.addWidget(self._forms, 0, Qt.AlignmentFlag.AlignRight)
        if self._forms is not None:
            self._forms.setVisible(count > 1)
            self._forms.show_place(place, count, enabled=enabled)

    def focus_forms(self, by: int) -> None:
        """Focus the button for this direction, or the other one if it is disabled."""
        if self._forms is not None:
            steps = (self._forms.later, self._forms.earlier)
            wanted = steps if by > 0 else steps[::-1]
            next(step for step in (*wanted, self) if step is self or step.isEnabled()).setFocus()

    def _show_pencil(self, *, hovered: bool) -> None:
        self._edit.setVisible(self._editable and self._editor is None and (hovered or self._edit.hasFocus()))

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
        """Expand a long question."""
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
        self._show_pencil(hovered=True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._show_pencil(hovered=False)

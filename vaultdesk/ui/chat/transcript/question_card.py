"""Card of a question with its context items, edited in place."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPalette, QResizeEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

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
from vaultdesk.ui.widgets.layouts import FlowLayout, column_layout, row_layout

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
        literal = safe_label_text(text, MAX_PASTE_LENGTH).replace("\n", LINE_BREAK)
        self.rendered_document.show_plan((TextBlock("paragraph", (TextRun(literal),)),))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the transcript."""
        event.ignore()


class AttachedChip(Chip):
    """An attachment of the question; a press opens a note."""

    note_opened = Signal(str, str)

    def __init__(self, attachment: Attachment, parent: QWidget | None = None) -> None:
        text = context_item_text(attachment)
        super().__init__(" ".join(part for part in (text.name, text.detail) if part), parent)
        self._line_role = "border"
        self.set_runs([(text.name, "text2", "small"), (text.detail, "muted", "small")], text.icon)
        self._target = (
            attachment.target if isinstance(attachment, ContextItem) and attachment.kind in OPENABLE_KINDS else ""
        )
        if not self._target:
            # Text only: it cannot be pressed.
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.clicked.connect(self._open)

    def _open(self) -> None:
        note, _, heading = self._target.partition("#")
        if note:
            self.note_opened.emit(note, heading)


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
        self.field.textChanged.connect(self._refresh)
        self.send = PrimaryButton(self.tr("Ask Again"), small=True)
        self.send.clicked.connect(self._send)
        cancel = PlainButton(self.tr("Cancel"), small=True)
        cancel.clicked.connect(self.cancelled)
        buttons = row_layout(spacing=8)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.send)
        column = column_layout(self, 8)
        column.addWidget(self.field)
        column.addLayout(buttons)
        self.setFocusProxy(self.field)

    def _refresh(self) -> None:
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
        self.previous = IconButton("chevron-left", self.tr("Previous version of the question"), side=22, size=12)
        self.following = IconButton("chevron-right", self.tr("Next version of the question"), side=22, size=12)
        self.label = PlainLabel("", role="muted", font="small")
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.following.clicked.connect(lambda: self.stepped.emit(1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        # Space for the focus ring around the button.
        row.setSpacing(theme().px(6))
        for widget in (self.previous, self.label, self.following):
            row.addWidget(widget)

    def show_version(self, number: int, count: int, *, enabled: bool) -> None:
        """Show that version *number*, from 1, of *count* is displayed."""
        self.label.setText(self.tr("{0} of {1}").format(format_number(number), format_number(count)))
        self.setAccessibleName(
            self.tr("Version {0} of {1} of this question").format(format_number(number), format_number(count))
        )
        self.previous.setEnabled(enabled and number > 1)
        self.following.setEnabled(enabled and number < count)


class QuestionCard(Card):
    """The question as typed, with an edit button while it can be asked again."""

    edit_requested = Signal()
    resend_requested = Signal(str)
    """The question should be asked again with this text, in place."""
    edit_changed = Signal(object)
    """The text being edited; None when editing ends."""
    version_requested = Signal(int)
    """The previous (-1) or next (1) version of the question should be shown."""
    note_opened = Signal(str, str)
    """An attached note should be shown, at a heading or empty."""

    def __init__(self, text: str, attachments: Sequence[Attachment] = (), parent: QWidget | None = None) -> None:
        """*attachments* are the context items and images of the question."""
        super().__init__(padding=0, parent=parent)
        self.text = text
        self._editable = True
        self._more_link: LinkButton | None = None
        self.setAccessibleName(self.tr("You asked"))
        self.setAccessibleDescription(text[:FOLDED_QUESTION_LENGTH])
        px = theme().px
        self.question_text = _QuestionText()
        self._editor: QuestionEditor | None = None
        self._version_switch: FormSwitch | None = None
        self._edit = IconButton("pencil", self.tr("Edit and ask again"), side=22, size=14)
        self._edit.setParent(self)
        self._edit.setVisible(False)
        self._edit.clicked.connect(self.edit_requested)
        column = column_layout(spacing=4)
        column.addWidget(self.question_text)
        if len(text) > FOLDED_QUESTION_LENGTH:
            self.question_text.show_text(text[:FOLDED_QUESTION_LENGTH].rstrip() + "…")
            self._more_link = LinkButton(self.tr("Show all {0} characters").format(format_number(len(text))))
            self._more_link.clicked.connect(self.unfold)
            column.addWidget(self._more_link, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self.question_text.show_text(self.text)
        if attachments:
            column.addWidget(self._chips(attachments))
        if not text:  # Never shown in this card: shown without a parent it would be a window and take the focus.
            self.question_text.hide()
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
            self._editor.changed.connect(lambda edited: self.edit_changed.emit(edited))
            self._column.insertWidget(0, self._editor)
            self.question_text.hide()
            if self._more_link is not None:
                self._more_link.hide()
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
            self.question_text.setVisible(bool(self.text))
            if self._more_link is not None:
                self._more_link.show()

    def show_versions(self, number: int, count: int, *, enabled: bool) -> None:
        """Show that this is version *number*, from 1, of *count*; hidden if there is only one."""
        if self._version_switch is None and count > 1:
            self._version_switch = FormSwitch()
            self._version_switch.stepped.connect(self.version_requested)
            self._column.addWidget(self._version_switch, 0, Qt.AlignmentFlag.AlignRight)
        if self._version_switch is not None:
            self._version_switch.setVisible(count > 1)
            self._version_switch.show_version(number, count, enabled=enabled)

    def focus_version_switch(self, by: int) -> None:
        """Focus the button for this direction, or the other one if it is disabled."""
        if self._version_switch is not None:
            buttons = (self._version_switch.following, self._version_switch.previous)
            ordered = buttons if by > 0 else buttons[::-1]
            next(button for button in (*ordered, self) if button is self or button.isEnabled()).setFocus()

    def _show_pencil(self, *, hovered: bool) -> None:
        self._edit.setVisible(self._editable and self._editor is None and (hovered or self._edit.hasFocus()))

    def _chips(self, attachments: Sequence[Attachment]) -> QWidget:
        holder = QWidget()
        flow = FlowLayout(holder, theme().px(4))
        for attachment in attachments[:MAX_CHIPS]:
            chip = AttachedChip(attachment)
            chip.note_opened.connect(self.note_opened)
            flow.addWidget(chip)
        if len(attachments) > MAX_CHIPS:
            flow.addWidget(PlainLabel(self.tr("and {0} more").format(len(attachments) - MAX_CHIPS), "muted", "small"))
        return holder

    def unfold(self) -> None:
        """Expand a long question."""
        if self._more_link is not None:
            self.question_text.show_text(self.text)
            self._more_link.hide()
            self._more_link = None

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

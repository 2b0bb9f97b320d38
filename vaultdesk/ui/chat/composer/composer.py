"""The composer: frame with the question field, context tray, mode, model and Send button."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSizePolicy, QWidget

from vaultdesk.agent.question import Question
from vaultdesk.ui.chat.composer.context_meter import ContextRing
from vaultdesk.ui.chat.composer.context_tray import ContextTray
from vaultdesk.ui.chat.composer.mode_menu import ModeButton
from vaultdesk.ui.chat.composer.model_menu import ModelButton
from vaultdesk.ui.chat.composer.question_field import (
    ExpandButton,
    QuestionField,
    is_attachable,
    is_folder_for_the_window,
)
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.layouts import column_layout, row_layout


class SendButton(QAbstractButton):
    """Arrow in the accent color while a question can be sent, square while an answer can be stopped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stops = False
        self.setProperty(CORNER_RADIUS, 6)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)
        self._update_name()

    @property
    def stops(self) -> bool:
        """Whether a press stops the answer instead of sending."""
        return self._stops

    def set_stops(self, stops: bool) -> None:
        """Switch between Stop and Send."""
        if stops != self._stops:
            self._stops = stops
            self._update_name()
            self.update()

    def set_sendable(self, sendable: bool) -> None:
        """Enable the button if there is something to send or to stop."""
        self.setEnabled(sendable or self._stops)
        self._update_name()

    def _update_name(self) -> None:
        self.setAccessibleName(self.tr("Stop the answer") if self._stops else self.tr("Send"))
        if self._stops:
            self.setToolTip(self.tr("Stop the answer (Esc)"))
        else:
            self.setToolTip(self.tr("Send (Enter)") if self.isEnabled() else self.tr("Type a question to send it"))

    def sizeHint(self) -> QSize:
        side = theme().px(28)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the square and its icon; the theme draws the focus ring."""
        painter = QPainter(self)
        primary = self.isEnabled() and not self._stops
        hovered = self.isEnabled() and self.underMouse()
        if primary:
            fill = theme().color("accent_hover" if hovered else "accent")
        else:
            fill = theme().color("pressed" if hovered else "hover")
        box(painter, self.rect(), theme().px(6), fill)
        role = "on_accent" if primary else ("text" if self._stops else "muted")
        side = theme().px(16)
        picture = pixmap("stop" if self._stops else "arrow-up", role, side, self.devicePixelRatioF())
        painter.drawPixmap(
            QRect((self.width() - side) // 2, (self.height() - side) // 2, side, side), picture, picture.rect()
        )


class Composer(QFrame):
    """Frame around the question field; shows the focus of the field."""

    submitted = Signal(object)
    """A `Question` should be asked."""
    stop_requested = Signal()
    escaped = Signal()
    """Esc was pressed while nothing ran."""
    disclosure_requested = Signal()
    """The preview of what would leave this computer is requested."""
    refused = Signal(str)
    """Message explaining why something could not be attached."""
    attachments_dropped = Signal(object)
    """A `QMimeData` with files or an image to be attached to the question."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.tray = ContextTray()
        self.field = QuestionField(self)
        self.model = ModelButton()
        self.mode = ModeButton()
        self.meter = ContextRing()
        self.disclosure_button = IconButton("eye", self.tr("What would leave this computer"), side=28)
        self.disclosure_button.hide()
        self.expand_button = ExpandButton(self.field)
        self.send = SendButton(self)
        self._build_layout()
        self.field.textChanged.connect(self._refresh)
        self.field.entered.connect(self.submit)
        self.field.escaped.connect(self._escape)
        self.field.focus_changed.connect(self.update)
        self.field.paste_refused.connect(self._refuse_paste)
        self.field.left_at_start.connect(self.tray.select_last)
        self.field.attachments_dropped.connect(self.attachments_dropped)
        self.tray.focus_returned.connect(self.field.setFocus)
        self.tray.typed.connect(self._type)
        self.tray.changed.connect(self._refresh)
        self.send.clicked.connect(self._press)
        self.disclosure_button.clicked.connect(self.disclosure_requested)
        # After choosing a model the user continues with the question.
        self.model.chosen.connect(lambda _model: self.field.setFocus())
        theme().changed.connect(self.update)
        self.setAcceptDrops(True)
        self.setFocusProxy(self.field)
        self._refresh()

    def _build_layout(self) -> None:
        px = theme().px
        footer = row_layout(spacing=8, margins=(4, 0, 0, 0))
        footer.addWidget(self.mode)
        footer.addWidget(self.model)
        footer.addStretch(1)
        footer.addWidget(self.meter)
        footer.addWidget(self.disclosure_button)
        footer.addWidget(self.expand_button)
        footer.addWidget(self.send)
        column = column_layout(self, 8, margins=(0, 12, 8, 8))
        chips = QHBoxLayout()
        chips.setContentsMargins(px(12), 0, px(4), 0)
        chips.addWidget(self.tray)
        column.addLayout(chips)
        text = QHBoxLayout()
        text.setContentsMargins(px(12), 0, px(4), 0)
        text.addWidget(self.field)
        column.addLayout(text)
        column.addLayout(footer)

    @property
    def text(self) -> str:
        """The typed text."""
        return self.field.toPlainText()

    def set_text(self, text: str) -> None:
        """Set the text and put the cursor at its end."""
        self.field.setPlainText(text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)

    @property
    def question(self) -> Question:
        """The question as it would be asked now, with its attachments."""
        attached = (self.tray.items, self.tray.images)
        return Question(self.text.strip(), *attached, self.mode.one_time_mode, plan_first=self.mode.plan_first)

    def set_question(self, question: Question) -> None:
        """Show *question* in the field and its attachments in the tray."""
        self.set_text(question.text)
        self.tray.set_attachments((*question.context, *question.images))
        self.mode.set_plan_first(question.plan_first)
        self.mode.set_one_time_mode(question.mode)

    def set_running(self, running: bool) -> None:
        """Show Stop instead of Send while an answer runs."""
        self.send.set_stops(running)
        self._refresh()

    def set_remote(self, is_remote: bool, keys: str = "") -> None:
        """Offer a preview of the sent data, by button and *keys*, if the model is not on this computer."""
        self.disclosure_button.set_name(self.tr("What would leave this computer"), keys)
        self.disclosure_button.setVisible(is_remote)

    def submit(self) -> None:
        """Emit the question unless it is empty. The owner clears the field once it accepted the question."""
        question = self.question
        if not question.is_empty:
            self.submitted.emit(question)

    def _refresh(self) -> None:
        self.send.set_sendable(not self.question.is_empty)

    def _press(self) -> None:
        if self.send.stops:
            self.stop_requested.emit()
        else:
            self.submit()

    def _escape(self) -> None:
        if self.send.stops:
            self.stop_requested.emit()
        else:
            self.escaped.emit()

    def _type(self, text: str) -> None:
        """Insert text that was typed while a chip had the focus."""
        self.field.setFocus()
        self.field.textCursor().insertText(text)

    def _refuse_paste(self) -> None:
        self.refused.emit(self.tr("The text is too long to paste here. Save it as a note and ask about the note."))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files and images anywhere on the frame; the window accepts folders."""
        if not is_folder_for_the_window(event.mimeData()) and is_attachable(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.attachments_dropped.emit(event.mimeData())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Treat a click on the frame as a click in the field."""
        self.field.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame; 2 px in the accent color while the field has the focus."""
        focused = self.field.hasFocus()
        width = 2 if focused else 1
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme().color("surface"))
        painter.setPen(QPen(theme().color("accent" if focused else "control"), width))
        half = width / 2
        radius = theme().px(8)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), radius, radius)

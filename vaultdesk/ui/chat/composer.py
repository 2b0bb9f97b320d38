"""Composer: the frame with the question, the model and Send. Keeps no conversation and asks no agent."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.agent.question import Question
from vaultdesk.ui.chat.context_tray import ContextTray
from vaultdesk.ui.chat.laid_beside import goes_beside, is_folder_for_the_window
from vaultdesk.ui.chat.large_button import LargeButton
from vaultdesk.ui.chat.meter_ring import MeterRing
from vaultdesk.ui.chat.mode_button import ModeButton
from vaultdesk.ui.chat.model_button import ModelButton
from vaultdesk.ui.chat.question_box import QuestionBox
from vaultdesk.ui.chat.send_button import SendButton
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton


class Composer(QFrame):
    """One frame; the focus of the text shows on it."""

    submitted = Signal(object)
    """A `Question` is to be asked."""
    stop_requested = Signal()
    left = Signal()
    """Esc was pressed while nothing ran."""
    leaves_asked = Signal()
    """What would leave this computer is to be shown before it does."""
    refused = Signal(str)
    """A sentence on why something could not be taken in."""
    laid_beside = Signal(object)
    """A `QMimeData` with files or a picture: whoever can read them lays them beside the question."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.tray = ContextTray()
        self.box = QuestionBox(self)
        self.model = ModelButton()
        self.mode = ModeButton()
        self.meter = MeterRing()
        self.leaves = IconButton("eye", self.tr("What would leave this computer"), side=28)
        self.leaves.hide()
        self.large = LargeButton(self.box)
        self.send = SendButton(self)
        self._lay_out()
        self.box.textChanged.connect(self._renew)
        self.box.entered.connect(self.submit)
        self.box.escaped.connect(self._escape)
        self.box.focus_changed.connect(self.update)
        self.box.paste_refused.connect(self._refuse_paste)
        self.box.stepped_back.connect(self.tray.select_last)
        self.box.laid_beside.connect(self.laid_beside)
        self.tray.left.connect(self.box.setFocus)
        self.tray.typed.connect(self._type)
        self.tray.changed.connect(self._renew)
        self.send.clicked.connect(self._press)
        self.leaves.clicked.connect(self.leaves_asked)
        # Who chose somebody to ask goes on to ask.
        self.model.chosen.connect(lambda _model: self.box.setFocus())
        theme().changed.connect(self.update)
        self.setAcceptDrops(True)
        self.setFocusProxy(self.box)
        self._renew()

    def _lay_out(self) -> None:
        step = theme().step
        foot = QHBoxLayout()
        foot.setContentsMargins(step(4), 0, 0, 0)
        foot.setSpacing(step(8))
        foot.addWidget(self.mode)
        foot.addWidget(self.model)
        foot.addStretch(1)
        foot.addWidget(self.meter)
        foot.addWidget(self.leaves)
        foot.addWidget(self.large)
        foot.addWidget(self.send)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, step(12), step(8), step(8))
        column.setSpacing(step(8))
        chips = QHBoxLayout()
        chips.setContentsMargins(step(12), 0, step(4), 0)
        chips.addWidget(self.tray)
        column.addLayout(chips)
        text = QHBoxLayout()
        text.setContentsMargins(step(12), 0, step(4), 0)
        text.addWidget(self.box)
        column.addLayout(text)
        column.addLayout(foot)

    @property
    def text(self) -> str:
        """What is typed so far."""
        return self.box.toPlainText()

    def set_text(self, text: str) -> None:
        """Put *text* into the box, the cursor behind it."""
        self.box.setPlainText(text)
        self.box.moveCursor(self.box.textCursor().MoveOperation.End)

    @property
    def question(self) -> Question:
        """What would be asked now, with all that lies beside it."""
        beside = (self.tray.items, self.tray.images)
        return Question(self.text.strip(), *beside, self.mode.once, plan_first=self.mode.plan_first)

    def set_question(self, question: Question) -> None:
        """Put *question* into the box, what lies beside it over it."""
        self.set_text(question.text)
        self.tray.set_things((*question.context, *question.images))
        self.mode.set_plan_first(question.plan_first)
        self.mode.set_once(question.mode)

    def set_running(self, running: bool) -> None:
        """Show Stop in Send's place while an answer runs."""
        self.send.set_stops(running)
        self._renew()

    def set_elsewhere(self, elsewhere: bool, keys: str = "") -> None:
        """Offer a look at what would leave, by a button and by *keys*, where the model is not on this computer."""
        self.leaves.set_name(self.tr("What would leave this computer"), keys)
        self.leaves.setVisible(elsewhere)

    def submit(self) -> None:
        """Hand the question on, unless it is empty. The owner clears the box when it took it."""
        question = self.question
        if not question.empty:
            self.submitted.emit(question)

    def _renew(self) -> None:
        self.send.set_sendable(not self.question.empty)

    def _press(self) -> None:
        if self.send.stops:
            self.stop_requested.emit()
        else:
            self.submit()

    def _escape(self) -> None:
        if self.send.stops:
            self.stop_requested.emit()
        else:
            self.left.emit()

    def _type(self, letter: str) -> None:
        """Go on in the text with what was typed on a chip."""
        self.box.setFocus()
        self.box.textCursor().insertText(letter)

    def _refuse_paste(self) -> None:
        self.refused.emit(self.tr("That is too long to paste here. Save it as a note and ask about the note."))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Let files and pictures be dropped anywhere on the frame; a folder is the window's."""
        if not is_folder_for_the_window(event.mimeData()) and goes_beside(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Hand on what was dropped."""
        event.acceptProposedAction()
        self.laid_beside.emit(event.mimeData())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Treat a click on the frame as one on the text."""
        self.box.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame; the accent at 2 px where the text has the focus."""
        focused = self.box.hasFocus()
        width = 2 if focused else 1
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme().color("surface"))
        painter.setPen(QPen(theme().color("accent" if focused else "control"), width))
        half = width / 2
        radius = theme().step(8)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), radius, radius)

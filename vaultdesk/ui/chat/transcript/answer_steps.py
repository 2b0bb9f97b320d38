"""Steps of an answer as expandable lines: reasoning, tool calls, failures."""

import json

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from vaultdesk.agent.transcript_blocks import ReasoningBlock, StepBlock
from vaultdesk.agent.transcript_blocks import ToolStepState as CallState
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import Phrase, Sentences, verbatim
from vaultdesk.ui.chat.tool_text import StepText, duration_text, step_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.banner import Action, Banner
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.folded_text import BlankFolds
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip, safe_label_text
from vaultdesk.ui.widgets.step_line import StepDetailLine, StepLine, StepState

MAX_STEP_TEXT = 100_000
"""Maximum number of characters shown; tool results are cut for the model at 60,000 by default (setting
result_limit).
"""

MAX_STEP_LINES = 12
"""Visible lines before it scrolls, so that the answer stays visible."""


class StepTextBox(QPlainTextEdit):
    """Read-only text box, as high as its text up to `MAX_STEP_LINES` lines."""

    def __init__(self, name: str, *, fixed: bool = True, ground: str = "sunken", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fixed, self._ground = fixed, ground
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMaximumBlockCount(0)
        self.document().setDocumentMargin(theme().px(8))
        self.folds = BlankFolds(self)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def show_text(self, text: str) -> None:
        """Show *text* from its start."""
        self.folds.show_text(safe_label_text(text, MAX_STEP_TEXT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open folded blank lines with Space."""
        if not self.folds.take_key(event):
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open folded blank lines on a click."""
        if not self.folds.take_click(event):
            super().mouseReleaseEvent(event)

    def _apply_theme(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color(self._ground))
        palette.setColor(QPalette.ColorRole.Text, theme().color("text2"))
        self.setPalette(palette)
        self.setFont(theme().font("fixed" if self._fixed else "small"))
        self._fit()

    def _fit(self) -> None:
        lines = min(max(1, round(self.document().size().height())), MAX_STEP_LINES)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * theme().px(8) + 2)


class ReasoningLine(StepLine):
    """`Thinking` with a rotating arc, then `Thought` and the duration; expanded, the reasoning text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bulb", "", parent=parent)
        self._block: ReasoningBlock | None = None
        self._shown_text = False
        self._text = StepTextBox(self.tr("What the model thought"), fixed=False, ground="background")
        self.add_body(self._text)
        self.show_step("spinner", self.tr("Thinking"))
        self.set_state("running")
        self.toggled.connect(self._opened)

    def show_block(self, block: ReasoningBlock) -> None:
        """Update the line to *block*."""
        self._block = block
        if not block.open and not self._shown_text:
            self._shown_text = True
            self.show_step("bulb", self.tr("Thought"))
            self.set_state("done", duration_text(block.seconds) if block.seconds else "")
            self._opened(self.is_open())

    def _opened(self, opened: bool) -> None:
        # Filled when expanded: text that is not read should cost nothing.
        if opened and self._block is not None:
            self._text.show_text(self._block.text.strip())


STEP_STATES: dict[CallState, StepState] = {
    "preparing": "running",
    "waiting": "waiting",
    "running": "running",
    "done": "done",
    "refused": "refused",
    "cancelled": "refused",
    "failed": "failed",
}


class ToolLine(StepLine):
    """Verb, object and result on one line; expanded, a line for each note, and the call as plain text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bolt", "", parent=parent)
        self.shown_step = StepText("bolt", "muted", "", "", "")
        """The text currently shown."""
        self._block: StepBlock | None = None
        self._lines: list[QWidget] = []
        self._details = LinkButton(self.tr("Show what was asked and answered"), small=True)
        self._details.clicked.connect(self._show_details)
        self._arguments_box = StepTextBox(self.tr("What the model asked for"))
        self._answered = StepTextBox(self.tr("What the model was answered"))
        self._problem = PlainLabel("", role="text2", font="small", wrap=True)
        notes = QWidget()
        self._notes = QVBoxLayout(notes)
        self._notes.setContentsMargins(0, 0, 0, 0)
        self._notes.setSpacing(0)
        for widget in (self._problem, notes, self._details, self._arguments_box, self._answered):
            self.add_body(widget)
        self._problem.hide()
        self._arguments_box.hide()
        self._answered.hide()
        self.toggled.connect(self._opened)

    def show_block(self, block: StepBlock, left_out: int = 0) -> None:
        """Update the line to *block*; *left_out* is the number of notes the user excluded from its changes."""
        known, self._block = self._block, block
        shown_step = step_text(block, left_out)
        if known is not None and (known.state, self.shown_step) == (block.state, shown_step):
            return  # Only its arguments grew.
        self.shown_step = shown_step
        self.show_step(shown_step.icon, shown_step.verb, shown_step.object)
        self.set_state(shown_step.state or STEP_STATES[block.state], shown_step.result)
        self._opened(self.is_open())

    def _opened(self, opened: bool) -> None:
        if not opened:
            return
        self._show_problem()
        for old in self._lines:
            old.hide()
            old.deleteLater()
        self._lines.clear()
        for line in self.shown_step.lines:
            shown = StepDetailLine(line.icon, line.name, line.result, line.icon_role)
            shown.setToolTip(as_tooltip(line.path))
            self._lines.append(shown)
            self._notes.addWidget(shown)
        if not self._arguments_box.isHidden():
            self._show_details()

    def _show_problem(self) -> None:
        """Show why the call failed or was denied. A reason given by the user is shown as plain text."""
        problem = self._block.problem if self._block is not None else ""
        told = isinstance(problem, Phrase) and bool(problem)
        self._problem.setText(safe_label_text(translate(problem)) if told else "")
        self._problem.setVisible(told)

    def _show_details(self) -> None:
        if self._block is None:
            return
        self._details.hide()
        # Unparsed: parsing would merge two keys of the same name.
        self._arguments_box.show_text(self._block.arguments_json or self.tr("Nothing yet."))
        self._arguments_box.show()
        self._answered.setVisible(bool(self._block.result))
        self._answered.show_text(_indented(self._block.result))


def _indented(text: str) -> str:
    """Return JSON with one value per line; return anything else unchanged."""
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return text


class FailureBanner(QWidget):
    """Error message with Try Again and, if available, another model."""

    retry_requested = Signal()
    other_model_requested = Signal()

    def __init__(self, error: VaultDeskError, other_model: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        kept = verbatim(self.tr("Your question is kept."))
        sentence = translate(Sentences(error.title, error.hint, kept))
        actions: list[Action] = [(self.tr("Try Again"), self.retry_requested.emit)]
        if other_model:
            actions.append((self.tr("Ask {0} instead").format(translate(other_model)), self.other_model_requested.emit))
        self.banner = Banner("danger", sentence, actions)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.banner)

"""Tool line: one tool call as a step line with its state, its notes and, on demand, what was asked and answered."""

import json

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.agent.transcript_blocks import ToolStepState as CallState
from vaultdesk.ui.chat.plain_text import PlainText
from vaultdesk.ui.chat.tool_words import StepWords, step_words
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.step_line import StepDetailLine, StepLine, StepState

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
    """Verb, object and result on one line; behind it a line for each note, and the call itself as plain text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bolt", "", parent=parent)
        self.words = StepWords("bolt", "muted", "", "", "")
        """What the line says now."""
        self._block: StepBlock | None = None
        self._lines: list[QWidget] = []
        self._details = LinkButton(self.tr("Show what was asked and answered"), small=True)
        self._details.clicked.connect(self._show_details)
        self._asked = PlainText(self.tr("What the model asked for"))
        self._answered = PlainText(self.tr("What the model was answered"))
        notes = QWidget()
        self._notes = QVBoxLayout(notes)
        self._notes.setContentsMargins(0, 0, 0, 0)
        self._notes.setSpacing(0)
        for widget in (notes, self._details, self._asked, self._answered):
            self.add_body(widget)
        self._asked.hide()
        self._answered.hide()
        self.toggled.connect(self._opened)

    def show_block(self, block: StepBlock, left_out: int = 0) -> None:
        """Bring the line up to *block*; the person left *left_out* notes as they are that it wanted to change."""
        known, self._block = self._block, block
        words = step_words(block, left_out)
        if known is not None and (known.state, self.words) == (block.state, words):
            return  # only its arguments grew
        self.words = words
        self.show_step(words.icon, words.verb, words.object)
        self.set_state(words.state or STEP_STATES[block.state], words.result)
        self._opened(self.is_open())

    def _opened(self, opened: bool) -> None:
        if not opened:
            return
        for old in self._lines:
            old.hide()
            old.deleteLater()
        self._lines.clear()
        for line in self.words.lines:
            shown = StepDetailLine(line.icon, line.name, line.result, line.icon_role)
            shown.setToolTip(as_tooltip(line.path))
            self._lines.append(shown)
            self._notes.addWidget(shown)
        if not self._asked.isHidden():
            self._show_details()

    def _show_details(self) -> None:
        if self._block is None:
            return
        self._details.hide()
        # As it came: read and written again, two keys of one name would look like one.
        self._asked.show_text(self._block.arguments_json or self.tr("Nothing yet."))
        self._asked.show()
        self._answered.setVisible(bool(self._block.result))
        self._answered.show_text(_indented(self._block.result))


def _indented(text: str) -> str:
    """Return JSON one value a line, and whatever is not JSON as it came."""
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return text

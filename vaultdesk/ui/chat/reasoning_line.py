"""Reasoning line: what the model let us see of its thinking, folded on one line. Plain text, never markup."""

from PySide6.QtWidgets import QWidget

from vaultdesk.agent.transcript_blocks import ReasoningBlock
from vaultdesk.ui.chat.plain_text import PlainText
from vaultdesk.ui.chat.tool_words import duration
from vaultdesk.ui.widgets.step_line import StepLine


class ReasoningLine(StepLine):
    """`Thinking` with a turning arc, then `Thought` and how long; opened, the words themselves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bulb", "", parent=parent)
        self._block: ReasoningBlock | None = None
        self._told = False
        self._text = PlainText(self.tr("What the model thought"), fixed=False, ground="background")
        self.add_body(self._text)
        self.show_step("spinner", self.tr("Thinking"))
        self.set_state("running")
        self.toggled.connect(self._opened)

    def show_block(self, block: ReasoningBlock) -> None:
        """Bring the line up to *block*."""
        self._block = block
        if not block.open and not self._told:
            self._told = True
            self.show_step("bulb", self.tr("Thought"))
            self.set_state("done", duration(block.seconds) if block.seconds else "")
            self._opened(self.is_open())

    def _opened(self, opened: bool) -> None:
        # Filled when it is opened: nobody should pay for text that is not read.
        if opened and self._block is not None:
            self._text.show_text(self._block.text.strip())

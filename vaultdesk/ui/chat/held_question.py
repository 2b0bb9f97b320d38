"""Held question: a question that was sent, and under it the offer to let the assistant use tools. Decides nothing."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.chat.offer import ToolOffer
from vaultdesk.ui.chat.question_card import QuestionCard
from vaultdesk.ui.theme.theme import theme


class HeldQuestion(QWidget):
    """What the conversation shows between Send and the person's choice."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        card = QuestionCard(text)
        card.set_editable(False)
        self.offer = ToolOffer()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(12))
        column.addWidget(card)
        column.addWidget(self.offer)

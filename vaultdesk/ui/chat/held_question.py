"""Held question: a question that was sent, and under it the offer to let the assistant use tools. Decides nothing."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.agent.question import Question
from vaultdesk.ui.chat.question_card import QuestionCard
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner


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


class HeldQuestion(QWidget):
    """What the conversation shows between Send and the person's choice."""

    def __init__(self, question: Question, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        card = QuestionCard(question.text, (*question.context, *question.images))
        card.set_editable(False)
        self.offer = ToolOffer()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(12))
        column.addWidget(card)
        column.addWidget(self.offer)

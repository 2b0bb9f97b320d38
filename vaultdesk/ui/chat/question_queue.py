"""Queue of questions above the composer that wait for the running answer."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.agent.context.context_reader import Attachment
from vaultdesk.agent.question import Question
from vaultdesk.ui.chat.composer.context_tray import context_item_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel

MAX_SHOWN_QUESTIONS = 3
"""Number of cards shown; the rest is a count, so that a long queue leaves space for the answer."""


class QueuedQuestionCard(Card):
    """One queued message with Edit, Remove and Send now (vaultdesk/ui/chat/README.md, "Asking")."""

    edit_requested = Signal()
    remove_requested = Signal()
    send_requested = Signal()

    def __init__(self, text: str, *, running: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(padding=12, line="control", dashed=True, parent=parent)
        self.text = text
        self.setAccessibleName(self.tr("Queued message"))
        self.setAccessibleDescription(text[:500])
        px = theme().px
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(px(12))
        why = self.tr("waits for the answer") if running else self.tr("not sent yet")
        foot.addWidget(ElidedLabel(why, role="muted", font="small"), 1)
        # Icons, so that the reason is not elided in longer languages.
        buttons: tuple[tuple[QAbstractButton, SignalInstance], ...] = (
            (IconButton("pencil", self.tr("Edit"), side=22), self.edit_requested),
            (IconButton("close", self.tr("Remove"), side=22), self.remove_requested),
            (LinkButton(self.tr("Send now")), self.send_requested),
        )
        for button, signal in buttons:
            button.clicked.connect(signal)
            foot.addWidget(button)
        self.content.setSpacing(px(4))
        # One line: the queue must never push the answer out of the visible area.
        self.content.addWidget(ElidedLabel(" ".join(text[:500].split())))
        self.content.addLayout(foot)


class QuestionQueue(QWidget):
    """A card for each queued question; the signals carry its index in the queue."""

    edit_requested = Signal(int)
    remove_requested = Signal(int)
    send_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme().px(6))
        self.cards: list[QueuedQuestionCard] = []
        self.rest = PlainLabel("", role="muted", font="small")
        self._column.addWidget(self.rest)
        self.show_queue(())

    def show_queue(self, questions: Sequence[Question], *, running: bool = False, held: Collection[int] = ()) -> None:
        """Show *questions* in order. Those in *held*, or all if nothing is *running*, wait for the user."""
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [
            self._make(place, _question_text(one), running and place not in held)
            for place, one in enumerate(questions[:MAX_SHOWN_QUESTIONS])
        ]
        for place, card in enumerate(self.cards):
            self._column.insertWidget(place, card)
        more = len(questions) - len(self.cards)
        self.rest.setText(self.tr("and {0} more").format(more) if more else "")
        self.rest.setVisible(bool(more))
        self.setVisible(bool(questions))

    def _make(self, place: int, text: str, running: bool) -> QueuedQuestionCard:
        card = QueuedQuestionCard(text, running=running)
        card.edit_requested.connect(lambda: self.edit_requested.emit(place))
        card.remove_requested.connect(lambda: self.remove_requested.emit(place))
        card.send_requested.connect(lambda: self.send_requested.emit(place))
        return card


def _question_text(question: Question) -> str:
    """Return the text of *question* and the names of its attachments."""
    attachments: tuple[Attachment, ...] = (*question.context, *question.images)
    return " ".join(
        [question.text[:500], *(f"[{context_item_text(attachment).name}]" for attachment in attachments)]
    ).strip()

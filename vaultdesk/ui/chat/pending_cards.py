"""Cards between transcript and composer: queued questions, a plan to carry out, approvals of a conversation."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from vaultdesk.agent.answer_modes import PlanFirstMode, plan_execution_question
from vaultdesk.agent.context.context_reader import Attachment
from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import Message
from vaultdesk.ui.chat.composer.context_tray import context_item_text
from vaultdesk.ui.chat.open_conversations import ConversationController, OpenConversations, answering
from vaultdesk.ui.chat.transcript.transcript_view import TranscriptView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.form_dialog import TextArea
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout

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
        footer = row_layout(spacing=12)
        status = self.tr("waiting for the current answer") if running else self.tr("not sent yet")
        footer.addWidget(ElidedLabel(status, role="muted", font="small"), 1)
        # Icons instead of texts, so that the status is not elided in languages with longer words.
        buttons: tuple[tuple[QAbstractButton, SignalInstance], ...] = (
            (IconButton("pencil", self.tr("Edit"), side=22), self.edit_requested),
            (IconButton("close", self.tr("Remove"), side=22), self.remove_requested),
            (LinkButton(self.tr("Send now")), self.send_requested),
        )
        for button, signal in buttons:
            button.clicked.connect(signal)
            footer.addWidget(button)
        self.content.setSpacing(px(4))
        # One line: the queue must never push the answer out of the visible area.
        self.content.addWidget(ElidedLabel(" ".join(text[:500].split())))
        self.content.addLayout(footer)


class QuestionQueue(QWidget):
    """A card for each queued question; the signals carry its index in the queue."""

    edit_requested = Signal(int)
    remove_requested = Signal(int)
    send_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = column_layout(self, 6)
        self.cards: list[QueuedQuestionCard] = []
        self.rest = PlainLabel("", role="muted", font="small")
        self._column.addWidget(self.rest)
        self.show_queue(())

    def show_queue(self, questions: Sequence[Question], *, running: bool = False, paused: Collection[int] = ()) -> None:
        """Show *questions* in order. Those in *paused*, or all if nothing is *running*, wait for the user."""
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [
            self._make(index, _question_text(question), running and index not in paused)
            for index, question in enumerate(questions[:MAX_SHOWN_QUESTIONS])
        ]
        for index, card in enumerate(self.cards):
            self._column.insertWidget(index, card)
        hidden_count = len(questions) - len(self.cards)
        self.rest.setText(self.tr("and {0} more").format(hidden_count) if hidden_count else "")
        self.rest.setVisible(bool(hidden_count))
        self.setVisible(bool(questions))

    def _make(self, index: int, text: str, running: bool) -> QueuedQuestionCard:
        card = QueuedQuestionCard(text, running=running)
        card.edit_requested.connect(lambda: self.edit_requested.emit(index))
        card.remove_requested.connect(lambda: self.remove_requested.emit(index))
        card.send_requested.connect(lambda: self.send_requested.emit(index))
        return card


def _question_text(question: Question) -> str:
    """Return the text of *question* and the names of its attachments."""
    attachments: tuple[Attachment, ...] = (*question.context, *question.images)
    return " ".join(
        [question.text[:500], *(f"[{context_item_text(attachment).name}]" for attachment in attachments)]
    ).strip()


PLAN_EDITOR_LINES = 8
"""Visible lines of the plan while it is edited; longer plans scroll."""


class PlanCard(Card):
    """Card of a plan; nothing is executed until the user chooses Carry Out."""

    carried_out = Signal(str)
    """The plan with the user's edits."""
    discarded = Signal()

    def __init__(self, plan: str, parent: QWidget | None = None) -> None:
        super().__init__(padding=12, line="control", parent=parent)
        self.setAccessibleName(self.tr("A plan"))
        self.plan = plan
        self.area: TextArea | None = None
        self.carry_out = PrimaryButton(self.tr("Carry Out"), small=True)
        self.edit = PlainButton(self.tr("Edit"), small=True)
        self.discard = LinkButton(self.tr("Discard"), small=True)
        header = row_layout(spacing=8)
        header.addWidget(Glyph("list", size=16), 0, Qt.AlignmentFlag.AlignTop)
        header.addWidget(PlainLabel(self.tr("This is a plan. Nothing has been done yet."), wrap=True), 1)
        footer = row_layout(spacing=8)
        for widget in (self.carry_out, self.edit):
            footer.addWidget(widget)
        footer.addStretch(1)
        footer.addWidget(self.discard)
        self.content.addLayout(header)
        self.content.addLayout(footer)
        self.carry_out.clicked.connect(lambda: self.carried_out.emit(self.text()))
        self.edit.clicked.connect(self._edit)
        self.discard.clicked.connect(self.discarded)

    def text(self) -> str:
        """Return the plan with the user's edits."""
        return self.area.text() if self.area is not None else self.plan

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc discard the edits; keep all keys from the surrounding chat."""
        if event.key() == Qt.Key.Key_Escape and self.area is not None:
            self.area.deleteLater()
            self.area = None
            self.edit.show()
            self.edit.setFocus()
        event.accept()

    def _edit(self) -> None:
        self.area = TextArea(self.tr("The plan"), self.plan, PLAN_EDITOR_LINES)
        self.area.edit.textChanged.connect(self._refresh)
        self.content.insertWidget(1, self.area)
        self.edit.hide()
        self.area.setFocus()
        self.area.edit.moveCursor(self.area.edit.textCursor().MoveOperation.End)

    def _refresh(self) -> None:
        self.carry_out.setEnabled(bool(self.text().strip()))


Submit = Callable[[Question], object]
"""Asks a question in the shown conversation."""


class PlanCardController(QObject):
    """Shows and removes the plan card as conversations change."""

    def __init__(self, conversations: OpenConversations, view: TranscriptView, submit: Submit) -> None:
        super().__init__(view)
        self._conversations = conversations
        self._view = view
        self._submit = submit
        self._finished_plans: set[str] = set()
        """Message ids of plans that were carried out or discarded."""
        self._shown_plan = ""
        self.card: PlanCard | None = None
        conversations.shown.connect(lambda _before, _controller: self._refresh())
        conversations.changed.connect(
            lambda controller: self._refresh() if controller is conversations.current else None
        )
        self._refresh()

    def _refresh(self) -> None:
        plan = pending_plan(self._conversations.current)
        plan_id = plan.id if plan is not None and plan.id not in self._finished_plans else ""
        if plan_id == self._shown_plan:
            return
        self._remove_card()
        if plan is not None and plan_id:
            self._shown_plan = plan_id
            self.card = PlanCard(plan.text)
            self.card.carried_out.connect(self._carry_out)
            self.card.discarded.connect(self._discard)
            self._view.add_card(self.card)

    def _carry_out(self, plan: str) -> None:
        self._discard()
        self._submit(plan_execution_question(plan))

    def _discard(self) -> None:
        self._finished_plans.add(self._shown_plan)
        self._remove_card()

    def _remove_card(self) -> None:
        self._shown_plan = ""
        if self.card is not None:
            self._view.remove_card(self.card)
            self.card.deleteLater()
            self.card = None


def pending_plan(controller: ConversationController) -> Message | None:
    """Return the last answer in *controller* if it is a complete plan."""
    messages = controller.conversation.messages
    if controller.running or not messages:
        return None
    last = messages[-1]
    return last if last.role == "assistant" and last.mode == PlanFirstMode.name and not last.cut else None


class WaitingCards(QObject):
    """Holds cards by conversation: shown with their conversation, hidden while another one is shown."""

    waiting_started = Signal(object)
    """A conversation that is not shown (a `ConversationController`) started waiting for the user."""
    changed = Signal()
    """A card was added or removed, or another conversation is shown."""

    def __init__(self, view: TranscriptView, conversations: OpenConversations) -> None:
        """*view* shows the current one of *conversations*."""
        super().__init__(view)
        self._view = view
        self._conversations = conversations
        self._cards: dict[QWidget, ConversationController] = {}
        conversations.shown.connect(lambda _before, _controller: self._show())

    @property
    def hidden_waiting(self) -> ConversationController | None:
        """Of the conversations that are not shown, the one that has waited longest."""
        hidden = (controller for controller in self._cards.values() if controller is not self._conversations.current)
        return next((controller for controller in hidden if controller in self._conversations.controllers), None)

    def add_card(self, card: QWidget) -> None:
        """Show *card* in the conversation of the running code, once that is shown."""
        controller = answering.get() or self._conversations.current
        self._cards[card] = controller
        if controller is self._conversations.current:
            self._view.add_card(card)
        else:
            self._view.remove_card(card)
            self.waiting_started.emit(controller)
        self.changed.emit()

    def remove_card(self, card: QWidget) -> None:
        """Remove *card*; its owner deletes it."""
        del self._cards[card]
        self._view.remove_card(card)
        self.changed.emit()

    def _show(self) -> None:
        for card, controller in self._cards.items():
            if controller is self._conversations.current:
                self._view.add_card(card)
            else:
                self._view.remove_card(card)
        self.changed.emit()


class WaitingBanner(Banner):
    """Reports that a conversation which is not shown waits for the user, and opens it."""

    def __init__(self, cards: WaitingCards, conversations: OpenConversations) -> None:
        super().__init__("warning", self.tr("Another chat is waiting for your answer."))
        self._cards = cards
        self._conversations = conversations
        self.set_actions([(self.tr("Show"), self._show_waiting)])
        cards.changed.connect(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        self.setVisible(self._cards.hidden_waiting is not None)

    def _show_waiting(self) -> None:
        waiting = self._cards.hidden_waiting
        if waiting is not None:
            self._conversations.show_conversation(waiting)

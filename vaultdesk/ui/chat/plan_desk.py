"""Plan desk: puts a card under the last answer of the shown talk where that is a plan, and does what it says."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from vaultdesk.agent.modes.mode_choice import PlanFirst, plan_execution_question
from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import Message
from vaultdesk.ui.chat.message_view import ChatView
from vaultdesk.ui.chat.plan_card import PlanCard
from vaultdesk.ui.chat.talk import Talk
from vaultdesk.ui.chat.talk_list import TalkList

Submit = Callable[[Question], object]
"""Asks a question in the shown talk."""


class PlanDesk(QObject):
    """Follows the talks."""

    def __init__(self, talks: TalkList, view: ChatView, submit: Submit) -> None:
        super().__init__(view)
        self._talks = talks
        self._view = view
        self._submit = submit
        self._over: set[str] = set()
        """The plans that were carried out or discarded, by message."""
        self._shown = ""
        self.card: PlanCard | None = None
        talks.shown.connect(lambda _before, _talk: self._renew())
        talks.changed.connect(lambda talk: self._renew() if talk is talks.current else None)
        self._renew()

    def _renew(self) -> None:
        plan = plan_of(self._talks.current)
        wanted = plan.id if plan is not None and plan.id not in self._over else ""
        if wanted == self._shown:
            return
        self._take_away()
        if plan is not None and wanted:
            self._shown = wanted
            self.card = PlanCard(plan.text)
            self.card.carried_out.connect(self._carry_out)
            self.card.discarded.connect(self._discard)
            self._view.add_card(self.card)

    def _carry_out(self, plan: str) -> None:
        self._discard()
        self._submit(plan_execution_question(plan))

    def _discard(self) -> None:
        self._over.add(self._shown)
        self._take_away()

    def _take_away(self) -> None:
        self._shown = ""
        if self.card is not None:
            self._view.remove_card(self.card)
            self.card.deleteLater()
            self.card = None


def plan_of(talk: Talk) -> Message | None:
    """Return the last answer in *talk* where that is a plan which came to its end."""
    messages = talk.conversation.messages
    if talk.running or not messages:
        return None
    last = messages[-1]
    return last if last.role == "assistant" and last.mode == PlanFirst.name and not last.cut else None

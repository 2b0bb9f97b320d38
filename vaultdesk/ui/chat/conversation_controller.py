"""Controller of one open conversation: its draft, its queue of questions and its running answer.

One answer runs at a time. Further questions wait in the queue, which is stored with the conversation. After a stop, an
error or a restart the queue is held until the user sends from it, so that nothing is sent that they may not want now.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import MessageAdded, Run, RunStarted
from vaultdesk.chat.conversation import ChatChoices, Conversation, WaitingQuestion, conversation_title
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.exchange import Exchange, ReaderPosition, saved_exchanges, updated_exchanges
from vaultdesk.ui.chat.vault_protocols import ConversationAutosave

EMPTY_QUESTION = Question("")
"""An empty draft."""

AgentMaker = Callable[["ConversationController"], Awaitable[Agent]]
"""Creates the agent of a conversation from its choices and the settings. Raises `VaultDeskError`."""

answering: ContextVar["ConversationController | None"] = ContextVar("answering", default=None)
"""Conversation of the running code; needed by approvers because an approval request does not name one."""


def show_waiting(waits: bool) -> None:
    """Set whether the conversation of the running answer waits for the user."""
    controller = answering.get()
    if controller is not None and shiboken6.isValid(controller) and controller.exchanges:
        exchange = controller.exchanges[-1]
        exchange.waits_for_person = waits
        controller.exchange_changed.emit(exchange)


@dataclass(frozen=True, slots=True)
class _WaitingQuestion:
    """A question in the queue."""

    question: Question
    goes_by_itself: bool = True
    """Whether it is sent automatically; one from an earlier session is sent only by the user."""

    @classmethod
    def kept(cls, waiting: WaitingQuestion) -> "_WaitingQuestion":
        return cls(Question.from_message(waiting.message, plan_first=waiting.plan_first), goes_by_itself=False)

    def as_kept(self) -> WaitingQuestion:
        return WaitingQuestion(self.question.message(), self.question.plan_first)


class ConversationController(QObject):
    """Sends questions and follows and stops answers; views listen to its signals."""

    exchange_added = Signal(object)
    exchange_changed = Signal(object)
    exchanges_dropped = Signal()
    """Exchanges were removed from the end because a question is asked again."""
    running_changed = Signal(bool)
    queue_changed = Signal()
    reloaded = Signal()
    """The exchanges were replaced: another program wrote to the note."""
    changed = Signal()
    """Title, pin, choices, note or save state changed."""

    def __init__(
        self,
        make_agent: AgentMaker,
        registry: ToolRegistry | None = None,
        parent: QObject | None = None,
        *,
        conversation: Conversation | None = None,
        autosave: Callable[[Conversation], ConversationAutosave] | None = None,
    ) -> None:
        """*registry* provides display names of tools; without it steps show the tools' own names.

        *conversation* is continued, else a new one is created; *autosave* returns what saves it, else it is not saved.
        """
        super().__init__(parent)
        self._make_agent = make_agent
        self._registry = registry
        self.autosave: ConversationAutosave | None = None
        self._note = ""
        self.lost = False
        """True if its note was deleted by another program."""
        self.conversation = conversation or Conversation()
        self.exchanges = saved_exchanges(self.conversation.messages, registry)
        self._mark_forms()
        self._known = self.conversation.messages
        """The messages represented by the exchanges, except those of the running answer."""
        if autosave is not None:
            self.autosave = autosave(self.conversation)
            self._note = self.autosave.path
            bridge.follow(self.autosave.changes, lambda _: self._autosave_changed(), owner=self)
        self._waiting = [_WaitingQuestion.kept(one) for one in self.conversation.waiting]
        self.draft = EMPTY_QUESTION
        """Text typed here and not sent."""
        self.place: ReaderPosition | None = None
        """Reading position; None at the end."""
        self.approver: Approver | None = None
        """Approver for its tool calls; None for the default approver of the window."""
        self._run: Run | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._stop_early = False
        self._next: Callable[[], None] | None = None

    @property
    def queue(self) -> tuple[Question, ...]:
        """Questions not sent yet, in order."""
        return tuple(one.question for one in self._waiting)

    @property
    def goes_on(self) -> bool:
        """Whether the next question in the queue is sent automatically when the running answer ends."""
        return any(one.goes_by_itself for one in self._waiting)

    @property
    def held_questions(self) -> frozenset[int]:
        """Positions in the queue of questions from an earlier session, which are sent by the user only."""
        return frozenset(place for place, one in enumerate(self._waiting) if not one.goes_by_itself)

    @property
    def title(self) -> str:
        """Title of the conversation, from its first question if it has no name; empty before that."""
        if self.conversation.title or not self.exchanges:
            return self.conversation.title
        return conversation_title((self.exchanges[0].asked_question.message(),))

    @property
    def note(self) -> str:
        """Path of its note; empty if it has none."""
        return self.autosave.path if self.autosave is not None else ""

    @property
    def key(self) -> str:
        """Key with which the chat is opened."""
        return self.autosave.key if self.autosave is not None else self.conversation.id

    @property
    def private(self) -> bool:
        """Whether it is private: nothing of it is stored on this computer."""
        return self.conversation.private

    @property
    def kept(self) -> bool:
        """Whether all of it can be read again after it is closed."""
        autosave = self.autosave
        return autosave is not None and not autosave.problem and (autosave.stored or bool(autosave.path))

    @property
    def running(self) -> bool:
        """Whether an answer is in progress."""
        return self._task is not None

    @property
    def streaming(self) -> bool:
        """Whether text may still arrive; a run takes a moment to end after its last event."""
        return self.running and not (self.exchanges and self.exchanges[-1].over)

    @property
    def tokens(self) -> int:
        """Tokens used by the conversation so far."""
        return sum(exchange.tokens for exchange in self.exchanges)

    @property
    def cost(self) -> float | None:
        """Cost in US dollars of the answers with a known price; None if there are none."""
        known = [exchange.cost for exchange in self.exchanges if exchange.cost is not None]
        return sum(known) if known else None

    def change(
        self, *, title: str | None = None, pinned: bool | None = None, choices: ChatChoices | None = None
    ) -> None:
        """Apply the user's changes to the conversation and save it."""
        conversation = self.conversation
        conversation.title = conversation.title if title is None else title
        conversation.pinned = conversation.pinned if pinned is None else pinned
        conversation.choices = choices or conversation.choices
        self._touch()
        self.changed.emit()

    def ask(self, question: Question | str) -> None:
        """Ask *question* now, or queue it while an answer runs."""
        question = Question.of(question)
        if self.running:
            # After Stop the run takes a moment to end; a question asked meanwhile is next, before the queue.
            self._waiting.insert(0 if self._stopping else len(self._waiting), _WaitingQuestion(question))
            self._stopping = False
            self._keep_waiting()
            return
        exchange = Exchange(question, self._registry)
        self.exchanges.append(exchange)
        self._stopping = self._stop_early = False
        self._task = bridge.start(self._answer(exchange), owner=self)
        self.exchange_added.emit(exchange)
        self.running_changed.emit(True)

    def enqueue(self, question: Question | str) -> None:
        """Append *question* to the queue."""
        self._waiting.append(_WaitingQuestion(Question.of(question)))
        self._keep_waiting()

    def stop(self) -> None:
        """Stop the running answer. Received text is kept, and queued questions wait for the user."""
        if self._run is not None:
            self._run.cancel()
        else:
            # A task that is cancelled before its first step never reports its end: it stops itself, see _answer.
            self._stop_early = self.running
        self._stopping = True

    def ask_again(self, exchange: Exchange, other: Question | str | None = None) -> None:
        """Ask the question of *exchange* again, or *other* instead; it and all later exchanges are set aside."""
        if self.running:
            # Its last event has arrived, but its run takes a moment to close.
            self._next = None if self.streaming else partial(self.ask_again, exchange, other)
            return
        self.drop(exchange)
        self.ask(exchange.asked_question if other is None else other)

    def show_form(self, exchange: Exchange, by: int) -> None:
        """Show the next (1) or previous (-1) version of the question of *exchange*."""
        place = exchange.forms.index(exchange.message_id) + by if exchange.message_id in exchange.forms else -1
        if self.running or not 0 <= place < len(exchange.forms):
            return
        self.conversation.show_alternative(exchange.forms[place])
        self._reload()
        self._touch()
        self.changed.emit()

    def drop(self, exchange: Exchange) -> None:
        """Set *exchange* and all later ones aside; answered ones can be shown again (`show_form`)."""
        place = self.exchanges.index(exchange)
        for dropped in self.exchanges[place:]:
            if dropped.message_id:
                self.conversation.ask_again_from(dropped.message_id)
                break
        del self.exchanges[place:]
        self._known = self.conversation.messages
        self._touch()
        self.exchanges_dropped.emit()

    def remove_queued(self, place: int) -> Question:
        """Remove the queued question at *place* and return it."""
        question = self._waiting.pop(place).question
        self._keep_waiting()
        return question

    def send_now(self, place: int) -> None:
        """Ask a queued question next and stop a running answer."""
        question = self.remove_queued(place)
        if self.running:
            self.stop()
        self.ask(question)

    def _autosave_changed(self) -> None:
        """Update to the state of the note and to changes other programs made to it."""
        self.lost = bool(self._note or self.lost) and not self.note
        self._note = self.note
        if not self.running:
            self._reload()
        self.changed.emit()

    def _reload(self, *, answered: bool = False) -> None:
        """Show messages changed by others; if *answered*, the latest ones are already shown."""
        messages = self.conversation.messages
        if messages[: len(self._known)] != self._known or (not answered and len(messages) != len(self._known)):
            self.exchanges[:] = updated_exchanges(self.exchanges, self._known, messages, self._registry)
            self._mark_forms()
            self.reloaded.emit()
        self._known = messages

    def _mark_forms(self) -> None:
        """Set on the exchanges the versions of their questions."""
        forks = self.conversation.forks()
        for exchange in self.exchanges:
            exchange.forms = forks.get(exchange.message_id, ()) if forks else ()

    def _touch(self) -> None:
        if self.autosave is not None:
            self.autosave.save_soon()

    async def _answer(self, exchange: Exchange) -> None:
        answering.set(self)
        try:
            if not self._stop_early:
                await self._follow(exchange)
        except VaultDeskError as error:
            exchange.fail(error)
        except Exception:  # Unexpected error: shown in place of the answer and logged.
            exchange.fail(VaultDeskError(self.tr("VaultDesk made a mistake"), hint=self.tr("The log tells more.")))
            raise
        finally:
            self._run = self._task = None
            exchange.close()
            if shiboken6.isValid(self):
                self.exchange_changed.emit(exchange)
                self._reload(answered=True)
                self.running_changed.emit(False)
        self._go_on(exchange)

    async def _follow(self, exchange: Exchange) -> None:
        agent = await self._make_agent(self)
        exchange.agent = agent.name
        async with agent.run(self.conversation, exchange.asked_question) as run:
            self._run = run
            if self._stop_early:
                run.cancel()
            async for event in run:
                if self.autosave is not None:
                    self.autosave.handle_event(event)
                    if isinstance(event, RunStarted | MessageAdded):
                        await self.autosave.commit()  # An answer shown as complete is on disk.
                exchange.apply(event)
                if isinstance(event, RunStarted):
                    self._mark_forms()
                self.exchange_changed.emit(exchange)

    def _go_on(self, exchange: Exchange) -> None:
        wanted, self._next = self._next, None
        if wanted is not None:
            wanted()
        elif not self._stopping and exchange.error is None:
            place = next((place for place, one in enumerate(self._waiting) if one.goes_by_itself), None)
            if place is not None:
                self.ask(self.remove_queued(place))

    def _keep_waiting(self) -> None:
        """Store the waiting questions with the conversation, and emit that they changed."""
        self.conversation.waiting = tuple(one.as_kept() for one in self._waiting)
        self._touch()
        self.queue_changed.emit()

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
"""An empty composer."""

AgentMaker = Callable[["ConversationController"], Awaitable[Agent]]
"""Puts together who is asked in a conversation, by its choices and the settings. Raises `VaultDeskError`."""

answering: ContextVar["ConversationController | None"] = ContextVar("answering", default=None)
"""Whose answer the running code works on. An approver is not told: a request knows no conversations."""


def show_waiting(waits: bool) -> None:
    """Let the conversation whose answer runs show that it waits for the person, or does so no more."""
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
    """Whether it is sent automatically; one of an earlier session is sent by the user only."""

    @classmethod
    def kept(cls, waiting: WaitingQuestion) -> "_WaitingQuestion":
        return cls(Question.from_message(waiting.message, plan_first=waiting.plan_first), goes_by_itself=False)

    def as_kept(self) -> WaitingQuestion:
        return WaitingQuestion(self.question.message(), self.question.plan_first)


class ConversationController(QObject):
    """Asks, follows and stops; views listen and draw."""

    exchange_added = Signal(object)
    exchange_changed = Signal(object)
    exchanges_dropped = Signal()
    """Exchanges were taken from the end: a question is asked again."""
    running_changed = Signal(bool)
    queue_changed = Signal()
    reloaded = Signal()
    """Somebody else wrote into its note: the exchanges are others."""
    changed = Signal()
    """Its title, its pin, its choices, its note, or how well that can be saved are others."""

    def __init__(
        self,
        make_agent: AgentMaker,
        registry: ToolRegistry | None = None,
        parent: QObject | None = None,
        *,
        conversation: Conversation | None = None,
        autosave: Callable[[Conversation], ConversationAutosave] | None = None,
    ) -> None:
        """*registry* is that of the tools the agents may use; without it steps are told by the tools' own names.

        *conversation* is gone on with, else it is a new one; *autosave* tells who keeps it, else nobody does.
        """
        super().__init__(parent)
        self._make_agent = make_agent
        self._registry = registry
        self.autosave: ConversationAutosave | None = None
        self._note = ""
        self.lost = False
        """True where its note was deleted by somebody else."""
        self.conversation = conversation or Conversation()
        self.exchanges = saved_exchanges(self.conversation.messages, registry)
        self._mark_forms()
        self._known = self.conversation.messages
        """The messages as the exchanges tell them, but for those of the running answer."""
        if autosave is not None:
            self.autosave = autosave(self.conversation)
            self._note = self.autosave.path
            bridge.follow(self.autosave.changes, lambda _: self._autosave_changed(), owner=self)
        self._waiting = [_WaitingQuestion.kept(one) for one in self.conversation.waiting]
        self.draft = EMPTY_QUESTION
        """What is typed here and not sent."""
        self.place: ReaderPosition | None = None
        """Where the reader left it; None at the end."""
        self.approver: Approver | None = None
        """Who is asked before its tools run; None where whoever shows the chats is."""
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
        """What the conversation is called, by its first question where it has no name; empty before that."""
        if self.conversation.title or not self.exchanges:
            return self.conversation.title
        return conversation_title((self.exchanges[0].asked_question.message(),))

    @property
    def note(self) -> str:
        """The path of its note; empty where it has none."""
        return self.autosave.path if self.autosave is not None else ""

    @property
    def key(self) -> str:
        """What the chat is opened by."""
        return self.autosave.key if self.autosave is not None else self.conversation.id

    @property
    def private(self) -> bool:
        """Whether nothing of it is kept on this computer."""
        return self.conversation.private

    @property
    def kept(self) -> bool:
        """Whether all of it can be read again once it is closed."""
        autosave = self.autosave
        return autosave is not None and not autosave.problem and (autosave.stored or bool(autosave.path))

    @property
    def running(self) -> bool:
        """Whether an answer is on its way."""
        return self._task is not None

    @property
    def streaming(self) -> bool:
        """Whether words of an answer still come; a run needs a moment after its last one."""
        return self.running and not (self.exchanges and self.exchanges[-1].over)

    @property
    def tokens(self) -> int:
        """What the conversation has cost so far."""
        return sum(exchange.tokens for exchange in self.exchanges)

    @property
    def cost(self) -> float | None:
        """The same in US dollars, of the answers whose price is known; None where none is."""
        known = [exchange.cost for exchange in self.exchanges if exchange.cost is not None]
        return sum(known) if known else None

    def change(
        self, *, title: str | None = None, pinned: bool | None = None, choices: ChatChoices | None = None
    ) -> None:
        """Take over what the person changed about the conversation, and have it kept."""
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
            # After Stop the run needs a moment to end; what is asked in it comes next, not behind the queue.
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
        """Let *question* wait for its turn."""
        self._waiting.append(_WaitingQuestion(Question.of(question)))
        self._keep_waiting()

    def stop(self) -> None:
        """Stop the running answer; what it said so far stays, and what is queued waits for the person."""
        if self._run is not None:
            self._run.cancel()
        else:
            # A task that is cancelled before its first step never says that it ended: it stops itself, see _answer.
            self._stop_early = self.running
        self._stopping = True

    def ask_again(self, exchange: Exchange, other: Question | str | None = None) -> None:
        """Ask *exchange*'s question once more, or *other* in its place; it and all after it are put aside."""
        if self.running:
            # Its last word is out, but its run needs a moment to close.
            self._next = None if self.streaming else partial(self.ask_again, exchange, other)
            return
        self.drop(exchange)
        self.ask(exchange.asked_question if other is None else other)

    def show_form(self, exchange: Exchange, by: int) -> None:
        """Show the form of *exchange*'s question that was asked after this one (1) or before it (-1)."""
        place = exchange.forms.index(exchange.message_id) + by if exchange.message_id in exchange.forms else -1
        if self.running or not 0 <= place < len(exchange.forms):
            return
        self.conversation.show_alternative(exchange.forms[place])
        self._reload()
        self._touch()
        self.changed.emit()

    def drop(self, exchange: Exchange) -> None:
        """Put *exchange* and all after it aside; what had an answer can be shown again (`show_form`)."""
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
        """Take the message at *place* out of the queue and return it."""
        question = self._waiting.pop(place).question
        self._keep_waiting()
        return question

    def send_now(self, place: int) -> None:
        """Ask a queued message next, ending the running answer where there is one."""
        question = self.remove_queued(place)
        if self.running:
            self.stop()
        self.ask(question)

    def _autosave_changed(self) -> None:
        """Take over what became of the note, and what somebody else wrote into it."""
        self.lost = bool(self._note or self.lost) and not self.note
        self._note = self.note
        if not self.running:
            self._reload()
        self.changed.emit()

    def _reload(self, *, answered: bool = False) -> None:
        """Show what others made of the messages; those *answered* just now are shown already."""
        messages = self.conversation.messages
        if messages[: len(self._known)] != self._known or (not answered and len(messages) != len(self._known)):
            self.exchanges[:] = updated_exchanges(self.exchanges, self._known, messages, self._registry)
            self._mark_forms()
            self.reloaded.emit()
        self._known = messages

    def _mark_forms(self) -> None:
        """Let the exchanges know in which forms their questions were asked."""
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
        except Exception:  # a bug of ours: told where the answer should be, then to the log like any other
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
                        await self.autosave.commit()  # What is shown as whole is not lost any more.
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

"""Talk: one conversation of this session with its draft, its queue and its running answer. Draws nothing.

One answer runs at a time. What is asked meanwhile waits in the queue; stopping or failing holds the queue back until
the person sends from it, so that nothing goes out that they did not just wish for.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import partial

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import Run
from vaultdesk.chat.conversation import Conversation
from vaultdesk.errors import VaultDeskError
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.exchange import Exchange

TITLE_LENGTH = 60
"""Characters of the first question that name a conversation; the head row elides what does not fit."""

NOTHING = Question("")
"""An empty composer."""

AgentMaker = Callable[["Talk"], Awaitable[Agent]]
"""Puts together who is asked in a talk, by its choices and the settings. Raises `VaultDeskError`."""

answering: ContextVar["Talk | None"] = ContextVar("answering", default=None)
"""Whose answer the running code works on. An approver is not told: a request knows no conversations."""


class Talk(QObject):
    """Asks, follows and stops; views listen and draw."""

    exchange_added = Signal(object)
    exchange_changed = Signal(object)
    exchanges_dropped = Signal()
    """Exchanges were taken from the end: a question is asked again."""
    running_changed = Signal(bool)
    queue_changed = Signal()

    def __init__(
        self, make_agent: AgentMaker, registry: ToolRegistry | None = None, parent: QObject | None = None
    ) -> None:
        """*registry* is that of the tools the agents may use; without it steps are told by the tools' own names."""
        super().__init__(parent)
        self.conversation = Conversation()
        self.exchanges: list[Exchange] = []
        self.queue: list[Question] = []
        self.draft = NOTHING
        """What is typed here and not sent."""
        self.model: str | None = None
        """The model chosen for this conversation; None follows its agent, then the settings."""
        self.agent: str | None = None
        """The agent chosen for this conversation, empty for the plain assistant; None follows the settings."""
        self.held: Question | None = None
        """A question that waits for the person to say whether tools may be used."""
        self.without_notes = False
        """True where the person chose an answer without notes; the offer is not made again here."""
        self._make_agent = make_agent
        self._registry = registry
        self._run: Run | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._stop_early = False
        self._next: Callable[[], None] | None = None

    @property
    def title(self) -> str:
        """What the conversation is called; empty before the first question."""
        return self.conversation.title

    @property
    def running(self) -> bool:
        """Whether an answer is on its way."""
        return self._task is not None

    @property
    def tokens(self) -> int:
        """What the conversation has cost so far."""
        return sum(exchange.tokens for exchange in self.exchanges)

    @property
    def cost(self) -> float | None:
        """The same in US dollars, of the answers whose price is known; None where none is."""
        known = [exchange.cost for exchange in self.exchanges if exchange.cost is not None]
        return sum(known) if known else None

    def ask(self, question: Question | str) -> None:
        """Ask *question* now, or queue it while an answer runs."""
        question = Question.of(question)
        if self.running:
            # After Stop the run needs a moment to end; what is asked in it comes next, not behind the queue.
            self.queue.insert(0 if self._stopping else len(self.queue), question)
            self._stopping = False
            self.queue_changed.emit()
            return
        if not self.conversation.title:
            words = " ".join(question.text.split())
            self.conversation.title = words if len(words) <= TITLE_LENGTH else words[: TITLE_LENGTH - 1] + "…"
        exchange = Exchange(question, self._registry)
        self.exchanges.append(exchange)
        self._stopping = self._stop_early = False
        self._task = bridge.start(self._answer(exchange), owner=self)
        self.exchange_added.emit(exchange)
        self.running_changed.emit(True)

    def enqueue(self, question: Question | str) -> None:
        """Let *question* wait for its turn."""
        self.queue.append(Question.of(question))
        self.queue_changed.emit()

    def stop(self) -> None:
        """Stop the running answer; what it said so far stays, and what is queued waits for the person."""
        if self._run is not None:
            self._run.cancel()
        else:
            # A task that is cancelled before its first step never says that it ended: it stops itself, see _answer.
            self._stop_early = self.running
        self._stopping = True

    def ask_again(self, exchange: Exchange, other: Question | str | None = None) -> None:
        """Ask *exchange*'s question once more, or *other* in its place; it and all after it are dropped."""
        if self.running:
            # Its last word is out, but its run needs a moment to close.
            self._next = partial(self.ask_again, exchange, other) if exchange.over else None
            return
        self.drop(exchange)
        self.ask(exchange.asked if other is None else other)

    def drop(self, exchange: Exchange) -> None:
        """Forget *exchange* and all after it."""
        place = self.exchanges.index(exchange)
        for dropped in self.exchanges[place:]:
            if dropped.message_id:
                self.conversation.drop_after(dropped.message_id)
                break
        del self.exchanges[place:]
        self.exchanges_dropped.emit()

    def take_queued(self, place: int) -> Question:
        """Take the message at *place* out of the queue and return it."""
        question = self.queue.pop(place)
        self.queue_changed.emit()
        return question

    def send_now(self, place: int) -> None:
        """Ask a queued message next, ending the running answer where there is one."""
        question = self.take_queued(place)
        if self.running:
            self.stop()
        self.ask(question)

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
                self.running_changed.emit(False)
        self._go_on(exchange)

    async def _follow(self, exchange: Exchange) -> None:
        agent = await self._make_agent(self)
        exchange.agent = agent.name
        async with agent.run(self.conversation, exchange.asked) as run:
            self._run = run
            if self._stop_early:
                run.cancel()
            async for event in run:
                exchange.apply(event)
                self.exchange_changed.emit(exchange)

    def _go_on(self, exchange: Exchange) -> None:
        wanted, self._next = self._next, None
        if wanted is not None:
            wanted()
        elif self.queue and not self._stopping and exchange.error is None:
            self.ask(self.take_queued(0))

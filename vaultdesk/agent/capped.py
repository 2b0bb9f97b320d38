"""Capped: a provider within the person's caps: what a request may use is told and reserved first, what it used is kept.

It stands outside everything else, the gate too: a request that would pass a cap asks nobody and sends nothing.
"""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace

from vaultdesk.agent.caps import Notice, Spender
from vaultdesk.agent.estimate import Estimate, estimate, tokens_of
from vaultdesk.agent.spending import Spending
from vaultdesk.agent.spending_book import NOTHING_USED, Used
from vaultdesk.providers.model_events import (
    CallReady,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.provider import ModelRequest, Price, Provider
from vaultdesk.providers.wrappers import ProviderWrapper


class Capped(ProviderWrapper):
    """Wraps *provider* for one agent; *price* tells what its model costs now, or None."""

    def __init__(
        self,
        provider: Provider,
        spending: Spending,
        price: Callable[[], Price | None] = lambda: None,
        agent: str = "",
        model: str = "",
    ) -> None:
        """*agent* is empty for the plain assistant; *model* is `provider/name`, for sentences."""
        super().__init__(provider)
        self._spending = spending
        self._price = price
        self._agent = agent
        self._model = model
        self._told: set[tuple[str, str]] = set()

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask within the caps. Raises `SpendingStopped` before anything is sent, and what the provider raises."""
        free = self.destination.local
        spender = Spender(request.conversation_id, self._agent, self._price(), free, self._model)
        wanted = estimate(request)
        told = await self._spending.before(wanted, spender)
        using = _Using(wanted)
        try:
            for notice in self._new(request, told.notices):
                yield Noticed(notice)
            capped = replace(request, max_output_tokens=told.output_tokens)
            async with aclosing(self._provider.stream(capped)) as events:
                async for event in events:
                    using.take(event)
                    yield event
        finally:
            await self._spending.settle(told.reserved, using.used(spender))

    def _new(self, request: ModelRequest, notices: Sequence[Notice]) -> list[str]:
        """Return what is to be told: all of it before a question, nothing twice while its tools go back and forth."""
        chat = request.conversation_id
        if request.messages and request.messages[-1].role == "user":
            self._told = {told for told in self._told if told[0] != chat}
        new = [notice.text for notice in notices if (chat, notice.about) not in self._told]
        self._told.update((chat, notice.about) for notice in notices)
        return new


class _Using:
    """What one request uses up, as far as it is known."""

    def __init__(self, wanted: Estimate) -> None:
        self._wanted = wanted
        self._reported: UsageReported | None = None
        self._written = 0
        self._ended = False
        self._begun = False

    def take(self, event: ModelEvent) -> None:
        """Take in one event."""
        match event:
            case UsageReported():
                self._reported, self._begun = event, True
            case TextArrived(text) | ReasoningArrived(text):
                self._written += tokens_of(text)
                self._begun = True
            case CallReady(call):
                self._written += tokens_of(call.arguments_json)
                self._begun = True
            case TurnEnded():
                self._ended = self._begun = True
            case _:
                pass  # For display: the call itself is counted when it is whole.

    def used(self, spender: Spender) -> Used:
        """Return what is to be kept: what was reported, the estimate where nothing was; nothing where none answered."""
        if not self._begun:
            return NOTHING_USED
        usage = self._reported
        if usage is None:
            return replace(self._wanted, answer_tokens=self._written, thought_tokens=0).used(
                spender.price, free=spender.free
            )
        # A turn that was broken off has reported its beginning only.
        output = usage.output_tokens if self._ended else max(usage.output_tokens, self._written)
        counted = Estimate(usage.input_tokens, output).used(spender.price, free=spender.free)
        if usage.cost is not None and self._ended and not spender.free:
            return Used(tokens=counted.tokens, dollars=usage.cost)
        return counted

"""Priced: a provider that tells what an answer cost, where it does not say so itself and the model's price is known."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from vaultdesk.providers.events import ModelEvent, UsageReported
from vaultdesk.providers.provider import ModelRequest, Price, Provider
from vaultdesk.providers.wrapper import Wrapper


def cost_of(usage: UsageReported, price: Price) -> float:
    """Return the US dollars of *usage*: cached input at its own price where there is one."""
    cached = min(usage.cached_tokens, usage.input_tokens)
    cached_price = price.input if price.cached is None else price.cached
    fresh = usage.input_tokens - cached
    return (fresh * price.input + cached * cached_price + usage.output_tokens * price.output) / 1_000_000


class Priced(Wrapper):
    """Wraps *provider*; *price* tells what its model costs, or None."""

    def __init__(self, provider: Provider, price: Callable[[], Price | None]) -> None:
        super().__init__(provider)
        self._price = price

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask, and put the cost to the usage. Raises `ProviderError`."""
        async with aclosing(self._provider.stream(request)) as events:
            async for event in events:
                if isinstance(event, UsageReported) and event.cost is None and (price := self._price()) is not None:
                    event = replace(event, cost=cost_of(event, price))
                yield event

"""Retrying: a provider that asks again where that may help. Only before the first event: nothing is ever said twice."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.providers.events import ModelEvent, Noticed
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.providers.wrapper import Wrapper

DELAYS = (1.0, 3.0)
"""Seconds before the second and the third try: a busy server recovers in about that time, a person still waits."""

LONGEST_WAIT = 30.0
"""Seconds a server may ask us to wait; for a longer time the person should decide (PROTOCOLS 5.5.26)."""


class Retrying(Wrapper):
    """Wraps *provider*; the same to whoever asks it."""

    def __init__(
        self,
        provider: Provider,
        *,
        delays: tuple[float, ...] = DELAYS,
        longest_wait: float = LONGEST_WAIT,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(provider)
        self._delays = delays
        self._longest_wait = longest_wait
        self._wait = wait

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask, and ask again while the provider cannot be reached and has said nothing. Raises `ProviderError`."""
        for tried, usual_delay in enumerate([*self._delays, None], start=1):
            begun = False
            try:
                async with aclosing(self._provider.stream(request)) as events:
                    async for event in events:
                        # A notice (a model is being loaded) is no word of the answer.
                        begun = begun or not isinstance(event, Noticed)
                        yield event
                return
            except ProviderUnreachable as error:
                delay = usual_delay if error.retry_after is None else error.retry_after
                if begun or usual_delay is None or delay is None or delay > self._longest_wait:
                    raise
                notice = f"{error.title}. Asking again in {max(1, round(delay))} s ({tried} of {len(self._delays)})."
            yield Noticed(notice)
            await self._wait(delay)

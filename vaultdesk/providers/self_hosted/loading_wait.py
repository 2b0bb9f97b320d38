"""Waits for a server that is still loading the model, instead of reporting an error."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.model_events import ModelEvent, Noticed, is_part_of_answer
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.providers.wrappers import ProviderWrapper

LOADING_LIMIT = 300.0
"""Maximum seconds to wait. A large model on a slow disk loads for minutes; after a longer time it has likely failed."""

LOADING_INTERVAL = 2.0
"""Seconds between two tries. A refusal while loading is cheap."""

MODEL_LOADING = "model_loading"
"""The `reason` of the error while a server is loading the model (error_causes.py)."""


class LoadingWait(ProviderWrapper):
    """Wraps *provider*; repeats a request until the model is loaded, at most for *limit* seconds."""

    def __init__(
        self,
        provider: Provider,
        *,
        limit: float = LOADING_LIMIT,
        interval: float = LOADING_INTERVAL,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(provider)
        self._limit = limit
        self._interval = interval
        self._wait = wait
        self._clock = clock

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer; repeat the request while the server reports that it is loading. Raises `ProviderError`."""
        began = self._clock()
        notified = False
        while True:
            begun = False
            try:
                async with aclosing(self._provider.stream(request)) as events:
                    async for event in events:
                        begun = begun or is_part_of_answer(event)
                        yield event
                return
            except ProviderUnreachable as error:
                loading = error.facts.get("reason") == MODEL_LOADING
                delay = max(self._interval, min(error.retry_after or 0.0, self._limit))
                if begun or not loading or self._clock() - began + delay > self._limit:
                    raise
            if not notified:
                notified = True
                yield Noticed(
                    Phrase(
                        "{0} is loading the model. The question is sent as soon as it is ready.", self.destination.name
                    )
                )
            await self._wait(delay)

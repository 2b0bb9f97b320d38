"""Unstreamed: a provider whose answers are asked for whole, where the person set it so: some servers cannot stream."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from vaultdesk.providers.events import ModelEvent
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.providers.wrapper import Wrapper


class Unstreamed(Wrapper):
    """Wraps a provider; the events are the same, only later."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask for the whole answer at once. Raises `ProviderError`."""
        async with aclosing(self._provider.stream(replace(request, streamed=False))) as events:
            async for event in events:
                yield event

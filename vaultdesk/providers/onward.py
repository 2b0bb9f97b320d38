"""Onward: a provider on this computer that may hand its questions on to another. Then they leave, and pass the gate.

Ollama does so for the models of its cloud: the address is this computer's, the model is not.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Protocol, runtime_checkable

from vaultdesk.core.destination import Destination
from vaultdesk.providers.events import ModelEvent
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.providers.wrapper import Wrapper


@runtime_checkable
class HandsOn(Protocol):
    """A provider that knows whether it answers by itself."""

    async def elsewhere(self, model: str) -> str:
        """Return the host it hands questions to *model* on to; empty where it answers them itself. Raises nothing."""
        ...


class Onward(Wrapper):
    """Wraps *provider*, whose bare one is *asked* where a model is; the same to whoever asks it."""

    def __init__(
        self, provider: Provider, asked: HandsOn, elsewhere: str, gate: Callable[[Provider], Provider]
    ) -> None:
        """*elsewhere* is what was known before of where the model is; *gate* wraps what is asked."""
        self._inside = _Inside(provider, elsewhere)
        super().__init__(self._inside)
        self._asked = asked
        self._gated = gate(self._inside)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask, through the gate, which is told where the model is. Raises `ProviderError`."""
        self._inside.elsewhere = await self._asked.elsewhere(request.model)
        async with aclosing(self._gated.stream(request)) as events:
            async for event in events:
                yield event


class _Inside(Wrapper):
    """What the gate stands before: the provider, with the place its questions end up at."""

    def __init__(self, provider: Provider, elsewhere: str) -> None:
        super().__init__(provider)
        self.elsewhere = elsewhere

    @property
    def destination(self) -> Destination:
        own = super().destination
        return Destination(own.name, self.elsewhere, local=False) if self.elsewhere else own

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        return self._provider.stream(request)

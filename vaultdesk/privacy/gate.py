"""Gate: the one point all outgoing note text passes. Writes down what a request carries, then lets it go."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from vaultdesk.destination import Destination
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.providers.events import ModelEvent
from vaultdesk.providers.provider import ModelInfo, ModelRequest, Provider


class DisclosureGate:
    """A provider that leaves this computer, with the ledger before its first byte. Wraps; looks like a provider."""

    def __init__(self, provider: Provider, ledger: Ledger) -> None:
        self._provider = provider
        self._ledger = ledger

    @property
    def destination(self) -> Destination:
        """Where requests go."""
        return self._provider.destination

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Write the ledger, then ask. Raises `LedgerFailed` and sends nothing where it cannot be written."""
        if request.sources:
            await self._ledger.record(self.destination, request.model, request.conversation_id, request.sources)
        async with aclosing(self._provider.stream(request)) as events:
            async for event in events:
                yield event

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch what models there are; carries no note text."""
        return await self._provider.models()

    async def aclose(self) -> None:
        """Close connections."""
        await self._provider.aclose()

"""Gate: the one point all outgoing note text passes. Writes down what a request carries, then lets it go."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from vaultdesk.privacy.ledger import Ledger
from vaultdesk.providers.events import ModelEvent
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.providers.wrapper import Wrapper


class DisclosureGate(Wrapper):
    """A provider that leaves this computer, with the ledger before its first byte. Wraps; looks like a provider."""

    def __init__(self, provider: Provider, ledger: Ledger) -> None:
        super().__init__(provider)
        self._ledger = ledger

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Write the ledger, then ask. Raises `LedgerFailed` and sends nothing where it cannot be written."""
        if request.sources:
            await self._ledger.record(self.destination, request.model, request.conversation_id, request.sources)
        async with aclosing(self._provider.stream(request)) as events:
            async for event in events:
                yield event

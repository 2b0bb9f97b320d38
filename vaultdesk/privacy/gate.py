"""Gate: the one point all outgoing note text passes. Wraps a provider; what may pass is decided in clearance.py."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from vaultdesk.privacy.clearance import Clearance
from vaultdesk.privacy.dealings import Hearing
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import Piece, Sending
from vaultdesk.privacy.outgoing import question_of
from vaultdesk.privacy.review import DisclosureRequest
from vaultdesk.providers.model_events import ModelEvent, Noticed
from vaultdesk.providers.provider import ModelRequest, Price, Provider
from vaultdesk.providers.wrappers import ProviderWrapper


def _unknown_price() -> Price | None:
    return None


class DisclosureGate(ProviderWrapper):
    """A provider with rules, person and ledger before its first byte. Looks like a provider.

    Where there is no vault, as for other programs that use the endpoint, there are no rules: what they send is theirs.
    """

    def __init__(
        self,
        provider: Provider,
        ledger: Ledger,
        clearance: Clearance | None = None,
        price: Callable[[], Price | None] = _unknown_price,
    ) -> None:
        super().__init__(provider)
        self._ledger = ledger
        self._clearance = clearance
        self._price = price

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Hold the request against the rules, write the ledger, then ask with what may go.

        Raises `NotSent` where the person says no, `LedgerFailed` where it cannot be written down; nothing is sent then.
        """
        if self._clearance is None:
            await self._write(request)
            async with aclosing(self._provider.stream(request)) as events:
                async for event in events:
                    yield event
            return
        destination = self.destination
        cleared = await self._clearance.clear(request, destination, self._price())
        for notice in cleared.notices:
            yield Noticed(notice)
        dealings = self._clearance.dealings.of(request.conversation_id)
        hearing = Hearing(dealings.host(destination.host))
        try:
            async with aclosing(self._provider.stream(cleared.request)) as events:
                async for event in events:
                    hearing.take(event)
                    yield event
        finally:
            hearing.end()

    async def preview(self, request: ModelRequest) -> DisclosureRequest:
        """Return what *request* would send, without asking, sending or writing anything. Raises `LedgerFailed`."""
        if self._clearance is None:
            return DisclosureRequest(self.destination, request.model, request.conversation_id, question_of(request))
        return await self._clearance.preview(request, self.destination, self._price())

    async def _write(self, request: ModelRequest) -> None:
        sending = Sending(self.destination, request.model, request.conversation_id, question_of(request))
        await self._ledger.write(sending, [Piece(source, decision=source.allowed) for source in request.sources])

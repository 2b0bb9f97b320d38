"""Scripted provider: plays prepared turns instead of querying a model."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from vaultdesk.core.errors import ProviderBroken, VaultDeskError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.provider import ModelEvent, ModelInfo, ModelRequest


class HangStep:
    """A step of a turn that waits until the turn is cancelled, or until `release` is called."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        """Set once the turn waits here."""
        self.cancelled = False
        """True once the turn was cancelled here."""
        self._released = asyncio.Event()

    def release(self) -> None:
        """Continue the turn."""
        self._released.set()

    async def wait(self) -> None:
        """Wait until released or cancelled."""
        self.reached.set()
        try:
            await self._released.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise


SCRIPTED = Destination("Scripted provider", "", local=True)
"""Default destination of a script."""

ScriptStep = ModelEvent | VaultDeskError | HangStep
"""One step of a turn: an event to send, an error to raise, a point to wait at."""

ScriptedTurn = Sequence[ScriptStep] | VaultDeskError
"""One answer; a bare error is raised before any event."""


class ScriptedProvider:
    """Plays one turn for each request, in order, and records the requests."""

    def __init__(
        self,
        turns: Sequence[ScriptedTurn],
        *,
        destination: Destination = SCRIPTED,
        models: Sequence[ModelInfo] = (ModelInfo("scripted"),),
    ) -> None:
        self.requests: list[ModelRequest] = []
        """All requests, oldest first."""
        self.closed = False
        self._turns = list(turns)
        self._destination = destination
        self._models = tuple(models)

    @property
    def destination(self) -> Destination:
        """The reported destination."""
        return self._destination

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Play the next turn. Raises the errors in the turn, and `ProviderBroken` if none is left."""
        self.requests.append(request)
        if len(self.requests) > len(self._turns):
            raise ProviderBroken(
                Phrase("The script has {0} turns and was asked for one more", len(self._turns)), kind="protocol"
            )
        turn = self._turns[len(self.requests) - 1]
        for step in [turn] if isinstance(turn, VaultDeskError) else turn:
            if isinstance(step, VaultDeskError):
                raise step
            if isinstance(step, HangStep):
                await step.wait()
            else:
                # Let other tasks run between two events, as with a network.
                await asyncio.sleep(0)
                yield step

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return the models given to the constructor."""
        return self._models

    async def aclose(self) -> None:
        """Record that it was closed."""
        self.closed = True

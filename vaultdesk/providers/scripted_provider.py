"""Provider that plays prepared turns, for tests and demonstrations."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import ProviderBroken, VaultDeskError
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.model_events import ModelEvent
from vaultdesk.providers.provider import ModelInfo, ModelRequest


class HangStep:
    """A step of a turn that waits until the turn is cancelled, or until `release` is called."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        """Set once the turn hangs here."""
        self.cancelled = False
        """True once the turn was cancelled here."""
        self._released = asyncio.Event()

    def release(self) -> None:
        """Let the turn go on."""
        self._released.set()

    async def wait(self) -> None:
        """Hang."""
        self.reached.set()
        try:
            await self._released.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise


SCRIPTED = Destination("Scripted provider", "", local=True)
"""Where a script says that it is, unless a test says otherwise."""

ScriptStep = ModelEvent | VaultDeskError | HangStep
"""What a turn is made of: an event to send, an error to raise, a place to hang at."""

ScriptedTurn = Sequence[ScriptStep] | VaultDeskError
"""One answer; a bare error is raised before anything is said."""


class ScriptedProvider:
    """Plays one turn a request, in order, and remembers what it was asked."""

    def __init__(
        self,
        turns: Sequence[ScriptedTurn],
        *,
        destination: Destination = SCRIPTED,
        models: Sequence[ModelInfo] = (ModelInfo("scripted"),),
    ) -> None:
        self.requests: list[ModelRequest] = []
        """Every request so far, oldest first."""
        self.closed = False
        self._turns = list(turns)
        self._destination = destination
        self._models = tuple(models)

    @property
    def destination(self) -> Destination:
        """Where it says that requests go."""
        return self._destination

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Play the next turn. Raises what the turn says, and `ProviderBroken` where none is left."""
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
                # Let others run between two events, as a network does.
                await asyncio.sleep(0)
                yield step

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return the models it was made with."""
        return self._models

    async def aclose(self) -> None:
        """Remember that it was closed."""
        self.closed = True

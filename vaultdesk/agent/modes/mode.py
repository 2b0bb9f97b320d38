"""Mode: one way of asking, as a strategy over what `Answering` can do. Only the shape, and how people read of it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from vaultdesk.agent.answering import Answering
from vaultdesk.agent.request import USUAL, Asked, Manner
from vaultdesk.core.settings.settings_schema import ModeName

TOOLS_OFF = "Tools are switched off for this vault."
"""What a model reads for a call where the person let none run."""


@dataclass(frozen=True, slots=True)
class ModeWords:
    """One way of asking, for menus."""

    name: ModeName
    title: str
    sentence: str
    """What happens, in one sentence."""


class Mode(ABC):
    """Leads runs; holds nothing of them."""

    name: ClassVar[str]
    """What its answers are marked with."""

    async def entered(self, asked: Asked) -> Asked:
        """Return *asked* as this way narrows it. Raises `VaultDeskError` where it cannot be gone."""
        return asked

    def opening(self, asked: Asked) -> Manner:
        """Return how its first request to a model is made: what would be sent can be looked at before."""
        return USUAL

    @abstractmethod
    async def answer(self, run: Answering) -> str:
        """Lead *run* to its end and say how it ended. Raises `VaultDeskError`."""

"""The interface of a mode, which leads a run to its answer, and its text for menus."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from vaultdesk.agent.request import DEFAULT_REQUEST_OPTIONS, RequestOptions, RunConfig
from vaultdesk.agent.run_loop import RunLoop
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import ModeName

TOOLS_OFF_RESULT = Phrase("Tools are switched off for this vault.")
"""What a model reads for a call where the person let none run."""


@dataclass(frozen=True, slots=True)
class ModeText:
    """One way of asking, for menus."""

    name: ModeName
    title: Phrase
    sentence: Phrase
    """What happens, in one sentence."""


class Mode(ABC):
    """Leads runs; holds nothing of them."""

    name: ClassVar[str]
    """What its answers are marked with."""

    async def narrowed_config(self, config: RunConfig) -> RunConfig:
        """Return *config* as this way narrows it. Raises `VaultDeskError` where it cannot be gone."""
        return config

    def first_request_options(self, config: RunConfig) -> RequestOptions:
        """Return how its first request to a model is made: what would be sent can be looked at before."""
        return DEFAULT_REQUEST_OPTIONS

    @abstractmethod
    async def answer(self, run: RunLoop) -> str:
        """Lead *run* to its end and say how it ended. Raises `VaultDeskError`."""

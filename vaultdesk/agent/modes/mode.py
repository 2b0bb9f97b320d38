"""The interface of a mode, which leads a run to its answer, and its text for menus."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from vaultdesk.agent.request import DEFAULT_REQUEST_OPTIONS, RequestOptions, RunConfig
from vaultdesk.agent.run_loop import RunLoop
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import ModeName

TOOLS_OFF_RESULT = Phrase("Tools are switched off for this vault.")
"""Text sent to a model for a call if the user switched tools off."""


@dataclass(frozen=True, slots=True)
class ModeText:
    """Text of one mode, for menus."""

    name: ModeName
    title: Phrase
    sentence: Phrase
    """Description in one sentence."""


class Mode(ABC):
    """Leads runs to their answers; keeps no state of them."""

    name: ClassVar[str]
    """The name recorded in its answers."""

    async def narrowed_config(self, config: RunConfig) -> RunConfig:
        """Return *config* limited as this mode requires. Raises `VaultDeskError` if the mode cannot be used."""
        return config

    def first_request_options(self, config: RunConfig) -> RequestOptions:
        """Return the options of its first request to a model, so that the request can be previewed."""
        return DEFAULT_REQUEST_OPTIONS

    @abstractmethod
    async def answer(self, run: RunLoop) -> str:
        """Lead *run* to its end and return how it ended. Raises `VaultDeskError`."""

"""Chat vault: what the chat needs of an open vault, as a shape. The workspace has it; so has a small one in a test."""

from collections.abc import Sequence
from typing import Protocol

from vaultdesk.agent.agent import Agent
from vaultdesk.index.searcher import Searcher
from vaultdesk.settings import SettingsStore
from vaultdesk.tools.approvals import Approver
from vaultdesk.tools.registry import ToolRegistry


class NamedModel(Protocol):
    """One model that can be asked."""

    @property
    def label(self) -> str:
        """`provider/name`."""
        ...

    @property
    def title(self) -> str:
        """For people."""
        ...

    @property
    def local(self) -> bool:
        """True where nothing leaves this computer."""
        ...


class ChatVault(Protocol):
    """One open vault, as far as the chat knows it."""

    @property
    def store(self) -> SettingsStore:
        """The settings; `chat.model` says who is asked unless a conversation chose somebody else."""
        ...

    @property
    def searcher(self) -> Searcher:
        """Tells which notes there are."""
        ...

    @property
    def registry(self) -> ToolRegistry:
        """Tells what tools are called."""
        ...

    @property
    def tool_calling(self) -> bool:
        """Whether the assistant may ask for tools in this vault."""
        ...

    def set_tool_calling(self, allowed: bool) -> None:
        """Switch it. Raises `VaultDeskError` where that cannot be kept."""
        ...

    def agent(self, approver: Approver, model: str | None = None) -> Agent:
        """Put together who is asked. Raises `VaultDeskError`."""
        ...

    def models(self) -> Sequence[NamedModel]:
        """Return the models that can be chosen, without asking anybody."""
        ...

"""Chat vault: what the chat needs of an open vault, as a shape. The workspace has it; so has a small one in a test."""

from collections.abc import Sequence
from typing import Protocol

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.agents import AgentShelf
from vaultdesk.agent.profile import PLAIN, AgentProfile
from vaultdesk.agent.spending import Spending
from vaultdesk.feed import Feed
from vaultdesk.index.searcher import Searcher
from vaultdesk.providers.capabilities import ToolWay
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
    def provider(self) -> str:
        """What its provider is called."""
        ...

    @property
    def local(self) -> bool:
        """True where nothing leaves this computer."""
        ...

    @property
    def way(self) -> ToolWay:
        """How it is given tools."""
        ...

    @property
    def why(self) -> str:
        """Why so, in a sentence."""
        ...

    @property
    def sees(self) -> bool | None:
        """Whether it sees pictures; None where nobody said."""
        ...

    @property
    def thinks(self) -> bool | None:
        """Whether it can think before it answers; None where nobody said."""
        ...

    @property
    def context(self) -> int:
        """Tokens of prompt and answer together; 0 where nobody said."""
        ...

    @property
    def price(self) -> str:
        """What it costs, in a sentence; empty where nobody said."""
        ...


class ModelNews(Protocol):
    """Where it is told that more is known of models."""

    @property
    def changes(self) -> Feed[None]:
        """Published when a list came, or something was learned of a model."""
        ...


class ChatVault(Protocol):
    """One open vault, as far as the chat knows it."""

    agents: AgentShelf
    """Who can be asked besides the plain assistant; `chat.agent` says who answers a new conversation."""
    spending: Spending
    """What is used up of the person's caps."""

    @property
    def store(self) -> SettingsStore:
        """The settings; `chat.model` says who is asked unless a conversation chose somebody else."""
        ...

    @property
    def catalog(self) -> ModelNews:
        """Knows the providers."""
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

    def agent(self, approver: Approver, model: str | None = None, *, profile: AgentProfile = PLAIN) -> Agent:
        """Put together who is asked: *model*, else the profile's, else the settings'. Raises `VaultDeskError`."""
        ...

    def models(self) -> Sequence[NamedModel]:
        """Return the models that can be chosen, without asking anybody."""
        ...

    async def refresh_models(self) -> None:
        """Renew what is known of models where it is old; what is new is told by the catalog. Raises nothing."""
        ...

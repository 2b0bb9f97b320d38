"""Chat vault: what the chat needs of an open vault, as a shape. The workspace has it; so has a small one in a test."""

from collections.abc import Sequence
from typing import Protocol

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.budget import Budget
from vaultdesk.agent.context.compaction import ContextMeter
from vaultdesk.agent.context.context_attacher import ContextAttacher
from vaultdesk.agent.context.mention_completion import MentionCompletion
from vaultdesk.agent.instructions.agent_catalog import AgentCatalog
from vaultdesk.agent.instructions.project_catalog import ProjectCatalog
from vaultdesk.agent.instructions.quick_commands import QuickCommandCatalog
from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.core.feed import Feed
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.ui.chat.kept_chats import KeptChats
from vaultdesk.ui.chat.named_model import NamedModel as NamedModel
from vaultdesk.vault.undo import UndoOutcome


class ModelNews(Protocol):
    """Where it is told that more is known of models."""

    @property
    def changes(self) -> Feed[None]:
        """Published when a list came, or something was learned of a model."""
        ...


class ChatVault(Protocol):
    """One open vault, as far as the chat knows it."""

    agents: AgentCatalog
    """Who can be asked besides the plain assistant; `chat.agent` says who answers a new conversation."""
    spending: Budget
    """What is used up of the person's caps."""
    projects: ProjectCatalog
    """The projects there are."""
    contexts: ContextAttacher
    """Knows what lies beside questions."""
    mentions: MentionCompletion
    """Knows the names in the vault."""
    meter: ContextMeter
    """Knows how full a model's window gets."""
    commands: QuickCommandCatalog
    """The quick commands."""
    instructions: InstructionCatalog
    """AGENTS.md and the skills."""

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
    def chats(self) -> KeptChats:
        """The conversations that are notes."""
        ...

    @property
    def tool_calling(self) -> bool:
        """Whether the assistant may ask for tools in this vault."""
        ...

    def set_tool_calling(self, allowed: bool) -> None:
        """Switch it. Raises `VaultDeskError` where that cannot be kept."""
        ...

    def agent(
        self,
        approver: Approver,
        model: str | None = None,
        *,
        profile: AgentProfile = DEFAULT_PROFILE,
        project: str = "",
    ) -> Agent:
        """Put together who is asked: *model*, else the profile's, else the settings'. Raises `VaultDeskError`.

        *project* is the path of the project's note: its model is asked where nobody names another.
        """
        ...

    async def undo(self, what: int | str, merged: bool = False) -> UndoOutcome:
        """Take a group of changes of the vault back. Raises `VaultDeskError`."""
        ...

    def models(self) -> Sequence[NamedModel]:
        """Return the models that can be chosen, without asking anybody."""
        ...

    async def refresh_models(self) -> None:
        """Renew what is known of models where it is old; what is new is told by the catalog. Raises nothing."""
        ...

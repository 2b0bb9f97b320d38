"""Protocols of what the chat needs from an open vault: models, saved chats, usage."""

from collections.abc import Sequence
from typing import Literal, Protocol

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.budget import Budget
from vaultdesk.agent.context.context_attacher import ContextAttacher
from vaultdesk.agent.context.context_window import ContextMeter
from vaultdesk.agent.context.mention_completion import MentionCompletion
from vaultdesk.agent.instructions.agent_catalog import AgentCatalog
from vaultdesk.agent.instructions.chat_note_settings import ChatNoteSettingsCatalog
from vaultdesk.agent.instructions.project_catalog import ProjectCatalog
from vaultdesk.agent.instructions.quick_commands import QuickCommandCatalog
from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.agent.run import RunEvent
from vaultdesk.chat.chat_entry import ChatEntry
from vaultdesk.chat.chat_store import ChatPassage
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.destination import Destination
from vaultdesk.core.feed import Feed
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.vault.undo import UndoOutcome


class ConversationAutosave(Protocol):
    """Keeps one conversation, in its note too where the person wants that; of a private one it keeps nothing."""

    @property
    def key(self) -> str:
        """What the chat is opened by."""
        ...

    @property
    def stored(self) -> bool:
        """Whether it is kept."""
        ...

    @property
    def path(self) -> str:
        """Of its note; empty where it has none."""
        ...

    @property
    def problem(self) -> str:
        """Why it could not be saved, for people; empty when all is well."""
        ...

    @property
    def changes(self) -> Feed[None]:
        """Published when path or problem is another one."""
        ...

    def handle_event(self, event: RunEvent) -> None:
        """Take in what happened in a run."""
        ...

    def save_soon(self) -> None:
        """The person changed the conversation: save it soon."""
        ...

    async def commit(self) -> None:
        """Return when everything is kept; its note may follow."""
        ...

    async def flush(self) -> None:
        """Return when everything is on the disk."""
        ...


class SavedChats(Protocol):
    """The conversations of one vault. A key is the id of a kept one, or the path of a note that is a chat."""

    @property
    def changes(self) -> Feed[None]:
        """Published when the list is another one."""
        ...

    @property
    def save_mode(self) -> Literal["", "keep", "off"]:
        """Whether chats are notes of the vault too; empty where the person was not asked yet."""
        ...

    def set_save_mode(self, keep: Literal["keep", "off"]) -> None:
        """Make them notes from now on, those of this session too, or none. Raises `VaultDeskError`."""
        ...

    @property
    def folder(self) -> str:
        """The folder of new chats."""
        ...

    def entries(self) -> tuple[ChatEntry, ...]:
        """Return what is kept, pinned first, then the newest first; never waits."""
        ...

    async def refresh(self) -> None:
        """Look for chats that other programs wrote. Raises nothing."""
        ...

    async def open(self, key: str) -> Conversation:
        """Read a chat. Raises `VaultDeskError`."""
        ...

    def autosave(self, conversation: Conversation) -> ConversationAutosave:
        """Return who keeps *conversation*, always the same one."""
        ...

    async def search(self, query: str, limit: int = 50) -> Sequence[ChatPassage]:
        """Return the chats in which *query* is found. Raises `VaultDeskError`."""
        ...

    async def rename(self, key: str, title: str) -> str:
        """Call a chat *title*; returns its key from then on. Raises `VaultDeskError`."""
        ...

    async def pin(self, key: str, pinned: bool) -> None:
        """Hold a chat at the top, or not. Raises `VaultDeskError`."""
        ...

    async def keep_note(self, key: str, *, keep: bool) -> None:
        """Make a chat a note of the vault too, or write its note no more. Raises `VaultDeskError`."""
        ...

    async def delete(self, key: str) -> str:
        """Delete a chat; returns the group of the change of its note, for Undo. Raises `VaultDeskError`."""
        ...

    async def restore(self, key: str) -> bool:
        """Bring back a deleted chat, without its note. Raises `VaultDeskError`."""
        ...

    def branch(self, conversation: Conversation, message_id: str) -> Conversation:
        """Return a new conversation that goes on from a message of *conversation*."""
        ...

    def draft(self, key: str) -> str:
        """Return what was typed and not sent."""
        ...

    def set_draft(self, key: str, text: str) -> None:
        """Remember what is typed and not sent; an empty text forgets."""
        ...

    async def is_chat(self, key: str) -> bool:
        """Tell whether *key* is that of a chat: a kept one, or a note in our form or another one that is understood."""
        ...


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
    def tool_mode(self) -> ToolMode:
        """How it is given tools."""
        ...

    @property
    def reason(self) -> str:
        """Why so, in a sentence."""
        ...

    @property
    def images(self) -> bool | None:
        """Whether it sees pictures; None where nobody said."""
        ...

    @property
    def reasoning(self) -> bool | None:
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


class ModelCatalogChanges(Protocol):
    """Where it is told that more is known of models."""

    @property
    def changes(self) -> Feed[None]:
        """Published when a list came, or something was learned of a model."""
        ...


class ChatVault(Protocol):
    """One open vault, as far as the chat knows it."""

    agents: AgentCatalog
    """Who can be asked besides the plain assistant; `chat.agent` says who answers a new conversation."""
    budget: Budget
    """What is used up of the person's caps."""
    projects: ProjectCatalog
    """The projects there are."""
    context_attacher: ContextAttacher
    """Knows what lies beside questions."""
    mention_completion: MentionCompletion
    """Knows the names in the vault."""
    context_meter: ContextMeter
    """Knows how full a model's window gets."""
    quick_commands: QuickCommandCatalog
    """The quick commands."""
    instructions: InstructionCatalog
    """AGENTS.md and the skills."""
    privacy: PrivacyRules
    """Tells which notes are private for whom."""
    chat_note_settings: ChatNoteSettingsCatalog
    """What heads of chat notes say on how to answer."""

    @property
    def store(self) -> SettingsStore:
        """The settings; `chat.model` says who is asked unless a conversation chose somebody else."""
        ...

    @property
    def catalog(self) -> ModelCatalogChanges:
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
    def chats(self) -> SavedChats:
        """The conversations."""
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

    def model_destination(self, model: str) -> Destination:
        """Return where questions to *model* go. Makes no request. Raises `VaultDeskError`."""
        ...

    async def refresh_models(self) -> None:
        """Renew what is known of models where it is old; what is new is told by the catalog. Raises nothing."""
        ...

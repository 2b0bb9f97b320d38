"""Protocols of the parts of an open vault that the chat uses: models, saved chats, usage."""

from collections.abc import Sequence
from typing import Literal, Protocol

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.budget import Budget
from vaultdesk.agent.context.context_attacher import ContextAttacher
from vaultdesk.agent.context.context_window import ContextMeter
from vaultdesk.agent.context.mention_completion import MentionCompletion
from vaultdesk.agent.instructions.agents import AgentCatalog
from vaultdesk.agent.instructions.projects import ProjectCatalog
from vaultdesk.agent.instructions.quick_commands import QuickCommandCatalog
from vaultdesk.agent.instructions.vault_instructions import ChatNoteSettingsCatalog, InstructionCatalog
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.agent.run import RunEvent
from vaultdesk.chat.chat_entry import ChatEntry
from vaultdesk.chat.chat_store import ChatPassage
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.feed import Feed
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.vault.undo import UndoOutcome


class ConversationAutosave(Protocol):
    """Saves one conversation, also as a note if the user chose that; a private one is not saved."""

    @property
    def key(self) -> str:
        """Key with which the chat is opened."""
        ...

    @property
    def stored(self) -> bool:
        """Whether it is saved."""
        ...

    @property
    def path(self) -> str:
        """Path of its note; empty if it has none."""
        ...

    @property
    def only_note_failed(self) -> bool:
        """Whether the chat is stored, and `problem` is about its note."""
        ...

    @property
    def problem(self) -> str:
        """User-visible reason why it could not be saved; empty if it was."""
        ...

    @property
    def changes(self) -> Feed[None]:
        """Published when path or problem changed."""
        ...

    def handle_event(self, event: RunEvent) -> None:
        """Process *event* of a run."""
        ...

    def save_soon(self) -> None:
        """Save the conversation shortly after a change by the user."""
        ...

    async def commit(self) -> None:
        """Return when everything is stored; its note may follow later."""
        ...

    async def flush(self) -> None:
        """Return when everything is on disk, including the note."""
        ...


class SavedChats(Protocol):
    """Conversations of one vault. A key is the id of a saved conversation or the path of a chat note."""

    @property
    def changes(self) -> Feed[None]:
        """Published when the list changed."""
        ...

    @property
    def save_mode(self) -> Literal["", "keep", "off"]:
        """Whether chats are also saved as notes; empty if the user was not asked yet."""
        ...

    def set_save_mode(self, keep: Literal["keep", "off"]) -> None:
        """Start or stop saving chats as notes, including those of this session. Raises `VaultDeskError`."""
        ...

    @property
    def folder(self) -> str:
        """Folder of new chats."""
        ...

    def entries(self) -> tuple[ChatEntry, ...]:
        """Return the saved chats, pinned first, then newest first, without blocking."""
        ...

    async def refresh(self) -> None:
        """Look for chats written by other programs. Raises nothing."""
        ...

    async def open(self, key: str) -> Conversation:
        """Read a chat. Raises `VaultDeskError`."""
        ...

    def autosave(self, conversation: Conversation) -> ConversationAutosave:
        """Return the autosave of *conversation*, always the same object."""
        ...

    async def search(self, query: str, limit: int = 50) -> Sequence[ChatPassage]:
        """Return the chats that contain *query*. Raises `VaultDeskError`."""
        ...

    async def rename(self, key: str, title: str) -> str:
        """Rename a chat and return its new key. Raises `VaultDeskError`."""
        ...

    async def pin(self, key: str, pinned: bool) -> None:
        """Pin or unpin a chat. Raises `VaultDeskError`."""
        ...

    async def keep_note(self, key: str, *, keep: bool) -> None:
        """Start or stop saving a chat as a note of the vault. Raises `VaultDeskError`."""
        ...

    async def delete(self, key: str) -> str:
        """Delete a chat; return the group of the change to its note, for Undo. Raises `VaultDeskError`."""
        ...

    async def restore(self, key: str) -> bool:
        """Restore a deleted chat, without its note. Raises `VaultDeskError`."""
        ...

    def branch(self, conversation: Conversation, message_id: str) -> Conversation:
        """Return a new conversation that continues from a message of *conversation*."""
        ...

    def draft(self, key: str) -> str:
        """Return the unsent draft."""
        ...

    def set_draft(self, key: str, text: str) -> None:
        """Store the unsent draft; an empty text removes it."""
        ...

    async def is_chat(self, key: str) -> bool:
        """Return whether *key* is that of a chat: a saved conversation, or a note in a supported chat format."""
        ...


class NamedModel(Protocol):
    """One model that can be selected."""

    @property
    def label(self) -> str:
        """`provider/name`."""
        ...

    @property
    def title(self) -> str:
        """Display name."""
        ...

    @property
    def provider(self) -> str:
        """Name of its provider."""
        ...

    @property
    def local(self) -> bool:
        """Whether it runs on this computer, so that no data leaves it."""
        ...

    @property
    def tool_mode(self) -> ToolMode:
        """How tools are offered to it."""
        ...

    @property
    def reason(self) -> str:
        """Why this tool mode is used, as a sentence."""
        ...

    @property
    def images(self) -> bool | None:
        """Whether it accepts images; None if unknown."""
        ...

    @property
    def reasoning(self) -> bool | None:
        """Whether it can reason before answering; None if unknown."""
        ...

    @property
    def context(self) -> int:
        """Tokens of prompt and answer together; 0 if unknown."""
        ...

    @property
    def price(self) -> str:
        """Price as a sentence; empty if unknown."""
        ...


class ModelCatalogChanges(Protocol):
    """Notifies about changed model information."""

    @property
    def changes(self) -> Feed[None]:
        """Published when a model list arrived or a property of a model was detected."""
        ...


class ChatVault(Protocol):
    """One open vault, as used by the chat."""

    agents: AgentCatalog
    """The agents besides the default assistant; `chat.agent` is the agent of new conversations."""
    budget: Budget
    """Usage of the user's spending caps."""
    projects: ProjectCatalog
    """The projects of the vault."""
    context_attacher: ContextAttacher
    """Provides context items."""
    mention_completion: MentionCompletion
    """Finds names in the vault."""
    context_meter: ContextMeter
    """Measures the context window."""
    quick_commands: QuickCommandCatalog
    instructions: InstructionCatalog
    """AGENTS.md and the skills."""
    privacy: PrivacyRules
    """Determines which notes are private for which destination."""
    chat_note_settings: ChatNoteSettingsCatalog
    """Answer settings in the frontmatter of chat notes."""

    @property
    def store(self) -> SettingsStore:
        """The settings; `chat.model` is the model unless a conversation chose another one."""
        ...

    @property
    def catalog(self) -> ModelCatalogChanges:
        """Notifies about provider and model changes."""
        ...

    @property
    def searcher(self) -> Searcher:
        """The search over the notes."""
        ...

    @property
    def registry(self) -> ToolRegistry:
        """The tool registry, with the tools' display names."""
        ...

    @property
    def chats(self) -> SavedChats:
        """The conversations."""
        ...

    def agent(
        self,
        approver: Approver,
        model: str | None = None,
        *,
        profile: AgentProfile = DEFAULT_PROFILE,
        project: str = "",
    ) -> Agent:
        """Return the agent with *model*, else the profile's, else the configured model. Raises `VaultDeskError`.

        *project* is the path of the project's note, whose model is used if nothing else sets one.
        """
        ...

    async def undo(self, what: int | str, merged: bool = False) -> UndoOutcome:
        """Undo a group of vault changes. Raises `VaultDeskError`."""
        ...

    def models(self) -> Sequence[NamedModel]:
        """Return the selectable models without a request."""
        ...

    def model_destination(self, model: str) -> Destination:
        """Return the destination of questions to *model*. Makes no request. Raises `VaultDeskError`."""
        ...

    async def refresh_models(self) -> None:
        """Refresh outdated model information; changes are published by the catalog. Raises nothing."""
        ...

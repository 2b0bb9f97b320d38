"""Tables of the settings file as models, with fields, defaults and titles."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

# The whole tree and its store are in settings_store.py.

ProviderKind = Literal[
    "openai", "anthropic", "gemini", "openrouter", "ollama", "lmstudio", "openai-compatible", "gguf", "codex", "offline"
]
"""Every kind that a file may name (vaultdesk/core/README.md, "Settings file"); the catalog defines which of them are
implemented.
"""

ModeName = Literal["chat", "vault-qa", "plus", "project", "agent"]
"""The modes of a question."""

RuleAnswer = Literal["allow", "ask", "deny"]
"""The decision of a permission rule."""


class SettingsGroup(BaseModel):
    """One table of the settings file: frozen, strict; unknown keys stay in the file only."""

    # strict: a file with tool_calling = "no" must not be read as a boolean.
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class ChatSettings(SettingsGroup):
    """Behavior and storage of conversations."""

    folder: str = Field(
        default="Chats",
        title="Chat folder",
        description="Folder of the vault for chats and answers that are saved as notes.",
    )
    mode: ModeName = Field(
        default="agent",
        title="Mode",
        description="The mode of a new chat; the menu in the composer explains the modes.",
    )
    titles: Literal["question", "model"] = Field(
        default="question",
        title="Chat titles",
        description="The first question, or a title written by the model, which is sent the first exchange.",
    )
    compact: bool = Field(
        default=True,
        title="Summarize long chats",
        description="Messages that no longer fit the model are summarized for it; the chat itself is not changed.",
    )
    commands_folder: str = Field(
        default="Assistant/Commands", title="Commands folder", description="Folder of the vault with quick commands."
    )
    projects_folder: str = Field(
        default="Assistant/Projects", title="Projects folder", description="Folder of the vault with project notes."
    )
    skills_folder: str = Field(
        default="Assistant/Skills", title="Skills folder", description="Folder of the vault whose folders are skills."
    )
    model: str = Field(
        default="offline/offline", title="Model", description="The default model, as provider/model.", min_length=1
    )
    agent: str = Field(
        default="", title="Agent", description="The agent of a new chat; empty for the default assistant."
    )
    agents_folder: str = Field(
        default="Agents", title="Agents folder", description="Folder of the vault whose notes are agents."
    )
    effort: Literal["", "off", "low", "medium", "high"] = Field(
        default="",
        title="Thinking",
        description="How much a reasoning model thinks before it answers. Empty leaves it to the model.",
    )
    max_rounds: int = Field(
        default=5,
        ge=1,
        le=50,
        title="Tool rounds",
        description="The most rounds of tool calls for one question; after that the assistant has to answer.",
    )
    result_limit: int = Field(
        default=60_000,
        ge=1_000,
        le=1_000_000,
        title="Longest tool result",
        description="The most characters of one tool result that the model receives; the rest is cut, and the model "
        "is told.",
    )


class ModelPrice(SettingsGroup):
    """The price of one model in US dollars per million tokens."""

    input: float = Field(ge=0, title="Input", description="US dollars per million input tokens.")
    output: float = Field(ge=0, title="Output", description="US dollars per million output tokens.")


class ProviderSettings(SettingsGroup):
    """One endpoint. Its key is never here: it comes from the environment or the operating system's keyring."""

    kind: ProviderKind = Field(title="Kind", description="The protocol that the endpoint uses.")
    base_url: str = Field(
        default="",
        title="Address",
        description="The base URL of the server, such as http://localhost:8080/v1. Leave empty for the vendor's own.",
    )
    add_v1: bool = Field(
        default=True,
        title="Add /v1",
        description="Add /v1 to an address without a version. Off: the address is used as written.",
    )
    api_key_env: str = Field(
        default="", title="Key from environment", description="Name of an environment variable that holds the key."
    )
    api: Literal["", "chat", "responses"] = Field(
        default="",
        title="API",
        description="For OpenAI kinds: responses or chat. Empty: responses for OpenAI, chat for all others.",
    )
    tools: Literal["auto", "native", "sentinel", "xml", "none"] = Field(
        default="auto", title="Tools", description="How tools are offered to the model."
    )
    model: str = Field(default="", title="Model", description="The model to use unless a chat names another.")
    name: str = Field(default="", title="Name", description="The name shown for this provider.")
    stream: bool = Field(
        default=True,
        title="Stream answers",
        description="Show an answer while it arrives. Switch this off for servers that cannot stream.",
    )
    context: int = Field(
        default=0,
        ge=0,
        le=10_000_000,
        title="Context window",
        description="Tokens of prompt and answer together; 0 for the server's own value. Ollama receives it with "
        "each request.",
    )
    prices: Mapping[str, ModelPrice] = Field(
        default_factory=dict,
        title="Prices",
        description="Prices by model id, for models whose provider gives none.",
    )


class PermissionRule(SettingsGroup):
    """One permission rule: the narrower folder takes precedence; deny over ask over allow."""

    # A rule keeps its unknown keys: a list item has no key by which it could be merged with the file.
    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    tool: str = Field(default="*", title="Tool", description="A tool's name, or * for all.", min_length=1)
    effect: Literal["read", "write", "delete", "network", "none", "*"] = Field(
        default="*", title="Effect", description="Only tools with this effect, or * for all."
    )
    folder: str = Field(default="", title="Folder", description="Only files inside it; empty is the whole vault.")
    destination: str = Field(
        default="*",
        title="Destination",
        description="Only requests to this destination: a host, this-computer, or * for all.",
        min_length=1,
    )
    answer: RuleAnswer = Field(title="Answer", description="Allow, ask each time, or deny.")


class PrivacyRule(SettingsGroup):
    """Defines which notes are private, and where their text may be sent. The strictest matching rule applies."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    kind: Literal["folder", "tag", "property", "note"] = Field(
        title="Kind", description="What makes a note private: its folder, a tag, a property, or its path."
    )
    value: str = Field(
        title="Value",
        description="The folder; the tag without #; the property, as `name` or `name: value`; the note's path.",
    )
    answer: Literal["never", "local", "ask"] = Field(
        title="Answer",
        description="never: no model reads it; local: only models on this computer; ask: you are asked each time.",
    )


DEFAULT_PRIVACY = (
    PrivacyRule(kind="tag", value="private", answer="local"),
    PrivacyRule(kind="property", value="private: true", answer="local"),
)
"""The default privacy rules."""

UNREADABLE_PRIVACY: Mapping[str, object] = {"kind": "folder", "value": "", "answer": "never"}
"""Replaces a privacy rule that cannot be read: nothing is sent to any model."""


class MemorySettings(SettingsGroup):
    """What an assistant remembers across conversations."""

    note: str = Field(
        default="Assistant/Memory.md",
        title="Memory note",
        description="The note with one line for each remembered fact.",
    )
    unasked: bool = Field(
        default=False,
        title="Remember unasked",
        description="Whether an assistant may propose to remember something without being asked.",
    )


class WebSettings(SettingsGroup):
    """Web search. Each search needs approval like every other tool."""

    engine: Literal["", "searxng", "brave", "tavily", "duckduckgo"] = Field(
        default="",
        title="Search engine",
        description="SearXNG requires its address, Brave and Tavily require a key, DuckDuckGo neither.",
    )
    base_url: str = Field(default="", title="Address", description="The address of SearXNG; optional for the others.")
    api_key_env: str = Field(
        default="",
        title="Key variable",
        description="Environment variable with the key; without one the system's keyring is used.",
    )


class VocabularySettings(SettingsGroup):
    """Storage of vocabulary."""

    folder: str = Field(
        default="Vocabulary", title="Folder", description="Folder of the vault with a note for each word."
    )


class PomodoroSettings(SettingsGroup):
    """The pomodoro timer."""

    log: bool = Field(
        default=False,
        title="Log sessions",
        description="Whether a finished session is written as a line into the daily note.",
    )


class AgentGrant(SettingsGroup):
    """The user's grant for an agent defined in the vault; a change of its note's text revokes it
    (vaultdesk/agent/README.md, "Accepted text").
    """

    path: str = Field(title="Note", description="The agent's note.")
    digest: str = Field(title="Digest", description="SHA-256 of the accepted note.")
    granted: datetime = Field(title="Granted", description="When the agent was allowed.")


class NoteSettingsAnswer(SettingsGroup):
    """The user's answer about the settings in the frontmatter of a chat note; other values are asked about again
    (vaultdesk/agent/README.md, "Accepted text").
    """

    digest: str = Field(title="Digest", description="SHA-256 of the values that were shown.")
    accepted: bool = Field(title="Accepted", description="Whether the values are used.")
    answered: datetime = Field(title="Answered", description="When the values were shown and answered.")


class SpendingLimits(SettingsGroup):
    """Spending limits; 0 is no limit."""

    day_tokens: int = Field(
        default=0, ge=0, title="Tokens a day", description="All providers together; 0 for no limit."
    )
    chat_tokens: int = Field(default=0, ge=0, title="Tokens a chat", description="One conversation; 0 for no limit.")
    agent_tokens: int = Field(
        default=0, ge=0, title="Tokens an agent a day", description="One agent in a day; 0 for no limit."
    )
    day_dollars: float = Field(
        default=0.0, ge=0, title="Dollars a day", description="Where prices are known; 0 for no limit."
    )
    chat_dollars: float = Field(
        default=0.0, ge=0, title="Dollars a chat", description="Where prices are known; 0 for no limit."
    )
    agent_dollars: float = Field(
        default=0.0, ge=0, title="Dollars an agent a day", description="Where prices are known; 0 for no limit."
    )


class JournalSettings(SettingsGroup):
    """Retention of changes for undo."""

    days: int = Field(
        default=90, ge=1, le=3650, title="Days", description="Changes older than this can no longer be undone."
    )
    megabytes: int = Field(
        default=500, ge=10, le=1_000_000, title="Megabytes", description="Maximum space for earlier versions of notes."
    )


class EmbeddingSettings(SettingsGroup):
    """Search by meaning."""

    model: str = Field(
        default="built-in",
        title="Model",
        description="built-in, off, or PROVIDER/MODEL of a server that makes embeddings.",
    )
    paused: bool = Field(default=False, title="Paused", description="Whether indexing for search by meaning is paused.")
    on_battery: bool = Field(default=False, title="On battery", description="Whether it continues on battery power.")


Preset = Literal["read-only", "ask", "edit", "trusted"]
"""Permission preset of assistants in a vault; policy.py defines each."""


class VaultSettings(SettingsGroup):
    """Settings of one vault."""

    tool_calling: bool | None = Field(
        default=None,
        title="Tool calling",
        description="Let the assistant ask to search and read this vault. Not set: the first use asks.",
    )
    opened: datetime | None = Field(default=None, title="Opened", description="When this vault was opened last.")
    rules: tuple[PermissionRule, ...] = Field(
        default=(), strict=False, title="Permissions", description="Permission rules for this vault."
    )
    preset: Preset = Field(
        default="ask",
        title="Preset",
        description="read-only, ask, edit (agents change notes in their folders without asking) or trusted.",
    )
    privacy: tuple[PrivacyRule, ...] = Field(
        default=DEFAULT_PRIVACY, strict=False, title="Private notes", description="Which notes are private."
    )
    comments: Literal["keep", "send"] = Field(
        default="keep",
        title="Comments",
        description="keep: text between %% and %% stays on this computer; send: it is sent with its note.",
    )
    chats: Literal["", "keep", "off"] = Field(
        default="",
        title="Chats as notes",
        description="Chats are stored on this computer, outside the vault. keep: each chat is also a note of the "
        "vault; off: it is not; empty: not decided yet.",
    )
    instructions: tuple[AgentGrant, ...] = Field(
        default=(),
        strict=False,
        title="Instructions",
        description="AGENTS.md and skills of this vault whose text was read and accepted.",
    )
    agents: tuple[AgentGrant, ...] = Field(
        default=(), strict=False, title="Agents", description="Agents of this vault that were allowed."
    )
    chat_notes: tuple[NoteSettingsAnswer, ...] = Field(
        default=(),
        strict=False,
        title="Settings in chat notes",
        description="Instructions and values of ChatGPT MD chats that you were shown, with your answer to each.",
    )


SortOrder = Literal["name", "name-down", "modified", "modified-oldest", "created", "created-oldest"]
"""Sort order of notes in their folders."""


class Appearance(SettingsGroup):
    """Appearance of the window."""

    theme: Literal["system", "light", "dark"] = Field(
        default="system", title="Theme", description="System follows the light or dark setting of this computer."
    )
    contrast: Literal["system", "normal", "high"] = Field(
        default="system", title="Contrast", description="High draws all borders and uses no tinted backgrounds."
    )
    motion: Literal["system", "full", "none"] = Field(
        default="system", title="Motion", description="None switches animations off."
    )
    language: str = Field(
        default="", title="Language", description="The language of the window; notes and answers are not translated."
    )
    approval: Literal["dialog", "card"] = Field(
        default="dialog",
        title="Ask for approval in",
        description="A dialog over the window, or a card inside the chat.",
    )
    chat: Literal["dock", "tab", "window"] = Field(
        default="dock", title="Chat", description="Beside the note, as a tab among the notes, or in its own window."
    )


class BrowserSettings(SettingsGroup):
    """The list of notes."""

    sort: SortOrder = Field(
        default="name", title="Sort notes by", description="The order of notes in a folder; folders come first."
    )


class EditorSettings(SettingsGroup):
    """The note editor."""

    spelling: bool = Field(
        default=False,
        title="Check spelling",
        description="Underline words in the editor that are in none of the dictionaries.",
    )
    spelling_languages: str = Field(
        default="",
        title="Languages",
        description="For example en_GB, de_DE; a word is correct if one of them contains it. Empty for the language "
        "of this computer.",
    )


class DesktopSettings(SettingsGroup):
    """Integration with the desktop outside the window."""

    tray: bool = Field(
        default=False,
        title="Stay in the tray",
        description="The program keeps running when the last window is closed, if this desktop has a tray.",
    )
    notify: bool = Field(
        default=True,
        title="Notify",
        description="Notify when an answer is complete or an approval is required and no window is active.",
    )
    sound: bool = Field(default=False, title="Sound", description="A short sound with each notification.")
    updates: bool = Field(
        default=False,
        title="Offer to check for updates",
        description="Shows a button here. VaultDesk never checks by itself.",
    )
    quick_ask_keys: str = Field(
        default="",
        title="Quick ask shortcut",
        description="Keyboard shortcut that opens quick ask from any program, such as Ctrl+Alt+Space; empty for none.",
    )


def opened_vaults(vaults: Mapping[str, VaultSettings]) -> list[Path]:
    """Return those of *vaults* that were opened once, whether or not they still exist: possible targets of a link."""
    return [Path(key) for key, vault in vaults.items() if vault.opened is not None]


def with_stricter_rules(
    newer: Mapping[str, VaultSettings], own: Mapping[str, VaultSettings]
) -> dict[str, VaultSettings]:
    """Return *newer*, which this version may understand only partly, with the rules of *own* that forbid or ask.

    A newer program may write rules in another form; a note that was private must not be sent because of that.
    """
    vaults = dict(newer)
    for key, own_vault in own.items():
        vault = vaults.get(key, own_vault.model_copy(update={"rules": ()}))
        rules = (rule for rule in own_vault.rules if rule.answer != "allow" and rule not in vault.rules)
        privacy = (rule for rule in own_vault.privacy if rule not in vault.privacy)
        # Disabled tools stay disabled unless the newer program says otherwise.
        stays_disabled = vault.tool_calling is None and own_vault.tool_calling is False
        added = {
            "rules": (*vault.rules, *rules),
            "privacy": (*vault.privacy, *privacy),
            "tool_calling": False if stays_disabled else vault.tool_calling,
        }
        vaults[key] = vault.model_copy(update=added)
    return vaults

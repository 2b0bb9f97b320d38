"""Settings: everything a person can choose, as one frozen tree, and the store that keeps it.

How the file is read and written is in settings_file.py; keys are in credentials.py; window geometry is the window's.
"""

import copy
import difflib
import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vaultdesk.assets import asset
from vaultdesk.errors import SettingsError, UsageError
from vaultdesk.feed import Feed
from vaultdesk.glance import newest_first
from vaultdesk.paths import Places, places
from vaultdesk.settings_file import Contents, Migration, SettingsFile
from vaultdesk.settings_keys import Table, as_text, from_text, join_key, line_of, split_key, value_at, with_value

VERSION = 1
"""The version of the tree below. Raise it together with an entry in `MIGRATIONS`."""

MIGRATIONS: Mapping[int, Migration] = {}
"""What turns a file of version N into one of version N + 1, for each N below `VERSION`."""

ProviderKind = Literal[
    "openai", "anthropic", "gemini", "openrouter", "ollama", "lmstudio", "openai-compatible", "codex", "offline"
]
"""Every kind a file may name (CONTRACTS, Settings); the catalog says which of them are built."""

RuleAnswer = Literal["allow", "ask", "deny"]
"""What a permission rule says."""


class _Group(BaseModel):
    # strict: a file that says tool_calling = "no" must not be read as some truth value.
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Appearance(_Group):
    """How the window looks."""

    theme: Literal["system", "light", "dark"] = Field(
        default="system", title="Theme", description="System follows the light or dark look of this computer."
    )
    approval: Literal["dialog", "card"] = Field(
        default="dialog",
        title="Ask for approval in",
        description="A dialog over the window, or a card inside the chat.",
    )


class ChatSettings(_Group):
    """How a conversation is led and where it is kept."""

    folder: str = Field(
        default="Chats",
        title="Chat folder",
        description="The folder of the vault where an answer goes that you make a note.",
    )
    model: str = Field(
        default="offline/offline", title="Model", description="Who answers, as provider/model.", min_length=1
    )
    agent: str = Field(default="", title="Agent", description="Who answers a new chat; empty is the plain assistant.")
    agents_folder: str = Field(
        default="Agents", title="Agents folder", description="Folder of the vault whose notes are agents."
    )
    effort: Literal["", "off", "low", "medium", "high"] = Field(
        default="",
        title="Thinking",
        description="How much a model that can think should think before it answers. Empty leaves it to the model.",
    )
    max_rounds: int = Field(
        default=5,
        ge=1,
        le=50,
        title="Rounds of tools",
        description="How many times one question may lead to tools before the assistant has to answer.",
    )
    result_limit: int = Field(
        default=60_000,
        ge=1_000,
        le=1_000_000,
        title="Longest tool result",
        description="Characters of one tool result that a model is given; the rest is cut and the model is told.",
    )


class ModelPrice(_Group):
    """What one model costs, in US dollars a million tokens."""

    input: float = Field(ge=0, title="Input", description="US dollars for a million tokens read.")
    output: float = Field(ge=0, title="Output", description="US dollars for a million tokens written.")


class ProviderSettings(_Group):
    """One endpoint. Its key is never here: it comes from the environment or the operating system's keyring."""

    kind: ProviderKind = Field(title="Kind", description="Which protocol the endpoint speaks.")
    base_url: str = Field(
        default="", title="Address", description="Leave empty for the vendor's own, e.g. http://localhost:8080/v1."
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
    name: str = Field(default="", title="Name", description="How this provider is shown.")
    stream: bool = Field(
        default=True,
        title="Stream answers",
        description="Show an answer as it comes. Off asks for it whole, for servers that cannot stream.",
    )
    context: int = Field(
        default=0,
        ge=0,
        le=10_000_000,
        title="Context window",
        description="Tokens of prompt and answer together; 0 takes what the server says. Ollama is told it each time.",
    )
    prices: Mapping[str, ModelPrice] = Field(
        default_factory=dict,
        title="Prices",
        description="What a model costs where the provider does not say, by the model's id.",
    )


class PermissionRule(_Group):
    """One standing answer: the narrower folder beats the wider; deny beats ask beats allow."""

    # A rule carries its unknown keys with it: a list item has no key by which a file could be merged.
    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    tool: str = Field(default="*", title="Tool", description="A tool's name, or * for all.", min_length=1)
    effect: Literal["read", "write", "delete", "network", "none", "*"] = Field(
        default="*", title="Effect", description="Only tools with this effect, or * for all."
    )
    folder: str = Field(default="", title="Folder", description="Only files inside it; empty is the whole vault.")
    destination: str = Field(
        default="*",
        title="Destination",
        description="Only what goes there: a host, this-computer for what stays here, or * for all.",
        min_length=1,
    )
    answer: RuleAnswer = Field(title="Answer", description="Allow, ask each time, or deny.")


class PrivacyRule(_Group):
    """Which notes are private, and how far their text may go. The strictest rule that fits a note counts."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    kind: Literal["folder", "tag", "property", "note"] = Field(
        title="Kind", description="What makes a note private: its folder, a tag, a property, or that it is this note."
    )
    value: str = Field(
        title="Value",
        description="The folder; the tag without #; the property, as `name` or `name: value`; the note's path.",
    )
    answer: Literal["never", "local", "ask"] = Field(
        title="Answer",
        description="never: no model reads it; local: only models on this computer; ask: you are asked each time.",
    )


USUAL_PRIVACY = (
    PrivacyRule(kind="tag", value="private", answer="local"),
    PrivacyRule(kind="property", value="private: true", answer="local"),
)
"""What is private until the person says otherwise."""

UNREADABLE_PRIVACY: Mapping[str, object] = {"kind": "folder", "value": "", "answer": "never"}
"""What stands for a privacy rule that cannot be read: nothing goes to any model."""


class AgentGrant(_Group):
    """What the person let an agent of the vault's own have, once; another text of its note ends it (THREATS 0.11)."""

    path: str = Field(title="Note", description="The agent's note.")
    digest: str = Field(title="Digest", description="SHA-256 of the note's bytes that were agreed to.")
    granted: datetime = Field(title="Granted", description="When.")


class SpendingCaps(_Group):
    """How much may be used up; 0 is no cap."""

    day_tokens: int = Field(default=0, ge=0, title="Tokens a day", description="All providers together; 0 for no cap.")
    chat_tokens: int = Field(default=0, ge=0, title="Tokens a chat", description="One conversation; 0 for no cap.")
    agent_tokens: int = Field(
        default=0, ge=0, title="Tokens an agent a day", description="One agent in a day; 0 for no cap."
    )
    day_dollars: float = Field(
        default=0.0, ge=0, title="Dollars a day", description="Where prices are known; 0 for no cap."
    )
    chat_dollars: float = Field(
        default=0.0, ge=0, title="Dollars a chat", description="Where prices are known; 0 for no cap."
    )
    agent_dollars: float = Field(
        default=0.0, ge=0, title="Dollars an agent a day", description="Where prices are known; 0 for no cap."
    )


class JournalSettings(_Group):
    """How long changes can be undone."""

    days: int = Field(default=90, ge=1, le=3650, title="Days", description="Changes older than this are forgotten.")
    megabytes: int = Field(
        default=500, ge=10, le=1_000_000, title="Megabytes", description="Most room for earlier versions of notes."
    )


class MeaningSettings(_Group):
    """Search by meaning."""

    model: str = Field(
        default="built-in",
        title="Model",
        description="built-in, off, or PROVIDER/MODEL of a server that makes embeddings.",
    )
    paused: bool = Field(default=False, title="Paused", description="Whether reading for meaning waits.")
    on_battery: bool = Field(default=False, title="On battery", description="Whether it goes on without mains power.")


Preset = Literal["read-only", "ask", "edit", "trusted"]
"""How free assistants are in a vault, in one word; permissions.py says what each comes to."""


class VaultSettings(_Group):
    """What holds for one vault only."""

    tool_calling: bool = Field(
        default=False,
        title="Tool calling",
        description="Let the assistant ask to search and read this vault. Each use is still asked first.",
    )
    opened: datetime | None = Field(default=None, title="Opened", description="When this vault was opened last.")
    rules: tuple[PermissionRule, ...] = Field(
        default=(), strict=False, title="Permissions", description="Standing answers for this vault."
    )
    preset: Preset = Field(
        default="ask",
        title="Preset",
        description="read-only, ask, edit (agents change notes of their folders unasked) or trusted.",
    )
    privacy: tuple[PrivacyRule, ...] = Field(
        default=USUAL_PRIVACY, strict=False, title="Private notes", description="Which notes are private."
    )
    comments: Literal["keep", "send"] = Field(
        default="keep",
        title="Comments",
        description="keep: text between %% and %% stays on this computer; send: it goes with its note.",
    )
    agents: tuple[AgentGrant, ...] = Field(
        default=(), strict=False, title="Agents", description="Agents of this vault that were allowed."
    )


class Settings(_Group):
    """The whole tree. Change it with `model_copy` through `SettingsStore.change`."""

    version: int = Field(default=VERSION, ge=1, title="Version", description="Version of this file's shape.")
    appearance: Appearance = Field(default=Appearance(), title="Appearance", description="How the window looks.")
    chat: ChatSettings = Field(default=ChatSettings(), title="Chat", description="How a conversation is led.")
    spending: SpendingCaps = Field(default=SpendingCaps(), title="Spending", description="How much may be used up.")
    journal: JournalSettings = Field(
        default=JournalSettings(), title="Undo", description="How long changes can be undone."
    )
    meaning: MeaningSettings = Field(
        default=MeaningSettings(), title="Meaning", description="Search by what notes say, not only by their words."
    )
    providers: dict[str, ProviderSettings] = Field(default={}, title="Providers", description="Endpoints, by name.")
    vaults: dict[str, VaultSettings] = Field(default={}, title="Vaults", description="Vaults, by absolute path.")

    def vault_settings(self, root: Path) -> VaultSettings:
        """Return what holds for the vault at *root*, with the welcome vault's own default."""
        kept = self.vaults.get(vault_key(root), VaultSettings())
        if "tool_calling" in kept.model_fields_set or not is_welcome_vault(root):
            return kept
        return kept.model_copy(update={"tool_calling": True})

    def with_vault(self, root: Path, **changed: object) -> "Settings":
        """Return the tree with fields of one vault changed: `with_vault(root, tool_calling=True)`."""
        key = vault_key(root)
        vault = self.vaults.get(key, VaultSettings()).model_copy(update=changed)
        return self.model_copy(update={"vaults": {**self.vaults, key: vault}})

    def with_provider(self, name: str, provider: ProviderSettings | None) -> "Settings":
        """Return the tree with one provider set, or without it where *provider* is None."""
        others = {key: value for key, value in self.providers.items() if key != name}
        return self.model_copy(update={"providers": others if provider is None else {**others, name: provider}})

    def recent_vaults(self) -> list[Path]:
        """Return the vaults opened last, newest first, whether or not they still exist."""
        return list(newest_first({key: one.opened for key, one in self.vaults.items() if one.opened is not None}))


def vault_key(root: Path) -> str:
    """Return the key of `Settings.vaults` for the vault at *root*."""
    return str(root.expanduser().resolve())


def is_welcome_vault(root: Path, where: Places | None = None) -> bool:
    """Tell whether *root* is the vault that ships with the program, or the copy of it that the person may edit.

    Tool calling is on there from the start: its notes are ours, and it is where people try the program out.
    """
    copy = (where or places()).data / "welcome-vault"
    return root.resolve() in (asset("welcome-vault").resolve(), copy.resolve())


class SettingsStore:
    """Keeps the tree in its file. Starts on the defaults; `load` reads the file.

    A file that cannot be read leaves the defaults in force and is never written over: `problem` says why, and `change`
    raises it until the file is mended. A single value that cannot be read is left out and reported the same way, but
    the rest holds and can be changed.
    """

    def __init__(self, file: Path, version: int = VERSION, migrations: Mapping[int, Migration] = MIGRATIONS) -> None:
        self._file = SettingsFile(file, version, migrations)
        self._version = version
        self._settings = Settings()
        self._lock = threading.Lock()
        self.problem: SettingsError | None = None
        self.changes: Feed[Settings] = Feed()

    @property
    def file(self) -> Path:
        """Where the settings are kept."""
        return self._file.path

    @property
    def settings(self) -> Settings:
        """The present tree."""
        return self._settings

    def load(self) -> Settings:
        """Read the file and return what holds now. Never raises for what the file says: see `problem`."""
        try:
            contents = self._file.read()
        except SettingsError as problem:
            self.problem = problem
            return self._settings
        self._settings, self.problem = self._understood(contents)
        if contents.version > self._version:
            self.problem = self._newer(contents)
        return self._settings

    def change(self, change: Callable[[Settings], Settings]) -> Settings:
        """Apply *change* to what the file says now, keep it, and publish it. Raises `SettingsError`; nothing is lost.

        The file is read again first: a hand edit or another window's change made meanwhile is built upon.
        """
        with self._lock:
            contents = self._file.read()
            if contents.version > self._version:
                raise self._newer(contents)
            before, _ = self._understood(contents)
            wanted = change(before)
            # `model_copy` checks nothing; what could not be read again must never be written.
            after = Settings.model_validate(_dumped(wanted))
            # Compared as chosen, not as valued: a default that is chosen outlives a change of the default.
            if _dumped(after) != _dumped(before) or contents.version < self._version or not self.file.exists():
                old = {"version": contents.table.get("version"), **_dumped(before)}
                self._file.write(contents, old, {**_dumped(after), "version": self._version})
            self._settings = after
        self.changes.publish(after)
        return after

    def get(self, key: str) -> str:
        """Return the value of a dotted key as text, defaults included. Raises `UsageError` for an unknown key."""
        try:
            return as_text(value_at(self._settings.model_dump(exclude_none=True), split_key(key)))
        except KeyError:
            raise _unknown(key) from None

    def set(self, key: str, text: str) -> Settings:
        """Set a dotted key from text. Raises `UsageError` where the key or the value is wrong."""
        parts = split_key(key)
        return self.change(lambda settings: _with_text(settings, parts, text))

    def _understood(self, contents: Contents) -> tuple[Settings, SettingsError | None]:
        table, wrong = contents.table, []
        while True:
            try:
                settings = Settings.model_validate(table)
                break
            except ValidationError as failed:
                problem = failed.errors(include_url=False, include_context=False)[0]
                wrong.append((problem["loc"], problem["msg"]))
                table = _without(table, problem["loc"])
        if not wrong:
            return settings, None
        place, why = wrong[0]
        line = line_of(contents.text, place)
        return settings, SettingsError(
            f"{len(wrong)} settings cannot be used"
            if len(wrong) > 1
            else f"The setting {join_key(place)} cannot be used",
            hint=f"{self.file}{f', line {line}' if line else ''}: {join_key(place)}: {why}. It is not used.",
            path=str(self.file),
            line=line,
        )

    def _newer(self, contents: Contents) -> SettingsError:
        return SettingsError(
            "The settings were written by a newer VaultDesk",
            hint=f"Update this program to change settings. {self.file} is left as it is.",
            version=contents.version,
        )


def _dumped(settings: Settings) -> Table:
    """Return only what was chosen: a default that changes in a later version should reach whoever never chose."""
    dumped = _plain(settings.model_dump(exclude_unset=True, exclude_none=True, warnings=False))
    assert isinstance(dumped, dict)
    return dumped


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple | list) else value


def _without(table: Table, place: Sequence[str | int]) -> Table:
    """Return *table* without the value at *place*, or, where it belongs to a permission, with one that denies."""
    names = [part for part in place if isinstance(part, str)]
    if names[0] == "vaults" and names[2:3] in (["rules"], ["privacy"]):
        # A rule that cannot be read denies (CONTRACTS, Approval), and as widely as it may have been meant.
        rules = value_at(table, names[:3])
        denied: list[object] = [{"answer": "deny"} if names[2] == "rules" else dict(UNREADABLE_PRIVACY)]
        if isinstance(rules, list) and len(place) > 3 and isinstance(place[3], int):
            denied = [*rules[: place[3]], *denied, *rules[place[3] + 1 :]]
        return with_value(table, names[:3], denied)
    changed = copy.deepcopy(table)
    while True:
        parent = value_at(changed, names[:-1])
        if isinstance(parent, dict) and names[-1] in parent:
            del parent[names[-1]]
            return changed
        names.pop()  # A key that is missing cannot be left out: its table is.


def _with_text(settings: Settings, parts: Sequence[str], text: str) -> Settings:
    key = join_key(parts)
    if parts == ("version",):
        raise UsageError("version cannot be set", hint="It says which program wrote the file.")
    failure: ValidationError | None = None
    for value in (from_text(text), text):
        try:
            changed = Settings.model_validate(with_value(_dumped(settings), parts, value))
            value_at(changed.model_dump(), parts)
        except KeyError:
            raise _unknown(key) from None
        except ValidationError as failed:
            failure = failure or failed
        else:
            return changed
    assert failure is not None
    wrong = failure.errors(include_url=False, include_context=False)[0]
    place = join_key(wrong["loc"])
    raise UsageError(
        f"{key} cannot be {text}", hint=f"{place}: {wrong['msg']}." if place != key else f"{wrong['msg']}."
    ) from failure


def _unknown(key: str) -> UsageError:
    known = [f"{group}.{field}" for group, model in _GROUPS.items() for field in model.model_fields]
    close = difflib.get_close_matches(key, known, n=3, cutoff=0.5) or known
    return UsageError(f"There is no setting {key}", hint=f"Known are {', '.join(close)}.")


_GROUPS: Mapping[str, type[BaseModel]] = {
    "appearance": Appearance,
    "chat": ChatSettings,
    "spending": SpendingCaps,
    "journal": JournalSettings,
    "meaning": MeaningSettings,
    "providers.NAME": ProviderSettings,
    "vaults.PATH": VaultSettings,
}
"""The groups of the tree by the keys that lead to them."""

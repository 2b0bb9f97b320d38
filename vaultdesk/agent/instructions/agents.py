"""The agents of a vault: the note format that describes one, and the catalog of shipped agents and notes the user
granted."""

import difflib
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, Self, cast, get_args

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.agent.instructions.followed_notes import DraftedNote, FollowedNotes, NoteFolder
from vaultdesk.agent.profile import MAX_DESCRIPTION_CHARACTERS, MAX_INSTRUCTION_CHARACTERS, AgentProfile, Limits
from vaultdesk.core.errors import NoteConflict, UsageError, VaultError
from vaultdesk.core.phrases import Number, Phrase, Sentences, available_names, verbatim
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.settings.settings_schema import AgentGrant
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.values import replace
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.providers.provider import Effort
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE, folder_parts
from vaultdesk.tools.text_sanitizer import name_warnings, sanitize_line, sanitize_text
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.markdown_scanner import comments_in
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath, printable, same_name_key
from vaultdesk.vault.vault import Vault

ProfileField = Literal[
    "description", "model", "tools", "folders", "read_only", "dangerous", "rounds", "result_limit", "calls_a_minute",
    "effort",
]  # fmt: skip
"""What a property of an agent's note can set."""

PROPERTY_FIELDS: Mapping[str, ProfileField] = {
    "description": "description",
    "model": "model",
    "tools": "tools",
    "folders": "folders",
    "folderscope": "folders",
    "readonly": "read_only",
    "dangerous": "dangerous",
    "dangerousoperations": "dangerous",
    "allowdangerousoperations": "dangerous",
    "rounds": "rounds",
    "maxrounds": "rounds",
    "maxresult": "result_limit",
    "maxresultsize": "result_limit",
    "callsaminute": "calls_a_minute",
    "effort": "effort",
}
"""The properties by their normalized spelling: `folderScope`, `folder_scope` and `Folder scope` are the same."""

FIELD_SPELLINGS: Mapping[ProfileField, str] = {
    "description": "description",
    "model": "model",
    "tools": "tools",
    "folders": "folders",
    "read_only": "read_only",
    "dangerous": "dangerous_operations",
    "rounds": "max_rounds",
    "result_limit": "max_result",
    "calls_a_minute": "calls_a_minute",
    "effort": "effort",
}
"""Spellings used in notes that the program writes."""

IGNORED_PROPERTIES = frozenset({
    "tags", "tag", "aliases", "alias", "cssclasses", "cssclass", "title", "name", "id", "icon", "color", "banner",
    "publish", "permalink", "author", "version", "created", "modified", "updated", "edited", "date", "keywords",
})  # fmt: skip
"""Properties every note may have; they have no meaning for agents and need no remark."""

SETTINGS_ONLY_PARTS = (
    "url", "uri", "endpoint", "host", "apikey", "key", "token", "secret", "password", "credential", "command", "args",
    "env", "mcp", "server", "preset", "rule", "permission", "approv", "trust", "grant", "consent", "proxy", "privacy",
    "private", "spending", "budget", "header", "hook", "plugin", "provider", "script", "exec",
)  # fmt: skip
"""Parts of names of values that only settings may contain, never a file that a sync partner can write."""

LIMITING_PARTS = (
    "folder", "scope", "tool", "allow", "deny", "forbid", "block", "restrict", "only", "write", "edit", "delete",
    "danger", "limit", "max", "rate", "round", "exclude", "include", "ignore", "path", "access", "result",
    "call",
)  # fmt: skip
"""Parts of names that may be meant to limit an agent: if ignored, the agent would reach further than intended."""

PropertyMeaning = Literal["quiet", "settings", "limit", "unknown"]
"""Meaning of a property that sets nothing."""


def normalized_key(key: str) -> str:
    """Return *key* in lower case without spaces and separators: `folderScope` and `folder-scope` become the same."""
    return "".join(character for character in key.casefold() if character not in " _-")


def property_meaning(key: str) -> PropertyMeaning:
    """Return the meaning of *key*, a normalized key that is not in `PROPERTY_FIELDS`."""
    if key in IGNORED_PROPERTIES:
        return "quiet"
    if any(part in key for part in SETTINGS_ONLY_PARTS):
        return "settings"
    return "limit" if any(part in key for part in LIMITING_PARTS) else "unknown"


# A note is data that anyone with write access to the vault controls: it may ask for less than the user's settings
# allow, never for more, and for nothing that belongs in settings (vaultdesk/core/README.md, "Settings never come from
# the vault").

EFFORTS = tuple(word for word in get_args(Effort) if word)
"""Values of the reasoning effort of an agent."""

MIN_RESULT_CHARACTERS = 1_000
"""Minimum number of characters of a tool result; the same as in the settings."""

MAX_QUOTED_VALUE_CHARACTERS = 80
"""Maximum number of characters of a note's value quoted in a message."""


class ProfileBounds(Struct, frozen=True):
    """Limits that the values of an agent's note are checked against."""

    registry: ToolRegistry
    limits: Limits
    """The user's own limits."""
    model_problem: Callable[[str], str] = lambda _model: ""
    """Returns why a model cannot be used, as a sentence; empty if it can."""


class _ProfileReader(Struct):
    """Reads one note: its values, and remarks about them."""

    note: Note
    bounds: ProfileBounds
    shipped: bool
    keys: dict[ProfileField, str] = field(default_factory=dict)
    problems: list[Phrase] = field(default_factory=list)
    remarks: list[Phrase] = field(default_factory=list)

    def location(self, key: str) -> Phrase:
        """Return the location of *key* for the start of a sentence: `Line 3: “tools”`."""
        lines = self.note.text[: self.note.body_start].split("\n")
        for number, line in enumerate(lines, start=1):
            name = line.partition(":")[0].strip()
            if name in (key, f'"{key}"', f"'{key}'"):
                return Phrase("Line {0}: “{1}”", number, sanitize_line(key, MAX_QUOTED_VALUE_CHARACTERS))
        return Phrase("“{0}”", sanitize_line(key, MAX_QUOTED_VALUE_CHARACTERS))

    def value(self, profile_field: ProfileField) -> JsonValue:
        """Return the value of *profile_field* in the note; None if it is not set."""
        key = self.keys.get(profile_field)
        return None if key is None else self.note.properties[key]

    def reject(self, profile_field: ProfileField, reason: Phrase) -> None:
        """Record that the value of *profile_field* cannot be used."""
        self.problems.append(Phrase("{0} {1}.", self.location(self.keys[profile_field]), reason))

    def _sort_keys(self) -> None:
        for key in self.note.properties:
            profile_field = PROPERTY_FIELDS.get(normalized_key(key))
            if profile_field is not None:
                if profile_field in self.keys:
                    self.problems.append(Phrase("{0} repeats “{1}”.", self.location(key), self.keys[profile_field]))
                self.keys.setdefault(profile_field, key)
                continue
            match property_meaning(normalized_key(key)):
                case "quiet":
                    pass
                case "settings":
                    self.problems.append(
                        Phrase(
                            "{0} cannot be set by a note: addresses, keys, commands, servers, rules and presets "
                            "are set only in Settings.",
                            self.location(key),
                        )
                    )
                case "limit":
                    known_words = ", ".join(FIELD_SPELLINGS.values())
                    self.problems.append(
                        Phrase(
                            "{0} is not known and may be meant to limit the agent. Known properties: {1}.",
                            self.location(key),
                            known_words,
                        )
                    )
                case "unknown":
                    self.remarks.append(Phrase("{0} is not used by VaultDesk.", self.location(key)))

    def _instructions(self) -> str:
        text = without_note_comments(self.note)
        if not text:
            self.problems.append(Phrase("The note has no instructions: write them below the properties."))
        if len(text) > MAX_INSTRUCTION_CHARACTERS:
            self.problems.append(
                Phrase("The instructions are longer than {0} characters.", Number(MAX_INSTRUCTION_CHARACTERS))
            )
            return ""
        if sanitize_text(text, "\n\t") != text:
            self.remarks.append(Phrase("The instructions contain invisible characters."))
        return text

    def _text(self, profile_field: ProfileField) -> str:
        value = self.value(profile_field)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.reject(profile_field, Phrase("must be text"))
            return ""
        return " ".join(value.split())

    def _model(self) -> str:
        model = self._text("model")
        if not model:
            return ""
        if " " in model or not model.isprintable():
            self.reject("model", Phrase("must be written as provider/name, or removed to use the chat's model"))
            return ""
        problem = self.bounds.model_problem(model)
        if problem:
            self.reject("model", Phrase("names a model that is not available. {0}", problem.rstrip(".")))
            return ""
        return model

    def _tools(self) -> tuple[str, ...] | None:
        names = self._list("tools")
        if names is None:
            return None
        tools: dict[str, None] = {}
        for name in names:
            tool = self.bounds.registry.get(name)
            if tool is None and self.shipped:
                continue  # A tool that is switched off; a shipped agent works without it.
            if tool is None:
                matches = difflib.get_close_matches(name, self.bounds.registry.names, n=1)
                unknown = sanitize_line(name, MAX_QUOTED_VALUE_CHARACTERS)
                self.reject(
                    "tools",
                    Phrase("names an unknown tool: {0} (did you mean {1}?)", unknown, matches[0])
                    if matches
                    else Phrase("names an unknown tool: {0}", unknown),
                )
                continue
            tools[tool.name] = None
        return tuple(tools)

    def _folders(self) -> tuple[str, ...] | None:
        folders = self._list("folders")
        if folders is None:
            return None
        for folder in folders:
            if not folder_parts(folder):
                self.reject(
                    "folders",
                    Phrase(
                        "names a folder that is not in the vault: “{0}”",
                        sanitize_line(folder, MAX_QUOTED_VALUE_CHARACTERS),
                    ),
                )
        return tuple(dict.fromkeys("/".join(folder_parts(folder) or ()) for folder in folders))

    def _list(self, profile_field: ProfileField) -> list[str] | None:
        """Return a list of names; a text is split at commas. None if the note does not have the property."""
        if profile_field not in self.keys:
            return None
        value = self.value(profile_field)
        if isinstance(value, str):
            value = [name.strip() for name in value.split(",") if name.strip()]
        if isinstance(value, list) and all(isinstance(item, str) and item.strip() for item in value):
            names = [item.strip() for item in cast("list[str]", value)]
            if names or self.value(profile_field) == []:
                return names
        # An empty value could mean all or nothing; only an explicitly empty list means nothing.
        everything = Phrase("every tool") if profile_field == "tools" else Phrase("the whole vault")
        self.reject(
            profile_field,
            Phrase("must be a list of names (numbers in quotes). Remove it for {0}, write [] for none", everything),
        )
        return []

    def _flag(self, profile_field: ProfileField) -> bool:
        value = self.value(profile_field)
        if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
            value = value.strip().casefold() == "true"
        if isinstance(value, bool):
            return value
        if profile_field in self.keys:
            self.reject(profile_field, Phrase("must be true or false"))
        return False

    def _number(self, profile_field: ProfileField, minimum: int, maximum: int) -> int:
        """Return a whole number, at most *maximum*, the user's own limit; 0 if the note does not set it."""
        value = self.value(profile_field)
        if value is None:
            return 0
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) <= 15:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < minimum:
            self.reject(profile_field, Phrase("must be a whole number from {0}", Number(minimum)))
            return 0
        if value > maximum:
            self.remarks.append(
                Phrase(
                    "{0} is {1}; {2} is used.",
                    self.location(self.keys[profile_field]),
                    Number(value),
                    Number(maximum),
                )
            )
        return min(value, maximum)

    def _effort(self) -> Effort:
        word = self._text("effort").casefold()
        if word and word not in EFFORTS:
            self.reject("effort", Phrase("must be one of {0}", ", ".join(EFFORTS)))
            return ""
        return cast("Effort", word)


def read_profile(note: Note, bounds: ProfileBounds, *, shipped: bool = False) -> AgentProfile | tuple[Phrase, ...]:
    """Return the agent that *note* describes, or why it is not valid, as sentences for the user.

    A *shipped* agent may name tools that are not available; they are left out.
    """
    if note.property_problem:
        return (verbatim(note.property_problem),)
    reader = _ProfileReader(note, bounds, shipped)
    reader._sort_keys()
    instructions = reader._instructions()
    profile = AgentProfile(
        name=note.path.name,
        description=reader._text("description")[:MAX_DESCRIPTION_CHARACTERS],
        instructions=instructions,
        model=reader._model(),
        tools=reader._tools(),
        folders=reader._folders(),
        read_only=reader._flag("read_only"),
        dangerous=reader._flag("dangerous"),
        rounds=reader._number("rounds", 1, bounds.limits.rounds),
        result_limit=reader._number("result_limit", MIN_RESULT_CHARACTERS, bounds.limits.result_limit),
        calls_a_minute=reader._number("calls_a_minute", 1, CALLS_A_MINUTE) or CALLS_A_MINUTE,
        effort=reader._effort(),
        path="" if shipped else note.path.text,
        remarks=(*name_warnings([note.path.name]), *reader.remarks),
    )
    return tuple(reader.problems) or profile


def without_note_comments(note: Note) -> str:
    """Return the note's body without its `%% comments %%`, which are not sent to models."""
    parts, position = list[str](), note.body_start
    for comment in comments_in(note.text, note.body_start):
        parts.append(note.text[position : comment.start])
        position = comment.end
    return "".join([*parts, note.text[position:]]).strip()


def agent_note(profile: AgentProfile) -> str:
    """Return the text of a note that describes *profile*; its name is the note's file name."""
    values = {FIELD_SPELLINGS[field]: value for field, value in _values(profile).items()}
    return with_properties(f"\n{profile.instructions.strip()}\n", values)


def _values(profile: AgentProfile) -> dict[ProfileField, JsonValue]:
    """Return the values to write: those that were set, and always those that limit the agent."""
    values: dict[ProfileField, JsonValue] = {}
    if profile.description:
        values["description"] = str(profile.description)
    if profile.model:
        values["model"] = profile.model
    if profile.tools is not None:
        values["tools"] = [*profile.tools]
    if profile.folders is not None:
        values["folders"] = [*profile.folders]
    values["read_only"] = profile.read_only
    values["dangerous"] = profile.dangerous
    if profile.rounds:
        values["rounds"] = profile.rounds
    if profile.result_limit:
        values["result_limit"] = profile.result_limit
    if profile.calls_a_minute != CALLS_A_MINUTE:
        values["calls_a_minute"] = profile.calls_a_minute
    if profile.effort:
        values["effort"] = profile.effort
    return values


# A grant is bound to the bytes of the note; any change ends it (vaultdesk/agent/README.md, "Accepted text").

MAX_AGENTS = 200
"""Maximum number of notes read from the agents folder, because a synced folder may contain anything."""

AgentStatus = Literal["shipped", "granted", "changed", "new", "broken"]
"""Status of an agent: shipped with the program; granted by the user; granted, but its note has changed; not granted;
not a valid agent, see its `problems`.
"""

log = logging.getLogger(__name__)


class KnownAgent(Struct, frozen=True):
    """One agent, whether or not it may be used."""

    name: str
    """The name it is called by; unique, and never that of a shipped agent unless it is one."""
    status: AgentStatus
    profile: AgentProfile | None = None
    """None if its note is broken."""
    path: str = ""
    """Path of its note; empty for a shipped agent."""
    digest: str = ""
    """SHA-256 of the note's bytes as read; a grant is bound to it."""
    problems: tuple[Phrase, ...] = ()
    """Why the note is not a valid agent, as sentences."""

    @property
    def is_usable(self) -> bool:
        """Whether it may be asked."""
        return self.status in ("shipped", "granted")


def shipped_agents(bounds: ProfileBounds, folder: Path) -> tuple[AgentProfile, ...]:
    """Return the shipped agents in *folder*; their descriptions are phrases.

    Raises `ValueError` if one is broken: a fault of the package.
    """
    profiles = []
    for file in sorted(folder.glob("*.md")):
        profile = read_profile(parse_note(NotePath(file.name), file.read_text(encoding="utf-8")), bounds, shipped=True)
        if not isinstance(profile, AgentProfile):
            raise ValueError(f"{file.name}: {' '.join(profile)}")
        profiles.append(replace(profile, description=Phrase(profile.description)))
    return tuple(profiles)


class AgentNotes(NoteFolder):
    """The notes in the agents folder of one vault."""

    def __init__(
        self, vault: Vault, store: SettingsStore, registry: ToolRegistry, model_problem: Callable[[str], str]
    ) -> None:
        super().__init__(vault, lambda: store.settings.chat.agents_folder, MAX_AGENTS)
        self._store = store
        self._registry = registry
        self._model_problem = model_problem

    @property
    def bounds(self) -> ProfileBounds:
        """The current limits for agents."""
        chat = self._store.settings.chat
        limits = Limits(rounds=chat.max_rounds, result_limit=chat.result_limit, effort=chat.effort)
        return ProfileBounds(self._registry, limits, self._model_problem)

    async def read(self, path: NotePath, name: str) -> KnownAgent:
        """Return the agent of the note at *path* in its current state, with the name *name*."""
        try:
            text = await self._vault.read(path)
        except VaultError as problem:
            return KnownAgent(name, "broken", path=path.text, problems=(problem.message,))
        profile = read_profile(parse_note(path, text.text), self.bounds)
        if not isinstance(profile, AgentProfile):
            return KnownAgent(name, "broken", path=path.text, digest=text.digest, problems=profile)
        grants = self._store.settings.vault_settings(self._vault.root).agents
        granted_digests = [grant.digest for grant in grants if grant.path == path.text]
        status: AgentStatus = "granted" if text.digest in granted_digests else "changed" if granted_digests else "new"
        return KnownAgent(name, status, replace(profile, name=name), path.text, text.digest)


def agent_call_names(paths: Sequence[NotePath], taken_names: Sequence[str]) -> list[str]:
    """Return the call name of each path's agent: the name of its note, or its path if that name is not unique.

    *taken_names* belong to the shipped agents: no note can use one of them.
    """
    keys = [same_name_key(path.name) for path in paths]
    reserved_keys = {same_name_key(name) for name in taken_names}
    return [
        path.text.removesuffix(".md") if key in reserved_keys or keys.count(key) > 1 else path.name
        for path, key in zip(paths, keys, strict=True)
    ]


# Only the user can grant; no tool and no note can.


class AgentCatalog(FollowedNotes[KnownAgent]):
    """The agents of one vault: `async with AgentCatalog(...)` follows its notes and the settings until the block ends.

    The block begins with the shipped agents; those of the vault are added after its folders were listed.
    """

    def __init__(
        self,
        vault: Vault,
        store: SettingsStore,
        registry: ToolRegistry,
        model_problem: Callable[[str], str] = lambda _model: "",
        shipped: Path | None = None,
    ) -> None:
        """*model_problem* returns why a model cannot be used; *shipped* is the folder of the shipped agents."""
        super().__init__(vault, store)
        self._notes = AgentNotes(vault, store, registry, model_problem)
        self._shipped_folder = shipped or resource_path("agents")

    async def __aenter__(self) -> Self:
        await self._read_shipped()
        return await super().__aenter__()

    async def get(self, name: str) -> AgentProfile:
        """Return the agent *name* from the current text of its note. Raises `UsageError` with a hint if it may not be
        used.

        *name* may also be the path of its note, with or without `.md`.
        """
        known = self._find(name)
        if known is None:
            await self.refresh()  # A note created a moment ago may not have been reported yet.
            known = self._find(name)
        if known is None:
            raise self._unknown_agent_error(name)
        if known.status != "shipped":
            # The current bytes of the note are used, regardless of what was read before.
            known = await self._notes.read(NotePath(known.path), known.name)
        match known.status:
            case "granted" | "shipped" if known.profile is not None:
                return known.profile
            case "broken":
                raise UsageError(
                    Phrase("The agent {0} cannot be used", printable(known.name)), hint=Sentences(*known.problems)
                )
            case "changed":
                raise UsageError(
                    Phrase("The note of the agent {0} has changed since you allowed it", printable(known.name)),
                    hint=Phrase("Review it in Settings, Agents, and allow it again."),
                )
            case _:
                raise UsageError(
                    Phrase("The agent {0} has not been allowed yet", printable(known.name)),
                    hint=Phrase("Review what it may do in Settings, Agents, and allow it there."),
                )

    async def grant(self, path: str, digest: str) -> None:
        """Allow the agent of the note at *path* as shown to the user: *digest* is that of these bytes.

        Raises `NoteConflict` if the note has changed, `UsageError` if it is not a valid agent, `SettingsError`.
        """
        found = await self._notes.read(NotePath.parse(path), path)
        if found.profile is None:
            raise UsageError(
                Phrase("{0} is not an agent that can be allowed", printable(path)), hint=Sentences(*found.problems)
            )
        if found.digest != digest:
            raise NoteConflict(
                Phrase("The note of the agent {0} changed while you were reviewing it", printable(found.profile.name)),
                hint=Phrase("Review it again."),
                path=path,
            )
        if not self._notes.contains(found.path):
            raise UsageError(
                Phrase("{0} is not in the agents folder", printable(path)),
                hint=Phrase("Move it to {0}.", self._notes.folder),
            )
        new_grant = AgentGrant(path=found.path, digest=digest, granted=datetime.now(UTC).replace(microsecond=0))
        self._change_grants(lambda grants: (*(grant for grant in grants if grant.path != found.path), new_grant))
        await self.refresh()

    async def revoke(self, path: str) -> None:
        """End the grant of the agent of the note at *path*. Raises `SettingsError`."""
        self._change_grants(lambda grants: tuple(grant for grant in grants if grant.path != path))
        await self.refresh()

    def draft(self, profile: AgentProfile) -> DraftedNote:
        """Return path and text of a note for *profile*, for the agent editor to show and save."""
        return DraftedNote(profile.path or f"{self._notes.folder}/{profile.name}.md", agent_note(profile))

    async def _read_all(self) -> tuple[KnownAgent, ...]:
        shipped = await self._read_shipped()
        paths = await run_in_thread(self._notes.paths)
        names = agent_call_names(paths, [agent.name for agent in shipped])
        notes = [await self._notes.read(path, name) for path, name in zip(paths, names, strict=True)]
        return (*shipped, *notes)

    async def _read_shipped(self) -> tuple[KnownAgent, ...]:
        profiles = await run_in_thread(lambda: shipped_agents(self._notes.bounds, self._shipped_folder))
        shipped = tuple(KnownAgent(profile.name, "shipped", profile) for profile in profiles)
        self._publish((*shipped, *(agent for agent in self._known if agent.status != "shipped")))
        return shipped

    def _find(self, name: str) -> KnownAgent | None:
        key = same_name_key(name.strip())
        by_name = next((known for known in self._known if same_name_key(known.name) == key), None)
        paths = (key, f"{key}.md")
        return by_name or next((known for known in self._known if same_name_key(known.path) in paths), None)

    def _change_grants(self, change: Callable[[Sequence[AgentGrant]], Iterable[AgentGrant]]) -> None:
        root = self._vault.root
        self._store.change(
            lambda settings: settings.with_vault(root, agents=tuple(change(settings.vault_settings(root).agents)))
        )

    def _unknown_agent_error(self, name: str) -> UsageError:
        names = [printable(known.name) for known in self._known]
        return UsageError(Phrase("There is no agent {0}", printable(name)), hint=available_names(name, names))

    def _is_followed_path(self, path: str) -> bool:
        return self._notes.contains(path)

    def _relevant_settings(self, settings: Settings) -> object:
        return settings.chat, settings.providers, settings.vault_settings(self._vault.root).agents

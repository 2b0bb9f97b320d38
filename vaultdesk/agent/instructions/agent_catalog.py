"""All agents of a vault: shipped agents and notes the user granted, with their status."""

import difflib
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, Self

from vaultdesk.agent.instructions.agent_note import ProfileBounds, agent_note, read_profile
from vaultdesk.agent.instructions.followed_notes import DraftedNote, FollowedNotes
from vaultdesk.agent.profile import AgentProfile, Limits
from vaultdesk.core.errors import NoteConflict, UsageError, VaultError
from vaultdesk.core.phrases import Phrase, Sentences
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.settings.settings_schema import AgentGrant
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import folder_parts, is_in_folder
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath, printable, same_name_key
from vaultdesk.vault.vault import Vault

# A grant is bound to the bytes of the note; any change ends it (vaultdesk/agent/README.md, "Accepted text").

MAX_AGENTS = 200
"""Maximum number of notes read from the agents folder, because a synced folder may contain anything."""

AgentStatus = Literal["shipped", "granted", "changed", "new", "broken"]
"""Status of an agent: shipped with the program; granted by the user; granted, but its note has changed; not granted;
not a valid agent, see its `problems`.
"""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KnownAgent:
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
    """Return the shipped agents in *folder*. Raises `ValueError` if one is broken: a fault of the package."""
    profiles = []
    for file in sorted(folder.glob("*.md")):
        read = read_profile(parse_note(NotePath(file.name), file.read_text(encoding="utf-8")), bounds, shipped=True)
        if not isinstance(read, AgentProfile):
            raise ValueError(f"{file.name}: {' '.join(read)}")
        profiles.append(read)
    return tuple(profiles)


class AgentNotes:
    """The notes in the agents folder of one vault."""

    def __init__(
        self, vault: Vault, store: SettingsStore, registry: ToolRegistry, model_problem: Callable[[str], str]
    ) -> None:
        self._vault = vault
        self._store = store
        self._registry = registry
        self._model_problem = model_problem

    @property
    def bounds(self) -> ProfileBounds:
        """The current limits for agents."""
        chat = self._store.settings.chat
        limits = Limits(rounds=chat.max_rounds, result_limit=chat.result_limit, effort=chat.effort)
        return ProfileBounds(self._registry, limits, self._model_problem)

    @property
    def folder(self) -> str:
        """The folder whose notes are agents."""
        return self._store.settings.chat.agents_folder

    def is_agent_path(self, path: str) -> bool:
        """Return whether *path* is in the agents folder. Without a folder no note is an agent."""
        folder = folder_parts(self.folder)
        return bool(folder) and is_in_folder(path, folder or ())

    def paths(self) -> list[NotePath]:
        """Return the notes of the folder. Blocks while it is listed."""
        folder = folder_parts(self.folder)
        states = self._vault.files.walk_in(folder) if folder else ()
        found = sorted(state.path for state in states if state.conflict_of is None)
        if len(found) > MAX_AGENTS:
            log.info("Only the first %s of %s agents are read.", MAX_AGENTS, len(found))
        return found[:MAX_AGENTS]

    async def read(self, path: NotePath, name: str) -> KnownAgent:
        """Return the agent of the note at *path* in its current state, with the name *name*."""
        try:
            text = await self._vault.read(path)
        except VaultError as problem:
            return KnownAgent(name, "broken", path=path.text, problems=(problem.message,))
        read = read_profile(parse_note(path, text.text), self.bounds)
        if not isinstance(read, AgentProfile):
            return KnownAgent(name, "broken", path=path.text, digest=text.digest, problems=read)
        grants = self._store.settings.vault_settings(self._vault.root).agents
        granted_digests = [grant.digest for grant in grants if grant.path == path.text]
        status: AgentStatus = "granted" if text.digest in granted_digests else "changed" if granted_digests else "new"
        return KnownAgent(name, status, replace(read, name=name), path.text, text.digest)


def agent_call_names(paths: Sequence[NotePath], taken_names: Sequence[str]) -> list[str]:
    """Return the call name of each path's agent: the name of its note, or its path if that name is not unique.

    *taken_names* belong to the shipped agents: no note can use one of them.
    """
    keys = [same_name_key(path.name) for path in paths]
    others = {same_name_key(name) for name in taken_names}
    return [
        path.text.removesuffix(".md") if key in others or keys.count(key) > 1 else path.name
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
                    hint=Phrase("Look at it in Settings, Agents, and allow it again."),
                )
            case _:
                raise UsageError(
                    Phrase("The agent {0} has not been allowed yet", printable(known.name)),
                    hint=Phrase("Look at what it may do in Settings, Agents, and allow it there."),
                )

    async def grant(self, path: str, digest: str) -> None:
        """Allow the agent of the note at *path* as shown to the user: *digest* is that of these bytes.

        Raises `NoteConflict` if the note has changed, `UsageError` if it is not a valid agent, `SettingsError`.
        """
        found = await self._notes.read(NotePath.parse(path), path)
        if found.profile is None:
            raise UsageError(
                Phrase("{0} is no agent that could be allowed", printable(path)), hint=Sentences(*found.problems)
            )
        if found.digest != digest:
            raise NoteConflict(
                Phrase("The note of the agent {0} has changed while you looked at it", printable(found.profile.name)),
                hint=Phrase("Look at it again."),
                path=path,
            )
        if not self._notes.is_agent_path(found.path):
            raise UsageError(
                Phrase("{0} is not in the agents folder", printable(path)),
                hint=Phrase("Move it to {0}.", self._notes.folder),
            )
        given = AgentGrant(path=found.path, digest=digest, granted=datetime.now(UTC).replace(microsecond=0))
        self._change_grants(lambda grants: (*(grant for grant in grants if grant.path != found.path), given))
        await self.refresh()

    async def revoke(self, path: str) -> None:
        """End the grant of the agent of the note at *path*. Raises `SettingsError`."""
        self._change_grants(lambda grants: tuple(grant for grant in grants if grant.path != path))
        await self.refresh()

    def draft(self, profile: AgentProfile) -> DraftedNote:
        """Return path and text of a note for *profile*, for the agent editor to show and save."""
        return DraftedNote(profile.path or f"{self._notes.folder}/{profile.name}.md", agent_note(profile))

    async def _read_all(self) -> tuple[KnownAgent, ...]:
        ours = await self._read_shipped()
        paths = await run_in_thread(self._notes.paths)
        names = agent_call_names(paths, [agent.name for agent in ours])
        notes = [await self._notes.read(path, name) for path, name in zip(paths, names, strict=True)]
        return (*ours, *notes)

    async def _read_shipped(self) -> tuple[KnownAgent, ...]:
        profiles = await run_in_thread(lambda: shipped_agents(self._notes.bounds, self._shipped_folder))
        ours = tuple(KnownAgent(profile.name, "shipped", profile) for profile in profiles)
        self._publish((*ours, *(agent for agent in self._known if agent.status != "shipped")))
        return ours

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
        names = [known.name for known in self._known]
        near = difflib.get_close_matches(name, names, n=1)
        meant = f"Did you mean {printable(near[0])}? " if near else ""
        there = ", ".join(printable(known) for known in names[:20])
        return UsageError(
            Phrase("There is no agent {0}", printable(name)), hint=Phrase("{0}There are: {1}.", meant, there)
        )

    def _is_followed_path(self, path: str) -> bool:
        return self._notes.is_agent_path(path)

    def _relevant_settings(self, settings: Settings) -> object:
        return settings.chat, settings.providers, settings.vault_settings(self._vault.root).agents

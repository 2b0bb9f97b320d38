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
from vaultdesk.core.resources import resource_path
from vaultdesk.core.settings.settings_schema import AgentGrant
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import folder_parts, is_in_folder
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath, printable, same_name_key
from vaultdesk.vault.vault import Vault

# A grant is bound to the bytes of the note: another text, whoever wrote it, ends it
# (vaultdesk/agent/README.md, "Accepted text").

MAX_AGENTS = 200
"""Notes of the agents folder that are read; a menu of more is of no use, and a synced folder may hold anything."""

AgentStatus = Literal["shipped", "granted", "changed", "new", "broken"]
"""How an agent stands: ours; let work; let work once, but its note says something else now; never let work; no agent
at all, its `problems` say why."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KnownAgent:
    """One agent, whether or not it may work."""

    name: str
    """What it is asked for by; unique, and never that of a shipped agent unless it is one."""
    status: AgentStatus
    profile: AgentProfile | None = None
    """None where its note is broken."""
    path: str = ""
    """Its note; empty for a shipped one."""
    digest: str = ""
    """SHA-256 of the note's bytes as they were read: what a grant would be for."""
    problems: tuple[Phrase, ...] = ()
    """Why it is none, in sentences."""

    @property
    def is_usable(self) -> bool:
        """Whether it may be asked."""
        return self.status in ("shipped", "granted")


def shipped_agents(bounds: ProfileBounds, folder: Path) -> tuple[AgentProfile, ...]:
    """Return the agents in *folder* of the program. Raises `ValueError` where one is broken: a fault of the package."""
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
        """What an agent's wishes are held against now."""
        chat = self._store.settings.chat
        limits = Limits(rounds=chat.max_rounds, result_limit=chat.result_limit, effort=chat.effort)
        return ProfileBounds(self._registry, limits, self._model_problem)

    @property
    def folder(self) -> str:
        """The folder whose notes are agents."""
        return self._store.settings.chat.agents_folder

    def is_agent_path(self, path: str) -> bool:
        """Whether the note at *path* is an agent by its place. Without a folder none is: not every note of a vault."""
        folder = folder_parts(self.folder)
        return bool(folder) and is_in_folder(path, folder or ())

    def paths(self) -> list[NotePath]:
        """Return the notes of the folder. Blocks for as long as a walk through it takes."""
        folder = folder_parts(self.folder)
        states = self._vault.files.walk_in(folder) if folder else ()
        found = sorted(state.path for state in states if state.conflict_of is None)
        if len(found) > MAX_AGENTS:
            log.info("Only the first %s of %s agents are read.", MAX_AGENTS, len(found))
        return found[:MAX_AGENTS]

    async def read(self, path: NotePath, name: str) -> KnownAgent:
        """Return the agent of the note at *path* as it is now, by the name *name*."""
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
    """Return what the agent of each path is asked for by: its note's name, or its path where that is another's too.

    Names that are *taken_names* belong to the program's own agents: no note can pass for one of them.
    """
    keys = [same_name_key(path.name) for path in paths]
    others = {same_name_key(name) for name in taken_names}
    return [
        path.text.removesuffix(".md") if key in others or keys.count(key) > 1 else path.name
        for path, key in zip(paths, keys, strict=True)
    ]


# Only an act of the person grants; no tool and no note can.


class AgentCatalog(FollowedNotes[KnownAgent]):
    """The agents of one vault: `async with AgentCatalog(...)` follows its notes and the settings until the block ends.

    The block begins with the shipped agents; those of the vault are there a walk through its folders later.
    """

    def __init__(
        self,
        vault: Vault,
        store: SettingsStore,
        registry: ToolRegistry,
        model_problem: Callable[[str], str] = lambda _model: "",
        shipped: Path | None = None,
    ) -> None:
        """*model_problem* says why a model cannot be asked; *shipped* is the folder of the program's own agents."""
        super().__init__(vault, store)
        self._notes = AgentNotes(vault, store, registry, model_problem)
        self._shipped_folder = shipped or resource_path("agents")

    async def __aenter__(self) -> Self:
        await self._read_shipped()
        return await super().__aenter__()

    async def get(self, name: str) -> AgentProfile:
        """Return the agent *name* as its note is now. Raises `UsageError` that says what to do where it may not work.

        *name* may be the path of its note, with or without `.md`, too.
        """
        known = self._find(name)
        if known is None:
            await self.refresh()  # A note of a moment ago: nobody may have told of it yet.
            known = self._find(name)
        if known is None:
            raise self._unknown_agent_error(name)
        if known.status != "shipped":
            # What works are the bytes that are there now, whatever was read before.
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
        """Let the agent of the note at *path* work, as the person was shown it: *digest* is that of those bytes.

        Raises `NoteConflict` where the note is another one now, `UsageError` where it is no agent, `SettingsError`.
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
        """Let the agent of the note at *path* work no longer. Raises `SettingsError`."""
        self._change_grants(lambda grants: tuple(grant for grant in grants if grant.path != path))
        await self.refresh()

    def draft(self, profile: AgentProfile) -> DraftedNote:
        """Return where the note of *profile* would be and what it would say, for the agent editor to show and keep."""
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

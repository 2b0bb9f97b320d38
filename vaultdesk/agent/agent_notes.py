"""Agent notes: the notes of a vault that are agents, found and read, and how each stands. Grants nothing; see agents.

A grant is bound to the bytes of the note: another text, whoever wrote it, ends it (THREATS 0.11).
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from vaultdesk.agent.limits import Limits
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.profile_reading import Bounds, read_profile
from vaultdesk.core.errors import VaultError
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import folder_parts, is_in_folder
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath, same_name_key
from vaultdesk.vault.vault import Vault

MOST_AGENTS = 200
"""Notes of the agents folder that are read; a menu of more is of no use, and a synced folder may hold anything."""

Standing = Literal["shipped", "granted", "changed", "new", "broken"]
"""How an agent stands: ours; let work; let work once, but its note says something else now; never let work; no agent
at all, its `problems` say why."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KnownAgent:
    """One agent, whether or not it may work."""

    name: str
    """What it is asked for by; unique, and never that of a shipped agent unless it is one."""
    standing: Standing
    profile: AgentProfile | None = None
    """None where its note is broken."""
    path: str = ""
    """Its note; empty for a shipped one."""
    digest: str = ""
    """SHA-256 of the note's bytes as they were read: what a grant would be for."""
    problems: tuple[str, ...] = ()
    """Why it is none, in sentences."""

    @property
    def usable(self) -> bool:
        """Whether it may be asked."""
        return self.standing in ("shipped", "granted")


def shipped_agents(bounds: Bounds, folder: Path) -> tuple[AgentProfile, ...]:
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
    def bounds(self) -> Bounds:
        """What an agent's wishes are held against now."""
        chat = self._store.settings.chat
        limits = Limits(rounds=chat.max_rounds, result_limit=chat.result_limit, effort=chat.effort)
        return Bounds(self._registry, limits, self._model_problem)

    @property
    def folder(self) -> str:
        """The folder whose notes are agents."""
        return self._store.settings.chat.agents_folder

    def holds(self, path: str) -> bool:
        """Whether the note at *path* is an agent by its place. Without a folder none is: not every note of a vault."""
        folder = folder_parts(self.folder)
        return bool(folder) and is_in_folder(path, folder or ())

    def paths(self) -> list[NotePath]:
        """Return the notes of the folder. Blocks for as long as a walk through it takes."""
        folder = folder_parts(self.folder)
        states = self._vault.files.walk_in(folder) if folder else ()
        found = sorted(state.path for state in states if state.conflict_of is None)
        if len(found) > MOST_AGENTS:
            log.info("Only the first %s of %s agents are read.", MOST_AGENTS, len(found))
        return found[:MOST_AGENTS]

    async def read(self, path: NotePath, name: str) -> KnownAgent:
        """Return the agent of the note at *path* as it is now, by the name *name*."""
        try:
            text = await self._vault.read(path)
        except VaultError as problem:
            return KnownAgent(name, "broken", path=path.text, problems=(str(problem),))
        read = read_profile(parse_note(path, text.text), self.bounds)
        if not isinstance(read, AgentProfile):
            return KnownAgent(name, "broken", path=path.text, digest=text.digest, problems=read)
        grants = self._store.settings.vault_settings(self._vault.root).agents
        given = [grant.digest for grant in grants if grant.path == path.text]
        standing: Standing = "granted" if text.digest in given else "changed" if given else "new"
        return KnownAgent(name, standing, replace(read, name=name), path.text, text.digest)


def asked_for_by(paths: Sequence[NotePath], taken: Sequence[str]) -> list[str]:
    """Return what the agent of each path is asked for by: its note's name, or its path where that is another's too.

    Names that are *taken* belong to the program's own agents: no note can pass for one of them.
    """
    keys = [same_name_key(path.name) for path in paths]
    others = {same_name_key(name) for name in taken}
    return [
        path.text.removesuffix(".md") if key in others or keys.count(key) > 1 else path.name
        for path, key in zip(paths, keys, strict=True)
    ]

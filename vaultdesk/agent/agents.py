"""Agents: every agent of a vault: those that ship with the program, and notes of the vault that the person let work.

Only an act of the person grants; no tool and no note can. How a note stands is told in agent_notes.py.
"""

import difflib
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from vaultdesk.agent.agent_note import agent_note
from vaultdesk.agent.agent_notes import AgentNotes, KnownAgent, asked_for_by, shipped_agents
from vaultdesk.agent.followed_notes import FollowedNotes
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.core.errors import NoteConflict, UsageError
from vaultdesk.core.resources import resource_path
from vaultdesk.core.settings.settings_schema import AgentGrant
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.providers.http_connection import in_thread
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.vault.note_path import NotePath, printable, same_name_key
from vaultdesk.vault.vault import Vault


class AgentShelf(FollowedNotes[KnownAgent]):
    """The agents of one vault: `async with AgentShelf(...)` follows its notes and the settings until the block ends.

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
        known = self._named(name)
        if known is None:
            await self.refresh()  # A note of a moment ago: nobody may have told of it yet.
            known = self._named(name)
        if known is None:
            raise self._unknown(name)
        if known.standing != "shipped":
            # What works are the bytes that are there now, whatever was read before.
            known = await self._notes.read(NotePath(known.path), known.name)
        match known.standing:
            case "granted" | "shipped" if known.profile is not None:
                return known.profile
            case "broken":
                raise UsageError(f"The agent {printable(known.name)} cannot be used", hint=" ".join(known.problems))
            case "changed":
                raise UsageError(
                    f"The note of the agent {printable(known.name)} has changed since you allowed it",
                    hint="Look at it in Settings, Agents, and allow it again.",
                )
            case _:
                raise UsageError(
                    f"The agent {printable(known.name)} has not been allowed yet",
                    hint="Look at what it may do in Settings, Agents, and allow it there.",
                )

    async def grant(self, path: str, digest: str) -> None:
        """Let the agent of the note at *path* work, as the person was shown it: *digest* is that of those bytes.

        Raises `NoteConflict` where the note is another one now, `UsageError` where it is no agent, `SettingsError`.
        """
        found = await self._notes.read(NotePath.parse(path), path)
        if found.profile is None:
            raise UsageError(f"{printable(path)} is no agent that could be allowed", hint=" ".join(found.problems))
        if found.digest != digest:
            raise NoteConflict(
                f"The note of the agent {printable(found.profile.name)} has changed while you looked at it",
                hint="Look at it again.",
                path=path,
            )
        if not self._notes.holds(found.path):
            raise UsageError(f"{printable(path)} is not in the agents folder", hint=f"Move it to {self._notes.folder}.")
        given = AgentGrant(path=found.path, digest=digest, granted=datetime.now(UTC).replace(microsecond=0))
        self._change_grants(lambda grants: (*(grant for grant in grants if grant.path != found.path), given))
        await self.refresh()

    async def revoke(self, path: str) -> None:
        """Let the agent of the note at *path* work no longer. Raises `SettingsError`."""
        self._change_grants(lambda grants: tuple(grant for grant in grants if grant.path != path))
        await self.refresh()

    def draft(self, profile: AgentProfile) -> tuple[str, str]:
        """Return where the note of *profile* would be and what it would say, for the agent editor to show and keep."""
        return profile.path or f"{self._notes.folder}/{profile.name}.md", agent_note(profile)

    async def _read_all(self) -> tuple[KnownAgent, ...]:
        ours = await self._read_shipped()
        paths = await in_thread(self._notes.paths)
        names = asked_for_by(paths, [agent.name for agent in ours])
        notes = [await self._notes.read(path, name) for path, name in zip(paths, names, strict=True)]
        return (*ours, *notes)

    async def _read_shipped(self) -> tuple[KnownAgent, ...]:
        profiles = await in_thread(lambda: shipped_agents(self._notes.bounds, self._shipped_folder))
        ours = tuple(KnownAgent(profile.name, "shipped", profile) for profile in profiles)
        self._keep((*ours, *(agent for agent in self._known if agent.standing != "shipped")))
        return ours

    def _named(self, name: str) -> KnownAgent | None:
        wanted = same_name_key(name.strip())
        by_name = next((known for known in self._known if same_name_key(known.name) == wanted), None)
        paths = (wanted, f"{wanted}.md")
        return by_name or next((known for known in self._known if same_name_key(known.path) in paths), None)

    def _change_grants(self, change: Callable[[Sequence[AgentGrant]], Iterable[AgentGrant]]) -> None:
        root = self._vault.root
        self._store.change(
            lambda settings: settings.with_vault(root, agents=tuple(change(settings.vault_settings(root).agents)))
        )

    def _unknown(self, name: str) -> UsageError:
        names = [known.name for known in self._known]
        near = difflib.get_close_matches(name, names, n=1)
        meant = f"Did you mean {printable(near[0])}? " if near else ""
        there = ", ".join(printable(known) for known in names[:20])
        return UsageError(f"There is no agent {printable(name)}", hint=f"{meant}There are: {there}.")

    def _holds(self, path: str) -> bool:
        return self._notes.holds(path)

    def _facts(self, settings: Settings) -> object:
        return settings.chat, settings.providers, settings.vault_settings(self._vault.root).agents

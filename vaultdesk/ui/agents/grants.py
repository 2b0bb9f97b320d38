"""Grants: one agent's note as it is to be looked at before it may work, and the person's yes, bound to those bytes."""

import asyncio
from dataclasses import dataclass

from vaultdesk.agent.instructions.agent_catalog import AgentCatalog, KnownAgent
from vaultdesk.agent.profile import grant_sentences
from vaultdesk.core.errors import NoteConflict, UsageError, VaultError
from vaultdesk.core.settings.settings_schema import AgentGrant
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.note_text import decode_note
from vaultdesk.vault.vault import Vault

TRIES = 3
"""How often a note that changes while it is read is read again."""


@dataclass(frozen=True, slots=True)
class GrantLook:
    """What the person is shown. All of it is of one and the same version of the note."""

    agent: KnownAgent
    sentences: tuple[str, ...]
    """What it may do, in our words."""
    remarks: tuple[str, ...]
    """What the person should know of the note."""
    text: str
    """The whole note."""
    before: str | None = None
    """The note as it was allowed last; None where it never was, or that version is not kept any more."""
    allowed: AgentGrant | None = None
    """What was allowed last."""

    @property
    def instructions(self) -> str:
        """What the note tells the model, in its own words."""
        return self.agent.profile.instructions if self.agent.profile is not None else ""


class Grants:
    """Looks at agents' notes and lets them work."""

    def __init__(self, shelf: AgentCatalog, vault: Vault, store: SettingsStore, registry: ToolRegistry) -> None:
        self.shelf = shelf
        self._vault = vault
        self._store = store
        self._registry = registry

    async def look(self, path: str) -> GrantLook:
        """Return the agent of the note at *path* to be looked at. Raises `UsageError`, `VaultError`."""
        for _ in range(TRIES):
            await self.shelf.refresh()
            known = next((one for one in self.shelf.list() if one.path == path), None)
            if known is None:
                raise UsageError(f"There is no agent {printable(path)} any more", hint="Its note was moved or deleted.")
            if known.profile is None:
                raise UsageError(f"{printable(known.name)} cannot be used", hint=" ".join(known.problems))
            note = await self._vault.read(NotePath.parse(path))
            if note.digest == known.digest:
                told = grant_sentences(known.profile, self._registry)
                ours = told[: len(told) - len(known.profile.remarks)]
                allowed = self._allowed(path)
                before = await self._before(NotePath.parse(path), allowed, known.digest)
                return GrantLook(known, ours, known.profile.remarks, note.text, before, allowed)
        raise NoteConflict(f"{printable(path)} keeps changing", hint="Look at it when it rests.")

    async def grant(self, look: GrantLook) -> None:
        """Let the agent work as it was looked at. Raises `NoteConflict` where its note is another one now, and more."""
        await self.shelf.grant(look.agent.path, look.agent.digest)

    def newest(self, path: str) -> str:
        """Return the digest of the agent's note as it was last read; empty where it is gone."""
        return next((one.digest for one in self.shelf.list() if one.path == path), "")

    def _allowed(self, path: str) -> AgentGrant | None:
        grants = self._store.settings.vault_settings(self._vault.root).agents
        return next((grant for grant in grants if grant.path == path), None)

    async def _before(self, path: NotePath, allowed: AgentGrant | None, now: str) -> str | None:
        if allowed is None or allowed.digest == now:
            return None
        try:
            data = await asyncio.to_thread(self._vault.journal.snapshot, allowed.digest)
            return decode_note(path, data, 0).text
        except VaultError:
            return None  # Changed by another program: what was allowed is kept nowhere.

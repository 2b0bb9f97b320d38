"""Accepted notes: followed notes whose text the person read and took; a yes is bound to the bytes (THREATS 0.11)."""

from abc import ABC
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from vaultdesk.agent.followed_notes import FollowedNotes
from vaultdesk.core.settings.settings_schema import AgentGrant

T = TypeVar("T")


class AcceptedNotes(FollowedNotes[T], ABC):
    """Keeps each yes in the vault's settings, by the path of its note."""

    async def revoke(self, path: str) -> None:
        """Use the text of the note at *path* no longer. Raises `SettingsError`."""
        self._change_grants(lambda grants: (grant for grant in grants if grant.path != path))
        await self.refresh()

    async def _take(self, path: str, digest: str) -> None:
        """Use the text of the note at *path* from now on, as long as it has *digest*. Raises `SettingsError`."""
        given = AgentGrant(path=path, digest=digest, granted=datetime.now(UTC).replace(microsecond=0))
        self._change_grants(lambda grants: (*(grant for grant in grants if grant.path != path), given))
        await self.refresh()

    def _change_grants(self, change: Callable[[Sequence[AgentGrant]], Iterable[AgentGrant]]) -> None:
        root = self._vault.root
        self._store.change(
            lambda settings: settings.with_vault(
                root, instructions=tuple(change(settings.vault_settings(root).instructions))
            )
        )

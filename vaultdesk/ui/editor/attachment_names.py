"""Attachment names: the files of a vault that are no notes, which the index does not know: listed when asked for."""

import asyncio
import time
from collections.abc import Callable

from vaultdesk.core.errors import VaultError
from vaultdesk.vault.markdown.link_resolution import NoteNames, resolve_link
from vaultdesk.vault.vault import Vault

FRESH = 20.0
"""Seconds a listing is good for; a file that came meanwhile is offered after them, or at once where we made it."""

MOST = 50_000
"""Files listed; a vault with more has another use than notes."""


class AttachmentNames:
    """One listing of one vault, made anew when it is old."""

    def __init__(self, vault: Vault, clock: Callable[[], float] = time.monotonic) -> None:
        self._vault = vault
        self._clock = clock
        self._listed: tuple[str, ...] = ()
        self._names = NoteNames()
        self._until = 0.0
        self._turn = asyncio.Lock()

    def forget(self) -> None:
        """Files have come or gone: list them anew when next asked."""
        self._until = 0.0

    async def listed(self) -> tuple[str, ...]:
        """Return the paths, in the vault's own spelling."""
        await self._renew()
        return self._listed

    async def names(self) -> NoteNames:
        """Return them for links to be resolved with and written."""
        await self._renew()
        return self._names

    async def resolve(self, name: str, source: str) -> str | None:
        """Return the file that a link in the note *source* means; None where there is none."""
        return resolve_link(name, source, await self.names())

    async def _renew(self) -> None:
        async with self._turn:
            if self._clock() >= self._until:
                self._listed, self._names = await asyncio.to_thread(self._list)
                self._until = self._clock() + FRESH

    def _list(self) -> tuple[tuple[str, ...], NoteNames]:
        found: list[str] = []
        try:
            for state in self._vault.files.walk_all():
                if not state.path.is_note and len(found) < MOST:
                    found.append(state.path.text)
        except VaultError:
            pass  # what was found until then is offered; the window tells of a vault that is gone
        return tuple(found), NoteNames(found)

"""Scheduler of index updates: which changes are due, and when the whole vault is scanned again."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from vaultdesk.core.feed import Reader
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault_changes import VaultChanged

MAX_CHANGED_NOTES = 200
"""Notes told of from which comparing the whole vault is as quick (54 ms for 14,000 notes) and misses nothing."""

RESCAN_INTERVAL = 60.0
"""Seconds after which the whole vault is compared though nobody told anything: every watcher misses something."""

RESCAN_TIME_SHARE = 0.01
"""Part of the time that those comparisons may take: what takes a second is done every 100 seconds."""

FOCUS_RESCAN_GAP = 3.0
"""Seconds within which a second look at the window does not compare again."""


@dataclass(frozen=True, slots=True)
class DueChanges:
    """What is to be looked at now."""

    paths: tuple[NotePath, ...]
    """Notes told of: they are to be read even where size and time say that they are as they were."""
    whole: bool
    """Whether the whole vault is to be compared as well."""


class ChangeScheduler:
    """Gathers hints until somebody is free to follow them. Belongs to the loop's thread."""

    def __init__(self, every: float = RESCAN_INTERVAL, now: Callable[[], float] = time.monotonic) -> None:
        self._every = every
        self._now = now
        self._paths: dict[NotePath, None] = {}
        self._whole = False
        self._awake = asyncio.Event()
        self._began = now()
        self._next = self._began + every

    def hint(self, told: VaultChanged) -> None:
        """Take in what happened to notes, as far as somebody saw it."""
        self._whole = self._whole or told.rescan
        places = (path for change in told.changes for path in (change.old_path, change.path))
        self._paths.update(dict.fromkeys(path for path in places if path is not None and path.is_indexed))
        if self._whole or self._paths:
            self._awake.set()

    async def follow(self, changes: Reader[VaultChanged]) -> None:
        """Take in all that is told, as it comes."""
        async for told in changes:
            self.hint(told)

    def look_again(self) -> None:
        """Have the whole vault compared soon, as when a person comes back to the window."""
        if self._now() - self._began >= FOCUS_RESCAN_GAP:
            self._whole = True
            self._awake.set()

    def begin(self) -> None:
        """Know that a comparison of the whole vault begins: no other is wanted for what was told before it.

        The notes told of stay wanted: one may have been written and have its old size and time.
        """
        self._began = self._now()
        self._next = self._began + self._every
        self._whole = False

    def end(self) -> None:
        """Know that it has ended, well: the next one without a hint is due so much later."""
        ended = self._now()
        self._next = ended + max(self._every, (ended - self._began) / RESCAN_TIME_SHARE)

    async def due(self) -> DueChanges:
        """Wait for what is to be looked at, and hand it out."""
        self._awake.clear()
        if not (self._whole or self._paths):
            try:
                async with asyncio.timeout(max(0.0, self._next - self._now())):
                    await self._awake.wait()
            except TimeoutError:
                self._whole = True
        many = len(self._paths) > MAX_CHANGED_NOTES
        due = DueChanges(() if many else tuple(self._paths), self._whole or many)
        self._paths.clear()
        self._whole = False
        return due

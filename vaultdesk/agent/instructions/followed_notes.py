"""Notes of a vault that are read again when they or the settings change, and their acceptance by content hash."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import Generic, NamedTuple, Self, TypeVar

from vaultdesk.core.errors import VaultError
from vaultdesk.core.feed import Feed
from vaultdesk.core.settings.settings_schema import AgentGrant
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.tools.runtime.agent_scope import folder_parts, is_in_folder
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import VaultChanged

T = TypeVar("T")

log = logging.getLogger(__name__)


class DraftedNote(NamedTuple):
    """Path and text of a note that is not written yet."""

    path: str
    text: str


class NoteFolder:
    """The notes in a folder of the vault that is set in the settings."""

    def __init__(self, vault: Vault, setting: Callable[[], str], limit: int) -> None:
        """*setting* returns the folder, empty for none; *limit* is the maximum number of notes that are read."""
        self._vault = vault
        self._setting = setting
        self._limit = limit

    @property
    def folder(self) -> str:
        return self._setting()

    def contains(self, path: str) -> bool:
        """Return whether *path* is in the folder; False without a folder."""
        parts = folder_parts(self.folder)
        return bool(parts) and is_in_folder(path, parts or ())

    def paths(self) -> list[NotePath]:
        """Return the paths of the notes, without conflict copies. Blocks while the folder is listed."""
        parts = folder_parts(self.folder)
        states = self._vault.files.walk_in(parts) if parts else ()
        found = sorted(state.path for state in states if state.conflict_of is None)
        if len(found) > self._limit:
            log.info("Only the first %s of %s notes in %s are read.", self._limit, len(found), self.folder)
        return found[: self._limit]


class FollowedNotes(ABC, Generic[T]):
    """Values read from notes: `async with` follows the vault and the settings until the block ends.

    The block begins without values; those of the vault are added after its folders were listed.
    """

    def __init__(self, vault: Vault, store: SettingsStore) -> None:
        self._vault = vault
        self._store = store
        self._known: tuple[T, ...] = ()
        self._refresh_lock = asyncio.Lock()
        """One reading at a time: an older one must not end last."""
        self._exit_stack = AsyncExitStack()
        self._tasks: list[asyncio.Task[None]] = []
        self.changes: Feed[None] = Feed()
        """Published when the result of `list` changes."""

    async def __aenter__(self) -> Self:
        tasks = await self._exit_stack.enter_async_context(asyncio.TaskGroup())
        self._tasks = [tasks.create_task(self._follow_notes()), tasks.create_task(self._follow_settings())]
        await asyncio.sleep(0)  # Both subscribe before the block begins, so that no later change is missed.
        return self

    async def __aexit__(self, *exc: object) -> None:
        for task in self._tasks:
            task.cancel()
        await self._exit_stack.aclose()

    def list(self) -> tuple[T, ...]:
        """Return the values that were last read."""
        return self._known

    async def refresh(self) -> None:
        """Read them again. Raises nothing because of a note's contents."""
        async with self._refresh_lock:
            self._publish(await self._read_all())

    def _publish(self, known: tuple[T, ...]) -> None:
        if known != self._known:
            self._known = known
            self.changes.publish(None)

    @abstractmethod
    async def _read_all(self) -> tuple[T, ...]:
        """Return the current values. Raises `VaultError` if the vault cannot be read."""

    @abstractmethod
    def _is_followed_path(self, path: str) -> bool:
        """Return whether the note at *path* is one of them by its location."""

    @abstractmethod
    def _relevant_settings(self, settings: Settings) -> object:
        """Return the part of *settings* that the values depend on."""

    async def _follow_notes(self) -> None:
        with self._vault.changes.subscribe() as changes:
            await self._refresh_quietly()
            async for changed in changes:
                if self._affects_notes(changed):
                    await self._refresh_quietly()

    def _affects_notes(self, changed: VaultChanged) -> bool:
        touched = [path for change in changed.changes for path in (change.path, change.old_path) if path is not None]
        return changed.rescan or any(self._is_followed_path(path.text) for path in touched)

    async def _follow_settings(self) -> None:
        before = self._store.settings
        with self._store.changes.subscribe() as changes:
            async for settings in changes:
                if self._relevant_settings(settings) != self._relevant_settings(before):
                    await self._refresh_quietly()
                before = settings

    async def _refresh_quietly(self) -> None:
        try:
            await self.refresh()
        except VaultError as problem:
            log.info("Notes that are followed could not be read: %s", problem.title)  # Reported elsewhere.


class AcceptedNotes(FollowedNotes[T], ABC):
    """Stores each acceptance in the vault's settings, by the path of its note."""

    async def revoke(self, path: str) -> None:
        """Stop using the text of the note at *path*. Raises `SettingsError`."""
        self._change_grants(lambda grants: (grant for grant in grants if grant.path != path))
        await self.refresh()

    async def _grant(self, path: str, digest: str) -> None:
        """Use the text of the note at *path* while it has *digest*. Raises `SettingsError`."""
        new_grant = AgentGrant(path=path, digest=digest, granted=datetime.now(UTC).replace(microsecond=0))
        self._change_grants(lambda grants: (*(grant for grant in grants if grant.path != path), new_grant))
        await self.refresh()

    def _change_grants(self, change: Callable[[Sequence[AgentGrant]], Iterable[AgentGrant]]) -> None:
        root = self._vault.root
        self._store.change(
            lambda settings: settings.with_vault(
                root, instructions=tuple(change(settings.vault_settings(root).instructions))
            )
        )

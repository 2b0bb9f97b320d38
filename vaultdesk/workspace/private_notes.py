"""Private notes: keeps known which notes are private as long as a vault is open, and tells whoever shows locks."""

import asyncio
import logging
from collections.abc import Callable
from types import TracebackType
from typing import Self

from vaultdesk.errors import IndexFailed
from vaultdesk.index.indexer import Indexer
from vaultdesk.privacy.known_notes import KnownNotes
from vaultdesk.privacy.rules import PrivacyRules
from vaultdesk.settings import PrivacyRule, SettingsStore

log = logging.getLogger(__name__)


class PrivateNotes:
    """`async with PrivateNotes(...)`: follows the index and the settings until the block ends."""

    def __init__(
        self,
        known: KnownNotes,
        rules: PrivacyRules,
        indexer: Indexer,
        store: SettingsStore,
        current: Callable[[], tuple[PrivacyRule, ...]],
    ) -> None:
        """*current* gives this vault's rules of the moment."""
        self._known = known
        self._rules = rules
        self._indexer = indexer
        self._store = store
        self._current = current
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._follow(), name="private-notes")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait({self._task})
        if not self._task.cancelled() and (bug := self._task.exception()) is not None:
            raise bug

    async def _follow(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._follow_index())
            tasks.create_task(self._follow_settings())
            with self._known.changed.subscribe() as changes:
                async for _ in changes:
                    self._rules.renewed()

    async def _follow_index(self) -> None:
        """Know every note; where the index is lost meanwhile, every note counts as private until it is back."""
        while True:
            with self._indexer.progress.subscribe() as states:
                try:
                    await self._known.follow(self._indexer.events)
                except IndexFailed as problem:
                    log.info("which notes are private is not known for now: %s", problem.title)
                async for state in states:
                    if state.phase == "ready":
                        break

    async def _follow_settings(self) -> None:
        with self._store.changes.subscribe() as changes:
            before = self._current()
            async for _ in changes:
                if (now := self._current()) != before:
                    before = now
                    self._rules.renewed()

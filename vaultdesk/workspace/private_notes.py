"""Tracking of private notes and their rules while a vault is open."""

import asyncio
import logging
from types import TracebackType
from typing import Self

from vaultdesk.core.errors import IndexFailed, SettingsError
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.privacy.known_notes import KnownNotes
from vaultdesk.privacy.privacy_rules import PrivacyRules, rules_after_move
from vaultdesk.vault.vault import Vault

log = logging.getLogger(__name__)


class PrivateNoteTracker:
    """`async with PrivateNoteTracker(...)`: follows the vault, the index and the settings until the block ends."""

    def __init__(
        self,
        known: KnownNotes,
        rules: PrivacyRules,
        indexer: Indexer,
        store: SettingsStore,
        vault: Vault,
    ) -> None:
        self._known = known
        self._rules = rules
        self._indexer = indexer
        self._store = store
        self._vault = vault
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
            tasks.create_task(self._follow_moves())
            with self._known.changed.subscribe() as changes:
                async for _ in changes:
                    self._rules.publish_change()

    async def _follow_index(self) -> None:
        """Track every note; while the index is lost, every note counts as private."""
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
            before = self._privacy_rules
            async for _ in changes:
                if (now := self._privacy_rules) != before:
                    before = now
                    self._rules.publish_change()

    async def _follow_moves(self) -> None:
        """Update rules that name a moved note: a rename must not make a private note public."""
        with self._vault.changes.subscribe() as changes:
            async for batch in changes:
                rules = self._privacy_rules
                for change in batch.changes:
                    if change.kind == "moved" and change.old_path is not None:
                        rules = rules_after_move(rules, change.old_path.text, change.path.text)
                if rules != self._privacy_rules:
                    self._store_rules(rules)

    def _store_rules(self, rules: tuple[PrivacyRule, ...]) -> None:
        root = self._vault.root
        try:
            self._store.change(lambda settings: settings.with_vault(root, privacy=rules))
        except SettingsError as problem:
            # The store's own `problem` is shown to the user.
            log.warning("a privacy rule could not follow its note: %s", problem.title)

    @property
    def _privacy_rules(self) -> tuple[PrivacyRule, ...]:
        """This vault's current rules."""
        return self._store.settings.vault_settings(self._vault.root).privacy

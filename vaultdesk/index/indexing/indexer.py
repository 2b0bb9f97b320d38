"""Keeps the index up to date: a first scan in steps, then every change when its scheduler says it is due."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import suppress
from functools import partial
from typing import ParamSpec, Self

from msgspec import Struct

from vaultdesk.core.errors import IndexFailed, VaultError
from vaultdesk.core.feed import Feed, FeedReader
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.core.worker_thread import WorkerThread
from vaultdesk.index.index_state import IndexPhase, IndexState, NotesIndexed
from vaultdesk.index.indexing.index_updater import IndexUpdater
from vaultdesk.index.indexing.integrity_check import IntegrityCheck, RepairSteps
from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.index.store.database import damaged, is_damage
from vaultdesk.index.store.index_file import OPTIMIZE_AFTER, Index
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import VaultChanged

P = ParamSpec("P")
log = logging.getLogger(__name__)

MAX_CHANGED_NOTES = 200
"""Number of changed notes from which comparing the whole vault is as fast (54 ms for 14,000 notes) and misses
nothing.
"""

RESCAN_INTERVAL = 60.0
"""Seconds after which the whole vault is compared without a reported change, since every watcher misses some."""

RESCAN_TIME_SHARE = 0.01
"""Maximum share of the time spent on these comparisons: one that takes a second is done every 100 seconds."""

FOCUS_RESCAN_GAP = 3.0
"""Seconds within which activating the window again does not start another comparison."""


class DueChanges(Struct, frozen=True):
    """The changes to process now."""

    paths: tuple[NotePath, ...]
    """Notes reported as changed: they are read even if their size and time are unchanged."""
    full_scan: bool
    """Whether the whole vault has to be compared as well."""


class ChangeScheduler:
    """Collects reported changes until they can be processed. Belongs to the event loop."""

    def __init__(self, interval: float = RESCAN_INTERVAL, now: Callable[[], float] = time.monotonic) -> None:
        self._interval = interval
        self._now = now
        self._paths: dict[NotePath, None] = {}
        self._full_scan = False
        self._wake = asyncio.Event()
        self._started_at = now()
        self._next_scan_at = self._started_at + interval

    def take_change(self, change: VaultChanged) -> None:
        """Record a change of notes."""
        self._full_scan = self._full_scan or change.rescan
        paths = (path for change in change.changes for path in (change.old_path, change.path))
        self._paths.update(dict.fromkeys(path for path in paths if path is not None and path.is_indexed))
        if self._full_scan or self._paths:
            self._wake.set()

    async def follow(self, changes: FeedReader[VaultChanged]) -> None:
        """Record all changes as they are published."""
        async for change in changes:
            self.take_change(change)

    def rescan_soon(self) -> None:
        """Request a comparison of the whole vault, for example when the window becomes active again."""
        if self._now() - self._started_at >= FOCUS_RESCAN_GAP:
            self._full_scan = True
            self._wake.set()

    def scan_started(self) -> None:
        """Record that a comparison of the whole vault begins, which covers earlier changes.

        Notes reported as changed stay due: one may have been written and still have its old size and time.
        """
        self._started_at = self._now()
        self._next_scan_at = self._started_at + self._interval
        self._full_scan = False

    def scan_ended(self) -> None:
        """Record that the comparison succeeded, which sets the time of the next one."""
        ended = self._now()
        self._next_scan_at = ended + max(self._interval, (ended - self._started_at) / RESCAN_TIME_SHARE)

    async def due(self) -> DueChanges:
        """Wait for changes that are due, and return them."""
        self._wake.clear()
        if not (self._full_scan or self._paths):
            try:
                async with asyncio.timeout(max(0.0, self._next_scan_at - self._now())):
                    await self._wake.wait()
            except TimeoutError:
                self._full_scan = True
        too_many = len(self._paths) > MAX_CHANGED_NOTES
        due = DueChanges(() if too_many else tuple(self._paths), self._full_scan or too_many)
        self._paths.clear()
        self._full_scan = False
        return due


class Indexer:
    """`async with Indexer(vault, index)`: scans in the background and follows the vault until the block ends.

    It owns the index: opens it, repairs it when damage is found, and closes it. A stop loses at most one batch.
    """

    def __init__(
        self, vault: Vault, index: Index, scheduler: ChangeScheduler | None = None, *, single_query: bool = False
    ) -> None:
        """*scheduler* decides when changes are due; by default the whole vault is compared every minute, too.

        With *single_query* the index file is trusted as long as its header and size are those it was closed with,
        because reading all of it takes as long as the rest of a command; and a first scan reads each note once,
        because nothing searches before it is complete.
        """
        self.state = IndexState()
        self.progress: Feed[IndexState] = Feed()
        self.events: Feed[NotesIndexed] = Feed()
        self._vault = vault
        self._index = index
        self._thread = WorkerThread("index-write")
        self._updater = IndexUpdater(vault, index, prefetch_texts=not single_query)
        self._scheduler = scheduler or ChangeScheduler()
        self._job_lock = asyncio.Lock()
        self._settled = asyncio.Event()
        self._damaged = asyncio.Event()
        self.integrity_check = IntegrityCheck(
            index, vault.files, RepairSteps(self._settled.wait, self._work, self._thread.run)
        )
        self._single_query = single_query
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._index.on_damage(partial(loop.call_soon_threadsafe, self._damaged.set))
        self._task = asyncio.create_task(self._run(), name="indexer")
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._task is not None
        self._updater.stop()
        self._task.cancel()
        try:
            with suppress(asyncio.CancelledError):
                await self._task
        finally:
            self._index.on_damage(None)
            await self.integrity_check.aclose()
            await self._thread.run(self._index.close)
            await self._thread.aclose()

    async def settled(self) -> IndexState:
        """Wait until the first scan has ended, with or without an error."""
        await self._settled.wait()
        return self.state

    async def rescan(self) -> IndexState:
        """Compare the whole vault now and read what differs."""
        await self._work(self._scan)
        return self.state

    def rescan_soon(self) -> None:
        """Request a comparison of the whole vault. Cheap: many calls lead to one comparison."""
        self._scheduler.rescan_soon()

    async def verify(self) -> IndexState:
        """Compare the index file with its checksum, if it has one, and rebuild it if they differ."""
        await self._work(self._verify)
        return self.state

    async def rebuild(self) -> IndexState:
        """Delete the index and read every note again."""
        await self._work(self._scan, rebuild=True)
        return self.state

    async def _run(self) -> None:
        try:
            with self._vault.changes.subscribe() as changes:
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(self._repair_when_damaged())
                    tasks.create_task(self._scheduler.follow(changes))
                    if not self._single_query:
                        tasks.create_task(self.integrity_check.run())
                    await self._work(self._scan)
                    self._settled.set()
                    while True:
                        due = await self._scheduler.due()
                        await self._work(self._follow, due)
        except Exception:  # A bug must be reported instead of leaving a window waiting; it is raised again.
            log.exception("the indexer stopped")
            self._publish(
                replace(self.state, phase="failed", error=Phrase("Indexing stopped because of an error in VaultDesk."))
            )
            raise
        finally:
            self._index.completion.give_up()
            self._settled.set()

    async def _repair_when_damaged(self) -> None:
        """Repair the index when a search finds damage."""
        while await self._damaged.wait():
            await self._work(self._repair)

    async def _work(self, job: Callable[P, Awaitable[object]], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run one job at a time. A damaged index is repaired once; a remaining error is published as the state."""
        async with self._job_lock:
            try:
                try:
                    await job(*args, **kwargs)
                except IndexFailed as error:
                    if not is_damage(error):
                        raise
                    log.info("the index is rebuilt: %s", error.facts.get("why"))
                    await self._repair()
            except (IndexFailed, VaultError) as error:
                # The repair failed: the next search, change or request of the user tries again.
                self._damaged.clear()
                if str(error) != self.state.error:  # An unplugged vault fails every minute.
                    log.warning("indexing stopped: %s (%s)", error, error.facts.get("why", ""))
                self._index.completion.give_up()
                self._publish(replace(self.state, phase="failed", error=error.message))
            finally:
                await self._thread.run(self._updater.release_plan)

    async def _verify(self) -> None:
        if await self._thread.run(self._index.integrity.verify_checksum) == "mismatch":
            self._index.mark_damaged("it is not the file that was closed last")
            raise damaged(self._index.file, "it is not the file that was closed last")

    async def _repair(self) -> None:
        self._damaged.clear()
        await self._thread.run(self._index.recover)
        await self._scan()
        self._damaged.clear()

    async def _scan(self, *, rebuild: bool = False) -> tuple[FileDifference, ...]:
        """Compare the whole vault and read what differs, which is returned; with *rebuild* in an empty file."""
        await self._thread.run(self._index.rebuild if rebuild else self._index.open)
        try:
            read = await self._read_listed()
            different = await self._compare(read)
            total = read + len(different)
            if different:  # The sooner the file is compared with its checksum, the sooner it may be written to.
                self.integrity_check.wake()
            read = await self._read_notes(self._updater.read_found(different), read, total)
        finally:
            await self._thread.run(self._updater.stop_bulk)
        self._index.completion.finish()
        if total >= OPTIMIZE_AFTER:
            await self._thread.run(self._index.optimize)
        await self._publish_counts("ready", read, total)
        self.integrity_check.wake()
        return different

    async def _read_listed(self) -> int:
        """If the index is empty and the vault very large, read the notes as its folders list them; return their number.

        Reading their metadata first would take as long as reading half of them. They are compared later.
        """
        listed, total = await self._thread.run(self._updater.list_names)
        if listed.is_empty:
            return 0
        # These can be listed now, and queried once they are in the file; then each is published again.
        self.events.publish(listed)
        self.integrity_check.wake()
        await self._vault.keep_watching()
        await self._publish_counts("scanning", 0, total)
        await self._record_found()
        return await self._read_notes(self._updater.read_found(()), 0, total)

    async def _read_notes(self, steps: Generator[NotesIndexed, None, None], done: int, total: int) -> int:
        """Run all *steps* and publish each; *done* of *total* notes were read before. Return the new number."""
        try:
            while (event := await self._thread.run(next, steps, None)) is not None:
                self.events.publish(event)
                done += len(event.paths) + len(event.removed)
                await self._publish_counts("scanning", done, total)
        finally:
            await self._thread.run(steps.close)
        return done

    async def _compare(self, read: int) -> tuple[FileDifference, ...]:
        """Walk over the vault, after which every note is known by name. Returns those whose text is to be read.

        *read* is the number read earlier in this scan.
        """
        self._scheduler.scan_started()
        await self._vault.keep_watching()
        different = (await self._thread.run(self._updater.compare)).different
        self._scheduler.scan_ended()
        if different:
            await self._publish_counts("scanning", read, read + len(different))
        await self._record_found()
        return different

    async def _record_found(self) -> None:
        """Write the found notes into the index by name, before they are read."""
        event = await self._thread.run(self._updater.record_found)
        if not event.is_empty:
            self.events.publish(event)

    async def _follow(self, due: DueChanges) -> None:
        """Bring the index up to date with the changes that are due."""
        read = {difference.path for difference in await self._scan()} if due.full_scan else set[NotePath]()
        paths = [path for path in due.paths if path not in read]
        if not paths:
            return
        event = await self._thread.run(self._updater.update_paths, paths)
        if not event.is_empty:
            self.events.publish(event)
            await self._publish_counts("ready", 0, 0)

    async def _publish_counts(self, phase: IndexPhase, done: int, total: int) -> None:
        status = await self._thread.run(self._index.status_counts)
        self._publish(IndexState(phase, done, total, status.notes, status.problems, status.last_indexed))

    def _publish(self, state: IndexState) -> None:
        if state != self.state:
            self.state = state
            self.progress.publish(state)

"""Keeps the index current: a first scan in steps, then every change as it is due."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Self, TypeVar

from vaultdesk.core.errors import IndexFailed, VaultError
from vaultdesk.core.feed import Feed
from vaultdesk.index.index_events import IndexPhase, IndexState, NotesIndexed
from vaultdesk.index.indexing.change_scheduler import ChangeScheduler, DueChanges
from vaultdesk.index.indexing.index_updater import IndexUpdater
from vaultdesk.index.indexing.integrity_check import IntegrityCheck, RepairSteps
from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.index.store.database import is_damage
from vaultdesk.index.store.index_file import OPTIMIZE_AFTER, Index
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

T = TypeVar("T")
log = logging.getLogger(__name__)


class Indexer:
    """`async with Indexer(vault, index)`: scans in the background and follows the vault until the block ends.

    The index's owner: it opens it, mends it when it is found damaged, and closes it. A stop loses at most one batch.
    """

    def __init__(self, vault: Vault, index: Index, freshness: ChangeScheduler | None = None) -> None:
        """*freshness* says when the whole vault is compared; by itself at every hint of trouble, and each minute."""
        self.state = IndexState()
        self.progress: Feed[IndexState] = Feed()
        self.events: Feed[NotesIndexed] = Feed()
        self._vault = vault
        self._index = index
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="index-write")
        self._upkeep = IndexUpdater(vault, index)
        self._freshness = freshness or ChangeScheduler()
        self._turn = asyncio.Lock()
        self._settled = asyncio.Event()
        self._damaged = asyncio.Event()
        self.proof = IntegrityCheck(index, vault.files, RepairSteps(self._settled.wait, self._work, self._off_loop))
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._index.tell_damage(partial(loop.call_soon_threadsafe, self._damaged.set))
        self._task = asyncio.create_task(self._run(), name="indexer")
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._task is not None
        self._upkeep.stop()
        self._task.cancel()
        try:
            with suppress(asyncio.CancelledError):
                await self._task
        finally:
            self._index.tell_damage(None)
            await self.proof.aclose()
            await self._off_loop(self._index.close)
            self._thread.shutdown()

    async def settled(self) -> IndexState:
        """Wait until the first scan has ended, well or not."""
        await self._settled.wait()
        return self.state

    async def rescan(self) -> IndexState:
        """Compare the whole vault now and read what differs."""
        await self._work(self._scan)
        return self.state

    def look_again(self) -> None:
        """Have the whole vault compared soon: somebody came back to the window. Cheap; asked often, it is done once."""
        self._freshness.look_again()

    async def rebuild(self) -> IndexState:
        """Throw the index away and read every note again."""
        await self._work(partial(self._scan, anew=True))
        return self.state

    async def _run(self) -> None:
        try:
            with self._vault.changes.subscribe() as changes:
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(self._mend_when_told())
                    tasks.create_task(self._freshness.follow(changes))
                    tasks.create_task(self.proof.keep())
                    await self._work(self._scan)
                    self._settled.set()
                    while True:
                        due = await self._freshness.due()
                        await self._work(partial(self._follow, due))
        except Exception:  # a fault of ours must be seen, not leave a window waiting; it is raised again
            log.exception("the indexer stopped")
            self._set(replace(self.state, phase="failed", trouble="Indexing stopped by a fault of this program."))
            raise
        finally:
            self._settled.set()

    async def _mend_when_told(self) -> None:
        """Somebody's question may be the first to meet the damage."""
        while await self._damaged.wait():
            await self._work(self._mend)

    async def _work(self, job: Callable[[], Awaitable[object]]) -> None:
        """Do one job after the other; a damaged index is mended once, and what still fails is told as the state."""
        async with self._turn:
            try:
                try:
                    await job()
                except IndexFailed as problem:
                    if not is_damage(problem):
                        raise
                    log.info("the index is made anew: %s", problem.facts.get("why"))
                    await self._mend()
            except (IndexFailed, VaultError) as problem:
                # Mending did not help: only a new question, change or wish of the user tries again.
                self._damaged.clear()
                if str(problem) != self.state.trouble:  # An unplugged vault is asked after every minute.
                    log.warning("indexing stopped: %s (%s)", problem, problem.facts.get("why", ""))
                self._set(replace(self.state, phase="failed", trouble=str(problem)))
            finally:
                await self._off_loop(self._upkeep.let_go)

    async def _mend(self) -> None:
        self._damaged.clear()
        await self._off_loop(self._index.recover)
        await self._scan()
        self._damaged.clear()

    async def _scan(self, *, anew: bool = False) -> tuple[FileDifference, ...]:
        """Compare the whole vault and read what differs, which is returned; with *anew* in an empty file."""
        await self._off_loop(self._index.rebuild if anew else self._index.open)
        try:
            read = await self._read_listed()
            different = await self._compare(read)
            total = read + len(different)
            if different:  # The sooner the file is held to its seal, the sooner it may be written to.
                self.proof.wake()
            read = await self._bring_in(self._upkeep.bring_in(different), read, total)
        finally:
            await self._off_loop(self._upkeep.rest)
        if total >= OPTIMIZE_AFTER:
            await self._off_loop(self._index.melt)
        await self._tell("ready", read, total)
        self.proof.wake()
        return different

    async def _read_listed(self) -> int:
        """Where nothing is known of a vault of very many notes, read them as its folders list them; return how many.

        To ask the disk about each of them first would take as long as to read half of them. They are compared later.
        """
        listed, total = await self._off_loop(self._upkeep.list_names)
        if listed.is_empty:
            return 0
        # These can be listed now, and asked about once they are in the file; then each is told of again.
        self.events.publish(listed)
        self.proof.wake()
        await self._vault.keep_watching()
        await self._tell("scanning", 0, total)
        await self._sight()
        return await self._bring_in(self._upkeep.bring_in(()), 0, total)

    async def _bring_in(self, steps: Generator[NotesIndexed, None, None], done: int, total: int) -> int:
        """Take all *steps* and tell of each; *done* of *total* notes were read before. Return how many are now."""
        try:
            while (event := await self._off_loop(partial(next, steps, None))) is not None:
                self.events.publish(event)
                done += len(event.paths) + len(event.removed)
                await self._tell("scanning", done, total)
        finally:
            await self._off_loop(steps.close)
        return done

    async def _compare(self, read: int) -> tuple[FileDifference, ...]:
        """Walk over the vault: from here on every note is known by name. Returns those whose text is to be read.

        *read* is how many were read before, by this scan.
        """
        self._freshness.begin()
        await self._vault.keep_watching()
        different = (await self._off_loop(self._upkeep.compare)).different
        self._freshness.end()
        if different:
            await self._tell("scanning", read, read + len(different))
        await self._sight()
        return different

    async def _sight(self) -> None:
        """Have what was found known by name."""
        event = await self._off_loop(self._upkeep.sight)
        if not event.is_empty:
            self.events.publish(event)

    async def _follow(self, due: DueChanges) -> None:
        read = {one.path for one in await self._scan()} if due.whole else set[NotePath]()
        told = [path for path in due.paths if path not in read]
        if not told:
            return
        event = await self._off_loop(partial(self._upkeep.look_at, told))
        if not event.is_empty:
            self.events.publish(event)
            await self._tell("ready", 0, 0)

    async def _tell(self, phase: IndexPhase, done: int, total: int) -> None:
        notes, problems, when = await self._off_loop(self._index.standing)
        self._set(IndexState(phase, done, total, notes, problems, when))

    def _set(self, state: IndexState) -> None:
        if state != self.state:
            self.state = state
            self.progress.publish(state)

    async def _off_loop(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

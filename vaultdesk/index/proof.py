"""Proof: finds out in the background whether the index's file is sound, and has what is wrong made again.

In a thread of its own beside everything else: a first look at the seal costs 0.1 s for 14,000 notes, and the close look
that a crash makes necessary some seconds of what nobody else needs.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from vaultdesk.core.errors import IndexFailed, VaultUnavailable
from vaultdesk.index import close_look, database
from vaultdesk.index.entry import Entry
from vaultdesk.index.index import Index
from vaultdesk.index.priority import give_way
from vaultdesk.vault.disk.vault_files import VaultFiles

T = TypeVar("T")
log = logging.getLogger(__name__)

MENDED = 50
"""Wrong notes that are written again one by one; where there are more, who knows what else is wrong."""


@dataclass(frozen=True, slots=True)
class Steps:
    """What the indexer does for it."""

    ready: Callable[[], Awaitable[object]]
    """Waits until the first scan has ended."""
    work: Callable[[Callable[[], Awaitable[None]]], Awaitable[None]]
    """Does a job when nothing else is being done, and mends what it finds damaged."""
    write: Callable[[Callable[[], None]], Awaitable[None]]
    """Does a step in the thread that writes."""


class Proof:
    """Belongs to the indexer: `wake` after each opening and each look at the file, `keep` as a task, `aclose` last."""

    def __init__(self, index: Index, files: VaultFiles, steps: Steps) -> None:
        self._index = index
        self._files = files
        self._steps = steps
        self.proven = asyncio.Event()
        """Set while the file is known to be sound."""
        self._awake = asyncio.Event()
        self._stopping = threading.Event()
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="index-proof", initializer=give_way)

    def wake(self) -> None:
        """Have the file proven, if it is not."""
        if self._index.soundness.proven:
            self.proven.set()
        else:
            self.proven.clear()
            self._awake.set()

    async def keep(self) -> None:
        """Prove or condemn the file whenever it is wanted."""
        while await self._awake.wait():
            self._awake.clear()
            try:
                await self._seek()
            except (IndexFailed, VaultUnavailable) as problem:  # The next comparison of the vault wakes us again.
                log.info("the index could not be proven: %s (%s)", problem, problem.facts.get("why", ""))
            if self._index.soundness.proven:
                self.proven.set()

    async def aclose(self) -> None:
        """Stop at the next note."""
        self._stopping.set()
        await self._apart(_nothing)
        self._threads.shutdown()

    async def _seek(self) -> None:
        soundness = self._index.soundness
        if soundness.proven:
            return
        finding = await self._apart(soundness.check_seal)
        if finding == "broken":
            self._index.condemn("it is not the file that was sealed")
        elif finding == "unsealed":
            await self._steps.ready()
            await self._look_closely()

    async def _look_closely(self) -> None:
        before = database.look(self._index.file)
        flaw, wrong = await self._apart(self._look)
        after = database.look(self._index.file)
        if self._stopping.is_set() or before is None or after is None or before[:2] != after[:2]:
            return  # Made anew meanwhile: that was another file.
        if flaw or len(wrong) > MENDED:
            self._index.condemn(flaw or f"{len(wrong)} notes are not in it as they are")
            return
        await self._steps.work(lambda: self._steps.write(partial(self._settle, wrong)))

    def _look(self) -> tuple[str, list[Entry]]:
        """In this thread: the first flaw, and the notes whose rows are wrong."""
        wrong: list[Entry] = []
        try:
            with closing(database.connect(self._index.file, writable=False)) as connection:
                flaw = close_look.flaw_in_structure(connection)
                if flaw:
                    return flaw, []
                for piece in close_look.wrong_notes(connection, self._files, self._stopping.is_set):
                    wrong += piece.entries
                    if piece.others:
                        return f"{piece.others} hidden notes are not in it as they are", []
        except UnicodeDecodeError as error:
            return str(error), []
        except sqlite3.Error as error:
            problem = database.translate(error, self._index.file)
            if not database.is_damage(problem):
                raise problem from error
            return str(problem.facts.get("why")), []
        return "", wrong

    def _settle(self, wrong: list[Entry]) -> None:
        """In the writer's thread: see whether the words are those of the texts, and write again what is wrong."""
        with self._index.writing() as connection:
            connection.execute("INSERT INTO fts(fts, rank) VALUES ('integrity-check', 1)")
            for sql in close_look.DROPPED:
                connection.execute(sql)
        if wrong:
            self._index.apply(wrong, gone=[entry.path for entry in wrong])
        self._index.soundness.proven = True
        log.info("the index was looked at closely: %d notes were written again", len(wrong))

    async def _apart(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _nothing() -> None:
    """Runs when everything before it has run."""

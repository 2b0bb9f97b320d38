"""CommonWords: has the lists of common words made and renewed in the background. The work is frequent_upkeep.py's."""

import asyncio
import logging
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Self

from vaultdesk.core.errors import IndexFailed
from vaultdesk.index import database, frequent_upkeep
from vaultdesk.index.index import Index
from vaultdesk.index.indexer import Indexer

log = logging.getLogger(__name__)


class CommonWords:
    """`async with CommonWords(index, indexer)`: after the first scan and after many changes, until the block ends.

    Without it every search finds the same; one for words that most notes hold takes longer.
    """

    def __init__(self, index: Index, indexer: Indexer) -> None:
        self._index = index
        self._indexer = indexer
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="index-words")
        self._stopping = threading.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name="common-words")
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._task is not None
        self._stopping.set()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        # The step that runs ends within a tenth of a second; the index is closed only after it.
        await asyncio.get_running_loop().run_in_executor(self._thread, self._stopping.is_set)
        self._thread.shutdown()

    async def _run(self) -> None:
        with self._indexer.progress.subscribe() as told:
            state = await self._indexer.settled()
            if state.phase == "ready":
                await self._keep_up()
            async for state in told:
                if state.phase == "ready":
                    await self._keep_up()

    async def _keep_up(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._work)

    def _work(self) -> None:
        try:
            frequent_upkeep.keep_up(self._index, self._stopping.is_set)
        except sqlite3.Error as error:
            # A search meets the same and has it mended; then there is a new scan, and after it another try.
            log.info("common words were not counted: %s", database.translate(error, self._index.file))
        except IndexFailed as problem:
            log.info("common words were not counted: %s", problem)

"""Turns of work: something long that is read in a thread of its own, handed over in small batches."""

import asyncio
from collections.abc import AsyncIterator, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from types import TracebackType
from typing import Generic, Self, TypeVar

T = TypeVar("T")

MOST = 25
"""Items of one batch: as many as are written in one go."""
LONGEST = 0.2
"""Seconds after which a batch is handed over with what it has: somebody watches it grow."""


class TurnsOfWork(Generic[T]):
    """`async with TurnsOfWork(items) as turns: async for batch in turns`. Leaving the block ends the reading."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items = items
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="import")
        self._reading: Generator[T, None, None] | None = None

    async def __aenter__(self) -> Self:
        self._reading = self._read()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # On its own thread, after what it is just reading: files are closed before the block ends.
        if self._reading is not None:
            await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, self._reading.close))
        self._thread.shutdown(wait=False)

    async def __aiter__(self) -> AsyncIterator[list[T]]:
        while batch := await asyncio.get_running_loop().run_in_executor(self._thread, self._batch):
            yield batch

    def _read(self) -> Generator[T, None, None]:
        yield from self._items

    def _batch(self) -> list[T]:
        assert self._reading is not None
        batch: list[T] = []
        began = monotonic()
        for item in self._reading:
            batch.append(item)
            if len(batch) >= MOST or monotonic() - began > LONGEST:
                break
        return batch

"""Reading in a thread of its own."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from vaultdesk.workspace.turns_of_work import MOST, TurnsOfWork


class Counting:
    """Counts up in whatever thread reads it, and knows whether it was closed there."""

    def __init__(self, end: int) -> None:
        self.end = end
        self.read = 0
        self.closed_in = ""

    def __iter__(self) -> Iterator[int]:
        try:
            for number in range(self.end):
                self.read = number + 1
                yield number
        finally:
            self.closed_in = threading.current_thread().name


async def test_all_is_handed_over_in_order_in_batches() -> None:
    counting = Counting(MOST * 2 + 3)
    async with TurnsOfWork(counting) as turns:
        batches = [batch async for batch in turns]

    assert [number for batch in batches for number in batch] == list(range(MOST * 2 + 3))
    assert max(len(batch) for batch in batches) <= MOST


async def test_leaving_early_reads_no_more_and_closes_where_it_was_read() -> None:
    counting = Counting(10**9)
    async with asyncio.timeout(5):
        async with TurnsOfWork(counting) as turns:
            async for _ in turns:
                break

    assert counting.read <= MOST
    assert counting.closed_in.startswith("import")


async def test_what_the_reading_raises_reaches_the_reader() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise ValueError("torn")

    async def read() -> None:
        async with TurnsOfWork(broken()) as turns:
            async for _ in turns:
                pass

    with pytest.raises(ValueError, match="torn"):
        await read()

"""Publish/subscribe channel for values on one event loop, and the task that follows one."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Generic, Self, TypeVar

T = TypeVar("T")


class FeedReader(Generic[T]):
    """One reader's position in a feed; iterate it with `async for`."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[T] = asyncio.Queue()

    def offer(self, item: T) -> None:
        """Append *item* to the items that this reader has not read yet."""
        self._queue.put_nowait(item)

    @property
    def is_empty(self) -> bool:
        """Whether every published item was read."""
        return self._queue.empty()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        return await self._queue.get()


class Feed(Generic[T]):
    """Delivers every published item to every current reader, in order.

    A reader that subscribes later does not receive earlier items; ask the owner for the current state first. A reader
    that stops reading but stays in its block keeps a growing backlog.
    """

    def __init__(self) -> None:
        self._readers: set[FeedReader[T]] = set()

    def publish(self, item: T) -> None:
        """Deliver *item* to all readers. Must be called on the loop's thread."""
        for reader in tuple(self._readers):
            reader.offer(item)

    @contextmanager
    def subscribe(self) -> Iterator[FeedReader[T]]:
        """Read for as long as the block lasts: `with feed.subscribe() as items:`."""
        reader: FeedReader[T] = FeedReader()
        self._readers.add(reader)
        try:
            yield reader
        finally:
            self._readers.discard(reader)


@asynccontextmanager
async def background_task(work: Coroutine[object, object, None], name: str) -> AsyncIterator[None]:
    """Run *work* in a task called *name* until the block ends; an error of the task is raised at the end."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        task.cancel()
        await wait_for_end(task)


async def wait_for_end(task: asyncio.Task[None]) -> None:
    """Wait until *task* has ended, and raise its error, if any, unless it was cancelled."""
    await asyncio.wait({task})
    if not task.cancelled() and (error := task.exception()) is not None:
        raise error

"""Publish/subscribe channel for values on one event loop."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, Self, TypeVar

T = TypeVar("T")


class FeedReader(Generic[T]):
    """One reader's place in a feed; iterate it with `async for`."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[T] = asyncio.Queue()

    def offer(self, item: T) -> None:
        """Put *item* behind what this reader has not taken yet."""
        self._waiting.put_nowait(item)

    @property
    def is_empty(self) -> bool:
        """Whether everything that was published is taken."""
        return self._waiting.empty()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        return await self._waiting.get()


class Feed(Generic[T]):
    """Hands every published item to every current reader, in order.

    A reader that subscribes later does not see earlier items; ask the owner for the present state first.
    A reader that stops reading but stays in its block keeps a growing backlog.
    """

    def __init__(self) -> None:
        self._readers: set[FeedReader[T]] = set()

    def publish(self, item: T) -> None:
        """Hand *item* to all readers. Call on the loop's thread only."""
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

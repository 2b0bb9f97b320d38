"""One publisher and any number of readers."""

import asyncio

from vaultdesk.core.feed import Feed, FeedReader

LIMIT = 5.0
"""Seconds. No test waits for anything external."""


async def take(reader: FeedReader[int], count: int) -> list[int]:
    async with asyncio.timeout(LIMIT):
        return [await anext(reader) for _ in range(count)]


async def test_every_reader_gets_every_item_in_order() -> None:
    feed: Feed[int] = Feed()
    with feed.subscribe() as first, feed.subscribe() as second:
        for item in range(3):
            feed.publish(item)

        assert await take(first, 3) == await take(second, 3) == [0, 1, 2]


async def test_a_late_reader_does_not_receive_earlier_items() -> None:
    feed: Feed[int] = Feed()
    feed.publish(1)
    with feed.subscribe() as reader:
        feed.publish(2)

        assert await take(reader, 1) == [2]


async def test_a_closed_reader_receives_no_further_items() -> None:
    feed: Feed[int] = Feed()
    with feed.subscribe() as reader:
        feed.publish(1)
    feed.publish(2)

    assert await take(reader, 1) == [1]
    assert reader.is_empty


async def test_a_waiting_reader_is_woken() -> None:
    feed: Feed[int] = Feed()
    with feed.subscribe() as reader:
        waiting = asyncio.ensure_future(anext(reader))
        feed.publish(7)

        async with asyncio.timeout(LIMIT):
            assert await waiting == 7


async def test_readers_may_unsubscribe_while_an_item_is_published() -> None:
    feed: Feed[int] = Feed()

    class Leaving(FeedReader[int]):
        def offer(self, item: int) -> None:
            super().offer(item)
            feed._readers.discard(self)

    leaving = Leaving()
    feed._readers.add(leaving)
    with feed.subscribe() as reader:
        feed.publish(1)
        feed.publish(2)

        assert await take(reader, 2) == [1, 2]
    assert await take(leaving, 1) == [1]


def test_publishing_without_readers_and_without_a_loop_is_allowed() -> None:
    Feed[int]().publish(1)


async def test_async_for_reads_until_break() -> None:
    feed: Feed[int] = Feed()
    received = []
    with feed.subscribe() as reader:
        for item in (1, 2, 3):
            feed.publish(item)
        async with asyncio.timeout(LIMIT):
            async for item in reader:
                received.append(item)
                if item == 3:
                    break

    assert received == [1, 2, 3]

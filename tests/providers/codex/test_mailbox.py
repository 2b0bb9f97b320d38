"""Mailbox: messages wait in order, and a flood is refused."""

import asyncio

from vaultdesk.providers.codex import mailbox
from vaultdesk.providers.codex.mailbox import Mailbox, Said


async def test_messages_are_read_in_order_and_then_the_end() -> None:
    box = Mailbox()
    for number in range(3):
        box.put({"n": number})
    box.close()

    assert [await box.next() for _ in range(4)] == [{"n": 0}, {"n": 1}, {"n": 2}, None]


async def test_a_reader_waits_for_news() -> None:
    box = Mailbox()
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        reading = group.create_task(box.next())
        await asyncio.sleep(0)
        box.put({"n": 1})

    assert reading.result() == {"n": 1}


async def test_a_watcher_hears_what_waits_and_what_comes() -> None:
    box, heard = Mailbox(), list[Said]()
    box.put({"n": 1})
    box.watch_with(heard.append)
    box.put({"n": 2})
    box.watch_with(None)
    box.put({"n": 3})

    assert heard == [{"n": 1}, {"n": 2}]


async def test_a_flood_nobody_reads_is_refused() -> None:
    box = Mailbox()

    taken = sum(box.put({}) for _ in range(mailbox.MAX_WAITING + 5))

    assert taken == mailbox.MAX_WAITING

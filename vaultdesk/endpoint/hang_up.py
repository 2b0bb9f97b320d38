"""Hang-up: work that ends with its caller. Leans on no framework's own idea of when that is noticed."""

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from starlette.types import Receive

T = TypeVar("T")


async def until_hung_up(receive: Receive, work: Coroutine[None, None, T]) -> T | None:
    """Do *work*, whose request was read in full, and return what it came to; None where its caller hung up first."""
    try:
        async with asyncio.TaskGroup() as tasks:
            working = tasks.create_task(work)
            watching = tasks.create_task(_gone(receive))
            await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
            watching.cancel()
            working.cancel()
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return None if working.cancelled() else working.result()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

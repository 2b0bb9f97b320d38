"""Hang-up: work ends with its caller, and only with it."""

import asyncio

import pytest
from starlette.types import Message

from vaultdesk.endpoint.hang_up import until_hung_up


async def never() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def test_work_is_done_while_the_caller_listens() -> None:
    async def work() -> int:
        return 7

    assert await until_hung_up(never, work()) == 7


async def test_a_caller_who_leaves_ends_it() -> None:
    ended = asyncio.Event()
    leaving = iter(["http.request", "http.disconnect"])

    async def receive() -> Message:
        return {"type": next(leaving)}

    async def work() -> int:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return 7

    assert await until_hung_up(receive, work()) is None
    assert ended.is_set()


async def test_its_own_error_comes_through() -> None:
    async def work() -> int:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        await until_hung_up(never, work())

"""Work thread: one thing after the other, in one thread that ends with its owner."""

import asyncio
import threading

import pytest

from vaultdesk.index.meaning.work_thread import WorkThread


async def test_everything_is_done_in_order_in_one_thread_that_was_prepared() -> None:
    done: list[object] = []
    thread = WorkThread("meaning-test", lambda: done.append("prepared"))
    await asyncio.gather(
        *(thread.do(lambda nth=nth: done.append((nth, threading.current_thread().name))) for nth in range(3))
    )  # type: ignore[misc] # the default binds the number
    await thread.aclose()
    assert done == ["prepared", *((nth, "meaning-test_0") for nth in range(3))]


async def test_what_the_work_raises_comes_back() -> None:
    thread = WorkThread("meaning-test")

    def wrong() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        await thread.do(wrong)
    await thread.aclose()


async def test_closing_waits_for_what_was_begun() -> None:
    thread, begun, go, done = WorkThread("meaning-test"), threading.Event(), threading.Event(), []

    def work() -> None:
        begun.set()
        go.wait(5)
        done.append(1)

    waiting = asyncio.ensure_future(thread.do(work))
    await asyncio.to_thread(begun.wait, 5)
    waiting.cancel()
    asyncio.get_running_loop().call_soon(go.set)
    await thread.aclose()
    assert done == [1]

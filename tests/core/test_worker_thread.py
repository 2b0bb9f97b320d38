"""Tests of core/worker_thread.py."""

import asyncio
import threading

import pytest

from vaultdesk.core.worker_thread import WorkerThread


async def test_calls_run_in_order_in_one_initialized_thread() -> None:
    done: list[object] = []

    def record(nth: int) -> None:
        done.append((nth, threading.current_thread().name))

    thread = WorkerThread("worker-test", lambda: done.append("prepared"))
    await asyncio.gather(*(thread.run(record, nth) for nth in range(3)))
    await thread.aclose()
    assert done == ["prepared", *((nth, "worker-test_0") for nth in range(3))]


async def test_an_exception_reaches_the_caller() -> None:
    thread = WorkerThread("worker-test")

    def wrong() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        await thread.run(wrong)
    await thread.aclose()


async def test_closing_waits_for_a_begun_call() -> None:
    thread, begun, go, done = WorkerThread("worker-test"), threading.Event(), threading.Event(), []

    def work() -> None:
        begun.set()
        go.wait(5)
        done.append(1)

    waiting = asyncio.ensure_future(thread.run(work))
    await asyncio.to_thread(begun.wait, 5)
    waiting.cancel()
    asyncio.get_running_loop().call_soon(go.set)
    await thread.aclose()
    assert done == [1]

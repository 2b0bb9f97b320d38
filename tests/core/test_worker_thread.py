"""Tests of core/worker_thread.py."""

import asyncio
import os
import subprocess
import sys
import threading

import pytest

from vaultdesk.core import worker_thread
from vaultdesk.core.worker_thread import NICENESS, WorkerThread, lower_thread_priority


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


def in_a_thread(work: "list[int]") -> None:
    lower_thread_priority()
    if sys.platform == "linux":
        work.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a thread's priority")
def test_only_that_thread_gives_way() -> None:
    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    told: list[int] = []
    thread = threading.Thread(target=in_a_thread, args=(told,))
    thread.start()
    thread.join()
    assert told == [max(before, NICENESS)]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a thread's priority")
def test_a_program_that_gives_way_more_is_not_hurried() -> None:
    script = (
        "import os, threading\nfrom vaultdesk.core.worker_thread import lower_thread_priority\n"
        "os.nice(15)\nlower_thread_priority()\n"
        "print(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) >= 15


def test_a_system_that_refuses_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(worker_thread.os, "setpriority", refused, raising=False)
    lower_thread_priority()

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
    calls: list[object] = []

    def record(number: int) -> None:
        calls.append((number, threading.current_thread().name))

    thread = WorkerThread("worker-test", lambda: calls.append("prepared"))
    await asyncio.gather(*(thread.run(record, number) for number in range(3)))
    await thread.aclose()
    assert calls == ["prepared", *((number, "worker-test_0") for number in range(3))]


async def test_an_exception_reaches_the_caller() -> None:
    thread = WorkerThread("worker-test")

    def fail() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        await thread.run(fail)
    await thread.aclose()


async def test_closing_waits_for_a_started_call() -> None:
    thread, started, go, done = WorkerThread("worker-test"), threading.Event(), threading.Event(), []

    def work() -> None:
        started.set()
        go.wait(5)
        done.append(1)

    call = asyncio.ensure_future(thread.run(work))
    await asyncio.to_thread(started.wait, 30)
    call.cancel()
    asyncio.get_running_loop().call_soon(go.set)
    await thread.aclose()
    assert done == [1]


def record_priority(priorities: "list[int]") -> None:
    lower_thread_priority()
    if sys.platform == "linux":
        priorities.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports the priority of a thread")
def test_only_the_worker_thread_gets_a_lower_priority() -> None:
    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    priorities: list[int] = []
    thread = threading.Thread(target=record_priority, args=(priorities,))
    thread.start()
    thread.join()
    assert priorities == [max(before, NICENESS)]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports the priority of a thread")
def test_the_priority_of_a_process_with_a_lower_priority_is_not_raised() -> None:
    script = (
        "import os, threading\nfrom vaultdesk.core.worker_thread import lower_thread_priority\n"
        "os.setpriority(os.PRIO_PROCESS, 0, 19)\nlower_thread_priority()\n"
        "print(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))"
    )
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert int(process.stdout) == 19


def test_a_refused_priority_change_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(worker_thread.os, "setpriority", refused, raising=False)
    lower_thread_priority()

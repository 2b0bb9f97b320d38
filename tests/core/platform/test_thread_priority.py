"""Priority: a thread that gives way does so alone, and nothing is broken where the system refuses."""

import os
import subprocess
import sys
import threading

import pytest

from vaultdesk.core.platform import thread_priority
from vaultdesk.core.platform.thread_priority import NICENESS, give_way


def in_a_thread(work: "list[int]") -> None:
    give_way()
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
        "import os, threading\nfrom vaultdesk.core.platform.thread_priority import give_way\nos.nice(15)\ngive_way()\n"
        "print(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) >= 15


def test_a_system_that_refuses_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(thread_priority.os, "setpriority", refused, raising=False)
    give_way()

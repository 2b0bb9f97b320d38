"""Priority: a thread that gives way does so alone, and nothing is broken where the system refuses."""

import os
import sys
import threading

import pytest

from vaultdesk.index.meaning import priority
from vaultdesk.index.meaning.priority import NICENESS, give_way


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


def test_a_system_that_refuses_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(priority.os, "setpriority", refused, raising=False)
    give_way()

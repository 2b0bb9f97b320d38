"""Tests of ui/staged_import.py."""

import importlib
import subprocess
import sys
import threading
import types

import pytest

from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui import staged_import
from vaultdesk.ui.staged_import import FIRST, HEAVY, LATER, ImportStage, import_stage

# Staged import: no class of Qt is made in a thread, and the window's thread imports a little at a time.

ALL = tuple(name for stage in (FIRST, HEAVY, LATER) for names in stage for name in names)

HEAD = f"""
import asyncio, builtins, importlib, sys, threading
import vaultdesk.ui.app.window_manager
from PySide6.QtCore import QObject
from vaultdesk.ui import staged_import
from vaultdesk.ui.staged_import import FIRST, HEAVY, LATER
ALL = {ALL!r}
"""

MOST = 50
"""Modules one step may bring, so that the window is held for less than a tenth of a second."""


def told(script: str) -> str:
    """Return what a fresh interpreter prints, to which the window's own modules are known."""
    done = subprocess.run([sys.executable, "-c", HEAD + script], capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.strip()


def test_every_class_of_qt_is_made_on_the_thread_of_the_window() -> None:
    script = """
made = []
build = builtins.__build_class__
def spy(*words, **named):
    cls = build(*words, **named)
    if issubclass(cls, QObject):
        made.append(threading.current_thread() is threading.main_thread())
    return cls
builtins.__build_class__ = spy
async def all_stages():
    for stage in (FIRST, HEAVY, LATER):
        await staged_import.import_stage(stage)
asyncio.run(all_stages())
print(len(made) > 300, all(made), [name for name in ALL if name not in sys.modules])
"""
    assert told(script) == "True True []"


def test_a_thread_brings_nothing_of_the_window_and_the_rest_comes_a_few_modules_at_a_time() -> None:
    script = """
of_qt, most = set(), 0
for stage in (FIRST, HEAVY, LATER):
    known = set(sys.modules)
    staged_import.import_behind(stage.behind)
    of_qt |= {name for name in set(sys.modules) - known if name.startswith(("vaultdesk.ui", "PySide6.Qt"))}
    for name in stage.window:
        before = len(sys.modules)
        importlib.import_module(name)
        most = max(most, len(sys.modules) - before)
print(of_qt or "nothing")
print(most)
"""
    brought, most = told(script).splitlines()
    assert brought == "nothing"
    assert int(most) <= MOST


@on_qt_loop
async def test_a_module_that_is_not_there_is_told() -> None:
    for stage in (ImportStage(("vaultdesk.nowhere",), ()), ImportStage((), ("vaultdesk.ui.nowhere",))):
        with pytest.raises(ModuleNotFoundError):
            await import_stage(stage)


def test_two_threads_never_import_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(2, timeout=0.05)  # Each is given that long to be met by another.
    alone: list[str] = []

    def imported(name: str) -> types.ModuleType:
        try:
            together.wait()
        except threading.BrokenBarrierError:
            together.reset()
            alone.append(name)
        return types.ModuleType(name)

    monkeypatch.setattr(importlib, "import_module", imported)
    behind = staged_import.import_behind
    threads = [threading.Thread(target=behind, args=((name,),)) for name in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert sorted(alone) == ["one", "three", "two"]


# Import order: the notes are listed before most modules are imported.


def import_order_told(script: str) -> str:
    """Return what a fresh interpreter prints."""
    head = "import importlib, sys\nfrom vaultdesk.ui.staged_import import FIRST, HEAVY, LATER\n"
    words = [sys.executable, "-c", head + script]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout.strip()


def test_what_lists_the_notes_brings_no_assistant_no_tool_no_editor_and_no_watcher() -> None:
    late = (
        "vaultdesk.agent", "vaultdesk.tools", "vaultdesk.providers", "vaultdesk.privacy", "vaultdesk.chat",
        "vaultdesk.web", "vaultdesk.workspace.workspace", "vaultdesk.ui.chat", "vaultdesk.ui.editor",
        "vaultdesk.ui.rendering", "vaultdesk.ui.review", "vaultdesk.ui.settings", "markdown_it", "pygments",
        "watchdog", "numpy", "httpx2",
    )  # fmt: skip
    script = "for names in FIRST:\n for name in names: importlib.import_module(name)\n"
    script += f"print([name for name in {late} if name in sys.modules])"
    assert import_order_told(script) == "[]"


def test_all_there_is_to_import_is_there_and_what_comes_later_does_not_come_before() -> None:
    script = (
        "for names in (*FIRST, *HEAVY):\n for name in names: importlib.import_module(name)\n"
        "print([name for names in LATER for name in names if name in sys.modules])\n"
        "for names in LATER:\n for name in names: importlib.import_module(name)"
    )
    assert import_order_told(script) == "[]"

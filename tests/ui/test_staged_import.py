"""Tests of ui/staged_import.py."""

import importlib
import subprocess
import sys
import threading
import types

import pytest

from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui import staged_import
from vaultdesk.ui.staged_import import FIRST, LATER, REST, ImportStage, import_stage

# Staged import: no Qt class is created in a worker thread, and the GUI thread imports a few modules at a time.

ALL = tuple(name for stage in (FIRST, REST, LATER) for names in stage for name in names)

HEAD = f"""
import asyncio, builtins, importlib, sys, threading
import vaultdesk.ui.app.window_manager
from PySide6.QtCore import QObject
from vaultdesk.ui import staged_import
from vaultdesk.ui.staged_import import FIRST, REST, LATER
ALL = {ALL!r}
"""

MAX_MODULES = 50
"""Modules one step may import, so that the window is blocked for less than a tenth of a second."""


def run_script(script: str) -> str:
    """Return what a fresh interpreter prints, with the names of the staged modules defined."""
    result = subprocess.run(
        [sys.executable, "-c", HEAD + script], capture_output=True, text=True, timeout=60, check=True
    )
    return result.stdout.strip()


def test_every_qt_class_is_created_on_the_gui_thread() -> None:
    script = """
created = []
build = builtins.__build_class__
def spy(*arguments, **keywords):
    cls = build(*arguments, **keywords)
    if issubclass(cls, QObject):
        created.append(threading.current_thread() is threading.main_thread())
    return cls
builtins.__build_class__ = spy
async def all_stages():
    for stage in (FIRST, REST, LATER):
        await staged_import.import_stage(stage)
asyncio.run(all_stages())
print(len(created) > 300, all(created), [name for name in ALL if name not in sys.modules])
"""
    assert run_script(script) == "True True []"


def test_the_worker_thread_imports_no_gui_module_and_the_rest_is_imported_in_small_steps() -> None:
    script = """
of_qt, most = set(), 0
for stage in (FIRST, REST, LATER):
    known = set(sys.modules)
    staged_import.import_in_worker(stage.worker)
    of_qt |= {name for name in set(sys.modules) - known if name.startswith(("vaultdesk.ui", "PySide6.Qt"))}
    for name in stage.window:
        before = len(sys.modules)
        importlib.import_module(name)
        most = max(most, len(sys.modules) - before)
print(of_qt or "nothing")
print(most)
"""
    imported, most = run_script(script).splitlines()
    assert imported == "nothing"
    assert int(most) <= MAX_MODULES


@on_qt_loop
async def test_a_missing_module_raises_an_error() -> None:
    for stage in (ImportStage(("vaultdesk.nowhere",), ()), ImportStage((), ("vaultdesk.ui.nowhere",))):
        with pytest.raises(ModuleNotFoundError):
            await import_stage(stage)


def test_two_threads_never_import_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    barrier = threading.Barrier(2, timeout=0.05)  # Each thread waits this long for another.
    alone: list[str] = []

    def fake_import(name: str) -> types.ModuleType:
        try:
            barrier.wait()
        except threading.BrokenBarrierError:
            barrier.reset()
            alone.append(name)
        return types.ModuleType(name)

    monkeypatch.setattr(importlib, "import_module", fake_import)
    import_in_worker = staged_import.import_in_worker
    threads = [threading.Thread(target=import_in_worker, args=((name,),)) for name in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert sorted(alone) == ["one", "three", "two"]


# Import order: the notes are listed before most modules are imported.


def run_import_script(script: str) -> str:
    """Return what a fresh interpreter prints."""
    head = "import importlib, sys\nfrom vaultdesk.ui.staged_import import FIRST, REST, LATER\n"
    command = [sys.executable, "-c", head + script]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout.strip()


def test_listing_the_notes_imports_no_assistant_tool_editor_or_watcher() -> None:
    late = (
        "vaultdesk.agent", "vaultdesk.tools", "vaultdesk.providers", "vaultdesk.privacy", "vaultdesk.chat",
        "vaultdesk.web", "vaultdesk.workspace.workspace", "vaultdesk.ui.chat", "vaultdesk.ui.editor",
        "vaultdesk.ui.rendering", "vaultdesk.ui.review", "vaultdesk.ui.settings", "markdown_it", "pygments",
        "watchdog", "numpy", "httpx2",
    )  # fmt: skip
    script = "for names in FIRST:\n for name in names: importlib.import_module(name)\n"
    script += f"print([name for name in {late} if name in sys.modules])"
    assert run_import_script(script) == "[]"


def test_all_staged_modules_exist_and_later_ones_are_not_imported_earlier() -> None:
    script = (
        "for names in (*FIRST, *REST):\n for name in names: importlib.import_module(name)\n"
        "print([name for names in LATER for name in names if name in sys.modules])\n"
        "for names in LATER:\n for name in names: importlib.import_module(name)"
    )
    assert run_import_script(script) == "[]"

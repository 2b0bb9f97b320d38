"""Tests of ui/staged_import.py."""

import importlib
import subprocess
import sys
import threading
import types

import pytest

from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui import staged_import
from vaultdesk.ui.staged_import import FIRST, HEAVY, LATER, import_staged

# Staged import: no class of Qt is made in a thread, and the window's thread imports a little at a time.

ALL = (*FIRST, *HEAVY, *LATER)

HEAD = f"""
import asyncio, builtins, importlib, sys, threading
import vaultdesk.ui.app.window_manager
from PySide6.QtCore import QObject
from vaultdesk.ui import staged_import
ALL = {ALL!r}
"""

MOST = 30
"""Modules one step may bring: those of a package whose face is imported with it."""


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
asyncio.run(staged_import.import_staged(ALL))
print(len(made) > 300, all(made), [name for name in ALL if name not in sys.modules])
"""
    assert told(script) == "True True []"


def test_a_thread_brings_all_else_and_the_rest_comes_a_few_modules_at_a_time() -> None:
    script = """
known = set(sys.modules)
read = staged_import.import_behind(ALL)
new = set(sys.modules) - known
print(sum(name.startswith(("vaultdesk.ui", "PySide6.Qt")) for name in new), "vaultdesk.workspace.workspace" in new)
most = 0
sys.meta_path.insert(0, read)
for name in read.order:
    before = len(sys.modules)
    importlib.import_module(name)
    most = max(most, len(sys.modules) - before)
print(most)
"""
    brought, most = told(script).splitlines()
    assert brought == "0 True"
    assert int(most) <= MOST


def test_what_is_there_for_type_checkers_alone_is_not_imported() -> None:
    source = (
        "from typing import TYPE_CHECKING\nimport a.one\nif TYPE_CHECKING:\n    import a.two\n"
        "    from a.three import Three\nimport a.four\ndef later():\n    import a.five\n"
    )
    named = [name for name in staged_import.imported_names(compile(source, "x", "exec")) if "." in name]
    assert named == ["a.one", "a.four"]


@on_qt_loop
async def test_a_module_that_is_not_there_is_told() -> None:
    with pytest.raises(ModuleNotFoundError):
        await import_staged(["vaultdesk.ui.nowhere"])


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


# Import order: the notes are listed before half the house is imported.


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
    script = "for name in FIRST: importlib.import_module(name)\n"
    script += f"print([name for name in {late} if name in sys.modules])"
    assert import_order_told(script) == "[]"


def test_all_there_is_to_import_is_there_and_what_comes_later_does_not_come_before() -> None:
    script = (
        "for name in (*FIRST, *HEAVY): importlib.import_module(name)\n"
        "print([name for name in LATER if name in sys.modules])\n"
        "for name in LATER: importlib.import_module(name)"
    )
    assert import_order_told(script) == "[]"

"""Import order: the notes are listed before half the house is imported, and never two threads import at once."""

import importlib
import subprocess
import sys
import threading
import types

import pytest

from vaultdesk.ui.import_order import import_in_turn


def told(script: str) -> str:
    """Return what a fresh interpreter prints."""
    head = "import importlib, sys\nfrom vaultdesk.ui.import_order import FIRST, HEAVY, LATER\n"
    words = [sys.executable, "-c", head + script]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout.strip()


def test_what_lists_the_notes_brings_no_assistant_no_tool_no_editor_and_no_watcher() -> None:
    late = (
        "vaultdesk.agent", "vaultdesk.tools", "vaultdesk.providers", "vaultdesk.privacy", "vaultdesk.chat",
        "vaultdesk.web", "vaultdesk.workspace.workspace", "vaultdesk.ui.chat", "vaultdesk.ui.editor",
        "vaultdesk.ui.markdown", "vaultdesk.ui.approval", "vaultdesk.ui.settings", "markdown_it", "pygments",
        "watchdog", "numpy", "httpx2",
    )  # fmt: skip
    script = "for name in FIRST: importlib.import_module(name)\n"
    script += f"print([name for name in {late} if name in sys.modules])"
    assert told(script) == "[]"


def test_all_there_is_to_import_is_there_and_what_comes_later_does_not_come_before() -> None:
    script = (
        "for name in (*FIRST, *HEAVY): importlib.import_module(name)\n"
        "print([name for name in LATER if name in sys.modules])\n"
        "for name in LATER: importlib.import_module(name)"
    )
    assert told(script) == "[]"


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
    threads = [threading.Thread(target=import_in_turn, args=((name,),)) for name in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert sorted(alone) == ["one", "three", "two"]

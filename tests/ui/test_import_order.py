"""Import order: the notes are listed before half the house is imported."""

import subprocess
import sys


def told(script: str) -> str:
    """Return what a fresh interpreter prints."""
    head = "import importlib, sys\nfrom vaultdesk.ui.import_order import FIRST, HEAVY, LATER\n"
    words = [sys.executable, "-c", head + script]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout.strip()


def test_what_lists_the_notes_brings_no_assistant_no_tool_no_editor_and_no_watcher() -> None:
    late = (
        "vaultdesk.agent", "vaultdesk.tools", "vaultdesk.providers", "vaultdesk.privacy", "vaultdesk.chat",
        "vaultdesk.web", "vaultdesk.workspace.workspace", "vaultdesk.ui.chat", "vaultdesk.ui.editor",
        "vaultdesk.ui.rendering", "vaultdesk.ui.approval", "vaultdesk.ui.settings", "markdown_it", "pygments",
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

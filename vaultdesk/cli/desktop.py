"""Desktop: opens the window, or the terminal chat where no window can be shown, as Emacs does (CONTRACTS)."""

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path

from vaultdesk.cli.display import display_problem
from vaultdesk.errors import VaultUnavailable

OpenWindow = Callable[[Path | None], int]
"""Opens the desktop on a folder, or where the last one left off, and returns the exit code."""


def open_desktop(folder: Path | None, open_window: OpenWindow) -> int:
    """Open the window on *folder*; return the exit code. Raises `VaultUnavailable` where *folder* is no folder."""
    if folder is not None and not folder.expanduser().is_dir():
        raise VaultUnavailable(
            f"There is no folder at {folder}.", hint="Check the path, or drop the folder on the window."
        )
    problem = display_problem()
    if problem:
        print(f"{problem} This is the terminal chat instead.", file=sys.stderr)
        # By name: the chat brings everything a question needs, and the window must not wait for that.
        chat = importlib.import_module("vaultdesk.cli.chat")
        options = {"model": None, "agent": None, "approve": None, "mode": None, "project": None, "welcome": True}
        return int(chat.run(argparse.Namespace(vault=folder, **options)))
    return open_window(folder.expanduser().resolve() if folder is not None else None)

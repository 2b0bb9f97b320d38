"""Desktop: opens the window, or the terminal chat where no window can be shown, as Emacs does (CONTRACTS)."""

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path

from vaultdesk.cli.display import display_problem
from vaultdesk.errors import VaultDeskError, VaultUnavailable

OpenWindow = Callable[[Path | None, str | None], int]
"""Opens the desktop on a folder or a note, or where the last one left off, and returns the exit code.

With a question, which may be empty, it shows quick ask."""

NOTE_ENDINGS = (".md", ".canvas", ".base")
"""Files that are opened in the vault they lie in."""


def open_desktop(folder: Path | None, open_window: OpenWindow, question: str | None = None) -> int:
    """Open the window on *folder*, which may be a note; return the exit code. Raises `VaultUnavailable` where it is
    neither. With a *question*, which may be empty, quick ask is shown.
    """
    path = folder.expanduser() if folder is not None else None
    if path is not None and not path.is_dir() and not (path.suffix.lower() in NOTE_ENDINGS and path.is_file()):
        raise VaultUnavailable(
            f"There is no folder at {folder}.", hint="Check the path, or drop the folder on the window."
        )
    problem = display_problem()
    if problem and question is not None:
        raise VaultDeskError(problem.rstrip("."), hint='In a terminal ask with `vaultdesk ask "…"`.')
    if problem:
        print(f"{problem} This is the terminal chat instead.", file=sys.stderr)
        # By name: the chat brings everything a question needs, and the window must not wait for that.
        chat = importlib.import_module("vaultdesk.cli.chat")
        options = {"model": None, "agent": None, "approve": None, "mode": None, "project": None, "welcome": True}
        vault = folder.parent if folder is not None and path is not None and path.is_file() else folder
        return int(chat.run(argparse.Namespace(vault=vault, **options)))
    return open_window(path.resolve() if path is not None else None, question)

"""Desktop: opens the window, or the terminal chat where no window can be shown, as Emacs does (CONTRACTS)."""

import importlib
import sys
from collections.abc import Callable

from vaultdesk.core.errors import VaultDeskError, VaultUnavailable
from vaultdesk.core.platform.launch_request import LaunchRequest
from vaultdesk.diagnosis.display import display_problem

OpenWindow = Callable[[LaunchRequest], int]
"""Opens the desktop and returns the exit code."""

NOTE_ENDINGS = (".md", ".canvas", ".base")
"""Files that are opened in the vault they lie in."""


def open_desktop(wish: LaunchRequest, open_window: OpenWindow) -> int:
    """Open the window as *wish* says; return the exit code.

    Raises `VaultUnavailable` where its folder is neither a folder nor a note, and `UsageError` for a link that cannot
    be used, in a terminal.
    """
    folder = wish.folder
    if wish.link and sys.stderr is not None and sys.stderr.isatty():
        from vaultdesk.core.platform.deep_link import read_link  # the window starts without it

        read_link(wish.link)  # Who clicked it somewhere sees no terminal: the window tells them.
    path = folder.expanduser() if folder is not None else None
    if path is not None and not path.is_dir() and not (path.suffix.lower() in NOTE_ENDINGS and path.is_file()):
        raise VaultUnavailable(
            f"There is no folder at {folder}.", hint="Check the path, or drop the folder on the window."
        )
    problem = display_problem()
    if problem and wish.question is not None:
        raise VaultDeskError(problem.rstrip("."), hint='In a terminal ask with `vaultdesk ask "…"`.')
    if problem and (wish.link or wish.hidden):
        raise VaultDeskError(problem.rstrip("."), hint="Links open in the window, and only it can wait in the tray.")
    if problem:
        print(f"{problem} This is the terminal chat instead.", file=sys.stderr)
        from argparse import Namespace  # the window starts without it

        # By name: the chat brings everything a question needs, and the window must not wait for that.
        chat = importlib.import_module("vaultdesk.cli.chat")
        options = {"model": None, "agent": None, "approve": None, "mode": None, "project": None, "welcome": True}
        vault = folder.parent if folder is not None and path is not None and path.is_file() else folder
        return int(chat.run(Namespace(vault=vault, **options)))
    return open_window(wish._replace(folder=path.resolve() if path is not None else None))

"""Desktop: opens the window, or the terminal chat where no window can be shown, as Emacs does (CONTRACTS)."""

import argparse
import sys
from pathlib import Path

from vaultdesk.cli.display import display_problem
from vaultdesk.errors import VaultUnavailable


def open_desktop(folder: Path | None) -> int:
    """Open the window on *folder* (or where the last one left off); return the exit code.

    Raises VaultUnavailable where *folder* is no folder.
    """
    if folder is not None and not folder.expanduser().is_dir():
        raise VaultUnavailable(
            f"There is no folder at {folder}.", hint="Check the path, or drop the folder on the window."
        )
    problem = display_problem()
    if problem:
        from vaultdesk.cli import chat

        print(f"{problem} This is the terminal chat instead.", file=sys.stderr)
        return chat.run(argparse.Namespace(vault=folder, model=None, approve=None, welcome=True))
    from vaultdesk.ui.application import main

    return main(folder.expanduser().resolve() if folder is not None else None)

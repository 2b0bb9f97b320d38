"""Main: the one way in, for `vaultdesk` and `python -m vaultdesk`. Joins the two doors, command line and window."""

import sys
from collections.abc import Sequence
from pathlib import Path

from vaultdesk.cli.main import run


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (the process's own where None) and return its exit code."""
    return run(sys.argv[1:] if argv is None else argv, open_window)


def open_window(folder: Path | None) -> int:
    """Open the desktop on *folder*; Qt is imported only here, so that commands stay quick."""
    from vaultdesk.ui.application import main as open_desktop

    return open_desktop(folder)


if __name__ == "__main__":
    sys.exit(main())

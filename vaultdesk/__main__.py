"""Main: the one way in, for `vaultdesk` and `python -m vaultdesk`. What it opens is decided in cli/main.py."""

import sys

from vaultdesk.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

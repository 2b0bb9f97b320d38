"""Launch: where the frozen program begins."""

import multiprocessing
import sys

from vaultdesk.__main__ import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())

"""Launch: the entry script of the frozen program."""

import gc
import importlib
import sys
from collections.abc import Sequence

from vaultdesk.__main__ import main

HOOK = "pyi_rth_multiprocessing"
"""PyInstaller's runtime hook for `multiprocessing`, which is imported only in processes that need it."""


def is_helper(arguments: Sequence[str]) -> bool:
    """Return whether *arguments* are those of a child process or resource tracker of `multiprocessing`."""
    return arguments[:1] == ["--multiprocessing-fork"] or "-c" in arguments


if __name__ == "__main__":
    # early.py disabled the collector. Imported objects live until the end, so the collector need not visit them.
    gc.freeze()
    gc.enable()
    if is_helper(sys.argv[1:]):
        importlib.import_module(HOOK)
        importlib.import_module("multiprocessing").freeze_support()
    sys.exit(main())

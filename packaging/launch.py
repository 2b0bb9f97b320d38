"""Launch: where the frozen program begins."""

import gc
import importlib
import sys
from collections.abc import Sequence

from vaultdesk.__main__ import main

HOOK = "pyi_rth_multiprocessing"
"""PyInstaller's own; it would import all of `multiprocessing` at each start, for children that hardly ever are."""


def is_helper(words: Sequence[str]) -> bool:
    """Tell whether Python's `multiprocessing` started this program, with *words*, to have a child or a tracker."""
    return words[:1] == ["--multiprocessing-fork"] or "-c" in words


if __name__ == "__main__":
    # Off since early.py; not every command opens a window. What was imported stays: it need not be looked through.
    gc.freeze()
    gc.enable()
    if is_helper(sys.argv[1:]):
        importlib.import_module(HOOK)
        importlib.import_module("multiprocessing").freeze_support()
    sys.exit(main())

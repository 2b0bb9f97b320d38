"""Patient rename: a rename tried again while another program holds the file. Knows no folders."""

import os
import threading
import time
from collections.abc import Callable

SHARING_PATIENCE = 2.0
"""Seconds a rename is tried again: virus scanners and sync tools hold a fresh file for a moment (THREATS 4.1)."""

SHARING_PAUSE = 0.05
"""Seconds between two tries."""


def patiently(rename: Callable[[], object]) -> None:
    """Try *rename* again while another program holds the file."""
    until = time.monotonic() + SHARING_PATIENCE
    while True:
        try:
            rename()
        except PermissionError:
            if os.name != "nt" or time.monotonic() > until:
                raise
            # Windows has no event for "the scanner let go"; this is the vault's own thread, never the window's.
            threading.Event().wait(SHARING_PAUSE)
        else:
            return

"""Skips the window tests where Qt is missing and the terminal tests on Windows, which has no pty."""

import sys

from tests.conftest import QT_MISSING

collect_ignore_glob = ["test_window_*.py"] if QT_MISSING else []
if sys.platform == "win32":
    collect_ignore_glob.append("test_terminal.py")

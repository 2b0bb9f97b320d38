"""Conftest: journeys are left out where they cannot be made: through the window without Qt, at a pty on Windows."""

import sys

from tests.conftest import QT_MISSING

collect_ignore_glob = ["test_window_*.py"] if QT_MISSING else []
if sys.platform == "win32":
    collect_ignore_glob.append("test_terminal.py")

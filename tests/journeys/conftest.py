"""Conftest: the journeys through the window are left out where Qt cannot be loaded; the others never load it."""

from tests.conftest import QT_MISSING

collect_ignore_glob = ["test_window_*.py"] if QT_MISSING else []

"""Engines: has a test run with stringzilla and once more as if it were not installed."""

import inspect
import sys

import pytest

from vaultdesk.index import folding, text_run

ENGINES = ("stringzilla", "python")


def use(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have texts folded and scanned by *engine*, from now to the test's end."""
    if engine == "python":
        monkeypatch.setitem(sys.modules, "stringzilla", None)
    # What was chosen is kept for good, outside of tests.
    monkeypatch.setattr(folding, "_fold", inspect.unwrap(folding._fold))
    monkeypatch.setattr(text_run, "view", inspect.unwrap(text_run.view))

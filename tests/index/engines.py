"""Engines: has a test run with stringzilla and once more as if it were not installed."""

import inspect
import sys

import pytest

from vaultdesk.index import text_folding
from vaultdesk.index.text_cache import packed_text

ENGINES = ("stringzilla", "python")


def use(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have texts folded and scanned by *engine*, from now to the test's end."""
    if engine == "python":
        monkeypatch.setitem(sys.modules, "stringzilla", None)
    # What was chosen is kept for good, outside of tests.
    monkeypatch.setattr(text_folding, "fold_function", inspect.unwrap(text_folding.fold_function))
    monkeypatch.setattr(packed_text, "scanner_factory", inspect.unwrap(packed_text.scanner_factory))

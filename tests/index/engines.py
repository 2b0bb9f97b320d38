"""Runs a test with stringzilla and once more as if it were not installed."""

import inspect
import sys

import pytest

from vaultdesk.index import text_folding
from vaultdesk.index.text_cache import packed_text

ENGINES = ("stringzilla", "python")


def use(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fold and scan texts with *engine* until the end of the test."""
    if engine == "python":
        monkeypatch.setitem(sys.modules, "stringzilla", None)
    # Outside of tests the selected function is cached for the lifetime of the process.
    monkeypatch.setattr(text_folding, "fold_function", inspect.unwrap(text_folding.fold_function))
    monkeypatch.setattr(packed_text, "scanner_factory", inspect.unwrap(packed_text.scanner_factory))

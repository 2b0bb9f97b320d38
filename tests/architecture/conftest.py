"""Keeps the syntax trees of all modules in memory while the tests of this folder run."""

import gc
from collections.abc import Iterator

import pytest

from tests.architecture.source import modules


@pytest.fixture(scope="package", autouse=True)
def keep_syntax_trees() -> Iterator[None]:
    """Disable garbage collection, which would traverse millions of nodes that are in no cycle."""
    was_enabled = gc.isenabled()
    gc.disable()
    yield
    modules.cache_clear()
    if was_enabled:
        gc.enable()

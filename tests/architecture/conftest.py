"""The trees of all modules live as long as the tests of this folder."""

import gc
from collections.abc import Iterator

import pytest

from tests.architecture.source import modules


@pytest.fixture(scope="package", autouse=True)
def kept_trees() -> Iterator[None]:
    """No garbage collection meanwhile: each would look through millions of nodes, which are in no cycle."""
    collecting = gc.isenabled()
    gc.disable()
    yield
    modules.cache_clear()
    if collecting:
        gc.enable()

"""Fixtures of the workspace tests."""

from pathlib import Path

import pytest

from tests.workspace.bench import Bench


@pytest.fixture
def bench(home: Path, tmp_path: Path) -> Bench:
    return Bench(home, tmp_path / "vault")

"""A temporary vault for each test."""

from pathlib import Path

import pytest
from hypothesis import settings

from vaultdesk.vault.files import VaultFiles

settings.register_profile("vault", deadline=None)  # A busy machine is no finding.
settings.load_profile("vault")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty vault with a secret beside it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.md").write_text("SECRET")
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder.resolve()


@pytest.fixture
def files(root: Path) -> VaultFiles:
    return VaultFiles(root)
